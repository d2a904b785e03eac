//! Colleagues, their leave and what they spent.

use chrono::{Days, NaiveDate};
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::seed::{days_ago, in_days, index, number, pick};
use super::{Site, Table, id_at, row};
use crate::people::{list_leave, list_people, submit_expense};

/// Person id.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
#[param(example = "per_104", pattern = "^per_[0-9]+$", from = list_people)]
pub(crate) struct PersonId(pub(crate) String);

/// Leave request id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "lea_112", pattern = "^lea_[0-9]+$", from = list_leave)]
pub(crate) struct LeaveId(pub(crate) String);

/// Expense claim id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "exp_107", pattern = "^exp_[0-9]+$", from = submit_expense)]
pub(crate) struct ExpenseId(pub(crate) String);

/// Team of the firm.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Team {
    Sales,
    Support,
    Finance,
    Logistics,
    Platform,
    Firmware,
    Repair,
}

impl Team {
    pub(crate) const ALL: [Self; 7] = [
        Self::Sales,
        Self::Support,
        Self::Finance,
        Self::Logistics,
        Self::Platform,
        Self::Firmware,
        Self::Repair,
    ];
}

/// Where a request for leave stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeaveState {
    /// nobody has answered
    Requested,
    /// the days are given
    Approved,
    /// the days are refused
    Rejected,
}

/// Where an expense claim stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpenseState {
    /// nobody has answered
    Submitted,
    /// paid with the next salary
    Approved,
}

/// One colleague.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Person {
    /// Person id.
    pub(crate) id: PersonId,
    /// First and last name.
    pub(crate) name: String,
    /// What the person works as.
    pub(crate) role: String,
    /// Team of the person.
    pub(crate) team: Team,
    /// Where the person works.
    pub(crate) site: Site,
    /// Mail address.
    pub(crate) email: String,
    /// What the person is good at.
    pub(crate) skill: String,
    /// Whom the person reports to.
    pub(crate) manager_id: PersonId,
    /// First day of work.
    pub(crate) starts_on: NaiveDate,
    /// Days of leave that are left this year.
    pub(crate) leave_days_left: u32,
}

/// One team.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct TeamRow {
    /// The team.
    pub(crate) team: Team,
    /// Who leads it.
    pub(crate) lead_id: PersonId,
    /// How many people are in it.
    pub(crate) size: usize,
}

/// One request for leave.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Leave {
    /// Leave request id.
    pub(crate) id: LeaveId,
    /// Who is or wants to be away.
    pub(crate) person_id: PersonId,
    /// First day away.
    pub(crate) first_day: NaiveDate,
    /// Last day away.
    pub(crate) last_day: NaiveDate,
    /// Where the request stands.
    pub(crate) state: LeaveState,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

impl Leave {
    /// Days from the first to the last, both included.
    pub(crate) fn days(&self) -> u32 {
        let days = (self.last_day - self.first_day).num_days() + 1;
        u32::try_from(days).unwrap_or_default()
    }
}

/// One expense claim.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Expense {
    /// Expense claim id.
    pub(crate) id: ExpenseId,
    /// Who spent the money.
    pub(crate) person_id: PersonId,
    /// What it was spent on.
    pub(crate) purpose: String,
    /// How much, in cents.
    pub(crate) amount_cents: i64,
    /// When.
    pub(crate) spent_on: NaiveDate,
    /// Where the claim stands.
    pub(crate) state: ExpenseState,
}

row!(Person by PersonId("per"), else NoSuchPerson, words: |it| [&*it.name, &it.role, &it.skill]);
row!(Leave by LeaveId("lea"), else NoSuchLeave, words: |it| it.reason.as_slice().iter().map(|reason| &**reason).collect::<Vec<_>>());
row!(Expense by ExpenseId("exp"), else NoSuchExpense, words: |it| [&*it.purpose]);

const PEOPLE: usize = 180;

const FIRST_NAMES: &[&str] = &[
    "Aino", "Bela", "Carla", "Dario", "Elif", "Femke", "Goran", "Hanna", "Ivo", "Jelena", "Karim",
    "Lotte", "Milan", "Nadia", "Oskar", "Petra", "Rune", "Sofia", "Tomas", "Vera",
];

const LAST_NAMES: &[&str] = &[
    "Abbink",
    "Brandt",
    "Costa",
    "Dahl",
    "Eriksen",
    "Fabian",
    "Gruber",
    "Holt",
    "Ibsen",
    "Janssen",
    "Keller",
    "Lindqvist",
    "Moreau",
    "Novak",
    "Oort",
    "Petrov",
    "Rossi",
    "Sorensen",
    "Tanaka",
    "Ulrich",
    "Visser",
    "Weiss",
    "Zeman",
];

const SKILLS: &[&str] = &[
    "calibration",
    "contracts",
    "Rust",
    "Python",
    "welding",
    "payroll",
    "negotiation",
    "SQL",
    "hydraulics",
    "French",
    "Polish",
    "first aid",
    "soldering",
    "forecasting",
];

/// The name of the person at a place, which others write too.
pub(crate) fn full_name(place: usize) -> String {
    let first = FIRST_NAMES[place % FIRST_NAMES.len()];
    let last = LAST_NAMES[place % LAST_NAMES.len()];
    format!("{first} {last}")
}

/// Somebody of the firm.
pub(crate) fn somebody(place: usize, of: &str) -> PersonId {
    id_at::<Person>(index(place, of, PEOPLE))
}

pub(crate) fn email_of(name: &str) -> String {
    format!("{}@tessamar.example", name.to_lowercase().replace(' ', "."))
}

fn role(team: Team, place: usize) -> &'static str {
    let roles: &[&str] = match team {
        Team::Sales => &["account manager", "sales engineer", "bid writer"],
        Team::Support => &["support agent", "field trainer"],
        Team::Finance => &["bookkeeper", "controller", "payroll clerk"],
        Team::Logistics => &["warehouse clerk", "buyer", "dispatcher"],
        Team::Platform => &[
            "backend developer",
            "site reliability engineer",
            "data engineer",
        ],
        Team::Firmware => &["firmware developer", "test engineer"],
        Team::Repair => &["repair technician", "calibration technician"],
    };
    pick(place, "role", roles)
}

pub(crate) fn people() -> Table<Person> {
    Table::filled(PEOPLE, |place, id| {
        // The first seven lead the seven teams.
        let team = Team::ALL[place % Team::ALL.len()];
        let name = full_name(place);
        Person {
            id,
            role: role(team, place).to_owned(),
            team,
            site: pick(place, "site", &Site::ALL),
            email: email_of(&name),
            name,
            skill: pick(place, "skill", SKILLS).to_owned(),
            manager_id: id_at::<Person>(place % Team::ALL.len()),
            starts_on: days_ago(40 + index(place, "start", 4_000)),
            leave_days_left: 4 + number(place, "left", 22),
        }
    })
}

pub(crate) fn leave() -> Table<Leave> {
    Table::filled(900, |place, id| {
        let first_day = days_ago(400) + Days::new(index(place, "leave", 520) as u64);
        let states = [
            LeaveState::Requested,
            LeaveState::Approved,
            LeaveState::Approved,
        ];
        let open = first_day > in_days(0);
        Leave {
            id,
            person_id: somebody(place, "leave"),
            first_day,
            last_day: first_day + Days::new(index(place, "length", 12) as u64),
            state: if open {
                pick(place, "state", &states)
            } else {
                LeaveState::Approved
            },
            reason: None,
        }
    })
}

pub(crate) fn expenses() -> Table<Expense> {
    let purposes = [
        "train to a customer",
        "hotel at the trade fair",
        "safety shoes",
        "taxi",
        "books",
    ];
    Table::filled(60, |place, id| Expense {
        id,
        person_id: somebody(place, "expense"),
        purpose: pick(place, "purpose", &purposes).to_owned(),
        amount_cents: 900 + i64::from(number(place, "cents", 48_000)),
        spent_on: days_ago(1 + index(place, "spent", 60)),
        state: pick(
            place,
            "claim",
            &[ExpenseState::Submitted, ExpenseState::Approved],
        ),
    })
}

/// For whom the server acts: whoever asks is that person.
pub(crate) fn me() -> PersonId {
    id_at::<Person>(0)
}
