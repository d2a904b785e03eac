//! Models that are asked: what has to be named, and what the command says where it is not.

use crate::program::{Run, shop, sim};

/// Asks a model where nobody is.
fn asked(picker: &str, arguments: &[&str]) -> Run {
    let endpoint = ["--endpoint", "http://127.0.0.1:1/v1", "--model", "m"];
    shop(&[&["--picker", picker], &endpoint[..], arguments].concat())
}

#[test]
fn a_model_has_an_endpoint_and_a_name() {
    for picker in ["endpoint", "agent"] {
        let none = shop(&["--picker", picker]);
        assert!(
            none.refuses(&[
                "no model is named to ask",
                "--endpoint URL and --model NAME"
            ]),
            "{}",
            none.err
        );
    }
    let word = shop(&["--picker", "endpoint", "--endpoint", "here", "--model", "m"]);
    let said = ["the address \"here\" is no URL", "give its base URL"];
    assert!(word.refuses(&said), "{}", word.err);
}

#[test]
fn a_key_comes_from_the_environment_alone() {
    let unset = asked("endpoint", &["--key-env", "NO_SUCH_KEY"]);
    let said = ["the environment variable `NO_SUCH_KEY` is not set"];
    assert!(unset.refuses(&said), "{}", unset.err);
}

#[test]
fn nobody_at_the_endpoint_is_told_with_what_to_do() {
    let gone = asked("endpoint", &["--retries", "0"]);
    let said = [
        "m (enum) cannot pick: http://127.0.0.1:1/v1/chat/completions cannot be reached: ",
        "help: see whether it runs and the URL is right",
    ];
    assert!(gone.refuses(&said), "{}", gone.err);
}

#[test]
fn a_server_stands_in_for_a_catalog() {
    let both = shop(&["--server", "./server"]);
    assert_eq!(both.code, Some(2));
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
    let gone = sim(&["--server", "./no-such-server", "--tasks", "tasks.json"]);
    assert!(
        gone.refuses(&["`./no-such-server` does not start"]),
        "{}",
        gone.err
    );
    let live = asked("agent", &["--live"]);
    let said = [
        "--live has no server that could answer",
        "--server or --server-url",
    ];
    assert!(live.refuses(&said), "{}", live.err);
}

#[test]
fn embeddings_want_both_files_and_a_program_that_has_them() {
    let none = shop(&["--picker", "embeddings"]);
    assert!(
        none.refuses(&["no model is named that embeds sentences"]),
        "{}",
        none.err
    );
    let files = ["--onnx", "gone.onnx", "--tokenizer", "gone.json"];
    let without = shop(&[&["--picker", "embeddings"], &files[..]].concat());
    let said = ["built without embeddings", "--features cli,sim,embeddings"];
    assert!(without.refuses(&said), "{}", without.err);
}
