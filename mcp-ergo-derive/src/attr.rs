//! Reads attributes: `key`, `key = value` and `key(…)`, separated by commas.

use mcp_ergo_rules::Rule;
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

    /// The value, where the key is written `key = value` and the value reads as a `T`: `wants` in
    /// words, `example` in code.
    pub(crate) fn value<T: Parse>(&self, ctxt: &Ctxt, wants: &str, example: &str) -> Option<T> {
        let read = match &self.value {
            Given::Value(tokens) => syn::parse2::<T>(tokens.clone()).ok(),
            _ => None,
        };
        if read.is_none() {
            ctxt.error(
                self.tokens(),
                format_args!("`{}` wants {wants}", self.key),
                format_args!("write `{} = {example}`", self.key),
            );
        }
        read
    }

    /// A string that says something.
    pub(crate) fn text(&self, ctxt: &Ctxt) -> Option<LitStr> {
        let text: LitStr = self.value(ctxt, "a text in quotes", "\"…\"")?;
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

    /// The entries of `key(…)`: `wants` in words, `example` in code.
    pub(crate) fn list<T: Parse>(&self, ctxt: &Ctxt, wants: &str, example: &str) -> Vec<T> {
        let parser = syn::punctuated::Punctuated::<T, syn::Token![,]>::parse_terminated;
        let read = match &self.value {
            Given::List(tokens) => parser
                .parse2(tokens.clone())
                .ok()
                .filter(|list| !list.is_empty()),
            _ => None,
        };
        let Some(list) = read else {
            ctxt.error(
                self.tokens(),
                format_args!("`{}` wants {wants}", self.key),
                format_args!("write `{}({example})`", self.key),
            );
            return Vec::new();
        };
        list.into_iter().collect()
    }
}

/// `path = "text"`, in `instead(…)`.
pub(crate) struct PathText {
    pub(crate) path: Path,
    pub(crate) text: LitStr,
}

impl Parse for PathText {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let path = input.call(Path::parse_mod_style)?;
        input.parse::<syn::Token![=]>()?;
        Ok(Self {
            path,
            text: input.parse()?,
        })
    }
}

/// `rule = "reason"`, in `allow(…)`; the reason may be missing, for a message of its own.
struct RuleReason {
    rule: Path,
    reason: Option<LitStr>,
}

impl Parse for RuleReason {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let rule = input.call(Path::parse_mod_style)?;
        let equals: Option<syn::Token![=]> = input.parse()?;
        let reason = equals.map(|_| input.parse()).transpose()?;
        Ok(Self { rule, reason })
    }
}

/// What one attribute, or several of one name, say.
#[derive(Default)]
pub(crate) struct Entries {
    pub(crate) all: Vec<Entry>,
    attempted: Vec<String>,
}

impl Entries {
    /// The keys that the author meant to give, well or badly: what is missing because of a slip
    /// within them is one mistake, not two.
    pub(crate) fn attempted(&self) -> Vec<String> {
        let given = self.all.iter().map(Entry::name);
        given.chain(self.attempted.iter().cloned()).collect()
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
    pub(crate) fn read_all(&self, attributes: &[Attribute], ctxt: &Ctxt) -> Entries {
        let mut entries = Entries::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident(self.of))
        {
            match &attribute.meta {
                Meta::List(list) => self.read_into(&mut entries, list.tokens.clone(), ctxt),
                other => ctxt.error(
                    other,
                    format_args!("`#[{}]` says nothing", self.of),
                    format_args!("write `#[{}(…)]` with one of {}", self.of, self.listed()),
                ),
            }
        }
        refuse_repeats(&entries.all, ctxt);
        entries
    }

    /// The entries of one attribute's content.
    pub(crate) fn read(&self, tokens: TokenStream, ctxt: &Ctxt) -> Entries {
        let mut entries = Entries::default();
        self.read_into(&mut entries, tokens, ctxt);
        refuse_repeats(&entries.all, ctxt);
        entries
    }

    fn read_into(&self, entries: &mut Entries, tokens: TokenStream, ctxt: &Ctxt) {
        for part in split(tokens) {
            for entry in self.split_keys(part, ctxt) {
                self.read_one(entries, entry, ctxt);
            }
        }
    }

    /// Splits where a comma was forgotten before the next key.
    fn split_keys(&self, tokens: TokenStream, ctxt: &Ctxt) -> Vec<TokenStream> {
        let mut parts = vec![TokenStream::new()];
        let mut after_value = false;
        for tree in tokens {
            match &tree {
                TokenTree::Ident(key)
                    if after_value && self.known.contains(&key.to_string().as_str()) =>
                {
                    ctxt.error(
                        key,
                        format_args!("a comma is missing before `{key}`"),
                        "separate the keys by commas",
                    );
                    parts.push(TokenStream::new());
                }
                _ => {}
            }
            after_value = !matches!(tree, TokenTree::Punct(_));
            if let Some(last) = parts.last_mut() {
                last.extend([tree]);
            }
        }
        parts
    }

    fn read_one(&self, entries: &mut Entries, tokens: TokenStream, ctxt: &Ctxt) {
        let mut trees = tokens.clone().into_iter();
        let Some(TokenTree::Ident(key)) = trees.next() else {
            ctxt.error(
                tokens,
                format_args!("`#[{}]` is made of keys, and this is none", self.of),
                format_args!("write one of {}", self.listed()),
            );
            return;
        };
        let name = key.to_string();
        if !self.known.contains(&name.as_str()) {
            let begun = self.known.iter().copied();
            // `mime_type`, `readonly`: more of a word than there is.
            let begun = begun.filter(|known| known.len() > 3 && name.starts_with(known));
            let near = mcp_ergo_rules::nearest(&name, self.known.iter().copied());
            let help = match near.or_else(|| begun.max_by_key(|known| known.len())) {
                Some(near) => {
                    entries.attempted.push(near.to_owned());
                    format!("did you mean `{near}`?")
                }
                None => format!("it takes {}", self.listed()),
            };
            ctxt.error(
                &key,
                format_args!("`#[{}]` has no key `{name}`", self.of),
                help,
            );
            return;
        }
        entries.attempted.push(name.clone());
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
                return;
            }
        };
        if let Some(extra) = trees.next() {
            ctxt.error(
                extra,
                "a comma is missing here",
                "separate the keys by commas",
            );
            return;
        }
        entries.all.push(Entry { key, value });
    }

    fn listed(&self) -> String {
        mcp_ergo_rules::quoted_list(self.known.iter().copied(), "and")
    }
}

/// Keys that may stand once do.
fn refuse_repeats(entries: &[Entry], ctxt: &Ctxt) {
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
    /// Whether one of them is made from `rule`.
    pub(crate) fn except(all: &[Self], rule: &Rule) -> bool {
        all.iter().any(|allow| rule.is_called(&allow.rule))
    }

    /// The exceptions of `allow(rule_name = "reason")`; a rule that does not exist is reported, and
    /// so is one without a reason, which counts all the same: it is one mistake, not two.
    pub(crate) fn read(entry: &Entry, ctxt: &Ctxt) -> Vec<Self> {
        entry
            .list::<RuleReason>(
                ctxt,
                "rules, each with a reason",
                "param_example_missing = \"why it does not fit here\"",
            )
            .into_iter()
            .filter_map(|RuleReason { rule: path, reason }| {
                let rule = path
                    .get_ident()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                let reason_text = reason.as_ref().map(LitStr::value).unwrap_or_default();
                if !is_rule(&rule) {
                    let shown = path.to_token_stream();
                    ctxt.error(
                        &path,
                        format_args!("no rule is called `{shown}`"),
                        did_you_mean(&rule),
                    );
                    return None;
                }
                if mcp_ergo_rules::predicate::is_blank(&reason_text) {
                    let at = reason
                        .map_or_else(|| path.to_token_stream(), |reason| reason.to_token_stream());
                    ctxt.error(
                        at,
                        format_args!("an exception has a reason, and that from `{rule}` has none"),
                        format_args!(
                            "write `allow({rule} = \"…\")` with why the rule does not fit here"
                        ),
                    );
                }
                Some(Self {
                    rule,
                    reason: reason_text,
                })
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

fn is_rule(name: &str) -> bool {
    mcp_ergo_rules::ALL.iter().any(|rule| rule.is_called(name))
}

fn did_you_mean(rule: &str) -> String {
    let names: Vec<String> = mcp_ergo_rules::ALL
        .iter()
        .map(|rule| rule.name.replace('-', "_"))
        .collect();
    match mcp_ergo_rules::nearest(rule, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "rules are named by code or name, e.g. `P002` or `param_example_missing`".to_owned()
        }
    }
}
