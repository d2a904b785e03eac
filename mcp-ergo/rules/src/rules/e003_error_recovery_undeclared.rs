use crate::{ErrorFacts, Judge, Part, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds error variants that are declared neither `fix`, `retry`, `stop` nor `internal`.
    ///
    /// ## Why it matters
    ///
    /// A model that cannot tell whether the same call may succeed later sends it again, and again.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[error("the ledger is locked by another writer")]
    /// #[tool_error(hint = "send the same call again")]
    /// Locked,
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[error("the ledger is locked by another writer")]
    /// #[tool_error(retry, after = "500ms", hint = "send the same call again")]
    /// Locked,
    /// ```
    ERROR_RECOVERY_UNDECLARED, "E003", "error-recovery-undeclared";
    own: Deny, foreign: Off, rubric: ErrorErgonomics, at: [Macro],
    evidence: [
        Practice("mcp-interface-design, phase 3: retryable and terminal are told apart"),
    ],
    check: Error(check),
}

fn check(variant: &ErrorFacts, judge: &mut Judge<'_>) {
    if variant.recovery.is_absent() {
        // `#[error(transparent)]`: the error inside may speak for itself.
        if variant.message.is_absent() {
            judge.report(
                Part::Variant,
                format!("`{}` hands on an error and does not say who tells of it", variant.name),
                "write `#[tool_error(transparent)]` where the error inside derives ToolError, and `#[tool_error(internal)]` (logged, never shown) where it does not",
            );
            return;
        }
        judge.report(
            Part::Variant,
            format!("`{}` does not say whether a caller can recover", variant.name),
            "begin `#[tool_error(…)]` with `fix` (change the call), `retry` (send it again later), `stop` (tell the user) or `internal` (logged, never shown)",
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::of_rule;
    use crate::{ErrorFacts, Fact, Part, Policy, Recovery, judge_error};

    #[test]
    fn an_error_that_is_handed_on_gets_its_own_advice() {
        let variant = ErrorFacts {
            name: "Store".into(),
            message: Fact::Seen(None),
            recovery: Fact::Seen(None),
            ..ErrorFacts::default()
        };
        let found = judge_error(&variant, &Policy::strict());
        assert_eq!(of_rule("E004", found.clone()).len(), 0);
        let found = of_rule("E003", found);
        assert_eq!(found.len(), 1);
        assert!(found[0].help.contains("#[tool_error(transparent)]"));
    }

    #[test]
    fn a_recovery_is_declared() {
        let variant = |recovery| ErrorFacts {
            name: "Locked".into(),
            recovery,
            hint: Fact::Seen(Some("send it again".into())),
            ..ErrorFacts::default()
        };
        let found = of_rule(
            "E003",
            judge_error(&variant(Fact::Seen(None)), &Policy::strict()),
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Variant);
        assert_eq!(
            found[0].message,
            "`Locked` does not say whether a caller can recover"
        );
        for fine in [Fact::Seen(Some(Recovery::Retry)), Fact::Unseen] {
            assert!(judge_error(&variant(fine), &Policy::strict()).is_empty());
        }
    }
}
