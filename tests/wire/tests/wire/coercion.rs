//! Values that clients send as strings.

use mcp_ergo::prelude::*;
use mcp_ergo::{Coercion, Server};
use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era};

/// What was ordered.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Ordered {
    /// How many pots.
    pots: u32,
    /// Their colours.
    colours: Vec<String>,
}

/// Order pots.
#[tool(
    write,
    when = "the user orders pots",
    returns = "the order",
    scope = "pots:order"
)]
fn order_pots(
    /// How many.
    #[param(range = 1..=50)]
    pots: u32,
    /// Their colours.
    #[param(example = ["blue"])]
    colours: Vec<String>,
) -> Reply<Ordered> {
    Reply::new("Ordered.", Ordered { pots, colours })
}

/// Count the orders.
#[tool(read, when = "the user asks what sells", returns = "the orders")]
fn count_orders() -> Reply<Ordered> {
    let colours = Vec::new();
    Reply::new("None.", Ordered { pots: 0, colours })
}

async fn order(coercion: Coercion, era: Era, arguments: Value) -> Answer {
    let server = Server::builder("pots", "1.0.0")
        .tools_in(module_path!())
        .start_with(count_orders::tool())
        .grant("pots:order")
        .coercion(coercion)
        .boot()
        .expect("the pots boot");
    let mut client = InProcess::of(server, era).await;
    client.call("order_pots", arguments).await
}

#[tokio::test]
async fn strings_are_refused_unless_the_server_reads_them() {
    for era in Era::ALL {
        let answer = order(
            Coercion::Refuse,
            era,
            json!({"pots": "3", "colours": "[\"blue\"]"}),
        )
        .await;
        assert_eq!(
            answer.envelope()["issues"].as_array().map(Vec::len),
            Some(2)
        );
    }
}

#[tokio::test]
async fn string_that_was_read_is_told() {
    for era in Era::ALL {
        let answer = order(
            Coercion::Report,
            era,
            json!({"pots": "3", "colours": "[\"blue\"]"}),
        )
        .await;
        let content = &answer.result["structuredContent"];
        assert_eq!(content["pots"], 3);
        assert_eq!(content["colours"], json!(["blue"]));
        assert_eq!(
            content["outcome"],
            "Ordered. pots (\"3\") came as a string and was read as an integer. colours \
             (\"[\\\"blue\\\"]\") came as a string and was read as a list."
        );
    }
}

#[tokio::test]
async fn string_that_says_another_value_is_refused_all_the_same() {
    for era in Era::ALL {
        for pots in ["0x3", "three", "99"] {
            let answer = order(
                Coercion::Report,
                era,
                json!({"pots": pots, "colours": ["blue"]}),
            )
            .await;
            assert_eq!(answer.envelope()["recovery"], "fix", "{pots}");
        }
    }
}
