//! Tools that break rules of the catalog, for `--tour --broken`. Each compiles, since each is right
//! by itself; together they are refused at boot.

use std::collections::BTreeMap;

use mcp_ergo::prelude::*;

use crate::invoices::InvoiceId;
use crate::store::Ledger;

/// State that the server is never given.
#[derive(Debug)]
pub struct Archive;

/// An answer whose field hides the sentence that every answer begins with.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Report {
    /// What the report says.
    outcome: String,
}

/// An answer with keys that no schema can name.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Sums {
    /// Sum by customer id, in cents.
    by_customer: BTreeMap<String, i64>,
}

/// The tools. In a function body they join no server by themselves.
pub fn tools() -> Vec<mcp_ergo::Tool> {
    /// Get one invoice from the archive.
    #[tool(
        read,
        name = "get_invoice",
        when = "an invoice is older than ten years",
        returns = "the archived invoice"
    )]
    fn get_archived_invoice(_archive: &Archive, invoice_id: InvoiceId) -> Reply<Report> {
        Reply::new(
            "Found it.",
            Report {
                outcome: invoice_id.to_string(),
            },
        )
    }

    /// Sum up the invoices of one year.
    #[tool(
        read,
        when = "the user asks how a year went; use serch_invoices for a list",
        returns = "the sums by customer"
    )]
    fn sum_year(_ledger: &Ledger) -> Reply<Sums> {
        Reply::new(
            "Summed up the year.",
            Sums {
                by_customer: BTreeMap::new(),
            },
        )
    }

    vec![get_archived_invoice::tool(), sum_year::tool()]
}
