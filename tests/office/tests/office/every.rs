//! Every tool, called with the examples that its own schema gives.

use mcp_ergo::testing::{Client, json};
use serde_json::{Map, Value};

/// What some tools are sent in place of their examples: rows that stand as the tool wants them, and
/// that no other tool of the test needs.
const INSTEAD: &[(&str, &str, &str)] = &[
    ("accept_invitation", "person_id", "per_233"),
    ("acknowledge_incident", "incident_id", "inc_310"),
    ("answer_ticket", "ticket_id", "tic_913"),
    ("approve_deployment", "deployment_id", "dep_800"),
    ("approve_expense", "expense_id", "exp_102"),
    ("approve_invoice", "invoice_id", "inv_999"),
    ("approve_leave", "leave_id", "lea_476"),
    ("approve_pull_request", "pull_request_id", "pr_339"),
    ("approve_purchase_order", "purchase_order_id", "po_620"),
    ("archive_customer", "customer_id", "cus_150"),
    ("assign_incident_lead", "incident_id", "inc_310"),
    ("assign_ticket", "ticket_id", "tic_913"),
    ("cancel_deployment", "deployment_id", "dep_798"),
    ("cancel_event", "event_id", "ev_140"),
    ("cancel_purchase_order", "purchase_order_id", "po_619"),
    ("close_ticket", "ticket_id", "tic_912"),
    ("comment_on_ticket", "ticket_id", "tic_913"),
    ("create_branch", "branch", "fix/rounding"),
    ("create_credit_note", "invoice_id", "inv_871"),
    ("create_shipment", "site", "south_works"),
    ("decline_invitation", "person_id", "per_258"),
    ("delete_alert", "alert_id", "alert_110"),
    ("delete_document", "document_id", "doc_150"),
    ("delete_message", "message_id", "msg_150"),
    ("escalate_ticket", "ticket_id", "tic_913"),
    ("merge_customers", "customer_id", "cus_151"),
    ("merge_pull_request", "pull_request_id", "pr_328"),
    ("merge_tickets", "ticket_id", "tic_908"),
    ("merge_tickets", "into_ticket_id", "tic_907"),
    ("post_incident_update", "incident_id", "inc_310"),
    ("receive_delivery", "purchase_order_id", "po_614"),
    ("record_payment", "invoice_id", "inv_871"),
    ("reject_leave", "leave_id", "lea_455"),
    ("reopen_ticket", "ticket_id", "tic_920"),
    ("resolve_incident", "incident_id", "inc_309"),
    ("roll_back_deployment", "deployment_id", "dep_787"),
    // The one that `create_draft` makes.
    ("send_draft", "message_id", "msg_2501"),
    ("send_invoice", "invoice_id", "inv_1000"),
    ("send_payment_reminder", "invoice_id", "inv_871"),
    ("set_incident_severity", "incident_id", "inc_310"),
    ("set_ticket_priority", "ticket_id", "tic_913"),
    ("transfer_stock", "from_site", "north_works"),
    ("void_invoice", "invoice_id", "inv_998"),
];

/// A right value by what the schema says of it.
fn example(name: &str, schema: &Value) -> Value {
    if let Some(given) = schema.pointer("/examples/0").or(schema.pointer("/enum/0")) {
        return given.clone();
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("string"), Some("date")) => json!("2026-09-14"),
        (Some("array"), _) => json!([example(name, &schema["items"])]),
        (Some("boolean"), _) => json!(true),
        (Some("integer"), _) => schema.get("minimum").cloned().unwrap_or(json!(1)),
        (Some("number"), _) => json!(1.5),
        _ => panic!("no example of {name}: {schema}"),
    }
}

/// The required arguments of a tool.
fn arguments(tool: &str, schema: &Value) -> Value {
    let required = schema["required"].as_array().into_iter().flatten();
    let given: Map<String, Value> = required
        .filter_map(Value::as_str)
        .map(|name| {
            let mut given = INSTEAD.iter().filter(|row| (row.0, row.1) == (tool, name));
            let example = || example(name, &schema["properties"][name]);
            let value = given.next().map_or_else(example, |row| json!(row.2));
            (name.to_owned(), value)
        })
        .collect();
    Value::Object(given)
}

#[tokio::test]
async fn every_tool_answers_to_its_own_examples() {
    let server = office::builder().boot().expect("the office boots");
    let client = Client::connect(server).await;
    for tool in client.tools() {
        let sent = arguments(&tool.name, &json!(tool.input_schema));
        // The client fails the test where the answer is an error or breaks the tool's own schema.
        client.call(&tool.name, sent).await;
    }
    assert_eq!(client.tools().len(), 146);
}
