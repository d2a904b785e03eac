//! `favourites list`, `set`, and the file between them.

use serde_json::json;

use crate::program::{Folder, Run, catalog, run_in};

const SERVER: &str = "\
# ours
grammar = \"verb_object\"

[presentation] # what a model sees first
enabled = true
tools = [
    # money
    \"search_invoices\", # daily
    \"get_invoice\",
]
max_favourites = 8

[levels]
D003 = \"off\"
";

fn list(folder: &Folder) -> Run {
    run_in(folder, ".", &["favourites", "list"])
}

fn set(folder: &Folder, arguments: &[&str]) -> Run {
    run_in(folder, ".", &[&["favourites", "set"], arguments].concat())
}

/// The words of the line that a run prints to be pasted.
fn line(run: &Run) -> Vec<String> {
    let line = run.out.lines().last().expect("it prints something");
    let words = line.strip_prefix("mcp-ergo ").expect("a line to paste");
    words.split(' ').map(str::to_owned).collect()
}

fn paste(folder: &Folder, line: &[String]) -> Run {
    let words: Vec<&str> = line.iter().map(String::as_str).collect();
    run_in(folder, ".", &words)
}

#[test]
fn what_is_listed_sets_the_same() {
    let gateway = "[upstreams.k8s]\nurl = \"http://localhost\"\n\n[presentation]\ntools = ['k8s/get_pods', \"git__list\"]\n";
    for (file, text) in [
        ("mcp-ergo.toml", SERVER.to_owned()),
        ("mcp-ergo.toml", SERVER.replace('\n', "\r\n")),
        (
            "mcp-ergo.toml",
            SERVER.replace("enabled = true", "enabled = false"),
        ),
        (
            "mcp-ergo.toml",
            "presentation = { tools = [\"a\"] }".to_owned(),
        ),
        (
            "mcp-ergo.toml",
            "\u{feff}presentation.tools = [\"a\"]\r\n".to_owned(),
        ),
        ("gateway.toml", gateway.to_owned()),
        (
            "gateway.toml",
            "[presentation]\nmax_favourites = 3\nenabled = false\n".to_owned(),
        ),
    ] {
        let folder = Folder::temporary().with(file, &text);
        let listed = list(&folder);
        assert_eq!(listed.code, Some(0), "{}", listed.err);
        let pasted = paste(&folder, &line(&listed));
        assert_eq!(pasted.code, Some(0), "{}", pasted.err);
        assert_eq!(pasted.out, listed.out);
        assert_eq!(list(&folder).out, listed.out);
        assert_eq!(folder.read(file), text, "{file}");
    }
}

#[test]
fn what_is_set_is_listed_and_the_rest_of_the_file_stays() {
    let folder = Folder::temporary().with("mcp-ergo.toml", SERVER);
    let ran = set(&folder, &["get_invoice", "void_invoice", "search_invoices"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let listed = run_in(&folder, ".", &["favourites", "list", "--format", "json"]).json();
    assert_eq!(
        listed,
        json!({
            "file": "mcp-ergo.toml",
            "enabled": true,
            "tools": ["get_invoice", "void_invoice", "search_invoices"],
            "max_favourites": 8,
        })
    );
    assert_eq!(
        folder.read("mcp-ergo.toml"),
        SERVER.replace(
            "    # money\n    \"search_invoices\", # daily\n    \"get_invoice\",\n",
            "    \"get_invoice\",\n    \"void_invoice\",\n    # money\n    \"search_invoices\", # daily\n"
        )
    );
    // The reader of policies reads it too.
    let audit = run_in(
        &folder,
        ".",
        &["audit", "--file", &absolute(&catalog("clean"))],
    );
    assert_ne!(audit.code, Some(2), "{}", audit.err);

    set(&folder, &["--disable", "--max", "20"]);
    let listed = run_in(&folder, ".", &["favourites", "list", "--format", "json"]).json();
    assert_eq!(listed["enabled"], false);
    assert_eq!(listed["max_favourites"], 20);
    assert_eq!(listed["tools"].as_array().map(Vec::len), Some(3));
}

fn absolute(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_nearest_file_is_meant_and_another_may_be_named() {
    let folder = Folder::temporary()
        .with("gateway.toml", "[presentation]\ntools = [\"outer\"]\n")
        .with("server/src/empty", "")
        .with(
            "server/mcp-ergo.toml",
            "[presentation]\ntools = [\"inner\"]\n",
        );
    let in_source = run_in(&folder, "server/src", &["favourites", "list"]);
    assert!(in_source.out.contains("1. inner"), "{}", in_source.out);
    let outer = run_in(
        &folder,
        "server/src",
        &["favourites", "list", "--config", "../../gateway.toml"],
    );
    assert!(outer.out.contains("1. outer"), "{}", outer.out);
    assert!(
        outer.out.contains("set outer --config ../../gateway.toml"),
        "{}",
        outer.out
    );

    let both = Folder::temporary()
        .with("gateway.toml", "")
        .with("mcp-ergo.toml", "");
    assert!(list(&both).refuses(&["has both mcp-ergo.toml and gateway.toml"]));
    let none = Folder::temporary();
    let made = set(&none, &["a", "--config", "new.toml"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert_eq!(
        none.read("new.toml"),
        "[presentation]\nenabled = true\ntools = [\"a\"]\n"
    );
    let gone = run_in(&none, ".", &["favourites", "list", "--config", "gone.toml"]);
    assert!(
        gone.refuses(&["gone.toml: it cannot be read"]),
        "{}",
        gone.err
    );
}

#[test]
fn names_that_cannot_be_favourites_are_refused_and_nothing_is_written() {
    let folder = Folder::temporary().with("mcp-ergo.toml", SERVER);
    let nine = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    for (arguments, why) in [
        (
            &["k8s/get_pods", "k8s__get_pods"][..],
            "k8s__get_pods is named twice",
        ),
        (&["favourite__get_invoice"], "write the tool's own name"),
        (
            &["all/k8s/get_pods"],
            "is how a tool is presented under all",
        ),
        (&["get invoice"], "is no name of a tool"),
        (&[""], "is no name of a tool"),
        (&["--", "--disable"], "is no name of a tool"),
        (&nine, "9 favourites are named, and at most 8 are presented"),
        (&["a", "--max", "0"], "--max"),
        (&[], "NAME"),
    ] {
        let ran = set(&folder, arguments);
        assert!(ran.refuses(&[why]), "{arguments:?}: {}{}", ran.out, ran.err);
    }
    assert_eq!(folder.read("mcp-ergo.toml"), SERVER);
}

#[test]
fn files_that_are_wrong_are_told_with_what_to_write() {
    for (text, why) in [
        ("[presentation\n", "line 1 is not TOML"),
        ("presentation = 3\n", "write `[presentation]`"),
        ("[presentation]\ntools = \"a\"\n", "a list of tools"),
        (
            "[presentation]\ntools = [1]\n",
            "a list of other things than strings",
        ),
        (
            "[presentation]\nenabled = 1\nmax_favourites = -1\n",
            "a whole number above 0",
        ),
        (
            "[presentation]\nmax_favorites = 3\n",
            "did you mean `max_favourites`?",
        ),
    ] {
        let folder = Folder::temporary().with("mcp-ergo.toml", text);
        for ran in [list(&folder), set(&folder, &["a"])] {
            assert!(ran.refuses(&[why]), "{text}: {}{}", ran.out, ran.err);
            assert!(ran.err.contains("mcp-ergo.toml: "), "{}", ran.err);
        }
        assert_eq!(folder.read("mcp-ergo.toml"), text);
    }
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_rights_and_a_link_stays_one() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = Folder::temporary().with("real/mcp-ergo.toml", SERVER);
    let real = folder.path("real/mcp-ergo.toml");
    let rights = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(&real, rights).expect("it is ours");
    symlink(&real, folder.path("mcp-ergo.toml")).expect("a link");
    assert_eq!(set(&folder, &["a"]).code, Some(0));
    let kept = std::fs::metadata(&real).expect("it is there").permissions();
    assert_eq!(kept.mode() & 0o777, 0o640);
    assert!(folder.read("real/mcp-ergo.toml").contains("\"a\""));
    let link = std::fs::symlink_metadata(folder.path("mcp-ergo.toml")).expect("it is there");
    assert!(link.is_symlink());
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_still_to_be_made_makes_it() {
    let folder = Folder::temporary().with("real/empty", "");
    let link = folder.path("mcp-ergo.toml");
    std::os::unix::fs::symlink("real/mcp-ergo.toml", &link).expect("a link");
    let made = set(&folder, &["a", "--config", "mcp-ergo.toml"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert!(folder.read("real/mcp-ergo.toml").contains("\"a\""));
    let link = std::fs::symlink_metadata(link).expect("it is there");
    assert!(link.is_symlink());
}

#[test]
fn a_read_only_file_and_files_beside_it_are_left_alone() {
    let folder = Folder::temporary()
        .with("mcp-ergo.toml", SERVER)
        .with("mcp-ergo.toml.new", "mine");
    let path = folder.path("mcp-ergo.toml");
    let writable = std::fs::metadata(&path).expect("it is there").permissions();
    let mut locked = writable.clone();
    locked.set_readonly(true);
    std::fs::set_permissions(&path, locked).expect("it is ours");
    let ran = set(&folder, &["a"]);
    assert!(
        ran.refuses(&["mcp-ergo.toml: it cannot be written: it is read-only"]),
        "{}",
        ran.err
    );
    assert_eq!(folder.read("mcp-ergo.toml"), SERVER);
    std::fs::set_permissions(&path, writable).expect("it is ours");
    assert_eq!(set(&folder, &["a"]).code, Some(0));
    assert_eq!(folder.read("mcp-ergo.toml.new"), "mine");
    let entries = std::fs::read_dir(folder.path(".")).expect("a folder");
    assert_eq!(entries.count(), 2, "nothing is left behind");
}

#[test]
fn what_is_suggested_can_be_set_whatever_the_log_holds() {
    let names = [
        "",
        "--disable",
        "get x",
        "a\nb",
        "all__a__b",
        "k8s/get_pods",
        "k8s__get_pods",
        "favourite__favourite__x",
        "get_invoice",
    ];
    let lines = names.map(|name| format!("{}\n", json!({"tool": name})));
    let folder = Folder::temporary()
        .with("mcp-ergo.toml", "")
        .with("usage.jsonl", &lines.concat());
    let arguments = ["favourites", "suggest", "--usage", "usage.jsonl"];
    let suggested = run_in(&folder, ".", &arguments);
    let line = line(&suggested);
    assert_eq!(line, ["favourites", "set", "get_invoice", "k8s/get_pods"]);
    let pasted = paste(&folder, &line);
    assert_eq!(pasted.code, Some(0), "{}", pasted.err);
}
