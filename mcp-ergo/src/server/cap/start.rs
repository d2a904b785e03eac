//! The arguments of a call that say which part of its answer is wanted.

use mcp_ergo_rules::Class;
use serde_json::{Map, Value};

use crate::error::{Fault, Issue};
use crate::registry::Registered;
use crate::schema::{Names, echo};

/// The arguments that say where an answer is to begin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keys {
    /// With which item a list.
    pub(super) item: &'static str,
    /// With which section a text.
    pub(super) section: &'static str,
}

impl Keys {
    const OWN: Self = Self {
        item: "_item",
        section: "_section",
    };

    /// Another server of this library cuts its answers too: what it calls its parts by is left to it.
    const OF_GATEWAY: Self = Self {
        item: "_gateway_item",
        section: "_gateway_section",
    };

    pub(super) fn of(tool: &Registered) -> Self {
        match tool.def.foreign() {
            None => Self::OWN,
            Some(_) => Self::OF_GATEWAY,
        }
    }
}

/// Takes out of the arguments which part of its own answer another server is asked for: its schema does
/// not list that.
pub(in crate::server) fn take_passed(
    arguments: &mut Option<Map<String, Value>>,
) -> Map<String, Value> {
    let mut passed = Map::new();
    let Some(arguments) = arguments else {
        return passed;
    };
    for key in [Keys::OWN.item, Keys::OWN.section] {
        if let Some(value) = arguments.get(key) {
            passed.insert(key.to_owned(), value.clone());
            arguments.retain(|name, _| name != key);
        }
    }
    passed
}

/// Which part of an answer the caller asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::server) enum Start {
    /// From this item on, counted from 1.
    Item(usize),
    /// From this section on, counted from 1.
    Section(usize),
    /// From the section of this title on.
    Titled(String),
}

/// Takes out of the arguments where the answer is to begin.
pub(in crate::server) fn take_start(
    tool: &Registered,
    arguments: &mut Option<Map<String, Value>>,
    names: &dyn Names,
) -> Result<Option<Start>, Issue> {
    let Some(arguments) = arguments else {
        return Ok(None);
    };
    let mut start = None;
    let keys = Keys::of(tool);
    for key in [keys.item, keys.section] {
        // A parameter that is called so is the tool's own.
        if !arguments.contains_key(key) || tool.takes(key) {
            continue;
        }
        let value = &arguments[key];
        if tool.def.class != Class::Read {
            let issue = Issue::new(
                format!("/{key}"),
                format!(
                    "{key} ({}) asks for another part of an answer, and {} would change something again",
                    echo(value),
                    names.spoken(tool.def.name)
                ),
                format!("Leave {key} out, and send the call only if it is to be done once more."),
            );
            return Err(issue.coded(Fault::Part, Some(key.to_owned())));
        }
        start = Some(read_start(key, key == keys.section, value)?);
        // In order, which `remove` would not keep.
        arguments.retain(|name, _| name != key);
    }
    Ok(start)
}

fn read_start(key: &str, of_text: bool, value: &Value) -> Result<Start, Issue> {
    let text = value.as_str().map(str::trim);
    let number = match text {
        Some(text) => text.parse().ok(),
        None => value.as_u64(),
    };
    let number = number
        .and_then(|number| usize::try_from(number).ok())
        .filter(|number| *number > 0);
    match (of_text, number, text) {
        (false, Some(number), _) => Ok(Start::Item(number)),
        (true, Some(number), _) => Ok(Start::Section(number)),
        (true, None, Some(title)) if !title.is_empty() => Ok(Start::Titled(title.to_owned())),
        _ => Err(Issue::new(
            format!("/{key}"),
            format!("{key} ({}) is no place to begin", echo(value)),
            format!("Send a whole number from 1 on, e.g. 2, or leave {key} out."),
        )
        .coded(Fault::Part, Some(key.to_owned()))),
    }
}
