//! What boot says of a catalog that somebody else wrote.

use std::sync::atomic::Ordering;
use std::time::Duration;

use harden_tests::menagerie::Menagerie;
use harden_tests::recorder::Recorder;
use harden_tests::shifting::Shifting;
use mcp_ergo::harden;
use mcp_ergo::rules::Policy;
use serde_json::json;
use wire_tests::Era;
use wire_tests::line::InProcess;

#[tokio::test]
async fn a_server_that_can_be_served_boots() {
    let server = harden(Menagerie::default()).boot().await.expect("it boots");
    let mut client = InProcess::of(server, Era::Handshake).await;
    assert_eq!(
        client.call("take_number", json!({"n": 1})).await.words(),
        "1"
    );
    let _without_tools = harden(Recorder::default())
        .boot()
        .await
        .expect("a server without tools boots");
}

#[tokio::test]
async fn strict_refuses_with_every_violation_in_its_place() {
    let error = harden(Menagerie::default())
        .strict()
        .await
        .map(|_| ())
        .expect_err("rules are broken");
    let text = error.to_string();
    assert!(text.starts_with("menagerie does not boot: "), "{text}");
    for code in ["P001", "P017", "A001"] {
        assert!(error.codes().any(|known| known == code), "{code} in {text}");
    }
    assert!(text.contains("(tool draw_figure)"), "{text}");
    assert!(text.contains("/inputSchema/properties/figure"), "{text}");
    // What was mended is no violation.
    assert!(
        !text.contains("(tool sort_animals)\nhelp: inline"),
        "{text}"
    );
    // Little is denied to a catalog that somebody else wrote.
    let _lenient = harden(Menagerie::default())
        .policy(Policy::audit())
        .strict()
        .await
        .expect("it boots");
}

#[tokio::test]
async fn what_cannot_be_served_at_all_does_not_boot() {
    let boot = async |step: u32| {
        let server = Shifting::default();
        server.step.store(step, Ordering::SeqCst);
        let hardened = harden(server)
            .timeout(Duration::from_millis(40))
            .server_info("shifting", "1");
        hardened
            .boot()
            .await
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(boot(0).await, Ok(()));
    assert_eq!(boot(2).await, Ok(()));
    let help = "call `list_tools` in a test; rmcp builds its router there, and panics at an input schema that is no object";
    for (step, cause) in [
        (3, "tools/list panicked: the needle broke in the archive"),
        (4, "tools/list did not answer within 40 ms"),
        (6, "tools/list failed: no list today"),
    ] {
        assert_eq!(
            boot(step).await.unwrap_err(),
            format!(
                "shifting does not boot: 1 violation; nothing is served\n\nerror: {cause}\nhelp: {help}"
            )
        );
    }
    assert_eq!(
        boot(5).await.unwrap_err(),
        "shifting does not boot: 1 violation; nothing is served\n\nerror: the input schema of `get_list` has the type \"array\", and clients refuse the whole list for it\nhelp: give it the type \"object\" with a property for each parameter"
    );
}

#[tokio::test]
async fn a_server_that_does_not_say_its_name_is_told_how_to() {
    let error = harden(Shifting::default())
        .strict()
        .await
        .map(|_| ())
        .expect_err("it has no name");
    let text = error.to_string();
    assert!(text.contains("the server calls itself `rmcp`"), "{text}");
    assert!(
        text.contains("call `.server_info(env!(\"CARGO_PKG_NAME\"), env!(\"CARGO_PKG_VERSION\"))`"),
        "{text}"
    );
    for era in Era::ALL {
        let named = harden(Shifting::default()).server_info("library", "1.2.3");
        let client = InProcess::of(named, era).await;
        let info = era.server_info(&client.opened);
        assert_eq!(
            (&info["name"], &info["version"]),
            (&json!("library"), &json!("1.2.3"))
        );
    }
}
