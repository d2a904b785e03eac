//! `tools/list`.

use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Era, catalog, workshop};

/// Tools that are granted.
const TOOLS: usize = 16;

async fn tools_in(era: Era) -> Vec<Value> {
    InProcess::of(workshop::server(), era).await.tools().await
}

#[tokio::test]
async fn every_tool_is_described_in_full_and_inside_the_portable_dialect() {
    for era in Era::ALL {
        let tools = tools_in(era).await;
        assert_eq!(tools.len(), TOOLS, "{:?}", catalog::names(&tools));
        tools.iter().for_each(catalog::assert_described);
    }
}

#[tokio::test]
async fn tools_come_sorted_by_name_on_one_page() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        let list = client.result("tools/list", json!({})).await;
        assert_eq!(list.get("nextCursor"), None);
        let tools = list["tools"].as_array().expect("a list of tools");
        let names = catalog::names(tools);
        assert!(names.is_sorted(), "{names:?}");
    }
}

#[tokio::test]
async fn cursor_that_was_not_given_is_invalid_params() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        for cursor in ["MzA=", "", "2"] {
            let error = client.error("tools/list", json!({"cursor": cursor})).await;
            assert_eq!(error.code, -32602, "{error:?}");
            assert!(error.message.contains(&format!("{cursor:?}")), "{error:?}");
        }
        let list = client.result("tools/list", json!({"cursor": null})).await;
        assert!(list["tools"].is_array());
    }
}

#[tokio::test]
async fn properties_stand_in_declared_order_at_every_depth() {
    for era in Era::ALL {
        let tools = tools_in(era).await;
        let measure = catalog::tool(&tools, "measure_pot");
        let declared = [
            "tiny",
            "small",
            "medium",
            "large",
            "near",
            "tiny_up",
            "small_up",
            "medium_up",
            "large_up",
            "near_up",
            "share",
            "ratio",
            "glazed",
            "name",
            "marks",
            "note",
            "boxed",
            "tries",
        ];
        assert_eq!(catalog::properties(&measure["inputSchema"]), declared);
        let mut answered = vec!["outcome"];
        answered.extend(declared);
        answered.push("nextAction");
        assert_eq!(catalog::properties(&measure["outputSchema"]), answered);

        let pot = &catalog::tool(&tools, "draw_pot")["inputSchema"]["properties"]["pot"];
        assert_eq!(catalog::properties(pot), ["madeIn", "allParts"]);
        let part = &pot["properties"]["allParts"]["items"];
        assert_eq!(catalog::properties(part), ["name", "sizes", "finish"]);
    }
}

#[tokio::test]
async fn list_is_the_same_in_both_eras_and_on_every_call() {
    let mut seen = Vec::new();
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        for _ in 0..2 {
            seen.push(json!(client.tools().await).to_string());
            client.call("continue_work", json!({"piece": "bowl"})).await;
        }
    }
    assert!(seen.iter().all(|list| *list == seen[0]), "{seen:#?}");
}

#[tokio::test]
async fn stateless_list_says_how_long_and_for_whom_it_may_be_kept() {
    let mut client = InProcess::of(workshop::server(), Era::Stateless).await;
    let list = client.result("tools/list", json!({})).await;
    assert!(list["ttlMs"].is_u64(), "{}", list["ttlMs"]);
    assert_eq!(list["cacheScope"], "private");
    assert_eq!(list["resultType"], "complete");
}

#[tokio::test]
async fn server_info_and_instructions_are_the_users() {
    for era in Era::ALL {
        let client = InProcess::of(workshop::server(), era).await;
        let info = era.server_info(&client.opened);
        assert_eq!(info["name"], "workshop");
        assert_eq!(info["version"], "7.4.1");
        let instructions = client.opened["instructions"].as_str().unwrap_or_default();
        assert!(
            instructions.starts_with("A pottery workshop"),
            "{instructions}"
        );
        assert!(instructions.contains("count_shelves"), "{instructions}");
    }
}

#[tokio::test]
async fn handshake_agrees_on_every_version_that_has_one() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let (stream, _serving) = wire_tests::line::serve(workshop::server());
        let (reader, writer) = tokio::io::split(stream);
        let mut client = wire_tests::LineClient::silent(reader, writer, Era::Handshake);
        let (method, mut params) = Era::Handshake.opening();
        params["protocolVersion"] = version.into();
        let opened = client.result(method, params).await;
        assert_eq!(opened["protocolVersion"], version);
        assert_eq!(client.tools().await.len(), TOOLS);
    }
}

#[tokio::test]
async fn tool_without_parameters_takes_a_closed_empty_object() {
    let tools = tools_in(Era::Handshake).await;
    assert_eq!(
        catalog::tool(&tools, "count_shelves")["inputSchema"],
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
}

#[tokio::test]
async fn every_std_type_has_its_one_type_and_bounds() {
    let tools = tools_in(Era::Handshake).await;
    let input = &catalog::tool(&tools, "measure_pot")["inputSchema"];
    let of = |name: &str, keyword: &str| input["properties"][name][keyword].clone();
    for (name, kind, least, most) in [
        ("tiny", "integer", json!(-128), json!(127)),
        ("small", "integer", json!(-32768), json!(32767)),
        ("medium", "integer", json!(i32::MIN), json!(i32::MAX)),
        // Bounds of 64 bits are no news to anyone, and floats cannot hold them.
        ("large", "integer", Value::Null, Value::Null),
        ("near", "integer", Value::Null, Value::Null),
        ("tiny_up", "integer", json!(0), json!(255)),
        ("small_up", "integer", json!(0), json!(65535)),
        ("medium_up", "integer", json!(0), json!(u32::MAX)),
        ("large_up", "integer", json!(0), Value::Null),
        ("near_up", "integer", json!(0), Value::Null),
        ("share", "number", json!(0.0), json!(1.0)),
        ("ratio", "number", Value::Null, Value::Null),
        ("glazed", "boolean", Value::Null, Value::Null),
        ("name", "string", Value::Null, Value::Null),
        ("marks", "array", Value::Null, Value::Null),
        ("note", "string", Value::Null, Value::Null),
        ("boxed", "integer", json!(0), json!(u32::MAX)),
        ("tries", "integer", json!(1), json!(9)),
    ] {
        assert_eq!(of(name, "type"), kind, "{name}");
        assert_eq!(of(name, "minimum"), least, "{name}");
        assert_eq!(of(name, "maximum"), most, "{name}");
        assert_eq!(of(name, "format"), Value::Null, "{name}");
    }
    let required = input["required"].as_array().expect("required parameters");
    for optional in ["note", "tries"] {
        assert!(
            !required.contains(&json!(optional)),
            "{optional} may be left out"
        );
    }
    assert_eq!(required.len(), 16);
}

#[tokio::test]
async fn bounds_examples_and_defaults_stand_in_the_words_too() {
    let tools = tools_in(Era::Handshake).await;
    let text = |tool: &str, name: &str| {
        let property = &catalog::tool(&tools, tool)["inputSchema"]["properties"][name];
        property["description"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    let litres = text("mix_glaze", "litreCount");
    for part in ["litres", "from 2 to 20", "e.g. 4"] {
        assert!(litres.contains(part), "{part} in {litres}");
    }
    let tries = text("measure_pot", "tries");
    assert!(tries.ends_with("Default 2."), "{tries}");
}

#[tokio::test]
async fn closed_sets_are_words_with_their_meanings_folded_in() {
    let tools = tools_in(Era::Handshake).await;
    let piece = &catalog::tool(&tools, "continue_work")["inputSchema"]["properties"]["piece"];
    assert_eq!(piece["enum"], json!(["mug", "bowl", "teapot"]));
    let text = piece["description"].as_str().unwrap_or_default();
    assert!(text.contains("'bowl': thrown, not yet fired"), "{text}");

    let input = &catalog::tool(&tools, "draw_pot")["inputSchema"];
    let part = &input["properties"]["pot"]["properties"]["allParts"]["items"];
    assert_eq!(
        part["properties"]["finish"]["enum"],
        json!(["raw-clay", "glazed"])
    );
}

#[tokio::test]
async fn options_of_the_state_are_a_closed_set() {
    let tools = tools_in(Era::Handshake).await;
    let glaze = &catalog::tool(&tools, "mix_glaze")["inputSchema"]["properties"]["glazeName"];
    assert_eq!(glaze["enum"], json!(["celadon", "tenmoku", "shino"]));
}

#[tokio::test]
async fn hints_follow_the_class_of_the_tool() {
    let tools = tools_in(Era::Handshake).await;
    let hints = |name: &str| {
        let annotations = &catalog::tool(&tools, name)["annotations"];
        [
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        ]
        .map(|hint| annotations[hint] == true)
    };
    assert_eq!(hints("count_shelves"), [true, false, true, false]);
    assert_eq!(hints("mix_glaze"), [false, false, false, false]);
    assert_eq!(hints("add_note"), [false, false, true, true]);
    assert_eq!(catalog::tool(&tools, "add_note")["title"], "Note progress");
}

#[tokio::test]
async fn tool_that_is_not_granted_is_neither_listed_nor_named() {
    for era in Era::ALL {
        let tools = tools_in(era).await;
        assert!(!catalog::names(&tools).contains(&"order_clay"));
        let list = json!(tools).to_string();
        assert!(!list.contains("order_clay"), "{list}");
        let check = catalog::tool(&tools, "check_clay");
        assert_eq!(
            check["description"],
            "Check how much clay is left of one batch. Use when the user asks for clay. Returns the \
             kilograms that are left."
        );
    }
}

#[tokio::test]
async fn every_name_is_one_that_model_apis_accept() {
    for tool in tools_in(Era::Handshake).await {
        let name = tool["name"].as_str().unwrap_or_default();
        let portable = name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        assert!(portable, "{name}");
        assert!(
            format!("mcp__workshop__{name}").len() <= 60,
            "{name} is long behind its prefix"
        );
    }
}
