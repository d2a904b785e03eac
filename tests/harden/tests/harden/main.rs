//! Servers that are written with rmcp alone, before and after `harden`, as raw clients see them.

mod answers;
mod boot;
mod faults;
mod forwarded;
mod http;
mod lists;
mod schemas;

use harden_tests::menagerie::Menagerie;
use mcp_ergo::{Hardened, harden};

fn hardened() -> Hardened<Menagerie> {
    harden(Menagerie::default())
}
