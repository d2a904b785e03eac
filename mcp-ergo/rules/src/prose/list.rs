//! Lists of single values: `a, b or c`, `'a' | 'b'`, `"a" (first), "b" (second)`.

use super::token::{Kind, Token};

/// A list of values as it stands in a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct List<'a> {
    /// The values, in order.
    pub(super) values: Vec<&'a str>,
    /// Whether every value stands in quotation marks.
    pub(super) quoted: bool,
    /// Whether every value stands in quotation or code marks.
    pub(super) marked_off: bool,
    /// What joins the last.
    pub(super) joint: Joint,
    /// How many tokens it takes.
    pub(super) len: usize,
}

/// The most values of a list. Real ones that a schema could close are far shorter; and a list is read
/// from each of its places on, so that without an end to it a long text would take forever.
const MOST_VALUES: usize = 200;

/// The most tokens of an explanation in brackets.
const LONGEST_EXPLANATION: usize = 100;

/// What joins the last value of a list to those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    Comma,
    Pipe,
    Or,
    And,
}

/// Words that begin a clause and are never a value without quotation marks.
#[rustfmt::skip] // one word a line otherwise
const CLAUSES: &[&str] = &[
    "a", "an", "any", "are", "as", "at", "be", "but", "by", "can", "default", "defaults",
    "e.g.", "etc", "etc.", "for", "from", "if", "in", "is", "it", "its", "leave", "may", "must",
    "no", "not", "of", "omit", "on", "only", "optional", "or", "and", "required", "see",
    "should", "some", "than", "that", "the", "their", "these", "this", "to", "use", "when",
    "where", "which", "will", "with", "you", "your",
];

/// Reads a list that begins with the first token.
///
/// Nothing is returned unless the list is whole: it ends where the sentence, the brackets or the
/// clause end, so that `'a', 'b' or an ISO date` and `a, b, etc.` are no lists.
pub(super) fn read_list<'a>(tokens: &[Token<'a>]) -> Option<List<'a>> {
    let mut list = List {
        values: Vec::new(),
        quoted: true,
        marked_off: true,
        joint: Joint::Comma,
        len: 0,
    };
    let mut at = 0;
    loop {
        let token = tokens.get(at)?;
        if !take_value(&mut list, token) || list.values.len() > MOST_VALUES {
            return None;
        }
        at = after_explanation(tokens, at + 1, token.is_marked_off());
        let Some(next) = separator(&mut list, tokens, at) else {
            break;
        };
        at = next;
    }
    list.len = at;
    let distinct = list
        .values
        .iter()
        .skip(1)
        .any(|value| *value != list.values[0]);
    (distinct && ends_here(&list, &tokens[at..])).then_some(list)
}

fn take_value<'a>(list: &mut List<'a>, token: &Token<'a>) -> bool {
    match token.kind {
        Kind::Mark => return false,
        // `open|paid|void` in one pair of code marks.
        Kind::Code if token.text.contains('|') => {
            list.joint = Joint::Pipe;
            list.values.extend(
                token
                    .text
                    .split('|')
                    .map(|value| value.trim().trim_matches(['"', '\''])),
            );
        }
        Kind::Code => list.values.push(token.text.trim_matches(['"', '\''])),
        Kind::Quoted => list.values.push(token.text),
        Kind::Word => {
            if token.is_any(CLAUSES) || token.text.contains(['/', '\'', '’']) {
                return false;
            }
            list.marked_off = false;
            list.values.push(token.text);
        }
    }
    list.quoted &= token.kind == Kind::Quoted;
    true
}

/// Skips `(in full)` behind a value, and `: in full` or `= in full` behind one that is marked off,
/// as far as another such value follows.
fn after_explanation(tokens: &[Token<'_>], at: usize, marked_off: bool) -> usize {
    let Some(token) = tokens.get(at) else {
        return at;
    };
    if token.is_mark('(') {
        let mut inside = tokens[at..].iter().take(LONGEST_EXPLANATION);
        let close = inside.position(|token| token.is_mark(')'));
        return close.map_or(at, |close| at + close + 1);
    }
    if marked_off && token.is_mark_of(":=-–—") {
        let next = tokens[at..]
            .iter()
            .take(16)
            .enumerate()
            .position(|(offset, token)| {
                offset > 0
                    && (token.is_mark_of(",;") || token.is_any(&["or", "and"]))
                    && tokens[at + offset..]
                        .iter()
                        .skip(1)
                        .find(|token| !token.is("or"))
                        .is_some_and(Token::is_marked_off)
            });
        return next.map_or(at, |next| at + next);
    }
    at
}

/// The place behind a separator, if one stands at `at` and a further value may follow.
fn separator(list: &mut List<'_>, tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let token = tokens.get(at)?;
    if matches!(list.joint, Joint::Or | Joint::And) {
        // `a or b or c` goes on; after `a or b` a comma only ends the clause.
        let goes_on = token.is("or")
            && list.joint == Joint::Or
            && tokens.get(at + 1).is_some_and(Token::is_marked_off);
        return goes_on.then_some(at + 1);
    }
    if token.is_mark('|') {
        list.joint = Joint::Pipe;
        return Some(at + 1);
    }
    let mut next = at;
    // A semicolon parts values only where each is marked off; elsewhere it begins a clause.
    let marked_off = tokens.get(at + 1).is_some_and(Token::is_marked_off);
    if token.is_mark_of(",/") || token.is_mark(';') && list.marked_off && marked_off {
        next += 1;
        let clause = tokens.get(next).is_none_or(|token| {
            token.is_any(&[
                "default", "defaults", "where", "optional", "required", "if", "when",
            ])
        });
        if clause {
            return None;
        }
    }
    if let Some(word) = tokens
        .get(next)
        .filter(|token| token.is_any(&["or", "and"]))
    {
        list.joint = if word.is("or") { Joint::Or } else { Joint::And };
        next += 1;
    }
    (next > at).then_some(next)
}

/// Whether a list is over where its last value stands.
fn ends_here(list: &List<'_>, rest: &[Token<'_>]) -> bool {
    let Some(next) = rest.first() else {
        return true;
    };
    if next.is_mark_of(".;)]}!") {
        // `a, b, ...`
        return !rest.iter().take(2).all(|token| token.is_mark('.')) || rest.len() < 2;
    }
    let clause = next.is_mark(',')
        && rest
            .get(1)
            .is_none_or(|token| token.is_any(CLAUSES) && !token.is_any(&["etc", "etc."]));
    clause
        || next.is_mark_of("(–—-")
        || next.is_any(&["default", "defaults", "depending"])
        || list.marked_off && next.kind == Kind::Word && !next.is_any(&["or", "and", "etc", "etc."])
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    fn values(text: &str) -> Vec<String> {
        read_list(&tokens(text))
            .map(|list| list.values.iter().map(ToString::to_string).collect())
            .unwrap_or_default()
    }

    #[test]
    fn a_list_ends_somewhere() {
        let of = |count: usize| {
            let list: Vec<String> = (0..count).map(|value| format!("`{value}`")).collect();
            values(&list.join(", ")).len()
        };
        assert_eq!(of(MOST_VALUES), MOST_VALUES);
        assert_eq!(of(MOST_VALUES + 1), 0);
        let long = "so ".repeat(LONGEST_EXPLANATION);
        assert!(values(&format!("'a' ({long}), 'b'")).is_empty());
    }

    #[test]
    fn whole_lists_are_read_in_every_form() {
        for text in [
            "x, y, z",
            "x, y or z.",
            "'x', 'y', or 'z' as it comes",
            "x | y | z",
            "`x|y|z`",
            "'x' (first), 'y' (second), 'z'",
            "'x' = the first, 'y' = the second, 'z'",
            "x, y, z (default x)",
            "x, y, z, defaults to x",
            "x, y, z; all of them when left out",
            "\"x\"/\"y\"/\"z\"",
        ] {
            assert_eq!(values(text), ["x", "y", "z"], "{text}");
        }
    }

    #[test]
    fn open_and_broken_lists_are_not() {
        for text in [
            "x, y, etc.",
            "x, y, ...",
            "x, y, …",
            "'x', 'y' or an ISO date",
            "x, y or something else entirely",
            "the first, the second",
            "x",
            "'x', 'x'",
            "x, two words, z",
            "",
        ] {
            assert!(values(text).is_empty(), "{text}: {:?}", values(text));
        }
    }
}
