//! thiserror's message: which fields it shows, and how.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, LitStr, Meta};

/// What `#[error(…)]` shows.
#[derive(Default)]
pub(crate) struct Message {
    /// The format string; `None` for `transparent` and `fmt = …`.
    pub(crate) text: Option<LitStr>,
    pub(crate) transparent: bool,
    /// A function writes it: nothing can be told of it.
    pub(crate) by_function: bool,
    /// The fields shown, by name or index.
    pub(crate) shown: Vec<String>,
    /// The fields shown with `{:?}`.
    pub(crate) debugged: Vec<String>,
}

impl Message {
    pub(crate) fn read(attributes: &[Attribute]) -> Option<Self> {
        let attribute = attributes
            .iter()
            .find(|attribute| attribute.path().is_ident("error"))?;
        let Meta::List(list) = &attribute.meta else {
            return None;
        };
        let parts = crate::attr::split(list.tokens.clone());
        let mut message = Self::default();
        let first = parts.first()?.clone();
        if let Ok(text) = syn::parse2::<LitStr>(first.clone()) {
            message.read_format(&text.value(), &parts[1..]);
            message.text = Some(text);
        } else {
            let word = first
                .into_iter()
                .next()
                .map(|token| token.to_string())
                .unwrap_or_default();
            message.transparent = word == "transparent";
            message.by_function = !message.transparent;
        }
        Some(message)
    }

    /// Follows every `{…}` to the field that it shows: `{id}`, `{0}`, `{}` with `.id`, `{n}` with
    /// `n = .id.len()`.
    fn read_format(&mut self, text: &str, arguments: &[TokenStream]) {
        let mut positional = Vec::new();
        let mut named: Vec<(String, Vec<String>)> = Vec::new();
        for argument in arguments {
            let mut trees: Vec<TokenTree> = argument.clone().into_iter().collect();
            let is_named = matches!(trees.as_slice(), [TokenTree::Ident(_), TokenTree::Punct(eq), ..] if eq.as_char() == '=')
                && !matches!(trees.get(2), Some(TokenTree::Punct(eq)) if eq.as_char() == '=');
            if is_named {
                let name = trees[0].to_string();
                named.push((name, fields_in(trees.split_off(2))));
            } else {
                positional.push(fields_in(trees));
            }
        }
        let mut next = 0;
        for placeholder in placeholders(text) {
            let (argument, spec) = placeholder.split_once(':').unwrap_or((&placeholder, ""));
            let argument = argument.trim();
            let fields = if argument.is_empty() {
                next += 1;
                positional
                    .get(next - 1)
                    .cloned()
                    .unwrap_or_else(|| vec![(next - 1).to_string()])
            } else if let Some((_, fields)) = named.iter().find(|(name, _)| name == argument) {
                fields.clone()
            } else if let (Ok(index), false) = (argument.parse::<usize>(), positional.is_empty()) {
                positional.get(index).cloned().unwrap_or_default()
            } else {
                vec![argument.trim_start_matches("r#").to_owned()]
            };
            let spec = spec.trim();
            if spec.ends_with('?') {
                self.debugged.extend(fields);
            } else {
                self.shown.extend(fields);
            }
        }
    }
}

/// The fields that an argument reads: `.id`, `.0`, and those named within an expression of them.
fn fields_in(trees: Vec<TokenTree>) -> Vec<String> {
    let mut fields = Vec::new();
    let mut before: Option<TokenTree> = None;
    for tree in trees {
        match &tree {
            TokenTree::Group(group) => {
                fields.extend(fields_in(group.stream().into_iter().collect()));
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                let name = tree.to_string();
                let plain = name
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '_' || c == '#');
                let after_dot =
                    matches!(&before, Some(TokenTree::Punct(dot)) if dot.as_char() == '.');
                let starts = before.is_none();
                if plain && (after_dot || starts) {
                    fields.push(name.trim_start_matches("r#").to_owned());
                }
            }
            TokenTree::Punct(_) => {}
        }
        before = Some(tree);
    }
    fields
}

/// What stands in the braces of a format string; `{{` is a brace.
fn placeholders(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if char != '{' {
            continue;
        }
        if chars.peek() == Some(&'{') {
            chars.next();
            continue;
        }
        found.push(chars.by_ref().take_while(|char| *char != '}').collect());
    }
    found
}

/// The same format string, with the fields of a tuple by the names that they are bound to: `{0}` is
/// `{_0}`.
pub(super) fn by_binding(text: &str) -> String {
    let mut bound = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        bound.push(char);
        match (char, chars.peek()) {
            ('{', Some('{')) => bound.extend(chars.next()),
            ('{', Some(first)) if first.is_ascii_digit() => bound.push('_'),
            _ => {}
        }
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(attribute: &str) -> Message {
        let item: syn::ItemStruct =
            syn::parse_str(&format!("{attribute} struct E;")).expect("an item");
        Message::read(&item.attrs).expect("a message")
    }

    #[test]
    fn every_form_of_thiserror_is_followed_to_its_field() {
        assert_eq!(message(r#"#[error("no {id}")]"#).shown, ["id"]);
        assert_eq!(message(r#"#[error("no {0}, {{1}}")]"#).shown, ["0"]);
        assert_eq!(
            message(r#"#[error("no {} at {}", .id, .0)]"#).shown,
            ["id", "0"]
        );
        assert_eq!(
            message(r#"#[error("no {n} left", n = .ids.len())]"#).shown,
            ["ids", "len"]
        );
        assert_eq!(
            message(r#"#[error("no {id:>10} {name:?}")]"#).debugged,
            ["name"]
        );
        assert!(message(r"#[error(transparent)]").transparent);
        assert!(message(r"#[error(fmt = write_it)]").by_function);
    }

    #[test]
    fn hints_reach_the_fields_of_tuples() {
        assert_eq!(
            by_binding("read {0} again, {{1}}"),
            "read {_0} again, {{1}}"
        );
        assert_eq!(by_binding("{{{0:>4}}} {id}"), "{{{_0:>4}}} {id}");
    }
}
