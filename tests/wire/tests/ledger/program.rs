//! The built program.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::LazyLock;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use wire_tests::{Era, LineClient, in_time};

pub(crate) type Pipes = LineClient<ChildStdout, ChildStdin>;

/// The program, built now: Cargo names a program to the tests of its own package alone, and the
/// ledger is a folder that people copy, without these tests.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let built = std::process::Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--package",
            "ledger",
            "--message-format",
            "json",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    let messages = String::from_utf8(built.stdout).expect("cargo writes UTF-8");
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .expect("cargo builds the ledger")
});

fn command(arguments: &[&str]) -> Command {
    let program: &Path = &PROGRAM;
    let mut command = Command::new(program);
    command.args(arguments).kill_on_drop(true);
    command
}

/// The program over pipes; nothing is said yet.
pub(crate) fn piped(arguments: &[&str]) -> (Child, ChildStdout, ChildStdin) {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let stdout = child.stdout.take().expect("a pipe");
    let stdin = child.stdin.take().expect("a pipe");
    (child, stdout, stdin)
}

/// The program over pipes, with an open conversation.
pub(crate) async fn opened(era: Era) -> (Child, Pipes) {
    let (child, stdout, stdin) = piped(&["--allow", "invoices:write"]);
    (child, LineClient::open(stdout, stdin, era).await)
}

/// How the program ended.
pub(crate) async fn ended(mut child: Child) -> ExitStatus {
    in_time(child.wait())
        .await
        .expect("the program can be waited for")
}

/// The program over HTTP at a free port.
pub(crate) async fn listening() -> (Child, SocketAddr) {
    listening_with(&[]).await
}

/// The same with more arguments.
pub(crate) async fn listening_with(arguments: &[&str]) -> (Child, SocketAddr) {
    let mut child = command(&["--http", "127.0.0.1:0"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
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
