//! Reads attributes: `key`, `key = value` and `key(…)`, separated by commas.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, Parser};
use syn::{Attribute, Ident, LitStr, Meta, Path};

use crate::ctxt::Ctxt;

/// One entry of an attribute.
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) value: Given,
}

/// What stands behind a key.
pub(crate) enum Given {
    Nothing,
    /// `key = value`
    Value(TokenStream),
    /// `key(…)`
    List(TokenStream),
}

impl Entry {
    pub(crate) fn name(&self) -> String {
        self.key.to_string()
    }

    pub(crate) fn span(&self) -> Span {
        self.key.span()
    }

    /// The tokens of the value, or the key where there is none.
    pub(crate) fn tokens(&self) -> TokenStream {
        match &self.value {
            Given::Value(tokens) | Given::List(tokens) if !tokens.is_empty() => tokens.clone(),
            _ => self.key.to_token_stream(),
        }
    }

    /// The value, where the key is written `key = value` and the value reads as a `T`.
    pub(crate) fn value<T: Parse>(&self, ctxt: &Ctxt, expected: &str) -> Option<T> {
        let read = match &self.value {
            Given::Value(tokens) => syn::parse2::<T>(tokens.clone()).ok(),
            _ => None,
        };
        if read.is_none() {
            ctxt.error(
                self.tokens(),
                format_args!("`{}` wants {expected}", self.key),
                format_args!("write `{} = {expected}`", self.key),
            );
        }
        read
    }

    /// A string that says something.
    pub(crate) fn text(&self, ctxt: &Ctxt) -> Option<LitStr> {
        let text: LitStr = self.value(ctxt, "\"…\"")?;
        if mcp_ergo_rules::predicate::is_blank(&text.value()) {
            ctxt.error(
                &text,
                format_args!("`{}` is blank", self.key),
                "say it, or leave the key out",
            );
            return None;
        }
        Some(text)
    }

    /// A key that takes nothing.
    pub(crate) fn flag(&self, ctxt: &Ctxt) -> bool {
        if !matches!(self.value, Given::Nothing) {
            ctxt.error(
                self.tokens(),
                format_args!("`{}` takes no value", self.key),
                format_args!("write `{}` alone", self.key),
            );
        }
        true
    }

    /// The entries of `key(…)`.
    pub(crate) fn list<T: Parse>(&self, ctxt: &Ctxt, example: &str) -> Vec<T> {
        let parser = syn::punctuated::Punctuated::<T, syn::Token![,]>::parse_terminated;
        let read = match &self.value {
            Given::List(tokens) => parser.parse2(tokens.clone()).ok().filter(|list| !list.is_empty()),
            _ => None,
        };
        let Some(list) = read else {
            ctxt.error(
                self.tokens(),
                format_args!("`{}` is not written so", self.key),
                format_args!("write `{example}`"),
            );
            return Vec::new();
        };
        list.into_iter().collect()
    }
}

/// `path = "text"`, in `instead(…)` and `allow(…)`.
pub(crate) struct PathText {
    pub(crate) path: Path,
    pub(crate) text: LitStr,
}

impl Parse for PathText {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let path = input.call(Path::parse_mod_style)?;
        input.parse::<syn::Token![=]>()?;
        Ok(Self { path, text: input.parse()? })
    }
}

/// The keys that one attribute takes, as the help text prints them.
pub(crate) struct Keys {
    /// The attribute's name: `tool`, `param`.
    pub(crate) of: &'static str,
    pub(crate) known: &'static [&'static str],
}

impl Keys {
    /// The entries of every attribute of this name. Malformed and unknown ones are reported and left
    /// out.
    pub(crate) fn read_all(&self, attributes: &[Attribute], ctxt: &Ctxt) -> Vec<Entry> {
        let mut entries = Vec::new();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(self.of)) {
            match &attribute.meta {
                Meta::List(list) => entries.extend(self.read(list.tokens.clone(), ctxt)),
                other => ctxt.error(
                    other,
                    format_args!("`#[{}]` says nothing", self.of),
                    format_args!("write `#[{}(…)]` with one of {}", self.of, self.listed()),
                ),
            }
        }
        self.refuse_repeats(&entries, ctxt);
        entries
    }

    /// The entries of one attribute's content.
    pub(crate) fn read(&self, tokens: TokenStream, ctxt: &Ctxt) -> Vec<Entry> {
        split(tokens)
            .into_iter()
            .filter_map(|tokens| self.read_one(tokens, ctxt))
            .collect()
    }

    fn read_one(&self, tokens: TokenStream, ctxt: &Ctxt) -> Option<Entry> {
        let mut trees = tokens.clone().into_iter();
        let key = match trees.next() {
            Some(TokenTree::Ident(key)) => key,
            _ => {
                let help = format!("write one of {}", self.listed());
                ctxt.error(tokens, format_args!("`#[{}]` is made of keys", self.of), help);
                return None;
            }
        };
        let name = key.to_string();
        if !self.known.contains(&name.as_str()) {
            let help = match mcp_ergo_rules::nearest(&name, self.known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`? It takes {}", self.listed()),
                None => format!("it takes {}", self.listed()),
            };
            ctxt.error(&key, format_args!("`#[{}]` has no key `{name}`", self.of), help);
            return None;
        }
        let value = match trees.next() {
            None => Given::Nothing,
            Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {
                Given::Value(trees.by_ref().collect())
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                Given::List(group.stream())
            }
            Some(other) => {
                ctxt.error(
                    other,
                    format_args!("a comma, `=` or `(` is missing after `{name}`"),
                    format_args!("write `{name}`, `{name} = …` or `{name}(…)`"),
                );
                return None;
            }
        };
        if let Some(extra) = trees.next() {
            ctxt.error(extra, "a comma is missing here", "separate the keys by commas");
            return None;
        }
        Some(Entry { key, value })
    }

    /// Keys that may stand once do.
    pub(crate) fn refuse_repeats(&self, entries: &[Entry], ctxt: &Ctxt) {
        const MANY: &[&str] = &["when", "not_for", "instead", "after", "formerly", "allow"];
        for (at, entry) in entries.iter().enumerate() {
            let name = entry.name();
            let again = entries[..at].iter().any(|before| before.key == entry.key);
            if again && !MANY.contains(&name.as_str()) {
                ctxt.error_at(
                    entry.span(),
                    format_args!("`{name}` is given twice"),
                    "keep one of them",
                );
            }
        }
    }

    fn listed(&self) -> String {
        mcp_ergo_rules::quoted_list(self.known.iter().copied(), "and")
    }
}

/// Splits at the commas outside of any bracket.
pub(crate) fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for tree in tokens {
        match &tree {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(TokenStream::new()),
            _ => {
                if let Some(last) = parts.last_mut() {
                    last.extend([tree]);
                }
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// An exception from a rule.
pub(crate) struct AllowEntry {
    pub(crate) rule: String,
    pub(crate) reason: String,
}

impl AllowEntry {
    /// The exceptions of `allow(rule_name = "reason")`; a rule that does not exist is reported.
    pub(crate) fn read(entry: &Entry, ctxt: &Ctxt) -> Vec<Self> {
        entry
            .list::<PathText>(ctxt, "allow(rule_name = \"why it does not fit here\")")
            .into_iter()
            .filter_map(|PathText { path, text }| {
                let rule = path.get_ident().map(ToString::to_string).unwrap_or_default();
                let rules = mcp_ergo_rules::ALL;
                if !rules.iter().any(|known| known.is_called(&rule)) {
                    let names: Vec<String> =
                        rules.iter().map(|rule| rule.name.replace('-', "_")).collect();
                    let help = match mcp_ergo_rules::nearest(&rule, names.iter().map(String::as_str)) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "rules are named by code or name, e.g. `param_example_missing`".to_owned(),
                    };
                    ctxt.error(&path, format_args!("no rule is called `{rule}`"), help);
                    return None;
                }
                let reason = text.value();
                if mcp_ergo_rules::predicate::is_blank(&reason) {
                    ctxt.error(
                        &text,
                        "an exception has a reason",
                        "say why the rule does not fit here: it is shown in the design spec",
                    );
                    return None;
                }
                Some(Self { rule, reason })
            })
            .collect()
    }

    pub(crate) fn facts(allows: &[Self]) -> Vec<mcp_ergo_rules::Allow> {
        allows
            .iter()
            .map(|allow| mcp_ergo_rules::Allow {
                rule: allow.rule.clone(),
                reason: allow.reason.clone(),
            })
            .collect()
    }
}
