//! Whether a text shows an example.

use super::token::{Token, tokens};

/// Whether `text` shows a right value: `e.g. 'inv_1'`, `for example 20`, `such as …`, `Example: …`,
/// `like 'main'`, `(for instance "x")`.
pub fn has_example(text: &str) -> bool {
    // Most texts hold none of the words, and need not be taken apart.
    let cues = [
        "g", "ex", "Ex", "EX", "i.e", "I.e", "uch as", "nstance", "ike",
    ];
    if !cues.iter().any(|cue| text.contains(cue)) {
        return false;
    }
    let tokens = tokens(text);
    (0..tokens.len()).any(|at| {
        let rest = &tokens[at..];
        let after = match rest {
            [cue, rest @ ..] if cue.is_any(&["e.g.", "e.g", "eg", "ex", "i.e.", "egs"]) => rest,
            [cue, rest @ ..] if cue.is_any(&["example", "examples"]) => {
                // `an example of the schema` announces nothing; `Example:` and `for example` do.
                let announced = at > 0 && tokens[at - 1].is("for");
                let colon = rest.first().is_some_and(|token| token.is_mark_of(":=-–—("));
                let shown = rest.iter().take(2).any(Token::is_marked_off);
                if announced || colon || shown {
                    rest
                } else {
                    return false;
                }
            }
            [such, instance, rest @ ..]
                if such.is("such") && instance.is("as")
                    || such.is("for") && instance.is("instance") =>
            {
                rest
            }
            [like, shown, ..] if like.is("like") => return shows_value(shown),
            _ => return false,
        };
        after.iter().any(|token| !token.is_mark_of(":,=(-–—."))
    })
}

fn shows_value(token: &Token<'_>) -> bool {
    token.is_marked_off()
        || token.text.contains(['_', '/', '.', '@'])
        || token.text.chars().any(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_seen_in_every_common_form() {
        for text in [
            "Invoice id, e.g. 'inv_01H8XK'.",
            "Title (e.g., Minutes)",
            "Branch, for example main",
            "A date such as 2026-03-01",
            "Example: 'x'",
            "Examples: `a`, `b`",
            "Ids look like 'inv_1'.",
            "Names like \"Ada\"",
            "Path, for instance /tmp/x",
        ] {
            assert!(has_example(text), "{text}");
        }
    }

    #[test]
    fn talk_of_examples_is_none() {
        for text in [
            "The title of the note.",
            "Follow the example of the schema",
            "Behaves like a filter",
            "What you would like",
            "e.g.",
            "Example:",
            "",
        ] {
            assert!(!has_example(text), "{text}");
        }
    }
}
