//! Deployments: what runs where, and how it got there.

use chrono::NaiveDateTime;
use mcp_ergo::prelude::*;

use crate::store::deployments::{
    Deployment, DeploymentId, DeploymentLog, DeploymentState, Environment, FeatureFlag, Flag,
    Placement, Release, Service, ServiceId, log_of,
};
use crate::store::people::me;
use crate::store::seed::now;
use crate::store::{Answer, Limit, Office, OfficeError, expect, keeps, listed};

/// List running services with version and replicas in one environment.
#[tool(
    read,
    when = "the user asks what runs, or a service's name is needed",
    instead(list_deployments = "for how a version got there"),
    returns = "services with version and replicas",
    scope = "deployments:read"
)]
pub(crate) fn list_services(
    office: &Office,
    /// Where to look.
    environment: Environment,
) -> Reply<Page<Running>> {
    let found = office.services.select(|_| true);
    let running = found.into_iter().filter_map(|mut service| {
        let placement = service.placement(environment)?.clone();
        Some(Running {
            service: service.id,
            placement,
        })
    });
    listed(running.collect(), Limit(1000), "service")
}

/// A service as it runs somewhere.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Running {
    /// Name of the service.
    service: ServiceId,
    #[serde(flatten)]
    placement: Placement,
}

/// List past and planned deployments of a service, newest first.
#[tool(
    read,
    core,
    when = "the user asks what was released, or what is about to be",
    instead(list_services = "for what runs now"),
    returns = "deployments with release and state",
    scope = "deployments:read"
)]
pub(crate) fn list_deployments(
    office: &Office,
    /// Service to keep; every service when left out.
    service: Option<ServiceId>,
    /// Environment to keep; every environment when left out.
    environment: Option<Environment>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Deployment>> {
    let mut found = office.deployments.select(|it| {
        keeps(service.as_ref(), &it.service) && keeps(environment.as_ref(), &it.environment)
    });
    found.reverse();
    let first = found.first().map(|it| it.id.clone());
    listed(found, limit, "deployment").next_if(first, get_deployment::call, "to see the newest")
}

/// Get one deployment with its steps and who approved it.
#[tool(
    read,
    core,
    when = "the user asks how one deployment stands",
    instead(get_deployment_log = "for why it failed"),
    returns = "the deployment",
    scope = "deployments:read"
)]
pub(crate) fn get_deployment(office: &Office, deployment_id: DeploymentId) -> Answer<Deployment> {
    Ok(told(office.deployments.get(&deployment_id)?))
}

fn told(it: Deployment) -> Reply<Deployment> {
    let sentence = format!(
        "{}: {} {} to {} is {}.",
        it.id, it.service, it.release, it.environment, it.state
    );
    Reply::new(sentence, it)
}

/// Get the output that a deployment wrote, line by line.
#[tool(
    read,
    when = "the user asks what a deployment did, or why it failed",
    instead(get_deployment = "for its state alone"),
    returns = "the lines in order",
    scope = "deployments:read"
)]
pub(crate) fn get_deployment_log(
    office: &Office,
    deployment_id: DeploymentId,
) -> Answer<DeploymentLog> {
    let log = log_of(&office.deployments.get(&deployment_id)?);
    Ok(Reply::new(
        format!("{deployment_id} wrote {} lines.", log.lines.len()),
        log,
    ))
}

/// Writes a deployment down.
fn enter(
    office: &Office,
    (service, release, environment): (ServiceId, Release, Environment),
    state: DeploymentState,
    starts_at: NaiveDateTime,
) -> Answer<Deployment> {
    let before = office
        .services
        .get(&service)?
        .placement(environment)
        .map(|it| it.release.clone());
    let deployment = office.deployments.add(|id| Deployment {
        id,
        service,
        release_before: before.unwrap_or_else(|| release.clone()),
        release,
        environment,
        state,
        starts_at,
        approver_id: (state == DeploymentState::Done).then(me),
    });
    Ok(told(deployment))
}

/// Changes how a service runs in an environment.
fn place(
    office: &Office,
    service: &ServiceId,
    environment: Environment,
    change: impl FnOnce(&mut Placement),
) -> Result<Service, OfficeError> {
    office.services.change(service, |service| {
        if let Some(placement) = service.placement(environment) {
            change(placement);
            placement.started_at = now();
        }
        Ok(())
    })
}

/// Deploy a release of a service to an environment, which replaces the version there.
#[tool(
    destructive,
    when = "the user wants a version to run now",
    instead(
        schedule_deployment = "for a later time",
        roll_back_deployment = "for the version before"
    ),
    returns = "the deployment",
    scope = "deployments:delete"
)]
pub(crate) fn deploy_release(
    office: &Office,
    /// Service to deploy.
    service: ServiceId,
    /// Version to deploy.
    #[param(from = user("as the developers number it"))]
    release: Release,
    /// Where to.
    environment: Environment,
) -> Answer<Deployment> {
    let entered = enter(
        office,
        (service.clone(), release.clone(), environment),
        DeploymentState::Done,
        now(),
    )?;
    place(office, &service, environment, |it| it.release = release)?;
    Ok(entered)
}

/// Plan the deployment of a release for a later time.
#[tool(
    write,
    when = "a version is to run from a later time on",
    instead(deploy_release = "to deploy it now"),
    returns = "the planned deployment",
    scope = "deployments:write"
)]
pub(crate) fn schedule_deployment(
    office: &Office,
    /// Service to deploy.
    service: ServiceId,
    /// Version to deploy.
    #[param(from = user("as the developers number it"))]
    release: Release,
    /// Where to.
    environment: Environment,
    /// When it is to begin, local time.
    starts_at: NaiveDateTime,
) -> Answer<Deployment> {
    enter(
        office,
        (service, release, environment),
        DeploymentState::Planned,
        starts_at,
    )
}

/// Approve a deployment that waits, which sets it going.
#[tool(
    destructive,
    when = "the user lets a deployment go ahead",
    instead(cancel_deployment = "to call it off"),
    returns = "the deployment",
    scope = "deployments:delete"
)]
pub(crate) fn approve_deployment(
    office: &Office,
    deployment_id: DeploymentId,
) -> Answer<Deployment> {
    let approved = office.deployments.change(&deployment_id, |it| {
        expect(
            it.state == DeploymentState::Waiting,
            &it.id,
            &it.state,
            "waiting",
        )?;
        it.state = DeploymentState::Done;
        it.approver_id = Some(me());
        Ok(())
    })?;
    let release = approved.release.clone();
    place(office, &approved.service, approved.environment, |it| {
        it.release = release;
    })?;
    Ok(told(approved))
}

/// Cancel a deployment that waits or is planned.
#[tool(
    destructive,
    when = "a deployment that has not begun is not to happen",
    instead(roll_back_deployment = "for one that is done"),
    returns = "the cancelled deployment",
    scope = "deployments:delete"
)]
pub(crate) fn cancel_deployment(
    office: &Office,
    deployment_id: DeploymentId,
) -> Answer<Deployment> {
    let cancelled = office.deployments.change(&deployment_id, |it| {
        let waits = matches!(
            it.state,
            DeploymentState::Waiting | DeploymentState::Planned
        );
        expect(waits, &it.id, &it.state, "waiting or planned")?;
        it.state = DeploymentState::Cancelled;
        Ok(())
    })?;
    Ok(told(cancelled))
}

/// Undo a deployment, which puts the version before it back.
#[tool(
    destructive,
    when = "a version that was deployed does harm",
    instead(cancel_deployment = "for one that has not begun"),
    returns = "the deployment that was undone",
    scope = "deployments:delete"
)]
pub(crate) fn roll_back_deployment(
    office: &Office,
    deployment_id: DeploymentId,
) -> Answer<Deployment> {
    let undone = office.deployments.change(&deployment_id, |it| {
        expect(it.state == DeploymentState::Done, &it.id, &it.state, "done")?;
        it.state = DeploymentState::RolledBack;
        Ok(())
    })?;
    let release = undone.release_before.clone();
    place(office, &undone.service, undone.environment, |it| {
        it.release = release;
    })?;
    Ok(told(undone))
}

/// Restart every replica of a service, which drops its open connections.
#[tool(
    destructive,
    when = "a service hangs",
    instead(scale_service = "where it is overloaded"),
    returns = "the service",
    scope = "deployments:delete"
)]
pub(crate) fn restart_service(
    office: &Office,
    /// Service to restart.
    service: ServiceId,
    /// Where.
    environment: Environment,
) -> Answer<Service> {
    // Whatever is placed anew starts.
    let restarted = place(office, &service, environment, |_| ())?;
    Ok(Reply::new(
        format!("{service} was restarted in {environment}."),
        restarted,
    ))
}

/// Change how many replicas of a service run.
#[tool(
    destructive,
    idempotent,
    when = "a service has too much or too little to do",
    instead(restart_service = "where it hangs"),
    returns = "the service",
    scope = "deployments:delete"
)]
pub(crate) fn scale_service(
    office: &Office,
    /// Service to scale.
    service: ServiceId,
    /// Where.
    environment: Environment,
    /// How many replicas are to run.
    #[param(range = 1..=20)]
    replicas: u32,
) -> Answer<Service> {
    let scaled = place(office, &service, environment, |it| it.replicas = replicas)?;
    Ok(Reply::new(
        format!("{service} runs {replicas} times in {environment}."),
        scaled,
    ))
}

/// Switch a feature flag on or off in one environment.
#[tool(
    destructive,
    idempotent,
    when = "a feature is to be shown or hidden without a release",
    instead(deploy_release = "for another version"),
    returns = "the environments in which it is on",
    scope = "deployments:delete"
)]
pub(crate) fn set_feature_flag(
    office: &Office,
    /// Feature flag to switch.
    feature_flag: FeatureFlag,
    /// Where.
    environment: Environment,
    /// Whether it is to be on.
    enabled: bool,
) -> Answer<Flag> {
    let flag = office.flags.change(&feature_flag, |flag| {
        flag.on_in.retain(|it| *it != environment);
        if enabled {
            flag.on_in.push(environment);
        }
        Ok::<(), OfficeError>(())
    })?;
    Ok(Reply::new(
        format!(
            "{feature_flag} is {} in {environment}.",
            if enabled { "on" } else { "off" }
        ),
        flag,
    ))
}
