//! One answer of a model a task.

mod answers;
mod asked;
mod refusals;
mod report;

use std::time::Duration;

use mcp_ergo::sim::{Chat, Endpoint, Mode, Pick, PickError, Picker as _, ToolSet};
use picker_tests::{Model, shelf, tool};
use serde_json::json;

/// Three tools, one of which has two jobs.
fn tools() -> ToolSet {
    let action = json!({"action": {"type": "string", "enum": ["merge", "close"]}});
    let list = [
        tool("favourite__get_pods", "List pods.", &json!({})),
        tool("all__k8s__get_pods", "List pods.", &json!({})),
        tool(
            "all__git__change_request",
            "Change a pull request.",
            &action,
        ),
    ];
    shelf(&list, Some("PREFER favourite__get_pods."), &[])
}

/// A model that waits as good as never between tries.
fn chat(model: &Model) -> Chat {
    let chat = Chat::new(&model.url(), "tiny").expect("a URL");
    chat.first_wait(Duration::from_micros(1)).seed(42)
}

fn pick(chat: Chat, mode: Mode, tools: &ToolSet) -> Result<Pick, PickError> {
    let endpoint = Endpoint::new(chat, mode).expect("a runtime");
    endpoint.prepare(tools)?.pick("Which pods run?")
}
