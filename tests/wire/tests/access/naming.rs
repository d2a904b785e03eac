//! Over generated catalogs and grants: nothing that a caller is served names a tool that it may not
//! call, except a denial its own subject.

use mcp_ergo::__private::ToolDef;
use mcp_ergo::prelude::{Reply, tool};
use mcp_ergo::rules::{ALL, Class, Level, Policy};
use mcp_ergo::{Grants, Server, Tool};
use proptest::prelude::*;
use serde_json::{Value, json};
use wire_tests::Era;
use wire_tests::line::InProcess;

use crate::office;

/// What is generated of one tool: its class, its scope, and which others its description names.
#[derive(Debug, Clone)]
struct Drawn {
    class: Class,
    scope: Option<usize>,
    instead: Vec<usize>,
    after: Vec<usize>,
}

/// Count the pens that lie about.
#[tool(read, when = "the user asks for a pen", returns = "how many there are")]
fn count_pens() -> Reply<Pens> {
    Reply::new("There is one.", Pens { count: 1 })
}

/// Pens that lie about.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Pens {
    /// How many there are.
    count: u32,
}

/// Scopes of the generated catalogs.
const SCOPES: [&str; 5] = ["a:read", "a:write", "a:drop", "b:read", "b:drop"];

fn drawn() -> impl Strategy<Value = Drawn> {
    let class = prop_oneof![
        Just(Class::Read),
        Just(Class::Write),
        Just(Class::Destructive)
    ];
    let others = || prop::collection::vec(0..7_usize, 0..3);
    (class, prop::option::of(0..SCOPES.len()), others(), others()).prop_map(
        |(class, scope, instead, after)| Drawn {
            class,
            scope,
            instead,
            after,
        },
    )
}

/// Whether everything that reads is granted, and which scopes, by place; past the scopes stand
/// wildcards.
fn grants() -> impl Strategy<Value = (bool, Vec<usize>)> {
    (
        any::<bool>(),
        prop::collection::vec(0..SCOPES.len() + 3, 0..4),
    )
}

/// The grants, without what no tool asks for: boot refuses that, rightly.
fn granted(catalog: &[Drawn], (reading, scopes): (bool, Vec<usize>)) -> Grants {
    let first = if reading {
        Grants::reading()
    } else {
        Grants::none()
    };
    let asked = |at: usize| catalog.iter().any(|tool| tool.scope == Some(at));
    let asked_without_destroying = catalog
        .iter()
        .any(|tool| tool.class != Class::Destructive && tool.scope.is_some_and(|scope| scope < 3));
    scopes.into_iter().fold(first, |grants, at| match at {
        0..5 if asked(at) => grants.scope(SCOPES[at]),
        5 if asked_without_destroying => grants.scope("a:*"),
        6 => grants.scope("*"),
        7 => grants.scope("read"),
        _ => grants,
    })
}

/// The tool, as it was drawn. Definitions live as long as the program.
fn redefined(tool: Tool, drawn: &Drawn, names: &[&'static str]) -> Tool {
    let others = |places: &[usize]| -> Vec<&'static str> {
        let others = places.iter().map(|at| names[*at]);
        others.filter(|name| *name != tool.name()).collect()
    };
    let instead: Vec<_> = others(&drawn.instead)
        .into_iter()
        .map(|name| (name, "for the rest"))
        .collect();
    Tool::new(Box::leak(Box::new(ToolDef {
        class: drawn.class,
        scope: drawn.scope.map(|at| SCOPES[at]),
        instead: instead.leak(),
        after: others(&drawn.after).leak(),
        ..*tool.def()
    })))
}

fn server(catalog: &[Drawn], grants: Grants) -> Server {
    let names = office::tools().map(|tool| tool.name());
    // What is drawn breaks every rule but the one that is tested.
    let policy = ALL
        .iter()
        .filter(|rule| rule.code != "D009")
        .fold(Policy::strict(), |policy, rule| {
            policy.with_level(rule.code, Level::Off).expect("a rule")
        });
    let server = Server::builder("office", "1.0.0")
        .purpose("Letters of one post office")
        .state(office::Letters)
        .hello(office::hello())
        .grants(grants)
        .policy(policy)
        // Somebody may make the first call, if not this caller.
        .role("reader", ["read"])
        // The office's own tools stay away.
        .tools_in(module_path!());
    let tools = office::tools().into_iter().zip(catalog);
    let tools = tools.map(|(tool, drawn)| redefined(tool, drawn, &names));
    let server = server
        .resource(office::letter_text::resource())
        .prompt(office::answer_letter::prompt());
    let server = tools.fold(server, mcp_ergo::Builder::tool).boot();
    server.expect("everything that is named is there")
}

/// A right call of each tool, and a wrong one.
fn calls(tool: &str) -> [Value; 3] {
    let right = match tool {
        "search_letters" | "list_stamps" | "_hello" => json!({}),
        "write_letter" => json!({"text": "Dear Ada"}),
        "buy_stamps" => json!({"count": 1}),
        _ => json!({"letter_id": "let_4"}),
    };
    let other = match tool {
        "write_letter" => json!({"text": ""}),
        "get_letter" => json!({"letter_id": "let_5"}),
        _ => json!({}),
    };
    [
        right,
        other,
        json!({"letter_id": 4, "count": "x", "limit": "x", "tone": "x"}),
    ]
}

async fn assert_nothing_is_named_in_vain(office: Server, era: Era) {
    let mut client = InProcess::of(office, era).await;
    let tools = client.tools().await;
    let served: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let all = office::tools().map(|tool| tool.name());
    let hidden: Vec<&str> = all
        .into_iter()
        .chain(["_hello"])
        .filter(|name| !served.contains(name))
        .collect();
    let assert_silent = |told: &Value, subject: &str| {
        let told = told.to_string();
        for name in hidden.iter().filter(|name| **name != subject) {
            assert!(
                !told.contains(name),
                "{name} is hidden, yet named in {told}"
            );
        }
    };
    assert_silent(&client.opened, "");
    assert_silent(&json!(tools), "");
    for list in ["resources/list", "resources/templates/list", "prompts/list"] {
        assert_silent(&client.exchange(list, json!({})).await, "");
    }
    for id in ["let_4", "let_5", "x"] {
        let uri = format!("office://letters/{id}");
        assert_silent(
            &client.exchange("resources/read", json!({"uri": uri})).await,
            "",
        );
        let named = json!({"name": "answer_letter", "arguments": {"letter_id": id}});
        assert_silent(&client.exchange("prompts/get", named).await, "");
    }
    for name in all.into_iter().chain(["_hello"]) {
        for arguments in calls(name) {
            let answer = client.call(name, arguments).await;
            assert_silent(&answer.result, name);
        }
        let near = format!("{name}x");
        let error = client
            .error("tools/call", json!({"name": near, "arguments": {}}))
            .await;
        assert_silent(&json!(error.message), name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_is_served_names_only_what_may_be_called(
        catalog in prop::collection::vec(drawn(), 7),
        grants in grants(),
        stateless in any::<bool>(),
    ) {
        let grants = granted(&catalog, grants);
        let server = server(&catalog, grants);
        let era = if stateless { Era::Stateless } else { Era::Handshake };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(assert_nothing_is_named_in_vain(server, era));
    }
}
