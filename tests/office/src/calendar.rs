//! Calendar: who meets whom, when and where.

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use mcp_ergo::prelude::*;

use crate::people::search_people;
use crate::store::calendar::{Attendee, Event, EventId, Room, RoomId, Rsvp};
use crate::store::people::PersonId;
use crate::store::seed::at;
use crate::store::{
    Answer, Limit, Office, OfficeError, Query, Site, expect, in_order, keeps, listed,
};

/// Find calendar events by words in their title or notes.
#[tool(
    read,
    core,
    when = "the user names a meeting by what it is about",
    instead(list_events = "for everything that one person has on some days"),
    returns = "events with start, attendees and room",
    scope = "calendar:read"
)]
pub(crate) fn search_events(
    office: &Office,
    #[param(example = "budget review")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Event>> {
    let found = office.events.search(&query.0);
    let first = found.first().map(|event| event.id.clone());
    listed(found, limit, "event").next_if(first, get_event::call, "to see who comes")
}

/// List one person's events between two days, in order of time.
#[tool(
    read,
    core,
    when = "the user asks what somebody's day or week looks like",
    instead(search_events = "for a meeting by its title"),
    returns = "events with start, attendees and room",
    scope = "calendar:read"
)]
pub(crate) fn list_events(
    office: &Office,
    /// Whose events to list.
    person_id: PersonId,
    /// First day.
    first_day: NaiveDate,
    /// Last day, itself included.
    last_day: NaiveDate,
    #[param(default = 20)] limit: Limit,
) -> Answer<Page<Event>> {
    in_order(first_day, last_day)?;
    office.people.get(&person_id)?;
    let mut found = office.events.select(|event| {
        let day = event.starts_at.date();
        !event.cancelled && event.has(&person_id) && (first_day..=last_day).contains(&day)
    });
    found.sort_by_key(|event| event.starts_at);
    Ok(listed(found, limit, "event"))
}

/// Get one calendar event with its attendees, room and notes.
#[tool(
    read,
    when = "the id of an event is known and its details are wanted",
    instead(search_events = "to find the id"),
    returns = "the event",
    scope = "calendar:read"
)]
pub(crate) fn get_event(office: &Office, event_id: EventId) -> Answer<Event> {
    let event = office.events.get(&event_id)?;
    let sentence = format!(
        "'{}' begins at {} and lasts {} minutes.",
        event.title, event.starts_at, event.minutes
    );
    Ok(Reply::new(sentence, event))
}

/// Create a calendar event with its attendees.
#[tool(
    write,
    core,
    when = "the user wants to meet people at a time that is settled",
    after(suggest_meeting_times),
    returns = "the event with its id",
    scope = "calendar:write"
)]
pub(crate) fn create_event(
    office: &Office,
    /// Title that attendees see.
    #[param(example = "Budget review", len = 1..=120)]
    title: String,
    /// Start, local time.
    starts_at: NaiveDateTime,
    /// How long it lasts.
    #[param(unit = "minutes", range = 5..=480)]
    minutes: u32,
    /// Who calls it.
    organiser_id: PersonId,
    /// Who is invited.
    #[param(len = 1..=50)]
    attendee_ids: Vec<PersonId>,
    /// What has to be known beforehand; nothing when left out.
    #[param(example = "Bring the figures of August.")]
    notes: Option<String>,
) -> Answer<Event> {
    for person in attendee_ids.iter().chain([&organiser_id]) {
        office.people.get(person)?;
    }
    let attendees = attendee_ids.into_iter().map(invited).collect();
    let event = office.events.add(|id| Event {
        id,
        title,
        notes,
        starts_at,
        minutes,
        organiser_id,
        attendees,
        room_id: None,
        cancelled: false,
    });
    let sentence = format!("Planned '{}' as {}.", event.title, event.id);
    Ok(Reply::new(sentence, event))
}

fn invited(person_id: PersonId) -> Attendee {
    Attendee {
        person_id,
        rsvp: Rsvp::Open,
    }
}

/// Move a calendar event to another start, which replaces the old one.
#[tool(
    destructive,
    idempotent,
    when = "a meeting is to be held at another time",
    instead(cancel_event = "to call it off"),
    returns = "the event at its new time",
    scope = "calendar:delete"
)]
pub(crate) fn reschedule_event(
    office: &Office,
    event_id: EventId,
    /// New start, local time.
    starts_at: NaiveDateTime,
) -> Answer<Event> {
    let event = office.events.change(&event_id, |event| {
        stands(event)?;
        event.starts_at = starts_at;
        Ok(())
    })?;
    Ok(Reply::new(
        format!("'{}' now begins at {starts_at}.", event.title),
        event,
    ))
}

/// What was called off is not planned any further.
fn stands(event: &Event) -> Result<(), OfficeError> {
    expect(!event.cancelled, &event.id, &"cancelled", "still planned")
}

/// Cancel a calendar event for everybody, which frees its room.
#[tool(
    destructive,
    idempotent,
    when = "a meeting is not to be held at all",
    instead(reschedule_event = "to hold it at another time"),
    returns = "the cancelled event",
    scope = "calendar:delete"
)]
pub(crate) fn cancel_event(office: &Office, event_id: EventId) -> Answer<Event> {
    let event = office.events.change(&event_id, |event| {
        event.cancelled = true;
        event.room_id = None;
        Ok(())
    })?;
    Ok(Reply::new(
        format!("'{}' is cancelled.", event.title),
        event,
    ))
}

/// Writes down what an attendee answers.
fn answer(office: &Office, event_id: &EventId, person_id: &PersonId, rsvp: Rsvp) -> Answer<Event> {
    office.people.get(person_id)?;
    let event = office.events.change(event_id, |event| {
        stands(event)?;
        let invited = event
            .attendees
            .iter_mut()
            .find(|it| it.person_id == *person_id);
        expect(invited.is_some(), person_id, &"not invited", "an attendee")?;
        if let Some(attendee) = invited {
            attendee.rsvp = rsvp;
        }
        Ok(())
    })?;
    Ok(Reply::new(
        format!("{person_id} answered '{}': {rsvp}.", event.title),
        event,
    ))
}

/// Accept the invitation of one person to an event, which replaces an earlier answer.
#[tool(
    destructive,
    idempotent,
    when = "somebody who is invited will come",
    instead(add_attendee = "for somebody who is not invited"),
    returns = "the event with all answers",
    scope = "calendar:delete"
)]
pub(crate) fn accept_invitation(
    office: &Office,
    event_id: EventId,
    /// Who will come.
    person_id: PersonId,
) -> Answer<Event> {
    answer(office, &event_id, &person_id, Rsvp::Accepted)
}

/// Decline the invitation of one person to an event, which replaces an earlier answer.
#[tool(
    destructive,
    idempotent,
    when = "somebody who is invited will not come",
    instead(cancel_event = "to call it off for everybody"),
    returns = "the event with all answers",
    scope = "calendar:delete"
)]
pub(crate) fn decline_invitation(
    office: &Office,
    event_id: EventId,
    /// Who will not come.
    person_id: PersonId,
) -> Answer<Event> {
    answer(office, &event_id, &person_id, Rsvp::Declined)
}

/// Add a person to an event that is already planned.
#[tool(
    write,
    idempotent,
    when = "one more person should come to a meeting",
    after(search_people),
    returns = "the event with all attendees",
    scope = "calendar:write"
)]
pub(crate) fn add_attendee(
    office: &Office,
    event_id: EventId,
    /// Who should come too.
    person_id: PersonId,
) -> Answer<Event> {
    let name = office.people.get(&person_id)?.name;
    let event = office.events.change(&event_id, |event| {
        stands(event)?;
        if !event.has(&person_id) {
            event.attendees.push(invited(person_id));
        }
        Ok(())
    })?;
    Ok(Reply::new(
        format!("{name} is invited to '{}'.", event.title),
        event,
    ))
}

/// A time at which a meeting could begin.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Slot {
    /// Start, local time.
    starts_at: NaiveDateTime,
}

/// List the times of one day at which several people are all free.
#[tool(
    read,
    core,
    when = "people are to meet and no time is settled",
    instead(list_events = "to see what one person does"),
    returns = "free starting times",
    scope = "calendar:read"
)]
pub(crate) fn suggest_meeting_times(
    office: &Office,
    /// Who has to be free.
    #[param(len = 1..=20)]
    attendee_ids: Vec<PersonId>,
    /// Day to look at.
    day: NaiveDate,
    /// How long they meet.
    #[param(unit = "minutes", range = 5..=480)]
    minutes: u32,
) -> Answer<Page<Slot>> {
    for person in &attendee_ids {
        office.people.get(person)?;
    }
    let busy = office
        .events
        .select(|event| attendee_ids.iter().any(|person| event.has(person)));
    let half_hours = (0..20).map(|half| at(day, 8, 0) + TimeDelta::minutes(half * 30));
    let free = half_hours.filter(|start| !busy.iter().any(|event| event.meets(*start, minutes)));
    let slots: Vec<Slot> = free.map(|starts_at| Slot { starts_at }).collect();
    Ok(listed(slots, Limit(20), "free time"))
}

/// Find meeting rooms that are free at a given time, by seats and site.
#[tool(
    read,
    when = "a meeting needs a room",
    instead(book_room = "to reserve one that is known"),
    returns = "free rooms with seats and site, the smallest first",
    scope = "calendar:read"
)]
pub(crate) fn search_rooms(
    office: &Office,
    /// When it is needed, local time.
    starts_at: NaiveDateTime,
    /// How long it is needed.
    #[param(unit = "minutes", range = 5..=480)]
    minutes: u32,
    /// How many people have to find a seat.
    #[param(range = 1..=100)]
    seats: u32,
    /// Where it has to be; anywhere when left out.
    site: Option<Site>,
) -> Reply<Page<Room>> {
    let mut free = office.rooms.select(|room| {
        room.seats >= seats
            && keeps(site.as_ref(), &room.site)
            && taken(office, &room.id, starts_at, minutes).is_none()
    });
    free.sort_by_key(|room| room.seats);
    listed(free, Limit(100), "free room")
}

/// The event for which a room is taken.
fn taken(
    office: &Office,
    room: &RoomId,
    starts_at: NaiveDateTime,
    minutes: u32,
) -> Option<EventId> {
    let held = office
        .events
        .select(|event| event.room_id.as_ref() == Some(room));
    held.into_iter()
        .find(|event| event.meets(starts_at, minutes))
        .map(|event| event.id)
}

/// Book a meeting room for an event, which replaces the room it had.
#[tool(
    destructive,
    idempotent,
    when = "a meeting that is planned gets a room",
    after(search_rooms),
    returns = "the event with its room",
    scope = "calendar:delete"
)]
pub(crate) fn book_room(office: &Office, event_id: EventId, room_id: RoomId) -> Answer<Event> {
    let room = office.rooms.get(&room_id)?;
    let event = office.events.get(&event_id)?;
    if let Some(other) =
        taken(office, &room_id, event.starts_at, event.minutes).filter(|id| *id != event_id)
    {
        return Err(OfficeError::RoomTaken {
            id: room_id,
            event_id: other,
        });
    }
    let event = office.events.change(&event_id, |event| {
        stands(event)?;
        event.room_id = Some(room_id);
        Ok(())
    })?;
    Ok(Reply::new(
        format!("'{}' is held in {}.", event.title, room.name),
        event,
    ))
}
