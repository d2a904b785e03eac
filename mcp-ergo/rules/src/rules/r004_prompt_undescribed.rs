use crate::predicate::is_blank;
use crate::{CatalogFacts, Judge, Part, PromptFacts, plural, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds prompts, and arguments of prompts, without a description.
    ///
    /// ## Why it matters
    ///
    /// A user picks a prompt from a list and fills in its arguments by hand: the description is all that
    /// the list shows.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ],
    ///   "prompts": [
    ///     {
    ///       "name": "chase_payment",
    ///       "description": "Write a reminder for an unpaid invoice.",
    ///       "arguments": [{"name": "invoice_id", "required": true}]
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ],
    ///   "prompts": [
    ///     {
    ///       "name": "chase_payment",
    ///       "description": "Write a reminder for an unpaid invoice.",
    ///       "arguments": [
    ///         {
    ///           "name": "invoice_id",
    ///           "description": "Invoice id, e.g. 'inv_01H8XK'.",
    ///           "required": true
    ///         }
    ///       ]
    ///     }
    ///   ]
    /// }
    /// ```
    PROMPT_UNDESCRIBED, "R004", "prompt-undescribed";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, F1 and F8: a parameter without a text is filled by guessing, and prompts are served strings too"),
    ],
    check: Prompt(check), Catalog(check_catalog),
}

/// A part of a prompt without a description, and how a message names it.
fn bare(index: usize, prompt: &PromptFacts) -> Vec<(Part, String)> {
    let called = if prompt.name.is_empty() {
        "the prompt".to_owned()
    } else {
        format!("the prompt `{}`", prompt.name)
    };
    let mut found = Vec::new();
    if prompt
        .description
        .seen()
        .is_some_and(|text| says_nothing(text.as_deref()))
    {
        found.push((Part::Prompt(index), called.clone()));
    }
    let arguments = prompt.arguments.each();
    for (at, (name, _)) in arguments
        .enumerate()
        .filter(|(_, (_, text))| says_nothing(text.as_deref()))
    {
        let part = Part::PromptArgument(index, at);
        found.push((part, format!("the argument `{name}` of {called}")));
    }
    found
}

fn says_nothing(text: Option<&str>) -> bool {
    text.is_none_or(is_blank)
}

/// How many descriptions a prompt could have.
fn parts(prompt: &PromptFacts) -> usize {
    usize::from(prompt.description.seen().is_some()) + prompt.arguments.seen().map_or(0, Vec::len)
}

fn check(prompt: &PromptFacts, judge: &mut Judge<'_>) {
    // Of a foreign catalog `check_catalog` tells at once what no prompt has.
    if judge.policy().is_own() || judge.catalog().is_none() {
        let found = bare(judge.place(), prompt);
        report(found, judge);
    }
}

fn report(found: Vec<(Part, String)>, judge: &mut Judge<'_>) {
    for (part, called) in found {
        let help = help(&part, judge);
        judge.report(part, format!("{called} has no description"), help);
    }
}

fn help(part: &Part, judge: &Judge<'_>) -> &'static str {
    match part {
        Part::PromptArgument(..) => judge.own_or(
            "say in its doc comment what the user is to fill in, with an example",
            "set its `description` to what the user is to fill in, with an example",
        ),
        _ => judge.own_or(
            "say in its doc comment what the prompt does and when a user wants it",
            "set `description` to what the prompt does and when a user wants it",
        ),
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    if judge.policy().is_own() {
        return;
    }
    let prompts = catalog.prompts.seen().map_or(&[][..], Vec::as_slice);
    let found: Vec<(Part, String)> = prompts
        .iter()
        .enumerate()
        .flat_map(|(index, prompt)| bare(index, prompt))
        .collect();
    let all: usize = prompts.iter().map(parts).sum();
    // What no prompt has, a foreign server is told once.
    if prompts.len() > 1 && found.len() == all && all > 0 {
        let message = format!(
            "none of the {} has a description, nor has any argument",
            plural(prompts.len(), "prompt")
        );
        let help = help(&Part::Catalog, judge);
        judge.report(Part::Catalog, message, help);
        return;
    }
    report(found, judge);
}

#[cfg(test)]
mod tests {
    use crate::samples::on_catalog;
    use crate::{Allow, CatalogFacts, Fact, Finding, Part, Policy, PromptFacts, judge_prompt};

    fn prompt(description: Option<&str>, argument: Option<&str>) -> PromptFacts {
        PromptFacts {
            name: "chase_payment".into(),
            description: Fact::Seen(description.map(str::to_owned)),
            arguments: Fact::Seen(vec![("invoice_id".into(), argument.map(str::to_owned))]),
            ..PromptFacts::default()
        }
    }

    fn found(prompts: Vec<PromptFacts>, policy: &Policy) -> Vec<Finding> {
        let catalog = CatalogFacts {
            prompts: Fact::Seen(prompts),
            ..CatalogFacts::default()
        };
        on_catalog("R004", &catalog, policy)
    }

    #[test]
    fn prompts_and_their_arguments_are_named() {
        let found = found(
            vec![
                prompt(Some("Write a reminder."), None),
                prompt(Some(" "), Some("Invoice id.")),
                PromptFacts::default(),
            ],
            &Policy::audit(),
        );
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].part, Part::PromptArgument(0, 0));
        assert_eq!(
            found[0].message,
            "the argument `invoice_id` of the prompt `chase_payment` has no description"
        );
        assert_eq!(
            found[0].help,
            "set its `description` to what the user is to fill in, with an example"
        );
        assert_eq!(found[1].part, Part::Prompt(1));
        assert_eq!(
            found[1].message,
            "the prompt `chase_payment` has no description"
        );
    }

    #[test]
    fn a_foreign_server_without_any_gets_one_finding() {
        let none = || vec![prompt(None, None), prompt(None, None)];
        let once = found(none(), &Policy::audit());
        assert_eq!((once.len(), once[0].part.clone()), (1, Part::Catalog));
        assert_eq!(
            once[0].message,
            "none of the 2 prompts has a description, nor has any argument"
        );
        assert_eq!(found(none(), &Policy::strict()).len(), 4);
        assert_eq!(found(vec![prompt(None, None)], &Policy::audit()).len(), 2);
        assert!(found(vec![prompt(Some("x"), Some("y"))], &Policy::strict()).is_empty());
    }

    #[test]
    fn a_macro_judges_one_by_itself_and_heeds_its_exceptions() {
        let found = judge_prompt(&prompt(None, None), &Policy::strict());
        let told: Vec<(&str, &Part, &str)> = found
            .iter()
            .map(|finding| (finding.rule.code, &finding.part, finding.help.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (
                    "R004",
                    &Part::Prompt(0),
                    "say in its doc comment what the prompt does and when a user wants it"
                ),
                (
                    "R004",
                    &Part::PromptArgument(0, 0),
                    "say in its doc comment what the user is to fill in, with an example"
                ),
            ]
        );
        let excepted = PromptFacts {
            allows: vec![Allow {
                rule: "R004".into(),
                reason: "its title says it".into(),
            }],
            ..prompt(None, None)
        };
        assert!(judge_prompt(&excepted, &Policy::strict()).is_empty());
    }
}
