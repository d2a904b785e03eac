//! The built program: over pipes, over HTTP with tokens, and over a file that outlives it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::LazyLock;

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use wire_tests::{Era, HttpClient, LineClient, in_time};

use crate::access::database;

/// The program, built now: Cargo names a program to the tests of its own package alone, and the
/// factory is a folder that people copy, without these tests.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let built = std::process::Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "factory"])
        .args(["--message-format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    let messages = String::from_utf8(built.stdout).expect("cargo writes UTF-8");
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .expect("cargo builds the factory")
});

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(&*PROGRAM);
    command
        .args(arguments)
        .kill_on_drop(true)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The program over pipes, with an open conversation.
async fn opened(arguments: &[&str], era: Era) -> (Child, LineClient<ChildStdout, ChildStdin>) {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdout = child.stdout.take().expect("a pipe");
    let stdin = child.stdin.take().expect("a pipe");
    (child, LineClient::open(stdout, stdin, era).await)
}

/// The program over HTTP at a free port.
async fn listening(arguments: &[&str]) -> (Child, SocketAddr) {
    let mut child = command(&[&["--http", "127.0.0.1:0"], arguments].concat())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut log = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let address = loop {
        let line = in_time(log.next_line()).await.expect("the log is text");
        let line = line.expect("the log names the address");
        if let Some((_, rest)) = line.split_once("http://") {
            let address = rest.split('/').next().unwrap_or_default();
            break address.parse().expect("an address");
        }
    };
    // A log that nobody reads would fill its pipe and stop the program.
    tokio::spawn(async move { while let Ok(Some(_)) = log.next_line().await {} });
    (child, address)
}

/// What the program says when it does not start, and how it ends.
async fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = command(arguments).stderr(Stdio::piped()).output();
    let output = in_time(output).await.expect("the program ends");
    let said = String::from_utf8(output.stderr).expect("it writes text");
    (output.status.code(), said)
}

#[tokio::test]
async fn who_starts_it_reads_unless_a_role_says_more() {
    for era in Era::ALL {
        for (arguments, role, tools) in [
            (&[][..], "viewer", 6),
            (&["--role", "modeller"], "modeller", 14),
            (&["--role", "admin"], "admin", 16),
        ] {
            let (_child, mut client) = opened(arguments, era).await;
            assert_eq!(client.tools().await.len(), tools, "{role}");
            assert_eq!(client.call("_hello", json!({})).await.data()["role"], role);
        }
    }
}

#[tokio::test]
async fn what_is_in_the_file_outlives_the_program() {
    let path = database("program");
    let path = path.to_str().expect("a path of text");
    let (child, mut client) = opened(&["--role", "admin", "--db", path], Era::Handshake).await;
    let taken = client
        .call("import_sample", json!({"sample": "shop"}))
        .await;
    drop(client);
    drop(child);
    let (_child, mut client) = opened(&["--db", path], Era::Stateless).await;
    let list = client.call("list_projects", json!({})).await.data();
    assert_eq!(list["items"][0]["project_id"], taken.data()["project_id"]);
}

/// What sha256sum prints for `token-of-the-admin-42`.
const ADMIN: &str = "799dddafc4589f9a5bc56a49e9bd3b917ecdad77a77229d481a0eca829266a74";

/// What it prints for `token-of-the-viewer-42`.
const VIEWER: &str = "7198709ab3bd9a105dc5fd42f9e31da20bd22701dcb99d63e08376ea6793267f";

#[tokio::test]
async fn over_http_each_token_has_its_role() {
    let file = format!("# who comes in\n{ADMIN} admin deploys\n{VIEWER} viewer audit\n");
    let path = database("tokens").with_extension("txt");
    std::fs::write(&path, file).expect("the tokens are written");
    let path = path.to_str().expect("a path of text");
    let (_child, address) = listening(&["--tokens", path]).await;
    for era in Era::ALL {
        for (token, tools) in [("token-of-the-admin-42", 16), ("token-of-the-viewer-42", 6)] {
            let mut client = HttpClient::connect(address, era).await;
            let bearer = format!("Bearer {token}");
            let request = client.request("tools/list", &json!({}));
            let request = request.header("Authorization", &bearer);
            let listed = client.exchange(&request).await.message();
            let listed = listed["result"]["tools"].as_array().map(Vec::len);
            assert_eq!(listed, Some(tools), "{token}");
        }
        for wrong in [None, Some("Bearer token-of-nobody")] {
            let mut client = HttpClient::connect(address, era).await;
            let mut request = client.request("tools/list", &json!({}));
            if let Some(wrong) = wrong {
                request = request.header("Authorization", wrong);
            }
            assert_eq!(client.exchange(&request).await.status, 401);
        }
    }
}

#[tokio::test]
async fn what_it_cannot_be_started_with_is_told_with_what_to_write() {
    let (code, said) = refused(&["--role", "root"]).await;
    assert_eq!(code, Some(2));
    let told = "there is no role 'root'; the roles are viewer, modeller and admin\n";
    assert!(said.starts_with(told), "{said}");
    let (code, said) = refused(&["--tokens", "tokens.txt"]).await;
    assert_eq!(code, Some(2));
    let told = "--tokens is for --http; over stdio, --role says what you may do\n";
    assert!(said.starts_with(told), "{said}");
    let path = database("bad-tokens").with_extension("txt");
    std::fs::write(&path, "hunter2 admin deploys\n").expect("the tokens are written");
    let path = path.to_str().expect("a path of text");
    let (code, said) = refused(&["--http", "127.0.0.1:0", "--tokens", path]).await;
    assert_eq!(code, Some(1));
    assert!(said.contains("line 1 of the tokens"), "{said}");
    assert!(said.contains("sha256sum"), "{said}");
    assert!(!said.contains("hunter2"), "{said}");
}

#[tokio::test]
async fn the_tour_arrives() {
    let tour = command(&["--tour"]).stdout(Stdio::piped()).output();
    let tour = in_time(tour).await.expect("the tour ends");
    assert!(tour.status.success());
    let shown = String::from_utf8(tour.stdout).expect("it writes text");
    for part in [
        "Deployed revision 4 of 'Sample shop': 4 tables.",
        "Nothing was deployed. Blocked: ",
        "which this caller does not hold",
    ] {
        assert!(shown.contains(part), "{shown}");
    }
}
