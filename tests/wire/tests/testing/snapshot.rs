//! The catalog of a booted server in its file.

use std::fs;
use std::path::Path;

use mcp_ergo::testing::assert_catalog_compatible;

use crate::fixtures::{says, server, told};

const FILE: &str = "tests/testing/archive.json";

#[tokio::test]
async fn a_server_is_held_to_its_file() {
    assert_catalog_compatible(&server(says("3 lines.")), FILE);
    let promised = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let promised = fs::read_to_string(promised).expect("the file is there");
    // Every tool counts, whatever is granted, and its former names.
    assert!(promised.contains("\"delete_report\": {"), "{promised}");
    assert!(
        promised.contains("\"formerly\": [\"read_report\"],"),
        "{promised}"
    );
    if std::env::var_os("BLESS").is_some() {
        return; // then nothing fails
    }

    let more = promised.replace(
        "\"day\": {\"type\": \"string\", \"required\": true}",
        "\"day\": {\"type\": \"string\"}",
    );
    assert_ne!(more, promised);
    let folder = std::env::temp_dir().join(format!("mcp-ergo-archive-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for what is temporary");
    let path = folder.join("catalog.json");
    fs::write(&path, &more).expect("the file is written");
    let told =
        told(async move { assert_catalog_compatible(&server(says("3 lines.")), path) }).await;
    fs::remove_dir_all(&folder).expect("the folder is there");
    assert!(
        told.starts_with("2 breaking changes for those who call this server as "),
        "{told}"
    );
    let of_delete = "error: the parameter `day` of `delete_report` takes less: it must be given now\n  \
                     before: {\"type\": \"string\"}\n  after:  {\"type\": \"string\", \"required\": \
                     true}\n";
    assert!(told.contains(of_delete), "{told}");
    assert!(
        told.contains("`BLESS=1 cargo test -p wire-tests`"),
        "{told}"
    );
}
