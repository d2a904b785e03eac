//! Support tickets: what customers ask, and who answers.

use mcp_ergo::prelude::*;

use crate::customers::search_customers;
use crate::store::customers::CustomerId;
use crate::store::people::PersonId;
use crate::store::seed::today;
use crate::store::tickets::{Desk, Post, Priority, Ticket, TicketId, TicketRow, TicketState};
use crate::store::{Answer, Csv, Limit, Month, Office, OfficeError, Query, expect, keeps, listed};

/// Find support tickets by words in their subject or conversation.
#[tool(
    read,
    core,
    when = "the user asks whether a problem was reported before",
    instead(list_tickets = "for what is open or urgent"),
    returns = "tickets without their conversations",
    scope = "tickets:read"
)]
pub(crate) fn search_tickets(
    office: &Office,
    #[param(example = "display dark")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<TicketRow>> {
    rows(office.tickets.search(&query.0), limit)
}

/// The newest first, without their conversations.
fn rows(found: Vec<Ticket>, limit: Limit) -> Reply<Page<TicketRow>> {
    let rows: Vec<TicketRow> = found.into_iter().rev().map(|ticket| ticket.row).collect();
    let first = rows.first().map(|row| row.id.clone());
    listed(rows, limit, "ticket").next_if(first, get_ticket::call, "to read the newest")
}

/// List support tickets by state, priority or agent.
#[tool(
    read,
    core,
    when = "the user asks what support has to do",
    instead(search_tickets = "to find one by its words"),
    returns = "tickets without their conversations, newest first",
    scope = "tickets:read"
)]
pub(crate) fn list_tickets(
    office: &Office,
    /// State to keep; every state when left out.
    state: Option<TicketState>,
    /// Priority to keep; every priority when left out.
    priority: Option<Priority>,
    /// Whose tickets to keep; everybody's when left out.
    agent_id: Option<PersonId>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<TicketRow>> {
    let found = office.tickets.select(|Ticket { row, .. }| {
        keeps(state.as_ref(), &row.state)
            && keeps(priority.as_ref(), &row.priority)
            && agent_id
                .as_ref()
                .is_none_or(|agent| row.agent_id.as_ref() == Some(agent))
    });
    rows(found, limit)
}

/// Get one support ticket with its whole conversation.
#[tool(
    read,
    core,
    when = "the id of a ticket is known and its conversation is wanted",
    instead(search_tickets = "to find the id"),
    returns = "the ticket with everything written on it",
    scope = "tickets:read"
)]
pub(crate) fn get_ticket(office: &Office, ticket_id: TicketId) -> Answer<Ticket> {
    let ticket = office.tickets.get(&ticket_id)?;
    Ok(told("is", ticket))
}

/// How a ticket stands, behind what was done to it.
fn told(how: &str, ticket: Ticket) -> Reply<Ticket> {
    let row = &ticket.row;
    let sentence = format!(
        "Ticket {} ('{}') {how} {}, priority {}.",
        row.id, row.subject, row.state, row.priority
    );
    Reply::new(sentence, ticket)
}

/// Open a support ticket for a customer.
#[tool(
    write,
    when = "a customer reports a problem with a product",
    after(search_customers),
    returns = "the ticket with its id",
    scope = "tickets:write"
)]
pub(crate) fn create_ticket(
    office: &Office,
    customer_id: CustomerId,
    /// What it is about, in a few words.
    #[param(example = "Display stays dark", len = 1..=120)]
    subject: String,
    /// What the customer says.
    #[param(example = "Since Monday the display shows nothing.")]
    text: String,
    /// How urgent it is.
    #[param(default = Priority::Normal)]
    priority: Priority,
) -> Answer<Ticket> {
    office.customers.get(&customer_id)?;
    let ticket = office.tickets.add(|id| Ticket {
        row: TicketRow {
            id: id.clone(),
            subject,
            customer_id,
            state: TicketState::Open,
            priority,
            agent_id: None,
            desk: Desk::Support,
            opened_on: today(),
        },
        id,
        posts: vec![Post { public: true, text }],
    });
    Ok(told("is", ticket))
}

/// Changes the row of a ticket that is not closed.
fn change(office: &Office, id: &TicketId, change: impl FnOnce(&mut Ticket)) -> Answer<Ticket> {
    let ticket = office.tickets.change(id, |ticket| {
        is_open(ticket)?;
        change(ticket);
        Ok(())
    })?;
    Ok(told("is now", ticket))
}

fn is_open(ticket: &Ticket) -> Result<(), OfficeError> {
    let row = &ticket.row;
    expect(
        row.state != TicketState::Closed,
        &row.id,
        &row.state,
        "open or waiting",
    )
}

/// Hand a support ticket to an agent, which replaces the one before.
#[tool(
    destructive,
    idempotent,
    when = "somebody in particular is to work on a ticket",
    instead(escalate_ticket = "to hand it to engineering"),
    returns = "the ticket",
    scope = "tickets:delete"
)]
pub(crate) fn assign_ticket(
    office: &Office,
    ticket_id: TicketId,
    /// Who is to work on it.
    agent_id: PersonId,
) -> Answer<Ticket> {
    office.people.get(&agent_id)?;
    change(office, &ticket_id, |ticket| {
        ticket.row.agent_id = Some(agent_id);
    })
}

/// Change how urgent a support ticket is.
#[tool(
    destructive,
    idempotent,
    when = "a ticket is more or less pressing than it says",
    instead(escalate_ticket = "where support cannot solve it"),
    returns = "the ticket",
    scope = "tickets:delete"
)]
pub(crate) fn set_ticket_priority(
    office: &Office,
    ticket_id: TicketId,
    /// How urgent it is from now on.
    priority: Priority,
) -> Answer<Ticket> {
    change(office, &ticket_id, |ticket| ticket.row.priority = priority)
}

/// Send the customer an answer on a support ticket.
#[tool(
    destructive,
    core,
    open_world,
    when = "the customer should read something",
    instead(comment_on_ticket = "for colleagues alone"),
    returns = "the ticket with the answer",
    scope = "tickets:delete"
)]
pub(crate) fn answer_ticket(
    office: &Office,
    ticket_id: TicketId,
    /// Text that the customer reads.
    #[param(example = "Please press the reset button for five seconds.")]
    text: String,
) -> Answer<Ticket> {
    change(office, &ticket_id, |ticket| {
        ticket.posts.push(Post { public: true, text });
        ticket.row.state = TicketState::Waiting;
    })
}

/// Add a note to a support ticket that only colleagues see.
#[tool(
    write,
    when = "colleagues should know something that the customer should not read",
    instead(answer_ticket = "for the customer"),
    returns = "the ticket with the note",
    scope = "tickets:write"
)]
pub(crate) fn comment_on_ticket(
    office: &Office,
    ticket_id: TicketId,
    /// Text that colleagues read.
    #[param(example = "The same board failed in Linz.")]
    text: String,
) -> Answer<Ticket> {
    change(office, &ticket_id, |ticket| {
        ticket.posts.push(Post {
            public: false,
            text,
        });
    })
}

/// Hand a support ticket over to engineering, which changes its team.
#[tool(
    destructive,
    idempotent,
    when = "support cannot solve a ticket",
    instead(assign_ticket = "for another agent of support"),
    returns = "the ticket",
    scope = "tickets:delete"
)]
pub(crate) fn escalate_ticket(
    office: &Office,
    ticket_id: TicketId,
    /// What engineering has to know.
    #[param(example = "The firmware does not start.", len = 3..=500)]
    reason: String,
) -> Answer<Ticket> {
    change(office, &ticket_id, |ticket| {
        ticket.row.desk = Desk::Engineering;
        ticket.posts.push(Post {
            public: false,
            text: reason,
        });
    })
}

/// Merge a support ticket into another, which closes the first.
#[tool(
    destructive,
    when = "two tickets are about one and the same problem",
    instead(close_ticket = "where nothing else is left to do"),
    returns = "the ticket that is left",
    scope = "tickets:delete"
)]
pub(crate) fn merge_tickets(
    office: &Office,
    /// Ticket that is closed.
    ticket_id: TicketId,
    /// Ticket that gets its conversation.
    into_ticket_id: TicketId,
) -> Answer<Ticket> {
    if ticket_id == into_ticket_id {
        return Err(OfficeError::SameTwice {
            id: ticket_id.to_string(),
        });
    }
    is_open(&office.tickets.get(&into_ticket_id)?)?;
    let merged = office.tickets.change(&ticket_id, |ticket| {
        is_open(ticket)?;
        ticket.row.state = TicketState::Closed;
        Ok(())
    })?;
    change(office, &into_ticket_id, |ticket| {
        ticket.posts.extend(merged.posts);
    })
}

/// Close a support ticket as answered.
#[tool(
    destructive,
    when = "the customer is content, or does not answer any more",
    instead(merge_tickets = "where another ticket is about the same"),
    returns = "the closed ticket",
    scope = "tickets:delete"
)]
pub(crate) fn close_ticket(office: &Office, ticket_id: TicketId) -> Answer<Ticket> {
    change(office, &ticket_id, |ticket| {
        ticket.row.state = TicketState::Closed;
    })
}

/// Open a closed support ticket again.
#[tool(
    destructive,
    when = "a problem that seemed solved is back",
    instead(create_ticket = "for another problem"),
    returns = "the open ticket",
    scope = "tickets:delete"
)]
pub(crate) fn reopen_ticket(office: &Office, ticket_id: TicketId) -> Answer<Ticket> {
    let ticket = office.tickets.change(&ticket_id, |ticket| {
        let row = &mut ticket.row;
        expect(
            row.state == TicketState::Closed,
            &row.id,
            &row.state,
            "closed",
        )?;
        row.state = TicketState::Open;
        Ok(())
    })?;
    Ok(told("is", ticket))
}

/// Export the support tickets of one month as CSV text.
#[tool(
    read,
    when = "the user wants tickets in a spreadsheet",
    instead(list_tickets = "to look at them here"),
    returns = "a line for each ticket of the month",
    scope = "tickets:read"
)]
pub(crate) fn export_tickets(
    office: &Office,
    /// Month in which they were opened.
    month: Month,
) -> Reply<Csv> {
    let found = office
        .tickets
        .select(|ticket| month.holds(ticket.row.opened_on));
    let line = |Ticket { row, .. }: &Ticket| {
        format!(
            "{};{};{};{};{};{}",
            row.id, row.opened_on, row.customer_id, row.state, row.priority, row.subject
        )
    };
    let lines: Vec<String> = found.iter().map(line).collect();
    let csv = Csv::of(
        "ticket_id;opened_on;customer_id;state;priority;subject",
        &lines,
    );
    Reply::new(format!("{} tickets were opened in {month}.", csv.rows), csv)
}
