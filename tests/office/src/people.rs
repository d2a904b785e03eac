//! People: colleagues, their teams, their leave and their expenses.

use chrono::NaiveDate;
use mcp_ergo::prelude::*;

use crate::store::people::{
    Expense, ExpenseId, ExpenseState, Leave, LeaveId, LeaveState, Person, PersonId, Team, TeamRow,
    email_of, me,
};
use crate::store::seed::today;
use crate::store::{Answer, Limit, Office, Query, Site, at_most, expect, in_order, keeps, listed};

/// Find colleagues by name, role or skill.
#[tool(
    read,
    core,
    when = "the user names a colleague, or asks who can do something",
    instead(list_people = "for everybody of a team"),
    returns = "colleagues with role and team",
    scope = "people:read"
)]
pub(crate) fn search_people(
    office: &Office,
    #[param(example = "Vera Holt")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Person>> {
    let found = office.people.search(&query.0);
    let first = found.first().map(|person| person.id.clone());
    listed(found, limit, "colleague").next_if(first, get_person::call, "to see the first in full")
}

/// List the people of a team or site.
#[tool(
    read,
    when = "the user asks who works in a team or at a site",
    instead(search_people = "for one by name or skill"),
    returns = "colleagues with role and team",
    scope = "people:read"
)]
pub(crate) fn list_people(
    office: &Office,
    /// Team to keep; every team when left out.
    team: Option<Team>,
    /// Site to keep; every site when left out.
    site: Option<Site>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Person>> {
    let found = office
        .people
        .select(|it| keeps(team.as_ref(), &it.team) && keeps(site.as_ref(), &it.site));
    listed(found, limit, "colleague")
}

/// Get one colleague with role, team, manager and start date.
#[tool(
    read,
    when = "the id of a colleague is known",
    instead(search_people = "to find the id"),
    returns = "the colleague with the days of leave that are left",
    scope = "people:read"
)]
pub(crate) fn get_person(office: &Office, person_id: PersonId) -> Answer<Person> {
    Ok(told(office.people.get(&person_id)?))
}

fn told(it: Person) -> Reply<Person> {
    let sentence = format!("{} ({}) is {} in {}.", it.name, it.id, it.role, it.team);
    Reply::new(sentence, it)
}

/// List the teams with their lead and size.
#[tool(
    read,
    when = "the user asks how the firm is organised",
    instead(list_people = "for who is in a team"),
    returns = "teams with lead and size",
    scope = "people:read"
)]
pub(crate) fn list_teams(office: &Office) -> Reply<Page<TeamRow>> {
    let rows = Team::ALL.iter().filter_map(|&team| {
        let people = office.people.select(|person| person.team == team);
        let lead_id = people.first()?.id.clone();
        Some(TeamRow {
            team,
            lead_id,
            size: people.len(),
        })
    });
    listed(rows.collect(), Limit(100), "team")
}

/// Enter a new colleague with role, team and first day.
#[tool(
    write,
    when = "somebody joins the firm",
    instead(move_person = "where somebody changes teams"),
    returns = "the colleague with the new id",
    scope = "people:write"
)]
pub(crate) fn create_person(
    office: &Office,
    /// First and last name.
    #[param(example = "Elif Moreau", len = 2..=120)]
    name: String,
    /// What the person works as.
    #[param(example = "test engineer")]
    role: String,
    /// Team of the person.
    team: Team,
    /// Where the person works.
    site: Site,
    /// First day of work.
    starts_on: NaiveDate,
) -> Reply<Person> {
    told(office.people.add(|id| Person {
        id,
        email: email_of(&name),
        name,
        role,
        team,
        site,
        skill: "none named".to_owned(),
        manager_id: me(),
        starts_on,
        leave_days_left: 25,
    }))
}

/// Move a colleague to another team, which replaces the old one.
#[tool(
    destructive,
    idempotent,
    when = "a colleague changes teams",
    instead(create_person = "for somebody new"),
    returns = "the colleague",
    scope = "people:delete"
)]
pub(crate) fn move_person(
    office: &Office,
    /// Who changes teams.
    person_id: PersonId,
    /// New team.
    team: Team,
) -> Answer<Person> {
    let moved = office.people.change(&person_id, |it| {
        it.team = team;
        Ok(())
    })?;
    Ok(told(moved))
}

/// Ask for days of leave for one person.
#[tool(
    write,
    core,
    when = "somebody wants days off",
    instead(approve_leave = "to grant what was asked for"),
    returns = "the request with its id",
    scope = "people:write"
)]
pub(crate) fn request_leave(
    office: &Office,
    /// Who wants to be away.
    person_id: PersonId,
    /// First day away.
    first_day: NaiveDate,
    /// Last day away, itself included.
    last_day: NaiveDate,
) -> Answer<Leave> {
    in_order(first_day, last_day)?;
    let person = office.people.get(&person_id)?;
    let request = office.leave.add(|id| Leave {
        id,
        person_id,
        first_day,
        last_day,
        state: LeaveState::Requested,
        reason: None,
    });
    let sentence = format!(
        "{} asks for {} days as {}; {} are left.",
        person.name,
        request.days(),
        request.id,
        person.leave_days_left
    );
    Ok(Reply::new(sentence, request))
}

/// Settles a request that nobody has answered.
fn settle(
    office: &Office,
    id: &LeaveId,
    state: LeaveState,
    reason: Option<String>,
) -> Answer<Leave> {
    let settled = office.leave.change(id, |it| {
        expect(
            it.state == LeaveState::Requested,
            &it.id,
            &it.state,
            "requested",
        )?;
        it.state = state;
        it.reason = reason;
        Ok(())
    })?;
    Ok(Reply::new(
        format!("{id} of {} is {state}.", settled.person_id),
        settled,
    ))
}

/// Approve a request for leave, which lowers the days that are left.
#[tool(
    destructive,
    when = "the user grants days off",
    after(list_leave),
    returns = "the granted request",
    scope = "people:delete"
)]
pub(crate) fn approve_leave(office: &Office, leave_id: LeaveId) -> Answer<Leave> {
    let request = office.leave.get(&leave_id)?;
    let left = office.people.get(&request.person_id)?.leave_days_left;
    at_most("days asked for", request.days().into(), left.into())?;
    let granted = settle(office, &leave_id, LeaveState::Approved, None)?;
    office.people.change(&request.person_id, |it| {
        it.leave_days_left -= request.days();
        Ok(())
    })?;
    Ok(granted)
}

/// Reject a request for leave with a reason, which closes it.
#[tool(
    destructive,
    when = "somebody cannot have the days off",
    after(list_leave),
    returns = "the refused request",
    scope = "people:delete"
)]
pub(crate) fn reject_leave(
    office: &Office,
    leave_id: LeaveId,
    /// Why, as the person reads it.
    #[param(example = "stock count in that week", len = 3..=200)]
    reason: String,
) -> Answer<Leave> {
    settle(office, &leave_id, LeaveState::Rejected, Some(reason))
}

/// List who is away or has asked for leave in a span of days.
#[tool(
    read,
    when = "the user asks who is away, or what waits for an answer",
    instead(request_leave = "to ask for days"),
    returns = "requests in order of time",
    scope = "people:read"
)]
pub(crate) fn list_leave(
    office: &Office,
    /// First day.
    first_day: NaiveDate,
    /// Last day, itself included.
    last_day: NaiveDate,
    /// State to keep; every state when left out.
    state: Option<LeaveState>,
    #[param(default = 20)] limit: Limit,
) -> Answer<Page<Leave>> {
    in_order(first_day, last_day)?;
    let mut found = office.leave.select(|it| {
        it.first_day <= last_day && it.last_day >= first_day && keeps(state.as_ref(), &it.state)
    });
    found.sort_by_key(|leave| leave.first_day);
    Ok(listed(found, limit, "request"))
}

/// Claim an expense of one person to be paid back.
#[tool(
    write,
    when = "somebody paid for something that the firm should pay",
    instead(approve_expense = "for a claim that is there"),
    returns = "the claim with its id",
    scope = "people:write"
)]
pub(crate) fn submit_expense(
    office: &Office,
    /// Who spent the money.
    person_id: PersonId,
    /// What it was spent on.
    #[param(example = "train to Kassel", len = 3..=200)]
    purpose: String,
    /// How much.
    #[param(unit = "cents", range = 1..=1_000_000_000)]
    amount_cents: i64,
    /// Day on which it was spent.
    spent_on: NaiveDate,
) -> Answer<Expense> {
    office.people.get(&person_id)?;
    expect(
        spent_on <= today(),
        &person_id,
        &format!("to spend on {spent_on}"),
        "spent already",
    )?;
    let claim = office.expenses.add(|id| Expense {
        id,
        person_id,
        purpose,
        amount_cents,
        spent_on,
        state: ExpenseState::Submitted,
    });
    Ok(Reply::new(
        format!("Claimed {amount_cents} cents as {}.", claim.id),
        claim,
    ))
}

/// Approve an expense claim, which sends it to be paid with the next salary.
#[tool(
    destructive,
    when = "the user agrees that a claim is paid",
    after(submit_expense),
    returns = "the approved claim",
    scope = "people:delete"
)]
pub(crate) fn approve_expense(office: &Office, expense_id: ExpenseId) -> Answer<Expense> {
    let claim = office.expenses.change(&expense_id, |it| {
        expect(
            it.state == ExpenseState::Submitted,
            &it.id,
            &it.state,
            "submitted",
        )?;
        it.state = ExpenseState::Approved;
        Ok(())
    })?;
    Ok(Reply::new(
        format!(
            "{expense_id} over {} cents is approved.",
            claim.amount_cents
        ),
        claim,
    ))
}
