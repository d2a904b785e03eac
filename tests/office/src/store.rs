//! What the office holds, in memory and the same on every start.

pub(crate) mod calendar;
pub(crate) mod customers;
pub(crate) mod deployments;
pub(crate) mod documents;
pub(crate) mod error;
pub(crate) mod incidents;
pub(crate) mod invoices;
pub(crate) mod mail;
pub(crate) mod metrics;
pub(crate) mod people;
pub(crate) mod prose;
pub(crate) mod repositories;
pub(crate) mod seed;
mod table;
pub(crate) mod tickets;
pub(crate) mod warehouse;

use mcp_ergo::prelude::*;

pub(crate) use error::{OfficeError, at_most, expect, in_order};
pub(crate) use table::{Row, Table, id_at, row};

/// What a tool answers with.
pub(crate) type Answer<T> = Result<Reply<T>, OfficeError>;

/// Everything that the tools share, a table an object.
#[derive(Debug)]
pub(crate) struct Office {
    pub(crate) alerts: Table<metrics::Alert>,
    pub(crate) customers: Table<customers::Customer>,
    pub(crate) dashboards: Table<metrics::Dashboard>,
    pub(crate) deployments: Table<deployments::Deployment>,
    pub(crate) documents: Table<documents::Document>,
    pub(crate) events: Table<calendar::Event>,
    pub(crate) expenses: Table<people::Expense>,
    pub(crate) flags: Table<deployments::Flag>,
    pub(crate) incidents: Table<incidents::Incident>,
    pub(crate) invoices: Table<invoices::Invoice>,
    pub(crate) leave: Table<people::Leave>,
    pub(crate) messages: Table<mail::Message>,
    pub(crate) metrics: Table<metrics::Metric>,
    pub(crate) parts: Table<warehouse::Part>,
    pub(crate) payments: Table<invoices::Payment>,
    pub(crate) people: Table<people::Person>,
    pub(crate) pull_requests: Table<repositories::PullRequest>,
    pub(crate) purchase_orders: Table<warehouse::PurchaseOrder>,
    pub(crate) repositories: Table<repositories::Repository>,
    pub(crate) rooms: Table<calendar::Room>,
    pub(crate) services: Table<deployments::Service>,
    pub(crate) shifts: Table<incidents::Shift>,
    pub(crate) shipments: Table<warehouse::Shipment>,
    pub(crate) tickets: Table<tickets::Ticket>,
}

impl Office {
    pub(crate) fn seeded() -> Self {
        Self {
            alerts: metrics::alerts(),
            customers: customers::customers(),
            dashboards: metrics::dashboards(),
            deployments: deployments::deployments(),
            documents: documents::documents(),
            events: calendar::events(),
            expenses: people::expenses(),
            flags: deployments::flags(),
            incidents: incidents::incidents(),
            invoices: invoices::invoices(),
            leave: people::leave(),
            messages: mail::messages(),
            metrics: metrics::metrics(),
            parts: warehouse::parts(),
            payments: invoices::payments(),
            people: people::people(),
            pull_requests: repositories::pull_requests(),
            purchase_orders: warehouse::purchase_orders(),
            repositories: repositories::repositories(),
            rooms: calendar::rooms(),
            services: deployments::services(),
            shifts: incidents::shifts(),
            shipments: warehouse::shipments(),
            tickets: tickets::tickets(),
        }
    }
}

/// Words to find; all of them have to be there.
#[derive(Param, Debug, Clone)]
#[param(example = "pump seal", len = 1..=80)]
pub(crate) struct Query(pub(crate) String);

/// Most items to return.
#[derive(Param, Debug, Clone, Copy)]
#[param(range = 1..=1000)]
pub(crate) struct Limit(pub(crate) u32);

/// Month of a year.
#[derive(Param, Debug, Clone)]
#[param(example = "2026-08", pattern = "^20[0-9]{2}-(0[1-9]|1[0-2])$")]
pub(crate) struct Month(pub(crate) String);

impl Month {
    pub(crate) fn holds(&self, day: chrono::NaiveDate) -> bool {
        day.format("%Y-%m").to_string() == self.0
    }
}

/// Place of work.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Site {
    /// offices of the town
    HeadOffice,
    /// works where meters are built
    NorthWorks,
    /// works where meters are repaired
    SouthWorks,
}

impl Site {
    pub(crate) const ALL: [Self; 3] = [Self::HeadOffice, Self::NorthWorks, Self::SouthWorks];
}

/// Text of rows, a line each, for another program to read.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Csv {
    /// How many rows there are below the head.
    pub(crate) rows: usize,
    /// The rows with their head, separated by semicolons.
    pub(crate) text: String,
}

impl Csv {
    pub(crate) fn of(head: &str, rows: &[String]) -> Self {
        Self {
            rows: rows.len(),
            text: format!("{head}\n{}", rows.join("\n")),
        }
    }
}

/// Whether a filter lets a value through; one that was left out keeps everything.
pub(crate) fn keeps<T: PartialEq>(wanted: Option<&T>, value: &T) -> bool {
    wanted.is_none_or(|wanted| wanted == value)
}

/// A list cut to `limit`, with how many there are of it.
pub(crate) fn listed<T>(mut found: Vec<T>, limit: Limit, noun: &str) -> Reply<Page<T>> {
    let total = found.len();
    found.truncate(limit.0 as usize);
    let counted = match (total, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{total} {stem}ies"),
        _ if noun.ends_with("ch") => format!("{total} {noun}es"),
        _ => format!("{total} {noun}s"),
    };
    let cut = match found.len() {
        shown if shown < total => format!("; the first {shown} are here"),
        _ => String::new(),
    };
    Reply::new(format!("{counted}{cut}."), Page::new(found, total as u64))
}
