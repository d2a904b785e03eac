//! The built program, and folders to run it in.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// What a run of the program left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_str(&self.out).expect("the report is JSON")
    }

    /// Whether it could not run, and says all of this.
    pub(crate) fn refuses(&self, said: &[&str]) -> bool {
        let told = said.iter().all(|said| self.err.contains(said));
        self.code == Some(2) && self.out.is_empty() && told
    }
}

/// Runs `mcp-ergo sim` where the shop's files are.
pub(crate) fn sim(arguments: &[&str]) -> Run {
    sim_in(concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs"), arguments)
}

/// Runs `mcp-ergo sim` in a folder.
pub(crate) fn sim_in(folder: &str, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_mcp-ergo-sim-under-test"))
        .arg("sim")
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("the program writes UTF-8"),
        err: String::from_utf8(output.stderr).expect("the program writes UTF-8"),
    }
}

/// Compares over the shop's tasks.
pub(crate) fn shop(arguments: &[&str]) -> Run {
    let shop = ["--catalog", "shop.json", "--tasks", "tasks.json"];
    sim(&[&shop, arguments].concat())
}

/// The arm of a report with this catalog and presentation.
pub(crate) fn arm<'a>(report: &'a Value, catalog: &str, presentation: &str) -> &'a Value {
    let arms = report["arms"].as_array().expect("arms");
    let is = |arm: &&Value| arm["catalog"] == catalog && arm["presentation"] == presentation;
    arms.iter().find(is).expect("the arm was asked for")
}

/// A folder of its own to write to.
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
        std::fs::write(self.0.join(file), text).expect("a file for the test");
        self
    }

    pub(crate) fn path(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    pub(crate) fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).expect("the program wrote it")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
