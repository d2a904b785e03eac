//! What customers ask support.

use chrono::NaiveDate;
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::customers::{CustomerId, some_customer};
use super::people::{PersonId, somebody};
use super::seed::{days_ago, index, pick};
use super::{Table, row};
use crate::tickets::search_tickets;

/// Support ticket id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "tic_140", pattern = "^tic_[0-9]+$", from = search_tickets)]
pub(crate) struct TicketId(pub(crate) String);

/// Where a support ticket stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TicketState {
    /// it is our turn
    Open,
    /// it is the customer's turn
    Waiting,
    /// nothing is left to do
    Closed,
}

/// How urgent a support ticket is.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Priority {
    /// when there is time
    Low,
    /// this week
    Normal,
    /// today
    High,
    /// now
    Urgent,
}

/// Who works on a support ticket.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Desk {
    /// support itself
    Support,
    /// those who build what broke
    Engineering,
}

/// One support ticket without its conversation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct TicketRow {
    /// Support ticket id.
    pub(crate) id: TicketId,
    /// What it is about.
    pub(crate) subject: String,
    /// Who asked.
    pub(crate) customer_id: CustomerId,
    /// Where it stands.
    pub(crate) state: TicketState,
    /// How urgent it is.
    pub(crate) priority: Priority,
    /// Who works on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) agent_id: Option<PersonId>,
    /// Where it is worked on.
    pub(crate) desk: Desk,
    /// Day on which it was opened.
    pub(crate) opened_on: NaiveDate,
}

/// Something that was written on a support ticket.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Post {
    /// Whether the customer sees it.
    pub(crate) public: bool,
    /// What was written.
    pub(crate) text: String,
}

/// One support ticket.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Ticket {
    #[serde(skip)]
    pub(crate) id: TicketId,
    #[serde(flatten)]
    pub(crate) row: TicketRow,
    /// What was written, oldest first.
    pub(crate) posts: Vec<Post>,
}

row!(Ticket by TicketId("tic"), else NoSuchTicket, words: |it| {
    let posts = it.posts.iter().map(|post| &*post.text);
    std::iter::once(&*it.row.subject).chain(posts).collect::<Vec<_>>()
});

const SUBJECTS: &[&str] = &[
    "Display stays dark",
    "Meter counts backwards",
    "No signal from the gateway",
    "Certificate is missing",
    "Pump seal leaks",
    "Portal shows last week's values",
    "Wrong cable in the box",
    "Cannot sign in to the portal",
    "Battery empty after a month",
    "Reading differs from the old meter",
];

pub(crate) fn tickets() -> Table<Ticket> {
    Table::filled(820, |place, id: TicketId| {
        let states = [TicketState::Open, TicketState::Waiting, TicketState::Closed];
        let subject = pick(place, "subject", SUBJECTS);
        let (customer_id, customer) = some_customer(place, "asks");
        let asked = Post {
            public: true,
            text: format!("{subject}, says {customer}. It began on Monday."),
        };
        let answered = Post {
            public: true,
            text: "Thank you. Please send us the serial number and a photo.".to_owned(),
        };
        let posts = [asked, answered]
            .into_iter()
            .take(1 + index(place, "posts", 2));
        let row = TicketRow {
            id: id.clone(),
            subject: subject.to_owned(),
            customer_id,
            state: pick(place, "state", &states),
            priority: pick(
                place,
                "priority",
                &[
                    Priority::Low,
                    Priority::Normal,
                    Priority::Normal,
                    Priority::High,
                    Priority::Urgent,
                ],
            ),
            agent_id: (place % 5 > 0).then(|| somebody(place % 11, "agent")),
            desk: pick(
                place,
                "desk",
                &[Desk::Support, Desk::Support, Desk::Engineering],
            ),
            opened_on: days_ago((820 - place) / 3),
        };
        Ticket {
            id,
            row,
            posts: posts.collect(),
        }
    })
}
