//! Every text of an answer, with its place.

use serde_json::{Map, Value};

use crate::testing::answer::Answer;

/// A text of an answer.
pub(super) struct Said<'a> {
    /// A JSON pointer into the structured content or the envelope, or `content[0]`.
    pub(super) place: String,
    pub(super) text: &'a str,
    /// Whether the server speaks here; data may quote anybody.
    words: bool,
}

/// Every text of an answer. What the data says comes before the texts that repeat it, so that a
/// finding names the member.
#[derive(Default)]
pub(super) struct Texts<'a> {
    pub(super) said: Vec<Said<'a>>,
    /// The tools of next calls.
    pub(super) next_tools: Vec<(String, &'a str)>,
    /// Where `upgradeHint` stands.
    pub(super) upgrade_hints: Vec<String>,
}

/// What an object is, which says which of its members are words.
#[derive(Clone, Copy, PartialEq)]
enum Holder {
    Reply,
    NextAction,
    Blocker,
    Envelope,
    Issue,
    Data,
}

impl Holder {
    fn speaks_in(self, member: &str) -> bool {
        match self {
            Self::Reply => member == "outcome",
            Self::NextAction => member == "reason",
            Self::Blocker => matches!(member, "what" | "fix"),
            Self::Envelope | Self::Issue => matches!(member, "error" | "hint"),
            Self::Data => false,
        }
    }

    /// What stands in a member.
    fn within(self, member: &str, value: &Value) -> Self {
        match (self, member) {
            (Self::NextAction, _) => Self::Data,
            (_, "nextAction") => Self::NextAction,
            (Self::Reply, "blockers") => Self::Blocker,
            (Self::Envelope, "issues") => Self::Issue,
            _ => Self::of_data(value),
        }
    }

    /// A batch holds the envelopes of what failed.
    fn of_data(value: &Value) -> Self {
        let texts = ["error", "hint", "recovery"];
        let is_envelope = texts.iter().all(|member| value[*member].is_string());
        if is_envelope {
            Self::Envelope
        } else {
            Self::Data
        }
    }
}

impl<'a> Texts<'a> {
    pub(super) fn of(answer: &'a Answer, json: &'a Value) -> Self {
        let mut texts = Self::default();
        let root = if answer.is_error() {
            Holder::Envelope
        } else {
            Holder::Reply
        };
        texts.walk(root, "", "", json);
        let blocks = answer.result["content"].as_array();
        for (at, block) in blocks.into_iter().flatten().enumerate() {
            let Some(text) = block["text"].as_str() else {
                continue;
            };
            // What is JSON repeats the data.
            if json.is_object() && serde_json::from_str::<Map<String, Value>>(text).is_ok() {
                continue;
            }
            texts.said.push(Said {
                place: format!("content[{at}]"),
                text,
                words: true,
            });
        }
        texts
    }

    /// What the server says itself.
    pub(super) fn words(&self) -> impl Iterator<Item = &Said<'a>> {
        self.said.iter().filter(|said| said.words)
    }

    /// The first of the words that holds `part`.
    pub(super) fn place_of(&self, part: &str) -> &str {
        let holder = self.words().find(|said| said.text.contains(part));
        holder.map_or("content", |said| &said.place)
    }

    /// `name` is the member that `value` stands in, which a list hands on to its items.
    fn walk(&mut self, holder: Holder, place: &str, name: &str, value: &'a Value) {
        match value {
            Value::String(text) => self.said.push(Said {
                // A pointer to the whole is empty.
                place: if place.is_empty() {
                    "structuredContent"
                } else {
                    place
                }
                .to_owned(),
                text,
                words: holder.speaks_in(name),
            }),
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    let holder = if holder == Holder::Data {
                        Holder::of_data(item)
                    } else {
                        holder
                    };
                    self.walk(holder, &format!("{place}/{at}"), name, item);
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let place = format!("{place}/{name}");
                    if name == "upgradeHint" {
                        self.upgrade_hints.push(place.clone());
                    }
                    if let (Holder::NextAction, "tool", Some(tool)) =
                        (holder, &**name, member.as_str())
                    {
                        self.next_tools.push((place.clone(), tool));
                    }
                    let holder = match member {
                        Value::String(_) => holder,
                        _ => holder.within(name, member),
                    };
                    self.walk(holder, &place, name, member);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn words(result: Value) -> Vec<(String, String)> {
        let answer = Answer {
            tool: "x".to_owned(),
            arguments: Map::new(),
            result,
        };
        let json = answer.json();
        let texts = Texts::of(&answer, &json);
        texts
            .words()
            .map(|said| (said.place.clone(), said.text.to_owned()))
            .collect()
    }

    fn pair(place: &str, text: &str) -> (String, String) {
        (place.to_owned(), text.to_owned())
    }

    #[test]
    fn what_the_server_says_is_told_from_what_it_quotes() {
        let next =
            |reason: &str| json!({"tool": "y", "args": {"note": "quoted"}, "reason": reason});
        let failed = json!({"item": "quoted", "error": "e", "hint": "h", "recovery": "fix"});
        let data = json!({
            "outcome": "o",
            "note": "quoted",
            "reason": "quoted",
            "record": {"outcome": "quoted", "hint": "quoted"},
            "failed": [failed],
            "nextAction": next("n"),
            "blockers": [{"what": "w", "fix": "f", "nextAction": next("b")}],
        });
        let texts =
            json!([{"type": "text", "text": "o n"}, {"type": "text", "text": data.to_string()}]);
        let mut found = words(json!({"content": texts, "structuredContent": data}));
        found.sort();
        assert_eq!(
            found,
            [
                pair("/blockers/0/fix", "f"),
                pair("/blockers/0/nextAction/reason", "b"),
                pair("/blockers/0/what", "w"),
                pair("/failed/0/error", "e"),
                pair("/failed/0/hint", "h"),
                pair("/nextAction/reason", "n"),
                pair("/outcome", "o"),
                pair("content[0]", "o n"),
            ]
        );
    }

    #[test]
    fn an_envelope_is_read_from_its_text() {
        let envelope = json!({
            "error": "e",
            "hint": "h",
            "recovery": "fix",
            "candidates": ["quoted"],
            "issues": [{"path": "/quoted", "error": "ie", "hint": "ih"}],
        });
        let texts = json!([{"type": "text", "text": "e h"}, {"type": "text", "text": envelope.to_string()}]);
        assert_eq!(
            words(json!({"isError": true, "content": texts})),
            [
                pair("/error", "e"),
                pair("/hint", "h"),
                pair("/issues/0/error", "ie"),
                pair("/issues/0/hint", "ih"),
                pair("content[0]", "e h"),
            ]
        );
    }

    #[test]
    fn anything_may_come_back() {
        for result in [
            json!(null),
            json!({"content": "text"}),
            json!({"content": [1, {"text": 2}, {"type": "image", "data": "…"}]}),
            json!({"structuredContent": [["a"], {"nextAction": "b"}, {"nextAction": [1]}]}),
            json!({"isError": true, "content": [{"text": "{\"error\": 1}"}]}),
        ] {
            assert_eq!(words(result), []);
        }
    }
}
