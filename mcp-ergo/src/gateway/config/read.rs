//! Reads a configuration, and goes on after each mistake.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use mcp_ergo_rules::{DURATION_HELP, did_you_mean, duration};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mistakes::Mistakes;
use super::{Config, Presented, TransportConfig, Unsaid, UpstreamConfig};
use crate::gateway::upstream::name_mistake;
use crate::schema::{echo_text, natural_list};

const TOP: &[&str] = &[
    "name",
    "version",
    "purpose",
    "wait",
    "presentation",
    "upstream",
];
const PRESENTATION: &[&str] = &["enabled", "tools", "max_favourites"];
const OF_COMMAND: &[&str] = &["command", "env", "cwd"];
const OF_URL: &[&str] = &["url", "token_env", "headers"];
const UPSTREAM: &[&str] = &[
    "name",
    "command",
    "env",
    "cwd",
    "url",
    "token_env",
    "headers",
    "tools",
    "timeout",
    "start_timeout",
    "ping",
    "calls_at_once",
];

/// What the text says, as far as it can be read; `None` where nothing can.
pub(super) fn read(text: &str, mistakes: &mut Mistakes<'_>) -> Option<Config> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let broken = !errors.is_empty();
    for error in errors {
        let span = error.span().unwrap_or_default();
        mistakes.add(
            span,
            format!("this is not TOML: {}", error.message()),
            "mend the line",
        );
    }
    if broken {
        // What is missing may stand in the line that cannot be read.
        return None;
    }
    let top = Section::new("the file", &table, TOP, mistakes);
    let name = top.text("name", mistakes);
    if name.is_none() && !top.has("name") {
        mistakes.add_at(
            1,
            "the gateway has no name",
            "add `name = \"…\"`: clients show it, and put it before the names of tools",
        );
    }
    let presentation = top.get("presentation");
    let presentation = presentation.map(|table| read_presentation(table, mistakes));
    let upstreams = read_upstreams(&top, mistakes);
    Some(Config {
        name: name.unwrap_or_default(),
        version: top.text("version", mistakes),
        purpose: top.text("purpose", mistakes),
        wait: top.duration("wait", mistakes),
        presentation,
        upstreams,
        folder: Unsaid(None),
    })
}

fn read_presentation(table: &Spanned<DeValue<'_>>, mistakes: &mut Mistakes<'_>) -> Presented {
    let section = Section::of_value("[presentation]", table, PRESENTATION, mistakes);
    Presented {
        enabled: section.boolean("enabled", mistakes),
        tools: section.list("tools", mistakes).unwrap_or_default(),
        max_favourites: section.number("max_favourites", mistakes),
    }
}

fn read_upstreams(top: &Section<'_, '_>, mistakes: &mut Mistakes<'_>) -> Vec<UpstreamConfig> {
    let Some(value) = top.get("upstream") else {
        mistakes.add_at(
            1,
            "the gateway has no upstream",
            "add an `[[upstream]]` with a `name`, and a `command` or a `url`, for each server",
        );
        return Vec::new();
    };
    let Some(tables) = value.get_ref().as_array() else {
        mistakes.add(
            value.span(),
            format!(
                "`upstream` is a {}, and there may be several",
                value.get_ref().type_str()
            ),
            "write `[[upstream]]`, in two pairs of brackets, above each",
        );
        return Vec::new();
    };
    let mut names = BTreeSet::new();
    let mut upstreams = Vec::new();
    for table in tables {
        let Some(upstream) = read_upstream(table, mistakes) else {
            continue;
        };
        if !names.insert(upstream.name.clone()) {
            mistakes.add(
                table.span(),
                format!("two upstreams are called `{}`", upstream.name),
                "give each a name of its own: it stands before the names of its tools",
            );
        }
        upstreams.push(upstream);
    }
    upstreams
}

fn read_upstream(
    table: &Spanned<DeValue<'_>>,
    mistakes: &mut Mistakes<'_>,
) -> Option<UpstreamConfig> {
    let section = Section::of_value("[[upstream]]", table, UPSTREAM, mistakes);
    let name = section.text("name", mistakes);
    match &name {
        Some(name) => {
            if let Some((message, help)) = name_mistake(name) {
                mistakes.add(section.span("name"), message, help);
            }
        }
        None if !section.has("name") => mistakes.add(
            table.span(),
            "an upstream has no name",
            "add `name = \"…\"`: it stands before the names of its tools",
        ),
        None => {}
    }
    let transport = read_transport(&section, mistakes);
    // Everything is read, whatever is missing.
    let tools = section.list("tools", mistakes);
    let timeout = section.duration("timeout", mistakes);
    let start_timeout = section.duration("start_timeout", mistakes);
    let ping = section.duration("ping", mistakes);
    let calls_at_once = section.number("calls_at_once", mistakes);
    Some(UpstreamConfig {
        name: name?,
        transport: transport?,
        tools,
        timeout,
        start_timeout,
        ping,
        calls_at_once,
        line: Unsaid(mistakes.line(table.span().start)),
    })
}

fn read_transport(
    section: &Section<'_, '_>,
    mistakes: &mut Mistakes<'_>,
) -> Option<TransportConfig> {
    let (by_command, by_url) = (section.has("command"), section.has("url"));
    if by_command == by_url {
        let message = if by_command {
            "an upstream has both a `command` and a `url`"
        } else {
            "an upstream has neither a `command` nor a `url`"
        };
        mistakes.add(
            section.whole.clone(),
            message,
            "name the program to start, as `command = [\"npx\", \"…\"]`, or where it listens, as `url = \"https://…/mcp\"`",
        );
        return None;
    }
    let (whose, strange) = if by_command {
        ("command", OF_URL)
    } else {
        ("url", OF_COMMAND)
    };
    for key in strange.iter().filter(|key| section.has(key)) {
        mistakes.add(
            section.span(key),
            format!("`{key}` has no meaning for an upstream with a `{whose}`"),
            "remove it",
        );
    }
    if by_url {
        let token_env = section.text("token_env", mistakes);
        if let Some(name) = token_env.as_deref().filter(|name| !is_variable(name)) {
            mistakes.add(
                section.span("token_env"),
                format!("`token_env` holds {} characters that are no name of a variable", name.chars().count()),
                "name the environment variable that holds the token; the token itself does not belong into the file",
            );
        }
        return Some(TransportConfig::Url {
            url: section.text("url", mistakes)?,
            token_env,
            headers: section.texts("headers", mistakes),
        });
    }
    let command = section.list("command", mistakes)?;
    if command.first().is_none_or(String::is_empty) {
        mistakes.add(
            section.span("command"),
            "`command` names no program",
            "write the program and its arguments, as `[\"npx\", \"-y\", \"…\"]`",
        );
    }
    Some(TransportConfig::Command {
        command,
        env: section.texts("env", mistakes),
        cwd: section.text("cwd", mistakes).map(PathBuf::from),
    })
}

fn is_variable(name: &str) -> bool {
    let mut chars = name.chars();
    chars
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// One table, whose keys are known.
struct Section<'a, 'i> {
    table: Option<&'a DeTable<'i>>,
    whole: Range<usize>,
}

impl<'a, 'i> Section<'a, 'i> {
    fn new(
        called: &str,
        table: &'a Spanned<DeTable<'i>>,
        keys: &[&str],
        mistakes: &mut Mistakes<'_>,
    ) -> Self {
        Self::known(called, table.get_ref(), table.span(), keys, mistakes)
    }

    fn of_value(
        called: &str,
        value: &'a Spanned<DeValue<'i>>,
        keys: &[&str],
        mistakes: &mut Mistakes<'_>,
    ) -> Self {
        match value.get_ref() {
            DeValue::Table(table) => Self::known(called, table, value.span(), keys, mistakes),
            other => {
                mistakes.add(
                    value.span(),
                    format!("{called} is a {}", other.type_str()),
                    format!("make it a table: a line with {called}, and its keys below"),
                );
                Self {
                    table: None,
                    whole: value.span(),
                }
            }
        }
    }

    fn known(
        called: &str,
        table: &'a DeTable<'i>,
        whole: Range<usize>,
        keys: &[&str],
        mistakes: &mut Mistakes<'_>,
    ) -> Self {
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if keys.contains(&name) {
                continue;
            }
            let known: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
            let help = did_you_mean(name, keys.iter().copied(), || {
                format!("write {}", natural_list(&known, "or"))
            });
            mistakes.add(
                key.span(),
                format!("no key of {called} is called `{name}`"),
                help,
            );
        }
        Self {
            table: Some(table),
            whole,
        }
    }

    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.table?.get(key)
    }

    fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    fn span(&self, key: &str) -> Range<usize> {
        self.get(key).map_or(self.whole.clone(), Spanned::span)
    }

    /// The value of a key, where it is of the kind that `read` takes.
    fn value<T>(
        &self,
        key: &str,
        wanted: &str,
        mistakes: &mut Mistakes<'_>,
        read: impl FnOnce(&DeValue<'i>) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(key)?;
        let read = read(value.get_ref());
        if read.is_none() {
            mistakes.add(
                value.span(),
                format!("`{key}` is {}", shown(key, value.get_ref())),
                wanted,
            );
        }
        read
    }

    fn text(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Option<String> {
        self.value(key, "write a text in quotes", mistakes, |value| {
            value.as_str().map(str::to_owned)
        })
    }

    fn boolean(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Option<bool> {
        self.value(key, "write `true` or `false`", mistakes, DeValue::as_bool)
    }

    fn number(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Option<usize> {
        self.value(key, "write a whole number above 0", mistakes, |value| {
            let number = value.as_integer()?;
            let number = usize::from_str_radix(number.as_str(), number.radix()).ok();
            number.filter(|number| *number > 0)
        })
    }

    fn duration(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Option<Duration> {
        self.value(key, DURATION_HELP, mistakes, |value| {
            duration(value.as_str()?)
        })
    }

    fn list(&self, key: &str, mistakes: &mut Mistakes<'_>) -> Option<Vec<String>> {
        self.value(
            key,
            "write a list of texts, as `[\"…\", \"…\"]`",
            mistakes,
            |value| {
                let items = value.as_array()?.iter();
                items
                    .map(|item| item.get_ref().as_str().map(str::to_owned))
                    .collect()
            },
        )
    }

    fn texts(&self, key: &str, mistakes: &mut Mistakes<'_>) -> BTreeMap<String, String> {
        let texts = self.value(key, "write `{ NAME = \"…\" }`", mistakes, |value| {
            let entries = value.as_table()?.iter();
            entries
                .map(|(name, value)| {
                    let value = value.get_ref().as_str()?.to_owned();
                    Some((name.get_ref().clone().into_owned(), value))
                })
                .collect()
        });
        texts.unwrap_or_default()
    }
}

/// What stands there, unless it may be a secret.
fn shown(key: &str, value: &DeValue<'_>) -> String {
    match value {
        DeValue::Integer(number) => number.to_string(),
        DeValue::Boolean(boolean) => boolean.to_string(),
        DeValue::String(text) if !["env", "headers"].contains(&key) => echo_text(text),
        DeValue::Array(_) => "a list with something else than texts".to_owned(),
        DeValue::Table(_) => "a table with something else than texts".to_owned(),
        other => format!("a {}", other.type_str()),
    }
}
