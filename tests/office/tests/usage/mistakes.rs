//! What goes wrong in a call, as a store of usage would write it down.

use serde_json::Value;

use crate::random::Random;
use crate::tools::Tool;

/// What the office has many of, by the parameter that names one. It fails as `NoSuchEvent` does.
const NAMED: [&str; 24] = [
    "event_id",
    "room_id",
    "message_id",
    "thread_id",
    "ticket_id",
    "person_id",
    "leave_id",
    "expense_id",
    "repository",
    "branch",
    "pull_request_id",
    "service",
    "flag",
    "deployment_id",
    "incident_id",
    "invoice_id",
    "payment_id",
    "customer_id",
    "document_id",
    "part_id",
    "purchase_order_id",
    "shipment_id",
    "metric",
    "alert_id",
];

/// The status of a call that failed, and its codes.
pub(crate) fn failure(tool: &Tool, random: &mut Random) -> (&'static str, Vec<String>) {
    let by_server = |status, code: &str| (status, vec![code.to_owned()]);
    match random.below(100) {
        0..56 => ("fix", arguments(tool, random)),
        56..82 => match not_there(tool, random) {
            Some(code) => ("fix", vec![code]),
            None => ("fix", arguments(tool, random)),
        },
        82..90 => by_server("retry", "rate_limited"),
        90..95 if !tool.reads => by_server("stop", "denied"),
        90..95 => by_server("retry", "crowded"),
        _ => by_server("timeout", "timeout"),
    }
}

/// Mistakes in arguments: mostly one, now and then two.
fn arguments(tool: &Tool, random: &mut Random) -> Vec<String> {
    let mut codes = vec![argument(tool, random)];
    if random.below(6) == 0 {
        codes.push(argument(tool, random));
        codes.dedup();
    }
    codes
}

fn argument(tool: &Tool, random: &mut Random) -> String {
    let left_out = random.pick(&tool.required).cloned();
    let given = random.pick(&tool.parameters);
    match (random.below(10), left_out, given) {
        (0..3, Some(name), _) => format!("missing:{name}"),
        (3..9, _, Some((name, schema))) => format!("{}:{name}", kind(schema)),
        // A parameter that a caller made up has no name.
        _ => "unknown".to_owned(),
    }
}

/// The mistake that a schema invites.
fn kind(schema: &Value) -> &'static str {
    let invited = [
        ("enum", "option"),
        ("pattern", "pattern"),
        ("format", "format"),
        ("maximum", "range"),
        ("maxLength", "length"),
    ];
    let found = invited.iter().find(|(word, _)| schema.get(word).is_some());
    found.map_or("type", |(_, kind)| kind)
}

fn not_there(tool: &Tool, random: &mut Random) -> Option<String> {
    let parameters = tool.parameters.iter().map(|(name, _)| name.as_str());
    let named: Vec<&str> = parameters.filter(|name| NAMED.contains(name)).collect();
    let one = random.pick(&named)?;
    let words = one.trim_end_matches("_id").split('_').map(capitalized);
    Some(format!("NoSuch{}", words.collect::<String>()))
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
