//! Answers: the sentence, the data, and what comes next.

use serde_json::json;
use wire_tests::line::InProcess;
use wire_tests::{Era, catalog, workshop};

#[tokio::test]
async fn every_success_fits_the_schema_that_is_advertised() {
    for era in Era::ALL {
        let (server, gate) = workshop::gated();
        gate.open();
        let mut client = InProcess::of(server, era).await;
        let tools = client.tools().await;
        let part = json!({"name": "foot", "sizes": [90, 20], "finish": "glazed"});
        for (tool, arguments) in [
            ("add_note", json!({"task_progress": "thrown"})),
            ("check_clay", json!({})),
            ("continue_work", json!({"piece": "mug"})),
            ("continue_work", json!({"piece": "bowl"})),
            ("continue_work", json!({"piece": "teapot"})),
            ("count_shelves", json!({})),
            (
                "draw_pot",
                json!({"pot": {"madeIn": 2024, "allParts": [part]}}),
            ),
            (
                "mix_glaze",
                json!({"glazeName": "celadon", "litreCount": 2}),
            ),
            ("open_cabinet", json!({"pin": "4711"})),
            ("wait_turn", json!({})),
        ] {
            let answer = client.call(tool, arguments).await;
            catalog::assert_fits(&tools, tool, &answer);
            let outcome = answer.data()["outcome"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            assert!(answer.words().starts_with(&outcome), "{}", answer.words());
        }
    }
}

#[tokio::test]
async fn next_action_stands_in_the_words_and_in_the_data() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        let answer = client.call("continue_work", json!({"piece": "bowl"})).await;
        assert_eq!(
            answer.words(),
            r#"The bowl is thrown. Next: continue_work {"piece":"bowl"} to fire it."#
        );
        let next =
            json!({"tool": "continue_work", "args": {"piece": "bowl"}, "reason": "to fire it"});
        assert_eq!(answer.data()["nextAction"], next);
        let again = client.call("continue_work", next["args"].clone()).await;
        assert!(!again.is_error(), "a next action is a call that works");
    }
}

#[tokio::test]
async fn blockers_stand_in_the_words_and_keep_what_is_granted() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        let answer = client
            .call("continue_work", json!({"piece": "teapot"}))
            .await;
        assert_eq!(
            answer.data()["blockers"],
            json!([
                {
                    "what": "there is no clay",
                    "fix": "look how much is left",
                    "nextAction": {"tool": "check_clay", "args": {}, "reason": "to see the stock"},
                },
                {"what": "the pit is closed", "fix": "order some"},
            ])
        );
        assert_eq!(
            answer.words(),
            "The teapot is not begun. Blocked: there is no clay: look how much is left. Next: \
             check_clay {} to see the stock. Blocked: the pit is closed: order some."
        );
    }
}

#[tokio::test]
async fn step_that_is_done_names_nothing_else() {
    let mut client = InProcess::of(workshop::server(), Era::Handshake).await;
    let answer = client.call("continue_work", json!({"piece": "mug"})).await;
    assert_eq!(answer.words(), "The mug is finished.");
    assert_eq!(
        answer.data(),
        json!({"outcome": "The mug is finished.", "steps": 3})
    );
}

#[tokio::test]
async fn data_stands_in_declared_order_after_the_outcome() {
    let mut client = InProcess::of(workshop::server(), Era::Handshake).await;
    let answer = client
        .call("mix_glaze", json!({"litreCount": 2, "glazeName": "shino"}))
        .await;
    let text = answer.result["content"][1]["text"]
        .as_str()
        .unwrap_or_default();
    assert_eq!(
        text,
        r#"{"outcome":"Mixed 2 litres of shino.","glazeName":"shino","litreCount":2}"#
    );
}
