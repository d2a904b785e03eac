//! Why the office did not do what it was asked.

use chrono::NaiveDate;
use mcp_ergo::ToolError;

use super::calendar::{EventId, RoomId};
use super::customers::CustomerId;
use super::deployments::{DeploymentId, FeatureFlag, ServiceId};
use super::documents::DocumentId;
use super::incidents::{IncidentId, ShiftId};
use super::invoices::{InvoiceId, PaymentId};
use super::mail::{MessageId, ThreadId};
use super::metrics::{AlertId, DashboardId, MetricId};
use super::people::{ExpenseId, LeaveId, PersonId};
use super::repositories::{BranchName, PullRequestId, RepositoryId};
use super::tickets::TicketId;
use super::warehouse::{PartId, PurchaseOrderId, ShipmentId};
use crate::customers::list_customers;
use crate::deployments::list_deployments;
use crate::incidents::{list_incidents, list_on_call_shifts};
use crate::invoices::{list_invoices, list_payments};
use crate::metrics::{list_alerts, list_dashboards};
use crate::people::list_people;
use crate::repositories::{list_branches, list_pull_requests, list_repositories};
use crate::tickets::list_tickets;
use crate::warehouse::{list_purchase_orders, list_stock};

/// Why a call changed nothing and found nothing.
#[derive(Debug, thiserror::Error, ToolError)]
pub(crate) enum OfficeError {
    #[error("no event with id '{id}'; ids look like 'ev_101'")]
    #[tool_error(fix, hint = "find the id with search_events", candidates = near)]
    NoSuchEvent { id: EventId, near: Vec<EventId> },

    #[error("no meeting room with id '{id}'; ids look like 'room_101'")]
    #[tool_error(fix, hint = "find the id with search_rooms", candidates = near)]
    NoSuchRoom { id: RoomId, near: Vec<RoomId> },

    #[error("room '{id}' is taken at that time by event '{event_id}'")]
    #[tool_error(fix, hint = "find another with search_rooms")]
    RoomTaken { id: RoomId, event_id: EventId },

    #[error("no mail with id '{id}'; ids look like 'msg_101'")]
    #[tool_error(fix, hint = "find the id with search_messages", candidates = near)]
    NoSuchMessage { id: MessageId, near: Vec<MessageId> },

    #[error("no conversation with id '{id}'; ids look like 'thr_101'")]
    #[tool_error(fix, hint = "find the id with search_messages", candidates = near)]
    NoSuchThread { id: ThreadId, near: Vec<ThreadId> },

    #[error("no support ticket with id '{id}'; ids look like 'tic_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_tickets, candidates = near)]
    NoSuchTicket { id: TicketId, near: Vec<TicketId> },

    #[error("no colleague with id '{id}'; ids look like 'per_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_people, candidates = near)]
    NoSuchPerson { id: PersonId, near: Vec<PersonId> },

    #[error("no request for leave with id '{id}'; ids look like 'lea_101'")]
    #[tool_error(fix, hint = "find the id with list_leave", candidates = near)]
    NoSuchLeave { id: LeaveId, near: Vec<LeaveId> },

    #[error("no expense claim with id '{id}'; ids look like 'exp_101'")]
    #[tool_error(fix, hint = "ask the user for the id on the claim", candidates = near)]
    NoSuchExpense { id: ExpenseId, near: Vec<ExpenseId> },

    #[error("no repository '{id}'; one is called 'flow-firmware'")]
    #[tool_error(fix, hint = "find its name first", next = list_repositories, candidates = near)]
    NoSuchRepository {
        id: RepositoryId,
        near: Vec<RepositoryId>,
    },

    #[error("no branch '{branch}' in repository '{repository}'")]
    #[tool_error(
        fix,
        hint = "send one that is there",
        next = list_branches(repository),
        candidates = near
    )]
    NoSuchBranch {
        repository: RepositoryId,
        branch: BranchName,
        near: Vec<BranchName>,
    },

    #[error("repository '{repository}' has a branch '{branch}' already")]
    #[tool_error(fix, hint = "send another name for the new branch")]
    BranchTaken {
        repository: RepositoryId,
        branch: BranchName,
    },

    #[error("no file '{path}' in repository '{repository}'")]
    #[tool_error(fix, hint = "find it with search_code", candidates = near)]
    NoSuchFile {
        repository: RepositoryId,
        path: String,
        near: Vec<String>,
    },

    #[error("no pull request with id '{id}'; ids look like 'pr_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_pull_requests, candidates = near)]
    NoSuchPullRequest {
        id: PullRequestId,
        near: Vec<PullRequestId>,
    },

    #[error("no service '{id}' there; one is called 'billing-api'")]
    #[tool_error(fix, hint = "find its name with list_services", candidates = near)]
    NoSuchService { id: ServiceId, near: Vec<ServiceId> },

    #[error("no feature flag '{id}'; one is called 'new-checkout'")]
    #[tool_error(fix, hint = "ask the user for the flag's name", candidates = near)]
    NoSuchFlag {
        id: FeatureFlag,
        near: Vec<FeatureFlag>,
    },

    #[error("no deployment with id '{id}'; ids look like 'dep_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_deployments, candidates = near)]
    NoSuchDeployment {
        id: DeploymentId,
        near: Vec<DeploymentId>,
    },

    #[error("no incident with id '{id}'; ids look like 'inc_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_incidents, candidates = near)]
    NoSuchIncident {
        id: IncidentId,
        near: Vec<IncidentId>,
    },

    #[error("no on-call shift with id '{id}'; ids look like 'shift_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_on_call_shifts, candidates = near)]
    NoSuchShift { id: ShiftId, near: Vec<ShiftId> },

    #[error("nobody is on call for service '{service}' today")]
    #[tool_error(stop, hint = "tell the user to telephone the head of the team")]
    NobodyOnCall { service: ServiceId },

    #[error("no invoice with id '{id}'; ids look like 'inv_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_invoices, candidates = near)]
    NoSuchInvoice { id: InvoiceId, near: Vec<InvoiceId> },

    #[error("no payment with id '{id}'; ids look like 'pay_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_payments, candidates = near)]
    NoSuchPayment { id: PaymentId, near: Vec<PaymentId> },

    #[error("no customer with id '{id}'; ids look like 'cus_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_customers, candidates = near)]
    NoSuchCustomer {
        id: CustomerId,
        near: Vec<CustomerId>,
    },

    #[error("no document with id '{id}'; ids look like 'doc_101'")]
    #[tool_error(fix, hint = "find the id with search_documents", candidates = near)]
    NoSuchDocument {
        id: DocumentId,
        near: Vec<DocumentId>,
    },

    #[error("document '{id}' has no version {version}")]
    #[tool_error(fix, hint = "send one that list_document_versions names", candidates = there)]
    NoSuchVersion {
        id: DocumentId,
        version: u32,
        there: Vec<u32>,
    },

    #[error("no spare part with id '{id}'; ids look like 'part_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_stock, candidates = near)]
    NoSuchPart { id: PartId, near: Vec<PartId> },

    #[error("no purchase order with id '{id}'; ids look like 'po_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_purchase_orders, candidates = near)]
    NoSuchPurchaseOrder {
        id: PurchaseOrderId,
        near: Vec<PurchaseOrderId>,
    },

    #[error("no shipment with id '{id}'; ids look like 'shp_101'")]
    #[tool_error(fix, hint = "ask the user for the id on the delivery note", candidates = near)]
    NoSuchShipment {
        id: ShipmentId,
        near: Vec<ShipmentId>,
    },

    #[error("no metric '{id}'; one is called 'orders_per_day'")]
    #[tool_error(fix, hint = "find its name with search_metrics", candidates = near)]
    NoSuchMetric { id: MetricId, near: Vec<MetricId> },

    #[error("no dashboard with id '{id}'; ids look like 'dash_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_dashboards, candidates = near)]
    NoSuchDashboard {
        id: DashboardId,
        near: Vec<DashboardId>,
    },

    #[error("no alert rule with id '{id}'; ids look like 'alert_101'")]
    #[tool_error(fix, hint = "find the id first", next = list_alerts, candidates = near)]
    NoSuchAlert { id: AlertId, near: Vec<AlertId> },

    /// What was named stands at a point where the call has no meaning.
    #[error("{id} is {state}, and this is for what is {wanted}")]
    #[tool_error(
        fix,
        hint = "choose one that is {wanted}, or tell the user how it stands"
    )]
    WrongState {
        id: String,
        state: String,
        wanted: &'static str,
    },

    /// Two people, sites or records that have to differ are one.
    #[error("'{id}' was sent for both sides")]
    #[tool_error(fix, hint = "send two that differ")]
    SameTwice { id: String },

    #[error("{name} ({sent}) is over {most}")]
    #[tool_error(fix, hint = "send at most {most}")]
    TooMuch {
        name: &'static str,
        sent: i64,
        most: i64,
    },

    #[error("the last day ({last_day}) is before the first ({first_day})")]
    #[tool_error(fix, hint = "send a last day that is not before {first_day}")]
    DaysReversed {
        first_day: NaiveDate,
        last_day: NaiveDate,
    },
}

/// # Errors
///
/// Where the last day is before the first.
pub(crate) fn in_order(first_day: NaiveDate, last_day: NaiveDate) -> Result<(), OfficeError> {
    if last_day < first_day {
        return Err(OfficeError::DaysReversed {
            first_day,
            last_day,
        });
    }
    Ok(())
}

/// # Errors
///
/// Where what was named is not as the call wants it.
pub(crate) fn expect(
    holds: bool,
    id: &impl ToString,
    state: &impl ToString,
    wanted: &'static str,
) -> Result<(), OfficeError> {
    if holds {
        return Ok(());
    }
    Err(OfficeError::WrongState {
        id: id.to_string(),
        state: state.to_string(),
        wanted,
    })
}

/// # Errors
///
/// Where a number is over what is there.
pub(crate) fn at_most(name: &'static str, sent: i64, most: i64) -> Result<(), OfficeError> {
    if sent > most {
        return Err(OfficeError::TooMuch { name, sent, most });
    }
    Ok(())
}
