//! Text as it stands in a table of Markdown.

/// On one line, with nothing that would end the cell or begin markup of its own.
pub(super) fn text(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words
        .join(" ")
        .chars()
        .filter(|c| !c.is_control())
        .collect();
    line.replace('|', "\\|").replace('<', "\\<")
}

/// In code marks, however many backticks it holds itself.
pub(super) fn code(code: &str) -> String {
    let line = text(code).replace("\\<", "<");
    if line.contains('`') {
        format!("`` {line} ``")
    } else {
        format!("`{line}`")
    }
}

/// A path in one word: `filter.status`, `tags[]`.
pub(super) fn path(path: &[String]) -> String {
    path.join(".").replace(".[]", "[]")
}
