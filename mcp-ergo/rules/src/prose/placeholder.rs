//! Words that stand where somebody still meant to write.

use super::token::{Kind, Token, sentences, tokens};

/// Marks that authors leave for themselves.
const MARKS: &[&str] = &["FIXME", "TBA", "TBD", "TODO", "XXX"];

/// What follows such a mark where it is a note to oneself, and no thing to search for.
const DUTIES: &[&str] = &[
    "add", "clarify", "complete", "describe", "document", "explain", "fill", "finish", "improve",
    "rewrite", "say", "write",
];

/// Words that make `is TBD` a state of the data.
const CONDITIONS: &[&str] = &[
    "if", "when", "where", "whether", "while", "until", "unless", "or",
];

/// The placeholder in `text`, if words are still missing there.
///
/// `TODO` as a thing that a tool looks for, in quotation marks or in a sentence, is none.
pub fn placeholder(text: &str) -> Option<&str> {
    if !may_hold_one(text) {
        return None;
    }
    let tokens = tokens(text);
    let spans: Vec<&[Token<'_>]> = sentences(&tokens);
    whole(text, &tokens).or_else(|| {
        spans
            .iter()
            .find_map(|sentence| note(sentence).or_else(|| filler(text, sentence)))
    })
}

/// Whether a text holds any of the words at all. Most do not, and need not be taken apart.
fn may_hold_one(text: &str) -> bool {
    let short = text.len() < 24;
    short
        || MARKS.iter().any(|mark| text.contains(mark))
        || ["ipsum", "Ipsum", "IPSUM", "here"]
            .iter()
            .any(|word| text.contains(word))
}

/// A text that is nothing else: `todo`, `xxx`, `lorem ipsum`.
fn whole<'a>(text: &'a str, tokens: &[Token<'a>]) -> Option<&'a str> {
    let mut words = tokens.iter().filter(|token| token.kind != Kind::Mark);
    match (words.next(), words.next(), words.next()) {
        (Some(only), None, None) if is_alone(only) || is_crossed(only) => Some(only.text),
        (Some(one), Some(two), None) if one.is("lorem") && two.is("ipsum") => {
            Some(&text[one.start..two.end])
        }
        _ => None,
    }
}

/// `TODO: describe`, `TBD.`, `(TBD)`, `The format is TBD.`
fn note<'a>(sentence: &[Token<'a>]) -> Option<&'a str> {
    let at = sentence.iter().position(is_mark)?;
    let (token, next) = (&sentence[at], sentence.get(at + 1));
    let before = at.checked_sub(1).map(|before| &sentence[before]);
    let opens = sentence[..at].iter().all(|token| token.kind == Kind::Mark);
    let ends = next.is_none_or(|next| next.is_mark_of(".!"));
    let left_open = token.is_any(&["TBA", "TBD"]);
    let bracketed = before.is_some_and(|before| before.is_mark_of("(["))
        && next.is_some_and(|next| next.is_mark_of(")]"));
    let told = before.is_some_and(|before| before.is_any(&["is", "are", "still"]))
        && !sentence.iter().any(|token| token.is_any(CONDITIONS));
    let note = opens
        && (ends || next.is_some_and(|next| next.is_mark_of(":–—-") || next.is_any(DUTIES)))
        || bracketed && (left_open || opens)
        || left_open && ends && told;
    note.then_some(token.text)
}

/// `Lorem ipsum dolor sit amet`, `Description goes here`.
fn filler<'a>(text: &'a str, sentence: &[Token<'a>]) -> Option<&'a str> {
    let words: Vec<&Token<'_>> = sentence
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .collect();
    let latin = words
        .windows(3)
        .find(|words| words[0].is("lorem") && words[1].is("ipsum") && words[2].is("dolor"));
    let here = match words.as_slice() {
        [.., goes, here] if words.len() <= 5 && here.is("here") => {
            goes.is_any(&["description", "goes"])
        }
        _ => false,
    };
    let span = latin.unwrap_or(if here { words.as_slice() } else { &[] });
    let (first, last) = (span.first()?, span.last()?);
    Some(&text[first.start..last.end])
}

/// A mark in capitals: `todo` in small letters is a word like any other.
fn is_mark(token: &Token<'_>) -> bool {
    token.kind == Kind::Word && MARKS.contains(&token.text)
}

/// A mark that is the whole text. `Todo` is what a list of them calls one.
fn is_alone(token: &Token<'_>) -> bool {
    token.is_any(MARKS) && token.text != "Todo"
}

fn is_crossed(token: &Token<'_>) -> bool {
    token.kind == Kind::Word
        && token.text.len() > 2
        && token.text.bytes().all(|c| c.eq_ignore_ascii_case(&b'x'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_to_oneself_are_placeholders() {
        assert!(MARKS.is_sorted() && DUTIES.is_sorted());
        for (text, shown) in [
            ("TODO", "TODO"),
            ("todo.", "todo"),
            ("tbd", "tbd"),
            ("xxx", "xxx"),
            ("XXXX", "XXXX"),
            ("lorem ipsum", "lorem ipsum"),
            ("TODO: describe this", "TODO"),
            ("TODO describe this", "TODO"),
            ("Get one invoice. TODO: say when.", "TODO"),
            ("Get one invoice. [TODO]", "TODO"),
            ("FIXME - wrong", "FIXME"),
            ("How much to pay (TBD).", "TBD"),
            ("The format is TBD.", "TBD"),
            ("Lorem ipsum dolor sit amet.", "Lorem ipsum dolor"),
            ("Description goes here", "Description goes here"),
            ("<your description here>", "your description here"),
        ] {
            assert_eq!(placeholder(text), Some(shown), "{text}");
        }
    }

    #[test]
    fn what_tools_look_for_is_none() {
        for text in [
            "Find TODO comments.",
            "TODO comments of a file.",
            "TODO, FIXME and HACK comments are found.",
            "Create a todo.",
            "Todo",
            "Todo to finish.",
            "Find markers (TODO).",
            "Text to find, e.g. 'TODO: fix'.",
            "Teams are TBD until the draw is made.",
            "Date, or TBD if it is not known.",
            "Populate a placeholder with text.",
            "Generate lorem ipsum text.",
            "Ids look like xxx-xxx.",
            "Fails with 5xx.",
            "The file that goes here or there.",
            "",
            "TODO comments here",
        ] {
            assert_eq!(placeholder(text), None, "{text}");
        }
    }
}
