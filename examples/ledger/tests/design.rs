//! The design spec beside this crate is what the server is.

use std::path::Path;

use ledger::builder;
use ledger::store::Ledger;

#[test]
fn the_design_spec_is_current_and_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ledger = Ledger::in_memory().expect("a ledger in memory opens");
    let allow = ["invoices:write", "invoices:void"].map(str::to_owned);
    let server = builder(ledger, &allow).tools_in("ledger").boot();
    let spec = server.expect("the ledger boots").spec();
    if std::env::var_os("BLESS").is_some() {
        spec.write_to(folder).expect("the spec is written");
    }
    let written = std::fs::read_to_string(folder.join(spec.file_name())).unwrap_or_default();
    assert!(
        written == spec.to_string(),
        "{} is not what the server is; write it anew by `BLESS=1 cargo test -p ledger --test design`, \
         and read it",
        spec.file_name()
    );
    let rubric = written.split("## Rubric").nth(1).unwrap_or_default();
    assert_eq!(rubric.matches("| PASS |").count(), 6, "{rubric}");
}
