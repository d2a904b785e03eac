//! Meetings, and the rooms that they are held in.

use chrono::{NaiveDateTime, TimeDelta};
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::people::{PersonId, somebody};
use super::seed::{at, days_ago, in_days, index, number, pick};
use super::{Site, Table, id_at, row};
use crate::calendar::{search_events, search_rooms};

/// Event id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "ev_131", pattern = "^ev_[0-9]+$", from = search_events)]
pub(crate) struct EventId(pub(crate) String);

/// Meeting room id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "room_103", pattern = "^room_[0-9]+$", from = search_rooms)]
pub(crate) struct RoomId(pub(crate) String);

/// Answer to an invitation.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rsvp {
    /// no answer yet
    Open,
    /// will come
    Accepted,
    /// will not come
    Declined,
}

/// Somebody who is invited.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Attendee {
    /// Who is invited.
    pub(crate) person_id: PersonId,
    /// What the person answered.
    pub(crate) rsvp: Rsvp,
}

/// One calendar event.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Event {
    /// Event id.
    pub(crate) id: EventId,
    /// Title.
    pub(crate) title: String,
    /// What has to be known beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) notes: Option<String>,
    /// When it begins, local time.
    pub(crate) starts_at: NaiveDateTime,
    /// How long it lasts, in minutes.
    pub(crate) minutes: u32,
    /// Who called it.
    pub(crate) organiser_id: PersonId,
    /// Who is invited.
    pub(crate) attendees: Vec<Attendee>,
    /// Where it is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) room_id: Option<RoomId>,
    /// Whether it was called off.
    pub(crate) cancelled: bool,
}

impl Event {
    /// Whether it takes up some of the `minutes` after `starts_at`.
    pub(crate) fn meets(&self, starts_at: NaiveDateTime, minutes: u32) -> bool {
        let end = |start: NaiveDateTime, minutes: u32| start + TimeDelta::minutes(minutes.into());
        !self.cancelled
            && self.starts_at < end(starts_at, minutes)
            && starts_at < end(self.starts_at, self.minutes)
    }

    pub(crate) fn has(&self, person: &PersonId) -> bool {
        self.organiser_id == *person || self.attendees.iter().any(|it| it.person_id == *person)
    }
}

/// One meeting room.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Room {
    /// Meeting room id.
    pub(crate) id: RoomId,
    /// What is written on its door.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) site: Site,
    /// How many people it seats.
    pub(crate) seats: u32,
}

row!(Event by EventId("ev"), else NoSuchEvent, words: |it| {
    [&*it.title, it.notes.as_deref().unwrap_or_default()]
});
row!(Room by RoomId("room"), else NoSuchRoom, words: |it| [&*it.name]);

const ROOMS: &[(&str, u32)] = &[
    ("Ampere", 4),
    ("Bernoulli", 6),
    ("Coriolis", 8),
    ("Doppler", 10),
    ("Euler", 14),
    ("Faraday", 20),
    ("Gauss", 40),
    ("Hertz", 2),
    ("Joule", 6),
    ("Kelvin", 12),
    ("Laval", 8),
    ("Mach", 16),
];

const TITLES: &[&str] = &[
    "Budget review",
    "Sprint planning",
    "Supplier visit",
    "Weekly support round",
    "Safety walk",
    "Pump seal test results",
    "Interview",
    "Handover to repair",
    "Quarter closing",
    "Firmware release",
    "Customer training",
    "Stock count",
    "One to one",
    "Trade fair stand",
];

pub(crate) fn rooms() -> Table<Room> {
    Table::filled(ROOMS.len(), |place, id| Room {
        id,
        name: ROOMS[place].0.to_owned(),
        site: Site::ALL[place % Site::ALL.len()],
        seats: ROOMS[place].1,
    })
}

pub(crate) fn events() -> Table<Event> {
    Table::filled(520, |place, id| {
        let day = if place % 3 == 0 {
            days_ago(index(place, "day", 60))
        } else {
            in_days(index(place, "day", 30))
        };
        let attendees = (0..=index(place, "size", 5)).map(|guest| Attendee {
            person_id: somebody(place * 7 + guest, "guest"),
            rsvp: pick(
                place + guest,
                "rsvp",
                &[Rsvp::Open, Rsvp::Accepted, Rsvp::Declined],
            ),
        });
        Event {
            id,
            title: pick(place, "title", TITLES).to_owned(),
            notes: (place % 4 == 0).then(|| "Bring the figures of last month.".to_owned()),
            starts_at: at(
                day,
                8 + number(place, "hour", 9),
                pick(place, "half", &[0, 30]),
            ),
            minutes: pick(place, "minutes", &[30, 45, 60, 90]),
            organiser_id: somebody(place, "organiser"),
            attendees: attendees.collect(),
            room_id: (place % 2 == 0).then(|| id_at::<Room>(index(place, "room", ROOMS.len()))),
            cancelled: place % 23 == 22,
        }
    })
}
