use crate::{Fact, Judge, Part, ToolFacts, names, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools marked `workflow` that do not return a `Step`.
    ///
    /// The compiler is asked, so an alias of `Step` and a `Result` of one are right too.
    ///
    /// ## Why it matters
    ///
    /// In a workflow the answer of each tool is where the next call comes from. A `Step` cannot be made
    /// without one, or without what keeps it from going on, or without saying that it is done.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[tool(write, workflow, when = "the user begins a plan", scope = "plans:write")]
    /// fn create_plan(plans: &Plans) -> Reply<Plan>
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[tool(write, workflow, when = "the user begins a plan", scope = "plans:write")]
    /// fn create_plan(plans: &Plans) -> Step<Plan>
    /// ```
    STEP_WITHOUT_NEXT, "O006", "step-without-next";
    own: Deny, foreign: Off, rubric: OutputStability, at: [Macro],
    evidence: [
        Practice("agent-ergonomics, acceptance 2: the answer of every workflow tool carries the next action"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    if (tool.workflow, tool.step) == (Fact::Seen(true), Fact::Seen(false)) {
        judge.report(
            Part::Output(Vec::new()),
            format!(
                "{} is part of a workflow, and its answer does not say how that goes on",
                names::called(tool)
            ),
            "return `Step<…>`: `Step::next(…)` with the next call, `Step::blocked(…)` with what is in the way, or `Step::done(…)`; or take `workflow` out of `#[tool(…)]`",
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{on_tool, tool};
    use crate::{Fact, Part, ToolFacts};

    fn answering(workflow: Fact<bool>, step: Fact<bool>) -> ToolFacts {
        ToolFacts {
            workflow,
            step,
            ..tool("create_plan")
        }
    }

    #[test]
    fn a_workflow_says_how_it_goes_on() {
        let found = on_tool("O006", &answering(Fact::Seen(true), Fact::Seen(false)));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Output(Vec::new()));
        assert_eq!(
            found[0].message,
            "`create_plan` is part of a workflow, and its answer does not say how that goes on"
        );
        assert!(found[0].help.starts_with("return `Step<…>`"));
    }

    #[test]
    fn steps_and_tools_apart_pass() {
        for (workflow, step) in [
            (Fact::Seen(true), Fact::Seen(true)),
            (Fact::Seen(true), Fact::Unseen),
            (Fact::Seen(false), Fact::Seen(false)),
            (Fact::Unseen, Fact::Seen(false)),
        ] {
            assert!(on_tool("O006", &answering(workflow, step)).is_empty());
        }
    }
}
