//! The rules say of each labelled input what they said when it was read.

use corpus_tests::labels::Labels;

#[test]
fn every_case_is_judged_as_it_was_labelled() {
    let mut wrong = Vec::new();
    for labels in Labels::all().expect("the labels are readable") {
        for (at, case) in labels.cases.iter().enumerate() {
            let code = labels.rule.code;
            let fired = case
                .fired(labels.rule)
                .unwrap_or_else(|error| panic!("{code}, case {at}: {error}"));
            if fired != case.fires {
                let now = if fired { "fires" } else { "is silent" };
                wrong.push(format!("{code} {now} on case {at}: {case:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A label that only repeats what the rule does would measure nothing.
#[test]
fn every_disagreement_says_what_it_is() {
    for labels in Labels::all().expect("the labels are readable") {
        for case in &labels.cases {
            let told = case.fires == case.right || !case.kind.is_empty();
            assert!(told, "{}: {case:?} wants a `kind`", labels.rule.code);
        }
    }
}
