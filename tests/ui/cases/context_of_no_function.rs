use mcp_ergo::prelude::*;

/// Current prices.
#[resource("catalog://prices", mime = "text/plain")]
struct Prices;

struct Store;

impl Store {
    /// Current rates.
    #[resource("catalog://rates", mime = "text/plain")]
    fn rates(&self) -> String {
        String::new()
    }

    /// Greet someone.
    #[prompt]
    fn greet(&self) -> Prompt {
        Prompt::user("Hello.")
    }
}

/// Current hours.
#[resource("catalog://hours", mime = "text/plain")]
fn hours<T: ToString>(of: &T) -> String {
    of.to_string()
}

fn main() {}
