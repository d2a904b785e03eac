//! As JSON, for programs.

use serde_json::{Map, Value, json};

use super::parts;
use crate::sim::bootstrap::{Estimate, RESAMPLES};
use crate::sim::comparison::{Arm, Comparison};
use crate::sim::measure::{Measure, Part};
use crate::sim::outcome::Outcome;
use crate::sim::task::Task;

impl Comparison {
    /// The whole comparison: how it was made, each arm with its means, differences and intervals, how
    /// every task went, and the notes. Shares are from 0 to 1.
    pub fn json(&self) -> Value {
        let mut arms: Vec<Value> = self.arms.iter().map(|arm| self.arm(arm)).collect();
        for (arm, json) in self.arms.iter().zip(&mut arms) {
            if let Some(against) = arm.against.and_then(|at| self.arms.get(at)) {
                json["against"] = json!({
                    "picker": against.picker,
                    "catalog": against.catalog,
                    "presentation": against.showing.word(),
                });
            }
        }
        let meanings =
            Measure::ALL.map(|measure| (measure.key().to_owned(), measure.meaning().into()));
        json!({
            "seed": self.seed,
            "resamples": RESAMPLES,
            "interval": 0.95,
            "prior": self.prior,
            "tasks": self.tasks.len(),
            "favourites": self.favourites,
            "head": self.split.as_ref().map(|split| json!({
                "by": split.by,
                "tools": split.tools,
                "tasks": split.tasks.iter().filter(|is| **is).count(),
            })),
            "measures": Value::Object(meanings.into_iter().collect::<Map<_, _>>()),
            "arms": arms,
            "notes": self.notes,
        })
    }

    fn arm(&self, arm: &Arm) -> Value {
        let parts = parts(arm).into_iter();
        let parts: Map<String, Value> = parts
            .map(|(name, part)| (name.to_owned(), of(part)))
            .collect();
        let head = |at: usize| self.split.as_ref().map(|split| split.tasks[at]);
        let went = self.tasks.iter().zip(&arm.outcomes).enumerate();
        let went = went.map(|(at, (task, outcome))| one(task, outcome, head(at)));
        json!({
            "picker": arm.picker,
            "catalog": arm.catalog,
            "presentation": arm.showing.word(),
            "against": null,
            "listed_right": arm.listed(),
            "parts": parts,
            "tasks": went.collect::<Vec<_>>(),
        })
    }
}

fn of(part: &Part) -> Value {
    let measured = part.measured.iter().map(|one| {
        let mut json = estimate(one.mean);
        if let Some(difference) = one.difference {
            let mut difference_json = estimate(difference);
            difference_json["differ"] = difference.differ.into();
            difference_json["resolved"] = difference.resolved().into();
            json["difference"] = difference_json;
        }
        (one.measure.key().to_owned(), json)
    });
    let mut json: Map<String, Value> = measured.collect();
    json.insert("tasks".to_owned(), part.tasks.into());
    Value::Object(json)
}

fn estimate(of: Estimate) -> Value {
    json!({"value": of.value, "low": of.low, "high": of.high})
}

/// All that the means are made of, so that anybody can take them again.
fn one(task: &Task, outcome: &Outcome, head: Option<bool>) -> Value {
    json!({
        "id": task.id,
        "head": head,
        "picked": outcome.picked,
        "first": outcome.first(),
        "first_tool": outcome.first_tool,
        "place": outcome.place,
        "wander": outcome.wander,
        "after": outcome.after,
        "listed": outcome.listed,
        "listed_right": outcome.listed_right,
        "tokens_sent": outcome.tokens.0,
        "tokens_received": outcome.tokens.1,
        "turns": outcome.turns,
        "unlisted": outcome.unlisted,
        "error": outcome.error,
        "unasked": outcome.unasked,
    })
}
