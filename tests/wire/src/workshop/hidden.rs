//! Tools that hold something back: secrets, and what the caller was not granted.

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

/// Who opens the cabinet.
#[derive(Param, Debug)]
pub(crate) struct Keeper {
    /// Name of the keeper.
    #[param(example = "mika")]
    login: String,
    /// Password of the keeper.
    #[param(secret, example = "correct horse", len = 8..=64)]
    password: String,
}

/// What the cabinet holds.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Cabinet {
    /// Whether it is open now.
    open: bool,
}

/// Open the cabinet of toxic glazes.
#[tool(
    write,
    when = "a toxic glaze is needed",
    returns = "whether it is open",
    scope = "cabinet:open"
)]
pub(crate) fn open_cabinet(
    /// PIN of the cabinet.
    #[param(secret, example = "0000", pattern = "^[0-9]{4}$", check = is_known_pin)]
    pin: String,
    /// Keeper who opens it; nobody when left out.
    keeper: Option<Keeper>,
) -> Reply<Cabinet> {
    let who = keeper.map_or_else(
        || "nobody".to_owned(),
        |keeper| {
            let Keeper { login, password } = keeper;
            format!("{login} with a password of {} characters", password.len())
        },
    );
    let open = !pin.is_empty();
    Reply::new(format!("Opened the cabinet for {who}."), Cabinet { open })
}

fn is_known_pin(pin: &str) -> Result<(), &'static str> {
    if pin == "4711" {
        Ok(())
    } else {
        Err("is not the PIN of this cabinet")
    }
}

/// What was ordered.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Order {
    /// Kilograms of clay.
    kilograms: u32,
}

/// Order clay from the pit.
#[tool(
    write,
    when = "the clay runs out",
    returns = "the order",
    scope = "clay:order"
)]
pub(crate) fn order_clay(
    /// How much to order.
    #[param(unit = "kilograms", example = 20, range = 1..=500)]
    kilograms: u32,
) -> Reply<Order> {
    Reply::new(format!("Ordered {kilograms} kg."), Order { kilograms })
}

/// Batch of clay.
#[derive(Param, Debug)]
#[param(example = "clay_7", from = order_clay)]
pub(crate) struct ClayId(String);

/// What is left of a batch.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Stock {
    /// Kilograms that are left.
    kilograms: u32,
}

/// Check how much clay is left of one batch.
#[tool(
    read,
    when = "the user asks for clay",
    instead(order_clay = "to get more of it"),
    after(order_clay),
    returns = "the kilograms that are left",
    scope = "clay:read"
)]
pub(crate) fn check_clay(
    /// Batch to look at; the youngest when left out.
    clay_id: Option<ClayId>,
) -> Reply<Stock> {
    let batch = clay_id.map_or_else(|| "the youngest batch".to_owned(), |id| id.to_string());
    Reply::new(format!("2 kg are left of {batch}."), Stock { kilograms: 2 })
        .next(order_clay::call(20), "to get more")
}
