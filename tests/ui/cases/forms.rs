use mcp_ergo::prelude::*;
use mcp_ergo::Unanswered;

/// Where an order goes.
#[derive(Param)]
enum Place {
    /// the shop
    Shop,
    /// a house
    House,
}

/// An address.
#[derive(Param)]
struct Address {
    /// Street and number.
    #[param(example = "Main Street 1")]
    street: String,
}

/// What holds more than a form can.
#[derive(Param)]
struct Delivery {
    /// Where it goes.
    to: Address,
}

/// What holds a list that nobody can choose from.
#[derive(Param)]
struct Tags {
    /// Words on the parcel.
    #[param(example = ["fragile"])]
    words: Vec<String>,
}

async fn ask(call: &Call) -> Result<(), Unanswered> {
    call.elicit::<Place>("Where to?").await?;
    call.elicit::<Delivery>("Where to?").await?;
    call.elicit::<Tags>("Which words?").await?;
    Ok(())
}

fn main() {
    let _ = ask;
}
