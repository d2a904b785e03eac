//! How much of a catalog a credential is shown.

use mcp_ergo::prelude::*;
use mcp_ergo::{Grants, Presentation, Profile, Server};
use serde_json::{Value, json};
use wire_tests::Era;
use wire_tests::line::InProcess;

/// How many there are.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Count {
    /// How many.
    count: u32,
}

/// Count the boats in the harbour.
#[tool(
    read,
    core,
    when = "the user asks how full the harbour is",
    instead(count_berths = "for the places that are left"),
    returns = "the count"
)]
fn count_boats() -> Reply<Count> {
    Reply::new("Three boats.", Count { count: 3 }).next(count_berths::call(), "to find a place")
}

/// Count the berths that are free.
#[tool(read, when = "a boat wants to moor", returns = "the count")]
fn count_berths() -> Reply<Count> {
    Reply::new("One berth.", Count { count: 1 })
}

/// Count the people who ask for the harbour master.
#[tool(read, top, when = "the user has to wait", returns = "the count")]
fn count_people() -> Reply<Count> {
    Reply::new("Nobody.", Count { count: 0 })
}

fn server(grants: Grants, presentation: Presentation) -> Server {
    Server::builder("harbour", "1.0.0")
        .purpose("Boats and berths of one harbour")
        .tools_in(module_path!())
        .start_with(count_boats::tool())
        .grants(grants)
        .presentation(presentation)
        .boot()
        .expect("the harbour boots")
}

async fn listed(grants: Grants, presentation: Presentation) -> Vec<Value> {
    let mut client = InProcess::of(server(grants, presentation), Era::Stateless).await;
    let tools = client.tools().await;
    tools.iter().map(|tool| tool["name"].clone()).collect()
}

const CORE: [&str; 2] = ["count_boats", "count_people"];
const FULL: [&str; 3] = ["count_berths", "count_boats", "count_people"];

#[tokio::test]
async fn the_profile_is_the_servers_unless_the_credential_has_its_own() {
    let reading = Grants::reading;
    assert_eq!(listed(reading(), Presentation::core()).await, CORE);
    assert_eq!(listed(reading(), Presentation::flat()).await, FULL);
    let core = || reading().profile(Profile::Core);
    assert_eq!(listed(core(), Presentation::flat()).await, CORE);
    let favourites = || Presentation::favourites(["count_boats"]);
    assert_eq!(listed(core(), favourites()).await, CORE);
    let full = || reading().profile(Profile::Full);
    assert_eq!(listed(full(), Presentation::core()).await, FULL);
    assert_eq!(
        listed(full(), favourites()).await,
        [
            "favourite__count_boats",
            "count_people",
            "all__profiles__count_berths",
            "all__profiles__count_boats",
        ]
    );
}

#[tokio::test]
async fn what_the_core_does_not_list_is_not_spoken_of_and_can_be_called() {
    for era in Era::ALL {
        let server = server(Grants::reading(), Presentation::core());
        let mut client = InProcess::of(server, era).await;
        let tools = json!(client.tools().await).to_string();
        assert!(!tools.contains("count_berths"), "{tools}");
        let boats = client.call("count_boats", json!({})).await;
        assert_eq!(boats.data()["nextAction"]["tool"], "count_berths");
        for name in ["count_berths", "all__profiles__count_berths"] {
            let berths = client.call(name, json!({})).await;
            assert_eq!(berths.data()["count"], 1, "{name}");
        }
    }
}
