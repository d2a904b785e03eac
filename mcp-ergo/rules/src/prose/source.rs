//! Whether a text says where a value comes from.

use super::phrase::opens_any;
use super::reference::{Follow, Lead, Reference, references};
use super::token::tokens;
use crate::words;

/// Words that say, in this order, that somebody hands the value over.
const PHRASES: &[&str] = &[
    "any unique",
    "as given by",
    "as returned",
    "as shown",
    "ask the user",
    "ask user",
    "chosen by",
    "found in the",
    "found via",
    "from a previous",
    "from an earlier",
    "from context",
    "from create",
    "from get",
    "from list",
    "from search",
    "from the output of",
    "from the response",
    "from the result",
    "from the results",
    "from the url",
    "from the user",
    "given by",
    "known to the user",
    "leave out",
    "obtained by",
    "obtained from",
    "obtained with",
    "output of",
    "provided by",
    "result of",
    "returned by",
    "returned from",
    "returned in",
    "returned when",
    "shown in the",
    "supplied by",
    "the user gives",
    "the user knows",
    "the user names",
    "the user provides",
    "user gives",
    "you choose",
    "you chose",
    "you make up",
    "you want to give",
    "your own",
];

/// Whether `text` says which tool yields the value, or that the user or the caller does. `served`
/// are the names of the tools, as far as they are known.
pub fn names_source<'a>(text: &str, served: impl IntoIterator<Item = &'a str>) -> bool {
    let tokens = tokens(text);
    let said = (0..tokens.len()).any(|at| opens_any(&tokens[at..], PHRASES));
    let named = |named: &Reference<'_>| {
        let verb = words::split(named.name)
            .first()
            .is_some_and(|first| words::is_verb(first));
        // `filter by owner_id` names no tool; `returned by create_owner` does.
        let origin = named.lead == Lead::Origin && (verb || named.name.contains('-'));
        named.is_sent_to()
            || named.follow == Follow::Applied && verb
            || named.follow == Follow::Other && origin
    };
    // A name that is an ordinary word (`search`) names a tool only where it is marked off.
    let marked: Vec<&str> = tokens
        .iter()
        .filter(|token| token.is_marked_off() || token.text.contains(['_', '-', '.', '/']))
        .map(|token| token.text)
        .collect();
    said || references(text).iter().any(named)
        || !marked.is_empty() && served.into_iter().any(|name| marked.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_or_a_person_is_a_source() {
        for text in [
            "Invoice id, e.g. 'inv_01H'. Find it with search_invoices.",
            "User id, e.g. 'u_1'. The user gives it.",
            "Modeling project id. List with semarchy-project-status.",
            "Id from the search_users tool",
            "The id returned by the search",
            "Ask the user for it.",
            "Project id from list_projects",
        ] {
            assert!(names_source(text, []), "{text}");
        }
        assert!(names_source("As in `search`", ["search"]));
        assert!(names_source("see get_user", ["get_user"]));
    }

    #[test]
    fn phrases_are_sorted() {
        assert!(PHRASES.is_sorted());
    }

    #[test]
    fn an_example_is_no_source() {
        for text in [
            "User id, e.g. 'u_1'.",
            "The id of the project to read",
            "Search id",
            "Id to filter by owner_id",
            "",
        ] {
            assert!(!names_source(text, ["search"]), "{text}");
        }
    }
}
