//! What the macros wrote, at run time.

use std::fmt::Debug;

use mcp_ergo::{NextAction, Param, Recovery, Server, ToolCall, ToolError};
use serde_json::{Value, json};
use ui_tests::expand::context;
use ui_tests::expand::errors::{Forms, NoCustomer, Outer};
use ui_tests::expand::names::{self, Failure, Record, State, get_all_names};
use ui_tests::expand::params::{Cents, Kind, Line, Order, Urgency, Words};
use ui_tests::expand::tools::{self, Counter};
use ui_tests::{InvoiceId, Ledger};

/// In and out again, as the same JSON.
fn round_trip<T: Param + PartialEq + Debug>(value: &T, json: Value) {
    assert_eq!(serde_json::to_value(value).expect("it serializes"), json);
    assert_eq!(
        serde_json::from_value::<T>(json).expect("it deserializes"),
        *value
    );
}

fn schema<T: Param>() -> Value {
    schemars::schema_for!(T).to_value()
}

fn line() -> Line {
    Line {
        text: "beans".to_owned(),
        quantity: 1,
        price: Cents(1850),
        discount: None,
        kind: Kind::Private,
    }
}

#[test]
fn resources_and_prompts_know_their_names_and_uris() {
    let (resources, prompts) = context::all();
    let uris: Vec<_> = resources.iter().map(|it| (it.name(), it.uri())).collect();
    assert_eq!(
        uris,
        [
            ("newest", "invoices://newest"),
            ("typed_invoice", "invoices://{type}/{invoiceId}-{cents}"),
            ("all_words", "words://all"),
            ("shelf_of_books", "shelf://books/{at}"),
            ("inner_text", "inner://text"),
        ]
    );
    let names: Vec<_> = prompts.iter().map(mcp_ergo::PromptTemplate::name).collect();
    assert_eq!(names, ["write.text", "read_aloud", "fetch_book"]);
    assert_eq!(context::newest_invoice::uri(), "invoices://newest");
    assert_eq!(
        context::uri_of_typed("inv/1 é", 450),
        "invoices://VERY_HIGH/inv%2F1%20%C3%A9-450"
    );
}

#[test]
fn closed_sets_are_words() {
    round_trip(&Urgency::VeryHigh, json!("VERY_HIGH"));
    round_trip(&Urgency::Low, json!("whenever"));
    assert_eq!(format!("{:>10}", Urgency::VeryHigh), " VERY_HIGH");
    assert_eq!(Kind::Trade.to_string(), "a kind");
    let refused = serde_json::from_value::<Urgency>(json!("high")).expect_err("no such value");
    assert!(
        refused.to_string().contains("VERY_HIGH, whenever"),
        "{refused}"
    );
    let schema = schema::<Urgency>();
    assert_eq!(schema["enum"], json!(["VERY_HIGH", "whenever"]), "{schema}");
}

#[test]
fn newtypes_are_what_they_hold() {
    round_trip(&Cents(4500), json!(4500));
    round_trip(&Words(vec!["one".to_owned()]), json!(["one"]));
    assert_eq!(Cents(4500).to_string(), "4500");
    let schema = schema::<Cents>();
    assert_eq!(schema["type"], "integer");
    assert_eq!(
        (&schema["minimum"], &schema["maximum"]),
        (&json!(1), &json!(10_000_000))
    );
}

#[test]
fn structs_take_defaults_and_leave_out_what_is_absent() {
    round_trip(
        &line(),
        json!({"text": "beans", "quantity": 1, "price": 1850, "type": "private"}),
    );
    let short: Line =
        serde_json::from_value(json!({"text": "beans", "price": 1850})).expect("defaults");
    assert_eq!(short, line());
    let order = Order {
        order_lines: vec![line()],
        urgency: Urgency::Low,
        r#continue: Some(Box::new(line())),
    };
    let json = serde_json::to_value(&order).expect("it serializes");
    assert_eq!(json["orderLines"][0]["price"], 1850);
    assert_eq!(
        serde_json::from_value::<Order>(json).expect("it deserializes"),
        order
    );
    let unknown =
        serde_json::from_value::<Line>(json!({"text": "beans", "price": 1, "kind": "private"}));
    assert!(
        unknown
            .expect_err("it is called `type`")
            .to_string()
            .contains("unknown field `kind`")
    );
    let missing = serde_json::from_value::<Line>(json!({"text": "beans"}));
    assert!(
        missing
            .expect_err("it has no price")
            .to_string()
            .contains("missing field `price`")
    );
}

#[test]
fn nested_schemas_are_whole() {
    let schema = schema::<Order>();
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["required"], json!(["orderLines"]));
    let line = &schema["properties"]["orderLines"]["items"];
    assert_eq!(line["properties"]["quantity"]["default"], 1);
    assert_eq!(line["required"], json!(["text", "price"]));
    assert_eq!(line["properties"]["type"]["default"], "private");
}

#[test]
fn calls_carry_what_is_given_alone() {
    let order = Order {
        order_lines: Vec::new(),
        urgency: Urgency::Low,
        r#continue: None,
    };
    let next = serde_json::to_value::<NextAction>(tools::next_order(order)).expect("it serializes");
    assert_eq!(next["tool"], "order_goods");
    assert_eq!(
        next["args"],
        json!({
            "order": {"orderLines": [], "urgency": "whenever"},
            "customerId": "cus_7Q2",
            "mostCents": 5,
            "howUrgent": "whenever"
        })
    );
    let call = get_all_names::call(State::Ok, 7)
        .r#type(State::None)
        .self_(true)
        .call_(false)
        ._x(true);
    assert_eq!(
        Value::Object(call.into_arguments()),
        json!({"arguments": "ok", "i": 7, "type": "none", "self_": true, "call": false, "x": true})
    );
}

#[test]
fn names_of_the_users_own_stand_in_no_ones_way() {
    let record: Record =
        serde_json::from_value(json!({"name": "inv_1", "list": [1]})).expect("it reads");
    assert_eq!(
        (record.value, record.name.0.as_str(), record.map),
        (State::Ok, "inv_1", None)
    );
    let failure = Failure::Wrong {
        error: 1,
        hint: 2,
        value: State::Some,
        i: 3,
        envelope: vec![4],
    };
    let envelope = serde_json::to_value(failure.envelope()).expect("it serializes");
    assert_eq!(envelope["candidates"], json!(["4"]));
    assert_eq!(
        envelope["nextAction"]["args"],
        json!({"arguments": "some", "i": 3})
    );
    let _ = names::get_some::tool();
}

#[test]
fn every_form_of_an_error_teaches() {
    let id = || InvoiceId("inv_1".to_owned());
    let told = |error: &dyn ToolError| {
        let envelope = error.envelope();
        (
            envelope.error().to_owned(),
            envelope.hint().to_owned(),
            envelope.recovery(),
        )
    };
    let owned = |error: &str, hint: &str, recovery| (error.to_owned(), hint.to_owned(), recovery);
    assert_eq!(
        told(&Forms::Access(id())),
        owned("no invoice inv_1", "look at inv_1 first", Recovery::Fix)
    );
    assert_eq!(
        told(&Forms::Raw {
            r#type: "paid".to_owned()
        }),
        owned(
            "no invoice paid",
            "tell the user about paid",
            Recovery::Stop
        )
    );
    assert_eq!(
        told(&Forms::Named {
            ids: vec!["a".to_owned(), "b".to_owned()]
        }),
        owned("2 of them, such as a", "send one of them", Recovery::Fix)
    );
    assert_eq!(
        told(&Forms::Function {
            delay: std::time::Duration::from_secs(3)
        }),
        owned("it opens in 3 s", "wait for 3s", Recovery::Retry)
    );
    assert_eq!(
        told(&Forms::Braces { id: 1 }),
        owned("write {{id}} for 1", "write {id}", Recovery::Fix)
    );
    assert_eq!(
        told(&Forms::Inner(ui_tests::LedgerError::NotFound { id: id() })).2,
        Recovery::Fix
    );
    let outer: Outer<'_, u8, 3> = Outer::Value { value: 9 };
    assert_eq!(told(&outer).0, "9 is not one of 3");
    assert_eq!(told(&NoCustomer { id: "c".to_owned() }).0, "no customer c");
    let storage = Forms::Storage(std::io::Error::other("the password is hunter2"));
    assert!(!told(&storage).0.contains("hunter2"));
    let index = Forms::Index(id(), vec![id()]).envelope();
    let index = serde_json::to_value(index).expect("it serializes");
    assert_eq!(index["candidates"], json!(["inv_1"]));
    assert_eq!(index["nextAction"]["tool"], "search_invoices");
}

/// A type that a `macro_rules!` hands on is optional where it is written so, and state where it is
/// lent; a default may be a block.
#[test]
fn tools_of_macros_are_tools() {
    let call = tools::get_rare_count::call().least(3).most(4);
    assert_eq!(
        Value::Object(call.into_arguments()),
        json!({"least": 3, "most": 4})
    );
    let served = Server::builder("macros", "1.0.0")
        .purpose("Counts of a store.")
        .start_with(tools::get_newest_invoice::tool())
        .state(Ledger)
        .state(Counter::default());
    let served = tools::by_hand()
        .into_iter()
        .fold(served, mcp_ergo::Builder::tool);
    let spec = served.boot().expect("it boots").spec().to_string();
    assert!(
        spec.contains("integer from 1 to 4294967295; default `24`"),
        "{spec}"
    );
}

/// All of it together is a catalog that boots.
#[test]
fn the_tools_boot() {
    let builder = Server::builder("expand", "1.0.0")
        .purpose("Invoices of every kind: find, count and order them.")
        .start_with(tools::get_newest_invoice::tool())
        .state(Ledger)
        .state(Counter::default());
    let builder = tools::by_hand()
        .into_iter()
        .fold(builder, mcp_ergo::Builder::tool);
    if let Err(error) = builder.boot() {
        panic!("{error}");
    }
}

/// A set of verbs that filters, and one that is excepted: neither is refused, here or at boot.
mod verbs {
    use mcp_ergo::prelude::*;
    use ui_tests::{Invoice, answer};

    /// What is done to a count.
    #[derive(Param, Debug, Clone, Copy)]
    enum Change {
        /// one more
        Add,
        /// one less
        Remove,
    }

    /// Find what was done to counts.
    #[tool(read, when = "the user asks what changed", returns = "the invoice")]
    fn find_changes(
        /// Kind of change to keep; every kind when left out.
        action: Option<Change>,
    ) -> Reply<Invoice> {
        let _ = action;
        answer()
    }

    /// Change a count by one.
    #[tool(
        write,
        when = "the user counts anew",
        returns = "the invoice",
        scope = "counts:write"
    )]
    fn change_count(
        /// Which way to count.
        #[param(allow(param_switches_job = "one job, forwards or backwards"))]
        action: Change,
    ) -> Reply<Invoice> {
        let _ = action;
        answer()
    }
}
