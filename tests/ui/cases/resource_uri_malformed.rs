use mcp_ergo::prelude::*;

/// Current prices.
#[resource("prices", mime = "text/plain")]
fn without_scheme() -> String {
    String::new()
}

/// Current prices.
#[resource("catalog://price list", mime = "text/plain")]
fn with_space() -> String {
    String::new()
}

/// Files of one folder.
#[resource("files://{+path}", mime = "text/plain")]
fn files_in(path: String) -> String {
    path
}

/// Sales of a time.
#[resource("sales://{from}{to}", mime = "text/plain")]
fn sales(from: String, to: String) -> String {
    from + &to
}

/// Sales of one day.
#[resource("sales://{day}/{day}", mime = "text/plain")]
fn sales_of_day(day: String) -> String {
    day
}

/// Sales of one week.
#[resource("sales://{week", mime = "text/plain")]
fn sales_of_week(week: String) -> String {
    week
}

#[resource]
/// Sales.
fn without_uri() -> String {
    String::new()
}

/// Sales.
#[resource(uri = "sales://all", mime = "text/plain")]
fn with_key() -> String {
    String::new()
}

/// Sales.
#[resource("sales://some" mime = "text/plain")]
fn without_comma() -> String {
    String::new()
}

fn main() {}
