//! The built program, run over the shop.

use std::process::Stdio;

pub(crate) use ::program::{Folder, Run};
use serde_json::Value;

/// Runs `mcp-ergo sim` where the shop's files are.
pub(crate) fn sim(arguments: &[&str]) -> Run {
    sim_in(concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs"), arguments)
}

/// Runs `mcp-ergo sim` in a folder.
pub(crate) fn sim_in(folder: &str, arguments: &[&str]) -> Run {
    let program = env!("CARGO_BIN_EXE_mcp-ergo-sim-under-test");
    let mut command = ::program::command(program, folder, &[&["sim"], arguments].concat());
    let ran = command.stdin(Stdio::null()).output();
    ran.expect("the program runs").into()
}

/// The report of a run that went well.
pub(crate) fn report(ran: &Run) -> Value {
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.json()
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
