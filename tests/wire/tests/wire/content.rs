//! Answers that are no data.

use serde_json::json;
use wire_tests::line::InProcess;
use wire_tests::{Era, studio};

#[tokio::test]
async fn every_kind_of_content_follows_the_sentence() {
    for era in Era::ALL {
        let mut client = InProcess::of(studio::server(), era).await;
        let answer = client.call("draw_pot", json!({})).await;
        assert_eq!(
            answer.result["content"],
            json!([
                {"type": "text", "text": "Drew the pot. Next: say_weight {} to know what it weighs."},
                {"type": "image", "data": "iVBORw==", "mimeType": "image/png"},
                {"type": "audio", "data": "Y2xpbmc=", "mimeType": "audio/wav"},
                {"type": "resource_link", "uri": "studio://shelf", "name": "shelf"},
                {"type": "resource", "resource": {
                    "uri": "studio://pot/label", "mimeType": "text/plain", "text": "Tea pot, 1 l"
                }},
                {"type": "resource", "resource": {
                    "uri": "studio://pot/seal",
                    "mimeType": "application/octet-stream",
                    "blob": "AP8="
                }},
                {"type": "text", "text": "Fired twice."}
            ])
        );
        assert_eq!(answer.result.get("structuredContent"), None);
    }
}

#[tokio::test]
async fn a_sentence_alone_is_a_plain_text() {
    for era in Era::ALL {
        let mut client = InProcess::of(studio::server(), era).await;
        let answer = client.call("say_weight", json!({})).await;
        assert_eq!(
            answer.result["content"],
            json!([{"type": "text", "text": "The pot weighs 900 g."}])
        );
    }
}

#[tokio::test]
async fn blockers_are_told_in_words() {
    let mut client = InProcess::of(studio::server(), Era::Stateless).await;
    assert_eq!(
        client.call("pack_pot", json!({})).await.words(),
        "The pot is not packed. Blocked: the pot is wet: wait until it is dry. \
         Next: say_weight {} to see whether it still loses water."
    );
}

#[tokio::test]
async fn tools_that_answer_with_content_have_no_output_schema() {
    for era in Era::ALL {
        let mut client = InProcess::of(studio::server(), era).await;
        for tool in client.tools().await {
            assert_eq!(tool.get("outputSchema"), None, "{tool}");
        }
    }
}
