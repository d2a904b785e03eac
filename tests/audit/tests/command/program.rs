//! The built program, run over this package's catalogs.

use std::io::Write as _;
use std::process::{Command, Stdio};

pub(crate) use ::program::{Folder, Run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_mcp-ergo-under-test");

/// The program, where the catalogs of this package are.
pub(crate) fn command(arguments: &[&str]) -> Command {
    ::program::command(PROGRAM, env!("CARGO_MANIFEST_DIR"), arguments)
}

/// Runs the program with nothing to read.
pub(crate) fn run(arguments: &[&str]) -> Run {
    let mut command = command(arguments);
    let ran = command.stdin(Stdio::null()).output();
    ran.expect("the program runs").into()
}

/// Runs the program on what it reads from standard input.
pub(crate) fn pipe(input: &[u8], arguments: &[&str]) -> Run {
    let mut child = command(&[&["audit", "--file", "-"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that refuses early closes its end.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends").into()
}

/// A catalog of this package.
pub(crate) fn catalog(name: &str) -> String {
    format!("catalogs/{name}.json")
}

/// Runs the program in a folder below this one.
pub(crate) fn run_in(folder: &Folder, below: &str, arguments: &[&str]) -> Run {
    let mut command = ::program::command(PROGRAM, folder.path(below), arguments);
    let ran = command.stdin(Stdio::null()).output();
    ran.expect("the program runs").into()
}
