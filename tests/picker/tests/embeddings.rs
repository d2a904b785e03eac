//! Picks by an ONNX file, made by `models/make.py`: words of one row of it mean the same.
#![cfg(feature = "embeddings")]

use std::path::{Path, PathBuf};

use mcp_ergo::sim::{
    Catalog, Choice, Embeddings, Outcome, Picker as _, Showing, Simulation, Task, ToolSet,
};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("models")
        .join(name)
}

fn open(onnx: &str) -> Embeddings {
    Embeddings::open(&file(onnx), &file("tokenizer.json")).unwrap()
}

fn catalog() -> Catalog {
    let catalog = br#"{"tools": [
        {"name": "pods", "description": "List pods."},
        {"name": "log", "description": "Show what was written."},
        {"name": "request", "description": "Change a request.", "inputSchema": {"type": "object", "properties":
            {"action": {"type": "string", "enum": ["close", "merge"]}}}}
    ]}"#;
    Catalog::read("cluster", catalog).unwrap()
}

/// Everything that is picked, the first one first.
fn ranked(embeddings: &Embeddings, task: &str) -> Vec<Choice> {
    let tools = ToolSet::flat(&catalog());
    let prepared = embeddings.prepare(&tools).unwrap();
    prepared.pick(task).unwrap().choices
}

#[test]
fn what_means_the_same_is_picked_though_no_word_is_shared() {
    let embeddings = open("words.onnx");
    let first = |task| ranked(&embeddings, task).swap_remove(0);
    assert_eq!(first("Containers running?"), Choice::tool(0));
    assert_eq!(first("OUTPUT"), Choice::tool(1));
}

#[test]
fn a_switch_is_set_to_what_means_the_same() {
    let embeddings = open("words.onnx");
    let proposal = |task| ranked(&embeddings, task)[..2].to_vec();
    let (close, merge) = (Choice::action(2, "close"), Choice::action(2, "merge"));
    assert_eq!(proposal("join proposal"), [merge.clone(), close.clone()]);
    assert_eq!(proposal("reject proposal"), [close, merge]);
}

#[test]
fn a_text_is_cut_where_the_tokenizer_says() {
    let embeddings = open("words.onnx");
    // Six words and two of the tokenizer's own are all that count.
    let long = "output output output output output output containers containers containers";
    assert_eq!(ranked(&embeddings, long)[0], Choice::tool(1));
    assert_eq!(ranked(&embeddings, &long[42..])[0], Choice::tool(0));
}

/// What the model says of the sentence has the greatest value of each word, so that how often a word
/// comes does not count, as it does in a mean.
#[test]
fn an_output_for_the_sentence_is_taken_before_a_mean() {
    let task = "output output output output containers show";
    let first = |onnx| ranked(&open(onnx), task).swap_remove(0);
    assert_eq!(first("words.onnx"), Choice::tool(1));
    assert_eq!(first("sentences.onnx"), Choice::tool(0));
}

#[test]
fn what_is_no_model_of_sentences_is_refused_with_its_name() {
    let refused = |onnx: &str, tokenizer: &str| {
        let error = Embeddings::open(&file(onnx), &file(tokenizer)).unwrap_err();
        error.to_string()
    };
    let pictures = refused("pictures.onnx", "tokenizer.json");
    assert!(
        pictures.contains("asks for `pixels`") && pictures.contains("pictures.onnx"),
        "{pictures}"
    );
    let script = refused("make.py", "tokenizer.json");
    assert!(script.contains("make.py cannot be used"), "{script}");
    let none = refused("words.onnx", "none.json");
    assert!(
        none.contains("none.json cannot be used") && none.contains("--tokenizer"),
        "{none}"
    );
    let model = refused("words.onnx", "words.onnx");
    assert!(model.contains("words.onnx cannot be used"), "{model}");
}

#[test]
fn it_is_compared_like_any_picker() {
    let tasks = br#"{"tasks": [
        {"id": "t1", "text": "containers", "right": ["pods"]},
        {"id": "t2", "text": "join the proposal", "right": ["request#merge"]}
    ]}"#;
    let comparison = Simulation::new(catalog(), Task::read(tasks).unwrap())
        .showings([Showing::Flat, Showing::Favourites, Showing::Search])
        .favourites(["pods"])
        .picker(open("words.onnx"))
        .run()
        .unwrap();
    let [flat, favourites, search] = &comparison.arms[..] else {
        panic!("three arms");
    };
    assert_eq!(flat.picker, "embeddings (words)");
    assert!(flat.outcomes.iter().all(Outcome::first), "{flat:?}");
    assert!(favourites.outcomes[0].first(), "{favourites:?}");
    // A search by words finds nothing for the first task, since it shares none.
    assert_eq!(search.outcomes[0].picked, None);
}
