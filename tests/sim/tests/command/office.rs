//! A catalog of 145 tools and 240 tasks: a comparison that cannot tell a good one from a bad one would
//! be worth nothing.

use serde_json::Value;

use crate::program::{arm, report, sim};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../office/fixture/");

fn file(name: &str) -> String {
    format!("{FOLDER}{name}")
}

/// The ends of the interval of a difference, over all tasks.
fn interval(arm: &Value, measure: &str) -> (f64, f64) {
    let difference = &arm["parts"]["all"][measure]["difference"];
    let end = |end: &str| difference[end].as_f64().expect("a number");
    (end("low"), end("high"))
}

#[test]
fn each_worse_catalog_is_told_from_the_good_one() {
    let ran = sim(&[
        "--catalog",
        &file("terse.json"),
        "--tasks",
        &file("tasks.json"),
        "--degrade=no-descriptions,vague-names,twins,god-tools",
        "--format=json",
    ]);
    let report = report(&ran);
    assert_eq!(report["tasks"], 240);
    for how in ["no-descriptions", "vague-names", "twins", "god-tools"] {
        let worse = arm(&report, &format!("terse {how}"), "flat");
        let (_, high) = interval(worse, "first");
        assert!(high < 0.0, "{how}: {:?}", interval(worse, "first"));
    }
    // The domain is easier to find than one tool of many; which action of it is not.
    let (low, _) = interval(arm(&report, "terse god-tools", "flat"), "first_tool");
    assert!(low > 0.0, "{low}");
}
