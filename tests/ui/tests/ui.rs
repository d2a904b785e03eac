//! What the macros say of every mistake, in rustc's own words: one file a mistake under `cases/`.
//!
//! `TRYBUILD=overwrite cargo test -p ui-tests --test ui` writes the `.stderr` files anew; read them
//! aloud before they are kept.

use std::path::Path;
use std::process::Command;

/// Words change between compilers, so the suite runs under one of them.
#[test]
fn mistakes_are_explained() {
    refuse_other_compilers();
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}

fn refuse_other_compilers() {
    let pinned = pinned();
    let running = running();
    assert!(
        running == pinned,
        "\nthe compile-fail cases hold rustc's own words and are pinned to {pinned} by \
         rust-toolchain.toml; this is {running}, so nothing was compared\n\
         help: run `cargo +{pinned} test -p ui-tests`, or leave these cases out with \
         `--skip mistakes_are_explained`\n"
    );
}

/// `channel = "…"` of the workspace's toolchain file.
fn pinned() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rust-toolchain.toml");
    let text = std::fs::read_to_string(file).expect("rust-toolchain.toml is readable");
    text.lines()
        .find_map(|line| line.trim().strip_prefix("channel = "))
        .expect("rust-toolchain.toml names a channel")
        .trim_matches('"')
        .to_owned()
}

/// `1.95.0` of `rustc 1.95.0 (59807616e 2026-04-14)`, of the compiler that cargo uses.
fn running() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace()
        .nth(1)
        .unwrap_or_default()
        .to_owned()
}
