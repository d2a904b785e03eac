//! Metrics: what is counted each day, dashboards of it and alerts on it.

use chrono::{Days, NaiveDate};
use mcp_ergo::prelude::*;

use crate::store::metrics::{
    Alert, AlertId, Comparison, Dashboard, Metric, MetricId, Sample, Series, Side, mean, rounded,
};
use crate::store::people::me;
use crate::store::seed::{days_ago, in_days, today};
use crate::store::{Answer, Csv, Limit, Office, Query, in_order, keeps, listed};

/// Find metrics by words in their name or description.
#[tool(
    read,
    core,
    when = "the user asks what is measured, or a metric's name is needed",
    instead(query_metric = "for the values of one"),
    returns = "metrics with unit and team",
    scope = "metrics:read"
)]
pub(crate) fn search_metrics(
    office: &Office,
    #[param(example = "late shipments")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Metric>> {
    let found = office.metrics.search(&query.0);
    let first = found.first().map(|metric| metric.id.clone());
    let last_month = |metric| query_metric::call(metric, days_ago(30), today());
    listed(found, limit, "metric").next_if(first, last_month, "to see the last month of the first")
}

/// Get the daily values of one metric over a span of days.
#[tool(
    read,
    core,
    when = "the user asks how something developed",
    instead(compare_metric = "for two spans", export_metric = "for a spreadsheet"),
    returns = "a value for each day, with the mean",
    scope = "metrics:read"
)]
pub(crate) fn query_metric(
    office: &Office,
    metric: MetricId,
    /// First day.
    first_day: NaiveDate,
    /// Last day, itself included.
    last_day: NaiveDate,
    #[param(default = 100)] limit: Limit,
) -> Answer<Page<Sample>> {
    in_order(first_day, last_day)?;
    let Series {
        unit,
        mean,
        mut samples,
        ..
    } = office.metrics.get(&metric)?.between(first_day, last_day);
    let days = samples.len();
    samples.truncate(limit.0 as usize);
    let sentence = format!("{metric}: {mean} {unit} a day on average, over {days} days.");
    Ok(Reply::new(sentence, Page::new(samples, days as u64)))
}

/// Compare one metric between two spans of days.
#[tool(
    read,
    when = "the user asks whether something got better or worse",
    instead(query_metric = "for each day"),
    returns = "both means and the change in percent",
    scope = "metrics:read"
)]
pub(crate) fn compare_metric(
    office: &Office,
    metric: MetricId,
    /// First day of the span that is asked about.
    first_day: NaiveDate,
    /// Last day of that span, itself included.
    last_day: NaiveDate,
    /// First day of the span that it is compared with.
    earlier_first_day: NaiveDate,
    /// Last day of that span, itself included.
    earlier_last_day: NaiveDate,
) -> Answer<Comparison> {
    in_order(first_day, last_day)?;
    in_order(earlier_first_day, earlier_last_day)?;
    let found = office.metrics.get(&metric)?;
    let mean = found.between(first_day, last_day).mean;
    let earlier_mean = found.between(earlier_first_day, earlier_last_day).mean;
    let change_percent = rounded((mean / earlier_mean - 1.0) * 100.0);
    let sentence =
        format!("{metric} went from {earlier_mean} to {mean}, {change_percent} percent.");
    Ok(Reply::new(
        sentence,
        Comparison {
            metric,
            mean,
            earlier_mean,
            change_percent,
        },
    ))
}

/// Project one metric some days ahead from its trend.
#[tool(
    read,
    when = "the user asks what to expect",
    instead(query_metric = "for what was"),
    returns = "a value for each day to come",
    scope = "metrics:read"
)]
pub(crate) fn forecast_metric(
    office: &Office,
    metric: MetricId,
    /// How many days to look ahead.
    #[param(unit = "days", range = 1..=90)]
    days_ahead: u32,
) -> Answer<Series> {
    let found = office.metrics.get(&metric)?;
    let last = found.between(days_ago(27), today());
    let before = found.between(days_ago(55), days_ago(28));
    let daily = (last.mean - before.mean) / 28.0;
    let ahead = (1..=days_ahead).map(|day| Sample {
        day: today() + Days::new(day.into()),
        count: rounded(last.mean + daily * f64::from(day)),
    });
    let samples: Vec<Sample> = ahead.collect();
    let series = Series {
        mean: mean(&samples),
        samples,
        ..last
    };
    let sentence = format!(
        "{metric}: {} {} a day are expected.",
        series.mean, series.unit
    );
    Ok(Reply::new(sentence, series))
}

/// Export the daily values of one metric as CSV text.
#[tool(
    read,
    when = "the user wants values in a spreadsheet",
    instead(query_metric = "to look at them here"),
    returns = "a line for each day",
    scope = "metrics:read"
)]
pub(crate) fn export_metric(
    office: &Office,
    metric: MetricId,
    /// First day.
    first_day: NaiveDate,
    /// Last day, itself included.
    last_day: NaiveDate,
) -> Answer<Csv> {
    in_order(first_day, last_day)?;
    let series = office.metrics.get(&metric)?.between(first_day, last_day);
    let lines: Vec<String> = series
        .samples
        .iter()
        .map(|it| format!("{};{}", it.day, it.count))
        .collect();
    let csv = Csv::of(&format!("day;{}", series.unit), &lines);
    Ok(Reply::new(format!("{metric} has {} days.", csv.rows), csv))
}

/// List dashboards with their owner and the metrics on them.
#[tool(
    read,
    when = "the user asks what dashboards there are",
    instead(search_metrics = "for single metrics"),
    returns = "dashboards with owner and metrics",
    scope = "metrics:read"
)]
pub(crate) fn list_dashboards(
    office: &Office,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Dashboard>> {
    listed(office.dashboards.select(|_| true), limit, "dashboard")
}

/// Create a dashboard of chosen metrics.
#[tool(
    write,
    when = "the user wants to see some metrics together",
    after(search_metrics),
    returns = "the dashboard with its id",
    scope = "metrics:write"
)]
pub(crate) fn create_dashboard(
    office: &Office,
    /// Title of the dashboard.
    #[param(example = "Support this week", len = 1..=120)]
    title: String,
    /// Names of what is on it.
    #[param(len = 1..=12)]
    metrics: Vec<MetricId>,
) -> Answer<Dashboard> {
    for metric in &metrics {
        office.metrics.get(metric)?;
    }
    let dashboard = office.dashboards.add(|id| Dashboard {
        id,
        title,
        owner_id: me(),
        metrics,
    });
    Ok(Reply::new(
        format!(
            "Created dashboard '{}' as {}.",
            dashboard.title, dashboard.id
        ),
        dashboard,
    ))
}

/// List alert rules with their threshold and whether they fire.
#[tool(
    read,
    when = "the user asks what alarms there are, or what fires",
    instead(query_metric = "for the values behind one"),
    returns = "alert rules with threshold and whether they fire",
    scope = "metrics:read"
)]
pub(crate) fn list_alerts(
    office: &Office,
    /// Metric to keep; every metric when left out.
    metric: Option<MetricId>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Alert>> {
    let found = office
        .alerts
        .select(|it| keeps(metric.as_ref(), &it.metric));
    listed(found, limit, "alert rule")
}

/// Create a rule that alerts when a metric crosses a threshold.
#[tool(
    write,
    when = "somebody should be told when a metric goes out of bounds",
    after(search_metrics),
    returns = "the alert rule with its id",
    scope = "metrics:write"
)]
pub(crate) fn create_alert(
    office: &Office,
    metric: MetricId,
    /// On which side of the threshold it fires.
    side: Side,
    /// Where it begins to fire, in the metric's own unit.
    threshold: f64,
) -> Answer<Alert> {
    let found = office.metrics.get(&metric)?;
    let alert = office
        .alerts
        .add(|id| Alert::of(id, &found, side, threshold));
    Ok(Reply::new(
        format!(
            "{} fires when {metric} is {side} {threshold} {}.",
            alert.id, found.unit
        ),
        alert,
    ))
}

/// Mute an alert rule until a given day, which stops its alarms.
#[tool(
    destructive,
    idempotent,
    when = "an alarm is known and should not wake anybody",
    instead(delete_alert = "where nobody needs it"),
    returns = "the muted alert rule",
    scope = "metrics:delete"
)]
pub(crate) fn mute_alert(
    office: &Office,
    alert_id: AlertId,
    /// Last day on which it is mute; a week from now when left out.
    muted_until: Option<NaiveDate>,
) -> Answer<Alert> {
    let until = muted_until.unwrap_or_else(|| in_days(7));
    let alert = office.alerts.change(&alert_id, |alert| {
        alert.muted_until = Some(until);
        Ok(())
    })?;
    Ok(Reply::new(
        format!("{alert_id} is mute until {until}."),
        alert,
    ))
}

/// Delete an alert rule for good.
#[tool(
    destructive,
    when = "nobody needs an alert rule any more",
    instead(mute_alert = "to stop it for some days"),
    returns = "the alert rule that is gone",
    scope = "metrics:delete"
)]
pub(crate) fn delete_alert(office: &Office, alert_id: AlertId) -> Answer<Alert> {
    let gone = office.alerts.remove(&alert_id)?;
    Ok(Reply::new(
        format!("Deleted {alert_id} on {}.", gone.metric),
        gone,
    ))
}
