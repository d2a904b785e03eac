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

    /// The text on one line, up to the first heading: sections such as `# Errors` are for readers of
    /// the Rust. `None` where a line is an expression such as `include_str!`, which only the compiler
    /// can read.
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
            let mut words: Vec<&str> = Vec::new();
            for line in lines.iter().flat_map(|text| text.lines()) {
                let heading = line.trim_start().trim_start_matches('#');
                let is_heading =
                    heading.len() < line.trim_start().len() && heading.starts_with(' ');
                if is_heading && !words.is_empty() {
                    break;
                }
                words.extend(line.split_whitespace());
            }
            words.join(" ")
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

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn text(attributes: &[Attribute]) -> Option<String> {
        Docs::read(attributes).text()
    }

    #[test]
    fn what_is_for_readers_of_the_rust_is_left_out() {
        let docs: Vec<Attribute> = parse_quote! {
            /// Find invoices
            /// by customer #7.
            ///
            /// # Errors
            ///
            /// When the ledger is locked.
        };
        assert_eq!(
            text(&docs).as_deref(),
            Some("Find invoices by customer #7.")
        );
        let whole: Vec<Attribute> = parse_quote!(#[doc = "Find them.\n\n## Panics\n\nNever."]);
        assert_eq!(text(&whole).as_deref(), Some("Find them."));
        let only: Vec<Attribute> = parse_quote!(#[doc = "# Find them"]);
        assert_eq!(text(&only).as_deref(), Some("# Find them"));
    }
}
