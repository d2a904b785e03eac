//! The built program.

use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use wire_tests::{Era, LineClient};

pub(crate) type Pipes = LineClient<ChildStdout, ChildStdin>;

/// Far beyond what ending takes, so that a program that hangs fails instead of hanging the suite.
const PATIENCE: Duration = Duration::from_secs(20);

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
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
    let ended = tokio::time::timeout(PATIENCE, child.wait()).await;
    ended
        .expect("the program ends")
        .expect("and can be waited for")
}

/// The program over HTTP at a free port.
pub(crate) async fn listening() -> (Child, SocketAddr) {
    let mut child = command(&["--http", "127.0.0.1:0"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut log = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let address = loop {
        let line = log.next_line().await.expect("the log is text");
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
