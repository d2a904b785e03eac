//! The design spec beside this crate is what the server is.

use std::path::Path;

use factory::builder;
use factory::store::Factory;

#[test]
fn the_design_spec_is_current_and_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let factory = Factory::in_memory().expect("a factory in memory opens");
    let server = builder(factory).tools_in("factory").boot();
    let spec = server.expect("the factory boots").spec();
    if std::env::var_os("BLESS").is_some() {
        spec.write_to(folder).expect("the spec is written");
    }
    let written = std::fs::read_to_string(folder.join(spec.file_name())).unwrap_or_default();
    assert!(
        written == spec.to_string(),
        "{} is not what the server is; write it anew by `BLESS=1 cargo test -p factory --test design`, \
         and read it",
        spec.file_name()
    );
    let rubric = written.split("## Rubric").nth(1).unwrap_or_default();
    assert_eq!(rubric.matches("| PASS |").count(), 6, "{rubric}");
}
