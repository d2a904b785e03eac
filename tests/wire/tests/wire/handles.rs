//! Handles: identifiers travel, documents stay on the server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_ergo::handle::{Found, Key, Parcel, StoreError, Summary};
use mcp_ergo::{
    Authorizer, Grants, HandleStore, Http, Incoming, MemoryStore, Retention, Server, SqliteStore,
    Unauthorized,
};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era, HttpClient, catalog, letters};

/// A handle that nobody made.
const NEVER: &str = "draft_222222222222222222222222222";

async fn desk(era: Era) -> InProcess {
    desk_with(MemoryStore::default(), era).await
}

async fn desk_with(store: impl HandleStore, era: Era) -> InProcess {
    let server = letters::builder().handles(store).boot();
    InProcess::of(server.expect("the desk boots"), era).await
}

async fn draft(client: &mut InProcess, recipient: &str, text: &str) -> String {
    let arguments = json!({"recipient": recipient, "text": text});
    id_of(&client.call("create_draft", arguments).await)
}

fn id_of(drafted: &Answer) -> String {
    let id = &drafted.data()["draft_id"];
    id.as_str().expect("a handle is text").to_owned()
}

async fn get(client: &mut InProcess, id: &str) -> Answer {
    client.call("get_draft", json!({"draft_id": id})).await
}

#[tokio::test]
async fn document_is_kept_opened_changed_and_taken() {
    for era in Era::ALL {
        let mut client = desk(era).await;
        let drafted = client
            .call("create_draft", json!({"recipient": "Ada", "text": "Hello"}))
            .await;
        let next = drafted.data()["nextAction"].clone();
        let id = id_of(&drafted);
        assert_eq!(
            drafted.words(),
            format!(r#"The draft is kept. Next: get_draft {{"draft_id":"{id}"}} to read it out."#)
        );
        let opened = client.call("get_draft", next["args"].clone()).await;
        assert_eq!(opened.data()["text"], "Hello");
        let changed = json!({"draft_id": id, "text": "Good evening"});
        client.call("update_draft", changed).await.data();
        assert_eq!(get(&mut client, &id).await.data()["text"], "Good evening");
        let arguments = json!({"draft_id": id});
        let sent = client.call("send_draft", arguments.clone()).await;
        assert_eq!(sent.data()["text"], "Good evening");
        let again = client.call("send_draft", arguments).await;
        assert_eq!(
            again.words(),
            format!(
                "the draft '{id}' was used or discarded by an earlier call. Tell the user that this is \
                 done already; only where it is wanted again, make a new one with create_draft."
            )
        );
        assert_eq!(again.envelope()["recovery"], "stop");
    }
}

#[tokio::test]
async fn whoever_answers_with_a_handle_says_how_long_it_opens_something() {
    let three_days = Retention::new().lifetime(Duration::from_secs(3 * 24 * 60 * 60));
    for (store, kept) in [
        (MemoryStore::default(), "24 hours"),
        (MemoryStore::new(three_days), "3 days"),
    ] {
        let mut client = desk_with(store, Era::Handshake).await;
        let tools = client.tools().await;
        let ending = |name: &str| {
            let tool = catalog::tool(&tools, name);
            let text = tool["description"].as_str().unwrap_or_default();
            text.rsplit_once(" Returns ").map(|(_, end)| end.to_owned())
        };
        let draft = format!("a draft is kept for {kept}.");
        let wanted = |returns: &str| Some(format!("{returns}; {draft}"));
        assert_eq!(ending("create_draft"), wanted("the draft id"));
        assert_eq!(ending("create_drafts"), wanted("what became of each draft"));
        assert_eq!(ending("copy_draft"), wanted("the new draft ids"));
        assert_eq!(
            ending("begin_outline"),
            Some(format!("the id; a letter outline is kept for {kept}."))
        );
        assert_eq!(ending("plan_letter"), wanted("the parts"));
        let silent = Some("the letter as it is now.".to_owned());
        assert_eq!(ending("update_draft"), silent);
    }
}

#[tokio::test]
async fn handle_is_described_in_the_portable_dialect() {
    for era in Era::ALL {
        let mut client = desk(era).await;
        let tools = client.tools().await;
        for tool in &tools {
            catalog::assert_described(tool);
        }
        let id = &catalog::tool(&tools, "get_draft")["inputSchema"]["properties"]["draft_id"];
        let example = "draft_yf9yh83yc46hnqj6j85xjv56zx4";
        assert_eq!(
            *id,
            json!({
                "type": "string",
                "description": format!("Draft id, e.g. '{example}'. It is returned by create_draft."),
                "pattern": "^draft_[2-9b-df-hjkmnp-tv-z]{27}$",
                "examples": [example],
            })
        );
        let done = &catalog::tool(&tools, "begin_outline")["outputSchema"]["properties"];
        let described = json!({"type": "string", "description": "Letter outline id."});
        assert_eq!(done["outline_id"], described);
    }
}

#[tokio::test]
async fn text_that_is_no_handle_is_an_issue() {
    for era in Era::ALL {
        let mut client = desk(era).await;
        let id = draft(&mut client, "Ada", "Hello").await;
        for wrong in [
            "draft_1".to_owned(),
            id.to_uppercase(),
            id.replace("draft", "outline"),
            format!("{id}\n"),
        ] {
            let refused = get(&mut client, &wrong).await;
            let shown = Value::from(wrong);
            assert_eq!(
                refused.words(),
                format!(
                    "draft_id ({shown}) does not match ^draft_[2-9b-df-hjkmnp-tv-z]{{27}}$. Send a \
                     string that matches ^draft_[2-9b-df-hjkmnp-tv-z]{{27}}$, e.g. \
                     \"draft_yf9yh83yc46hnqj6j85xjv56zx4\". It is returned by create_draft."
                )
            );
            assert_eq!(refused.issues()[0]["path"], "/draft_id");
        }
    }
}

#[tokio::test]
async fn unknown_handle_is_told_with_the_newest_three_of_its_kind() {
    for era in Era::ALL {
        let mut client = desk(era).await;
        client.call("begin_outline", json!({})).await.data();
        let mut ids = Vec::new();
        for recipient in [
            "Ada",
            "Bob",
            "Cy",
            "the Right Honourable Dorothea of Hohenstein",
        ] {
            ids.push(draft(&mut client, recipient, "Hello").await);
        }
        let envelope = get(&mut client, NEVER).await.envelope();
        assert_eq!(
            envelope["error"],
            format!("no draft '{NEVER}' is kept for this caller")
        );
        assert_eq!(
            envelope["hint"],
            "Send one of the candidates if it is the right draft, or make a new one with create_draft."
        );
        assert_eq!(
            envelope["candidates"],
            json!([
                format!("{} (to the Right Honourable Dorothea…, just made)", ids[3]),
                format!("{} (to Cy, just made)", ids[2]),
                format!("{} (to Bob, just made)", ids[1]),
            ])
        );
        assert_eq!(
            envelope.get("nextAction"),
            None,
            "which is right is the caller's to say"
        );
    }
}

#[tokio::test]
async fn maker_that_needs_nothing_is_the_next_call() {
    for era in Era::ALL {
        let mut client = desk(era).await;
        let never = NEVER.replace("draft", "outline");
        let arguments = json!({"outline_id": never, "point": "thanks"});
        let lost = client.call("add_point", arguments.clone()).await;
        assert_eq!(
            lost.words(),
            format!(
                "no letter outline '{never}' is kept for this caller. Make a new one with \
                 begin_outline. Next: begin_outline {{}}."
            )
        );
        let next = lost.envelope()["nextAction"].clone();
        let tool = next["tool"].as_str().expect("a name");
        let begun = client.call(tool, next["args"].clone()).await;
        let id = begun.data()["outline_id"].clone();
        let arguments = json!({"outline_id": id, "point": "thanks"});
        let points = client.call("add_point", arguments).await;
        assert_eq!(points.data()["points"], json!(["thanks"]));
    }
}

#[tokio::test]
async fn maker_that_is_not_served_is_not_named() {
    for era in Era::ALL {
        let server = letters::builder().grants(Grants::reading()).boot();
        let mut client = InProcess::of(server.expect("the desk boots"), era).await;
        let lost = get(&mut client, NEVER).await;
        assert_eq!(
            lost.words(),
            format!(
                "no draft '{NEVER}' is kept for this caller. Tell the user that the draft is not \
                 there, and that this caller is served no tool that makes one."
            )
        );
        assert_eq!(lost.envelope()["recovery"], "stop");
    }
}

#[tokio::test]
async fn handle_whose_time_is_over_says_so() {
    let brief = Retention::new().lifetime(Duration::from_secs(1));
    for era in Era::ALL {
        let mut client = desk_with(MemoryStore::new(brief), era).await;
        let id = draft(&mut client, "Ada", "Hello").await;
        tokio::time::sleep(Duration::from_millis(1050)).await;
        let newer = draft(&mut client, "Bob", "Hello").await;
        assert_eq!(
            get(&mut client, &id).await.words(),
            format!(
                "the draft '{id}' is no longer kept. A draft is kept for 1 second at most, and makes \
                 room for newer ones; send one of the candidates if it is the right draft, or make a \
                 new one with create_draft. Candidates: {newer} (to Bob, just made)."
            )
        );
    }
}

#[tokio::test]
async fn full_store_drops_the_oldest_and_says_so() {
    let two = Retention::new().documents(2);
    for era in Era::ALL {
        let mut client = desk_with(MemoryStore::new(two), era).await;
        let first = draft(&mut client, "Ada", "Hello").await;
        let others = [
            draft(&mut client, "Bob", "Hello").await,
            draft(&mut client, "Cy", "Hello").await,
        ];
        let gone = get(&mut client, &first).await.envelope();
        assert_eq!(
            gone["error"],
            format!("the draft '{first}' is no longer kept")
        );
        for id in others {
            assert_eq!(get(&mut client, &id).await.data()["text"], "Hello");
        }
    }
}

#[tokio::test]
async fn document_that_is_too_large_fails_alone() {
    let small = Retention::new().document_bytes(40);
    for era in Era::ALL {
        let mut client = desk_with(MemoryStore::new(small), era).await;
        let long = "a".repeat(20);
        let arguments = json!({"recipients": ["Ada", long, "Bob"]});
        let batch = client.call("create_drafts", arguments).await;
        let data = batch.data();
        assert_eq!(data["failed"][0]["item"], long);
        assert_eq!(
            data["failed"][0]["error"],
            "the draft has 82 bytes, and at most 40 are kept"
        );
        assert_eq!(
            data["failed"][0]["hint"],
            "Make it shorter, or split it into several."
        );
        let ids: Vec<&Value> = (0..2).map(|at| &data["done"][at]["draft_id"]).collect();
        let arguments = json!({"draft_ids": ids});
        let longest = client.call("compare_drafts", arguments).await;
        assert_eq!(longest.data()["recipient"], "Bob");
    }
}

#[tokio::test]
async fn handles_come_in_pages_too() {
    for era in Era::ALL {
        let mut client = desk(era).await;
        let id = draft(&mut client, "Ada", "Hello").await;
        let copies = client
            .call("copy_draft", json!({"draft_id": id, "copies": 3}))
            .await;
        for at in 0..3 {
            let copy = copies.data()["items"][at]["draft_id"].clone();
            let opened = client.call("get_draft", json!({"draft_id": copy})).await;
            assert_eq!(opened.data()["recipient"], "Ada");
        }
    }
}

#[tokio::test]
async fn own_documents_are_listed_and_taken_within_objects() {
    for era in Era::ALL {
        let mut client = desk(era).await;
        client.call("begin_outline", json!({})).await.data();
        let ids = [
            draft(&mut client, "Ada", "Hello").await,
            draft(&mut client, "Bob", "Bye").await,
        ];
        let listed = client.call("list_drafts", json!({})).await.data();
        assert_eq!(
            listed["items"],
            json!([
                {"draft_id": ids[1], "recipient": "to Bob"},
                {"draft_id": ids[0], "recipient": "to Ada"},
            ])
        );
        let parts = json!({"parts": [
            {"draft_id": ids[1], "repeats": 2},
            {"draft_id": ids[0], "repeats": 1},
        ]});
        let merged = client.call("merge_drafts", parts).await;
        assert_eq!(merged.data()["text"], "Bye Bye Hello");
        let unknown = json!({"parts": [{"draft_id": NEVER, "repeats": 1}]});
        let envelope = client.call("merge_drafts", unknown).await.envelope();
        assert_eq!(envelope["candidates"].as_array().map(Vec::len), Some(2));
        let wrong = json!({"parts": [{"draft_id": "draft_1", "repeats": 1}]});
        let issues = client.call("merge_drafts", wrong).await.issues();
        assert_eq!(issues[0]["path"], "/parts/0/draft_id");
    }
}

#[tokio::test]
async fn own_errors_stand_beside_those_of_handles() {
    let mut client = desk(Era::Handshake).await;
    let id = draft(&mut client, "Ada", "").await;
    let refused = client.call("send_draft", json!({"draft_id": id})).await;
    assert_eq!(
        refused.words(),
        "the draft to Ada is empty. Revise it first."
    );
    assert_eq!(get(&mut client, &id).await.data()["text"], "");
}

/// Answers everything with one failure.
struct Broken(fn() -> StoreError);

impl HandleStore for Broken {
    fn lifetime(&self) -> Duration {
        Duration::from_secs(60)
    }

    fn keep(&self, _: Key<'_>, _: Parcel) -> Result<(), StoreError> {
        Err(self.0())
    }

    fn open(&self, _: Key<'_>) -> Result<Found, StoreError> {
        Err(self.0())
    }

    fn replace(&self, _: Key<'_>, _: Option<Parcel>) -> Result<Found, StoreError> {
        Err(self.0())
    }

    fn newest(&self, _: &str, _: &str, _: usize) -> Result<Vec<Summary>, StoreError> {
        Err(self.0())
    }
}

#[tokio::test]
async fn store_that_fails_is_a_failure_without_a_cause() {
    let panics: fn() -> StoreError = || panic!("at /var/secret.rs");
    for fails in [|| StoreError::failed("/var/secret.rs is gone"), panics] {
        for era in Era::ALL {
            let mut client = desk_with(Broken(fails), era).await;
            let arguments = json!({"recipient": "Ada"});
            let failed = client.call("create_draft", arguments).await.envelope();
            assert_eq!(
                failed["error"],
                "the server failed on its side, not on the call"
            );
            assert_eq!(failed["recovery"], "stop");
            let outline = client.call("begin_outline", json!({})).await.envelope();
            assert_eq!(outline["recovery"], "stop");
        }
    }
}

#[tokio::test]
async fn store_that_is_busy_or_full_is_asked_again() {
    for era in Era::ALL {
        let mut client = desk_with(Broken(|| StoreError::Busy), era).await;
        assert_eq!(
            get(&mut client, NEVER).await.words(),
            "the store that keeps the draft is busy. Send the same call again. Wait 500 ms first."
        );
        let mut client = desk_with(Broken(|| StoreError::Full), era).await;
        let full = client.call("begin_outline", json!({})).await;
        assert_eq!(
            full.words(),
            "there is no room to keep the letter outline. Send the same call later; what others keep \
             ends within 1 minute."
        );
        assert_eq!(full.envelope()["recovery"], "retry");
    }
}

/// Kept by a version whose drafts had other fields.
struct Older;

impl HandleStore for Older {
    fn lifetime(&self) -> Duration {
        Duration::from_secs(60)
    }

    fn keep(&self, _: Key<'_>, _: Parcel) -> Result<(), StoreError> {
        Ok(())
    }

    fn open(&self, _: Key<'_>) -> Result<Found, StoreError> {
        Ok(Found::Kept(r#"{"name": "Ada"}"#.to_owned()))
    }

    fn replace(&self, _: Key<'_>, _: Option<Parcel>) -> Result<Found, StoreError> {
        Err(StoreError::failed("nothing is taken that cannot be read"))
    }

    fn newest(&self, _: &str, _: &str, _: usize) -> Result<Vec<Summary>, StoreError> {
        let (handle, title, age) = (NEVER.to_owned(), None, Duration::ZERO);
        Ok(vec![Summary { handle, title, age }])
    }
}

#[tokio::test]
async fn document_of_another_version_is_told_and_left() {
    for era in Era::ALL {
        let mut client = desk_with(Older, era).await;
        for tool in ["get_draft", "send_draft"] {
            let outdated = client.call(tool, json!({"draft_id": NEVER})).await;
            assert_eq!(
                outdated.words(),
                format!(
                    "the draft '{NEVER}' was made by another version of this server, which this one \
                     cannot read. Make a new one with create_draft."
                )
            );
        }
    }
}

/// Trusts a header to say who calls.
struct Named;

impl Authorizer for Named {
    async fn authorize(&self, request: Incoming<'_>) -> Result<Grants, Unauthorized> {
        let name = request.header("x-user").ok_or_else(Unauthorized::missing)?;
        Ok(Grants::reading()
            .scope(letters::WRITE)
            .scope(letters::OUTLINE)
            .caller(name))
    }
}

async fn serve(store: impl HandleStore) -> SocketAddr {
    let server: Server = letters::builder()
        .handles(store)
        .authorizer(Named)
        .boot()
        .expect("the desk boots");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(Http::new(server).serve_on(listener, std::future::pending()));
    address
}

async fn call_as(client: &mut HttpClient, user: &str, tool: &str, arguments: Value) -> Answer {
    let params = json!({"name": tool, "arguments": arguments});
    let request = client.request("tools/call", &params).header("X-User", user);
    let mut message = client.exchange(&request).await.message();
    assert_eq!(message.get("error"), None, "{message:#}");
    let result = message["result"].take();
    Answer { result }
}

#[tokio::test]
async fn handle_of_another_caller_is_as_unknown() {
    for era in Era::ALL {
        let address = serve(MemoryStore::default()).await;
        let mut client = HttpClient::connect(address, era).await;
        let arguments = json!({"recipient": "Eve", "text": "Hello"});
        let adas = id_of(&call_as(&mut client, "ada", "create_draft", arguments.clone()).await);
        let bobs = id_of(&call_as(&mut client, "bob", "create_draft", arguments).await);
        for tool in ["get_draft", "send_draft"] {
            let ask = |id: &str| json!({"draft_id": id});
            let unknown = call_as(&mut client, "bob", tool, ask(NEVER)).await;
            let anothers = call_as(&mut client, "bob", tool, ask(&adas)).await;
            assert_eq!(
                anothers.result.to_string().replace(&adas, NEVER),
                unknown.result.to_string()
            );
            assert!(anothers.words().contains(&bobs), "{}", anothers.words());
        }
        // What became of it is told to its owner alone.
        let sent = json!({"draft_id": adas});
        call_as(&mut client, "ada", "send_draft", sent.clone())
            .await
            .data();
        let owner = call_as(&mut client, "ada", "get_draft", sent.clone()).await;
        assert!(
            owner.words().contains("used or discarded"),
            "{}",
            owner.words()
        );
        let other = call_as(&mut client, "bob", "get_draft", sent).await;
        assert!(other.words().starts_with("no draft"), "{}", other.words());
    }
}

#[tokio::test]
async fn busy_caller_does_not_push_out_another() {
    for era in Era::ALL {
        let four = Retention::new().documents(4);
        let address = serve(MemoryStore::new(four)).await;
        let mut client = HttpClient::connect(address, era).await;
        let arguments = json!({"recipient": "Eve", "text": "Hello"});
        let mut bobs = Vec::new();
        for _ in 0..2 {
            let kept = call_as(&mut client, "bob", "create_draft", arguments.clone()).await;
            bobs.push(id_of(&kept));
        }
        for _ in 0..10 {
            call_as(&mut client, "ada", "create_draft", arguments.clone())
                .await
                .data();
        }
        for id in bobs {
            let arguments = json!({"draft_id": id});
            call_as(&mut client, "bob", "get_draft", arguments)
                .await
                .data();
        }
    }
}

/// A file that is gone at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mcp-ergo-wire-{}-{number}.db", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn store(&self) -> SqliteStore {
        SqliteStore::open(&self.0, Retention::new()).expect("a store")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            let mut path = self.0.clone().into_os_string();
            path.push(end);
            let _ = std::fs::remove_file(path);
        }
    }
}

#[tokio::test]
async fn replicas_over_one_file_serve_one_client() {
    for era in Era::ALL {
        let scratch = Scratch::new();
        let mut replicas = [
            HttpClient::connect(serve(scratch.store()).await, era).await,
            HttpClient::connect(serve(scratch.store()).await, era).await,
        ];
        let mut turn = 0;
        let mut next = || {
            turn += 1;
            turn % 2
        };
        let mut ids = Vec::new();
        for recipient in ["Ada", "Bob", "Cy"] {
            let arguments = json!({"recipient": recipient, "text": "Hello"});
            let replica = &mut replicas[next()];
            ids.push(id_of(
                &call_as(replica, "eve", "create_draft", arguments).await,
            ));
        }
        for id in &ids {
            let changed = json!({"draft_id": id, "text": format!("about {id}")});
            let replica = &mut replicas[next()];
            call_as(replica, "eve", "update_draft", changed)
                .await
                .data();
            let opened = call_as(
                &mut replicas[next()],
                "eve",
                "get_draft",
                json!({"draft_id": id}),
            );
            assert_eq!(opened.await.data()["text"], format!("about {id}"));
        }
        let sent = json!({"draft_id": ids[0]});
        call_as(&mut replicas[next()], "eve", "send_draft", sent.clone())
            .await
            .data();
        let again = call_as(&mut replicas[next()], "eve", "send_draft", sent).await;
        let words = again.words();
        assert!(
            words.contains("used or discarded by an earlier call"),
            "{words}"
        );
        let lost = call_as(
            &mut replicas[next()],
            "eve",
            "get_draft",
            json!({"draft_id": NEVER}),
        );
        let lost = lost.await;
        let words = lost.words();
        assert!(
            words.contains(&ids[1]) && words.contains(&ids[2]),
            "{words}"
        );
        assert!(!words.contains(&ids[0]), "{words}");
    }
}
