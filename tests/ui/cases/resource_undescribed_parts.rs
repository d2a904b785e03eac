use mcp_ergo::prelude::*;

#[resource("catalog://prices/current", mime = "text/plain")]
fn current_prices() -> String {
    String::new()
}

#[resource("catalog://rates/current")]
fn current_rates() -> String {
    String::new()
}

///
#[resource("catalog://hours/current", mime = "text/plain")]
fn current_hours() -> String {
    String::new()
}

/// Sends the reminders of today.
#[resource("catalog://reminders", mime = "text/plain")]
fn reminders_of_today() -> String {
    String::new()
}

/// What is charged by the hour.
#[resource(
    "catalog://charges",
    mime = "text/plain",
    name = "send_charges",
    allow(resource_acts = "the verb is the name of the form")
)]
fn charges() -> String {
    String::new()
}

fn main() {}
