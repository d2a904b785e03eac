use crate::{ErrorFacts, Fact, Judge, Part, Recovery, predicate::is_blank, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds error variants that do not say what to do next.
    ///
    /// `internal` ones have a hint of their own.
    ///
    /// ## Why it matters
    ///
    /// The text of an error is all that a model has to recover by. "Pattern not found." leaves it
    /// stranded; "call `search_patterns` to find the id first" does not.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[derive(Debug, thiserror::Error, ToolError)]
    /// enum LedgerError {
    ///     #[error("no invoice with id '{id}'")]
    ///     #[tool_error(fix, candidates = near)]
    ///     InvoiceNotFound { id: InvoiceId, near: Vec<InvoiceId> },
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
    ERROR_WITHOUT_HINT, "E001", "error-without-hint";
    own: Deny, foreign: Off, rubric: ErrorErgonomics, at: [Macro],
    evidence: [
        Practice("agent-ergonomics, F3; mcp-interface-design, phase 3: {error, hint}"),
    ],
    check: Error(check),
}

fn check(variant: &ErrorFacts, judge: &mut Judge<'_>) {
    let internal = variant.recovery == Fact::Seen(Some(Recovery::Internal));
    let Some(hint) = variant.hint.seen().filter(|_| !internal) else {
        return;
    };
    if hint.as_deref().is_none_or(is_blank) {
        let model = match variant.recovery.present() {
            Some(Recovery::Retry) => "retry, hint = \"send the same call again\"",
            Some(Recovery::Stop) => "stop, hint = \"tell the user to …\"",
            _ => "fix, hint = \"find the id first\", next = search_invoices",
        };
        judge.report(
            Part::Variant,
            format!("`{}` does not say what to do next", variant.name),
            format!("add a hint, e.g. `#[tool_error({model})]`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::of_rule;
    use crate::{ErrorFacts, Fact, Part, Policy, Recovery, judge_error};

    fn variant(recovery: Recovery, hint: Option<&str>) -> ErrorFacts {
        ErrorFacts {
            name: "Locked".into(),
            recovery: Fact::Seen(Some(recovery)),
            hint: Fact::Seen(hint.map(Into::into)),
            ..ErrorFacts::default()
        }
    }

    #[test]
    fn each_recovery_has_its_own_model() {
        for (recovery, model) in [
            (Recovery::Fix, "(fix, "),
            (Recovery::Retry, "(retry, "),
            (Recovery::Stop, "(stop, "),
        ] {
            let found = of_rule(
                "E001",
                judge_error(&variant(recovery, None), &Policy::strict()),
            );
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].part, Part::Variant);
            assert_eq!(found[0].message, "`Locked` does not say what to do next");
            assert!(found[0].help.contains(model), "{}", found[0].help);
        }
    }

    #[test]
    fn a_hint_or_an_internal_failure_is_fine() {
        for fine in [
            variant(Recovery::Retry, Some("send it again")),
            variant(Recovery::Internal, None),
            ErrorFacts {
                hint: Fact::Unseen,
                ..variant(Recovery::Fix, None)
            },
        ] {
            assert!(of_rule("E001", judge_error(&fine, &Policy::strict())).is_empty());
        }
    }
}
