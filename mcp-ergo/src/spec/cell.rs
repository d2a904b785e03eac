//! Text as it stands in a table of Markdown.

use crate::audit::printable;

/// On one line, with nothing that would end the cell or begin markup of its own, and nothing that a
/// terminal would obey or that hides other text.
pub(super) fn text(text: &str) -> String {
    let line = line(text);
    let mut shown = String::with_capacity(line.len() + 16);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        // A backslash of the text's own would take the effect from ours; a link or an image would
        // lead the reader away.
        let escaped = match c {
            '|' | '<' => true,
            '\\' => matches!(chars.peek(), Some('|' | '<' | '\\' | ']')),
            ']' => chars.peek() == Some(&'('),
            _ => false,
        };
        if escaped {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

/// In code marks, however many backticks it holds itself.
pub(super) fn code(code: &str) -> String {
    let line = line(code).replace('|', "\\|");
    let runs = line.split(|c| c != '`').map(str::len);
    match runs.max().unwrap_or(0) {
        0 => format!("`{line}`"),
        longest => {
            let marks = "`".repeat(longest + 1);
            format!("{marks} {line} {marks}")
        }
    }
}

/// The words of a text on one line, what cannot be shown written out.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    printable(&words.join(" ")).into_owned()
}

/// A path in one word: `filter.status`, `tags[]`.
pub(super) fn path(path: &[String]) -> String {
    path.join(".").replace(".[]", "[]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_no_markup() {
        for (foreign, shown) in [
            ("a\n | b", "a \\| b"),
            ("<script>", "\\<script>"),
            ("\\<script>", "\\\\\\<script>"),
            ("\\| \\d", "\\\\\\| \\d"),
            (
                "![x](http://a.example) [y] (z)",
                "![x\\](http://a.example) [y] (z)",
            ),
            ("[x\\](y)", "[x\\\\\\](y)"),
            ("a\u{202e}b\u{1b}[31m", "a\\u{202e}b\\u{1b}[31m"),
        ] {
            assert_eq!(text(foreign), shown, "{foreign}");
        }
    }

    #[test]
    fn code_ends_where_it_ends() {
        assert_eq!(code("a|b<c"), "`a\\|b<c`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("a``b`"), "``` a``b` ```");
        assert_eq!(code("a\u{202e}"), "`a\\u{202e}`");
    }
}
