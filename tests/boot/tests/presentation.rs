//! What boot says of a presentation.

use mcp_ergo::prelude::*;
use mcp_ergo::rules::{Policy, PolicyValue};
use mcp_ergo::{BootError, Builder, Grants, Presentation, Profile, Server};

/// A number, for tools that need to answer something.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Count {
    /// How many there are.
    count: u32,
}

/// Count the orders of the shop.
#[tool(
    read,
    core,
    when = "the user asks how busy it is",
    returns = "the count"
)]
fn count_orders() -> Reply<Count> {
    Reply::new("One.", Count { count: 1 })
}

/// Count the pots on the shelf.
#[tool(
    read,
    when = "the user asks what is left",
    returns = "the count",
    allow(tool_should_be_resource = "a resource would change by the minute")
)]
fn count_pots() -> Reply<Count> {
    Reply::new("One.", Count { count: 1 })
}

/// Count the people in the shop.
#[tool(
    read,
    top,
    when = "the user asks whether there is a queue",
    returns = "the count"
)]
fn count_people() -> Reply<Count> {
    Reply::new("One.", Count { count: 1 })
}

fn shop() -> Builder {
    Server::builder("shop", "1.0.0")
        .purpose("Orders of one shop")
        .start_with(count_orders::tool())
}

fn refused(presentation: Presentation) -> BootError {
    let refused = shop().presentation(presentation).boot();
    refused.expect_err("this presentation cannot be shown")
}

#[track_caller]
fn says(error: &BootError, words: &str) {
    let report = error.to_string();
    assert!(report.contains(words), "{report}");
}

#[test]
fn favourites_that_are_none_are_refused_with_the_nearest() {
    let error = refused(Presentation::favourites(["count_order", "count_people"]));
    assert_eq!(error.codes().collect::<Vec<_>>(), ["C004", "C004"]);
    says(
        &error,
        "the favourite `count_order` is no tool of this server",
    );
    says(&error, "did you mean `count_orders`?");
    says(
        &error,
        "the favourite `count_people` stands on top by itself, under its own name",
    );
}

#[test]
fn more_favourites_than_the_list_may_have_are_refused() {
    let error = refused(Presentation::favourites(["count_orders", "count_pots"]).max(1));
    says(&error, "the list has 2 favourites, and may have 1");
    // What is on top is no part of what they are chosen from.
    says(&error, "every tool of the catalog is a favourite");
}

#[test]
fn a_core_needs_its_first_call_and_a_separator_its_reason() {
    let error = shop()
        .start_with(count_pots::tool())
        .presentation(Presentation::core().separator("/", " "))
        .boot()
        .expect_err("this presentation cannot be shown");
    says(
        &error,
        "the instructions start with count_pots, which the core profile does not list",
    );
    says(&error, "the separator `/` is given without a reason");
    says(
        &refused(Presentation::flat().separator("", "it is short")),
        "no separator",
    );
}

#[test]
fn names_are_judged_as_they_are_presented() {
    let mut policy = Policy::strict();
    // A tool in no module stands under the server's name.
    let number = PolicyValue::Number(33);
    policy.set("limits", "name", &number).expect("a limit");
    assert!(shop().policy(policy.clone()).boot().is_ok());
    let error = shop()
        .policy(policy)
        .presentation(Presentation::favourites(["count_orders"]))
        .boot()
        .expect_err("a name is too long");
    assert_eq!(error.codes().collect::<Vec<_>>(), ["N006"]);
    says(
        &error,
        "takes 34 characters as `mcp__shop__all__shop__count_orders`",
    );
}

#[test]
fn a_slash_is_taken_with_its_reason_which_the_spec_tells() {
    let favourites = Presentation::favourites(["count_orders"]);
    let server = shop()
        .presentation(favourites.separator("/", "the one client that connects takes it"))
        .boot()
        .expect("it boots");
    let spec = server.spec().to_string();
    assert!(
        spec.contains("Favourites first, 15 at most: `count_orders`."),
        "{spec}"
    );
    assert!(
        spec.contains("joined by `/`: the one client that connects takes it."),
        "{spec}"
    );
}

#[test]
fn a_policy_file_presents_favourites_unless_the_builder_says_otherwise() {
    let mut policy = Policy::strict();
    let tools = PolicyValue::List(vec!["count_order".to_owned()]);
    policy.set("presentation", "tools", &tools).expect("a key");
    let error = shop().policy(policy.clone()).boot();
    says(&error.expect_err("there is no such tool"), "`count_order`");
    let flat = shop()
        .policy(policy.clone())
        .presentation(Presentation::flat());
    assert!(flat.boot().is_ok());
    let off = PolicyValue::Flag(false);
    policy.set("presentation", "enabled", &off).expect("a key");
    assert!(shop().policy(policy).boot().is_ok());
}

#[test]
fn a_presented_name_is_no_name_of_another_tool() {
    /// Count the orders of the year before.
    #[tool(
        read,
        when = "the user compares two years",
        returns = "the count",
        formerly = "favourite__count_orders"
    )]
    fn count_old_orders() -> Reply<Count> {
        Reply::new("One.", Count { count: 1 })
    }
    /// Count the pots of the other shop.
    #[tool(
        read,
        name = "all__shop__count_pots",
        when = "the user compares two shops",
        returns = "the count",
        allow(
            name_ungrammatical = "its clients know it by this name",
            tool_should_be_resource = "a resource would change by the minute",
            name_not_a_verb_phrase = "its clients know it by this name"
        )
    )]
    fn count_other_pots() -> Reply<Count> {
        Reply::new("One.", Count { count: 1 })
    }
    let both = || {
        shop()
            .tool(count_old_orders::tool())
            .tool(count_other_pots::tool())
    };
    both().boot().expect("alone they are two names");
    let error = both()
        .presentation(Presentation::favourites(["count_orders"]))
        .boot()
        .expect_err("whoever calls one would get the other");
    says(
        &error,
        "count_orders is presented as `favourite__count_orders`, by which count_old_orders is called too",
    );
    says(
        &error,
        "count_pots is presented as `all__shop__count_pots`, by which all__shop__count_pots is called too",
    );
}

#[test]
fn a_separator_is_made_of_what_names_may_hold() {
    for separator in [" ", "\n", "_\u{0}", "\u{a0}"] {
        let favourites = Presentation::favourites(["count_orders"]);
        let error = refused(favourites.separator(separator, "our client takes it"));
        says(&error, &format!("the separator {separator:?} holds"));
    }
}

#[test]
fn a_caller_with_the_core_profile_is_shown_something() {
    /// Count the cats in the yard.
    #[tool(
        read,
        when = "a cat is missing",
        returns = "the count",
        scope = "yard:read"
    )]
    fn count_cats() -> Reply<Count> {
        Reply::new("One.", Count { count: 1 })
    }
    let yard = || shop().tool(count_cats::tool());
    let gardener = Grants::of(["yard:read"]);
    let core = gardener.clone().profile(Profile::Core);
    let error = yard().grants(core.clone()).boot();
    says(
        &error.expect_err("it sees nothing"),
        "the core profile lists nothing for this caller, which may call 1 tool",
    );
    let error = yard()
        .role("gardener", ["yard:read"])
        .presentation(Presentation::core())
        .boot();
    says(
        &error.expect_err("it sees nothing"),
        "the core profile lists nothing for a caller in the role `gardener`",
    );
    let full = gardener.profile(Profile::Full);
    let presented = yard().presentation(Presentation::core());
    let served = presented.role("clerk", ["read"]).grants(full).boot();
    served.expect("everybody sees something");
    let served = yard().grants(core.scope("read")).boot();
    served.expect("it sees the core");
}
