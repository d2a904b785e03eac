//! Foreign text that is safe to show.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text with every character written out that a terminal would obey or that hides others: control
/// characters, line separators, and marks that turn the direction of writing.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            c if is_obeyed(c) => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        assert!(matches!(printable("größe 👩‍💻 `x`"), Cow::Borrowed(_)));
        assert_eq!(
            printable("a\x1b[2Jb\r\n\u{9b}\u{202e}c\u{7f}"),
            "a\\u{1b}[2Jb\\u{d}\\n\\u{9b}\\u{202e}c\\u{7f}"
        );
    }
}
