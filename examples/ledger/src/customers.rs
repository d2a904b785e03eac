//! Customers: who gets invoices.

use mcp_ergo::prelude::*;

use crate::count;
use crate::invoices::search_invoices;
use crate::store::{Customer, Ledger, StoreError};

/// Customer id.
#[derive(Param, Debug, Clone)]
#[param(
    example = "cus_7Q2M4X",
    pattern = "^cus_[0-9A-Z]+$",
    from = search_customers,
    complete = Ledger::customer_ids
)]
pub struct CustomerId(pub String);

/// Find customers by a part of their name.
#[tool(
    read,
    when = "the user names a customer whose id is not known",
    instead(search_invoices = "for what a customer owes"),
    returns = "customers by name, with id and city",
    scope = "customers:read"
)]
pub fn search_customers(
    ledger: &Ledger,
    /// Part of the name, in either case.
    #[param(example = "hotel", len = 1..=80)]
    name: String,
    /// Most customers to return.
    #[param(default = 10, range = 1..=50)]
    limit: u32,
) -> Result<Reply<Page<Customer>>, StoreError> {
    let (customers, total) = ledger.search_customers(&name, limit)?;
    let only = match customers.as_slice() {
        [only] => Some(CustomerId(only.id.clone())),
        _ => None,
    };
    let sentence = format!(
        "Found {} with '{name}' in the name.",
        count(total, "customer")
    );
    Ok(
        Reply::new(sentence, Page::new(customers, total.into())).next_if(
            only,
            |id| search_invoices::call().customer_id(id),
            "to see the invoices",
        ),
    )
}
