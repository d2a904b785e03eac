//! What a description says of itself instead of what the tool does.

use super::token::{Kind, Token, sentences, tokens};
use crate::words;

/// Words that say nothing about what a tool does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelfTalk<'a> {
    /// An opening before the verb: `This tool allows you to`. The verb and what follows it, as a
    /// description begins, where they can be told.
    Opening(&'a str, Option<String>),
    /// A word that praises: `simply`, `powerful`.
    Praise(&'a str),
}

/// What a tool calls itself.
const SELVES: &[&str] = &["api", "command", "endpoint", "function", "method", "tool"];

/// Verbs whose subject does nothing by itself. As the first word of a description they take
/// `you` or `to` behind them.
const ENABLING: &[&str] = &["allows", "enables", "helps", "lets", "permits"];

/// Whom they enable.
const WHOM: &[&str] = &["agents", "one", "us", "users", "you"];

/// Verbs of a tool that say something of its limits and needs: `this tool requires a login`.
#[rustfmt::skip] // one word a line otherwise
const FACTS: &[&str] = &[
    "accept", "allow", "enable", "expect", "fail", "help", "ignore", "include", "need", "permit",
    "refuse", "reject", "require", "respond", "run", "skip", "support", "take", "use", "work",
];

/// Words that praise and tell nothing. Those that are terms of a trade elsewhere are left out:
/// seamless textures, next-generation sequencing, user-friendly names.
#[rustfmt::skip] // one word a line otherwise
const PRAISE: &[&str] = &[
    "amazing", "best-in-class", "blazing", "blazingly", "cutting-edge", "easily", "easy-to-use",
    "effortless", "effortlessly", "game-changing", "lightning-fast", "powerful", "seamlessly",
    "simply", "world-class",
];

/// Everything in `text` that talks of the tool instead of saying what it does.
pub fn self_talk(text: &str) -> Vec<SelfTalk<'_>> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, sentence) in sentences(&tokens).into_iter().enumerate() {
        found.extend(opening(text, sentence, at == 0));
        let praise = (0..sentence.len()).filter(|&at| is_praise(sentence, at));
        found.extend(praise.map(|at| SelfTalk::Praise(sentence[at].text)));
    }
    found
}

fn opening<'a>(text: &'a str, sentence: &[Token<'a>], first: bool) -> Option<SelfTalk<'a>> {
    let subject = match sentence {
        [this, tool, ..] if this.is_any(&["this", "the"]) && tool.is_any(SELVES) => 2,
        _ => 0,
    };
    let verb = sentence.get(subject)?;
    let rest = &sentence[subject + 1..];
    let enables = verb.is_any(ENABLING);
    let whom = usize::from(enables && rest.first().is_some_and(|whom| whom.is_any(WHOM)));
    let to = rest.get(whom).is_some_and(|to| to.is("to"));
    if enables && (to || verb.is_any(&["lets", "helps"]) && whom == 1) && (subject > 0 || first) {
        // `Enables users to log in` changes what they may do.
        let whom_matters = subject == 0 && rest.first().is_some_and(|whom| whom.is("users"));
        let end = subject + 1 + whom + usize::from(to);
        return (!whom_matters)
            .then(|| SelfTalk::Opening(span(text, &sentence[..end]), begun(&sentence[end..])));
    }
    let end = subject + usize::from(verb.is("will"));
    let act = sentence
        .get(end)
        .filter(|act| end > subject || act.text.ends_with('s'))?;
    let acts = words::imperative(act.text).is_some_and(|base| !FACTS.contains(&base.as_str()));
    let wasted = first && subject > 0 && acts && act.kind == Kind::Word;
    wasted.then(|| SelfTalk::Opening(span(text, &sentence[..end]), begun(&sentence[end..])))
}

/// `create an invoice` as a description begins: `Create an invoice`.
fn begun(rest: &[Token<'_>]) -> Option<String> {
    let verb = words::imperative(rest.first()?.text)?;
    let object = rest[1..]
        .iter()
        .take_while(|token| token.kind == Kind::Word)
        .take(2);
    let mut phrase: String = verb
        .char_indices()
        .map(|(at, c)| if at == 0 { c.to_ascii_uppercase() } else { c })
        .collect();
    for token in object {
        phrase.push(' ');
        phrase.push_str(token.text);
    }
    Some(phrase)
}

fn span<'a>(text: &'a str, tokens: &[Token<'_>]) -> &'a str {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => &text[first.start..last.end],
        _ => "",
    }
}

/// `more powerful than the basic search` compares, and `simply never ends` warns: both say something.
fn is_praise(sentence: &[Token<'_>], at: usize) -> bool {
    let compares = at > 0 && sentence[at - 1].is_any(&["more", "most", "less", "least", "as"]);
    let warns = sentence
        .get(at + 1)
        .is_some_and(|next| next.is_any(&["never", "not"]));
    sentence[at].is_any(PRAISE) && !compares && !warns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_told_with_what_to_begin_by() {
        for list in [SELVES, ENABLING, WHOM, FACTS, PRAISE] {
            assert!(list.is_sorted());
        }
        for (text, opening, begun) in [
            (
                "This tool allows you to create an invoice.",
                "This tool allows you to",
                Some("Create an invoice"),
            ),
            (
                "Allows you to list them.",
                "Allows you to",
                Some("List them"),
            ),
            ("Lets you look at it.", "Lets you", Some("Look at it")),
            (
                "This function retrieves one invoice.",
                "This function",
                Some("Retrieve one invoice"),
            ),
            (
                "This tool will check the quota.",
                "This tool will",
                Some("Check the quota"),
            ),
            (
                "List stores. This tool helps you understand them.",
                "This tool helps you",
                None,
            ),
            (
                "The command enables users to rest.",
                "The command enables users to",
                None,
            ),
        ] {
            let begun = begun.map(str::to_owned);
            assert_eq!(
                self_talk(text),
                [SelfTalk::Opening(opening, begun)],
                "{text}"
            );
        }
    }

    #[test]
    fn praise_is_told_word_by_word() {
        assert_eq!(
            self_talk("Simply search with our powerful engine."),
            [SelfTalk::Praise("Simply"), SelfTalk::Praise("powerful")]
        );
    }

    #[test]
    fn what_says_something_passes() {
        for text in [
            "Use this tool when the user asks.",
            "This tool requires a login.",
            "This tool only applies to vaults.",
            "Get one. This tool returns it in cents.",
            "More powerful than get_invoice.",
            "The mail is simply never sent.",
            "Enables users to log in.",
            "Lets a user in.",
            "Find 'powerful' in a text.",
            "The method of payment.",
            "",
        ] {
            assert!(self_talk(text).is_empty(), "{text}: {:?}", self_talk(text));
        }
    }
}
