//! The built program, and folders to run it in.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// What a run of the program left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the program writes UTF-8"),
            err: String::from_utf8(output.stderr).expect("the program writes UTF-8"),
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect("the report is JSON")
    }

    /// Whether it could not run, and says why in these words.
    pub(crate) fn refuses(&self, why: &str) -> bool {
        self.code == Some(2) && self.out.is_empty() && self.err.contains(why)
    }
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ergo-under-test"));
    command
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Runs the program with nothing to read.
pub(crate) fn run(arguments: &[&str]) -> Run {
    let mut command = command(arguments);
    Run::of(
        command
            .stdin(Stdio::null())
            .output()
            .expect("the program runs"),
    )
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
    Run::of(child.wait_with_output().expect("the program ends"))
}

/// A catalog of this package.
pub(crate) fn catalog(name: &str) -> String {
    format!("catalogs/{name}.json")
}

/// A folder of its own to run in, below which no policy lies.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("{}-{number}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }

    pub(crate) fn with(self, file: &str, text: &str) -> Self {
        let file = self.0.join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file for the test");
        self
    }

    pub(crate) fn path(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    pub(crate) fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).expect("the file is there")
    }

    pub(crate) fn run_in(&self, folder: &str, arguments: &[&str]) -> Run {
        let mut command = command(arguments);
        command
            .current_dir(self.0.join(folder))
            .stdin(Stdio::null());
        Run::of(command.output().expect("the program runs"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
