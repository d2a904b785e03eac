use mcp_ergo::prelude::*;
use ui_tests::InvoiceId;

/// One invoice.
#[resource("catalog://invoices/{id}", mime = "text/plain")]
fn invoice(invoice_id: InvoiceId) -> String {
    invoice_id.to_string()
}

/// One invoice, or the newest.
#[resource("catalog://newest/{invoice_id}", mime = "text/plain")]
fn newest_invoice(invoice_id: Option<InvoiceId>) -> String {
    invoice_id.map_or_else(String::new, |id| id.to_string())
}

/// One page.
#[resource("catalog://pages/{page}", mime = "text/plain")]
fn page(#[param(default = 1)] page: u32) -> String {
    page.to_string()
}

/// Several invoices.
#[resource("catalog://several/{ids}", mime = "text/plain")]
fn several_invoices(ids: Vec<InvoiceId>) -> String {
    ids.len().to_string()
}

fn main() {
    // The type beside it is there all the same.
    let _ = invoice::uri;
}
