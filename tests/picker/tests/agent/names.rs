//! From presented names back to those of the tasks.

use mcp_ergo::sim::{Right, ShownTool, Task};
use picker_tests::{shelf, tool};
use serde_json::json;

#[test]
fn a_favourite_and_its_twin_are_one_tool_of_the_tasks() {
    let list = [
        "favourite__get_pods",
        "_hello",
        "all__k8s__get_pods",
        "all__git__log",
    ];
    let list = list.map(|name| tool(name, "", &json!({})));
    let task = |right: &str| Task {
        id: "t1".to_owned(),
        text: "Which pods run?".to_owned(),
        right: vec![Right {
            tool: right.to_owned(),
            action: None,
        }],
    };
    for (right, names) in [
        ("get_pods", ["get_pods", "_hello", "get_pods", "log"]),
        (
            "k8s__get_pods",
            ["k8s__get_pods", "_hello", "k8s__get_pods", "git__log"],
        ),
    ] {
        let tools = shelf(&list, None, &[task(right)]);
        let shown = tools.tools();
        let canonical: Vec<&str> = shown.iter().map(ShownTool::canonical).collect();
        assert_eq!(canonical, names);
        let at: Vec<usize> = shown.iter().map(ShownTool::at).collect();
        assert_eq!(at, [0, 1, 0, 2]);
        assert!(shown[0].is_favourite() && !shown[2].is_favourite());
    }
}
