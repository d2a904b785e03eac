use mcp_ergo::prelude::*;

/// Get one invoice with its line items.
#[tool(read, when = "the id is known")]
struct GetInvoice;

fn main() {}
