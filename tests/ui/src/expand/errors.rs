//! Errors in every form that thiserror knows.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use mcp_ergo::ToolError;

use crate::{InvoiceId, LedgerError, get_invoice, search_invoices};

/// Every form of a message.
#[derive(Debug, thiserror::Error, ToolError)]
#[non_exhaustive]
pub enum Forms {
    /// By index.
    #[error("no invoice {0}")]
    #[tool_error(fix, hint = "find it first", next = search_invoices, candidates = 1)]
    Index(InvoiceId, Vec<InvoiceId>),
    /// By field access.
    #[error("no invoice {}", .0)]
    #[tool_error(fix, hint = "look at {0} first", next = get_invoice(0))]
    Access(InvoiceId),
    /// By name, with a format of its own.
    #[error("no invoice {type:>4}")]
    #[tool_error(stop, hint = "tell the user about {type}")]
    Raw {
        /// Kind of the invoice.
        r#type: String,
    },
    /// By an expression.
    #[error("{n} of them, such as {}", .ids[0], n = .ids.len())]
    #[tool_error(fix, hint = "send one of them", candidates = ids)]
    Named {
        /// What there is.
        ids: Vec<String>,
    },
    /// By a function.
    #[error(fmt = late)]
    #[tool_error(retry, after = delay, hint = "wait for {delay:?}")]
    Function {
        /// How long it takes.
        delay: Duration,
    },
    /// Braces that are none.
    #[error("write {{{{id}}}} for {id}")]
    #[tool_error(fix, hint = "write {{id}}")]
    Braces {
        /// As it was given.
        id: u8,
    },
    /// From another error that teaches.
    #[error(transparent)]
    #[tool_error(transparent)]
    Inner(#[from] LedgerError),
    /// From one that does not.
    #[error(transparent)]
    #[tool_error(internal)]
    Storage(#[from] std::io::Error),
    /// With a source that is logged alone.
    #[error("the file cannot be read")]
    #[tool_error(internal)]
    File {
        /// Why.
        source: fmt::Error,
    },
    /// Nothing to show.
    #[error("the ledger is locked by another writer")]
    #[tool_error(retry, after = "500ms", hint = "send the same call again")]
    Locked,
}

fn late(delay: &Duration, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "it opens in {} s", delay.as_secs())
}

/// A struct.
#[derive(Debug, thiserror::Error, ToolError)]
#[error("no customer {id}")]
#[tool_error(fix, hint = "find the customer first")]
pub struct NoCustomer {
    /// As it was given.
    pub id: String,
}

/// A tuple.
#[derive(Debug, thiserror::Error, ToolError)]
#[error("no payment {0}")]
#[tool_error(fix, hint = "find the payment first")]
pub struct NoPayment(pub u64);

/// A unit.
#[derive(Debug, thiserror::Error, ToolError)]
#[error("the ledger is closed")]
#[tool_error(stop, hint = "tell the user")]
pub struct Closed;

/// Generic.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum Outer<'a, T, const N: usize>
where
    T: Display + Send + Sync,
{
    /// A value of some type.
    #[error("{value} is not one of {N}")]
    #[tool_error(fix, hint = "send another")]
    Value {
        /// As it was given.
        value: T,
    },
    /// A borrowed word.
    #[error("{0} is not a word")]
    #[tool_error(fix, hint = "send a word")]
    Word(&'a str),
}

/// One that cannot happen.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum Never {}
