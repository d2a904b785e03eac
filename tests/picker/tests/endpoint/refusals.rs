//! What an endpoint refuses: asked again where that may help, told where it does not.

use std::time::Duration;

use mcp_ergo::sim::{Choice, Endpoint, Mode, PickError, Picker as _};
use picker_tests::{Model, Reply, called};
use serde_json::json;

use crate::{chat, pick, tools};

/// An hour, so that whoever waits for it is not done in time.
const TOO_LONG: Duration = Duration::from_secs(3_600);

fn good() -> Reply {
    Reply::Message(called(&[("favourite__get_pods", "{}")]))
}

fn status(status: u16) -> Reply {
    Reply::Raw(status, Vec::new(), String::new())
}

/// The error of a model that always answers the same, and how often it was asked.
fn refused(reply: impl Fn() -> Reply + Send + Sync + 'static) -> (PickError, usize) {
    let model = Model::scripted(move |_, _| reply());
    let error = pick(chat(&model), Mode::Tools, &tools()).expect_err("it never answers");
    (error, model.seen().len())
}

#[test]
fn what_passes_is_asked_again_until_it_has() {
    for passing in [429, 500, 503] {
        let model = Model::scripted(move |number, _| match number {
            0 | 1 => status(passing),
            _ => good(),
        });
        let pick = pick(chat(&model), Mode::Tools, &tools()).unwrap();
        assert_eq!(pick.choices, [Choice::tool(0)], "{passing}");
        let seen = model.seen();
        assert_eq!(seen.len(), 3, "{passing}");
        assert_eq!(seen[0].text, seen[2].text, "the same is asked again");
    }
}

#[test]
fn the_endpoint_says_how_long_to_wait() {
    let model = Model::scripted(|number, _| match number {
        0 => Reply::Raw(429, vec![("retry-after", "0".to_owned())], String::new()),
        _ => good(),
    });
    // Its own wait would not end before the test does.
    let chat = chat(&model).first_wait(TOO_LONG);
    assert_eq!(
        pick(chat, Mode::Tools, &tools()).unwrap().choices,
        [Choice::tool(0)]
    );
}

#[test]
fn what_does_not_pass_leaves_its_task_unasked() {
    let (error, asked) = refused(|| {
        let body = json!({"error": {"message": "overloaded"}});
        Reply::Raw(503, Vec::new(), body.to_string())
    });
    assert!(error.is_unasked() && !error.is_fatal(), "{error:?}");
    assert_eq!(asked, 4);
    let says = "answered 503, also when asked again 3 times: overloaded";
    assert!(error.message.ends_with(says), "{error}");
}

#[test]
fn an_answer_that_takes_too_long_leaves_its_task_unasked() {
    let model = Model::scripted(|_, _| Reply::Never);
    let chat = chat(&model).timeout(Duration::from_millis(50));
    let error = pick(chat, Mode::Tools, &tools()).expect_err("it never answers");
    assert!(error.is_unasked() && !error.is_fatal(), "{error:?}");
    assert!(
        error.message.ends_with("did not answer within 50ms"),
        "{error}"
    );
    assert_eq!(model.seen().len(), 1, "it is busy with it still");
}

#[test]
fn a_key_that_is_refused_ends_the_run_and_is_not_told() {
    let model = Model::scripted(|_, _| {
        let body = json!({"error": {"message": "Incorrect API key provided: sk-secret-7."}});
        Reply::Raw(401, Vec::new(), body.to_string())
    });
    let with_key = chat(&model).key("sk-secret-7").unwrap();
    let error = pick(with_key, Mode::Enum, &tools()).expect_err("it is refused");
    assert!(error.is_fatal(), "{error:?}");
    assert!(
        error
            .message
            .ends_with("answered 401: Incorrect API key provided: (the key)."),
        "{error}"
    );
    assert!(error.help.contains("whether the key is right"), "{error:?}");
    assert!(!format!("{error:?}").contains("secret"), "{error:?}");
    assert_eq!(model.seen().len(), 1, "it will not get better");
    let error = pick(chat(&model), Mode::Enum, &tools()).expect_err("it is refused");
    assert!(error.help.contains("--key-env"), "{error:?}");
}

#[test]
fn a_model_that_is_not_there_ends_the_run() {
    let (error, asked) = refused(|| status(404));
    assert!(
        error.is_fatal() && error.help.contains("`tiny`"),
        "{error:?}"
    );
    assert_eq!(asked, 1);
}

#[test]
fn an_account_that_is_spent_ends_the_run() {
    let (error, asked) = refused(|| {
        let body =
            json!({"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}});
        Reply::Raw(429, Vec::new(), body.to_string())
    });
    assert!(
        error.is_fatal() && error.help.contains("account"),
        "{error:?}"
    );
    assert_eq!(asked, 1);
}

#[test]
fn a_page_instead_of_a_completion_ends_the_run_where_there_never_was_one() {
    let page = || Reply::Raw(200, Vec::new(), "<html>Welcome</html>".to_owned());
    let (error, asked) = refused(page);
    assert!(error.is_fatal(), "{error:?}");
    assert!(
        error.message.contains("no completion") && error.message.ends_with("<html>Welcome</html>"),
        "{error}"
    );
    assert_eq!(asked, 4);

    let model = Model::scripted(move |number, _| if number == 0 { good() } else { page() });
    let endpoint = Endpoint::new(chat(&model), Mode::Tools).unwrap();
    let tools = tools();
    let prepared = endpoint.prepare(&tools).unwrap();
    assert_eq!(
        prepared.pick("Which pods run?").unwrap().choices,
        [Choice::tool(0)]
    );
    let later = prepared.pick("Which pods run?").expect_err("a page");
    assert!(later.is_unasked() && !later.is_fatal(), "{later:?}");
}

#[test]
fn a_redirect_is_not_followed() {
    let (error, asked) = refused(|| {
        Reply::Raw(
            307,
            vec![("location", "http://127.0.0.1:1/".to_owned())],
            String::new(),
        )
    });
    assert!(
        error.is_fatal() && error.message.ends_with("answered 307: http://127.0.0.1:1/"),
        "{error:?}"
    );
    assert_eq!(asked, 1);
}

#[test]
fn nobody_at_the_address_ends_the_run() {
    let gone = Model::saying(json!({}));
    let chat = chat(&gone).retries(1);
    drop(gone);
    let error = pick(chat, Mode::Enum, &tools()).expect_err("nobody is there");
    assert!(error.is_fatal(), "{error:?}");
    assert!(
        error
            .message
            .contains("cannot be reached, also when asked again"),
        "{error}"
    );
    assert!(error.help.contains("whether it runs"), "{error:?}");
}
