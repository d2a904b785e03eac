//! Phrases that a text opens with.

use super::token::Token;

/// Whether one of `phrases` stands at the beginning of `tokens`. `_` stands for any one word.
///
/// The phrases are sorted, so that only those with the first word's letter are compared: descriptions
/// are long, and lists of phrases too.
pub fn opens_any(tokens: &[Token<'_>], phrases: &[&str]) -> bool {
    let letter = |phrase: &str| phrase.as_bytes().first().copied();
    let Some(first) = tokens.first().and_then(|token| letter(token.text)) else {
        return false;
    };
    let first = Some(first.to_ascii_lowercase());
    let from = phrases.partition_point(|phrase| letter(phrase) < first);
    let likely = phrases[from..]
        .iter()
        .take_while(|phrase| letter(phrase) == first);
    likely
        .into_iter()
        .any(|phrase| is_at_the_start(tokens, phrase))
}

fn is_at_the_start(tokens: &[Token<'_>], phrase: &str) -> bool {
    let mut tokens = tokens.iter();
    phrase.split(' ').all(|word| {
        tokens
            .next()
            .is_some_and(|token| word == "_" || token.is(word))
    })
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    #[test]
    fn a_phrase_is_found_whole_and_at_the_start() {
        let phrases = ["use the _ tool", "use when", "when"];
        for text in ["Use when it rains", "use the small tool", "WHEN"] {
            assert!(opens_any(&tokens(text), &phrases), "{text}");
        }
        for text in ["use", "used when", "the when", "use the tool", "", "größe"] {
            assert!(!opens_any(&tokens(text), &phrases), "{text}");
        }
    }
}
