use mcp_ergo::prelude::*;
use ui_tests::InvoiceId;

/// Where to send it.
#[derive(Param)]
struct Address {
    /// Street with its number.
    #[param(example = "Long Lane 7")]
    street: String,
}

/// Tone.
#[derive(Param)]
struct Undescribed(#[allow(dead_code)] u32);

#[derive(Param)]
struct Bare(#[allow(dead_code)] u32);

/// Chase several invoices.
#[prompt]
fn chase_invoices(
    /// Invoices to chase.
    ids: Vec<InvoiceId>,
    /// Where to send it.
    address: Address,
) -> Prompt {
    let _ = (ids, address);
    Prompt::user("Chase them.")
}

/// Chase one invoice.
#[prompt]
fn chase_invoice(described: Undescribed, bare: Bare) -> Prompt {
    let _ = (described, bare);
    Prompt::user("Chase it.")
}

#[prompt]
fn chase_all() -> Prompt {
    Prompt::user("Chase all.")
}

fn main() {}
