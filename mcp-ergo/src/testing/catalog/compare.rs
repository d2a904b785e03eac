//! Which changes break a caller who knows the old catalog.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Number;

use super::{Catalog, Class, Contract, Part, line};
use crate::schema::natural_list;

/// A change that breaks callers. `Display` is the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// What changed, with the tool and the part of it.
    pub(super) message: String,
    pub(super) before: String,
    pub(super) after: String,
    /// What to do so that nobody breaks.
    pub(super) help: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "error: {}\n  before: {}\n  after:  {}\nhelp: {}",
            self.message, self.before, self.after, self.help
        )
    }
}

const NOTHING: &str = "nothing";

/// Every breaking change, in the order of the old catalog.
pub(super) fn breaking(old: &Catalog, new: &Catalog) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, before) in &old.tools {
        match answering(new, name) {
            Some((now, after)) => {
                let tool = if now == name {
                    format!("`{name}`")
                } else {
                    format!("`{name}` (now `{now}`)")
                };
                compare_tools(&tool, before, after, &mut changes);
            }
            None => changes.push(Change {
                message: format!("the tool `{name}` is gone"),
                before: format!("{} tool", line(&before.class).replace('"', "`")),
                after: NOTHING.to_owned(),
                help: format!(
                    "serve it again, or let the tool in its place answer to the old name: \
                     `formerly = {name:?}`"
                ),
            }),
        }
        for former in &before.formerly {
            if answering(new, former).is_none() {
                changes.push(Change {
                    message: format!("`{former}`, a former name of `{name}`, no longer answers"),
                    before: format!("`formerly` holds {former:?}"),
                    after: NOTHING.to_owned(),
                    help: format!("keep `formerly = {former:?}`"),
                });
            }
        }
    }
    changes
}

/// The tool that answers to a name, under its own.
fn answering<'a>(catalog: &'a Catalog, name: &str) -> Option<(&'a str, &'a Contract)> {
    let own = catalog.tools.get_key_value(name);
    let former = || {
        let mut tools = catalog.tools.iter();
        tools.find(|(_, tool)| tool.formerly.iter().any(|former| former == name))
    };
    own.or_else(former).map(|(name, tool)| (&**name, tool))
}

fn compare_tools(tool: &str, before: &Contract, after: &Contract, changes: &mut Vec<Change>) {
    if after.class > before.class {
        let does = match after.class {
            Class::Destructive => "changes or removes what is there",
            Class::Write | Class::Read => "adds something",
        };
        changes.push(Change {
            message: format!("the class of {tool} is raised"),
            before: line(&before.class),
            after: line(&after.class),
            help: format!(
                "put what {does} into a tool of its own: clients ask their users by the class, and \
                 were told that this one needs no asking"
            ),
        });
    }
    if before.idempotent && !after.idempotent && after.class != Class::Read {
        changes.push(Change {
            message: format!("{tool} is no longer idempotent"),
            before: "idempotent".to_owned(),
            after: "not idempotent".to_owned(),
            help: "let a second call of the same do nothing more: clients send it again when they \
                   got no answer"
                .to_owned(),
        });
    }
    if let Some(scope) = &after.scope
        && before.scope.as_ref() != Some(scope)
    {
        let shown = |scope: &Option<String>| match scope {
            Some(scope) => line(scope),
            None => "no scope".to_owned(),
        };
        changes.push(Change {
            message: format!("{tool} asks for another scope"),
            before: shown(&before.scope),
            after: shown(&after.scope),
            help: "keep the scope: callers who hold the old one are denied".to_owned(),
        });
    }
    compare_inputs(tool, &before.input, &after.input, changes);
    compare_outputs(tool, &before.output, &after.output, changes);
}

type Parts = BTreeMap<String, Part>;

fn compare_inputs(tool: &str, before: &Parts, after: &Parts, changes: &mut Vec<Change>) {
    for (path, old) in before {
        let called = format!("the parameter `{path}` of {tool}");
        let Some(new) = after.get(path) else {
            if is_same_within(path, before, after, takes_as_before) {
                changes.push(Change {
                    message: format!("{called} is gone"),
                    before: old.to_string(),
                    after: NOTHING.to_owned(),
                    help: "take it again, even if it no longer does anything: calls that send it \
                           are refused"
                        .to_owned(),
                });
            }
            continue;
        };
        let reasons = narrowed(old, new);
        if !reasons.is_empty() {
            changes.push(Change {
                message: format!("{called} takes less: {}", natural_list(&reasons, "and")),
                before: old.to_string(),
                after: new.to_string(),
                help: "take what was taken before, or write a new tool beside this one".to_owned(),
            });
        }
    }
    for (path, new) in after {
        let is_new = !before.contains_key(path);
        if is_new && new.required && is_same_within(path, before, after, takes_as_before) {
            changes.push(Change {
                message: format!("the parameter `{path}` of {tool} is new and required"),
                before: NOTHING.to_owned(),
                after: new.to_string(),
                help:
                    "make it optional, `Option<…>` or with a `default`: calls that were right lack \
                       it"
                    .to_owned(),
            });
        }
    }
}

fn compare_outputs(tool: &str, before: &Parts, after: &Parts, changes: &mut Vec<Change>) {
    for (path, old) in before {
        let called = format!("the field `{path}` in the answer of {tool}");
        let (message, now) = match after.get(path) {
            Some(new) if !answers_as_before(old, new) => {
                let message = format!("{called} was {} and is {}", article(old), article(new));
                (message, new.to_string())
            }
            Some(new) if old.format.is_some() && old.format != new.format => {
                let format = |part: &Part| part.format.clone().unwrap_or("none".to_owned());
                let message = format!(
                    "{called} had the format {} and has {}",
                    format(old),
                    format(new)
                );
                (message, new.to_string())
            }
            Some(new) if old.required && !new.required => {
                (format!("{called} may be missing now"), new.to_string())
            }
            None if is_same_within(path, before, after, answers_as_before) => {
                (format!("{called} is gone"), NOTHING.to_owned())
            }
            _ => continue,
        };
        changes.push(Change {
            message,
            before: old.to_string(),
            after: now,
            help: "answer with it as before, beside what is new: callers read it".to_owned(),
        });
    }
}

/// Whether what holds a part is in both and of one type: otherwise that is what is reported.
fn is_same_within(
    path: &str,
    before: &Parts,
    after: &Parts,
    same: fn(&Part, &Part) -> bool,
) -> bool {
    let Some(holder) = holder(path) else {
        return true;
    };
    let parts = before.get(holder).zip(after.get(holder));
    parts.is_some_and(|(old, new)| same(old, new))
}

/// `lines[].text` → `lines[]` → `lines`
fn holder(path: &str) -> Option<&str> {
    path.strip_suffix("[]")
        .or_else(|| Some(path.rsplit_once('.')?.0))
}

/// Whether a value of the old type is one of the new.
fn takes_as_before(old: &Part, new: &Part) -> bool {
    old.kind == new.kind || (&*old.kind, &*new.kind) == ("integer", "number")
}

/// Whether a value of the new type is one of the old.
fn answers_as_before(old: &Part, new: &Part) -> bool {
    takes_as_before(new, old)
}

fn article(part: &Part) -> &str {
    match &*part.kind {
        "string" => "a string",
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "a boolean",
        "array" => "a list",
        "object" => "an object",
        other => other,
    }
}

/// Every way in which a parameter takes less than before.
fn narrowed(old: &Part, new: &Part) -> Vec<String> {
    if !takes_as_before(old, new) {
        return vec![format!("it was {} and is {}", article(old), article(new))];
    }
    let mut reasons = Vec::new();
    if new.required && !old.required {
        reasons.push("it must be given now".to_owned());
    }
    match (&old.values, &new.values) {
        (Some(old), Some(new)) => {
            let gone = old.iter().filter(|value| !new.contains(value));
            let gone: Vec<String> = gone.map(|value| format!("\"{value}\"")).collect();
            if !gone.is_empty() {
                reasons.push(format!("it no longer takes {}", natural_list(&gone, "or")));
            }
        }
        (None, Some(_)) => reasons.push("it is a closed set now".to_owned()),
        (_, None) => {}
    }
    for (name, old, new) in [
        ("minimum", &old.minimum, &new.minimum),
        ("minLength", &old.min_length, &new.min_length),
        ("minItems", &old.min_items, &new.min_items),
    ] {
        reasons.extend(bound(name, old.as_ref(), new.as_ref(), |old, new| {
            new > old
        }));
    }
    for (name, old, new) in [
        ("maximum", &old.maximum, &new.maximum),
        ("maxLength", &old.max_length, &new.max_length),
        ("maxItems", &old.max_items, &new.max_items),
    ] {
        reasons.extend(bound(name, old.as_ref(), new.as_ref(), |old, new| {
            new < old
        }));
    }
    for (name, old, new) in [
        ("pattern", &old.pattern, &new.pattern),
        ("format", &old.format, &new.format),
    ] {
        match (old, new) {
            (Some(old), Some(new)) if old != new => {
                reasons.push(format!("its {name} was {old} and is {new}"));
            }
            (None, Some(new)) => reasons.push(format!("it has the {name} {new} now")),
            _ => {}
        }
    }
    // A unit that is said at last is no other unit.
    if let (Some(old), Some(new)) = (&old.unit, &new.unit)
        && old != new
    {
        reasons.push(format!("it was in {old} and is in {new}"));
    }
    reasons
}

/// How a bound takes less than before, if it does.
fn bound(
    name: &str,
    old: Option<&Number>,
    new: Option<&Number>,
    tighter: fn(f64, f64) -> bool,
) -> Option<String> {
    let new = new?;
    match old {
        Some(old) => tighter(old.as_f64()?, new.as_f64()?)
            .then(|| format!("its {name} was {old} and is {new}")),
        None => Some(format!("it has the {name} {new} now")),
    }
}
