use mcp_ergo::prelude::*;

/// Where to send it.
#[derive(Param)]
struct Address(String, String);

/// Nothing.
#[derive(Param)]
struct Nothing;

/// Nothing either.
#[derive(Param)]
struct Empty {}

/// What to look for.
#[derive(Param)]
enum Filter {
    /// by customer
    Customer(String),
    /// by date
    Date { from: String },
}

/// No value at all.
#[derive(Param)]
enum Never {}

/// Anything.
#[derive(Param)]
struct Wrapper<T> {
    /// What is inside.
    inner: T,
}

/// So many letters.
#[derive(Param)]
struct Letters<const N: usize>(String);

/// A word that is lent.
#[derive(Param)]
struct Lent<'a>(&'a str);

/// Bits.
#[derive(Param)]
union Bits {
    int: u32,
    float: f32,
}

fn main() {}
