use crate::{ErrorFacts, Fact, Judge, Part, Recovery, quoted_list, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds error variants that carry values and name none of them in their message.
    ///
    /// Sources, secrets and fields that serve as candidates or delays do not count; nor do
    /// `internal` failures.
    ///
    /// ## Why it matters
    ///
    /// A model that sent three arguments and hears "invalid date" does not know which one to
    /// change, or to what.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[error("not a valid date")]
    /// #[tool_error(fix, hint = "write YYYY-MM-DD")]
    /// BadDate { given: String },
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[error("date_from ({given}) is not a valid date")]
    /// #[tool_error(fix, hint = "write YYYY-MM-DD")]
    /// BadDate { given: String },
    /// ```
    ERROR_HIDES_VALUE, "E002", "error-hides-value";
    own: Deny, foreign: Off, rubric: ErrorErgonomics, at: [Macro],
    evidence: [
        Practice("mcp-interface-design, quality rubric: every error names the bad value"),
    ],
    check: Error(check),
}

fn check(variant: &ErrorFacts, judge: &mut Judge<'_>) {
    let internal = variant.recovery == Fact::Seen(Some(Recovery::Internal));
    let (Some(message), Some(fields), Some(shown), false) = (
        variant.message.present(),
        variant.fields.seen(),
        variant.shown.seen(),
        internal,
    ) else {
        return;
    };
    let values: Vec<&str> = fields
        .iter()
        .filter(|field| !(field.source || field.machinery || field.secret))
        .map(|field| field.name.as_str())
        .collect();
    let debugged = variant.debugged.seen().map_or(&[][..], Vec::as_slice);
    let named = shown
        .iter()
        .chain(debugged)
        .any(|name| values.contains(&name.as_str()));
    if let (Some(first), false) = (values.first(), named) {
        judge.report(
            Part::Message,
            format!(
                "the message of `{}` (\"{message}\") names none of the values it carries: {}",
                variant.name,
                quoted_list(values.iter().copied(), "and")
            ),
            format!("show the value that is wrong, e.g. `#[error(\"… '{{{first}}}' …\")]`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::of_rule;
    use crate::{ErrorFacts, Fact, FieldFacts, Finding, Part, Policy, Recovery, judge_error};

    fn field(name: &str) -> FieldFacts {
        FieldFacts {
            name: name.into(),
            source: false,
            machinery: false,
            secret: false,
        }
    }

    fn on(shown: &[&str], fields: Vec<FieldFacts>, recovery: Recovery) -> Vec<Finding> {
        let variant = ErrorFacts {
            name: "BadDate".into(),
            message: Fact::Seen(Some("not a valid date".into())),
            shown: Fact::Seen(shown.iter().map(ToString::to_string).collect()),
            fields: Fact::Seen(fields),
            recovery: Fact::Seen(Some(recovery)),
            hint: Fact::Seen(Some("write YYYY-MM-DD".into())),
            ..ErrorFacts::default()
        };
        of_rule("E002", judge_error(&variant, &Policy::strict()))
    }

    #[test]
    fn a_value_that_is_carried_is_named() {
        let found = on(&[], vec![field("given"), field("0")], Recovery::Fix);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Message);
        assert_eq!(
            found[0].message,
            "the message of `BadDate` (\"not a valid date\") names none of the values it carries: `given` and `0`"
        );
        assert!(found[0].help.contains("'{given}'"), "{}", found[0].help);
    }

    #[test]
    fn one_value_is_enough_and_some_fields_are_none() {
        assert!(
            on(
                &["given"],
                vec![field("given"), field("near")],
                Recovery::Fix
            )
            .is_empty()
        );
        assert!(on(&[], vec![], Recovery::Fix).is_empty());
        assert!(on(&[], vec![field("given")], Recovery::Internal).is_empty());
        let near = FieldFacts {
            machinery: true,
            ..field("near")
        };
        let cause = FieldFacts {
            source: true,
            ..field("source")
        };
        let token = FieldFacts {
            secret: true,
            ..field("token")
        };
        assert!(on(&[], vec![near, cause, token], Recovery::Fix).is_empty());
    }
}
