use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::*;
use crate::schema::{Choice, Field, Format, Shape};

/// A catalog with one of everything.
fn old() -> Value {
    json!({"tools": {
        "search_invoices": {
            "class": "read",
            "input": {
                "limit": {"type": "integer", "minimum": 1, "maximum": 50},
                "status": {"type": "string", "enum": ["open", "paid", "void"]},
                "customer_id": {"type": "string", "pattern": "^cus_"},
                "name": {"type": "string", "minLength": 1, "maxLength": 80},
                "since": {"type": "string", "format": "date"},
                "amount": {"type": "integer", "unit": "cents"},
                "tags": {"type": "array", "maxItems": 5},
                "tags[]": {"type": "string"},
                "period": {"type": "object"},
                "period.from": {"type": "string", "required": true},
            },
            "output": {
                "total": {"type": "integer", "required": true},
                "average": {"type": "number"},
                "due_on": {"type": "string", "format": "date"},
                "items": {"type": "array", "required": true},
                "items[]": {"type": "object"},
                "items[].id": {"type": "string", "required": true},
            },
        },
        "create_invoice": {
            "class": "write",
            "idempotent": true,
            "scope": "invoices:write",
            "formerly": ["add_invoice"],
            "input": {"amount": {"type": "integer", "required": true}},
            "output": {},
        },
    }})
}

fn read(json: Value) -> Catalog {
    serde_json::from_value(json).expect("a catalog")
}

/// The reports of changing the catalog, each on its first line.
fn told(change: impl FnOnce(&mut Value)) -> Vec<String> {
    changes(change)
        .into_iter()
        .map(|change| change.message)
        .collect()
}

fn changes(change: impl FnOnce(&mut Value)) -> Vec<Change> {
    let mut new = old();
    change(&mut new["tools"]);
    compare::breaking(&read(old()), &read(new))
}

/// The parameters of the tool that searches.
fn input(tools: &mut Value) -> &mut Value {
    &mut tools["search_invoices"]["input"]
}

fn output(tools: &mut Value) -> &mut Value {
    &mut tools["search_invoices"]["output"]
}

fn take_out(holder: &mut Value, member: &str) -> Value {
    let members = holder.as_object_mut().expect("an object");
    members.remove(member).expect("a member of that name")
}

#[test]
fn nothing_changed_breaks_nobody() {
    assert_eq!(told(|_| ()), Vec::<String>::new());
}

#[test]
fn a_tool_that_is_gone_is_told_whole() {
    let [change] = &changes(|tools| {
        take_out(tools, "search_invoices");
    })[..] else {
        panic!("one change");
    };
    assert_eq!(
        change.to_string(),
        "error: the tool `search_invoices` is gone\n  before: `read` tool\n  after:  nothing\nhelp: \
         serve it again, or let the tool in its place answer to the old name: `formerly = \
         \"search_invoices\"`"
    );
}

#[test]
fn a_former_name_that_answers_is_not_gone() {
    let renamed = |formerly: &[&str]| {
        told(|tools| {
            let mut tool = take_out(tools, "create_invoice");
            tool["formerly"] = json!(formerly);
            tools["bill_customer"] = tool;
        })
    };
    assert_eq!(
        renamed(&["create_invoice", "add_invoice"]),
        Vec::<String>::new()
    );
    assert_eq!(
        renamed(&["create_invoice"]),
        ["`add_invoice`, a former name of `create_invoice`, no longer answers"]
    );
    assert_eq!(
        renamed(&[]),
        [
            "the tool `create_invoice` is gone",
            "`add_invoice`, a former name of `create_invoice`, no longer answers"
        ]
    );
}

#[test]
fn what_a_renamed_tool_takes_is_compared_all_the_same() {
    let found = told(|tools| {
        let mut tool = take_out(tools, "create_invoice");
        tool["formerly"] = json!(["create_invoice", "add_invoice"]);
        take_out(&mut tool["input"], "amount");
        tools["bill_customer"] = tool;
    });
    assert_eq!(
        found,
        ["the parameter `amount` of `create_invoice` (now `bill_customer`) is gone"]
    );
}

#[test]
fn a_class_is_not_raised() {
    let class = |class: &str, tool: &str| {
        told(|tools| {
            tools[tool]["class"] = json!(class);
            tools[tool]["idempotent"] = json!(true);
        })
    };
    assert_eq!(
        class("write", "search_invoices"),
        ["the class of `search_invoices` is raised"]
    );
    assert_eq!(
        class("destructive", "create_invoice"),
        ["the class of `create_invoice` is raised"]
    );
    assert_eq!(class("read", "create_invoice"), Vec::<String>::new());
    let [change] = &changes(|tools| tools["search_invoices"]["class"] = json!("destructive"))[..]
    else {
        panic!("one change");
    };
    assert_eq!(
        change.help,
        "put what changes or removes what is there into a tool of its own: clients ask their users \
         by the class, and were told that this one needs no asking"
    );
}

#[test]
fn a_promise_to_be_idempotent_is_kept() {
    let found = told(|tools| tools["create_invoice"]["idempotent"] = json!(false));
    assert_eq!(found, ["`create_invoice` is no longer idempotent"]);
    // A tool that became a read is idempotent without saying so.
    let found = told(|tools| {
        tools["create_invoice"]["class"] = json!("read");
        tools["create_invoice"]["idempotent"] = json!(false);
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn another_scope_breaks_and_none_does_not() {
    let scope = |tool: &str, scope: Value| told(|tools| tools[tool]["scope"] = scope);
    for (tool, wanted) in [
        ("search_invoices", "invoices:read"),
        ("create_invoice", "invoices:admin"),
    ] {
        assert_eq!(
            scope(tool, json!(wanted)),
            [format!("`{tool}` asks for another scope")]
        );
    }
    assert_eq!(scope("create_invoice", Value::Null), Vec::<String>::new());
}

#[test]
fn a_parameter_is_not_taken_away() {
    assert_eq!(
        told(|tools| {
            take_out(input(tools), "limit");
        }),
        ["the parameter `limit` of `search_invoices` is gone"]
    );
    // What was in it is gone with it.
    assert_eq!(
        told(|tools| {
            take_out(input(tools), "period");
            take_out(input(tools), "period.from");
        }),
        ["the parameter `period` of `search_invoices` is gone"]
    );
    assert_eq!(
        told(|tools| {
            take_out(input(tools), "period.from");
        }),
        ["the parameter `period.from` of `search_invoices` is gone"]
    );
}

#[test]
fn a_new_parameter_is_optional() {
    let new = |path: &str, part: Value| told(|tools| input(tools)[path] = part);
    let required = json!({"type": "string", "required": true});
    for path in ["sort", "period.to"] {
        assert_eq!(
            new(path, required.clone()),
            [format!(
                "the parameter `{path}` of `search_invoices` is new and required"
            )]
        );
        assert_eq!(new(path, json!({"type": "string"})), Vec::<String>::new());
    }
    // Whoever leaves out what is new leaves out what it requires.
    let found = told(|tools| {
        input(tools)["filter"] = json!({"type": "object"});
        input(tools)["filter.by"] = required;
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_parameter_takes_no_less_than_before() {
    let less = |path: &str, key: &str, value: Value| {
        let found = told(|tools| input(tools)[path][key] = value);
        let [found] = &found[..] else {
            panic!("one change of {path}: {found:?}");
        };
        let start = format!("the parameter `{path}` of `search_invoices` takes less: ");
        found
            .strip_prefix(&start)
            .unwrap_or_else(|| panic!("{found}"))
            .to_owned()
    };
    for (path, key, value, reason) in [
        ("limit", "required", json!(true), "it must be given now"),
        ("limit", "minimum", json!(5), "its minimum was 1 and is 5"),
        (
            "limit",
            "maximum",
            json!(20),
            "its maximum was 50 and is 20",
        ),
        ("amount", "minimum", json!(0), "it has the minimum 0 now"),
        (
            "amount",
            "unit",
            json!("euros"),
            "it was in cents and is in euros",
        ),
        (
            "name",
            "minLength",
            json!(2),
            "its minLength was 1 and is 2",
        ),
        (
            "name",
            "maxLength",
            json!(8),
            "its maxLength was 80 and is 8",
        ),
        ("name", "pattern", json!("^a"), "it has the pattern ^a now"),
        ("name", "enum", json!(["a"]), "it is a closed set now"),
        ("tags", "minItems", json!(1), "it has the minItems 1 now"),
        ("tags", "maxItems", json!(4), "its maxItems was 5 and is 4"),
        (
            "tags[]",
            "maxLength",
            json!(4),
            "it has the maxLength 4 now",
        ),
        (
            "since",
            "format",
            json!("date-time"),
            "its format was date and is date-time",
        ),
        (
            "customer_id",
            "pattern",
            json!("^c_"),
            "its pattern was ^cus_ and is ^c_",
        ),
        (
            "status",
            "enum",
            json!(["open", "due"]),
            "it no longer takes \"paid\" or \"void\"",
        ),
        (
            "status",
            "type",
            json!("integer"),
            "it was a string and is an integer",
        ),
        (
            "tags",
            "type",
            json!("string"),
            "it was a list and is a string",
        ),
    ] {
        assert_eq!(less(path, key, value), reason);
    }
}

#[test]
fn a_list_that_became_a_string_is_one_change() {
    let found = told(|tools| {
        input(tools)["tags"] = json!({"type": "string", "required": true});
        take_out(input(tools), "tags[]");
    });
    assert_eq!(
        found,
        ["the parameter `tags` of `search_invoices` takes less: it was a list and is a string"]
    );
}

#[test]
fn a_parameter_may_take_more() {
    for (path, part) in [
        (
            "limit",
            json!({"type": "integer", "minimum": 0, "maximum": 500}),
        ),
        ("limit", json!({"type": "number"})),
        (
            "status",
            json!({"type": "string", "enum": ["void", "due", "open", "paid"]}),
        ),
        ("status", json!({"type": "string"})),
        ("customer_id", json!({"type": "string"})),
        ("since", json!({"type": "string"})),
        ("name", json!({"type": "string", "maxLength": 90})),
        ("amount", json!({"type": "integer"})),
        ("period.from", json!({"type": "string"})),
    ] {
        let found = told(|tools| input(tools)[path] = part);
        assert_eq!(found, Vec::<String>::new(), "{path}");
    }
}

#[test]
fn a_field_of_the_answer_stays() {
    let field = |path: &str, part: Option<Value>| {
        told(|tools| match part {
            Some(part) => output(tools)[path] = part,
            None => {
                take_out(output(tools), path);
            }
        })
    };
    let called = |path: &str| format!("the field `{path}` in the answer of `search_invoices`");
    for path in ["total", "items[].id"] {
        assert_eq!(field(path, None), [format!("{} is gone", called(path))]);
    }
    assert_eq!(
        field("total", Some(json!({"type": "integer"}))),
        [format!("{} may be missing now", called("total"))]
    );
    assert_eq!(
        field("total", Some(json!({"type": "number", "required": true}))),
        [format!(
            "{} was an integer and is a number",
            called("total")
        )]
    );
    for (format, now) in [(json!("date-time"), "date-time"), (Value::Null, "none")] {
        assert_eq!(
            field("due_on", Some(json!({"type": "string", "format": format}))),
            [format!(
                "{} had the format date and has {now}",
                called("due_on")
            )]
        );
    }
    for (path, part) in [
        ("average", json!({"type": "integer"})),
        (
            "total",
            json!({"type": "integer", "required": true, "format": "int64"}),
        ),
        ("average", json!({"type": "number", "required": true})),
        ("currency", json!({"type": "string"})),
    ] {
        assert_eq!(field(path, Some(part)), Vec::<String>::new(), "{path}");
    }
    // What was in it is gone with it.
    let found = told(|tools| {
        for path in ["items", "items[]", "items[].id"] {
            take_out(output(tools), path);
        }
    });
    assert_eq!(found, [format!("{} is gone", called("items"))]);
}

#[test]
fn everything_is_told_at_once() {
    let found = told(|tools| {
        take_out(tools, "create_invoice");
        take_out(input(tools), "limit");
        take_out(output(tools), "total");
        input(tools)["sort"] = json!({"type": "string", "required": true});
    });
    assert_eq!(
        found,
        [
            "the tool `create_invoice` is gone",
            "`add_invoice`, a former name of `create_invoice`, no longer answers",
            "the parameter `limit` of `search_invoices` is gone",
            "the parameter `sort` of `search_invoices` is new and required",
            "the field `total` in the answer of `search_invoices` is gone",
        ]
    );
}

/// A folder of a test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("mcp-ergo-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for what is temporary");
        Self(folder)
    }

    fn promised(&self, bless: bool, ci: bool) -> Promised<'static> {
        Promised {
            path: Path::new("tests/catalog.json"),
            file: self.0.join("tests/catalog.json"),
            package: Some("ledger".to_owned()),
            bless,
            ci,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn note(checked: Result<Option<String>, String>) -> String {
    checked.expect("nothing is broken").unwrap_or_default()
}

#[test]
fn the_file_is_written_once_and_held_to() {
    let folder = Folder::new("first");
    let catalog = read(old());
    let promised = folder.promised(false, false);
    assert_eq!(
        note(promised.check(&catalog)),
        "tests/catalog.json was not there and is written; commit it"
    );
    let written = fs::read_to_string(&promised.file).expect("the file is there");
    assert_eq!(note(promised.check(&catalog)), "");

    let mut more = old();
    more["tools"]["get_invoice"] = old()["tools"]["search_invoices"].clone();
    assert_eq!(
        note(promised.check(&read(more))),
        "tests/catalog.json is behind the server: nothing is broken, and what is new is not \
         protected before it is written anew by `BLESS=1 cargo test -p ledger`"
    );

    let mut less = old();
    take_out(input(&mut less["tools"]), "limit");
    assert_eq!(
        promised.check(&read(less.clone())),
        Err(
            "1 breaking change for those who call this server as tests/catalog.json promises it\n\n\
             error: the parameter `limit` of `search_invoices` is gone\n  \
             before: {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 50}\n  \
             after:  nothing\n\
             help: take it again, even if it no longer does anything: calls that send it are refused\n\n\
             to break it on purpose: `BLESS=1 cargo test -p ledger`, and commit the file"
                .to_owned()
        )
    );
    // Nothing was written since.
    assert_eq!(
        fs::read_to_string(&promised.file).expect("the file is there"),
        written
    );

    let blessed = folder.promised(true, true);
    assert_eq!(
        note(blessed.check(&read(less.clone()))),
        "tests/catalog.json is written anew; commit it"
    );
    assert_eq!(note(promised.check(&read(less))), "");
}

#[test]
fn a_file_that_nobody_would_commit_is_not_written() {
    let folder = Folder::new("ci");
    let promised = folder.promised(false, true);
    let problem = promised.check(&read(old())).expect_err("it is not there");
    assert!(
        problem.starts_with("tests/catalog.json cannot be read: ")
            && problem
                .ends_with("\nhelp: write it by `BLESS=1 cargo test -p ledger`, and commit it"),
        "{problem}"
    );
    assert!(!promised.file.exists());
}

#[test]
fn a_file_that_is_no_catalog_is_told_and_kept() {
    let folder = Folder::new("unreadable");
    let promised = folder.promised(false, false);
    fs::create_dir_all(folder.0.join("tests")).expect("a folder");
    for text in ["", "<<<<<<< HEAD", "[]", "{\"tools\": {\"x\": 1}}"] {
        fs::write(&promised.file, text).expect("a file");
        let problem = promised.check(&read(old())).expect_err("it is no catalog");
        assert!(
            problem.starts_with("tests/catalog.json is no catalog: ")
                && problem.ends_with(
                    "\nhelp: bring back the one that was committed, or write it anew by `BLESS=1 \
                     cargo test -p ledger`"
                ),
            "{problem}"
        );
        assert_eq!(fs::read_to_string(&promised.file).expect("a file"), text);
    }
}

#[test]
fn a_file_has_a_line_for_every_value() {
    let text = read(old()).to_string();
    assert_eq!(
        read(serde_json::from_str(&text).expect("JSON")),
        read(old())
    );
    let of_create = text.split_once("\n    },").expect("two tools").0;
    assert_eq!(
        of_create.split_once("\"tools\": {\n").expect("tools").1,
        r#"    "create_invoice": {
      "class": "write",
      "idempotent": true,
      "scope": "invoices:write",
      "formerly": ["add_invoice"],
      "input": {
        "amount": {"type": "integer", "required": true}
      },
      "output": {}"#
    );
    assert!(text.contains(
        "        \"status\": {\"type\": \"string\", \"enum\": [\"open\", \"paid\", \"void\"]},\n"
    ));
}

#[test]
fn shapes_are_told_by_the_paths_of_their_values() {
    let line = Shape::record([
        Field::required("text", Shape::text().length(Some(1), Some(80))),
        Field::optional("price", Shape::integer(Some(0), None).unit("cents")),
    ]);
    let record = Record {
        fields: vec![
            Field::required("lines", Shape::list(line).length(Some(1), None)),
            Field::optional("grid", Shape::list(Shape::list(Shape::number()))),
            Field::optional("state", Shape::choice([Choice::new("open", "issued")])),
            Field::optional("on", Shape::text().format(Format::Date)),
        ],
    };
    let mut parts = BTreeMap::new();
    flatten("", &record, &mut parts, &Part::of);
    let told: Vec<String> = parts
        .iter()
        .map(|(path, part)| format!("{path} {part}"))
        .collect();
    assert_eq!(
        told,
        [
            r#"grid {"type": "array"}"#,
            r#"grid[] {"type": "array"}"#,
            r#"grid[][] {"type": "number"}"#,
            r#"lines {"type": "array", "required": true, "minItems": 1}"#,
            r#"lines[] {"type": "object"}"#,
            r#"lines[].price {"type": "integer", "minimum": 0, "unit": "cents"}"#,
            r#"lines[].text {"type": "string", "required": true, "minLength": 1, "maxLength": 80}"#,
            r#"on {"type": "string", "format": "date"}"#,
            r#"state {"type": "string", "enum": ["open"]}"#,
        ]
    );
    let mut bare = BTreeMap::new();
    flatten("", &record, &mut bare, &Part::answered);
    assert_eq!(
        bare["on"].to_string(),
        r#"{"type": "string", "format": "date"}"#
    );
    assert_eq!(
        bare["lines[].text"].to_string(),
        r#"{"type": "string", "required": true}"#
    );
}
