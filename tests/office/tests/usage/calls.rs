//! The calls of one office over one month.

use serde::Serialize;

use crate::mistakes::failure;
use crate::random::Random;
use crate::tools::Tool;

const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
const DAY: u64 = 24 * HOUR;

/// 1 November 2026, a Sunday.
const FROM: u64 = 1_793_491_200 * SECOND;
const DAYS: u64 = 30;

/// Calls of tools that are there.
const KNOWN: u64 = 5_979;
/// What a model calls that goes by how such tools are named elsewhere, three times each.
const MADE_UP: [&str; 7] = [
    "find_customer",
    "get_email",
    "list_calendar_events",
    "read_document",
    "search_invoice",
    "all__mail__search_mail",
    "favourite__get_ticket_details",
];

/// One call, as a record of usage is written as JSON.
#[derive(Serialize)]
pub(crate) struct Call {
    /// Milliseconds since 1970.
    at: u64,
    pub(crate) tool: String,
    presented: String,
    pub(crate) status: &'static str,
    pub(crate) codes: Vec<String>,
    /// Microseconds.
    duration: u64,
    role: Option<&'static str>,
}

/// Every call, the oldest first. The tool at rank r is called in proportion to 1/r.
pub(crate) fn calls(tools: &[Tool], order: &[&str], favourites: &[&str]) -> Vec<Call> {
    let mut calls = Vec::new();
    for (name, times) in order.iter().zip(shares(order.len())) {
        let tool = tools.iter().find(|tool| tool.name == *name);
        let tool =
            tool.unwrap_or_else(|| panic!("usage-order.txt names '{name}', which is no tool"));
        let favourite = favourites.contains(name);
        calls.extend((0..times).map(|nth| known(tool, favourite, &mut Random::of(name, nth))));
    }
    for name in MADE_UP {
        calls.extend((0..3).map(|nth| unknown(name, &mut Random::of(name, nth))));
    }
    calls.sort_by(|a, b| (a.at, &a.presented).cmp(&(b.at, &b.presented)));
    calls
}

/// How often the tool at each rank is called.
fn shares(ranks: usize) -> Vec<u64> {
    let weights = (1..).take(ranks).map(|rank: u64| 1_000_000_000 / rank);
    let total: u64 = weights.clone().sum();
    let mut shares: Vec<u64> = weights
        .map(|weight| (KNOWN * weight + total / 2) / total)
        .collect();
    // The first takes what rounding leaves.
    let others: u64 = shares[1..].iter().sum();
    shares[0] = KNOWN - others;
    shares
}

fn known(tool: &Tool, favourite: bool, random: &mut Random) -> Call {
    let at = moment(random);
    let presented = presented(tool, favourite, random);
    let role = role(&tool.domain, random);
    let (status, codes) = match random.below(1_000) {
        0..58 => failure(tool, random),
        58..63 => ("cancelled", vec!["cancelled".to_owned()]),
        _ => ("ok", Vec::new()),
    };
    Call {
        at,
        tool: tool.name.clone(),
        presented,
        status,
        codes,
        duration: duration(tool.reads, status, random),
        role,
    }
}

fn unknown(name: &str, random: &mut Random) -> Call {
    Call {
        at: moment(random),
        tool: "(unknown)".to_owned(),
        presented: name.to_owned(),
        status: "unknown_tool",
        codes: Vec::new(),
        duration: 0,
        role: Some("clerk"),
    }
}

/// Between seven and seven, most around one o'clock, and little at weekends.
fn moment(random: &mut Random) -> u64 {
    let day = loop {
        let day = random.below(DAYS);
        let weekend = matches!(day % 7, 0 | 6);
        if !weekend || random.below(8) == 0 {
            break day;
        }
    };
    FROM + day * DAY + 7 * HOUR + random.below(6 * HOUR) + random.below(6 * HOUR)
}

/// Some clients are shown favourites first, and some of those look through everything all the same.
fn presented(tool: &Tool, favourite: bool, random: &mut Random) -> String {
    let Tool { name, domain, .. } = tool;
    let (by_favourites, through_all) = (random.below(10) >= 6, random.below(8) == 0);
    match (by_favourites, favourite && !through_all) {
        (false, _) => name.clone(),
        (true, true) => format!("favourite__{name}"),
        (true, false) => format!("all__{domain}__{name}"),
    }
}

fn role(domain: &str, random: &mut Random) -> Option<&'static str> {
    match random.below(20) {
        0 => None,
        1 | 2 => Some("manager"),
        _ if matches!(
            domain,
            "repositories" | "deployments" | "incidents" | "metrics"
        ) =>
        {
            Some("engineer")
        }
        _ => Some("clerk"),
    }
}

/// In microseconds. A mistake is found at once, and one call of two takes twice as long, one of four
/// four times.
fn duration(reads: bool, status: &str, random: &mut Random) -> u64 {
    let slower = random.next().trailing_zeros().min(7);
    match status {
        "fix" | "retry" | "stop" => 150 + random.below(900),
        "timeout" => 60_000_000 + random.below(4_000),
        _ if reads => (3_000 + random.below(3_000)) << slower,
        _ => (7_000 + random.below(9_000)) << slower,
    }
}
