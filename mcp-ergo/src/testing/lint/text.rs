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
                place: place.to_owned(),
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
