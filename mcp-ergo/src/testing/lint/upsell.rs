//! Advertising where a model came for an answer.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::Value;

use super::text::Texts;
use super::{Lint, Report};
use crate::testing::answer::Answer;

/// Words in a tool's name that make it one about the account, where offers belong.
const ACCOUNT: &[&str] = &[
    "account",
    "billing",
    "licence",
    "license",
    "quota",
    "subscription",
];

/// What nobody says who does not sell. Versions and releases are upgraded to as well.
static OFFER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(upgrade to ([\w-]+ ){0,2}(pro|plus|premium|paid|business|enterprise|plan|tier)\b",
        r"|upgrade (your (account|plan|licen[cs]e|subscription)|now|today)\b",
        r"|(pro|premium|paid|enterprise|higher) (plan|tier|subscription)\b",
        r"|go (pro|premium)\b|(start|with) (a|your) free trial\b|contact (our )?sales\b)",
    ))
    .expect("the expression is a constant")
});

pub(super) fn lint(
    answer: &Answer,
    json: &Value,
    texts: &Texts<'_>,
    marked: bool,
    report: &mut Report,
) {
    if marked || may_offer(answer, json) {
        return;
    }
    let help = "take it out, and keep offers to `_hello`, tools about the account, and denials: in an \
                answer a model reads them as its task";
    for place in &texts.upgrade_hints {
        let message = format!("`upgradeHint` stands in {place}");
        report.add(Lint::Upsell, place, place, message, help);
    }
    for said in texts.words() {
        if let Some(offer) = OFFER.find(said.text) {
            let offer = offer.as_str();
            let message = format!("an offer stands in {}: `{offer}`", said.place);
            report.add(Lint::Upsell, offer, &said.place, message, help);
        }
    }
}

/// Whether an offer belongs there, as far as a foreign server shows it.
fn may_offer(answer: &Answer, json: &Value) -> bool {
    let about_account = answer
        .tool
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| ACCOUNT.contains(&word.trim_end_matches('s')));
    // A failure that no call mends is a denial, unless the server failed itself.
    let denied = answer.is_error() && json["recovery"] == "stop" && json["reference"].is_null();
    about_account || denied || answer.tool == "_hello"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_told_from_facts() {
        for text in [
            "Upgrade to Pro to see all invoices.",
            "Found 3. Upgrade to the enterprise plan for more.",
            "More results are in the Pro plan.",
            "Upgrade your account!",
            "UPGRADE NOW",
            "Upgrade to our Gold plan.",
            "Go premium for charts.",
            "Start a free trial.",
            "Contact sales for access.",
        ] {
            assert!(OFFER.is_match(text), "{text}");
        }
        for text in [
            "Upgraded to version 3.",
            "Run the migration to upgrade to 2.1.",
            "Upgrade to the latest release, then proceed.",
            "Upgrade your dependencies first.",
            "Promoted the planned tiers.",
            "The plan has 3 steps.",
            "Going professional.",
            "Upgraded the server.",
            "The sales of May are in.",
        ] {
            assert!(!OFFER.is_match(text), "{text}");
        }
    }
}
