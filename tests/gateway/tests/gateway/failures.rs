//! What goes wrong, told where models read it.

use std::time::Duration;

use serde_json::json;

use crate::talk::{Talk, gateway, upstream};

#[tokio::test]
async fn every_failure_of_an_upstream_is_an_envelope() {
    let gateway = gateway([upstream("one", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let fail = async |way: &str| talk.failure("one__fail_as_told", json!({"way": way})).await;

    let (envelope, words) = fail("result").await;
    assert_eq!(envelope["error"], "no such pod");
    assert_eq!(envelope["recovery"], "fix");
    assert!(words.starts_with("no such pod."), "{words}");

    let (envelope, _) = fail("params").await;
    assert_eq!(envelope["error"], "the moon is not full");

    let (envelope, _) = fail("own").await;
    assert_eq!(envelope["error"], "the well is dry");

    // What happens inside of it is nobody's business.
    let (envelope, words) = fail("internal").await;
    assert_eq!(envelope["recovery"], "stop");
    assert!(envelope["reference"].is_string());
    assert!(
        !words.contains("hunter2") && !words.contains("/srv"),
        "{words}"
    );
    gateway.stop().await;
}

#[tokio::test]
async fn a_call_that_hangs_ends_with_its_time_and_is_cancelled_there() {
    let slow = upstream("one", "good").timeout(Duration::from_millis(600));
    let gateway = gateway([slow]).await;
    let talk = Talk::with(&gateway).await;
    let (envelope, _) = talk.failure("one__wait_for_ever", json!({})).await;
    assert_eq!(envelope["recovery"], "retry");
    assert_eq!(
        envelope["error"],
        "one__wait_for_ever did not answer within 600 ms"
    );
    // Nothing else waited for it, and the server is still there.
    talk.ok("one__echo_text", json!({"text": "x"})).await;
    assert!(gateway.is_whole());
    gateway.stop().await;
}

#[tokio::test]
async fn a_server_gets_no_more_calls_at_once_than_it_may() {
    let narrow = upstream("one", "good")
        .calls_at_once(2)
        .timeout(Duration::from_secs(4));
    let gateway = gateway([narrow, upstream("two", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let hanging: Vec<_> = (0..6)
        .map(|_| talk.call("one__wait_for_ever", json!({})))
        .collect();
    let others = async {
        for _ in 0..50 {
            talk.ok("two__echo_text", json!({"text": "x"})).await;
        }
    };
    let (hung, ()) = tokio::join!(futures_all(hanging), others);
    let crowded = hung
        .iter()
        .filter(|result| {
            let texts = crate::talk::texts(result);
            texts[0].contains("works on 2 calls already")
        })
        .count();
    assert_eq!(crowded, 4);
    gateway.stop().await;
}

async fn futures_all<T>(futures: Vec<impl Future<Output = T>>) -> Vec<T> {
    let mut pinned: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let mut done: Vec<Option<T>> = pinned.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, done) in pinned.iter_mut().zip(&mut done) {
            if done.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(context)
            {
                *done = Some(value);
            }
        }
        if done.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    done.into_iter().flatten().collect()
}
