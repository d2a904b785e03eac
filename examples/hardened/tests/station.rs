//! What the one line changes, as a raw client sees it.

use hardened::Station;
use mcp_ergo::harden;
use serde_json::json;
use wire_tests::line::InProcess;
use wire_tests::{Era, catalog, dialect};

#[tokio::test]
async fn answers_stay_and_mistakes_are_told() {
    for era in Era::ALL {
        let station = harden(Station::default()).boot().await.expect("it boots");
        let mut mended = InProcess::of(station, era).await;
        let mut plain = InProcess::of_foreign(Station::default(), era).await;
        for (tool, arguments) in [
            (
                "search_readings",
                json!({"quantity": "temperature", "limit": 1}),
            ),
            ("add_reading", json!({"quantity": "wind", "value": 12})),
            ("delete_reading", json!({"id": 1})),
        ] {
            let params = json!({"name": tool, "arguments": arguments});
            let before = plain.result("tools/call", params.clone()).await;
            assert_eq!(before, mended.result("tools/call", params).await);
            assert_eq!(before["isError"], false);
        }

        let slip = json!({"quantity": "temprature", "limt": "3"});
        let alone = plain.call("search_readings", slip.clone()).await;
        assert_eq!(
            alone.words(),
            "failed to deserialize parameters: unknown variant `temprature`, expected one of `temperature`, `pressure`, `wind`"
        );
        let hardened = mended.call("search_readings", slip).await;
        assert_eq!(
            hardened.words(),
            "the call of search_readings has 2 mistakes:\n\
             - quantity (\"temprature\") is not one of temperature, pressure or wind. Did you mean \"temperature\"? Send one of \"temperature\", \"pressure\" or \"wind\".\n\
             - limt (\"3\") is not a parameter of search_readings. Did you mean limit? search_readings takes quantity and limit.\n\
             Mend every issue, then send the call again."
        );

        let gone = mended.call("delete_reading", json!({"id": 9})).await;
        assert_eq!(gone.envelope()["error"], "no reading has the number 9");
        for tool in mended.tools().await {
            assert_eq!(dialect::strays(&tool["inputSchema"]), Vec::<String>::new());
        }
        let tools = plain.tools().await;
        let search = &catalog::tool(&tools, "search_readings")["inputSchema"];
        assert!(!dialect::strays(search).is_empty());
    }
}
