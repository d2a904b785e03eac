//! The tools that it lists.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rmcp::model::{ListToolsResult, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::{Manner, Trouble};

/// How many tools stand on one page.
const PAGE: usize = 8;

impl Trouble {
    pub(crate) fn page(&self, cursor: Option<String>) -> ListToolsResult {
        let first: usize = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
        if self.manner == Manner::Endless {
            let mut page = ListToolsResult::with_all_items(vec![read(
                format!("read_{first}"),
                "Read one.",
                &json!({}),
                &[],
            )]);
            page.next_cursor = Some((first + 1).to_string());
            return page;
        }
        let tools = self.listed();
        let mut page =
            ListToolsResult::with_all_items(tools.iter().skip(first).take(PAGE).cloned().collect());
        page.next_cursor = (first + PAGE < tools.len()).then(|| (first + PAGE).to_string());
        page
    }

    fn listed(&self) -> Vec<Tool> {
        let mut tools = usual();
        match self.manner {
            Manner::Heavy => tools.push(read(
                "read_everything".to_owned(),
                &"A long story. ".repeat(1 << 20),
                &json!({}),
                &[],
            )),
            Manner::Broken => {
                // A name that no client can call.
                tools.push(read(
                    String::new(),
                    "Nobody can call this.",
                    &json!({}),
                    &[],
                ));
            }
            _ => {}
        }
        for number in 0..self.more.load(Ordering::SeqCst) {
            let text = format!("Read the extra number {number}.");
            tools.push(read(format!("read_extra_{number}"), &text, &json!({}), &[]));
        }
        tools
    }
}

fn usual() -> Vec<Tool> {
    let text = json!({"type": "string", "description": "Text to repeat."});
    let count = json!({"type": ["integer", "null"], "format": "uint32", "minimum": 0, "description": "How many."});
    let word = |description: &str| json!({"type": "string", "description": description});
    vec![
        read(
            "echo_text".to_owned(),
            "Repeat a text. Use when the user asks to hear it again.",
            &json!({"text": text, "times": count}),
            &["text"],
        )
        .with_raw_output_schema(Arc::new(object(&json!({
            "type": "object",
            "properties": {"echo": {"type": "string"}, "times": {"type": "integer", "format": "int64"}},
            "required": ["echo"],
        })))),
        write(
            "write_note",
            "Write a note. Use when the user dictates one.",
            &json!({"text": text}),
            &["text"],
        ),
        write("end_process", "End the whole process.", &json!({}), &[]),
        read(
            "wait_for_ever".to_owned(),
            "Wait and never answer. Use for nothing.",
            &json!({}),
            &[],
        ),
        write("block_process", "Hang the whole process.", &json!({}), &[]),
        write(
            "flood_client",
            "Send messages that nobody asked for.",
            &json!({"kind": {"type": "string", "enum": ["messages", "noise", "line", "changes"], "description": "What to send."}}),
            &["kind"],
        ),
        write(
            "change_list",
            "Change the list of tools.",
            &json!({"more": {"type": "integer", "minimum": 0, "description": "How many tools more."}}),
            &["more"],
        ),
        read(
            "read_text".to_owned(),
            "Read a long text.",
            &json!({"kilobytes": {"type": "integer", "description": "How long it is."}}),
            &["kilobytes"],
        ),
        read(
            "list_items".to_owned(),
            "List many things.",
            &json!({"items": {"type": "integer", "description": "How many."}}),
            &["items"],
        ),
        read(
            "read_variable".to_owned(),
            "Read a variable of the environment.",
            &json!({"name": word("Name of the variable.")}),
            &["name"],
        ),
        read(
            "fail_as_told".to_owned(),
            "Fail in one way.",
            &json!({"way": word("Which way.")}),
            &["way"],
        ),
        read(
            "find_next".to_owned(),
            "Say what comes next.",
            &json!({}),
            &[],
        ),
        read(
            "count_slowly".to_owned(),
            "Count, and tell how far it is.",
            &json!({"to": {"type": "integer", "description": "Where to end."}}),
            &["to"],
        ),
        read("start_child".to_owned(), "Start a program that does not end.", &json!({}), &[]),
    ]
}

fn object(value: &Value) -> rmcp::model::JsonObject {
    value.as_object().cloned().unwrap_or_default()
}

fn tool(name: String, description: &str, properties: &Value, required: &[&str]) -> Tool {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": properties,
        "required": required,
    });
    Tool::new(name, description.to_owned(), object(&schema))
}

fn read(name: String, description: &str, properties: &Value, required: &[&str]) -> Tool {
    tool(name, description, properties, required)
        .with_annotations(ToolAnnotations::new().read_only(true))
}

fn write(name: &str, description: &str, properties: &Value, required: &[&str]) -> Tool {
    tool(name.to_owned(), description, properties, required)
        .with_annotations(ToolAnnotations::new().read_only(false).destructive(true))
}
