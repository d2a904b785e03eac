use crate::{Judge, Part, ToolFacts, names, rule::declare_rule};

/// The fields that every answer carries beside its data.
const ENVELOPE: &[&str] = &["outcome", "nextAction", "blockers", "upgradeHint"];

declare_rule! {
    /// ## What it does
    ///
    /// Finds results with a field that every answer carries already.
    ///
    /// Those are `outcome`, `nextAction`, `blockers` and `upgradeHint`.
    ///
    /// ## Why it matters
    ///
    /// The answer of every tool carries these beside the fields of its data. A second one of the
    /// same name would overwrite the first.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[derive(Serialize, JsonSchema)]
    /// struct Payment {
    ///     /// How the bank answered.
    ///     outcome: String,
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[derive(Serialize, JsonSchema)]
    /// struct Payment {
    ///     /// How the bank answered.
    ///     bank_answer: String,
    /// }
    /// ```
    OUTPUT_SHADOWS_ENVELOPE, "O005", "output-shadows-envelope";
    own: Deny, foreign: Off, rubric: OutputStability, at: [Boot],
    evidence: [Practice("the envelope is written beside the fields of the data")],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let fields = tool
        .output
        .present()
        .and_then(|output| output.fields.seen());
    for field in fields.into_iter().flatten() {
        if ENVELOPE.contains(&field.name.as_str()) {
            judge.report(
                Part::Output(vec![field.name.clone()]),
                format!(
                    "{} returns a field `{}`, which every answer carries already",
                    names::called(tool),
                    field.name
                ),
                "rename the field after what it holds",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, object, on_catalog, on_tool, param, tool};
    use crate::{Fact, Part, Policy, ToolFacts};

    fn returning(field: &str) -> ToolFacts {
        let output = object("", vec![param("total", "x"), param(field, "x")]);
        ToolFacts {
            output: Fact::Seen(Some(output)),
            ..tool("pay_invoice")
        }
    }

    #[test]
    fn the_names_of_the_envelope_are_taken() {
        for field in ["outcome", "nextAction", "blockers", "upgradeHint"] {
            let found = on_tool("O005", &returning(field));
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].part, Part::Output(vec![field.into()]));
            assert!(found[0].message.contains(&format!("`{field}`")));
        }
    }

    #[test]
    fn only_at_the_root_and_only_on_ones_own_server() {
        let inner = object("", vec![object("payment", vec![param("outcome", "x")])]);
        let nested = ToolFacts {
            output: Fact::Seen(Some(inner)),
            ..tool("pay_invoice")
        };
        assert!(on_tool("O005", &nested).is_empty());
        assert!(on_tool("O005", &returning("next_action")).is_empty());
        assert!(
            on_catalog(
                "O005",
                &catalog(vec![returning("outcome")]),
                &Policy::audit()
            )
            .is_empty()
        );
    }
}
