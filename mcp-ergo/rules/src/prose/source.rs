//! Whether a text says where a value comes from.

use super::opening::opens_any;
use super::reference::{Follow, Lead, Reference, references};
use super::token::{Token, sentences, tokens};
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

/// Words that say that something is looked for.
const FINDING: &[&str] = &[
    "discover", "fetch", "find", "get", "learn", "list", "locate", "obtain", "resolve", "retrieve",
];

/// Words that say that something is needed.
const REQUIRING: &[&str] = &["need", "needs", "require", "requires"];

/// Words that may stand between such a word and what is looked for.
const ARTICLES: &[&str] = &[
    "a",
    "an",
    "available",
    "existing",
    "its",
    "right",
    "the",
    "valid",
];

/// Whether the description of a tool says which tool yields its parameter `name`: `Use list-folders
/// to find the folder id`, or `Requires a folder id. Call list-folders first if you have none`.
pub fn tells_where_to_find<'a>(
    text: &str,
    name: &str,
    served: &(impl IntoIterator<Item = &'a str> + Clone),
) -> bool {
    let tokens = tokens(text);
    let nouns = words::split(name);
    let sentences = sentences(&tokens);
    let says = |sentence: &[Token<'_>], verbs: &[&str]| {
        (0..sentence.len())
            .any(|at| sentence[at].is_any(verbs) && is_found(&sentence[at + 1..], name, &nouns))
    };
    let sends = |sentence: &[Token<'_>]| match sentence {
        [first, .., last] => names_source(&text[first.start..last.end], served.clone()),
        _ => false,
    };
    sentences.iter().enumerate().any(|(at, sentence)| {
        let next = sentences.get(at + 1).filter(|_| says(sentence, REQUIRING));
        says(sentence, FINDING) && sends(sentence)
            || next.is_some_and(|next| {
                next.iter().any(|token| token.is_any(&["first", "have"])) && sends(next)
            })
    })
}

/// Whether the words begin with the identifier `name`: as it is written, or as `the folder id`.
fn is_found(tokens: &[Token<'_>], name: &str, nouns: &[String]) -> bool {
    let is_noun = |token: &Token<'_>| {
        let word = token.text.to_lowercase();
        nouns
            .iter()
            .any(|noun| word.trim_end_matches('s') == noun.trim_end_matches('s'))
    };
    tokens
        .iter()
        .take(4)
        .take_while(|token| token.text == name || token.is_any(ARTICLES) || is_noun(token))
        .any(|token| token.text == name || token.is_any(&["id", "ids", "identifier", "uuid"]))
}

/// Whether `text` says that the value is not for the caller to set.
pub fn is_read_only(text: &str) -> bool {
    let tokens = tokens(text);
    let stands_alone = |at: usize| {
        tokens
            .get(at)
            .is_none_or(|token| token.is_mark_of(".;,:()[]"))
    };
    tokens.iter().enumerate().any(|(at, token)| {
        token.is_any(&["read-only", "readonly"])
            && stands_alone(at + 1)
            && (at == 0 || stands_alone(at - 1))
    })
}

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
    fn the_tool_may_say_it_for_its_parameter() {
        let says = |text| tells_where_to_find(text, "parentFolderId", &[]);
        for text in [
            "Create a folder. Use list-folders to discover the parent id.",
            "Get parentFolderId from list_folders first.",
            "Call list_folders to find folder IDs.",
            "Requires a folder id (f_1). Call list_folders first if you do not have it.",
        ] {
            assert!(says(text), "{text}");
        }
        for text in [
            "Create a folder. Use list-users to find the user id.",
            "Use get-folder to get a folder by its id.",
            "Find the folder id. Use it well.",
            "You need the folder id. Call archive_folder to keep what is in it.",
            "",
        ] {
            assert!(!says(text), "{text}");
        }
    }

    #[test]
    fn what_the_server_sets_is_told_by_a_remark() {
        for text in [
            "Folder id. Read-only.",
            "Read-only. Folder id.",
            "Folder id (read-only)",
        ] {
            assert!(is_read_only(text), "{text}");
        }
        for text in [
            "Id of a read-only folder",
            "Read-only mode of the folder",
            "",
        ] {
            assert!(!is_read_only(text), "{text}");
        }
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
