//! The front ends agree: what compiles and boots is denied nothing by an audit of its own
//! `tools/list`, save what an `allow` has spoken about.

use std::collections::BTreeSet;

use ledger::store::Ledger;
use mcp_ergo::audit::audit;
use mcp_ergo::rules::{Level, Policy};
use mcp_ergo::{Builder, Server, catalog_facts};
use serde_json::json;
use ui_tests::expand::tools::{self, Counter};
use wire_tests::line::InProcess;
use wire_tests::{Era, workshop};

/// What the audit denies of what a server lists, as `tool: CODE: message`.
async fn denied(server: Server) -> BTreeSet<String> {
    let mut client = InProcess::of(server, Era::Handshake).await;
    let document = json!({
        "serverInfo": client.opened["serverInfo"],
        "instructions": client.opened["instructions"],
        "tools": client.tools().await,
    });
    let facts = catalog_facts(&document).expect("a list of tools");
    let audit = audit(&facts, &Policy::strict());
    let denied = audit.findings.into_iter();
    let denied = denied.filter(|finding| finding.level == Level::Deny);
    denied
        .map(|finding| {
            let tool = finding.tool.and_then(|tool| facts.tools[tool].name.seen());
            let tool = tool.map_or("server", String::as_str);
            format!("{tool}: {}: {}", finding.rule.code, finding.message)
        })
        .collect()
}

/// Compares what is denied with what is excepted, as `tool: CODE`.
async fn agrees(server: Server, excepted: &[&str]) {
    let denied = denied(server).await;
    let unheard: Vec<&String> = denied
        .iter()
        .filter(|found| !excepted.iter().any(|known| found.starts_with(known)))
        .collect();
    assert!(unheard.is_empty(), "{unheard:#?}");
    for known in excepted {
        let needed = denied.iter().any(|found| found.starts_with(known));
        assert!(
            needed,
            "{known} is excepted, and the audit does not deny it"
        );
    }
}

#[tokio::test]
async fn on_the_ledger() {
    let allow = ["invoices:write", "invoices:void"].map(str::to_owned);
    let ledger = Ledger::in_memory().expect("a ledger");
    let server = ledger::builder(ledger, &allow).tools_in("ledger").boot();
    agrees(server.expect("the ledger boots"), &[]).await;
}

#[tokio::test]
async fn on_the_workshop() {
    let excepted = [
        // By `allow`, which does not go over the wire.
        "measure_pot: P006",
        // The tool that yields the id is not served to this caller, so no text names it.
        "check_clay: P019",
    ];
    agrees(workshop::server(), &excepted).await;
}

#[tokio::test]
async fn on_every_tool_that_must_compile() {
    let builder = Server::builder("expand", "1.0.0")
        .purpose("Invoices of every kind: find, count and order them.")
        .start_with(tools::get_newest_invoice::tool())
        .state(ui_tests::Ledger)
        .state(Counter::default())
        .tools_in("ui_tests");
    let builder = tools::by_hand().into_iter().fold(builder, Builder::tool);
    agrees(builder.boot().expect("they boot"), &[]).await;
}
