//! The keywords of a schema, as their keys are written.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, ExprRange, ExprUnary, Lit, LitInt, LitStr, RangeLimits, UnOp};

use crate::attr::{Entry, Given};
use crate::ctxt::Ctxt;
use crate::emit::option;

const FORMATS: &[(&str, &str)] = &[
    ("date-time", "DateTime"),
    ("date", "Date"),
    ("time", "Time"),
    ("duration", "Duration"),
    ("email", "Email"),
    ("hostname", "Hostname"),
    ("ipv4", "Ipv4"),
    ("ipv6", "Ipv6"),
    ("uuid", "Uuid"),
];

/// A single JSON value as text, where the key is given one: what the rules compare with prose.
pub(super) fn json_text(entry: &Entry) -> Option<String> {
    let Given::Value(tokens) = &entry.value else {
        return None;
    };
    match syn::parse2::<Expr>(tokens.clone()).ok()? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(format!("{:?}", text.value())),
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => Some(number.base10_digits().to_owned()),
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) => Some(number.base10_digits().to_owned()),
        Expr::Lit(ExprLit {
            lit: Lit::Bool(bool),
            ..
        }) => Some(bool.value.to_string()),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_), ..
        }) => Some(tokens.to_string().replace(' ', "")),
        _ => None,
    }
}

/// A bound that is written as a number.
pub(super) fn number(bound: &Expr) -> Option<f64> {
    let text = bound.to_token_stream().to_string().replace([' ', '_'], "");
    text.parse().ok()
}

/// Any JSON, or an expression of the parameter's type.
pub(super) fn json(entry: &Entry, ctxt: &Ctxt) -> Option<TokenStream> {
    let Given::Value(tokens) = &entry.value else {
        ctxt.error(
            entry.tokens(),
            format_args!("`{}` wants a value", entry.key),
            format_args!(
                "write `{0} = \"…\"`, `{0} = 20` or any other JSON",
                entry.key
            ),
        );
        return None;
    };
    if tokens.is_empty() {
        ctxt.error_at(
            entry.span(),
            format_args!("`{}` wants a value", entry.key),
            format_args!(
                "write `{0} = \"…\"`, `{0} = 20` or any other JSON",
                entry.key
            ),
        );
        return None;
    }
    let is_rust = syn::parse2::<Expr>(tokens.clone()).is_ok_and(|expr| is_rust(&expr));
    Some(if is_rust {
        quote!(::mcp_ergo::__private::to_json(&#tokens))
    } else {
        quote!(::mcp_ergo::__private::serde_json::json!(#tokens))
    })
}

/// A path is an expression of Rust, and so is a block unless it is the empty object; everything else
/// reads as JSON.
fn is_rust(expr: &Expr) -> bool {
    match expr {
        // A `macro_rules!` hands an expression on in a group that nobody sees.
        Expr::Group(group) => is_rust(&group.expr),
        Expr::Block(block) => !block.block.stmts.is_empty(),
        Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Struct(_) | Expr::Macro(_) => {
            true
        }
        _ => false,
    }
}

pub(super) fn bounds(entry: &Entry, ctxt: &Ctxt) -> Option<ExprRange> {
    let given: Expr = entry.value(ctxt, "bounds", "1..=50")?;
    let help = format!(
        "write `{0} = 1..=50`, `{0} = 1..` or `{0} = ..=50`",
        entry.key
    );
    let shown = given.to_token_stream().to_string().replace(' ', "");
    let message = match given {
        Expr::Range(ExprRange {
            start: None,
            end: None,
            ..
        }) => format!("`{shown}` bounds nothing"),
        Expr::Range(ExprRange {
            end: Some(_),
            limits: RangeLimits::HalfOpen(_),
            ..
        }) => {
            format!(
                "`{shown}` leaves out its end, and a schema states the last value that is allowed"
            )
        }
        Expr::Range(range) => return Some(range),
        _ => format!("`{}` wants bounds", entry.key),
    };
    ctxt.error(entry.tokens(), message, help);
    None
}

/// The two ends as options.
pub(super) fn ends(range: &ExprRange) -> (TokenStream, TokenStream) {
    (option(range.start.as_ref()), option(range.end.as_ref()))
}

/// A literal is as wide as it needs to be; anything else has a type of its own.
pub(super) fn between(range: &ExprRange) -> TokenStream {
    let bound = |expr: &Expr| match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(int), ..
        }) if int.suffix().is_empty() => {
            let int = LitInt::new(&format!("{}i128", int.base10_digits()), int.span());
            quote!(#int)
        }
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(minus),
            expr,
            ..
        }) => match &**expr {
            Expr::Lit(ExprLit {
                lit: Lit::Int(int), ..
            }) if int.suffix().is_empty() => {
                let int = LitInt::new(&format!("{}i128", int.base10_digits()), int.span());
                quote!(#minus #int)
            }
            _ => quote!(#minus #expr),
        },
        other => quote!(#other),
    };
    let least = range
        .start
        .as_deref()
        .map(bound)
        .map(|least| quote!(.at_least(#least)));
    let most = range
        .end
        .as_deref()
        .map(bound)
        .map(|most| quote!(.at_most(#most)));
    quote!(#least #most)
}

pub(super) fn pattern(entry: &Entry, ctxt: &Ctxt) -> Option<LitStr> {
    let pattern = entry.text(ctxt)?;
    if let Err(error) = regex_lite::Regex::new(&pattern.value()) {
        ctxt.error(
            &pattern,
            format_args!("`{}` is not a regular expression: {error}", pattern.value()),
            "write one without look-around or back-references, e.g. `^inv_[0-9A-Z]+$`",
        );
        return None;
    }
    Some(pattern)
}

pub(super) fn format(entry: &Entry, ctxt: &Ctxt) -> Option<(LitStr, &'static str)> {
    let lit = entry.text(ctxt)?;
    let given = lit.value();
    let found = FORMATS
        .iter()
        .find(|(keyword, _)| *keyword == given)
        .map(|(_, name)| *name);
    if found.is_none() {
        let all = mcp_ergo_rules::quoted_list(FORMATS.iter().map(|(keyword, _)| *keyword), "and");
        ctxt.error(
            &lit,
            format_args!("the format `{given}` is not one that every client knows"),
            format_args!("the portable ones are {all}; write `pattern = \"…\"` for anything else"),
        );
    }
    found.map(|name| (lit, name))
}
