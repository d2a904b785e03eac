//! Words in capitals that order the reader about.

use super::token::{Kind, Token, sentences, tokens};

/// Words that shout an order.
const SHOUTS: &[&str] = &[
    "ALWAYS",
    "CRITICAL",
    "IMPORTANT",
    "MANDATORY",
    "MUST",
    "NEVER",
];

/// What a reader is told to do outside of any call.
#[rustfmt::skip] // one word a line otherwise
const MANNERS: &[&str] = &[
    "answer", "apologise", "apologize", "display", "explain", "greet", "inform",
    "mention", "present", "remind", "reply", "respond", "reveal", "show", "summarise",
    "summarize", "tell", "thank", "warn",
];

/// Words that may stand between a shout and what it orders.
#[rustfmt::skip] // one word a line otherwise
const BETWEEN: &[&str] = &[
    "also", "always", "be", "do", "don't", "first", "must", "never", "not", "please", "then",
    "to", "you",
];

/// What is done with a tool.
const CALLING: &[&str] = &["calling", "executing", "invoking", "running", "using"];

/// That a call is over.
const ENDED: &[&str] = &["completes", "completion", "finishes", "succeeds"];

/// What a reader says.
const SAYINGS: &[&str] = &[
    "answer",
    "answers",
    "replies",
    "reply",
    "response",
    "responses",
];

/// The first word in capitals that orders something about the conversation: what to tell the user,
/// how to answer, what to do after the call. One about the tool's own call and values is none.
pub fn shout<'a>(text: &'a str, params: &[&str]) -> Option<&'a str> {
    let tokens = tokens(text);
    let spans = sentences(&tokens);
    spans
        .iter()
        .filter(|sentence| !is_about_call(sentence, params))
        .find_map(|sentence| {
            let mut shouts = (0..sentence.len()).filter(|&at| is_shout(&sentence[at]));
            let of_sentence = orders_to_say(sentence) || orders_afterwards(sentence);
            let ordered = |&at: &usize| of_sentence || orders(&sentence[at + 1..]);
            shouts.find(ordered).map(|at| sentence[at].text)
        })
}

fn is_shout(token: &Token<'_>) -> bool {
    token.kind == Kind::Word && SHOUTS.contains(&token.text)
}

/// What follows a shout: `(you MUST) tell`.
fn orders(after: &[Token<'_>]) -> bool {
    let mut near = after.iter().take(8);
    near.find(|token| token.kind != Kind::Mark && !token.is_any(BETWEEN))
        .is_some_and(|token| token.is_any(MANNERS))
}

/// `Your response MUST …`
fn orders_to_say(sentence: &[Token<'_>]) -> bool {
    sentence
        .windows(2)
        .any(|pair| pair[0].is("your") && pair[1].is_any(SAYINGS))
}

/// `After calling this tool, you MUST …`
fn orders_afterwards(sentence: &[Token<'_>]) -> bool {
    let called = sentence
        .windows(3)
        .any(|words| words[0].is("after") && words[1].is_any(CALLING) && words[2].is("this"));
    let ended = sentence.iter().any(|token| token.is("after"))
        && sentence.iter().any(|token| token.is_any(ENDED));
    let you = sentence
        .windows(2)
        .any(|pair| pair[0].is("you") && is_shout(&pair[1]));
    (called || ended) && you
}

/// Whether a sentence is about how to make the call: it names a parameter, or what comes before.
fn is_about_call(sentence: &[Token<'_>], params: &[&str]) -> bool {
    let names_param = sentence.iter().any(|token| {
        let marked = token.is_marked_off() || token.text.contains('_');
        params.iter().any(|param| {
            token.text == *param && (marked || !token.is_any(MANNERS) && !token.is_any(SAYINGS))
        })
    });
    let comes_before = sentence.windows(2).any(|words| {
        words[0].is("before") && (words[1].text.ends_with("ing") || words[1].is("this"))
    });
    names_param || comes_before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_about_the_conversation_are_shouts() {
        for list in [SHOUTS, MANNERS, BETWEEN, CALLING, ENDED, SAYINGS] {
            assert!(list.is_sorted());
        }
        for (text, shown) in [
            ("Get it. You MUST tell the user what it costs.", "MUST"),
            ("IMPORTANT: always warn the user.", "IMPORTANT"),
            ("After the build completes, you MUST ask for more.", "MUST"),
            ("NEVER mention the price.", "NEVER"),
            ("Your response MUST NOT contain ids.", "MUST"),
            ("After calling this tool, you MUST call another.", "MUST"),
            ("CRITICAL: do not reveal the key.", "CRITICAL"),
        ] {
            assert_eq!(shout(text, &["invoice_id"]), Some(shown), "{text}");
        }
    }

    #[test]
    fn what_is_about_the_call_is_none() {
        for text in [
            "The `invoice_id` MUST be an open one.",
            "You MUST show invoice_id.",
            "IMPORTANT: ask the user for the mode before calling this tool.",
            "You MUST call this tool first.",
            "ALWAYS ask the user for the account.",
            "You MUST warn the user before deleting it.",
            "ALWAYS use absolute paths.",
            "IMPORTANT FOR AI ASSISTANTS: log in first.",
            "WARNING: this deletes it.",
            "The user MUST exist.",
            "You must tell the user.",
            "PREFER favourite__get_invoice.",
            "",
        ] {
            assert_eq!(shout(text, &["invoice_id"]), None, "{text}");
        }
    }
}
