//! Runs the macros over the Rust examples in the docs of the rules: each bad one is refused by its
//! own rule alone, each good one by none.

use mcp_ergo_rules::{ALL, Check, Front, Rule};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, Meta};

/// The Rust block under a heading; JSON examples are run elsewhere.
fn example(rule: &Rule, heading: &str) -> Option<String> {
    let (_, after) = rule.docs.split_once(heading)?;
    let (_, block) = after.split_once("```rust,ignore\n")?;
    let before_next = after.split_once("\n ## ").map_or(after, |(part, _)| part);
    let (block, _) = block.split_once("```")?;
    before_next
        .contains("```rust,ignore")
        .then(|| block.to_owned())
}

/// What the macros write for an item, or for the variants of an error.
fn expand(source: &str) -> TokenStream {
    let whole: TokenStream = source.parse().expect("an example is Rust");
    match syn::parse2::<Item>(whole.clone()) {
        Ok(Item::Fn(mut function)) => {
            let at = function
                .attrs
                .iter()
                .position(|attribute| attribute.path().is_ident("tool"))
                .expect("the function is a tool");
            let Meta::List(keys) = function.attrs.remove(at).meta else {
                panic!("the tool has keys")
            };
            crate::tool::expand(keys.tokens, &quote!(#function))
        }
        Ok(item @ (Item::Enum(_) | Item::Struct(_))) => crate::tool_error::expand(quote!(#item)),
        _ => crate::tool_error::expand(quote!(enum Example { #whole })),
    }
}

/// The codes of the rules by which the macros refused or warned, each as often as they did. What they
/// leave to the compiler, because it hangs on a type, is no refusal yet.
fn refused(source: &str) -> Vec<&'static str> {
    let written = expand(source).to_string();
    let told = |begin: &'static str, end: &'static str| {
        let parts = written.split(begin).skip(1);
        parts.map(move |part| part.split_once(end).map_or(part, |(message, _)| message))
    };
    let errors: Vec<&str> = told("compile_error !", "\" }")
        .chain(told("deprecated (note =", "\")]"))
        .collect();
    ALL.iter()
        .flat_map(|rule| {
            let named = format!("note: rule {} (", rule.code);
            let by_it = errors.iter().filter(|error| error.contains(&named));
            vec![rule.code; by_it.count()]
        })
        .collect()
}

/// The rules whose examples are Rust that a macro can judge by itself. E006 and O006 ask the compiler
/// about a type: `tests/ui` has them.
fn judged_here() -> impl Iterator<Item = &'static &'static Rule> {
    ALL.iter().filter(|rule| {
        rule.at.contains(&Front::Macro)
            && !["E006", "O006"].contains(&rule.code)
            && (matches!(rule.checks, [Check::Error(_)]) || example(rule, "## Bad").is_some())
    })
}

#[test]
fn each_bad_example_is_refused_by_its_own_rule_alone() {
    let mut run = 0;
    for rule in judged_here() {
        let bad = example(rule, "## Bad").expect("a rule of errors has a Rust example");
        assert_eq!(refused(&bad), [rule.code], "{}:\n{bad}", rule.code);
        run += 1;
    }
    assert!(run >= 5, "the examples of {run} rules were found");
}

#[test]
fn each_good_example_is_refused_by_none() {
    for rule in judged_here() {
        let good = example(rule, "## Good").expect("a rule has a good example too");
        assert!(refused(&good).is_empty(), "{}:\n{good}", rule.code);
    }
}
