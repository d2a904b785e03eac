use mcp_ergo::prelude::*;

/// Write a reminder for an unpaid invoice.
#[prompt]
fn chase_payment(tone: String) -> Prompt {
    Prompt::user(format!("Write a {tone} reminder."))
}

fn main() {}
