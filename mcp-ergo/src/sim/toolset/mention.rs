//! Tools that texts name.

use serde_json::{Map, Value};

/// Writes the names that are shown in the descriptions of a tool and its parameters, as a server that
/// presents them does. A tool that is not listed keeps its name.
pub(super) fn rename<'a>(tool: &mut Map<String, Value>, shown: &dyn Fn(&str) -> Option<&'a str>) {
    described(tool, shown);
    let properties = tool
        .get_mut("inputSchema")
        .and_then(|schema| schema.get_mut("properties"))
        .and_then(Value::as_object_mut);
    for (_, parameter) in properties.into_iter().flatten() {
        if let Some(parameter) = parameter.as_object_mut() {
            described(parameter, shown);
        }
    }
}

fn described<'a>(object: &mut Map<String, Value>, shown: &dyn Fn(&str) -> Option<&'a str>) {
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text = renamed(text, shown);
    }
}

/// A name of one word may be a word of the sentence, and stays.
fn renamed<'a>(text: &str, shown: &dyn Fn(&str) -> Option<&'a str>) -> String {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_name) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_name(c)).unwrap_or(from.len());
        let (name, after) = from.split_at(end);
        let is_written = name.contains(['_', '-']);
        let other = is_written.then(|| shown(name)).flatten();
        renamed.push_str(before);
        renamed.push_str(other.unwrap_or(name));
        rest = after;
    }
    renamed.push_str(rest);
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_names_are_replaced_and_words_stay() {
        let shown = |name: &str| match name {
            "get_x" => Some("all__d__get_x"),
            "list" => Some("all__d__list"),
            _ => None,
        };
        assert_eq!(
            renamed("A list: `get_x`, get_xy or (get_x).", &shown),
            "A list: `all__d__get_x`, get_xy or (all__d__get_x)."
        );
        assert_eq!(renamed("", &shown), "");
    }
}
