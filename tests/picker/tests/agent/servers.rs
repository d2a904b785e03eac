//! Where the server is.

use std::net::TcpListener;

use ledger::store::Ledger;
use mcp_ergo::Http;
use mcp_ergo::sim::{Choice, Served};
use picker_tests::{Model, Reply, called, said};

use crate::{RUNTIME, agent, work};

/// Searches, and is done.
fn brief() -> Model {
    Model::scripted(|number, _| {
        Reply::Message(match number {
            0 => called(&[("search_invoices", "{}")]),
            _ => said("Done."),
        })
    })
}

fn searches(served: &Served) {
    let pick = work(&agent(&brief()), served).unwrap();
    let at = served.tools(&[]).unwrap().find("search_invoices");
    assert_eq!(pick.choices, [Choice::tool(at.expect("it is listed"))]);
}

#[test]
fn a_command_is_started() {
    let served = Served::start(&format!("'{}'", env!("CARGO_BIN_EXE_till"))).unwrap();
    searches(&served);
}

#[test]
fn a_url_is_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let server = ledger::server(Ledger::in_memory().unwrap(), &[]).unwrap();
    RUNTIME.spawn(async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        Http::new(server)
            .serve_on(listener, std::future::pending::<()>())
            .await?;
        Ok::<_, mcp_ergo::Error>(())
    });
    searches(&Served::at(&format!("http://{address}/mcp"), None).unwrap());
}

#[test]
fn a_server_that_is_not_there_is_told() {
    let none = Served::start("./no-such-server --read").unwrap_err();
    assert!(
        none.to_string()
            .starts_with("`./no-such-server` does not start"),
        "{none}"
    );
    let quote = Served::start("'./server").unwrap_err();
    assert!(
        quote.to_string().contains("cannot be split into words"),
        "{quote}"
    );
    let ends = Served::start("true").unwrap_err();
    assert!(
        ends.to_string()
            .starts_with("the server `true` cannot be talked to"),
        "{ends}"
    );
    let closed = Served::at("http://127.0.0.1:1/mcp", None).unwrap_err();
    assert!(
        closed.to_string().contains("cannot be talked to"),
        "{closed}"
    );
}
