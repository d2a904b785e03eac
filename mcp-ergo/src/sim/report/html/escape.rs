//! Foreign text within a page.

use crate::audit::printable;

/// A text that stands in an element or an attribute of a page as it is.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 16);
    for c in printable(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        assert_eq!(
            escaped("<a href=\"x\" title='y'>&amp;\u{202e}\0"),
            "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;\\u{202e}\\u{0}"
        );
    }
}
