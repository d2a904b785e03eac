//! Characters that no reader sees.

/// A character that no reader sees, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    /// The character.
    pub character: char,
    /// Its first byte in the text.
    pub start: usize,
}

impl Hidden {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self.character {
            '\u{00ad}' => "a soft hyphen",
            '\u{200b}' => "a zero-width space",
            '\u{200c}' => "a zero-width non-joiner",
            '\u{200d}' => "a zero-width joiner",
            '\u{2060}' => "a word joiner",
            '\u{feff}' => "a byte order mark",
            '\u{061c}' | '\u{200e}' | '\u{200f}' => "a direction mark",
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => "a bidirectional control",
            '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => "a variation selector",
            '\u{e0000}'..='\u{e007f}' => "a tag character",
            c if c.is_control() => "a control character",
            _ => "an invisible character",
        }
    }
}

/// Every zero-width, bidirectional or control character of a text.
///
/// Line breaks and tabs are layout. Joiners within a script or an emoji, direction marks in a text
/// that is written from right to left, and selectors behind what they vary have a job there.
pub fn hidden(text: &str) -> Vec<Hidden> {
    // Most texts hold nothing but what stands on a keyboard.
    let is_plain = |byte: u8| byte == b' ' || byte.is_ascii_graphic() || b"\n\r\t".contains(&byte);
    if text.bytes().all(is_plain) {
        return Vec::new();
    }
    let from_the_right = text.chars().any(is_written_from_the_right);
    let mut before = None;
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, character)) = chars.next() {
        let after = chars.peek().map(|(_, after)| *after);
        let does_a_job = match character {
            '\n' | '\r' | '\t' => true,
            '\u{200c}' | '\u{200d}' => is_joined(before) && is_joined(after),
            '\u{061c}' | '\u{200e}' | '\u{200f}' => from_the_right,
            '\u{fe00}'..='\u{fe0f}' => is_joined(before) || after == Some('\u{20e3}'),
            '\u{e0100}'..='\u{e01ef}' => before.is_some_and(is_ideograph),
            _ => false,
        };
        if is_invisible(character) && !does_a_job {
            found.push(Hidden { character, start });
        }
        before = Some(character);
    }
    found
}

fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e01ef}')
}

/// Whether a character belongs to a script or an emoji that joiners and selectors work on. An emoji
/// that was varied may be joined too; a second selector has nothing left to vary.
fn is_joined(c: Option<char>) -> bool {
    c.is_some_and(|c| !c.is_ascii() && (!is_invisible(c) || c == '\u{fe0f}'))
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Hebrew, Arabic and their neighbours.
fn is_written_from_the_right(c: char) -> bool {
    c.is_alphabetic()
        && matches!(c,
            '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_reader_sees_is_named() {
        for (text, start, name) in [
            ("Get\u{200b} one", 3, "a zero-width space"),
            ("\u{feff}Get", 0, "a byte order mark"),
            ("Get\u{202e}eno", 3, "a bidirectional control"),
            ("Get \u{2066}one", 4, "a bidirectional control"),
            ("Get \u{200f}one", 4, "a direction mark"),
            ("in\u{00ad}voice", 2, "a soft hyphen"),
            ("\u{1b}[1mGet", 0, "a control character"),
            ("Get\u{e0041}", 3, "a tag character"),
            ("Get\u{fe0f}", 3, "a variation selector"),
            ("Get\u{e0101}", 3, "a variation selector"),
            ("e\u{200d}e", 1, "a zero-width joiner"),
            ("Get \u{3164}", 4, "an invisible character"),
        ] {
            let found = hidden(text);
            assert_eq!(found.len(), 1, "{text:?}");
            assert_eq!((found[0].start, found[0].name()), (start, name), "{text:?}");
        }
        assert_eq!(hidden("😀\u{e0101}\u{e0102}").len(), 2);
    }

    #[test]
    fn what_has_a_job_is_not_hidden() {
        for text in [
            "One\r\n\ttwo\u{a0}three",
            "👩\u{200d}💻 ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3}",
            "می\u{200c}خواهم",
            "שלום\u{200f}, one",
            "葛\u{e0100}",
            "größe “x” …",
            "",
        ] {
            assert!(hidden(text).is_empty(), "{text:?}: {:?}", hidden(text));
        }
    }
}
