//! Doc comments: what they say, and where they stand.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The doc comment of an item.
#[derive(Default)]
pub(crate) struct Docs {
    lines: Vec<Expr>,
    /// The tokens of the comment, for errors about it.
    pub(crate) tokens: TokenStream,
}

impl Docs {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut docs = Self::default();
        for attribute in attributes {
            if let Meta::NameValue(pair) = &attribute.meta
                && pair.path.is_ident("doc")
            {
                docs.lines.push(pair.value.clone());
                pair.value.to_tokens(&mut docs.tokens);
            }
        }
        docs
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The text on one line; `None` where a line is an expression such as `include_str!`, which only
    /// the compiler can read.
    pub(crate) fn text(&self) -> Option<String> {
        let lines: Option<Vec<String>> = self
            .lines
            .iter()
            .map(|line| match line {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => Some(text.value()),
                _ => None,
            })
            .collect();
        lines.map(|lines| {
            lines
                .iter()
                .flat_map(|line| line.split_whitespace())
                .collect::<Vec<_>>()
                .join(" ")
        })
    }

    /// The text as an expression of type `&'static str`.
    pub(crate) fn expr(&self) -> TokenStream {
        if let Some(text) = self.text() {
            quote!(#text)
        } else {
            let lines = &self.lines;
            quote!(::core::concat!(#(#lines, "\n"),*))
        }
    }
}
