//! The wire form of a handle: a word that says of what, and 128 bits of the operating system's
//! randomness.

/// Digits and letters that are not taken for one another, in lower case. Without vowels no word
/// comes about that somebody would mind, or that a model would mend.
const ALPHABET: &[u8; 28] = b"23456789bcdfghjkmnpqrstvwxyz";

/// [`ALPHABET`] as a regular expression.
const CLASS: &str = "[2-9b-df-hjkmnp-tv-z]";

/// How many of them hold 128 bits: 28^26 < 2^128 < 28^27.
const LENGTH: usize = 27;

/// Longest word before the random part: models copy short identifiers without mistakes.
const LONGEST_PREFIX: usize = 16;

/// A new handle of a kind.
pub(super) fn new(prefix: &str) -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(write(prefix, u128::from_le_bytes(bytes)))
}

/// A handle that shows what handles of this kind look like.
pub(super) fn example(prefix: &str) -> String {
    write(prefix, 0x5d1c_93ae_27f0_8b46_e8d2_7b05_c4a9_f13e)
}

fn write(prefix: &str, mut bits: u128) -> String {
    let mut text = String::with_capacity(prefix.len() + 1 + LENGTH);
    text.push_str(prefix);
    text.push('_');
    for _ in 0..LENGTH {
        // Of what is left, at most 27: it indexes the alphabet.
        let at = (bits % ALPHABET.len() as u128) as usize;
        text.push(char::from(ALPHABET[at]));
        bits /= ALPHABET.len() as u128;
    }
    text
}

/// What handles of a kind match.
pub(super) fn pattern(prefix: &str) -> String {
    format!("^{prefix}_{CLASS}{{{LENGTH}}}$")
}

/// Whether a text is a handle of this kind, for what does not come through a tool's arguments.
pub(super) fn is_one(prefix: &str, text: &str) -> bool {
    let random = text
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix('_'));
    random.is_some_and(|random| {
        random.len() == LENGTH && random.bytes().all(|byte| ALPHABET.contains(&byte))
    })
}

/// What is wrong with a prefix, and what to write instead.
pub(super) const fn fault(prefix: &str) -> Option<&'static str> {
    let bytes = prefix.as_bytes();
    let mut sound = !bytes.is_empty() && bytes.len() <= LONGEST_PREFIX;
    let mut at = 0;
    while at < bytes.len() {
        let letter = bytes[at].is_ascii_lowercase();
        let inner = at > 0 && at + 1 < bytes.len() && bytes[at] == b'_';
        let digit = at > 0 && bytes[at].is_ascii_digit();
        sound = sound && (letter || inner || digit);
        at += 1;
    }
    if sound {
        None
    } else {
        Some(
            "the prefix of a handle is a word of at most 16 lower-case letters\nhelp: write `const PREFIX: &'static str = \"draft\";`, in ASCII letters, digits and underscores",
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use regex_lite::Regex;

    use super::*;

    proptest! {
        /// Every number is written differently, as a handle that the schema lets through.
        #[test]
        fn numbers_and_handles_are_one_to_one(bits: u128) {
            let text = write("draft", bits);
            let regex = Regex::new(&pattern("draft")).expect("a pattern");
            prop_assert!(regex.is_match(&text), "{text}");
            prop_assert!(is_one("draft", &text));
            let digits = text.strip_prefix("draft_").expect("the prefix");
            let read = digits.bytes().rev().try_fold(0_u128, |sum, byte| {
                let digit = ALPHABET.iter().position(|known| *known == byte)? as u128;
                sum.checked_mul(28)?.checked_add(digit)
            });
            prop_assert_eq!(read, Some(bits));
        }

        #[test]
        fn schema_and_type_agree(text in "(draft_)?[a-z0-9A-Z]{25,28}\n?") {
            let regex = Regex::new(&pattern("draft")).expect("a pattern");
            prop_assert_eq!(regex.is_match(&text), is_one("draft", &text), "{:?}", text);
        }
    }

    #[test]
    fn handles_differ() {
        let made: HashSet<String> = (0..1000)
            .map(|_| new("draft").expect("randomness"))
            .collect();
        assert_eq!(made.len(), 1000);
    }

    #[test]
    fn example_looks_like_any_other() {
        assert_eq!(example("draft"), "draft_yf9yh83yc46hnqj6j85xjv56zx4");
        assert!(is_one("draft", &example("draft")));
    }

    #[test]
    fn prefixes_are_words() {
        for sound in ["draft", "plan2", "test_plan", "d", "abcdefghijklmnop"] {
            assert_eq!(fault(sound), None, "{sound}");
        }
        for unsound in [
            "",
            "Draft",
            "2draft",
            "_draft",
            "draft_",
            "brève",
            "a b",
            "a-b",
            "a.b",
            "abcdefghijklmnopq",
        ] {
            assert!(fault(unsound).is_some(), "{unsound}");
        }
    }
}
