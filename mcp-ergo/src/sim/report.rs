//! What a comparison looks like.

mod html;
mod json;
mod text;

use std::fmt::Write as _;

use super::comparison::{Arm, Comparison};
use super::measure::{Measure, Part};

impl Comparison {
    /// The measures that can differ here: those of actions and of calls only where there are some.
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let any = |is: &dyn Fn(&super::Outcome) -> bool| {
            self.arms.iter().flat_map(|arm| &arm.outcomes).any(is)
        };
        let actions = any(&|outcome| outcome.first_tool != outcome.first());
        let calls = any(&|outcome| outcome.after > 0);
        let said = |measure: &Measure| match measure {
            Measure::FirstTool => actions,
            Measure::After => calls,
            _ => true,
        };
        Measure::ALL.into_iter().filter(said).collect()
    }

    /// The pickers, in their order.
    pub(crate) fn pickers(&self) -> Vec<&str> {
        let mut pickers: Vec<&str> = self.arms.iter().map(|arm| &*arm.picker).collect();
        pickers.dedup();
        pickers
    }

    /// What an arm is called beside others of its picker: by what they do not share.
    pub(crate) fn label(&self, arm: &Arm) -> String {
        let one_catalog = self.arms.iter().all(|other| other.catalog == arm.catalog);
        let one_showing = self.arms.iter().all(|other| other.showing == arm.showing);
        match (one_catalog, one_showing) {
            (true, _) => arm.showing.word().to_owned(),
            (false, true) => arm.catalog.clone(),
            (false, false) => format!("{} {}", arm.catalog, arm.showing.word()),
        }
    }

    /// What differences are taken against, in a sentence.
    pub(crate) fn compared(&self) -> Option<String> {
        let first = self.arms.first()?;
        let others = || self.arms.iter().filter(|arm| arm.against.is_some());
        others().next()?;
        let catalogs = others().any(|arm| arm.catalog != first.catalog);
        let showings = others().any(|arm| arm.catalog == first.catalog);
        let mut said = String::from("differences are over the same tasks, ");
        if showings {
            let _ = write!(
                said,
                "those within {} against {}",
                first.catalog,
                first.showing.word()
            );
        }
        if catalogs {
            let and = if showings { ", and " } else { "" };
            let _ = write!(
                said,
                "{and}those of another catalog against {} under the same presentation",
                first.catalog
            );
        }
        Some(said)
    }
}

/// The parts of an arm of which a measure is told apart. How many tokens are listed hangs on no task,
/// or little.
pub(crate) fn parts_of(arm: &Arm, measure: Measure) -> Vec<(&'static str, &Part)> {
    let mut parts = parts(arm);
    parts.truncate(if measure == Measure::Listed {
        1
    } else {
        parts.len()
    });
    parts
}

/// The parts of an arm, as far as they are told apart.
pub(crate) fn parts(arm: &Arm) -> Vec<(&'static str, &Part)> {
    let parts = [
        ("all", Some(&arm.all)),
        ("head", arm.head.as_ref()),
        ("tail", arm.tail.as_ref()),
    ];
    parts
        .into_iter()
        .filter_map(|(name, part)| Some((name, part?)))
        .collect()
}

/// A mean for people: a share in percent, a count with a digit, tokens without one.
pub(crate) fn shown(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Listed => format!("{value:.0}"),
        measure if measure.is_share() => format!("{:.1} %", value * 100.0),
        _ => format!("{value:.2}"),
    }
}

/// A difference for people, with its sign: points for shares.
pub(crate) fn signed(measure: Measure, value: f64) -> String {
    let text = match measure {
        Measure::Listed => format!("{value:+.0}"),
        measure if measure.is_share() => format!("{:+.1}", value * 100.0),
        _ => format!("{value:+.2}"),
    };
    // A typographic minus is as wide as the plus; a zero has no sign.
    if text[1..].chars().all(|c| matches!(c, '0' | '.')) {
        text[1..].to_owned()
    } else {
        text.replace('-', "\u{2212}")
    }
}
