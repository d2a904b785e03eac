//! What went wrong in production, and who is called then.

use chrono::{Days, NaiveDate, NaiveDateTime};
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::deployments::{SERVICES, ServiceId};
use super::people::{PersonId, Team, somebody};
use super::seed::{at, days_ago, number, pick};
use super::{Table, row};
use crate::incidents::{list_on_call_shifts, search_incidents};

/// Incident id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "inc_109", pattern = "^inc_[0-9]+$", from = search_incidents)]
pub(crate) struct IncidentId(pub(crate) String);

/// On-call shift id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "shift_115", pattern = "^shift_[0-9]+$", from = list_on_call_shifts)]
pub(crate) struct ShiftId(pub(crate) String);

/// Where an incident stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IncidentState {
    /// nobody has taken it on
    Open,
    /// somebody works on it
    Acknowledged,
    /// it is over
    Resolved,
}

/// How bad an incident is.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Severity {
    /// few notice
    Minor,
    /// many notice
    Major,
    /// nothing works
    Critical,
}

/// Something that was told of an incident.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Update {
    /// When it was told, local time.
    pub(crate) told_at: NaiveDateTime,
    /// What was told.
    pub(crate) text: String,
}

/// One incident.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Incident {
    /// Incident id.
    pub(crate) id: IncidentId,
    /// Title.
    pub(crate) title: String,
    /// Service that is affected.
    pub(crate) service: ServiceId,
    /// How bad it is.
    pub(crate) severity: Severity,
    /// Where it stands.
    pub(crate) state: IncidentState,
    /// Who is in charge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lead_id: Option<PersonId>,
    /// When it began, local time.
    pub(crate) began_at: NaiveDateTime,
    /// What the status page says, oldest first.
    pub(crate) updates: Vec<Update>,
}

/// Some days on which one person is called.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Shift {
    /// On-call shift id.
    pub(crate) id: ShiftId,
    /// Team whose services it is for.
    pub(crate) team: Team,
    /// Who is called.
    pub(crate) person_id: PersonId,
    /// First day.
    pub(crate) first_day: NaiveDate,
    /// Last day.
    pub(crate) last_day: NaiveDate,
}

/// Somebody who was called.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Paged {
    /// Who was called.
    pub(crate) person_id: PersonId,
    /// What for.
    pub(crate) service: ServiceId,
}

row!(Incident by IncidentId("inc"), else NoSuchIncident, words: |it| {
    let updates = it.updates.iter().map(|update| &*update.text);
    std::iter::once(&*it.title).chain(updates).collect::<Vec<_>>()
});
row!(Shift by ShiftId("shift"), else NoSuchShift, words: |it| [&*it.person_id.0]);

const WHAT: &[&str] = &[
    "answers slowly",
    "is down",
    "loses messages",
    "shows old values",
    "refuses sign-ins",
    "runs out of disk",
];

/// Teams that are on call.
const ON_CALL: &[Team] = &[Team::Platform, Team::Firmware, Team::Repair];

pub(crate) fn incidents() -> Table<Incident> {
    use IncidentState::{Acknowledged, Open, Resolved};
    const COUNT: usize = 210;
    Table::filled(COUNT, |place, id| {
        let (service, _) = pick(place, "service", SERVICES);
        let state = match COUNT - place {
            1 | 2 => Open,
            3..=5 => Acknowledged,
            _ => Resolved,
        };
        let began_at = at(days_ago((COUNT - place) * 2), number(place, "hour", 24), 12);
        let update = |(hours, text): (i64, &str)| Update {
            told_at: began_at + chrono::TimeDelta::hours(hours),
            text: text.to_owned(),
        };
        let told = [(0, "We are looking into it."), (2, "A fix is on its way.")];
        Incident {
            id,
            title: format!("{service} {}", pick(place, "what", WHAT)),
            service: ServiceId(service.to_owned()),
            severity: pick(
                place,
                "severity",
                &[Severity::Minor, Severity::Major, Severity::Critical],
            ),
            state,
            lead_id: (state != Open).then(|| somebody(place % 13, "lead")),
            began_at,
            updates: told.into_iter().map(update).collect(),
        }
    })
}

pub(crate) fn shifts() -> Table<Shift> {
    Table::filled(90, |place, id| {
        // A week each, the first of which ended before today.
        let first_day = days_ago(98) + Days::new(place as u64 / 3 * 7);
        Shift {
            id,
            team: ON_CALL[place % ON_CALL.len()],
            person_id: somebody(place % 17, "shift"),
            first_day,
            last_day: first_day + Days::new(6),
        }
    })
}
