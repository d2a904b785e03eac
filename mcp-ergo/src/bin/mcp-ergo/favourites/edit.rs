//! A change of `[presentation]` that leaves the rest of the file as it is, byte by byte.

#[cfg(test)]
mod tests;

use toml_edit::{Array, DocumentMut, Item, Value};

use super::plain;
use crate::output::Failure;

pub(super) const SECTION: &str = "presentation";

/// From how many characters on a list takes a line for each tool.
const WIDE: usize = 90;

/// What is to be written.
pub(super) struct Change<'a> {
    pub(super) enabled: bool,
    /// The favourites; those of the file where none are named.
    pub(super) tools: Option<&'a Vec<String>>,
    /// What the file says where none is said.
    pub(super) max: Option<usize>,
}

/// The text of the file after the change.
pub(super) fn edited(text: &str, change: &Change<'_>) -> Result<String, Failure> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let unix = bare.replace("\r\n", "\n");
    let mut document: DocumentMut = unix
        .parse()
        .map_err(|error| Failure::new(format!("it is not TOML: {error}")))?;
    let new = if let Some(section) = document.get_mut(SECTION) {
        change.write(section);
        document.to_string()
    } else {
        format!("{unix}{}", change.section(&unix))
    };
    let mark = &text[..text.len() - bare.len()];
    Ok(format!("{mark}{}", spliced(bare, &new)))
}

impl Change<'_> {
    /// The section as it follows on what is there.
    fn section(&self, before: &str) -> String {
        let mut document = DocumentMut::new();
        document["enabled"] = toml_edit::value(self.enabled);
        let tools = self.tools.map_or(&[][..], Vec::as_slice);
        document["tools"] = toml_edit::value(rewritten(&Array::new(), tools));
        if let Some(max) = self.max {
            document["max_favourites"] = toml_edit::value(number(max));
        }
        let distance = match before {
            "" => "",
            ended if ended.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        format!("{distance}[{SECTION}]\n{document}")
    }

    /// Changes what differs, in a section that was found right.
    fn write(&self, section: &mut Item) {
        let enabled = section.get("enabled").and_then(Item::as_bool);
        if enabled.unwrap_or(true) != self.enabled {
            put(section, "enabled", self.enabled.into());
        }
        if let Some(tools) = self.tools {
            let old = section.get("tools").and_then(Item::as_array).cloned();
            let old = old.unwrap_or_default();
            let known = old.iter().map(Value::as_str);
            if !known.eq(tools.iter().map(|tool| Some(tool.as_str()))) {
                put(section, "tools", rewritten(&old, tools).into());
            }
        }
        if let Some(max) = self.max.map(number) {
            let known = section.get("max_favourites").and_then(Item::as_integer);
            if known != Some(max) {
                put(section, "max_favourites", max.into());
            }
        }
    }
}

fn number(max: usize) -> i64 {
    i64::try_from(max).unwrap_or(i64::MAX)
}

/// Sets a value, with what stands around it.
fn put(section: &mut Item, key: &str, mut value: Value) {
    if let Some(old) = section.get_mut(key).and_then(Item::as_value_mut) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
        return;
    }
    if let Some(inline) = section.as_inline_table_mut() {
        // What stands before the closing brace goes with the last value.
        let end = match inline.iter_mut().last() {
            Some((_, last)) => {
                let end = last.decor().suffix().cloned().unwrap_or_default();
                last.decor_mut().set_suffix("");
                end
            }
            None => " ".into(),
        };
        *value.decor_mut() = toml_edit::Decor::new(" ", end);
    }
    if let Some(table) = section.as_table_like_mut() {
        table.insert(key, Item::Value(value));
    }
}

/// The list with these tools: each that was there keeps the comments beside and above it.
fn rewritten(old: &Array, tools: &[String]) -> Array {
    let Taken { head, lines, tail } = Taken::apart(old);
    let indent = match lines.iter().find_map(|line| line.indent()) {
        Some(indent) => Some(indent.to_owned()),
        None if lines.is_empty() && wide(tools) => Some("\n    ".to_owned()),
        None => None,
    };
    let fresh = |tool: &String| Line {
        before: indent.clone().unwrap_or_else(|| " ".to_owned()),
        value: tool.into(),
        after: String::new(),
    };
    let line = |tool: &String| {
        let same = |line: &&Line| line.value.as_str().map(plain) == Some(plain(tool));
        let Some(known) = lines.iter().find(same) else {
            return fresh(tool);
        };
        let mut line = known.clone();
        if line.value.as_str() != Some(tool) {
            line.value = tool.into();
        }
        line
    };
    let mut array = Array::new();
    let mut gap = head;
    for (at, tool) in tools.iter().enumerate() {
        let Line {
            before,
            mut value,
            after,
        } = line(tool);
        let before = match before.as_str() {
            // Nothing goes on behind a comment.
            before if gap.contains('#') && !before.contains('\n') => {
                indent.clone().unwrap_or_else(|| "\n    ".to_owned())
            }
            "" | " " if at == 0 => String::new(),
            "" => " ".to_owned(),
            before => before.to_owned(),
        };
        *value.decor_mut() = toml_edit::Decor::new(gap + &before, "");
        array.push_formatted(value);
        gap = after;
    }
    let broken = gap.contains('#') || lines.is_empty() && indent.is_some();
    let end = if broken && !tail.contains('\n') {
        "\n"
    } else {
        ""
    };
    array.set_trailing_comma(old.trailing_comma() || lines.is_empty() && indent.is_some());
    array.set_trailing(gap + end + &tail);
    array
}

fn wide(tools: &[String]) -> bool {
    tools.iter().map(|tool| tool.len() + 4).sum::<usize>() > WIDE
}

/// A list with what stands around its values.
struct Taken {
    /// What follows the opening bracket in its line.
    head: String,
    lines: Vec<Line>,
    /// What stands before the closing bracket.
    tail: String,
}

/// A value with the comments that are about it.
#[derive(Clone)]
struct Line {
    /// What stands above it, and its own indentation.
    before: String,
    value: Value,
    /// What follows it in its line.
    after: String,
}

impl Line {
    /// The line break and the indentation before the value.
    fn indent(&self) -> Option<&str> {
        self.before.rfind('\n').map(|at| &self.before[at..])
    }
}

impl Taken {
    fn apart(array: &Array) -> Self {
        let mut lines: Vec<Line> = Vec::new();
        let mut head = String::new();
        let mut gap = String::new();
        for value in array {
            gap.push_str(raw(value.decor().prefix()));
            let (after, before) = split(&gap);
            match lines.last_mut() {
                Some(last) => last.after = after,
                None => head = after,
            }
            lines.push(Line {
                before,
                value: value.clone(),
                after: String::new(),
            });
            raw(value.decor().suffix()).clone_into(&mut gap);
        }
        gap.push_str(array.trailing().as_str().unwrap_or_default());
        let (after, tail) = split(&gap);
        match lines.last_mut() {
            Some(last) => last.after = after,
            None => head = after,
        }
        Self { head, lines, tail }
    }
}

fn raw(text: Option<&toml_edit::RawString>) -> &str {
    text.and_then(toml_edit::RawString::as_str)
        .unwrap_or_default()
}

/// What belongs to the value before a gap, its line, and what to the one behind it.
fn split(gap: &str) -> (String, String) {
    let (line, rest) = gap.split_at(gap.find('\n').unwrap_or(0));
    (line.trim_end().to_owned(), rest.to_owned())
}

/// The new text in the lines of the old one wherever they are the same, with their own ends.
fn spliced(old: &str, new: &str) -> String {
    let lines: Vec<&str> = old.split_inclusive('\n').collect();
    let wanted: Vec<&str> = new.split_inclusive('\n').map(content).collect();
    let same = |(line, wanted): (&&str, &&str)| content(line) == *wanted;
    let first = lines
        .iter()
        .zip(&wanted)
        .take_while(|&pair| same(pair))
        .count();
    let ends = lines[first..]
        .iter()
        .rev()
        .zip(wanted[first..].iter().rev());
    let last = ends.take_while(|&pair| same(pair)).count();
    let end = line_end(&lines);
    let mut text = String::with_capacity(new.len() + 64);
    let mut write = |line: &str| {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str(end);
        }
        text.push_str(line);
    };
    lines[..first].iter().for_each(|line| write(line));
    for line in &wanted[first..wanted.len() - last] {
        write(&format!("{line}{end}"));
    }
    lines[lines.len() - last..]
        .iter()
        .for_each(|line| write(line));
    text
}

/// A line without its end.
fn content(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// How most lines end.
fn line_end(lines: &[&str]) -> &'static str {
    let of_windows = lines.iter().filter(|line| line.ends_with("\r\n")).count();
    if of_windows * 2 > lines.len() {
        "\r\n"
    } else {
        "\n"
    }
}
