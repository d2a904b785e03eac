//! Parameters that decide which of several jobs a tool does: how they are called, what their values
//! are, and what the tools to split into would be called.

use crate::{Policy, names, words};

/// Last words of names that name a job by themselves.
const SWITCHES: &[&str] = &[
    "action",
    "cmd",
    "command",
    "op",
    "operation",
    "subcommand",
    "verb",
];

/// Whole names that name a job only where their values leave no doubt: `mode` is more often an
/// option.
const LOOSE: &[&str] = &[
    "function", "intent", "job", "kind", "method", "mode", "task", "type",
];

/// Verbs that are jobs of their own wherever they stand; `append` and `merge` may be a way of
/// writing, `draft` a state.
#[rustfmt::skip] // one word a line otherwise
const JOBS: &[&str] = &[
    "abort", "add", "cancel", "clear", "close", "continue", "create", "delete", "describe",
    "drop", "edit", "find", "get", "install", "list", "read", "remove", "rename", "restart",
    "resume", "search", "send", "set", "start", "stop", "uninstall", "update", "write",
];

/// What an HTTP request or a rule of a firewall does: data, not a job of the tool.
#[rustfmt::skip] // one word a line otherwise
const HTTP: &[&str] = &[
    "connect", "delete", "get", "head", "options", "patch", "post", "put", "trace",
];
#[rustfmt::skip] // one word a line otherwise
const EFFECTS: &[&str] = &[
    "accept", "allow", "audit", "block", "bypass", "challenge", "deny", "drop", "forward",
    "ignore", "log", "pass", "permit", "quarantine", "redirect", "reject", "skip", "tag", "warn",
];

/// Verbs of tools that ask about an action instead of doing it.
#[rustfmt::skip] // one word a line otherwise
const ASKING: &[&str] = &[
    "audit", "authorize", "check", "evaluate", "explain", "filter", "monitor", "query", "report",
    "simulate", "subscribe", "test", "track", "validate", "verify", "wait", "watch",
];

/// Verbs of tools that make something, of which an action is then a property.
const MAKING: &[&str] = &[
    "add", "append", "create", "define", "insert", "log", "record", "register",
];

/// Verbs of tools that change the text of something, and the ways of doing so.
const EDITING: &[&str] = &["edit", "modify", "patch", "rewrite"];
#[rustfmt::skip] // one word a line otherwise
const EDITS: &[&str] = &[
    "append", "insert", "overwrite", "prepend", "replace", "rewrite", "substitute",
];

/// Words at the end of a tool's name that say no more than that it does something.
#[rustfmt::skip] // one word a line otherwise
const TAILS: &[&str] = &[
    "action", "actions", "admin", "crud", "manage", "management", "manager", "operation",
    "operations", "ops", "read", "tool", "write",
];

/// What the values of a closed set say of jobs, each more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Jobs {
    /// Nothing: they are no verbs, or the methods of a request, or what a rule does.
    None,
    /// Most are verbs.
    Most,
    /// All are verbs, and several stand for a job wherever they stand.
    All,
}

/// What a closed set says of jobs.
pub fn jobs(values: &[String], policy: &Policy) -> Jobs {
    let verbs = values
        .iter()
        .filter(|value| begins_with_verb(value, policy))
        .count();
    let sure = values
        .iter()
        .filter(|value| JOBS.contains(&verb(value).as_str()));
    if all_of(EFFECTS, values) || all_of(HTTP, values) && in_capitals(values) {
        Jobs::None
    } else if verbs == values.len() && sure.count() > 1 {
        Jobs::All
    } else if verbs > 1 && verbs * 2 > values.len() {
        Jobs::Most
    } else {
        Jobs::None
    }
}

/// What the values of a parameter called `name` must say for it to name a job; `None` where it never
/// does.
pub(crate) fn wanted(name: &str) -> Option<Jobs> {
    let words = words::split(name);
    let is = |word: &String| SWITCHES.contains(&word.as_str());
    match words.as_slice() {
        [.., word, kind] if matches!(kind.as_str(), "type" | "name" | "kind") && is(word) => {
            Some(Jobs::Most)
        }
        [.., last] if is(last) => Some(Jobs::Most),
        [only] if LOOSE.contains(&only.as_str()) => Some(Jobs::All),
        _ => None,
    }
}

/// Whether the values of a parameter called `name` are the methods of a request, which are data.
pub(crate) fn are_methods(name: &str, values: &[String]) -> bool {
    let of_requests = words::split(name)
        .iter()
        .any(|word| word == "method" || word == "verb");
    of_requests && all_of(HTTP, values)
}

/// Whether the job of a tool is fixed by its own verb, so that an action is something that it asks
/// about, or a property of what it makes. One that bears one of the verbs does that job and the
/// others.
pub(crate) fn has_one_job(tool: &str, values: &[String]) -> bool {
    let Some(own) = words::verb_of(tool) else {
        return false;
    };
    let is = |list: &[&str]| list.contains(&own.as_str());
    // `listAgents` and `getAgent` are jobs even of something that asks.
    let reads = |value: &String| {
        let words = words::split(value);
        words.len() > 1 && words::is_reading(&words[0])
    };
    let asks = words::is_reading(&own) || is(ASKING) || is(MAKING);
    let named = values.iter().any(|value| verb(value) == own);
    let reading = !values.is_empty() && values.iter().all(reads);
    // Where the values are not known, what edits has the benefit of the doubt.
    asks && !named && !reading || is(EDITING) && values.iter().all(|value| is_edit(value))
}

/// Whether a value is a way of changing a text: `append`, `find_replace`.
fn is_edit(value: &str) -> bool {
    words::split(value)
        .iter()
        .any(|word| EDITS.contains(&word.as_str()))
}

/// Whether the text of a parameter is about a way of doing the one job, or about a condition: `How
/// to handle dialogs`, `Filter by action`.
pub(crate) fn says_how(text: &str) -> bool {
    let text = words::split(text);
    let mut opening = text.iter().take(4).enumerate();
    opening.any(|(at, word)| word == "filter" || at == 0 && word == "how")
}

/// What is said where only the type of a parameter knows the values: what they must say of jobs for
/// it to hold, the message and the help. `text` is what is known of the parameter's description.
pub fn switched_by_type(param: &str, tool: &str, text: &str) -> Option<(Jobs, String, String)> {
    let wanted = wanted(param).filter(|_| !has_one_job(tool, &[]) && !says_how(text))?;
    let message = format!("`{param}` switches `{tool}` between the jobs that its type lists");
    let (get, create) = (split_off(tool, "get", &[]), split_off(tool, "create", &[]));
    let help = format!(
        "write one tool for each of them, with the parameters of that job, as in `{get}` and `{create}`"
    );
    Some((wanted, message, help))
}

fn all_of(list: &[&str], values: &[String]) -> bool {
    values
        .iter()
        .all(|value| list.contains(&value.to_lowercase().as_str()))
}

fn in_capitals(values: &[String]) -> bool {
    values
        .iter()
        .all(|value| !value.contains(char::is_lowercase))
}

/// The first word of a value: `start` of `start-processor`.
pub(crate) fn verb(value: &str) -> String {
    words::split(value).into_iter().next().unwrap_or_default()
}

/// Whether a value begins with a verb.
pub(crate) fn begins_with_verb(value: &str, policy: &Policy) -> bool {
    policy.is_verb(&verb(value))
}

/// The name of the tool that does one job of another: `get_user` for `get` of `manage_user`, in the
/// spelling of the name.
pub(crate) fn split_off(name: &str, value: &str, values: &[String]) -> String {
    let (domain, phrase) = if name.contains('_') {
        names::last_segment(name)
    } else {
        ("", name)
    };
    let (prefix, phrase) = prefixed(phrase);
    let mut words = words::split(value);
    // `start-processor` is a phrase already.
    if words.len() == 1 {
        let verbs: Vec<String> = values.iter().map(|value| verb(value)).collect();
        words.extend(
            object_of(phrase)
                .into_iter()
                .filter(|word| !verbs.contains(word)),
        );
    }
    if words.len() == 1 {
        words.push("…".to_owned());
    }
    let camel = name.contains(char::is_uppercase) && !name.contains(['_', '-']);
    if camel {
        let pascal = words::pascal(&words.join("_"));
        let (first, rest) = pascal.split_at(pascal.chars().next().map_or(0, char::len_utf8));
        return format!("{}{rest}", first.to_lowercase());
    }
    let between = if name.contains('-') && !name.contains('_') {
        "-"
    } else {
        "_"
    };
    format!("{domain}{prefix}{}", words.join(between))
}

/// What stands before the verb of a name, and the rest: `home_` and `manage_lamp`.
fn prefixed(phrase: &str) -> (&str, &str) {
    let is = |word: &str| words::is_verb(word) && !words::is_noun(word);
    let mut at = 0;
    let mut parts = phrase.split('_');
    if parts.next().is_some_and(is) {
        return ("", phrase);
    }
    while let Some(end) = phrase[at..].find('_') {
        at += end + 1;
        let word = phrase[at..].split('_').next().unwrap_or_default();
        if is(word) && phrase.len() > at + word.len() + 1 {
            return phrase.split_at(at);
        }
    }
    ("", phrase)
}

/// What a tool acts on, by its name without the verb: `user` of `manage_user` and `user_manager`.
fn object_of(phrase: &str) -> Vec<String> {
    let mut words = words::split(phrase);
    let verb = words
        .first()
        .is_some_and(|first| words::is_verb(first) && !words::is_noun(first));
    if verb {
        words.remove(0);
    }
    while words.len() > 1
        && words
            .last()
            .is_some_and(|last| TAILS.contains(&last.as_str()))
    {
        words.pop();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_are_sorted() {
        for list in [
            SWITCHES, LOOSE, JOBS, HTTP, EFFECTS, ASKING, MAKING, EDITING, EDITS, TAILS,
        ] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn sets_of_verbs_are_told_from_others() {
        let of = |values: &[&str]| {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            jobs(&values, &Policy::strict())
        };
        assert_eq!(of(&["get", "create"]), Jobs::All);
        assert_eq!(of(&["list", "new", "close"]), Jobs::Most);
        assert_eq!(of(&["merge", "append"]), Jobs::Most);
        for none in [
            &["open", "paid"][..],
            &["GET", "POST"],
            &["allow", "deny"],
            &["get"],
            &[],
        ] {
            assert_eq!(of(none), Jobs::None, "{none:?}");
        }
    }

    #[test]
    fn a_type_is_told_by_the_names_alone() {
        let (wanted, message, help) =
            switched_by_type("action", "manage_user", "What to do.").unwrap();
        assert_eq!(wanted, Jobs::Most);
        assert_eq!(
            message,
            "`action` switches `manage_user` between the jobs that its type lists"
        );
        assert_eq!(
            help,
            "write one tool for each of them, with the parameters of that job, as in `get_user` and `create_user`"
        );
        assert_eq!(
            switched_by_type("mode", "git", "").map(|(wanted, ..)| wanted),
            Some(Jobs::All)
        );
        assert_eq!(switched_by_type("action", "list_events", ""), None);
        let how = switched_by_type("action", "set_dialogs", "How to answer dialogs.");
        assert_eq!(how, None);
        assert_eq!(switched_by_type("status", "manage_user", ""), None);
    }

    #[test]
    fn tools_to_split_into_keep_the_spelling() {
        for (name, value, tool) in [
            ("account-manage_user", "get", "account-get_user"),
            ("manage-user", "get", "get-user"),
            ("manageUser", "get", "getUser"),
            ("user_manager", "get", "get_user"),
            ("git_branch", "list", "list_git_branch"),
            ("home_manage_lamp", "list", "home_list_lamp"),
            ("home_manage_lamps", "set_colour", "home_set_colour"),
            ("home_manage", "list", "list_home"),
            ("alerting_rules_read", "list", "list_alerting_rules"),
            ("streams", "start-processor", "start_processor"),
            ("manage", "get", "get_…"),
            ("batch", "get", "get_…"),
            ("", "get", "get_…"),
        ] {
            assert_eq!(split_off(name, value, &[]), tool, "{name} {value}");
        }
    }
}
