use super::*;
use crate::sim::picker::{Choice, Pick, PickError, Prepared};
use crate::sim::{Bm25, Measure};

const CATALOG: &[u8] = br#"{"tools": [
    {"name": "find_bills", "description": "Find bills.", "_meta": {"mcp-ergo/domain": "bills", "mcp-ergo/core": true}},
    {"name": "pay_bill", "description": "Pay a bill.", "_meta": {"mcp-ergo/domain": "bills"}},
    {"name": "find_people", "description": "Find people <b>.", "_meta": {"mcp-ergo/domain": "people"}}
]}"#;

const TASKS: &[u8] = br#"{"tasks": [
    {"id": "t1", "text": "find people", "right": ["find_people"]},
    {"id": "t2", "text": "<script>alert(1)</script> pay", "right": ["pay_bill"]},
    {"id": "t3", "text": "find", "right": ["find_people"]},
    {"id": "t4", "text": "bills", "right": ["find_bills"]}
]}"#;

fn simulation() -> Simulation {
    let catalog = Catalog::read("shop", CATALOG).unwrap();
    Simulation::new(catalog, Task::read(TASKS).unwrap()).picker(Bm25)
}

fn means(comparison: &Comparison, measure: Measure) -> Vec<f64> {
    let arms = comparison.arms.iter();
    arms.map(|arm| arm.all.get(measure).unwrap().mean.value)
        .collect()
}

fn refused(simulation: &Simulation) -> Vec<String> {
    let error = simulation.run().unwrap_err();
    let mistakes = error.mistakes.into_iter();
    mistakes.map(|mistake| mistake.message).collect()
}

/// "find" fits two tools alike, of which the list has the wrong one first; as a favourite the right one
/// is lifted over it.
#[test]
fn a_prior_decides_between_tools_that_fit_alike() {
    let simulation = || {
        simulation()
            .showings([Showing::Flat, Showing::Favourites])
            .favourites(["find_people"])
    };
    let lifted = simulation().run().unwrap();
    assert_eq!(means(&lifted, Measure::First), [0.75, 1.0]);
    assert_eq!(means(&lifted, Measure::Wander), [0.25, 0.0]);
    let plain = simulation().prior(0.0).run().unwrap();
    assert_eq!(means(&plain, Measure::First), [0.75, 0.75]);
    assert_eq!(lifted.split.unwrap().tasks, [true, false, true, false]);
}

#[test]
fn a_core_allows_what_it_lists() {
    let simulation = simulation().showings([Showing::Flat, Showing::Core]);
    let comparison = simulation.run().unwrap();
    assert_eq!(comparison.arms[1].listed(), 1);
    assert_eq!(means(&comparison, Measure::Never), [0.0, 0.75]);
    assert!(
        comparison.notes[1].starts_with("bm25 shop core: a right tool is listed for 1 of 4 tasks"),
        "{:?}",
        comparison.notes
    );
    // Both arms over the same tasks: two of three differ, one does not.
    let difference = comparison.arms[1].all.get(Measure::Never).unwrap();
    assert_eq!(
        difference.difference.unwrap().value.to_bits(),
        0.75f64.to_bits()
    );
}

#[test]
fn each_arm_is_compared_with_what_differs_in_one_thing() {
    let simulation = simulation()
        .showings([Showing::Flat, Showing::Search])
        .degrade(Degradation::VagueNames)
        .unwrap();
    let comparison = simulation.run().unwrap();
    let against: Vec<Option<usize>> = comparison.arms.iter().map(|arm| arm.against).collect();
    assert_eq!(against, [None, Some(0), Some(0), Some(1)]);
    assert_eq!(means(&comparison, Measure::First), [0.75, 0.75, 0.0, 0.0]);
}

#[test]
fn god_tools_are_scored_by_action_and_by_tool() {
    let simulation = simulation().degrade(Degradation::GodTools).unwrap();
    let comparison = simulation.run().unwrap();
    let outcome = &comparison.arms[1].outcomes[1];
    assert_eq!(outcome.picked.as_deref(), Some("manage_bills#pay_bill"));
    assert!(outcome.first());
    let bills = &comparison.arms[1].outcomes[3];
    assert!(bills.first_tool && bills.first());
}

#[test]
fn a_seed_gives_every_byte_again() {
    let report = |seed| {
        let simulation = simulation().showings(Showing::ALL).favourites(["pay_bill"]);
        let comparison = simulation.seed(seed).run().unwrap();
        [
            comparison.to_string(),
            comparison.json().to_string(),
            comparison.html(),
        ]
    };
    assert_eq!(report(4), report(4));
    assert_ne!(report(4)[1], report(5)[1]);
}

#[test]
fn nothing_foreign_is_markup_in_the_page() {
    let simulation = simulation().showings([Showing::Core]);
    let page = simulation.run().unwrap().html();
    assert!(
        page.contains("&lt;script&gt;alert(1)&lt;/script&gt; pay"),
        "{page}"
    );
    assert!(
        !page.contains("<script") && !page.contains("http"),
        "{page}"
    );
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let catalog = || Catalog::read("shop", CATALOG).unwrap();
    let wrong = Simulation::new(catalog(), Task::read(TASKS).unwrap())
        .catalog(catalog())
        .showings([Showing::Favourites, Showing::Favourites])
        .prior(f64::NAN);
    assert_eq!(
        refused(&wrong),
        [
            "there is no picker",
            "a prior of NaN is no weight",
            "no tool is a favourite",
            "two catalogs are called `shop`",
            "`favourites` is named twice",
        ]
    );
    let wrong = simulation().favourites(["pay_bil"]);
    let error = wrong.run().unwrap_err();
    assert_eq!(error.mistakes[0].help, "did you mean `pay_bill`?");
}

#[test]
fn use_tells_the_head_and_names_the_favourites() {
    let calls: Calls = [("find_people", 90), ("pay_bill", 10), ("gone", 1)]
        .into_iter()
        .collect();
    let simulation = simulation()
        .showings([Showing::Flat, Showing::Favourites])
        .calls(calls);
    let comparison = simulation.run().unwrap();
    assert_eq!(comparison.favourites, ["find_people", "pay_bill"]);
    let head = comparison.arms[0].head.as_ref().unwrap();
    let tail = comparison.arms[0].tail.as_ref().unwrap();
    assert_eq!((head.tasks, tail.tasks), (2, 2));
    assert_eq!(
        head.get(Measure::First).unwrap().mean.value.to_bits(),
        0.5f64.to_bits()
    );
    assert!(
        comparison
            .notes
            .iter()
            .any(|note| note.contains("calls of 1 tool that no catalog has")),
        "{:?}",
        comparison.notes
    );
}

/// Is there under its own names alone, or never.
struct Away {
    always: bool,
}

impl Picker for Away {
    fn name(&self) -> String {
        "away".to_owned()
    }

    fn prepare<'a>(&'a self, tools: &'a ToolSet) -> Result<Box<dyn Prepared + 'a>, PickError> {
        let away = self.always || tools.instruction().is_some();
        Ok(Box::new(Self { always: away }))
    }
}

impl Prepared for Away {
    fn pick(&self, _: &str) -> Result<Pick, PickError> {
        if self.always {
            return Err(PickError::unasked("nobody is there"));
        }
        Ok(Pick::ranking([Choice::tool(0)]))
    }
}

fn away(always: bool) -> Simulation {
    let catalog = Catalog::read("shop", CATALOG).unwrap();
    Simulation::new(catalog, Task::read(TASKS).unwrap())
        .showings([Showing::Flat, Showing::Favourites])
        .favourites(["find_people"])
        .picker(Away { always })
}

#[test]
fn what_nobody_was_asked_about_has_no_figures() {
    let message = "no picker could be asked about any task: nobody is there";
    assert_eq!(refused(&away(true)), [message]);
    let comparison = away(false).run().unwrap();
    let text = comparison.to_string();
    let row = |line: &&str| line.starts_with("  favourites");
    let rows: Vec<&str> = text.lines().filter(row).collect();
    assert!(!rows.is_empty());
    for row in rows {
        assert!(row.ends_with("\u{2013}"), "{row}");
    }
    let page = comparison.html();
    assert!(page.contains("<td>\u{2013}</td>"), "{page}");
    assert!(
        page.contains("away shop favourites <span>0 of 0</span>"),
        "{page}"
    );
}
