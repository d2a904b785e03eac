//! A chat completion, read as the endpoints write it.

use serde::Deserialize;
use serde_json::{Map, Value};

/// What a model answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    /// Its words; empty where it only called.
    pub(crate) text: String,
    /// The calls it made, in order.
    pub(crate) calls: Vec<Call>,
    /// The message as it came, for the next turn.
    pub(crate) message: Value,
    pub(crate) tokens: Tokens,
    /// Whether it was cut off at the endpoint's limit.
    pub(crate) cut: bool,
}

/// One call that a model wants made.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    /// What the result is sent back under; some endpoints give none.
    pub(crate) id: Option<String>,
    pub(crate) name: String,
    /// Its arguments, or the text that was no JSON object.
    pub(crate) arguments: Result<Map<String, Value>, String>,
}

/// Tokens as the endpoint counts them; 0 where it counts none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Those of the prompts.
    pub sent: u64,
    /// Those of the prompts that the endpoint had kept from earlier ones.
    pub kept: u64,
    /// Those of the answers.
    pub received: u64,
}

impl std::ops::AddAssign for Tokens {
    fn add_assign(&mut self, more: Self) {
        self.sent = self.sent.saturating_add(more.sent);
        self.kept = self.kept.saturating_add(more.kept);
        self.received = self.received.saturating_add(more.received);
    }
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Value,
}

#[derive(Deserialize)]
struct Choice {
    message: Value,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<Value>,
    tool_calls: Option<Vec<ToolCall>>,
}

#[derive(Deserialize)]
struct ToolCall {
    id: Option<String>,
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    #[serde(default)]
    arguments: Value,
}

/// Reads a completion; `None` where it is none.
pub(super) fn read(body: &[u8]) -> Option<Answer> {
    let Completion { choices, usage } = serde_json::from_slice(body).ok()?;
    let Choice {
        message,
        finish_reason,
    } = choices.into_iter().next()?;
    let Message {
        content,
        tool_calls,
    } = serde_json::from_value(message.clone()).ok()?;
    let calls = tool_calls.unwrap_or_default().into_iter();
    Some(Answer {
        text: content.map(words).unwrap_or_default(),
        calls: calls.map(ToolCall::read).collect(),
        message,
        tokens: Tokens {
            sent: count(&usage["prompt_tokens"]),
            kept: count(&usage["prompt_tokens_details"]["cached_tokens"]),
            received: count(&usage["completion_tokens"]),
        },
        cut: finish_reason.as_deref() == Some("length"),
    })
}

/// A count of tokens, which is no reason to refuse an answer where it is none.
fn count(tokens: &Value) -> u64 {
    tokens.as_u64().unwrap_or(0)
}

impl ToolCall {
    fn read(self) -> Call {
        Call {
            id: self.id,
            name: self.function.name,
            arguments: match self.function.arguments {
                // A string by the book; some endpoints send the object itself.
                Value::String(text) => object(&text).ok_or(text),
                Value::Object(arguments) => Ok(arguments),
                Value::Null => Ok(Map::new()),
                other => Err(other.to_string()),
            },
        }
    }
}

/// The arguments of a call; nothing at all are none.
fn object(text: &str) -> Option<Map<String, Value>> {
    if text.trim().is_empty() {
        return Some(Map::new());
    }
    serde_json::from_str(text).ok()
}

/// Content is a string, or a list of parts.
fn words(content: Value) -> String {
    match content {
        Value::String(text) => text,
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
            texts.collect()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(message: &Value) -> Answer {
        let body = json!({"choices": [{"message": message, "finish_reason": "stop"}]});
        read(body.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn words_are_a_string_or_parts() {
        assert_eq!(message(&json!({"content": "a b"})).text, "a b");
        let parts =
            json!({"content": [{"type": "text", "text": "a "}, {"type": "text", "text": "b"}]});
        assert_eq!(message(&parts).text, "a b");
        assert_eq!(message(&json!({"content": null})).text, "");
    }

    #[test]
    fn arguments_come_as_text_as_an_object_or_broken() {
        let called = |arguments: Value| {
            let function = json!({"name": "get", "arguments": arguments});
            let mut answer =
                message(&json!({"content": null, "tool_calls": [{"function": function}]}));
            answer.calls.remove(0)
        };
        let good = called(json!("{\"id\": 1}"));
        assert_eq!(good.arguments, called(json!({"id": 1})).arguments);
        assert_eq!(good.id, None);
        assert_eq!(called(json!("")).arguments, Ok(Map::new()));
        assert_eq!(
            called(json!("{\"id\": ")).arguments,
            Err("{\"id\": ".to_owned())
        );
        assert_eq!(called(json!("[1]")).arguments, Err("[1]".to_owned()));
    }

    #[test]
    fn tokens_are_counted_as_the_endpoint_counts_them() {
        let body = json!({
            "choices": [{"message": {"content": ""}, "finish_reason": "length"}],
            "usage": {"prompt_tokens": 90, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 64}},
        });
        let answer = read(body.to_string().as_bytes()).unwrap();
        let tokens = Tokens {
            sent: 90,
            kept: 64,
            received: 4,
        };
        assert_eq!((answer.tokens, answer.cut), (tokens, true));
    }

    #[test]
    fn tokens_that_are_no_count_cost_no_answer() {
        for usage in [
            json!({"prompt_tokens": -5}),
            json!({"prompt_tokens": 5.5}),
            json!("free"),
            json!(null),
        ] {
            let body = json!({"choices": [{"message": {"content": "a"}}], "usage": usage});
            let answer = read(body.to_string().as_bytes()).expect("an answer");
            assert_eq!((&*answer.text, answer.tokens), ("a", Tokens::default()));
        }
        let mut most = Tokens {
            sent: u64::MAX,
            ..Tokens::default()
        };
        most += most;
        assert_eq!(most.sent, u64::MAX);
    }

    #[test]
    fn what_is_no_completion_is_not_read() {
        for body in ["<html>", "{}", "{\"choices\": []}", "{\"choices\": [{}]}"] {
            assert_eq!(read(body.as_bytes()), None, "{body}");
        }
    }
}
