//! One run of the command.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Run {
    /// The exit code; `None` where a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to standard output.
    pub out: String,
    /// What it wrote to standard error.
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

impl Run {
    /// The report on standard output.
    ///
    /// # Panics
    ///
    /// When that is no JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.err))
    }

    /// Whether it could not run, and says all of this.
    #[must_use]
    pub fn refuses(&self, said: &[&str]) -> bool {
        let told = said.iter().all(|said| self.err.contains(said));
        self.code == Some(2) && self.out.is_empty() && told
    }
}

/// The program with these arguments, in the folder, whatever this terminal is.
#[must_use]
pub fn command(program: &str, folder: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder);
    command
}
