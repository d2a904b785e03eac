//! Presentations of one catalog, by BM25.

use serde_json::Value;

use crate::program::{Folder, arm, report, shop};

fn mean(arm: &Value, part: &str, measure: &str) -> f64 {
    let value = &arm["parts"][part][measure]["value"];
    value.as_f64().expect("a mean")
}

#[test]
fn each_presentation_is_compared_with_the_first() {
    let ran = shop(&[
        "--presentation",
        "flat,core,favourites,search",
        "--usage",
        "usage.jsonl",
        "--format",
        "json",
    ]);
    let report = report(&ran);
    let flat = arm(&report, "shop", "flat");
    assert!(flat["against"].is_null());
    assert!(mean(flat, "all", "first") > 0.5, "{flat}");
    let core = arm(&report, "shop", "core");
    assert_eq!(core["against"]["presentation"], "flat");
    assert_eq!(core["listed_right"], 8);
    // Ten of eighteen tools cannot be picked, and flat misses two at most.
    let never = &core["parts"]["all"]["never"]["difference"];
    assert_eq!(never["resolved"], true, "{never}");
    let search = arm(&report, "shop", "search");
    assert!(mean(search, "all", "listed") < mean(flat, "all", "listed") / 2.0);
    let favourites = arm(&report, "shop", "favourites");
    assert!(
        mean(favourites, "head", "wander") < mean(flat, "head", "wander"),
        "{favourites}"
    );
    assert_eq!(report["favourites"][0], "search_invoices");
    assert_eq!(report["head"]["tasks"], 6);
}

#[test]
fn without_a_prior_favourites_are_nothing_to_bm25() {
    let ran = shop(&[
        "--presentation=flat,favourites",
        "--favourites=list_events,get_invoice",
        "--prior=0",
        "--format=json",
    ]);
    let report = report(&ran);
    let favourites = arm(&report, "shop", "favourites");
    for measure in ["first", "top_five", "wander", "never"] {
        let difference = &favourites["parts"]["all"][measure]["difference"];
        assert_eq!(difference["low"], 0.0, "{measure}: {difference}");
        assert_eq!(difference["high"], 0.0, "{measure}: {difference}");
    }
    assert!(
        ran.out
            .contains("the favourites, as no log of use was given"),
        "{}",
        ran.out
    );
}

#[test]
fn the_policy_names_the_favourites_where_nothing_else_does() {
    let policy = "[presentation]\nenabled = false\ntools = [\"run_report\"]\n";
    let folder = Folder::temporary().with("mcp-ergo.toml", policy);
    let policy = folder.path("mcp-ergo.toml");
    let listed = |arguments: &[&str]| {
        let presented = [
            "--presentation=favourites",
            "--format=json",
            "--policy",
            &policy,
        ];
        report(&shop(&[&presented, arguments].concat()))["favourites"].clone()
    };
    assert_eq!(listed(&[]), serde_json::json!(["run_report"]));
    let named = listed(&["--favourites", "get_customer,get_invoice"]);
    assert_eq!(named, serde_json::json!(["get_customer", "get_invoice"]));
}

#[test]
fn the_same_seed_prints_the_same_bytes() {
    let run = |seed| shop(&["--presentation=flat,core", "--seed", seed]).out;
    assert_eq!(run("7"), run("7"));
    assert_ne!(run("7"), run("8"));
}

#[test]
fn the_text_says_what_its_numbers_rest_on() {
    let ran = shop(&["--presentation=flat,core"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for said in [
        "18 tasks; no log of use and no favourites, so head and tail are one",
        "bm25: first pick",
        "Differences are over the same tasks, those within shop against flat.",
        "paired bootstrap, seed 0",
        "18 tasks resolve little",
        "bm25 shop core: a right tool is listed for 8 of 18 tasks",
        "Only a model measures a presentation itself",
    ] {
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
}
