//! What cannot be compared is told with what to do, and ends with two.

use crate::program::{Folder, shop, sim};

#[test]
fn files_that_are_not_there_or_hold_something_else() {
    let gone = sim(&["--catalog=gone.json", "--tasks=tasks.json"]);
    assert!(
        gone.refuses(&[
            "gone.json: ",
            "help: name a file with the result of `tools/list` by --catalog"
        ]),
        "{}",
        gone.err
    );
    let gone = sim(&["--catalog=shop.json", "--tasks=gone.json"]);
    assert!(
        gone.refuses(&["gone.json: ", "help: name a file of tasks by --tasks"]),
        "{}",
        gone.err
    );
    let gone = shop(&["--usage=gone.jsonl"]);
    assert!(
        gone.refuses(&["gone.jsonl: ", "help: name the file of `SqliteUsage`"]),
        "{}",
        gone.err
    );
    let other = shop(&["--usage=tasks.json"]);
    assert!(
        other.refuses(&["tasks.json: line 1 is no record of a call"]),
        "{}",
        other.err
    );
    let other = sim(&["--catalog=tasks.json", "--tasks=tasks.json"]);
    assert!(
        other.refuses(&["catalog `tasks`: no tools in an object with `tasks`"]),
        "{}",
        other.err
    );
    let other = sim(&["--catalog=shop.json", "--tasks=shop.json"]);
    assert!(
        other.refuses(&[
            "shop.json: there are no tasks in it",
            "list them under \"tasks\""
        ]),
        "{}",
        other.err
    );
    let page = shop(&["--html", "no/such/folder/page.html"]);
    assert!(
        page.refuses(&[
            "page.html cannot be written",
            "help: name a file in a folder"
        ]),
        "{}",
        page.err
    );
}

#[test]
fn catalogs_that_cannot_be_picked_from() {
    let folder = Folder::temporary()
        .with("empty.json", r#"{"tools": []}"#)
        .with(
            "twice.json",
            r#"[{"name": "a", "description": ""}, {"name": "a", "description": ""}]"#,
        );
    for (file, said) in [
        ("empty.json", "catalog `empty` has no tools"),
        ("twice.json", "catalog `twice` has two tools called `a`"),
    ] {
        let ran = sim(&["--catalog", &folder.path(file), "--tasks=tasks.json"]);
        assert!(ran.refuses(&[said, "help: "]), "{}", ran.err);
    }
    let twice = shop(&["--catalog", "shop.json"]);
    assert!(
        twice.refuses(&["two catalogs are called `shop`"]),
        "{}",
        twice.err
    );
}

#[test]
fn names_that_nothing_has() {
    let tasks = r#"[{"id": "a", "text": "x", "right": "get_invioce"}, {"id": "b", "text": "x", "right": "zzz"}]"#;
    let folder = Folder::temporary().with("tasks.json", tasks);
    let ran = sim(&["--catalog=shop.json", "--tasks", &folder.path("tasks.json")]);
    let told = [
        "task `a`: no tool is called `get_invioce`",
        "help: did you mean `get_invoice`?",
        "task `b`: no tool is called `zzz`",
        "help: name a tool of the catalog by its own name",
    ];
    assert!(ran.refuses(&told), "{}", ran.err);
    let ran = shop(&["--favourites=serch_invoices"]);
    assert!(
        ran.refuses(&[
            "`serch_invoices`, which is to be a favourite",
            "did you mean `search_invoices`?"
        ]),
        "{}",
        ran.err
    );
    let ran = shop(&["--presentation=favourite"]);
    assert!(
        ran.refuses(&["invalid value 'favourite'", "favourites"]),
        "{}",
        ran.err
    );
    let ran = shop(&["--degrade=twin"]);
    assert!(
        ran.refuses(&["invalid value 'twin'", "twins"]),
        "{}",
        ran.err
    );
}

#[test]
fn presentations_that_nothing_is_marked_for() {
    let ran = shop(&["--presentation=flat,favourites"]);
    assert!(
        ran.refuses(&["no tool is a favourite", "help: name some by --favourites"]),
        "{}",
        ran.err
    );
    let folder = Folder::temporary()
        .with("plain.json", r#"[{"name": "a", "description": ""}]"#)
        .with("tasks.json", r#"[{"id": "1", "text": "a", "right": "a"}]"#);
    let ran = sim(&[
        "--catalog",
        &folder.path("plain.json"),
        "--tasks",
        &folder.path("tasks.json"),
        "--presentation=core",
    ]);
    assert!(
        ran.refuses(&["no tool is marked core", "mcp-ergo/core"]),
        "{}",
        ran.err
    );
    let ran = shop(&["--prior=-1"]);
    assert!(
        ran.refuses(&["a prior of -1 is no weight", "from 0 on"]),
        "{}",
        ran.err
    );
}
