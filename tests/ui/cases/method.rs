use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

struct Books;

impl Books {
    /// Get one invoice with its line items.
    #[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
    fn get_invoice(&self, id: InvoiceId) -> Reply<Invoice> {
        let _ = (self, id);
        answer()
    }
}

fn main() {}
