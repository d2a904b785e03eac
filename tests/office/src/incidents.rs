//! Incidents: what is broken in production, and who mends it.

use chrono::NaiveDate;
use mcp_ergo::prelude::*;

use crate::store::deployments::ServiceId;
use crate::store::incidents::{
    Incident, IncidentId, IncidentState, Paged, Severity, Shift, ShiftId, Update,
};
use crate::store::people::{PersonId, Team, me};
use crate::store::seed::{now, today};
use crate::store::{Answer, Limit, Office, OfficeError, Query, expect, keeps, listed};

/// Find incidents by words in their title or updates.
#[tool(
    read,
    when = "the user asks whether something broke before",
    instead(list_incidents = "for what is broken now"),
    returns = "incidents, newest first",
    scope = "incidents:read"
)]
pub(crate) fn search_incidents(
    office: &Office,
    #[param(example = "billing-api down")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Incident>> {
    newest(office.incidents.search(&query.0), limit)
}

fn newest(mut found: Vec<Incident>, limit: Limit) -> Reply<Page<Incident>> {
    found.reverse();
    let first = found.first().map(|incident| incident.id.clone());
    listed(found, limit, "incident").next_if(first, get_incident::call, "to see the newest")
}

/// List outages and other incidents by state and severity.
#[tool(
    read,
    core,
    when = "the user asks what is broken now, or was in the last weeks",
    instead(search_incidents = "to find one by its words"),
    returns = "incidents, newest first",
    scope = "incidents:read"
)]
pub(crate) fn list_incidents(
    office: &Office,
    /// State to keep; every state when left out.
    state: Option<IncidentState>,
    /// Severity to keep; every severity when left out.
    severity: Option<Severity>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Incident>> {
    let found = office
        .incidents
        .select(|it| keeps(state.as_ref(), &it.state) && keeps(severity.as_ref(), &it.severity));
    newest(found, limit)
}

/// Get one incident with its severity, lead and affected services.
#[tool(
    read,
    when = "the user asks how one incident stands",
    instead(list_incidents = "to find the id"),
    returns = "the incident",
    scope = "incidents:read"
)]
pub(crate) fn get_incident(office: &Office, incident_id: IncidentId) -> Answer<Incident> {
    Ok(told(office.incidents.get(&incident_id)?))
}

fn told(it: Incident) -> Reply<Incident> {
    let sentence = format!(
        "{} ('{}') is {}, severity {}.",
        it.id, it.title, it.state, it.severity
    );
    Reply::new(sentence, it)
}

/// Changes an incident that is not over.
fn change(
    office: &Office,
    id: &IncidentId,
    change: impl FnOnce(&mut Incident),
) -> Answer<Incident> {
    let changed = office.incidents.change(id, |it| {
        expect(
            it.state != IncidentState::Resolved,
            &it.id,
            &it.state,
            "not over",
        )?;
        change(it);
        Ok(())
    })?;
    Ok(told(changed))
}

/// Open an incident for an outage or a degraded service.
#[tool(
    write,
    core,
    when = "something that customers rely on stopped working",
    not_for = "the problem of a single customer",
    returns = "the incident with its id",
    scope = "incidents:write"
)]
pub(crate) fn report_incident(
    office: &Office,
    /// Title that the status page shows.
    #[param(example = "Portal refuses sign-ins", len = 1..=120)]
    title: String,
    /// Service that is affected.
    service: ServiceId,
    /// How bad it is.
    severity: Severity,
) -> Answer<Incident> {
    office.services.get(&service)?;
    Ok(told(office.incidents.add(|id| Incident {
        id,
        title,
        service,
        severity,
        state: IncidentState::Open,
        lead_id: None,
        began_at: now(),
        updates: Vec::new(),
    })))
}

/// Take an incident on, which stops its paging.
#[tool(
    destructive,
    idempotent,
    when = "the user begins to work on an incident",
    instead(assign_incident_lead = "to put somebody else in charge"),
    returns = "the incident",
    scope = "incidents:delete"
)]
pub(crate) fn acknowledge_incident(office: &Office, incident_id: IncidentId) -> Answer<Incident> {
    change(office, &incident_id, |it| {
        it.state = IncidentState::Acknowledged;
        it.lead_id.get_or_insert_with(me);
    })
}

/// Change the severity of an incident.
#[tool(
    destructive,
    idempotent,
    when = "an incident is better or worse than it says",
    instead(resolve_incident = "where it is over"),
    returns = "the incident",
    scope = "incidents:delete"
)]
pub(crate) fn set_incident_severity(
    office: &Office,
    incident_id: IncidentId,
    /// How bad it is from now on.
    severity: Severity,
) -> Answer<Incident> {
    change(office, &incident_id, |it| it.severity = severity)
}

/// Put a person in charge of an incident, in place of the last one.
#[tool(
    destructive,
    idempotent,
    when = "somebody in particular should lead the work on an incident",
    instead(alert_engineer = "to wake somebody up"),
    returns = "the incident",
    scope = "incidents:delete"
)]
pub(crate) fn assign_incident_lead(
    office: &Office,
    incident_id: IncidentId,
    /// Who is in charge from now on.
    lead_id: PersonId,
) -> Answer<Incident> {
    office.people.get(&lead_id)?;
    change(office, &incident_id, |it| it.lead_id = Some(lead_id))
}

/// Publish an update on an incident to the status page.
#[tool(
    write,
    open_world,
    when = "customers should read how an incident goes on",
    instead(resolve_incident = "to say that it is over"),
    returns = "the incident with its updates",
    scope = "incidents:write"
)]
pub(crate) fn post_incident_update(
    office: &Office,
    incident_id: IncidentId,
    /// Text that customers read.
    #[param(example = "Sign-ins work again for most.")]
    text: String,
) -> Answer<Incident> {
    change(office, &incident_id, |it| {
        it.updates.push(Update {
            told_at: now(),
            text,
        });
    })
}

/// Mark an incident as over, which clears its status page.
#[tool(
    destructive,
    when = "everything works again",
    instead(post_incident_update = "where it is not over"),
    returns = "the incident",
    scope = "incidents:delete"
)]
pub(crate) fn resolve_incident(office: &Office, incident_id: IncidentId) -> Answer<Incident> {
    change(office, &incident_id, |it| {
        it.state = IncidentState::Resolved;
    })
}

/// Send an urgent page to the engineer who is on call for a service.
#[tool(
    destructive,
    open_world,
    when = "a service is broken and nobody reacts",
    after(report_incident),
    returns = "who was called",
    scope = "incidents:delete"
)]
pub(crate) fn alert_engineer(
    office: &Office,
    /// Service that is broken.
    service: ServiceId,
    /// Text of the page.
    #[param(example = "billing-api is down, please come online", len = 1..=160)]
    text: String,
) -> Answer<Paged> {
    let team = office.services.get(&service)?.team;
    let today = today();
    let on_call = office
        .shifts
        .select(|it| it.team == team && (it.first_day..=it.last_day).contains(&today));
    let Some(shift) = on_call.into_iter().next() else {
        return Err(OfficeError::NobodyOnCall { service });
    };
    let called = office.people.get(&shift.person_id)?;
    let sentence = format!("Paged {} with '{text}'.", called.name);
    Ok(Reply::new(
        sentence,
        Paged {
            person_id: shift.person_id,
            service,
        },
    ))
}

/// List who is on call for a team on which days.
#[tool(
    read,
    when = "the user asks who is called at night or next week",
    instead(alert_engineer = "to call that person"),
    returns = "shifts in order of time",
    scope = "incidents:read"
)]
pub(crate) fn list_on_call_shifts(
    office: &Office,
    /// Team to keep; every team when left out.
    team: Option<Team>,
    /// Earliest day; today when left out.
    from_day: Option<NaiveDate>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Shift>> {
    let from = from_day.unwrap_or_else(today);
    let found = office
        .shifts
        .select(|it| keeps(team.as_ref(), &it.team) && it.last_day >= from);
    listed(found, limit, "shift")
}

/// Give an on-call shift to another person, who replaces the first.
#[tool(
    destructive,
    idempotent,
    when = "somebody cannot be on call",
    after(list_on_call_shifts),
    returns = "the shift",
    scope = "incidents:delete"
)]
pub(crate) fn swap_on_call_shift(
    office: &Office,
    shift_id: ShiftId,
    /// Who is on call in their place.
    person_id: PersonId,
) -> Answer<Shift> {
    let name = office.people.get(&person_id)?.name;
    let shift = office.shifts.change(&shift_id, |shift| {
        shift.person_id = person_id;
        Ok(())
    })?;
    Ok(Reply::new(
        format!(
            "{name} is on call from {} to {}.",
            shift.first_day, shift.last_day
        ),
        shift,
    ))
}
