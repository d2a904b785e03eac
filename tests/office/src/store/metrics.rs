//! What is counted each day, and who is told when it is out of bounds.

use chrono::{Datelike, NaiveDate};
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::people::{PersonId, Team};
use super::seed::{number, pick};
use super::{Table, id_at, row};
use crate::metrics::{list_alerts, list_dashboards, search_metrics};

/// Name of a metric.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "orders_per_day", pattern = "^[a-z_]+$", from = search_metrics)]
pub(crate) struct MetricId(pub(crate) String);

/// Dashboard id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "dash_103", pattern = "^dash_[0-9]+$", from = list_dashboards)]
pub(crate) struct DashboardId(pub(crate) String);

/// Alert rule id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "alert_105", pattern = "^alert_[0-9]+$", from = list_alerts)]
pub(crate) struct AlertId(pub(crate) String);

/// On which side of a threshold an alert rule fires.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// over the threshold
    Above,
    /// under the threshold
    Below,
}

/// One metric.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Metric {
    /// Name of the metric.
    pub(crate) id: MetricId,
    /// What it counts.
    pub(crate) about: String,
    /// What one of it is.
    pub(crate) unit: String,
    /// Team that answers for it.
    pub(crate) team: Team,
    #[serde(skip)]
    pub(crate) level: f64,
}

/// A metric on one day.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Sample {
    /// The day.
    pub(crate) day: NaiveDate,
    /// What was counted.
    pub(crate) count: f64,
}

/// A metric over some days.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Series {
    /// Name of the metric.
    pub(crate) metric: MetricId,
    /// What one of it is.
    pub(crate) unit: String,
    /// Mean of the days.
    pub(crate) mean: f64,
    /// A value for each day.
    pub(crate) samples: Vec<Sample>,
}

/// A metric in two spans of days.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Comparison {
    /// Name of the metric.
    pub(crate) metric: MetricId,
    /// Mean of the span that was asked about.
    pub(crate) mean: f64,
    /// Mean of the span that it is compared with.
    pub(crate) earlier_mean: f64,
    /// By how much the first is over the second, in percent.
    pub(crate) change_percent: f64,
}

/// One dashboard.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Dashboard {
    /// Dashboard id.
    pub(crate) id: DashboardId,
    /// Title.
    pub(crate) title: String,
    /// Whose it is.
    pub(crate) owner_id: PersonId,
    /// What is on it.
    pub(crate) metrics: Vec<MetricId>,
}

/// One alert rule.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Alert {
    /// Alert rule id.
    pub(crate) id: AlertId,
    /// What it watches.
    pub(crate) metric: MetricId,
    /// On which side of the threshold it fires.
    pub(crate) side: Side,
    /// Where it begins to fire.
    pub(crate) threshold: f64,
    /// Whether it fires today.
    pub(crate) fires: bool,
    /// Last day on which it is mute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) muted_until: Option<NaiveDate>,
}

row!(Metric by MetricId("metric"), else NoSuchMetric, words: |it| [&*it.id.0, &it.about]);
row!(Dashboard by DashboardId("dash"), else NoSuchDashboard, words: |it| [&*it.title]);
row!(Alert by AlertId("alert"), else NoSuchAlert, words: |it| [&*it.metric.0]);

const METRICS: &[(&str, &str, &str, Team, f64)] = &[
    (
        "orders_per_day",
        "Orders that came in",
        "orders",
        Team::Sales,
        84.0,
    ),
    (
        "offers_sent",
        "Offers that went out",
        "offers",
        Team::Sales,
        31.0,
    ),
    (
        "revenue_invoiced",
        "Money that was invoiced",
        "cents",
        Team::Finance,
        4_150_000.0,
    ),
    (
        "revenue_overdue",
        "Money that is overdue",
        "cents",
        Team::Finance,
        920_000.0,
    ),
    (
        "tickets_opened",
        "Support tickets that were opened",
        "tickets",
        Team::Support,
        42.0,
    ),
    (
        "first_answer_minutes",
        "Time to the first answer on a ticket",
        "minutes",
        Team::Support,
        96.0,
    ),
    (
        "customer_rating",
        "Rating of support by customers, out of ten",
        "points",
        Team::Support,
        8.3,
    ),
    (
        "stock_value",
        "Value of the spare parts in stock",
        "cents",
        Team::Logistics,
        61_000_000.0,
    ),
    (
        "shipments_late",
        "Shipments that arrived late",
        "shipments",
        Team::Logistics,
        3.5,
    ),
    (
        "portal_sign_ins",
        "Sign-ins to the customer portal",
        "sign-ins",
        Team::Platform,
        2_340.0,
    ),
    (
        "portal_error_rate",
        "Share of portal requests that fail",
        "percent",
        Team::Platform,
        0.4,
    ),
    (
        "request_latency",
        "Median time of a portal request",
        "milliseconds",
        Team::Platform,
        118.0,
    ),
    (
        "readings_received",
        "Readings that meters sent",
        "readings",
        Team::Firmware,
        1_920_000.0,
    ),
    (
        "meters_silent",
        "Meters that sent nothing",
        "meters",
        Team::Firmware,
        61.0,
    ),
    (
        "repairs_finished",
        "Meters that were repaired",
        "meters",
        Team::Repair,
        27.0,
    ),
    (
        "calibrations_failed",
        "Calibration runs that failed",
        "runs",
        Team::Repair,
        1.8,
    ),
];

pub(crate) fn metrics() -> Table<Metric> {
    let metric = |&(name, about, unit, team, level): &(&str, &str, &str, Team, f64)| Metric {
        id: MetricId(name.to_owned()),
        about: about.to_owned(),
        unit: unit.to_owned(),
        team,
        level,
    };
    Table::of(METRICS.iter().map(metric).collect())
}

impl Metric {
    /// What was counted on a day: some tenths around the level, growing slowly.
    pub(crate) fn on(&self, day: NaiveDate) -> Sample {
        let since = day.num_days_from_ce() - NaiveDate::default().num_days_from_ce();
        let place = usize::try_from(since).unwrap_or_default();
        let noise = f64::from(number(place, &self.id.0, 401)) / 1_000.0 - 0.2;
        let growth = (f64::from(since) - 20_000.0) / 10_000.0;
        Sample {
            day,
            count: rounded(self.level * (1.0 + noise + growth)),
        }
    }

    /// Every day from the first to the last.
    pub(crate) fn between(&self, first_day: NaiveDate, last_day: NaiveDate) -> Series {
        let days = first_day.iter_days().take_while(|day| *day <= last_day);
        let samples: Vec<Sample> = days.map(|day| self.on(day)).collect();
        Series {
            metric: self.id.clone(),
            unit: self.unit.clone(),
            mean: mean(&samples),
            samples,
        }
    }
}

pub(crate) fn mean(samples: &[Sample]) -> f64 {
    let sum: f64 = samples.iter().map(|sample| sample.count).sum();
    let days = u32::try_from(samples.len().max(1)).unwrap_or(u32::MAX);
    rounded(sum / f64::from(days))
}

/// To two places.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

impl Alert {
    pub(crate) fn of(id: AlertId, metric: &Metric, side: Side, threshold: f64) -> Self {
        let count = metric.on(super::seed::today()).count;
        Self {
            id,
            metric: metric.id.clone(),
            side,
            threshold,
            fires: match side {
                Side::Above => count > threshold,
                Side::Below => count < threshold,
            },
            muted_until: None,
        }
    }
}

pub(crate) fn alerts() -> Table<Alert> {
    let metrics = metrics().select(|_| true);
    Table::filled(28, |place, id| {
        let metric = &metrics[place % metrics.len()];
        let side = pick(place, "side", &[Side::Above, Side::Below]);
        let far = if side == Side::Above { 1.2 } else { 0.9 };
        Alert::of(id, metric, side, rounded(metric.level * far))
    })
}

pub(crate) fn dashboards() -> Table<Dashboard> {
    Table::filled(14, |place, id| Dashboard {
        id,
        title: format!("{} at a glance", Team::ALL[place % Team::ALL.len()]),
        owner_id: id_at::<super::people::Person>(place),
        metrics: (0..3)
            .map(|nth| MetricId(METRICS[(place * 2 + nth) % METRICS.len()].0.to_owned()))
            .collect(),
    })
}
