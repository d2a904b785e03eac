//! Calls of both kinds, and what is said where the other kind comes back.

use mcp_ergo::testing::{Client, Era, json};
use mcp_ergo::{NextAction, Page, Recovery};
use serde_json::Value;

use crate::fixtures::{Report, answer, fails, get_report, list_days, says, server, told};

#[tokio::test]
async fn an_answer_is_taken_apart_in_both_eras() {
    for era in Era::ALL {
        let client = Client::connect_in(era, server(says("3 lines."))).await;
        assert!(client.instructions().starts_with("Reports of the days."));
        let names: Vec<&str> = client.tools().iter().map(|tool| &*tool.name).collect();
        assert_eq!(names, ["get_account", "get_report", "list_days"]);

        let listed = client.run(list_days::call()).await;
        assert_eq!(listed.outcome(), "1 day has a report.");
        assert_eq!(listed.data::<Page<String>>().items, ["monday"]);
        assert!(
            listed
                .text()
                .starts_with("1 day has a report. Next: get_report ")
        );
        assert_eq!(listed.json()["total"], 1);
        assert!(listed.blockers().is_empty());

        let next = listed.next_action().expect("a next call");
        assert_eq!(
            (next.tool(), next.reason(), &next.args()["day"]),
            ("get_report", "to read it", &json!("monday"))
        );
        let report = client.follow(next).await;
        assert_eq!(report.data::<Value>(), json!({"note": ""}));
        assert_eq!(report.next_action(), None);
    }
}

#[tokio::test]
async fn a_failure_is_taken_apart_in_both_eras() {
    for era in Era::ALL {
        let client = Client::connect_in(era, server(fails("no report", "find a day"))).await;
        let failed = client
            .run_to_error(get_report::call("monday".to_owned()))
            .await;
        assert_eq!(failed.error(), "no report");
        assert_eq!(failed.hint(), "Find a day.");
        assert_eq!(failed.recovery(), Recovery::Fix);
        assert_eq!(
            failed.next_action().map(NextAction::tool),
            Some("list_days")
        );
        assert!(failed.issues().is_empty() && failed.candidates().is_empty());
        assert_eq!((failed.retry_after(), failed.reference()), (None, None));
        assert!(failed.text().starts_with("no report. Find a day."));
        assert_eq!(failed.json()["recovery"], "fix");

        let refused = client.expect_error("get_report", json!({})).await;
        assert_eq!(refused.issues()[0].path, "/day");

        let unknown = client.expect_protocol_error("get_rapport", json!({})).await;
        assert!(
            unknown.message.contains("get_report"),
            "{}",
            unknown.message
        );
    }
}

#[tokio::test]
async fn calls_run_side_by_side() {
    let client = Client::connect(server(says("3 lines."))).await;
    let (one, other) = tokio::join!(async { client.run(list_days::call()).await }, async {
        client.call("get_report", json!({"day": "monday"})).await
    },);
    assert_eq!(one.outcome(), "1 day has a report.");
    assert_eq!(other.data::<Report>().note, "");
}

#[tokio::test]
async fn a_failure_where_an_answer_was_expected_is_shown_whole() {
    let told = told(async {
        let client = Client::connect(server(fails("no report", "find a day"))).await;
        client.call("get_report", json!({"day": "monday"})).await
    })
    .await;
    let (head, tail) = told.split_once("\n  --> ").expect("a place");
    assert_eq!(
        head,
        "get_report {\"day\":\"monday\"} failed where an answer was expected"
    );
    let (place, tail) = tail.split_once('\n').expect("a help");
    assert!(place.contains("client.rs:"), "{place}");
    let start = "help: mend the call, or expect the failure with `client.expect_error(\"get_report\", \
                 …)`\n\nno report. Find a day. Next: list_days {}.\n\n{\n";
    assert!(tail.starts_with(start), "{tail}");
}

#[tokio::test]
async fn an_answer_where_a_failure_was_expected_is_shown_whole() {
    let told = told(async {
        let client = Client::connect(server(says("3 lines."))).await;
        client.expect_error("list_days", json!({})).await
    })
    .await;
    let start = "list_days {} succeeded where a failure was expected\n  --> ";
    assert!(told.starts_with(start), "{told}");
    let rest = "`client.call(\"list_days\", …)`\n\n1 day has a report. Next: get_report ";
    assert!(told.contains(rest), "{told}");
}

#[tokio::test]
async fn an_error_of_the_protocol_is_told_as_one() {
    let told = told(async {
        let client = Client::connect(server(says("3 lines."))).await;
        client.call("get_rapport", json!({})).await
    })
    .await;
    let start = "the call of get_rapport failed by the protocol (-32602): no tool is called \
                 \"get_rapport\"; the nearest are get_report,";
    assert!(told.starts_with(start), "{told}");
}

#[tokio::test]
async fn data_of_another_type_is_shown() {
    let told = told(async {
        let client = Client::connect(server(says("3 lines."))).await;
        let reply = client.call("get_report", json!({"day": "monday"})).await;
        reply.data::<Page<String>>()
    })
    .await;
    let start = "the data of get_report {\"day\":\"monday\"} is no \
                 mcp_ergo::reply::page::Page<alloc::string::String>: missing field `items`";
    assert!(told.starts_with(start), "{told}");
}

#[tokio::test]
async fn arguments_that_are_no_object_are_refused_before_they_are_sent() {
    let told = told(async {
        let client = Client::connect(server(says("3 lines."))).await;
        client.call("get_report", json!(["monday"])).await
    })
    .await;
    assert_eq!(
        told,
        "the arguments of get_report are an object by name, not [\"monday\"]"
    );
}

#[tokio::test]
async fn a_server_that_is_not_ours_is_called_the_same() {
    for era in Era::ALL {
        let foreign = answer(&["1 total."], json!({"outcome": "1 total.", "total": 1}));
        let client = Client::connect_in(era, foreign).await;
        let reply = client.call("get_total", json!({})).await;
        assert_eq!(reply.outcome(), "1 total.");
        assert_eq!(reply.data::<Value>(), json!({"total": 1}));
    }
}

#[tokio::test]
async fn what_blocks_a_workflow_is_read() {
    let plan = json!({"tool": "get_total", "args": {}, "reason": "to make one"});
    let data = json!({
        "outcome": "Nothing was sent.",
        "blockers": [{"what": "no plan is stored", "fix": "create one", "nextAction": plan}],
    });
    let client = Client::connect(answer(&["Nothing was sent."], data)).await;
    let reply = client.call("get_total", json!({})).await;
    let [blocker] = reply.blockers() else {
        panic!("one blocker");
    };
    assert_eq!(
        (blocker.what(), blocker.fix()),
        ("no plan is stored", "create one")
    );
    let next = blocker.next_action().expect("a next call");
    assert_eq!(client.follow(next).await.outcome(), "Nothing was sent.");
}

#[tokio::test]
async fn a_failure_without_an_envelope_is_told() {
    let told = told(async {
        let mut foreign = answer(&["it broke"], Value::Null);
        foreign.0.is_error = Some(true);
        let client = Client::connect(foreign).await;
        client.expect_error("get_total", json!({})).await
    })
    .await;
    assert!(
        told.starts_with("get_total {} failed without an envelope ("),
        "{told}"
    );
}
