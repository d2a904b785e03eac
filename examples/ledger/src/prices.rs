//! Prices: what things cost.

use mcp_ergo::prelude::*;

use crate::store::{Ledger, Price, StoreError};

/// The price list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct PriceList {
    /// By description.
    pub prices: Vec<Price>,
}

/// Price of everything that was ever sold, in cents, as it was charged last.
#[resource(
    "ledger://prices/current",
    mime = "application/json",
    scope = "invoices:read",
    audience = "assistant"
)]
pub fn current_prices(ledger: &Ledger) -> Result<Json<PriceList>, StoreError> {
    let prices = ledger.current_prices()?;
    Ok(Json(PriceList { prices }))
}
