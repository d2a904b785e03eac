use crate::prose::{Token, opens_any, tokens};
use crate::{ErrorFacts, Fact, Judge, Part, Recovery, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds not-found variants that offer no values that the caller may have meant.
    ///
    /// A variant is told by its name (`NoSuchInvoice`, `ProjectNotFound`, `UnknownStatus`) or by its
    /// message (`no invoice with id`, `does not exist`). `internal`, `transparent` and `retry` ones
    /// are passed over, and so is a `stop` that carries no value: there nothing was named.
    ///
    /// ## Why it matters
    ///
    /// Most values that are not found are near misses: a slip, an old name, a name for an id. Two or
    /// three right values beside the wrong one make the next call succeed, without a search between.
    ///
    /// Where near values cannot be told, or must not be (a secret, somebody else's data), say so:
    /// `allow(not_found_without_candidates = "…")`.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[derive(Debug, thiserror::Error, ToolError)]
    /// enum LedgerError {
    ///     #[error("no invoice with id '{id}'")]
    ///     #[tool_error(fix, hint = "find the id first", next = search_invoices)]
    ///     InvoiceNotFound { id: InvoiceId },
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[derive(Debug, thiserror::Error, ToolError)]
    /// enum LedgerError {
    ///     #[error("no invoice with id '{id}'")]
    ///     #[tool_error(fix, hint = "find the id first", next = search_invoices, candidates = near)]
    ///     InvoiceNotFound { id: InvoiceId, near: Vec<InvoiceId> },
    /// }
    /// ```
    NOT_FOUND_WITHOUT_CANDIDATES, "E007", "not-found-without-candidates";
    own: Deny, foreign: Off, rubric: ErrorErgonomics, at: [Macro],
    evidence: [
        Practice("agent-ergonomics, P3: not-found errors list two or three valid candidates"),
    ],
    check: Error(check),
}

fn check(variant: &ErrorFacts, judge: &mut Judge<'_>) {
    // What no caller can mend, and what mends itself, needs no other value.
    let named = match variant.recovery.present() {
        Some(Recovery::Fix) => true,
        Some(Recovery::Stop) => value(variant).is_some(),
        _ => return,
    };
    let not_found = says_not_found(&variant.name)
        || variant
            .message
            .present()
            .is_some_and(|message| tells_not_found(message));
    if !(named && not_found && variant.candidates == Fact::Seen(false)) {
        return;
    }
    // The fields of a tuple variant are named by their places.
    let tuple = variant
        .fields
        .each()
        .next()
        .is_some_and(|field| field.name.starts_with(|c: char| c.is_ascii_digit()));
    let hold = if tuple {
        format!(
            "hold the nearest ones in a further field, `Vec<…>`, and name it by its place: `candidates = {}`",
            variant.fields.each().count()
        )
    } else {
        "hold the nearest ones in a field, `near: Vec<…>`, and name it: `candidates = near`"
            .to_owned()
    };
    judge.report(
        Part::Variant,
        format!("`{}` offers no values that may have been meant", variant.name),
        format!("{hold}; where there are none to tell, say why: `allow(not_found_without_candidates = \"…\")`"),
    );
}

/// The field that holds what was not found.
fn value(variant: &ErrorFacts) -> Option<&str> {
    let mut fields = variant.fields.seen()?.iter();
    fields
        .find(|field| !(field.source || field.machinery || field.secret))
        .map(|field| field.name.as_str())
}

/// `InvoiceNotFound`, `NoSuchInvoice`, `UnknownInvoice`, `InvoiceDoesNotExist`.
fn says_not_found(name: &str) -> bool {
    let words = words::split(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let has = |phrase: &[&str]| words.windows(phrase.len()).any(|window| window == phrase);
    // `Unknown` alone, and `UnknownError`, are about a failure that nobody understands.
    let unknown = matches!(words.as_slice(), ["unknown", what, ..]
        if !matches!(*what, "cause" | "error" | "failure" | "fault" | "outcome" | "reason"));
    unknown
        || has(&["not", "found"])
        || has(&["no", "such"])
        || has(&["not", "exist"])
        || matches!(words.as_slice(), [.., "nonexistent" | "unknown"] if words.len() > 1)
}

/// Phrases of messages about a value that leads to nothing.
const PHRASES: &[&str] = &[
    "cannot find",
    "could not find",
    "does not exist",
    "doesn't exist",
    "no such",
    "not found",
];

/// What a value may be that a lookup goes by.
#[rustfmt::skip] // one word a line otherwise
const KEYS: &[&str] = &[
    "address", "code", "email", "handle", "id", "identifier", "key", "name", "number", "reference",
    "slug", "title", "uuid",
];

/// `no invoice with id '…'`, `unknown project '…'`, `'…' does not exist`.
fn tells_not_found(message: &str) -> bool {
    let tokens = tokens(message);
    (0..tokens.len()).any(|at| {
        let rest = &tokens[at..];
        opens_any(rest, PHRASES)
            || at == 0 && rest[0].is("no") && lacks(&rest[1..])
            || at == 0 && rest[0].is("unknown") && shows(&rest[1..])
    })
}

/// `invoice with id '…'`, `open invoice called '…'`; what cannot be called so is none that is missing.
fn lacks(rest: &[Token<'_>]) -> bool {
    let noun = |token: &&Token<'_>| !token.is_any(&["can", "may", "must", "should", "will"]);
    let within = rest.iter().take(6).take_while(noun).enumerate();
    within.skip(1).any(|(at, token)| {
        let next = rest.get(at + 1);
        token.is_any(&["called", "named"])
            || token.is_any(&["by", "for", "under", "with"])
                && next.is_some_and(|next| KEYS.iter().any(|key| next.is(key)))
    })
}

/// `project '{id}'`, `project {id}`: a noun, and the value behind it.
fn shows(rest: &[Token<'_>]) -> bool {
    rest.iter()
        .take(4)
        .skip(1)
        .any(|token| token.is_mark('{') || token.is_marked_off())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::of_rule;
    use crate::{Allow, FieldFacts, Finding, Policy, judge_error};

    #[test]
    fn phrases_are_sorted() {
        assert!(PHRASES.is_sorted());
    }

    fn variant(name: &str, message: &str) -> ErrorFacts {
        ErrorFacts {
            name: name.into(),
            message: Fact::Seen(Some(message.into())),
            fields: Fact::Seen(vec![FieldFacts {
                name: "invoice_id".into(),
                source: false,
                machinery: false,
                secret: false,
            }]),
            recovery: Fact::Seen(Some(Recovery::Fix)),
            hint: Fact::Seen(Some("find the id first".into())),
            candidates: Fact::Seen(false),
            ..ErrorFacts::default()
        }
    }

    fn on(variant: &ErrorFacts) -> Vec<Finding> {
        of_rule("E007", judge_error(variant, &Policy::strict()))
    }

    #[test]
    fn keys_are_sorted() {
        assert!(KEYS.is_sorted());
    }

    #[test]
    fn a_name_or_a_message_tells() {
        for (name, message) in [
            ("InvoiceNotFound", "try again"),
            ("NoSuchInvoice", "try again"),
            ("UnknownInvoice", "try again"),
            ("InvoiceUnknown", "try again"),
            ("InvoiceDoesNotExist", "try again"),
            ("Missing", "no invoice with id '{invoice_id}'"),
            ("Missing", "no open invoice called '{invoice_id}'"),
            ("Missing", "invoice '{invoice_id}' does not exist"),
            ("Missing", "Invoice not found"),
            ("Missing", "unknown invoice '{invoice_id}'"),
            ("Missing", "no such invoice: {invoice_id}"),
        ] {
            let found = on(&variant(name, message));
            assert_eq!(found.len(), 1, "{name}: {message}");
            assert_eq!(found[0].part, Part::Variant);
        }
        let found = on(&variant(
            "NoSuchInvoice",
            "no invoice with id '{invoice_id}'",
        ));
        assert_eq!(
            found[0].message,
            "`NoSuchInvoice` offers no values that may have been meant"
        );
        assert!(found[0].help.contains("`candidates = near`"));
        let mut tuple = variant("NoSuchInvoice", "no invoice with id '{0}'");
        if let Fact::Seen(fields) = &mut tuple.fields {
            fields[0].name = "0".into();
        }
        assert!(on(&tuple)[0].help.contains("`candidates = 1`"));
    }

    #[test]
    fn other_failures_pass() {
        for (name, message) in [
            ("Unknown", "something went wrong"),
            ("UnknownError", "something went wrong"),
            ("NoRoom", "no room is free on {day}"),
            ("NotAllowed", "{name} is not allowed"),
            ("Missing", "no invoices are open for {day}"),
            ("NameReserved", "no invoice can be called '{invoice_id}'"),
            ("NotPaid", "no invoice may be closed under code {code}"),
            ("AlreadyExists", "'{invoice_id}' exists"),
            ("Empty", ""),
            ("", ""),
        ] {
            assert!(on(&variant(name, message)).is_empty(), "{name}: {message}");
        }
    }

    #[test]
    fn candidates_a_reason_or_no_way_out_are_fine() {
        let lost = || variant("InvoiceNotFound", "no invoice with id '{invoice_id}'");
        let with = |recovery| ErrorFacts {
            recovery: Fact::Seen(recovery),
            ..lost()
        };
        assert_eq!(on(&with(Some(Recovery::Stop))).len(), 1);
        for fine in [
            ErrorFacts {
                candidates: Fact::Seen(true),
                ..lost()
            },
            ErrorFacts {
                candidates: Fact::Unseen,
                ..lost()
            },
            ErrorFacts {
                fields: Fact::Seen(Vec::new()),
                ..with(Some(Recovery::Stop))
            },
            with(Some(Recovery::Internal)),
            with(Some(Recovery::Retry)),
            with(None),
            ErrorFacts {
                allows: vec![Allow {
                    rule: "not_found_without_candidates".into(),
                    reason: "ids are secrets".into(),
                }],
                ..lost()
            },
        ] {
            assert!(on(&fine).is_empty(), "{fine:?}");
        }
    }
}
