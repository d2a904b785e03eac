//! What an upstream answers, as callers of the gateway read it.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::schema::cut;

/// Puts the tools that an answer names as the next call under the names that this caller sees. Servers
/// of this library name them in the data, and again in the words before it; what `shown` does not know
/// stays as it is.
pub(super) fn rename(result: &mut CallToolResult, shown: impl Fn(&str) -> Option<String>) {
    let mut renamed: Vec<(String, String)> = Vec::new();
    if let Some(data) = &mut result.structured_content {
        rename_in(data, &shown, &mut renamed);
    }
    for block in &mut result.content {
        let ContentBlock::Text(text) = block else {
            continue;
        };
        if !text.text.starts_with('{') || !text.text.contains(NEXT) {
            continue;
        }
        let Ok(mut data) = serde_json::from_str::<Value>(&text.text) else {
            continue;
        };
        let before = renamed.len();
        rename_in(&mut data, &shown, &mut renamed);
        if renamed.len() > before {
            text.text = data.to_string();
        }
    }
    if renamed.is_empty() {
        return;
    }
    renamed.sort_unstable();
    renamed.dedup();
    for block in &mut result.content {
        if let ContentBlock::Text(text) = block
            && !text.text.starts_with('{')
        {
            for (own, shown) in &renamed {
                let (from, to) = (format!("Next: {own} {{"), format!("Next: {shown} {{"));
                text.text = text.text.replace(&from, &to);
            }
        }
    }
}

/// The member that names the next call.
const NEXT: &str = "nextAction";

/// Renames the next call of an answer or an envelope, and those of its blockers.
fn rename_in(
    data: &mut Value,
    shown: &impl Fn(&str) -> Option<String>,
    renamed: &mut Vec<(String, String)>,
) {
    let mut rename = |holder: &mut Value| {
        let Some(next) = holder.get_mut(NEXT) else {
            return;
        };
        let is_call = next.get("args").is_some_and(Value::is_object);
        let Some(Value::String(tool)) = next.get_mut("tool").filter(|_| is_call) else {
            return;
        };
        if let Some(shown) = shown(tool) {
            renamed.push((tool.clone(), shown.clone()));
            *tool = shown;
        }
    };
    rename(data);
    if let Some(Value::Array(blockers)) = data.get_mut("blockers") {
        blockers.iter_mut().for_each(rename);
    }
}

/// Most bytes of what an upstream says of a failure.
const LONGEST: usize = 16 * 1024;

/// A failure that is not longer than anybody reads.
pub(super) fn curtailed(mut result: CallToolResult) -> CallToolResult {
    for block in &mut result.content {
        if let ContentBlock::Text(text) = block
            && text.text.len() > LONGEST
        {
            text.text = cut(&text.text, LONGEST / 4);
        }
    }
    result.structured_content = result
        .structured_content
        .filter(|data| data.to_string().len() <= LONGEST);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn renamed(mut result: CallToolResult) -> CallToolResult {
        rename(&mut result, |tool| {
            (tool != "hidden").then(|| format!("all__shop__{tool}"))
        });
        result
    }

    #[test]
    fn the_next_call_is_named_as_the_caller_sees_it() {
        let data = json!({
            "outcome": "Found 1.",
            "note": "Next: get_one {} is only text here",
            "nextAction": {"tool": "get_one", "args": {"id": 1}, "reason": "to see it"},
            "blockers": [{"what": "a", "fix": "b", "nextAction": {"tool": "hidden", "args": {}, "reason": "c"}}],
        });
        let mut result = CallToolResult::success(vec![
            ContentBlock::text(
                "Found 1. Next: get_one {\"id\":1} to see it. Blocked: Next: hidden {}",
            ),
            ContentBlock::text(data.to_string()),
        ]);
        result.structured_content = Some(data.clone());
        let result = renamed(result);
        let mut expected = data;
        expected["nextAction"]["tool"] = json!("all__shop__get_one");
        assert_eq!(result.structured_content, Some(expected.clone()));
        assert_eq!(
            result.content[0].as_text().map(|text| &*text.text),
            Some(
                "Found 1. Next: all__shop__get_one {\"id\":1} to see it. Blocked: Next: hidden {}"
            )
        );
        assert_eq!(
            result.content[1].as_text().map(|text| text.text.clone()),
            Some(expected.to_string())
        );
    }

    #[test]
    fn an_answer_that_names_no_call_stays_to_the_byte() {
        let text = "{ \"nextAction\" : {\"tool\": \"get_one\"} }";
        let result = renamed(CallToolResult::success(vec![ContentBlock::text(text)]));
        assert_eq!(
            result.content[0].as_text().map(|text| &*text.text),
            Some(text)
        );
    }
}
