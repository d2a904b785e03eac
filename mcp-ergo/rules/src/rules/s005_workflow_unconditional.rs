use crate::wording::Wording as _;
use crate::{BranchFacts, CatalogFacts, Judge, Part, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds workflows with a branch that has no condition, or with more than six branches.
    ///
    /// "always", "first", "then", "step 1" and their kin are no conditions.
    ///
    /// ## Why it matters
    ///
    /// A numbered list is followed from its beginning, whatever the user came for. What a model needs
    /// at boot is where to go from here: one question for each branch, and few of them.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// Hello::new()
    ///     .branch("first", "to find it", |_: &Ledger| Some(search_invoices::call()))
    ///     .branch("then", "to see it", |ledger: &Ledger| ledger.newest().map(get_invoice::call))
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// Hello::new()
    ///     .branch("an invoice is overdue", "to see it", |ledger: &Ledger| ledger.overdue().map(get_invoice::call))
    ///     .branch("nothing is overdue", "to see what is owed", |_: &Ledger| Some(search_invoices::call()))
    /// ```
    WORKFLOW_UNCONDITIONAL, "S005", "workflow-unconditional";
    own: Deny, foreign: Off, rubric: Selectability, at: [Boot],
    evidence: [
        Practice("agent-ergonomics, F5 and P5: a conditional next step, where there were 24 flat ones without conditions"),
    ],
    check: Catalog(check),
}

/// Most branches.
const BRANCHES: usize = 6;

/// Words that say when in a list, or that nothing is asked: no condition is made of them alone.
#[rustfmt::skip] // one word a line otherwise
const ORDER: &[&str] = &[
    "a", "after", "afterwards", "always", "and", "any", "anyway", "as", "at", "beginning", "begin",
    "by", "case", "cases", "default", "each", "end", "every", "everytime", "fifth", "final",
    "finally", "first", "five", "four", "fourth", "generally", "if", "in", "initially", "last",
    "lastly", "later", "next", "no", "none", "number", "of", "once", "one", "phase", "second",
    "secondly", "sixth", "six", "start", "step", "stage", "that", "the", "then", "third", "thirdly",
    "this", "three", "time", "to", "true", "two", "unconditionally", "when", "whenever", "with",
    "yes",
];

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let Some(boot) = catalog.boot.present() else {
        return;
    };
    let count = boot.workflow.len();
    if count > BRANCHES {
        judge.report(
            Part::Workflow,
            format!("the workflow has {count} branches, more than {BRANCHES}"),
            format!(
                "keep the {BRANCHES} that users come for; the rest is said by what the tools are for, and by the next action of each answer"
            ),
        );
    }
    for (place, branch) in boot.workflow.iter().enumerate() {
        if is_conditional(&branch.condition) {
            continue;
        }
        let said = branch.condition.one_line();
        let message = if said.is_empty() {
            format!("{} has no condition", called(place, branch))
        } else {
            format!(
                "{} is taken under no condition: `{said}`",
                called(place, branch)
            )
        };
        judge.report(
            Part::Branch(place),
            message,
            "say what has to be so for it to be taken, e.g. `the user asks what is owed`; what always holds is a critical rule",
        );
    }
}

/// A branch by its place, with the beginning of what it says.
fn called(place: usize, branch: &BranchFacts) -> String {
    const SHOWN: usize = 40;
    let text = branch.text.one_line();
    let shown: String = text.chars().take(SHOWN).collect();
    let cut = if shown.len() < text.len() { "…" } else { "" };
    let at = place + 1;
    if shown.is_empty() {
        format!("branch {at} of the workflow")
    } else {
        format!("branch {at} of the workflow (`{shown}{cut}`)")
    }
}

/// Whether a condition says more than its place in a list.
fn is_conditional(condition: &str) -> bool {
    condition
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .any(|word| {
            let word = word.to_lowercase();
            !is_number(&word) && !ORDER.contains(&word.as_str())
        })
}

/// `1`, `2nd`
fn is_number(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < word.len() && matches!(rest, "" | "st" | "nd" | "rd" | "th")
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog};
    use crate::{BootFacts, BranchFacts, CatalogFacts, Fact, Finding, Part, Policy};

    fn on(conditions: &[&str]) -> Vec<Finding> {
        let branch = |condition: &&str| BranchFacts {
            condition: (*condition).to_owned(),
            text: "Call search_invoices with the customer's id.".into(),
        };
        let facts = CatalogFacts {
            boot: Fact::Seen(Some(BootFacts {
                workflow: conditions.iter().map(branch).collect(),
                ..BootFacts::default()
            })),
            ..catalog(Vec::new())
        };
        on_catalog("S005", &facts, &Policy::strict())
    }

    #[test]
    fn an_order_is_no_condition() {
        for condition in [
            "always",
            "First",
            "then,",
            "Step 1",
            "2.",
            "3rd",
            "in any case",
            "every time",
            "by default",
            "at the start",
            "to begin with",
            "if true",
            "and then",
        ] {
            let found = on(&["the user asks what is owed", condition]);
            assert_eq!(found.len(), 1, "{condition}");
            assert_eq!(found[0].part, Part::Branch(1));
            assert_eq!(
                found[0].message,
                format!(
                    "branch 2 of the workflow (`Call search_invoices with the customer's…`) is taken under no condition: `{}`",
                    condition.trim_end_matches('.')
                )
            );
        }
        let found = on(&[" \n"]);
        assert_eq!(
            found[0].message,
            "branch 1 of the workflow (`Call search_invoices with the customer's…`) has no condition"
        );
    }

    #[test]
    fn conditions_pass() {
        for condition in [
            "the user asks what is owed",
            "an invoice id is known",
            "no plan exists",
            "otherwise",
            "step 1: the user is new",
            "when overdue",
            "first use of a project",
            "ein Kunde fragt",
            "請求書",
        ] {
            assert!(on(&[condition]).is_empty(), "{condition}");
        }
        assert!(on(&[]).is_empty());
    }

    #[test]
    fn a_seventh_branch_is_one_too_many() {
        let found = on(&["the user asks"; 7]);
        assert_eq!((found.len(), &found[0].part), (1, &Part::Workflow));
        assert_eq!(found[0].message, "the workflow has 7 branches, more than 6");
        assert!(on(&["the user asks"; 6]).is_empty());
    }
}
