//! Collects every mistake of one item, so that one compile shows them all.

use std::cell::RefCell;
use std::fmt::Display;

use mcp_ergo_rules::{Finding, Level};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};

/// Shared by reference by every step of one macro. It must be asked for what it holds, by
/// [`finish`](Self::finish): dropping a mistake panics.
#[derive(Default)]
pub(crate) struct Ctxt {
    errors: RefCell<Vec<syn::Error>>,
    warnings: RefCell<Vec<TokenStream>>,
}

impl Ctxt {
    /// A mistake at these tokens: what is wrong, and what to write instead.
    pub(crate) fn error(&self, at: impl ToTokens, message: impl Display, help: impl Display) {
        self.push(syn::Error::new_spanned(
            at,
            format_args!("{message}\nhelp: {help}"),
        ));
    }

    /// A mistake at one span.
    pub(crate) fn error_at(&self, span: Span, message: impl Display, help: impl Display) {
        self.push(syn::Error::new(
            span,
            format_args!("{message}\nhelp: {help}"),
        ));
    }

    pub(crate) fn push(&self, error: syn::Error) {
        self.errors.borrow_mut().push(error);
    }

    /// What a rule found, at its place: an error where it denies, a warning where it warns.
    pub(crate) fn finding(&self, finding: &Finding, at: &TokenStream) {
        let text = crate::emit::rendered(finding);
        match finding.level {
            Level::Deny => self.push(syn::Error::new_spanned(at, text)),
            Level::Warn => self.warn(at, &text),
            Level::Info | Level::Off => {}
        }
    }

    /// Stable Rust lets a macro warn only through a lint; `deprecated` is the one that shows a text.
    pub(crate) fn warn(&self, at: &TokenStream, text: &str) {
        let span = at
            .clone()
            .into_iter()
            .next()
            .map_or_else(Span::call_site, |token| token.span());
        self.warnings.borrow_mut().push(quote_spanned! {span=>
            const _: () = {
                #[deprecated(note = #text)]
                const MCP_ERGO_WARNING: () = ();
                MCP_ERGO_WARNING
            };
        });
    }

    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.borrow().is_empty()
    }

    /// Every mistake and every warning, as tokens.
    pub(crate) fn finish(self) -> TokenStream {
        let mut tokens: TokenStream = self
            .errors
            .take()
            .iter()
            .map(syn::Error::to_compile_error)
            .collect();
        tokens.extend(self.warnings.take());
        tokens
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        let asked = self.errors.get_mut().is_empty() && self.warnings.get_mut().is_empty();
        // A second panic would hide the first.
        assert!(
            asked || std::thread::panicking(),
            "a macro dropped mistakes that it had found"
        );
    }
}
