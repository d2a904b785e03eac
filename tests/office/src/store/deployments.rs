//! Services, and what brought them to where they run.

use std::time::Duration;

use chrono::NaiveDateTime;
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::people::{PersonId, Team, somebody};
use super::seed::{at, days_ago, in_days, index, number, pick};
use super::{Table, row};
use crate::deployments::{list_deployments, list_services};

/// Name of a service.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "billing-api", pattern = "^[a-z0-9-]+$", from = list_services)]
pub(crate) struct ServiceId(pub(crate) String);

/// Deployment id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "dep_233", pattern = "^dep_[0-9]+$", from = list_deployments)]
pub(crate) struct DeploymentId(pub(crate) String);

/// Name of a feature flag.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(
    example = "new-checkout",
    pattern = "^[a-z0-9-]+$",
    from = user("as the developers call it")
)]
pub(crate) struct FeatureFlag(pub(crate) String);

/// Version of a service.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "2.14.0", pattern = "^[0-9]+\\.[0-9]+\\.[0-9]+$")]
pub(crate) struct Release(pub(crate) String);

/// Where services run.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Environment {
    /// for trying out
    Staging,
    /// for customers
    Production,
}

/// Where a deployment stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeploymentState {
    /// begins at a later time
    Planned,
    /// begins once it is approved
    Waiting,
    /// the release runs
    Done,
    /// was called off
    Cancelled,
    /// was undone
    RolledBack,
}

/// A service in one environment.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Placement {
    /// Where it runs.
    pub(crate) environment: Environment,
    /// Version that runs there.
    pub(crate) release: Release,
    /// How many replicas run there.
    pub(crate) replicas: u32,
    /// When it was last started there, local time.
    pub(crate) started_at: NaiveDateTime,
}

/// One service.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Service {
    /// Name of the service.
    pub(crate) id: ServiceId,
    /// Team that runs it.
    pub(crate) team: Team,
    /// Where it runs.
    pub(crate) placements: Vec<Placement>,
}

/// One deployment.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Deployment {
    /// Deployment id.
    pub(crate) id: DeploymentId,
    /// What is deployed.
    pub(crate) service: ServiceId,
    /// Which version of it.
    pub(crate) release: Release,
    /// Which version ran before.
    pub(crate) release_before: Release,
    /// Where to.
    pub(crate) environment: Environment,
    /// Where the deployment stands.
    pub(crate) state: DeploymentState,
    /// When it began or is to begin, local time.
    pub(crate) starts_at: NaiveDateTime,
    /// Who approved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) approver_id: Option<PersonId>,
}

/// What a deployment wrote.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct DeploymentLog {
    /// Deployment id.
    pub(crate) deployment_id: DeploymentId,
    /// Its lines, in order.
    pub(crate) lines: Vec<String>,
}

/// One feature flag.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Flag {
    /// Name of the feature flag.
    pub(crate) id: FeatureFlag,
    /// Environments in which it is on.
    pub(crate) on_in: Vec<Environment>,
}

row!(Service by ServiceId("svc"), else NoSuchService, words: |it| [&*it.id.0]);
row!(Deployment by DeploymentId("dep"), else NoSuchDeployment, words: |it| [&*it.service.0]);
row!(Flag by FeatureFlag("flag"), else NoSuchFlag, words: |it| [&*it.id.0]);

impl Service {
    /// Where it runs in an environment; every service runs in both.
    pub(crate) fn placement(&mut self, environment: Environment) -> Option<&mut Placement> {
        self.placements
            .iter_mut()
            .find(|it| it.environment == environment)
    }
}

pub(crate) const SERVICES: &[(&str, Team)] = &[
    ("billing-api", Team::Platform),
    ("customer-portal", Team::Platform),
    ("telemetry-store", Team::Platform),
    ("telemetry-intake", Team::Firmware),
    ("warehouse-app", Team::Platform),
    ("certificate-printer", Team::Repair),
    ("mail-relay", Team::Platform),
    ("firmware-updater", Team::Firmware),
];

fn release(place: usize) -> Release {
    Release(format!("2.{}.{}", place % 40, index(place, "patch", 6)))
}

pub(crate) fn services() -> Table<Service> {
    let service = |(place, &(name, team)): (usize, &(&str, Team))| {
        let placement = |environment, older: usize| Placement {
            environment,
            release: release(39 - older),
            replicas: 2 + number(place, "replicas", 5),
            started_at: at(days_ago(older * 3 + 1), 7, 45),
        };
        Service {
            id: ServiceId(name.to_owned()),
            team,
            placements: vec![
                placement(Environment::Staging, 0),
                placement(Environment::Production, 1),
            ],
        }
    };
    Table::of(SERVICES.iter().enumerate().map(service).collect())
}

pub(crate) fn deployments() -> Table<Deployment> {
    use DeploymentState::{Cancelled, Done, Planned, RolledBack, Waiting};
    const COUNT: usize = 700;
    Table::filled(COUNT, |place, id| {
        let past = COUNT - 12;
        let state = match place {
            _ if place < past => pick(
                place,
                "state",
                &[Done, Done, Done, Done, Cancelled, RolledBack],
            ),
            _ if place % 2 == 0 => Planned,
            _ => Waiting,
        };
        let day = if place < past {
            days_ago((past - place) / 3)
        } else {
            in_days(place - past)
        };
        Deployment {
            id,
            service: ServiceId(pick(place, "service", SERVICES).0.to_owned()),
            release: release(place / 8),
            release_before: release((place / 8).saturating_sub(1)),
            environment: pick(
                place,
                "environment",
                &[Environment::Staging, Environment::Production],
            ),
            state,
            starts_at: at(day, 9 + number(place, "hour", 8), 10),
            approver_id: matches!(state, Done | RolledBack)
                .then(|| somebody(place % 7, "approver")),
        }
    })
}

/// What a deployment wrote: made anew each time, the same for each.
pub(crate) fn log_of(deployment: &Deployment) -> DeploymentLog {
    let steps = [
        "pulled layer",
        "started replica",
        "checked the health of replica",
        "moved traffic to replica",
    ];
    let digits = deployment.id.0.chars().filter(char::is_ascii_digit);
    let seed: usize = digits.collect::<String>().parse().unwrap_or_default();
    let line = |nth: usize| {
        let time = deployment.starts_at + Duration::from_secs(nth as u64 * 2);
        let step = pick(seed * 2_000 + nth, "step", &steps);
        let service = &deployment.service;
        format!(
            "{time} {service} {step} {} in {} ms",
            nth % 9,
            20 + index(seed + nth, "ms", 900)
        )
    };
    DeploymentLog {
        deployment_id: deployment.id.clone(),
        lines: (0..1_500).map(line).collect(),
    }
}

pub(crate) fn flags() -> Table<Flag> {
    let names = [
        "new-checkout",
        "night-tariff",
        "meter-map",
        "two-factor",
        "dark-login",
        "bulk-export",
    ];
    let flag = |(place, name): (usize, &&str)| Flag {
        id: FeatureFlag((*name).to_owned()),
        on_in: match place % 3 {
            0 => vec![],
            1 => vec![Environment::Staging],
            _ => vec![Environment::Staging, Environment::Production],
        },
    };
    Table::of(names.iter().enumerate().map(flag).collect())
}
