//! The sentences of a description that say something.

use super::args::before_blocks;
use super::token::{Kind, Token, sentences, tokens};

/// A sentence that says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement<'a> {
    /// As it is written.
    pub text: &'a str,
    /// Whether it says what comes back.
    pub tells_result: bool,
}

/// Forms of the verbs that say what comes back.
#[rustfmt::skip] // one word a line otherwise
const RETURNING: &[&str] = &[
    "gives", "output", "outputs", "produces", "provides", "reports", "responds", "response",
    "responses", "result", "results", "return", "returned", "returning", "returns", "yields",
];

/// Who gives a call its values: what they provide does not come back.
const GIVERS: &[&str] = &["caller", "explicitly", "user", "users", "you"];

/// Words of a sentence on what a call does for good, or that has to be heeded before it.
#[rustfmt::skip] // one word a line otherwise
const WARNINGS: &[&str] = &[
    "caution", "irreversible", "irreversibly", "permanent", "permanently", "undone",
    "unrecoverable", "warning",
];

/// Words of a sentence on which tool to take.
const DIRECTIONS: &[&str] = &["call", "consider", "instead", "prefer", "use"];

/// Shortened words before a name or a number.
const SHORTENED: &[&str] = &["Dr", "Inc", "Ltd", "Mr", "Mrs", "Ms", "No", "Prof", "St"];

/// The sentences in the prose of `description`. Headings, entries of a list, fragments of fewer than
/// three words and the blocks of a docstring are none.
pub fn statements(description: &str) -> Vec<Statement<'_>> {
    let prose = before_blocks(description);
    let tokens = tokens(prose);
    let spans = sentences(&tokens);
    let begins = |at: usize| at == 0 || !is_cut(spans[at - 1]);
    (0..spans.len())
        .filter(|&at| is_statement(spans[at]) && begins(at))
        .map(|at| spans[at])
        .map(|sentence| Statement {
            text: &prose[sentence[0].start..sentence[sentence.len() - 1].end],
            tells_result: tells_result(sentence),
        })
        .collect()
}

/// Whether `text` says anywhere what comes back: `Returns …`, `the result`, `the output`.
pub fn says_result(text: &str) -> bool {
    tells_result(&tokens(text))
}

fn tells_result(tokens: &[Token<'_>]) -> bool {
    // `unless the user provides an id`
    let given = |at: usize| at > 0 && tokens[at - 1].is_any(GIVERS);
    (0..tokens.len()).any(|at| tokens[at].is_any(RETURNING) && !given(at))
}

/// Whether a sentence of a description has to stay in it: it warns, or says which tool to use or to
/// call.
pub fn belongs_to_description(sentence: &str) -> bool {
    let tokens = tokens(sentence);
    tokens
        .iter()
        .any(|token| token.is_any(WARNINGS) || token.is_any(DIRECTIONS))
}

/// Whether the full stop belongs to the last word and ends no sentence: `U.S.`, `Inc.`
fn is_cut(sentence: &[Token<'_>]) -> bool {
    let [.., word, stop] = sentence else {
        return false;
    };
    let initials = word.text.contains('.') && word.text.split('.').all(|part| part.len() == 1);
    stop.is_mark('.') && (initials || SHORTENED.contains(&word.text))
}

fn is_statement(sentence: &[Token<'_>]) -> bool {
    let Some(first) = sentence.first() else {
        return false;
    };
    // `U.S. regions` and `v2. 3` go on in small letters or digits.
    let begins = first.kind != Kind::Mark
        && !(first.kind == Kind::Word
            && first
                .text
                .starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit())
            && !first.text.contains(['_', '-']));
    let words = sentence.iter().filter(|token| token.kind != Kind::Mark);
    begins && words.count() > 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        statements(text)
            .iter()
            .map(|statement| statement.text)
            .collect()
    }

    #[test]
    fn sentences_count_and_fragments_do_not() {
        for list in [RETURNING, GIVERS, WARNINGS, DIRECTIONS, SHORTENED] {
            assert!(list.is_sorted());
        }
        let text =
            "Find invoices, e.g. 'inv_1'. Read-only. Returns up to 50. get_invoice has more.";
        assert_eq!(
            texts(text),
            [
                "Find invoices, e.g. 'inv_1'.",
                "Returns up to 50.",
                "get_invoice has more."
            ]
        );
        assert!(statements(text)[1].tells_result && !statements(text)[0].tells_result);
        assert!(texts("Find U.S. invoices of v2. 3 or more.").is_empty());
        assert_eq!(texts("Find all the U.S. Treasury bonds of it.").len(), 1);
    }

    #[test]
    fn lists_and_blocks_are_no_sentences() {
        let text = "Find one invoice:\n- by its id alone\n- by its number\n\nArgs:\n  id: Of it.\n";
        assert_eq!(texts(text), ["Find one invoice:"]);
        assert!(texts("").is_empty() && texts("…").is_empty());
    }

    #[test]
    fn what_comes_back_is_told_in_many_words() {
        for text in ["Get it. Returns rows.", "Runs it and reports the total."] {
            assert!(says_result(text), "{text}");
        }
        for text in [
            "Delete a queue.",
            "Ask, unless the user explicitly provides it.",
        ] {
            assert!(!says_result(text), "{text}");
        }
    }

    #[test]
    fn warnings_and_directions_stay() {
        for text in [
            "This cannot be undone.",
            "To rename one, use rename_invoice.",
            "WARNING: it takes minutes.",
        ] {
            assert!(belongs_to_description(text), "{text}");
        }
        assert!(!belongs_to_description("Totals are in cents."));
    }
}
