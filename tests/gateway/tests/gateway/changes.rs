//! Lists that change while clients look.

use std::net::{Ipv4Addr, SocketAddr};

use gateway_tests::{Listening, Manner, Trouble};
use mcp_ergo::gateway::Upstream;
use serde_json::json;

use crate::talk::{Talk, gateway, upstream};

fn extras(names: &[String]) -> usize {
    names
        .iter()
        .filter(|name| name.contains("read_extra_"))
        .count()
}

#[tokio::test]
async fn clients_of_both_eras_hear_of_a_new_list() {
    for manner in ["good", "old"] {
        let gateway = gateway([upstream("one", manner), upstream("two", "good")]).await;
        let (mut old, mut new) = (
            Talk::with(&gateway).await,
            Talk::newest_with(&gateway).await,
        );
        old.ok("one__change_list", json!({"more": 3})).await;
        let names = old.until(|names| extras(names) == 3).await;
        assert!(names.contains(&"one__read_extra_2".to_owned()), "{names:?}");
        new.until(|names| extras(names) == 3).await;
        new.ok("one__read_extra_1", json!({})).await;
        // One that is gone is unknown.
        new.ok("one__change_list", json!({"more": 1})).await;
        new.until(|names| extras(names) == 1).await;
        assert!(new.try_call("one__read_extra_1", json!({})).await.is_err());
        gateway.stop().await;
    }
}

#[tokio::test]
async fn the_list_of_a_server_over_http_is_followed_in_both_eras() {
    for manner in [Manner::Good, Manner::Old] {
        let server = Trouble::new(manner);
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listening = Listening::begin(server.clone(), "tok-one-two", anywhere).await;
        let upstream = Upstream::http("far", listening.url()).bearer("tok-one-two");
        let gateway = gateway([upstream]).await;
        assert!(gateway.is_whole(), "{:?}", gateway.notes());
        let mut talk = Talk::newest_with(&gateway).await;
        talk.ok("far__echo_text", json!({"text": "x"})).await;
        server.grow(2);
        talk.until(|names| extras(names) == 2).await;
        gateway.stop().await;
    }
}

#[tokio::test]
async fn the_gateway_says_that_its_list_changes() {
    let gateway = gateway([upstream("one", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let info = talk.service.peer_info().expect("it is known");
    let tools = info.capabilities.tools.as_ref().expect("it has tools");
    assert_eq!(tools.list_changed, Some(true));
    gateway.stop().await;
}
