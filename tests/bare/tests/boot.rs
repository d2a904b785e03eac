//! A crate without serde boots like any other.

use bare::{Job, RoomId, Urgency, plan_jobs};
use mcp_ergo::{Server, ToolCall};

#[test]
fn it_boots_and_calls() {
    let job = Job {
        fault: "the window".to_owned(),
        urgency: Urgency::High,
        hours: None,
    };
    let call = plan_jobs::call(RoomId("B-204".to_owned()), vec![job]);
    let arguments = call.into_arguments();
    assert_eq!(arguments["jobs"][0]["urgency"], "high");
    let server = Server::builder("bare", "1.0.0")
        .purpose("Jobs of a caretaker.")
        .start_with(plan_jobs::tool())
        .grant("jobs:write")
        .boot();
    assert!(server.is_ok(), "{:?}", server.err());
}
