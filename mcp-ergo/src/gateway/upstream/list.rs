//! The list of an upstream's tools, asked for without trust that it comes or ends.

use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    ClientRequest, ListToolsRequest, ListToolsResult, PaginatedRequestParams, ServerResult, Tool,
};
use rmcp::service::{Peer, PeerRequestOptions};
use serde_json::Value;

/// Most pages, tools and bytes of one upstream: the largest public server has 300 tools.
const PAGES: usize = 200;
const TOOLS: usize = 2_000;
const BYTES: usize = 8 * 1024 * 1024;

/// Every tool, or why there is no list.
pub(super) async fn list(peer: &Peer<RoleClient>, within: Duration) -> Result<Vec<Tool>, String> {
    match tokio::time::timeout(within, pages(peer, within)).await {
        Ok(listed) => listed,
        Err(_) => Err(format!(
            "it did not list its tools within {}",
            crate::server::seconds(within)
        )),
    }
}

async fn pages(peer: &Peer<RoleClient>, within: Duration) -> Result<Vec<Tool>, String> {
    let (mut tools, mut bytes, mut cursor) = (Vec::new(), 0, None);
    for _ in 0..PAGES {
        let page = page(peer, cursor, within).await?;
        bytes += page
            .tools
            .iter()
            .map(|tool| serde_json::to_vec(tool).map_or(0, |json| json.len()))
            .sum::<usize>();
        tools.extend(page.tools);
        if bytes > BYTES {
            return Err(format!(
                "its list of tools has more than {} MiB",
                BYTES >> 20
            ));
        }
        if tools.len() > TOOLS {
            return Err(format!("it lists more than {TOOLS} tools"));
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(tools);
        }
    }
    Err(format!("its list of tools has more than {PAGES} pages"))
}

async fn page(
    peer: &Peer<RoleClient>,
    cursor: Option<String>,
    within: Duration,
) -> Result<ListToolsResult, String> {
    let params = cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
    let request = ListToolsRequest {
        params,
        ..<_>::default()
    };
    // Past rmcp's cache, which would answer with an old list where there is none.
    let sent = peer.send_request_with_option(
        ClientRequest::ListToolsRequest(request),
        PeerRequestOptions::with_timeout(within),
    );
    let failed = |error| format!("its tools cannot be listed: {error}");
    let answer = sent.await.map_err(failed)?.await_response().await;
    match answer.map_err(failed)? {
        ServerResult::ListToolsResult(page) => Ok(page),
        // One tool that cannot be read makes it a list of nothing that rmcp knows.
        ServerResult::CustomResult(custom) => read(custom.0),
        _ => Err("it answers tools/list with something else".to_owned()),
    }
}

/// The tools of a page that can be read.
fn read(mut page: Value) -> Result<ListToolsResult, String> {
    let Some(Value::Array(listed)) = page.get_mut("tools").map(Value::take) else {
        return Err("it answers tools/list without a list of tools".to_owned());
    };
    let mut tools = Vec::new();
    for tool in listed {
        let name = tool.get("name").cloned().unwrap_or_default();
        match serde_json::from_value(tool) {
            Ok(tool) => tools.push(tool),
            Err(error) => {
                tracing::warn!(tool = %name, %error, "a tool cannot be read, and is left out");
            }
        }
    }
    let mut read = ListToolsResult::with_all_items(tools);
    read.next_cursor = page
        .get("nextCursor")
        .and_then(Value::as_str)
        .map(str::to_owned);
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_tool_that_cannot_be_read_takes_no_other_with_it() {
        let page = read(json!({"nextCursor": "2", "tools": [
            {"name": "good", "inputSchema": {"type": "object"}},
            {"name": "bad", "inputSchema": "none"},
        ]}));
        let page = page.expect("a page");
        assert_eq!(page.tools.len(), 1);
        assert_eq!(page.next_cursor.as_deref(), Some("2"));
        assert!(read(json!({"tools": 3})).is_err());
    }
}
