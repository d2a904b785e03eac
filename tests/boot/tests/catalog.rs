//! What only boot sees: each rule of the catalog as a whole, and of what stands behind types, broken
//! by a server that breaks nothing else. What a macro sees too is among the compile-fail cases.

#![allow(
    deprecated,
    reason = "the macros warn through this lint, and rules that warn are raised here"
)]

use std::collections::BTreeSet;

use mcp_ergo::prelude::*;
use mcp_ergo::rules::{ALL, Check, Front, Level, Policy, PolicyValue};
use mcp_ergo::{Builder, Tool};

/// A number, for tools that need to answer something.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Count {
    /// How many there are.
    count: u32,
}

fn count() -> Reply<Count> {
    Reply::new("One.", Count { count: 1 })
}

/// Account id.
#[derive(Param)]
#[param(example = "acc_7", from = user("the number on the card"))]
struct AccountId(String);

/// Which rules refuse these tools, where `code` denies whatever its own level is.
fn refused(code: &str, tools: &[Tool], mut policy: Policy) -> BTreeSet<&'static str> {
    policy = policy.with_level(code, Level::Deny).expect("a rule");
    let server = Server::builder("shop", "1.0.0")
        .purpose("Orders of one shop")
        .start_with(tools[0])
        .policy(policy);
    let server = tools.iter().copied().fold(server, Builder::tool);
    match server.grant("orders:write").boot() {
        Ok(_) => BTreeSet::new(),
        Err(error) => error.codes().collect(),
    }
}

/// The rules that are broken below.
const BROKEN: &[&str] = &[
    "A005", "C002", "C003", "C004", "C006", "D007", "D017", "N007", "N008", "O002", "O003", "P008",
    "P015", "P018", "R001", "S002", "S007",
];

/// Boot cannot be told of these, since nothing of ours can be written that breaks them (A002, D015,
/// O004, P005, and D016 for an answer of which fields are known), or the reports have them (C001, N004,
/// O005, S001), or the tests of access have them (A007, S003, S004, S005).
const ELSEWHERE: &[&str] = &[
    "A002", "A007", "C001", "D015", "D016", "N004", "O004", "O005", "P005", "S001", "S003", "S004",
    "S005",
];

#[test]
fn every_rule_that_boot_alone_sees_is_here() {
    let alone = ALL.iter().filter(|rule| {
        let is_of_errors = matches!(rule.checks, [Check::Error(_)]);
        rule.at.contains(&Front::Boot) && !rule.at.contains(&Front::Macro) && !is_of_errors
    });
    let codes: BTreeSet<&str> = alone.map(|rule| rule.code).collect();
    let known: BTreeSet<&str> = BROKEN.iter().chain(ELSEWHERE).copied().collect();
    assert_eq!(codes, known);
}

#[test]
fn verbs_that_are_mixed() {
    /// Get one order with its total.
    #[tool(read, when = "an account is known", returns = "the count")]
    fn get_order(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    /// Get one order by the number on its paper.
    #[tool(read, when = "the customer reads it out", returns = "the count")]
    fn fetch_order_by_number(
        /// Number on the paper.
        #[param(example = "2026-117")]
        number: String,
    ) -> Reply<Count> {
        let _ = number;
        count()
    }

    let tools = [get_order::tool(), fetch_order_by_number::tool()];
    assert_eq!(
        refused("N007", &tools, Policy::strict()),
        BTreeSet::from(["N007"])
    );
}

#[test]
fn tools_that_a_parameter_would_replace() {
    /// Find what one account owes.
    #[tool(read, when = "the user asks for a reminder", returns = "the count")]
    fn search_open_orders(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    /// Find what came in from one account.
    #[tool(read, when = "the user asks for a receipt", returns = "the count")]
    fn search_paid_orders(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    let tools = [search_open_orders::tool(), search_paid_orders::tool()];
    assert_eq!(
        refused("N008", &tools, Policy::strict()),
        BTreeSet::from(["N008"])
    );
}

#[test]
fn texts_that_cannot_be_told_apart() {
    /// Get the money on one account with its currency.
    #[tool(read, when = "the user asks what is left", returns = "the count")]
    fn get_balance(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    /// Get the money on one account with its currency.
    #[tool(read, when = "the user asks what is left", returns = "the count")]
    fn get_saldo(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    /// Get the money on one account with its currency.
    #[tool(read, when = "the user asks what is left there", returns = "the count")]
    fn get_statement(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    let same = [get_balance::tool(), get_saldo::tool()];
    assert_eq!(
        refused("D007", &same, Policy::strict()),
        BTreeSet::from(["D007"])
    );
    let near = [get_balance::tool(), get_statement::tool()];
    assert_eq!(
        refused("D017", &near, Policy::strict()),
        BTreeSet::from(["D017"])
    );
}

#[test]
fn one_name_with_two_types() {
    /// Get the revenue of one year.
    #[tool(read, when = "the user asks what came in", returns = "the count")]
    fn get_revenue(
        /// Year to sum up.
        #[param(range = 2000..=2100)]
        year: u32,
    ) -> Reply<Count> {
        let _ = year;
        count()
    }

    /// Get the costs of one year.
    #[tool(read, when = "the user asks where money went", returns = "the count")]
    fn get_costs(
        /// Year to sum up.
        #[param(example = "2026")]
        year: String,
    ) -> Reply<Count> {
        let _ = year;
        count()
    }

    let tools = [get_revenue::tool(), get_costs::tool()];
    assert_eq!(
        refused("P008", &tools, Policy::strict()),
        BTreeSet::from(["P008"])
    );
}

#[test]
fn state_that_is_carried_by_hand() {
    /// A plan of a year.
    #[derive(Param, Clone)]
    struct Plan {
        /// Owner of the plan.
        #[param(example = "Ada")]
        owner: String,
        /// Region that it is for.
        #[param(example = "north")]
        region: String,
        /// Goal of the year.
        #[param(example = "grow")]
        goal: String,
        /// Risk that is taken.
        #[param(example = "low")]
        risk: String,
        /// Note of the author.
        #[param(example = "draft")]
        note: String,
        /// Team that does it.
        #[param(example = "sales")]
        team: String,
        /// Sponsor who pays.
        #[param(example = "Bob")]
        sponsor: String,
    }

    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Planned {
        /// The plan.
        plan: Plan,
    }

    /// Draw up the plan of a year.
    #[tool(read, when = "the user asks what is planned", returns = "the plan")]
    fn get_plan(account: AccountId) -> Reply<Planned> {
        let _ = account;
        unreachable!()
    }

    /// Find what does not add up in a plan.
    #[tool(read, after(get_plan), returns = "the count")]
    fn validate_plan(
        /// The plan as it was drawn up.
        #[param(example = {"owner": "Ada", "region": "north", "goal": "grow", "risk": "low", "note": "draft", "team": "sales", "sponsor": "Bob"})]
        plan: Plan,
    ) -> Reply<Count> {
        let _ = plan;
        count()
    }

    let tools = [get_plan::tool(), validate_plan::tool()];
    assert_eq!(
        refused("P015", &tools, Policy::strict()),
        BTreeSet::from(["P015"])
    );
}

#[test]
fn parameters_that_nest_deep() {
    /// Two days.
    #[derive(Param)]
    struct Days {
        /// First of them.
        #[param(range = 1..=31)]
        first: u8,
    }

    /// When it was issued.
    #[derive(Param)]
    struct Issued {
        /// Between which days.
        between: Days,
    }

    /// What to keep.
    #[derive(Param)]
    struct Filter {
        /// When it was issued.
        issued: Issued,
    }

    /// Count the orders that a filter keeps.
    #[tool(read, when = "the user asks how many there are", returns = "the count")]
    fn count_orders(
        /// What to keep.
        #[param(example = {"issued": {"between": {"first": 1}}})]
        filter: Filter,
    ) -> Reply<Count> {
        let _ = filter;
        count()
    }

    assert_eq!(
        refused("P018", &[count_orders::tool()], Policy::strict()),
        BTreeSet::from(["P018"])
    );
}

#[test]
fn answers_that_explain_or_cap_too_little() {
    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Total {
        total: u32,
    }

    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Orders {
        /// Ids of the orders.
        orders: Vec<String>,
    }

    /// Get the sum of one account.
    #[tool(read, when = "the user asks what is owed", returns = "the sum")]
    fn get_sum(account: AccountId) -> Reply<Total> {
        let _ = account;
        Reply::new("One.", Total { total: 1 })
    }

    /// Find the orders of one account.
    #[tool(read, when = "the user asks which there are", returns = "their ids")]
    fn search_orders(account: AccountId) -> Reply<Orders> {
        let _ = account;
        Reply::new("None.", Orders { orders: Vec::new() })
    }

    assert_eq!(
        refused("O002", &[get_sum::tool()], Policy::strict()),
        BTreeSet::from(["O002"])
    );
    assert_eq!(
        refused("O003", &[search_orders::tool()], Policy::strict()),
        BTreeSet::from(["O003"])
    );
}

#[test]
fn scopes_that_grant_too_much() {
    /// Count the orders of one account.
    #[tool(
        read,
        when = "the user asks how many there are",
        returns = "the count",
        scope = "orders"
    )]
    fn count_orders(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    /// Delete every order of one account.
    #[tool(
        destructive,
        when = "the user closes the account",
        returns = "the count",
        scope = "orders"
    )]
    fn delete_orders(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    /// Delete every order of one account that was drafted.
    #[tool(
        destructive,
        when = "the user tidies up",
        returns = "the count",
        scope = "orders",
        allow(scope_too_broad = "the shop knows one scope")
    )]
    fn delete_drafts(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    /// Add an order to one account.
    #[tool(
        write,
        when = "the user wants to buy",
        returns = "the count",
        scope = "orders:*"
    )]
    fn add_order(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    let boot = |tool: Tool| {
        let server = Server::builder("shop", "1.0.0")
            .purpose("Orders of one shop")
            .start_with(count_orders::tool())
            .tool(count_orders::tool())
            .tool(tool);
        server.grant("orders").boot().map(|_| ())
    };
    let shared = boot(delete_orders::tool()).expect_err("they share a scope");
    assert_eq!(shared.codes().collect::<Vec<_>>(), ["A005"]);
    let report = shared.to_string();
    for line in [
        "error[A005]: the scope `orders` covers reading (`count_orders`) and changing or removing what is there (`delete_orders`)",
        "help: split it: `scope = \"orders:read\"` for `count_orders`, `scope = \"orders:delete\"` for `delete_orders`",
    ] {
        assert!(report.contains(line), "{report}");
    }
    let broad = boot(add_order::tool()).expect_err("it grants everything");
    assert_eq!(broad.codes().collect::<Vec<_>>(), ["A005"]);
    let report = broad.to_string();
    for line in [
        "error[A005]: `add_order` asks for the scope `orders:*`, which grants everything",
        "help: ask for what it does alone, e.g. `scope = \"orders:write\"`, and grant that by `.grant(\"orders:write\")`",
    ] {
        assert!(report.contains(line), "{report}");
    }
    boot(delete_drafts::tool()).expect("the exception has a reason");
}

#[test]
fn what_is_read_but_never_asked_for() {
    /// Get the price of an hour of work.
    #[tool(read, when = "the user asks for it", returns = "the price")]
    fn get_prices() -> Reply<Count> {
        count()
    }

    assert_eq!(
        refused("R001", &[get_prices::tool()], Policy::strict()),
        BTreeSet::from(["R001"])
    );
}

#[test]
fn instructions_that_are_drawn() {
    /// Count the orders of one account.
    #[tool(read, when = "the user asks how many there are", returns = "the count")]
    fn count_orders(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    let server = Server::builder("shop", "1.0.0")
        .purpose("══════════ Orders of one shop ══════════")
        .start_with(count_orders::tool())
        .tool(count_orders::tool());
    let refusal = server.boot().expect_err("it is drawn");
    assert_eq!(refusal.codes().collect::<Vec<_>>(), ["S007"]);
}

#[test]
fn catalogs_over_their_limits() {
    /// Count the orders of one account.
    #[tool(read, when = "the user asks how many there are", returns = "the count")]
    fn count_orders(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    /// Add an order to one account.
    #[tool(
        write,
        when = "the user wants to buy",
        returns = "the count",
        scope = "orders:write"
    )]
    fn add_order(account: AccountId) -> Reply<Count> {
        let _ = account;
        count()
    }

    let tools = [count_orders::tool(), add_order::tool()];
    for (code, limit, most) in [
        ("C002", "tools", 1),
        ("C003", "tool_tokens", 10),
        ("S002", "instructions", 10),
    ] {
        let mut policy = Policy::strict();
        let number = PolicyValue::Number(most);
        policy.set("limits", limit, &number).expect("a limit");
        assert_eq!(refused(code, &tools, policy), BTreeSet::from([code]));
        assert!(refused(code, &tools, Policy::strict()).is_empty());
    }
}
