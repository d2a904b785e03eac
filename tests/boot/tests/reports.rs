//! Every report of boot, whole, as a user reads it. A report that changed is read before it is
//! accepted: `BLESS=1 cargo test -p boot-tests` writes what is printed now.

#![allow(
    deprecated,
    reason = "the macros warn through this lint, and one tool here has too long a name"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use mcp_ergo::prelude::*;
use mcp_ergo::rules::{Level, Policy};
use mcp_ergo::{BootError, Builder, Document, Handle, HandleError, Maker};

/// A number, for tools that need to answer something.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Count {
    /// How many there are.
    count: u32,
}

fn count() -> Reply<Count> {
    Reply::new("One.", Count { count: 1 })
}

fn server() -> Builder {
    Server::builder("shop", "1.0.0").purpose("Orders of one shop")
}

/// Compares a refusal with the report that is kept for it.
fn refuses(name: &str, builder: Builder) -> BootError {
    let refusal = builder.boot().expect_err("this catalog cannot be served");
    let report = portable(&refusal.to_string());
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/reports/{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &report).expect("the report is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        report, kept,
        "the report changed: read it, then `BLESS=1 cargo test -p boot-tests` keeps it"
    );
    refusal
}

/// Lines of this file move; the report is about the words.
fn portable(report: &str) -> String {
    let mut text = String::new();
    for line in report.lines() {
        match line.split_once(".rs:") {
            Some((before, after)) if line.trim_start().starts_with("-->") => {
                let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
                let _ = write!(text, "{before}.rs:LINE{after}");
            }
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

#[test]
fn a_server_without_tools() {
    refuses("no_tools", server());
}

#[test]
fn a_module_that_holds_no_tool() {
    refuses("no_such_module", server().tools_in("billing::tools"));
}

#[test]
fn instructions_that_point_nowhere() {
    /// Count the orders.
    #[tool(
        read,
        when = "the user asks how many orders there are",
        returns = "the count"
    )]
    fn count_orders() -> Reply<Count> {
        count()
    }
    let refusal = refuses(
        "no_instructions",
        Server::builder("shop", "1.0.0").tool(count_orders::tool()),
    );
    assert_eq!(refusal.codes().collect::<Vec<_>>(), ["S001"]);
}

#[test]
fn names_state_and_fields_that_clash() {
    struct Orders;

    /// An answer that hides the envelope's own field.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Verdict {
        /// What came of it.
        outcome: String,
    }

    /// Count the orders of a day.
    #[tool(
        read,
        name = "count_orders",
        when = "the user asks for a day",
        returns = "the count"
    )]
    fn count_orders_of_day(_orders: &Orders) -> Reply<Count> {
        count()
    }

    /// Count the orders of a week.
    #[tool(
        read,
        name = "count_orders",
        when = "the user asks for a week",
        returns = "the count"
    )]
    fn count_orders_of_week() -> Reply<Count> {
        count()
    }

    /// Judge the orders of a month.
    #[tool(read, when = "the user asks how a month went", returns = "the verdict")]
    fn judge_orders() -> Reply<Verdict> {
        Reply::new(
            "Fine.",
            Verdict {
                outcome: "fine".into(),
            },
        )
    }

    let refusal = refuses(
        "clashes",
        server()
            .start_with(count_orders_of_day::tool())
            .tool(count_orders_of_day::tool())
            .tool(count_orders_of_week::tool())
            .tool(judge_orders::tool()),
    );
    assert_eq!(refusal.count(), 3);
}

#[test]
fn resources_and_prompts_that_clash() {
    struct Shelf;

    /// Order id.
    #[derive(Param, Debug, Clone)]
    #[param(example = "o_1", from = list_orders, complete = order_ids)]
    struct OrderId(String);

    /// List the orders.
    #[tool(read, when = "an order id is needed", returns = "the orders")]
    fn list_orders() -> Reply<Count> {
        count()
    }

    fn order_ids(_shelf: &Shelf, typed: &str) -> Vec<String> {
        vec![typed.to_owned()]
    }

    /// One order.
    #[resource("shop://orders/{order_id}", mime = "text/plain")]
    fn order(order_id: OrderId) -> String {
        order_id.0
    }

    /// One order, by another name.
    #[resource("shop://orders/{number}", mime = "text/plain", name = "order")]
    fn order_by_number(#[param(range = 1..=0, secret)] number: u32) -> String {
        number.to_string()
    }

    /// Thank for one order.
    #[prompt]
    fn thank(_shelf: &Shelf, order_id: OrderId) -> Prompt {
        Prompt::user(order_id.0)
    }

    /// Thank for all orders.
    #[prompt(name = "thank")]
    fn thank_for_all() -> Prompt {
        Prompt::user("Thank you.")
    }

    /// Count the orders.
    #[tool(read, when = "the user asks how many there are", returns = "the count")]
    fn count_orders() -> Reply<Count> {
        count()
    }

    refuses(
        "context",
        server()
            .start_with(count_orders::tool())
            .tool(count_orders::tool())
            .resource(order::resource())
            .resource(order::resource())
            .resource(order_by_number::resource())
            .prompt(thank::prompt())
            .prompt(thank_for_all::prompt()),
    );
}

#[test]
fn what_context_is_granted_is_known() {
    /// The price list.
    #[resource("shop://prices", mime = "text/plain", scope = "prices:read")]
    fn prices() -> String {
        String::new()
    }

    /// Greet a customer.
    #[prompt(scope = "greetings:read")]
    fn greet() -> Prompt {
        Prompt::user("Hello.")
    }

    /// Count the orders.
    #[tool(read, when = "the user asks how many there are", returns = "the count")]
    fn count_orders() -> Reply<Count> {
        count()
    }

    let server = || {
        server()
            .start_with(count_orders::tool())
            .tool(count_orders::tool())
            .resource(prices::resource())
            .prompt(greet::prompt())
    };
    let granted = server().grant("prices:read").grant("greetings:*").boot();
    assert!(granted.is_ok(), "{granted:?}");
    refuses("context_grants", server().grant("price:read"));
}

#[test]
fn references_to_what_is_not_served() {
    /// Order id.
    #[derive(Param, Debug, Clone)]
    #[param(example = "o_1", from = list_orders)]
    struct OrderId(String);

    /// List the orders.
    #[tool(read, when = "an order id is needed", returns = "the orders")]
    fn list_orders() -> Reply<Count> {
        count()
    }

    /// Get one order.
    #[tool(
        read,
        when = "an order id is known",
        instead(list_orders = "to find the id"),
        returns = "the order"
    )]
    fn get_order(order_id: OrderId) -> Reply<Count> {
        drop(order_id);
        count()
    }

    /// Cancel one order for good.
    #[tool(
        destructive,
        when = "the user cancels",
        after(list_orders),
        returns = "the order",
        scope = "orders:cancel"
    )]
    fn cancel_order(order_id: OrderId) -> Reply<Count> {
        drop(order_id);
        count()
    }

    refuses(
        "dangling",
        server()
            .start_with(get_order::tool())
            .tool(get_order::tool())
            .tool(cancel_order::tool())
            .start_with(cancel_order::tool())
            .grant("orders:cancle"),
    );
    refuses(
        "starts_elsewhere",
        server()
            .start_with(list_orders::tool())
            .tool(list_orders::tool())
            .start_with(get_order::tool()),
    );
}

#[test]
fn answers_outside_the_dialect() {
    #[derive(serde::Serialize, schemars::JsonSchema)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "only the schema is read")]
    enum Payment {
        Cash { cents: u32 },
        Card { last_digits: String },
    }

    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Category {
        /// Categories below.
        below: Vec<Category>,
    }

    /// Everything that no client reads the same way.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Everything {
        /// Counts by customer.
        by_customer: BTreeMap<String, u32>,
        /// Least and most.
        span: (u32, u32),
        /// Anything.
        extra: serde_json::Value,
        /// How it was paid.
        payment: Option<Payment>,
        /// The whole tree.
        tree: Vec<Category>,
    }

    /// Show one order with every kind of value.
    #[tool(read, when = "the user wants it all", returns = "everything")]
    fn show_order() -> Result<Reply<Everything>, Never> {
        Err(Never)
    }

    /// List the numbers.
    #[tool(read, when = "the user counts orders", returns = "the numbers")]
    fn list_numbers() -> Reply<Vec<u32>> {
        Reply::new("None.", Vec::new())
    }

    #[derive(Debug, ToolError)]
    #[tool_error(stop, hint = "tell the user")]
    struct Never;

    impl std::fmt::Display for Never {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("it never works")
        }
    }

    let refusal = refuses(
        "outputs",
        server()
            .start_with(show_order::tool())
            .tool(show_order::tool())
            .tool(list_numbers::tool()),
    );
    assert_eq!(refusal.count(), 6);
}

#[test]
fn examples_and_defaults_that_would_be_refused() {
    struct Shelf(Vec<&'static str>);

    impl Shelf {
        fn names(&self) -> Vec<&'static str> {
            self.0.clone()
        }
    }

    /// Order id.
    #[derive(Param, Debug, Clone)]
    #[param(example = "17", pattern = "^o_[0-9]+$", from = user("printed on the receipt"))]
    struct OrderId(String);

    /// Find orders on a shelf.
    #[tool(read, when = "the user looks for an order", returns = "the count")]
    fn find_orders(
        _shelf: &Shelf,
        order_id: OrderId,
        /// Shelf to look on.
        #[param(options = Shelf::names)]
        shelf: String,
        /// Most orders to return.
        #[param(default = 100, range = 1..=50)]
        limit: u32,
        /// Day to look at.
        #[param(default = "yesterday", format = "date")]
        day: String,
    ) -> Reply<Count> {
        drop((order_id, shelf, limit, day));
        count()
    }

    refuses(
        "examples",
        server()
            .start_with(find_orders::tool())
            .tool(find_orders::tool())
            .state(Shelf(Vec::new())),
    );
}

#[test]
fn texts_and_names_that_grow_too_long_once_rendered() {
    /// Recount every order that a customer of the shop ever placed, in the shop or by post.
    #[tool(
        read,
        when = "the user doubts a count that another tool returned, or asks for one that has to be right",
        returns = "the count of all orders, of those paid, and of those sent back"
    )]
    fn recount_orders_with_every_customer_ever_seen_by_shop() -> Reply<Count> {
        count()
    }

    /// Count the orders.
    #[tool(
        read,
        when = "the user asks how many orders there are",
        instead(recount_orders_with_every_customer_ever_seen_by_shop = "for one customer"),
        formerly = "count_orders_of_customer",
        returns = "the count"
    )]
    fn count_orders() -> Reply<Count> {
        count()
    }

    /// Count the orders of one customer.
    #[tool(
        read,
        when = "the user asks how much one of them buys",
        formerly = "count_orders",
        returns = "the count"
    )]
    fn count_orders_of_customer() -> Reply<Count> {
        count()
    }

    refuses(
        "lengths",
        Server::builder("the_shop_around_the_corner", "1.0.0")
            .start_with(count_orders::tool())
            .tool(recount_orders_with_every_customer_ever_seen_by_shop::tool())
            .tool(count_orders::tool())
            .tool(count_orders_of_customer::tool()),
    );
}

#[test]
fn a_policy_decides_what_is_refused() {
    /// Count the orders.
    #[tool(
        read,
        when = "the user asks how many orders there are",
        returns = "the count"
    )]
    fn count_orders() -> Reply<Count> {
        count()
    }
    let bare = || Server::builder("shop", "1.0.0").tool(count_orders::tool());
    let lenient = Policy::strict()
        .with_level("instructions-missing", Level::Warn)
        .expect("the rule is there");
    assert!(bare().boot().is_err());
    assert!(bare().policy(lenient).boot().is_ok());
}

#[test]
fn debug_of_a_refusal_is_the_report() {
    let refusal = server().boot().expect_err("there are no tools");
    assert_eq!(format!("{refusal:?}"), refusal.to_string());
}

#[test]
fn values_that_no_call_could_send() {
    struct Shelf;

    impl Shelf {
        fn names(&self) -> [&'static str; 4] {
            let Self = self;
            ["left", "left", " ", "top\nmost"]
        }
    }

    /// A part that has parts.
    #[derive(Param, Debug)]
    struct Part {
        /// What it is called.
        #[param(example = "lid")]
        label: String,
        /// Parts within it.
        parts: Vec<Part>,
    }

    /// Count the orders on a shelf.
    #[tool(
        read,
        when = "the user asks for a shelf",
        instead(count_orders = "for all shelves"),
        formerly = "count_orders",
        returns = "the count"
    )]
    fn count_orders(
        _shelf: &Shelf,
        /// Shelf to look on.
        #[param(options = Shelf::names)]
        shelf: String,
        /// Rows to count.
        #[param(range = 1..=300)]
        rows: u8,
        /// Least and most, the wrong way round.
        #[param(range = 5..=1)]
        span: i64,
        /// Words to look for.
        #[param(example = "lid", len = 7..=3)]
        words: String,
        /// What was ordered.
        part: Part,
    ) -> Reply<Count> {
        drop((shelf, rows, span, words, part.label, part.parts));
        count()
    }

    refuses(
        "values",
        server()
            .start_with(count_orders::tool())
            .tool(count_orders::tool())
            .state(Shelf),
    );
}

#[test]
fn documents_that_no_handle_finds() {
    /// A letter that is not sent.
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Draft {
        text: String,
    }

    impl Document for Draft {
        const PREFIX: &'static str = "draft";
        const MAKER: Maker = Maker::of::<count_letters>();
    }

    /// The rough plan of a house.
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Sketch {
        rooms: u32,
    }

    impl Document for Sketch {
        const PREFIX: &'static str = "draft";
        const MAKER: Maker = Maker::of::<create_sketch>();
    }

    /// A draft that is kept.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Kept {
        /// Draft id.
        draft_id: Handle<Draft>,
    }

    /// A sketch that is kept.
    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Sketched {
        /// Sketch id.
        sketch_id: Handle<Sketch>,
    }

    /// Count the letters.
    #[tool(
        read,
        when = "the user asks how many letters there are",
        returns = "the count"
    )]
    fn count_letters() -> Reply<Count> {
        count()
    }

    /// Create a draft of a letter from the notes that the user gives, in the tone that the user asks
    /// for.
    #[tool(
        write,
        when = "the user wants a letter to be drafted from notes, keywords, an earlier letter or anything else that the user has at hand",
        not_for = "letters that are sent at once",
        returns = "the id of the draft, which other tools take",
        scope = "letters:write"
    )]
    fn create_draft(call: &Call) -> Result<Reply<Kept>, HandleError> {
        let text = String::new();
        let draft_id = call.blocking_keep(&Draft { text })?;
        Ok(Reply::new("The draft is kept.", Kept { draft_id }))
    }

    /// Create a sketch of a house.
    #[tool(
        write,
        when = "the user plans a house",
        returns = "the sketch id",
        scope = "letters:write"
    )]
    fn create_sketch(call: &Call) -> Result<Reply<Sketched>, HandleError> {
        let sketch_id = call.blocking_keep(&Sketch { rooms: 0 })?;
        Ok(Reply::new("The sketch is kept.", Sketched { sketch_id }))
    }

    /// Count the words of several drafts.
    #[tool(
        read,
        when = "the user asks how long drafts are",
        returns = "the count"
    )]
    fn count_words(
        call: &Call,
        /// Drafts to look at.
        draft_ids: Vec<Handle<Draft>>,
    ) -> Result<Reply<Count>, HandleError> {
        for draft_id in &draft_ids {
            let _ = call.blocking_open(draft_id)?.text;
        }
        Ok(count())
    }

    /// Count the rooms of a sketch.
    #[tool(
        read,
        when = "the user asks how large a house is",
        returns = "the count"
    )]
    fn count_rooms(call: &Call, sketch_id: Handle<Sketch>) -> Result<Reply<Count>, HandleError> {
        let Sketch { rooms } = call.blocking_open(&sketch_id)?;
        Ok(Reply::new("Counted.", Count { count: rooms }))
    }

    refuses(
        "documents",
        server()
            .start_with(count_letters::tool())
            .tool(count_letters::tool())
            .tool(create_draft::tool())
            .tool(create_sketch::tool())
            .tool(count_words::tool())
            .tool(count_rooms::tool())
            .grant("letters:write"),
    );
    refuses(
        "documents_without_maker",
        server()
            .start_with(count_rooms::tool())
            .tool(count_rooms::tool()),
    );
}

#[test]
fn limits_that_let_nothing_through() {
    /// Count the orders.
    #[tool(
        read,
        when = "the user asks how many orders there are",
        returns = "the count"
    )]
    fn count_orders() -> Reply<Count> {
        count()
    }
    refuses(
        "limits",
        server()
            .start_with(count_orders::tool())
            .tool(count_orders::tool())
            .calls_at_once(0)
            .calls_at_once_by_caller(0)
            .rate_limit(mcp_ergo::Rate::per_minute(10).burst(0))
            .answer_limit(100),
    );
}
