//! The policy that a catalog is judged by.

use std::path::{Path, PathBuf};

use mcp_ergo::rules::{Policy, PolicyValue};

use crate::output::Failure;

mod file {
    mcp_ergo::rules::policy_file!();
}

/// The policy of one's own server or of a foreign one, with what a file sets, and the file.
///
/// `named` is the file to read; where none is named, the nearest `mcp-ergo.toml` in the working folder
/// or above it is read.
pub(crate) fn policy(
    own: bool,
    named: Option<&Path>,
    grammar: Option<&str>,
) -> Result<(Policy, Option<PathBuf>), Failure> {
    let mut policy = if own {
        Policy::strict()
    } else {
        Policy::audit()
    };
    let nearest = || file::find(&std::env::current_dir().ok()?);
    let path = named.map(Path::to_owned).or_else(nearest);
    if let Some(path) = &path {
        let entries = file::read(path, &mut policy);
        if !entries.errors.is_empty() {
            let messages = entries.errors.into_iter();
            let messages = messages.map(|error| (error.message, Some(error.help)));
            let messages = messages.collect();
            return Err(Failure { messages }.about(path));
        }
    }
    if let Some(grammar) = grammar {
        policy.set("", "grammar", &PolicyValue::Text(grammar.to_owned()))?;
    }
    Ok((policy, path))
}
