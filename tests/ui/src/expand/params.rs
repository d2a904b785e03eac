//! Parameter types.

use mcp_ergo::Param;

/// How urgent it is.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
#[param(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Urgency {
    /// within the hour
    VeryHigh,
    /// some day
    #[param(name = "whenever")]
    Low,
}

/// A kind that displays itself.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
#[param(no_display)]
pub enum Kind {
    /// for a person
    Private,
    /// for a company
    r#Trade,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a kind")
    }
}

/// Amount to be paid.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
#[param(unit = "cents", range = 1..=10_000_000, example = 4500)]
pub struct Cents(pub u64);

/// Words of a text.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
#[param(example = ["hotel"], len = 1..=3)]
pub struct Words(pub Vec<String>);

/// One line of an invoice.
#[derive(Param, Debug, Clone, PartialEq)]
pub struct Line {
    /// What was sold.
    #[param(example = "Espresso beans, 1 kg", len = 1..=200)]
    pub text: String,
    /// How many of it.
    #[param(default = 1, range = 1..=100)]
    pub quantity: u8,
    /// Price of one.
    pub price: Cents,
    /// What is taken off; nothing when left out.
    #[param(range = 0.0..=0.5)]
    pub discount: Option<f64>,
    /// Kind of the thing.
    #[param(name = "type", default = Kind::Private)]
    pub kind: Kind,
}

/// An order of several lines.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(rename_all = "camelCase")]
pub struct Order {
    /// What is ordered.
    #[param(len = 1..=50)]
    pub order_lines: Vec<Line>,
    /// How urgent it is.
    #[param(default = "whenever")]
    pub urgency: Urgency,
    /// Where the rest of the order stands; nowhere when left out.
    pub r#continue: Option<Box<Line>>,
}
