//! What every answer has beside its data.

use crate::schema::{Field, Kind, Shape};

/// The fields that every answer has beside its data.
pub(crate) fn is_envelope(name: &str) -> bool {
    matches!(name, "outcome" | "nextAction" | "blockers" | "upgradeHint")
}

impl Shape {
    /// The data of an answer with what every answer has beside it.
    pub(crate) fn with_envelope(mut self, blockers: bool, upgrade_hint: bool) -> Self {
        let Kind::Record(record) = &mut self.kind else {
            return self;
        };
        self.meaning = "".into();
        let outcome = Shape::text().meaning("What happened, in one sentence");
        record.fields.insert(0, Field::required("outcome", outcome));
        record
            .fields
            .push(Field::optional("nextAction", next_action()));
        if blockers {
            let blocker = Shape::record([
                Field::required("what", Shape::text().meaning("What is in the way")),
                Field::required("fix", Shape::text().meaning("What removes it")),
                Field::optional("nextAction", next_action()),
            ]);
            let blockers = Shape::list(blocker).meaning("What keeps the workflow from going on");
            record.fields.push(Field::optional("blockers", blockers));
        }
        if upgrade_hint {
            let hint = Shape::text().meaning("What this caller would get beyond what it holds");
            record.fields.push(Field::optional("upgradeHint", hint));
        }
        self
    }
}

fn next_action() -> Shape {
    Shape::record([
        Field::required("tool", Shape::text().meaning("The tool to call")),
        Field::required(
            "args",
            Shape::of(Kind::Open).meaning("The arguments to call it with"),
        ),
        Field::required("reason", Shape::text().meaning("What the call is good for")),
    ])
    .meaning("The call that comes next")
}
