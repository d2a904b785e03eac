//! What is shown of the tools.

use harden_tests::menagerie::{Menagerie, right_calls};
use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Era, catalog, dialect};

use crate::hardened;

/// Tools with a parameter that the portable dialect has no words for.
const BEYOND: &[&str] = &[
    "count_animals",
    "draw_figure",
    "keep_extra",
    "list_animals",
    "panic_now",
    "fail_simply",
    "look_long",
    "wait_long",
    "wait_unwanted",
    "plant_tree",
    "say_twice",
    "show_picture",
    "store_value",
    "tag_animals",
    "take_anything",
    "take_pair",
];

async fn both(era: Era) -> (Vec<Value>, Vec<Value>) {
    let before = InProcess::of_foreign(Menagerie::default(), era)
        .await
        .tools()
        .await;
    let after = InProcess::of_foreign(hardened(), era).await.tools().await;
    (before, after)
}

#[tokio::test]
async fn inputs_are_in_the_portable_dialect_where_it_has_words() {
    for era in Era::ALL {
        let (before, after) = both(era).await;
        assert!(before.len() >= 20, "{}", before.len());
        for tool in &after {
            let name = tool["name"].as_str().unwrap();
            let strays = dialect::strays(&tool["inputSchema"]);
            assert_eq!(
                strays.is_empty(),
                !BEYOND.contains(&name),
                "{name}: {strays:#?}"
            );
        }
        let plain = |tool: &&Value| dialect::strays(&tool["inputSchema"]).is_empty();
        assert_eq!(before.iter().filter(plain).count(), 0);
    }
}

#[tokio::test]
async fn nothing_else_of_a_tool_changes() {
    for era in Era::ALL {
        let (before, after) = both(era).await;
        assert_eq!(catalog::names(&before), catalog::names(&after));
        for (mut before, mut after) in before.into_iter().zip(after) {
            assert_eq!(
                catalog::properties(&before["inputSchema"]),
                catalog::properties(&after["inputSchema"])
            );
            let mut told = Vec::new();
            descriptions(&before["inputSchema"], &mut told);
            descriptions(&before["outputSchema"], &mut told);
            let text = after.to_string();
            for told in told {
                assert!(text.contains(&told), "{told:?} is lost: {after:#}");
            }
            for schema in ["inputSchema", "outputSchema"] {
                assert_eq!(before.get(schema).is_some(), after.get(schema).is_some());
                before.as_object_mut().unwrap().remove(schema);
                after.as_object_mut().unwrap().remove(schema);
            }
            assert_eq!(before, after);
        }
    }
}

fn descriptions(schema: &Value, told: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            told.extend(
                members
                    .get("description")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            members.values().for_each(|value| descriptions(value, told));
        }
        Value::Array(values) => values.iter().for_each(|value| descriptions(value, told)),
        _ => {}
    }
}

#[tokio::test]
async fn no_schema_holds_what_clients_refuse() {
    for era in Era::ALL {
        let (_, after) = both(era).await;
        for tool in &after {
            let text = tool.to_string();
            for refused in [
                "$schema",
                "uint",
                "int32",
                "double",
                "\"format\":\"float",
                "\"const\"",
            ] {
                assert!(!text.contains(refused), "{refused} in {tool:#}");
            }
            assert_eq!(tool["inputSchema"]["type"], "object");
            assert!(tool["inputSchema"]["properties"].is_object());
            assert!(jsonschema::meta::is_valid(&tool["inputSchema"]), "{tool:#}");
        }
        let recursive = catalog::tool(&after, "plant_tree");
        assert_eq!(
            recursive["inputSchema"]["properties"]["root"]["$ref"],
            "#/$defs/Node"
        );
        assert!(recursive["inputSchema"]["$defs"]["Node"].is_object());
    }
}

/// Null is absence in what a client sends; apart from that the shown schema accepts every right call.
#[tokio::test]
async fn the_shown_schema_accepts_right_calls() {
    let (_, after) = both(Era::Handshake).await;
    for (tool, arguments) in right_calls() {
        let nulls = |value: &Value| {
            value
                .as_object()
                .is_some_and(|members| members.values().any(Value::is_null))
        };
        let absent = nulls(&arguments) || nulls(&arguments["home"]) || nulls(&arguments["figure"]);
        let accepted = catalog::accepts(&after, tool, &arguments);
        assert!(accepted || absent, "{tool} {arguments}");
    }
}

#[tokio::test]
async fn one_tool_as_it_is_shown() {
    let (_, after) = both(Era::Handshake).await;
    let tool = catalog::tool(&after, "sort_animals");
    assert_eq!(
        tool["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "order": {
                    "type": "string",
                    "enum": ["asc", "desc"],
                    "description": "Order to sort in. Order of the animals. 'asc': oldest first; 'desc': newest first."
                },
                "then": {
                    "type": "string",
                    "enum": ["asc", "desc"],
                    "description": "Order of the animals. 'asc': oldest first; 'desc': newest first."
                },
                "by": {"type": "string", "enum": ["plants", "meat"]}
            },
            "required": ["order"],
            "additionalProperties": false
        })
    );
}
