//! What its tools do.

use std::io::Write as _;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ErrorData,
    ProgressNotificationParam,
};
use rmcp::service::RequestContext;
use serde_json::{Map, Value, json};

use crate::Trouble;

impl Trouble {
    pub(crate) async fn make(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let given = request.arguments.unwrap_or_default();
        let number = |name: &str| given.get(name).and_then(Value::as_u64).unwrap_or_default();
        let word = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default();
        let result = match &*request.name {
            "echo_text" => structured(&json!({"echo": word("text"), "times": 1})),
            "write_note" => text("Written."),
            "end_process" => std::process::exit(3),
            "wait_for_ever" => std::future::pending().await,
            "block_process" => {
                block();
                text("Never said.")
            }
            "flood_client" => {
                flood(word("kind"));
                text("Never said.")
            }
            "change_list" => {
                self.grow(u32::try_from(number("more")).unwrap_or_default());
                text("Changed.")
            }
            "read_text" => text(&chapters(number("kilobytes"))),
            "list_items" => structured(&items(number("items"))),
            "read_variable" => {
                text(&std::env::var(word("name")).unwrap_or_else(|_| "not set".to_owned()))
            }
            "fail_as_told" => return fail(word("way")),
            "find_next" => next(),
            "count_slowly" => count(number("to"), &context).await,
            "start_child" => start_child(),
            other if other.starts_with("read_extra_") => text(other),
            other => {
                let message = format!("Unknown tool: {other}");
                return Err(ErrorData::invalid_params(message, None));
            }
        };
        Ok(result.into())
    }
}

fn text(text: &str) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn structured(data: &Value) -> CallToolResult {
    CallToolResult::structured(data.clone())
}

/// The only thread sleeps.
fn block() {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// Writes to stdout past rmcp, for as long as anybody reads it.
fn flood(kind: &str) {
    let mut stdout = std::io::stdout().lock();
    let message = match kind {
        "messages" => {
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"flood\"}}\n"
        }
        "changes" => "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n",
        "noise" => "this is no JSON, and a program should log it to stderr\n",
        _ => "a line that never ends ",
    };
    let many = message.repeat(256);
    while stdout.write_all(many.as_bytes()).is_ok() {}
    block();
}

fn chapters(kilobytes: u64) -> String {
    let mut told = String::new();
    for chapter in 1..=kilobytes {
        told.push_str(&format!("## Chapter {chapter}\n\n"));
        told.push_str(&"The bear went over the mountain. ".repeat(30));
        told.push_str("\n\n");
    }
    told
}

fn items(count: u64) -> Value {
    let items: Vec<Value> = (1..=count)
        .map(|number| json!({"number": number, "text": "one of many things that are listed here"}))
        .collect();
    json!({"total": count, "things": items})
}

fn fail(way: &str) -> Result<CallToolResponse, ErrorData> {
    match way {
        "params" => Err(ErrorData::invalid_params("the moon is not full", None)),
        "internal" => Err(ErrorData::internal_error(
            "/srv/secret/path.py line 3: password=hunter2",
            None,
        )),
        "own" => Err(ErrorData::new(ErrorCode(7), "the well is dry", None)),
        "result" => Ok(CallToolResult::error(vec![ContentBlock::text("no such pod")]).into()),
        _ => panic!("the needle broke"),
    }
}

/// As servers of mcp-ergo answer.
fn next() -> CallToolResult {
    let args: Map<String, Value> = [("text".to_owned(), json!("again"))].into_iter().collect();
    let mut result = structured(&json!({
        "outcome": "One thing is next.",
        "nextAction": {"tool": "echo_text", "args": args, "reason": "to hear it again"},
        "blockers": [{"what": "nothing written", "fix": "write a note", "nextAction": {"tool": "write_note", "args": {"text": "x"}, "reason": "to write"}}],
    }));
    let json = result.structured_content.clone().unwrap_or_default();
    result.content = vec![
        ContentBlock::text(
            "One thing is next. Next: echo_text {\"text\":\"again\"} to hear it again.",
        ),
        ContentBlock::text(json.to_string()),
    ];
    result
}

async fn count(to: u64, context: &RequestContext<RoleServer>) -> CallToolResult {
    let token = context.meta.get_progress_token();
    for done in 1..=to {
        if let Some(token) = token.clone() {
            #[expect(clippy::cast_precision_loss, reason = "it counts to a few")]
            let mut told = ProgressNotificationParam::new(token, done as f64);
            #[expect(clippy::cast_precision_loss, reason = "it counts to a few")]
            let total = to as f64;
            told.total = Some(total);
            // The client may have gone.
            let _ = context.peer.notify_progress(told).await;
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_millis(20)) => {}
            () = context.ct.cancelled() => {
                eprintln!("cancelled");
                return text("Cancelled.");
            }
        }
    }
    text(&format!("Counted to {to}."))
}

fn start_child() -> CallToolResult {
    match std::process::Command::new("sleep").arg("3600").spawn() {
        Ok(child) => text(&child.id().to_string()),
        Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    }
}
