//! What no answer may hold, whatever the tool does.

mod secret;
mod text;
mod upsell;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::Arc;

use mcp_ergo_rules::{CatalogFacts, Fact, StaleName, prose, stale_names};
use rmcp::model::Tool;
use serde_json::{Value, json};

use super::answer::Answer;
use crate::audit::catalog_facts;
use crate::registry::{Registered, View};
use crate::schema::{Kind, Shape, cut, read_schema};
use crate::server::Server;
use text::{Said, Texts};

/// What is looked for in every answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Lint {
    /// Boxes, banners, progress bars and rows of emoji.
    Decoration,
    /// Names of tools that this caller is not served.
    StaleName,
    /// Advertising, outside of `_hello`, tools about the account, and denials.
    Upsell,
    /// Keys, tokens and passwords, and what was given for a parameter that is `secret`.
    Secret,
    /// Data that breaks the tool's own output schema, or is missing.
    Schema,
    /// Words and data that do not tell the same.
    Outcome,
}

impl Lint {
    /// Every lint.
    pub const ALL: [Self; 6] = [
        Self::Decoration,
        Self::StaleName,
        Self::Upsell,
        Self::Secret,
        Self::Schema,
        Self::Outcome,
    ];
}

/// One thing that is wrong with an answer. `Display` is the report.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Which lint it breaks.
    pub lint: Lint,
    /// Where: a JSON pointer into the structured content or the envelope, or `content[0]`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            lint,
            place,
            message,
            help,
        } = self;
        write!(
            f,
            "error: {message}\n  --> {place}\nhelp: {help}\nnote: Lint::{lint:?}"
        )
    }
}

/// What lints know of a server.
pub(super) struct Linter {
    /// The catalog, where the server is one of ours: then it is known what is secret and what is hidden.
    view: Option<Arc<View>>,
    catalog: CatalogFacts,
    served: HashSet<String>,
    /// The output schemas of a server that is not ours, as far as the dialect can say them.
    outputs: BTreeMap<String, Shape>,
}

impl Linter {
    pub(super) fn new(server: Option<&Server>, tools: &[Tool]) -> Self {
        let view = server.map(Server::local_view);
        let listed = tools.iter().map(|tool| tool.name.to_string());
        // What a presentation lists under another name, or not at all, can be called by its own.
        let own = view.iter().flat_map(|view| view.tools());
        let own = own.map(|tool| tool.def.name.to_owned());
        let mut names: Vec<String> = listed.chain(own).collect();
        names.sort_unstable();
        names.dedup();
        let catalog = match server {
            Some(server) => CatalogFacts {
                served: Fact::Seen(names.clone()),
                ..server.facts()
            },
            None => catalog_facts(&json!({"tools": tools})).unwrap_or_default(),
        };
        let read = |tool: &Tool| {
            let schema = Value::Object(tool.output_schema.as_deref()?.clone());
            let shape = read_schema(&schema.try_into().ok()?).ok()?;
            Some((tool.name.to_string(), shape))
        };
        let outputs = match server {
            Some(_) => BTreeMap::new(),
            None => tools.iter().filter_map(read).collect(),
        };
        Self {
            view,
            catalog,
            served: names.into_iter().collect(),
            outputs,
        }
    }

    /// Everything that is wrong with an answer, each thing once: `content[0]` repeats the data.
    pub(super) fn lint(&self, answer: &Answer) -> Vec<Finding> {
        let json = answer.json();
        let texts = Texts::of(answer, &json);
        let mut report = Report::default();
        decoration(&texts, &mut report);
        self.names(answer, &texts, &mut report);
        upsell::lint(answer, &json, &texts, self.may_offer(answer), &mut report);
        secret::lint(&self.secrets_given(answer), &texts, &mut report);
        self.schema(answer, &json, &mut report);
        outcome(answer, &json, &mut report);
        report.findings
    }

    /// The tool that answered, where it is one of ours.
    fn tool(&self, answer: &Answer) -> Option<&Registered> {
        self.view.as_ref()?.find(&answer.tool)
    }

    /// Whether the tool is one of ours that may say what a caller would get beyond what it holds.
    fn may_offer(&self, answer: &Answer) -> bool {
        let tool = self.tool(answer);
        tool.is_some_and(|tool| tool.def.may_upgrade())
    }

    /// What was given for the parameters that are secret, each with the parameter's name.
    fn secrets_given(&self, answer: &Answer) -> Vec<(String, String)> {
        let tool = self.tool(answer);
        let input = tool.map(|tool| &tool.input);
        let mut found = Vec::new();
        for field in input.into_iter().flat_map(|input| &input.fields) {
            if let Some(value) = answer.arguments.get(&*field.name) {
                secret::given(&field.name, &field.shape, value, &mut found);
            }
        }
        found
    }

    fn names(&self, answer: &Answer, texts: &Texts<'_>, report: &mut Report) {
        let words = texts.words().map(|said| (&*said.place, said.text));
        for StaleName {
            name,
            message,
            help,
        } in stale_names(&self.catalog, words)
        {
            // A denial names what was called, and an old name is told beside the new one.
            if name == answer.tool {
                continue;
            }
            let place = texts.place_of(&name);
            report.add(Lint::StaleName, &name, place, message, help);
        }
        for (place, tool) in &texts.next_tools {
            if !self.served.contains(*tool) {
                report.add(
                    Lint::StaleName,
                    tool,
                    place,
                    format!("the next call is one of `{tool}`, which this caller is not served"),
                    "name a tool that is served, or leave the next call out",
                );
            }
        }
    }

    fn schema(&self, answer: &Answer, json: &Value, report: &mut Report) {
        if answer.is_error() {
            return;
        }
        let own = self.tool(answer);
        let own = own.and_then(|tool| tool.answer.as_ref());
        let Some(shape) = own.or_else(|| self.outputs.get(&answer.tool)) else {
            return;
        };
        let place = "structuredContent";
        let help = format!(
            "send what the output schema of {} says, or write it into the schema: clients show \
             their own error in place of the answer",
            answer.tool
        );
        if json.is_null() {
            let message = "the tool has an output schema, and there is no structured content";
            report.add(Lint::Schema, "", place, message, help);
        } else if let Some(mismatch) = shape.mismatch(&as_a_client_reads(shape, json)) {
            let message = format!(
                "the answer breaks its own schema: {}",
                mismatch.trim_start()
            );
            report.add(Lint::Schema, "", place, message, help);
        }
    }
}

/// Gathers findings, each thing once.
#[derive(Default)]
struct Report {
    seen: HashSet<(Lint, String)>,
    findings: Vec<Finding>,
}

impl Report {
    /// `what` tells two things apart: what stands in the words stands in the data too.
    fn add(
        &mut self,
        lint: Lint,
        what: &str,
        place: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.seen.insert((lint, what.to_owned())) {
            self.findings.push(Finding {
                lint,
                place: place.to_owned(),
                message: message.into(),
                help: help.into(),
            });
        }
    }
}

fn decoration(texts: &Texts<'_>, report: &mut Report) {
    for Said { place, text, .. } in &texts.said {
        if let Some(found) = prose::decoration(text) {
            let drawn = cut(found.drawn, 20);
            report.add(
                Lint::Decoration,
                found.drawn,
                place,
                format!("{} stands in {place}: `{drawn}`", found.what),
                "take it out, and say in words what it shows",
            );
        }
    }
}

/// A client that shows the model one of the two shows it the same.
fn outcome(answer: &Answer, json: &Value, report: &mut Report) {
    let texts: Vec<&str> = answer.texts().collect();
    let told = if answer.is_error() {
        "error"
    } else {
        "outcome"
    };
    if let Some(sentence) = json[told].as_str()
        && !answer.text().contains(sentence.trim())
    {
        report.add(
            Lint::Outcome,
            told,
            "content[0]",
            format!(
                "content[0] does not say the {told}: `{}`",
                cut(sentence, 80)
            ),
            format!("begin it with the {told}: some clients show the model content[0] alone"),
        );
    }
    if answer.is_error() {
        return;
    }
    let repeats = |text: &&str| serde_json::from_str::<Value>(text).ok();
    let differs = |repeated: &Value| repeated.is_object() && repeated != json;
    if json.is_object() && texts.iter().filter_map(repeats).any(|json| differs(&json)) {
        report.add(
            Lint::Outcome,
            "json",
            "content",
            "a text is JSON and not what the structured content is",
            "send the structured content as that text: some clients show the model one of the two",
        );
    }
    if json.is_object() && texts.is_empty() {
        report.add(
            Lint::Outcome,
            "text",
            "content",
            "there is structured content, and no text says what it says",
            "send a sentence and the JSON as texts: some clients show the model nothing else",
        );
    }
    if let Some(next) = json["nextAction"]["tool"].as_str()
        && !answer.text().contains(next)
    {
        report.add(
            Lint::Outcome,
            "next",
            "content[0]",
            format!("content[0] does not name the next call, of `{next}`"),
            "write it out behind the sentence: some clients show the model content[0] alone",
        );
    }
}

/// The members that a schema speaks of. What it leaves open, a client accepts, and null where a
/// member may be null.
fn as_a_client_reads(shape: &Shape, value: &Value) -> Value {
    match (&shape.kind, value) {
        (Kind::Record(record), Value::Object(members)) => {
            let declared = members.iter().filter_map(|(name, member)| {
                let field = record.field(name)?;
                let absent = !field.required && member.is_null();
                (!absent).then(|| (name.clone(), as_a_client_reads(&field.shape, member)))
            });
            Value::Object(declared.collect())
        }
        (Kind::List { items, .. }, Value::Array(values)) => values
            .iter()
            .map(|value| as_a_client_reads(items, value))
            .collect(),
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Map;

    use super::*;

    /// Any JSON, with the members that lints look for among it.
    fn any_json() -> impl Strategy<Value = Value> {
        let names = [
            "content",
            "text",
            "structuredContent",
            "isError",
            "outcome",
            "nextAction",
            "tool",
            "reason",
            "blockers",
            "issues",
            "error",
            "hint",
            "recovery",
            "upgradeHint",
        ];
        let texts = [
            "",
            "é",
            "┌──┐",
            "call get_it",
            "{\"error\": 1}",
            "[",
            "upgrade now",
        ];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            prop::sample::select(texts.to_vec()).prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 40, 5, move |inner| {
            let member = (prop::sample::select(names.to_vec()), inner.clone());
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(Value::from),
                prop::collection::vec(member, 0..6).prop_map(|members| {
                    let members = members.into_iter();
                    Value::Object(
                        members
                            .map(|(name, value)| (name.to_owned(), value))
                            .collect(),
                    )
                }),
            ]
        })
    }

    #[test]
    fn data_that_is_no_object_has_a_place_too() {
        let answer = Answer {
            tool: "get_it".to_owned(),
            arguments: Map::new(),
            result: json!({"structuredContent": "┌──┐"}),
        };
        let found = Linter::new(None, &[]).lint(&answer);
        let places: Vec<&str> = found.iter().map(|finding| &*finding.place).collect();
        assert_eq!(places, ["structuredContent"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn anything_may_be_looked_at(result in any_json()) {
            let tool = json!({
                "name": "get_it",
                "inputSchema": {"type": "object"},
                "outputSchema": {"type": "object", "properties": {"outcome": {"type": "string"}}},
            });
            let tool: Tool = serde_json::from_value(tool).expect("a tool");
            let linter = Linter::new(None, &[tool]);
            for tool in ["get_it", "get_else"] {
                let answer = Answer {
                    tool: tool.to_owned(),
                    arguments: Map::new(),
                    result: result.clone(),
                };
                for finding in linter.lint(&answer) {
                    prop_assert!(!finding.place.is_empty(), "{}", finding);
                }
            }
        }
    }
}
