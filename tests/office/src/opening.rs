//! What a model is told before its first call.

use mcp_ergo::Hello;

use crate::deployments::list_deployments;
use crate::incidents::list_incidents;
use crate::invoices::list_invoices;
use crate::store::Office;
use crate::store::deployments::DeploymentState;
use crate::store::incidents::IncidentState;
use crate::store::invoices::{Invoice, InvoiceState};
use crate::store::seed::today;
use crate::store::tickets::{Priority, TicketState};
use crate::tickets::list_tickets;

/// The rules, and what today asks for.
pub(crate) fn hello() -> Hello {
    Hello::new()
        .rule(format!("Today is {}, and times are local", today()))
        .rule("Ids come from searches and lists: never make one up")
        .rule("Amounts are whole cents")
        .rule("What is sent to customers cannot be called back: show it to the user before")
        .rule("A ticket is what a customer asks, an incident is what breaks for many, an issue is what a developer mends")
        .count("open incidents", open_incidents)
        .count("deployments that wait", |office: &Office| {
            office.deployments.count(|it| it.state == DeploymentState::Waiting)
        })
        .count("urgent tickets", urgent_tickets)
        .count("overdue invoices", |office: &Office| office.invoices.count(is_overdue))
        .branch("an incident is open", "to see what is broken", |office: &Office| {
            (open_incidents(office) > 0).then(|| list_incidents::call().state(IncidentState::Open))
        })
        .branch("a ticket is urgent", "to see who waits", |office: &Office| {
            (urgent_tickets(office) > 0).then(|| {
                list_tickets::call().state(TicketState::Open).priority(Priority::Urgent)
            })
        })
        .branch("an invoice is overdue", "to see who is late", |office: &Office| {
            (office.invoices.count(is_overdue) > 0)
                .then(|| list_invoices::call().state(InvoiceState::Sent).due_before(today()))
        })
        .branch("nothing is open or late", "to see what was released last", |_: &Office| {
            Some(list_deployments::call())
        })
}

fn open_incidents(office: &Office) -> u64 {
    office.incidents.count(|it| it.state == IncidentState::Open)
}

fn urgent_tickets(office: &Office) -> u64 {
    office
        .tickets
        .count(|it| it.row.state == TicketState::Open && it.row.priority == Priority::Urgent)
}

fn is_overdue(invoice: &Invoice) -> bool {
    invoice.state == InvoiceState::Sent && invoice.due_on < today()
}
