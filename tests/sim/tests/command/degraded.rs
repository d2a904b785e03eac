//! Worse catalogs, in the run and as files.

use serde_json::Value;

use crate::program::{Folder, arm, report, shop, sim};

#[test]
fn a_worse_catalog_is_compared_with_what_it_was() {
    let ran = shop(&["--degrade=vague-names,god-tools,twins", "--format=json"]);
    let report = report(&ran);
    let vague = arm(&report, "shop vague-names", "flat");
    assert_eq!(vague["against"]["catalog"], "shop");
    let first = &vague["parts"]["all"]["first"]["difference"];
    assert_eq!(first["resolved"], true, "{first}");
    assert!(first["high"].as_f64() < Some(0.0), "{first}");
    // Two tools with the same text: the right one is behind the other half of the time.
    let wander = &arm(&report, "shop twins", "flat")["parts"]["all"]["wander"]["difference"];
    assert!(wander["low"].as_f64() > Some(0.0), "{wander}");
    // The domain is found more easily than the action.
    let god = &arm(&report, "shop god-tools", "flat")["parts"]["all"];
    assert!(god["first_tool"]["value"].as_f64() > god["first"]["value"].as_f64());
}

#[test]
fn files_say_the_same_as_one_run() {
    for how in [
        "no-descriptions",
        "first-words",
        "vague-names",
        "twins",
        "god-tools",
    ] {
        let folder = Folder::temporary();
        let (catalog, tasks) = (folder.path("worse.json"), folder.path("tasks.json"));
        let ran = sim(&[
            "degrade",
            "--catalog",
            "shop.json",
            "--how",
            how,
            "-o",
            &catalog,
            "--tasks",
            "tasks.json",
            "--tasks-out",
            &tasks,
        ]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_eq!(ran.out, format!("{catalog}\n{tasks}\n"));
        let alone = report(&sim(&[
            "--catalog",
            &catalog,
            "--tasks",
            &tasks,
            "--format=json",
        ]));
        let beside = report(&shop(&["--degrade", how, "--format=json"]));
        let picked = |arm: &Value| -> Vec<Value> {
            let tasks = arm["tasks"].as_array().expect("tasks").iter();
            tasks.map(|task| task["picked"].clone()).collect()
        };
        assert_eq!(
            picked(arm(&alone, "worse", "flat")),
            picked(arm(&beside, &format!("shop {how}"), "flat")),
            "{how}"
        );
    }
}

#[test]
fn what_is_written_is_a_catalog_and_tasks() {
    let folder = Folder::temporary();
    let (catalog, tasks) = (folder.path("god.json"), folder.path("tasks.json"));
    let ran = sim(&[
        "degrade",
        "--catalog=shop.json",
        "--how=god-tools",
        "--output",
        &catalog,
        "--tasks=tasks.json",
        "--tasks-out",
        &tasks,
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let made: Value = serde_json::from_str(&folder.read("god.json")).expect("JSON");
    assert_eq!(made["tools"].as_array().map(Vec::len), Some(4));
    assert_eq!(made["tools"][0]["name"], "manage_invoices");
    let made: Value = serde_json::from_str(&folder.read("tasks.json")).expect("JSON");
    assert_eq!(
        made["tasks"][0]["right"][0],
        "manage_invoices#search_invoices"
    );
}
