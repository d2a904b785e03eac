//! Answers that are larger than a client shows its model.

use mcp_ergo::prelude::*;
use mcp_ergo::{Builder, Server};
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era, catalog};

/// What is in the archive.
#[derive(Default)]
struct Archive {
    rows: Vec<String>,
    text: String,
}

/// One row.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Row {
    /// Its place.
    at: usize,
    /// What is noted.
    note: String,
}

fn rows(archive: &Archive) -> Vec<Row> {
    let rows = archive.rows.iter().cloned().enumerate();
    rows.map(|(at, note)| Row { at, note }).collect()
}

/// List the rows of the archive.
#[tool(
    read,
    when = "the user asks for the rows",
    returns = "the rows",
    scope = "archive:read"
)]
fn list_rows(
    archive: &Archive,
    /// What was asked for.
    #[param(example = "clay")]
    subject: String,
) -> Reply<Page<Row>> {
    let rows = rows(archive);
    let first = rows.first().map(|_| DocumentId("p_1".to_owned()));
    Reply::new(
        format!("{} rows on {subject}.", rows.len()),
        Page::whole(rows),
    )
    .next_if(first, read_text::call, "to read what they say")
}

/// List the rows of the archive by pages.
#[tool(
    read,
    when = "the user asks for the rows by pages",
    returns = "a page of rows",
    scope = "archive:read"
)]
fn list_pages(
    archive: &Archive,
    /// Where the page begins; at the first row when left out.
    #[param(example = "7", from = list_pages)]
    cursor: Option<String>,
) -> Reply<Page<Row>> {
    let all = rows(archive);
    let total = all.len();
    let from: usize = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
    let page: Vec<Row> = all.into_iter().skip(from).take(7).collect();
    let upto = from + page.len();
    let page = Page::new(page, total as u64);
    let sentence = format!("Rows from {from} on.");
    if upto < total {
        Reply::new(sentence, page.with_next(upto.to_string()))
    } else {
        let mut page = page;
        page.truncated = false;
        Reply::new(sentence, page)
    }
}

/// One document.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Document {
    /// Who wrote it.
    author: Author,
    /// What it says, in Markdown.
    body: String,
}

/// Who wrote something.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Author {
    /// The name.
    name: String,
}

/// Document id.
#[derive(Param, Debug, Clone)]
#[param(example = "p_1", from = list_rows)]
struct DocumentId(String);

/// Read one document of the archive.
#[tool(
    read,
    when = "the user asks what a document says",
    returns = "the document",
    scope = "archive:read"
)]
fn read_text(archive: &Archive, document_id: DocumentId) -> Reply<Document> {
    let document = Document {
        author: Author {
            name: "Ada".to_owned(),
        },
        body: archive.text.clone(),
    };
    Reply::new(format!("Read {document_id}."), document)
}

/// Read one sealed document of the archive.
#[tool(
    read,
    when = "the user has the seal of a document",
    returns = "the document",
    scope = "archive:read"
)]
fn read_sealed(
    archive: &Archive,
    /// Words that open the seal.
    #[param(example = "open sesame", secret)]
    seal: String,
) -> Reply<Document> {
    let _ = seal;
    let document = Document {
        author: Author {
            name: "Ada".to_owned(),
        },
        body: archive.text.clone(),
    };
    Reply::new("Read it.", document)
}

/// What is counted of each row.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Sizes {
    /// The least size, in bytes.
    least: usize,
    /// Where the row stands.
    #[schemars(inner(length(min = 1)))]
    #[schemars(length(min = 1000))]
    places: Vec<usize>,
}

/// Measure the rows of the archive.
#[tool(
    read,
    when = "the user asks how large the rows are",
    returns = "the sizes",
    scope = "archive:read"
)]
fn measure_rows(
    /// Least size to count.
    #[param(unit = "bytes", range = 0..=9000)]
    least: u32,
) -> Reply<Sizes> {
    let places = (0..5000).collect();
    Reply::new(
        "Measured.",
        Sizes {
            least: least as usize,
            places,
        },
    )
}

/// What was written.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Written {
    /// The rows that were written.
    rows: Vec<Row>,
}

/// Write the rows of the archive down once more.
#[tool(
    write,
    when = "the user wants the rows written down",
    returns = "the rows",
    scope = "archive:write"
)]
fn write_rows(archive: &Archive) -> Reply<Written> {
    Reply::new(
        "Written.",
        Written {
            rows: rows(archive),
        },
    )
}

/// Show the text of the archive with its seal.
#[tool(
    read,
    when = "the user wants to see how the text was printed",
    returns = "the text and a picture of the seal"
)]
fn show_print(archive: &Archive) -> Content {
    Content::new("Here it is.")
        .text(&archive.text)
        .embedded_text("archive://print", "text/plain", &archive.text)
        .image(vec![0; 10_000], "image/png")
}

fn server(archive: Archive, tokens: usize) -> Server {
    let builder = builder(archive).answer_limit(tokens);
    builder.boot().expect("the archive boots")
}

fn builder(archive: Archive) -> Builder {
    Server::builder("archive", "1.0.0")
        .purpose("An archive of rows and documents")
        .tools_in(module_path!())
        .start_with(list_rows::tool())
        .state(archive)
        .grant("archive:write")
}

/// Every part of an answer, by following what each says comes next.
async fn follow(
    client: &mut InProcess,
    tool: &str,
    mut arguments: Value,
    tokens: usize,
) -> Vec<Value> {
    let tools = client.tools().await;
    let mut parts = Vec::new();
    loop {
        let answer = client.call(tool, arguments.clone()).await;
        catalog::assert_fits(&tools, tool, &answer);
        let data = answer.data();
        assert!(
            bytes(&answer) <= 4 * tokens,
            "{} bytes: {data}",
            bytes(&answer)
        );
        let next = &data["nextAction"];
        if next["tool"] == tool {
            // What is to be done stands in the words, too.
            let words = format!("Next: {tool} {} to get the rest.", next["args"]);
            assert!(answer.words().ends_with(&words), "{}", answer.words());
            arguments = next["args"].clone();
        } else if let Some(cursor) = data["next"].as_str() {
            arguments = json!({"cursor": cursor});
        } else {
            parts.push(data);
            return parts;
        }
        parts.push(data);
        assert!(parts.len() < 2000, "it never ends");
    }
}

/// What a model is shown at most.
fn bytes(answer: &Answer) -> usize {
    let content = answer.result["content"].as_array().expect("content");
    let texts = content.iter().filter_map(|block| block["text"].as_str());
    texts.map(str::len).sum()
}

fn items(parts: &[Value]) -> Vec<Value> {
    let items = parts.iter().filter_map(|part| part["items"].as_array());
    items.flatten().cloned().collect()
}

fn run<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(future)
}

fn cases(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    })
}

/// Whoever follows a list gets every item once, in order, whatever is in it.
#[test]
fn every_item_comes_once() {
    let given = (
        // Letters of which no word of Rust is made: every answer is searched for those.
        proptest::collection::vec("[achkü\"\n]{0,120}", 0..60),
        300usize..600,
    );
    let checked = cases(24).run(&given, |(notes, tokens)| {
        run(async {
            for era in Era::ALL {
                let archive = Archive {
                    rows: notes.clone(),
                    ..Archive::default()
                };
                let mut client = InProcess::of(server(archive, tokens), era).await;
                for (tool, arguments) in [
                    ("list_rows", json!({"subject": "clay"})),
                    ("list_pages", json!({})),
                ] {
                    let parts = follow(&mut client, tool, arguments, tokens).await;
                    let found = items(&parts);
                    assert_eq!(found.len(), notes.len());
                    for (at, (item, note)) in found.iter().zip(&notes).enumerate() {
                        assert_eq!(item["at"], at);
                        assert_eq!(item["note"], **note);
                    }
                    for (at, part) in parts.iter().enumerate() {
                        assert_eq!(part["total"], notes.len());
                        assert_eq!(part["truncated"], at + 1 < parts.len(), "{part}");
                    }
                }
            }
        });
        Ok(())
    });
    checked.expect("every item comes once");
}

/// Whoever follows a text gets all of it once, whatever is in it.
#[test]
fn every_section_comes_once() {
    let text = "(#{0,3} ?[a-zü\"]{0,60}[.]? ?\n{0,3}(```\n)?){0,90}";
    let checked = cases(24).run(&(text, 300usize..600), |(text, tokens)| {
        run(async {
            for era in Era::ALL {
                let archive = Archive {
                    text: text.clone(),
                    ..Archive::default()
                };
                let mut client = InProcess::of(server(archive, tokens), era).await;
                let arguments = json!({"document_id": "p_1"});
                let parts = follow(&mut client, "read_text", arguments, tokens).await;
                let bodies = parts.iter().filter_map(|part| part["body"].as_str());
                assert_eq!(bodies.collect::<String>(), text);
                assert!(parts.iter().all(|part| part["author"]["name"] == "Ada"));
            }
        });
        Ok(())
    });
    checked.expect("every section comes once");
}

fn archive() -> Archive {
    Archive {
        rows: (0..40)
            .map(|at| format!("{at} {}", "note ".repeat(8)))
            .collect(),
        text: [
            "Before it all.",
            "# Installing",
            "## From source",
            "## From a package",
            "# Using it",
            "## Every day",
            "## Once a year",
            "# Mending it",
            "# Changes",
            "# Thanks",
            "# License",
        ]
        .map(|heading| format!("{heading}\n\n{}\n", "words ".repeat(150)))
        .concat(),
    }
}

#[tokio::test]
async fn page_that_is_too_large_says_what_is_here_and_how_to_get_the_rest() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(archive(), 300), era).await;
        let first = client.call("list_rows", json!({"subject": "clay"})).await;
        assert_eq!(
            first.words(),
            "40 rows on clay. The first 14 of 40 items are here. \
             Next: list_rows {\"subject\":\"clay\",\"_item\":15} to get the rest."
        );
        let args = json!({"subject": "clay", "_item": 32});
        let last = client.call("list_rows", args).await;
        assert_eq!(
            last.words(),
            "40 rows on clay. Items 32 to 40 of 40 are here. \
             Next: read_text {\"document_id\":\"p_1\"} to read what they say."
        );
        assert_eq!(last.data()["truncated"], false);
        // The rest of a page comes before the page after it.
        let cut = client.call("list_pages", json!({"_item": 7})).await.data();
        assert_eq!(
            (&cut["next"], &cut["items"][0]["at"]),
            (&json!("7"), &json!(6))
        );
    }
}

#[tokio::test]
async fn text_that_is_too_long_names_its_other_sections() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(archive(), 2000), era).await;
        let whole = json!({"document_id": "p_1"});
        let first = client.call("read_text", whole).await;
        assert_eq!(
            first.words(),
            "Read p_1. The first 8 of 11 sections in body are here. The rest: 9 Changes, 10 Thanks, 11 License. \
             Each comes with its number as _section. \
             Next: read_text {\"document_id\":\"p_1\",\"_section\":9} to get the rest."
        );
        for section in [json!(5), json!("5"), json!("using IT")] {
            let args = json!({"document_id": "p_1", "_section": section});
            let data = client.call("read_text", args).await.data();
            let body = data["body"].as_str().unwrap_or_default();
            assert!(body.starts_with("# Using it\n"), "{body}");
        }
    }
}

#[tokio::test]
async fn what_cannot_be_cut_is_refused_with_its_size() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(archive(), 1000), era).await;
        let envelope = client
            .call("measure_rows", json!({"least": 0}))
            .await
            .envelope();
        assert_eq!(envelope["recovery"], "fix");
        assert_eq!(
            envelope["error"],
            "the answer of measure_rows has about 5983 tokens, and an answer may have 1000"
        );
        assert_eq!(envelope["hint"], "Ask for less: narrow it by least.");
    }
}

#[tokio::test]
async fn item_that_fills_more_than_an_answer_is_told_and_passed_over() {
    let rows = ["short", &"long ".repeat(500), "short"].map(str::to_owned);
    for era in Era::ALL {
        let archive = Archive {
            rows: rows.to_vec(),
            ..Archive::default()
        };
        let mut client = InProcess::of(server(archive, 300), era).await;
        let first = client
            .call("list_rows", json!({"subject": "clay"}))
            .await
            .data();
        assert_eq!(first["nextAction"]["args"]["_item"], 2);
        let second = client
            .call("list_rows", first["nextAction"]["args"].clone())
            .await;
        let envelope = second.envelope();
        assert_eq!(
            envelope["error"],
            "item 2 of 3 alone has about 630 tokens, and an answer may have 300"
        );
        let third = &envelope["nextAction"]["args"];
        assert_eq!(third["_item"], 3);
        let third = client.call("list_rows", third.clone()).await.data();
        assert_eq!(third["items"][0]["at"], 2);
    }
}

/// To get the rest of a change's answer by sending the change again would make it twice.
#[tokio::test]
async fn change_is_never_to_be_sent_again_for_its_answer() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(archive(), 300), era).await;
        let answer = client.call("write_rows", json!({})).await;
        assert_eq!(
            answer.words(),
            "Written. The first 14 of 40 items in rows are here. \
             What is not here is left out: what was done is not to be done again for it."
        );
        assert_eq!(answer.data().get("nextAction"), None);
        let refused = client.call("write_rows", json!({"_item": 12})).await;
        assert_eq!(
            refused.envelope()["error"],
            "_item (12) asks for another part of an answer, and write_rows would change something again"
        );
    }
}

/// Nor is it where not even one item of it fits.
#[tokio::test]
async fn change_whose_answer_cannot_be_cut_was_made_all_the_same() {
    let rows = ["long ".repeat(500), "short".to_owned()];
    for era in Era::ALL {
        let archive = Archive {
            rows: rows.to_vec(),
            ..Archive::default()
        };
        let mut client = InProcess::of(server(archive, 300), era).await;
        let envelope = client.call("write_rows", json!({})).await.envelope();
        assert_eq!(
            envelope["error"],
            "write_rows did what it was asked, but its answer has about 642 tokens, and an answer may have 300"
        );
        assert_eq!(
            envelope["hint"],
            "Do not send it again; look at what came of it in smaller parts."
        );
        assert_eq!(envelope.get("nextAction"), None);
    }
}

#[tokio::test]
async fn only_item_that_fills_more_than_an_answer_is_not_gone_on_from() {
    for era in Era::ALL {
        let archive = Archive {
            rows: vec!["long ".repeat(500)],
            ..Archive::default()
        };
        let mut client = InProcess::of(server(archive, 300), era).await;
        let subject = json!({"subject": "clay"});
        let envelope = client.call("list_rows", subject).await.envelope();
        assert_eq!(
            envelope["error"],
            "the answer of list_rows has about 647 tokens, and an answer may have 300"
        );
        assert_eq!(envelope["hint"], "Ask for less: narrow it by subject.");
    }
}

/// A client that counts would show its model nothing of it.
#[tokio::test]
async fn texts_of_content_are_counted() {
    for era in Era::ALL {
        let printed = |length: usize| Archive {
            text: "x".repeat(length),
            ..Archive::default()
        };
        let mut client = InProcess::of(server(printed(300), 300), era).await;
        let shown = client.call("show_print", json!({})).await;
        assert_eq!(shown.words(), "Here it is.");
        assert!(!shown.is_error(), "a picture is not counted: {shown:?}");
        let mut client = InProcess::of(server(printed(600), 300), era).await;
        let envelope = client.call("show_print", json!({})).await.envelope();
        assert_eq!(
            envelope["error"],
            "the answer of show_print has about 306 tokens, and an answer may have 300"
        );
    }
}

/// A next action that repeats the arguments would repeat a secret.
#[tokio::test]
async fn secret_is_not_repeated_to_get_the_rest() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(archive(), 2000), era).await;
        let arguments = json!({"seal": "xyzzy-plugh"});
        let first = client.call("read_sealed", arguments).await;
        assert!(
            !first.result.to_string().contains("xyzzy"),
            "{}",
            first.result
        );
        assert!(
            first
                .words()
                .ends_with("The same call with _section 9 beside its arguments gets the rest."),
            "{}",
            first.words()
        );
        let arguments = json!({"seal": "xyzzy-plugh", "_section": 11});
        let last = client.call("read_sealed", arguments).await.data();
        assert!(
            last["body"]
                .as_str()
                .is_some_and(|body| body.starts_with("# License"))
        );
    }
}

#[tokio::test]
async fn place_that_is_not_there_is_told() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(archive(), 2000), era).await;
        for (tool, key, value, told) in [
            (
                "list_rows",
                "_item",
                json!(41),
                "_item (41) is past the end: there are 40 items now",
            ),
            (
                "list_rows",
                "_item",
                json!(0),
                "_item (0) is no place to begin",
            ),
            (
                "list_rows",
                "_item",
                json!([1]),
                "_item ([1]) is no place to begin",
            ),
            (
                "list_rows",
                "_item",
                json!("later"),
                "_item (\"later\") is no place to begin",
            ),
            (
                "read_text",
                "_item",
                json!(2),
                "_item asks for a part of a list, and the answer of read_text has none",
            ),
            (
                "read_text",
                "_section",
                json!(12),
                "_section (12) is past the end: there are 11 sections now",
            ),
            (
                "read_text",
                "_section",
                json!("Licence"),
                "no section is called \"Licence\"",
            ),
            (
                "measure_rows",
                "_section",
                json!(2),
                "_section asks for a part of a text, and the answer of measure_rows has none",
            ),
        ] {
            let mut arguments = Map::new();
            if tool == "list_rows" {
                arguments.insert("subject".into(), json!("clay"));
            } else if tool == "read_text" {
                arguments.insert("document_id".into(), json!("p_1"));
            } else {
                arguments.insert("least".into(), json!(0));
            }
            arguments.insert(key.into(), value);
            let answer = client.call(tool, Value::Object(arguments)).await;
            let envelope = answer.envelope();
            assert_eq!(envelope["error"], told);
            assert_eq!(envelope["recovery"], "fix");
        }
    }
}

/// Without a word of the builder, an answer holds no more than a client shows.
#[tokio::test]
async fn answers_have_at_most_25_000_tokens_unless_told() {
    for era in Era::ALL {
        let rows = (0..1500).map(|at| format!("{at} {}", "note ".repeat(20)));
        let archive = Archive {
            rows: rows.collect(),
            ..Archive::default()
        };
        let server = builder(archive).boot().expect("the archive boots");
        let mut client = InProcess::of(server, era).await;
        let arguments = json!({"subject": "clay"});
        let parts = follow(&mut client, "list_rows", arguments, 25_000).await;
        assert_eq!((parts.len(), items(&parts).len()), (2, 1500));
    }
}

/// A catalog costs nothing for it.
#[tokio::test]
async fn parts_cost_no_word_of_the_catalog() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(archive(), 300), era).await;
        let listed = client.result("tools/list", json!({})).await.to_string();
        assert!(
            !listed.contains("_item\"") && !listed.contains("_section"),
            "{listed}"
        );
    }
}
