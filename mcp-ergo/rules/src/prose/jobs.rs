//! Two jobs in one sentence.

use super::token::{Kind, Token, sentences, tokens};
use crate::words;

/// Jobs that one sentence joins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedJobs {
    /// The verb of each.
    pub verbs: Vec<String>,
    /// A name for a tool of each.
    pub tools: Vec<String>,
}

/// What a verb does to its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Make,
    Change,
    Write,
    Remove,
    Read,
}

fn act(verb: &str) -> Option<Act> {
    Some(match verb {
        "add" | "create" | "insert" => Act::Make,
        "edit" | "modify" | "update" => Act::Change,
        "change" | "set" | "write" => Act::Write,
        "delete" | "destroy" | "erase" | "remove" => Act::Remove,
        "get" | "list" | "read" | "view" => Act::Read,
        _ => return None,
    })
}

/// Verbs that are nothing else, and that begin a job of their own rather than end one: what is
/// fetched is returned, and what was built may be sent.
#[rustfmt::skip] // one word a line otherwise
const JOBS: &[&str] = &[
    "administer", "delete", "edit", "encrypt", "install", "manage", "modify", "remove", "rename",
    "translate", "uninstall", "update",
];

/// More of them: behind `manage` nothing ends a job.
#[rustfmt::skip] // one word a line otherwise
const BESIDES: &[&str] = &[
    "analyze", "create", "delete", "execute", "find", "generate", "retrieve", "run", "search",
    "send", "translate", "validate",
];

/// Words that stand before an object and tell that it is one certain thing, or one named before.
#[rustfmt::skip] // one word a line otherwise
const CERTAIN: &[&str] = &[
    "a", "an", "another", "any", "each", "either", "every", "it", "its", "new", "one", "result",
    "results", "same", "that", "the", "their", "them", "these", "this", "those",
];

/// Words at which the name of an object ends.
#[rustfmt::skip] // one word a line otherwise
const ENDS: &[&str] = &[
    "across", "against", "and", "as", "at", "between", "by", "for", "from", "in", "into", "of",
    "on", "or", "that", "through", "to", "under", "using", "via", "where", "which", "with",
    "within",
];

/// The jobs that the first sentence of `text` joins, if they have nothing to do with each other:
/// opposite acts on one object (`create, update and delete invoices`), or different acts on
/// different things (`sends invoices and translates documents`), or what `manage` stands for
/// (`manage labels: list, add or remove`).
pub fn joined_jobs(text: &str) -> Option<JoinedJobs> {
    let tokens = tokens(text);
    let sentence = *sentences(&tokens).first()?;
    chained(sentence)
        .or_else(|| managed(sentence))
        .or_else(|| coordinated(sentence))
}

/// `manage labels: list, add or remove`
fn managed(sentence: &[Token<'_>]) -> Option<JoinedJobs> {
    verb(sentence.first()?).filter(|verb| verb == "manage")?;
    let colon = sentence
        .iter()
        .take(8)
        .position(|token| token.is_mark_of(":-–—("))?;
    let object = object(&sentence[1..colon]);
    let listed = &sentence[colon..];
    let mut verbs: Vec<String> = Vec::new();
    for pair in listed.windows(2) {
        let begins = pair[0].is_mark_of(":-–—(,") || pair[0].is_any(&["and", "or"]);
        let verb = verb(&pair[1]).filter(|verb| begins && act(verb).is_some());
        verbs.extend(verb.filter(|verb| !verbs.contains(verb)));
    }
    let acts = || verbs.iter().filter_map(|verb| act(verb));
    let reading = acts().any(|act| act == Act::Read);
    let writing = acts().any(|act| act != Act::Read);
    (reading && writing && !object.is_empty()).then(|| JoinedJobs {
        tools: verbs.iter().map(|verb| name(verb, &object)).collect(),
        verbs,
    })
}

/// `create, update and delete invoices`
fn chained(sentence: &[Token<'_>]) -> Option<JoinedJobs> {
    let mut verbs = Vec::new();
    let (mut at, mut last) = (0, None);
    loop {
        verbs.push(verb(sentence.get(at)?)?);
        at += 1;
        let comma = usize::from(sentence.get(at).is_some_and(|token| token.is_mark(',')));
        let joint = sentence.get(at + comma)?;
        if last.is_some() {
            break;
        }
        if joint.is_any(&["and", "or"]) {
            last = Some(joint.is("or"));
            at += comma + 1;
        } else if comma > 0 {
            at += 1;
        } else {
            return None;
        }
    }
    let either = last?;
    let acts: Vec<Act> = verbs.iter().filter_map(|verb| act(verb)).collect();
    let has = |act| acts.contains(&act);
    // `create or update` and `get or create` are one job each.
    let one_job = either && !has(Act::Remove) && has(Act::Make);
    // What is created is written at once.
    let written = has(Act::Make) || has(Act::Change);
    let mut opposing = acts.iter().filter(|act| !(written && **act == Act::Write));
    let first = opposing.next();
    let opposite = opposing.any(|act| Some(act) != first);
    let object = object(&sentence[at..]);
    // `Read and write access`, `Add and remove operations` name things.
    let named = object
        .last()
        .is_some_and(|last| matches!(last.as_str(), "access" | "operations" | "permissions"));
    (opposite && !one_job && !object.is_empty() && !named).then(|| JoinedJobs {
        tools: verbs.iter().map(|verb| name(verb, &object)).collect(),
        verbs,
    })
}

/// `sends invoices and translates documents`
fn coordinated(sentence: &[Token<'_>]) -> Option<JoinedJobs> {
    let first = verb(sentence.first()?)?;
    let and = sentence.iter().take(14).position(|token| token.is("and"))?;
    let second_at = and + 1 + usize::from(sentence.get(and + 1)?.is("also"));
    let second_token = sentence.get(second_at)?;
    let second = verb(second_token)?;
    let third = is_third(&sentence[0], &first);
    let alike = third == is_third(second_token, &second);
    let umbrella = first == "manage";
    let list = if umbrella { BESIDES } else { JOBS };
    // `List versions and delete markers` lists both.
    let listed = !third && words::is_reading(&first);
    if !alike || listed || first == second || !list.contains(&second.as_str()) {
        return None;
    }
    let (one, other) = (&sentence[1..and], &sentence[second_at + 1..]);
    let (one, other) = (things(one)?, things(other)?);
    let shared = !umbrella && one.last() == other.last();
    (!shared).then(|| JoinedJobs {
        tools: vec![name(&first, &one), name(&second, &other)],
        verbs: vec![first, second],
    })
}

/// A word that is a verb here: in small letters, save at the beginning.
fn verb(token: &Token<'_>) -> Option<String> {
    let plain = token.kind == Kind::Word && token.text.chars().all(char::is_alphabetic);
    plain.then(|| words::imperative(token.text)).flatten()
}

/// Whether the form is `sends`, not `send`.
fn is_third(token: &Token<'_>, verb: &str) -> bool {
    !token.is(verb)
}

/// The words of the object that a clause begins with.
fn object(clause: &[Token<'_>]) -> Vec<String> {
    clause
        .iter()
        .take_while(|token| token.kind == Kind::Word && !token.is_any(ENDS))
        .filter(|token| !token.is_any(CERTAIN) && !token.is_any(&["all", "multiple"]))
        .take(5)
        .map(|token| token.text.to_lowercase())
        .collect()
}

/// An object that is many things of a kind, and none named before: `overdue invoices`.
fn things(clause: &[Token<'_>]) -> Option<Vec<String>> {
    let certain = clause.iter().take(3).any(|token| token.is_any(CERTAIN));
    let object = object(clause);
    let many = object.last().is_some_and(|last| {
        last.len() > 3 && last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us")
    });
    (!certain && many).then_some(object)
}

fn name(verb: &str, object: &[String]) -> String {
    words::snake(&format!("{verb} {}", object.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(text: &str) -> Vec<String> {
        joined_jobs(text).map(|jobs| jobs.tools).unwrap_or_default()
    }

    #[test]
    fn opposite_acts_and_different_things_are_two_jobs() {
        for list in [JOBS, BESIDES, CERTAIN, ENDS] {
            assert!(list.is_sorted());
        }
        for (text, wanted) in [
            (
                "Sends invoices and translates documents. Use when asked.",
                vec!["send_invoices", "translate_documents"],
            ),
            (
                "Create, update, and delete alert rules of a folder.",
                vec![
                    "create_alert_rules",
                    "update_alert_rules",
                    "delete_alert_rules",
                ],
            ),
            ("Add or remove labels.", vec!["add_labels", "remove_labels"]),
            (
                "Creates and updates a record.",
                vec!["create_record", "update_record"],
            ),
            (
                "Manage note tags and find notes by tag.",
                vec!["manage_note_tags", "find_notes"],
            ),
            (
                "Manage note tags: list tags, merge tags, or delete a tag.",
                vec!["list_note_tags", "delete_note_tags"],
            ),
        ] {
            assert_eq!(tools(text), wanted, "{text}");
        }
    }

    #[test]
    fn one_job_in_two_words_passes() {
        for text in [
            "Upload a file and attach it to a story.",
            "Create or update a record.",
            "Create and write a file.",
            "Read, write and execute permissions of a file.",
            "Get or create a session.",
            "Search and retrieve logs.",
            "Download a paper and return its text.",
            "List tables and views.",
            "List orders and update times.",
            "List versions and delete markers.",
            "Get users and group memberships.",
            "Manage note tags: merge, split, and rank them.",
            "Manage the notes of a user - a list of them is kept.",
            "Read and write access for one user.",
            "Find files and delete the oldest.",
            "Build, install, and launch an app.",
            "Stop a session and release resources.",
            "Fetches pages and generates summaries.",
            "Get the status for monitoring and updating.",
            "Perform drag and drop.",
            "Create and",
            "",
            "größe und Gewicht and x",
        ] {
            assert!(tools(text).is_empty(), "{text}: {:?}", tools(text));
        }
    }
}
