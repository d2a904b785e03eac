//! A tool of every shape that rmcp's macros make, and of every way to fail.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, JsonObject};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Json, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Notify;

/// The server.
#[derive(Debug, Clone)]
pub struct Menagerie {
    tool_router: ToolRouter<Self>,
    /// Told when a call sees that nobody waits for it any more.
    pub left: Arc<Notify>,
}

impl Default for Menagerie {
    fn default() -> Self {
        Self {
            tool_router: Self::tool_router(),
            left: Arc::default(),
        }
    }
}

fn ten() -> u32 {
    10
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Search {
    /// What to look for
    query: String,
    /// Most animals to return.
    #[serde(default = "ten")]
    limit: u32,
    /// Animals to pass over.
    offset: Option<u64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    /// Their names.
    names: Vec<String>,
    /// How many more there are.
    more: Option<u32>,
    /// The best of them.
    best: Option<Animal>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Animal {
    /// Its name.
    name: String,
    /// Where it lives.
    home: Place,
    diet: Option<Diet>,
}

/// A place on the map.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Place {
    /// Metres to the east.
    x: f64,
    y: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Diet {
    Plants,
    Meat,
}

/// Order of the animals.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// oldest first
    Asc,
    /// newest first
    Desc,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Sort {
    /// Order to sort in.
    order: Order,
    then: Option<Order>,
    by: Option<Diet>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Tags {
    names: Vec<String>,
    unique: BTreeSet<u8>,
    holes: Vec<Option<String>>,
    places: Vec<Place>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Weights {
    tiny: u8,
    small: u16,
    signed: i32,
    big: u64,
    float: f64,
    narrow: f32,
    flag: bool,
    letter: char,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Counts {
    /// Count by name.
    counts: BTreeMap<String, u32>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Anything {
    /// Whatever it is.
    value: Value,
    untold: Option<Value>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Figure {
    /// A circle.
    Circle {
        r: f64,
    },
    Square {
        side: f64,
        label: Option<String>,
    },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Text(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Drawing {
    figure: Figure,
    either: Either,
    /// Its title.
    title: String,
}

/// A node of the tree.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Node {
    /// Its label.
    label: String,
    #[serde(default)]
    children: Vec<Node>,
    next: Option<Box<Node>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Tree {
    root: Node,
    depth: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Pair {
    pair: (u8, String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sealed {
    n: i64,
}

/// `null` and absence differ.
#[expect(clippy::option_option, reason = "which is what is tried")]
#[derive(Debug, Deserialize, JsonSchema)]
struct Patch {
    #[serde(default, deserialize_with = "present")]
    nickname: Option<Option<String>>,
}

#[expect(clippy::option_option, reason = "as above")]
fn present<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(deserializer).map(Some)
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Flattened {
    /// Its name.
    name: String,
    #[serde(flatten)]
    extra: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Bounded {
    /// Days to keep it.
    #[schemars(range(min = 1, max = 30))]
    days: u32,
    #[schemars(length(min = 2), regex(pattern = "^[a-z]+$"))]
    name: String,
    #[schemars(range(min = 0.5, max = 2.5))]
    factor: Option<f64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Failing {
    /// How to fail.
    way: String,
}

#[tool_router]
impl Menagerie {
    /// List all animals.
    #[tool(annotations(title = "All animals", read_only_hint = true))]
    async fn list_animals(&self) -> Json<Found> {
        Json(Found {
            names: vec!["otter".into(), "lynx".into()],
            more: None,
            best: None,
        })
    }

    /// Search animals.
    #[tool(annotations(read_only_hint = true))]
    async fn search_animals(
        &self,
        Parameters(search): Parameters<Search>,
    ) -> Result<Json<Found>, String> {
        let best = Animal {
            name: search.query.clone(),
            home: Place { x: 1.5, y: None },
            diet: Some(Diet::Meat),
        };
        Ok(Json(Found {
            names: vec![search.query],
            more: search.offset.map(|_| search.limit),
            best: Some(best),
        }))
    }

    /// Add an animal.
    #[tool]
    async fn add_animal(&self, Parameters(animal): Parameters<Animal>) -> Json<Animal> {
        Json(animal)
    }

    /// Sort the animals.
    #[tool]
    async fn sort_animals(&self, Parameters(sort): Parameters<Sort>) -> String {
        format!("{:?} {:?} {:?}", sort.order, sort.then, sort.by)
    }

    /// Tag animals.
    #[tool]
    async fn tag_animals(&self, Parameters(tags): Parameters<Tags>) -> String {
        format!(
            "{:?} {:?} {:?} {}",
            tags.names,
            tags.unique,
            tags.holes,
            tags.places.len()
        )
    }

    /// Weigh an animal.
    #[tool]
    async fn weigh_animal(&self, Parameters(weights): Parameters<Weights>) -> Json<Weights> {
        Json(weights)
    }

    /// Count animals by name.
    #[tool]
    async fn count_animals(&self, Parameters(counts): Parameters<Counts>) -> String {
        format!("{:?}", counts.counts)
    }

    /// Store any value.
    #[tool]
    async fn store_value(&self, Parameters(any): Parameters<Anything>) -> Json<Anything> {
        Json(any)
    }

    /// Draw a figure.
    #[tool]
    async fn draw_figure(&self, Parameters(drawing): Parameters<Drawing>) -> String {
        json!([drawing.figure, drawing.either, drawing.title]).to_string()
    }

    /// Plant a tree of nodes.
    #[tool]
    async fn plant_tree(&self, Parameters(tree): Parameters<Tree>) -> Json<Node> {
        assert!(tree.depth < 200, "too deep");
        Json(tree.root)
    }

    /// Take a pair.
    #[tool]
    async fn take_pair(&self, Parameters(pair): Parameters<Pair>) -> String {
        format!("{:?}", pair.pair)
    }

    /// Take a number and nothing else.
    #[tool]
    async fn take_number(&self, Parameters(sealed): Parameters<Sealed>) -> String {
        sealed.n.to_string()
    }

    /// Change or clear the nickname.
    #[tool]
    async fn patch_nickname(&self, Parameters(patch): Parameters<Patch>) -> String {
        format!("{:?}", patch.nickname)
    }

    /// Keep an animal with what else is known of it.
    #[tool]
    async fn keep_extra(&self, Parameters(flat): Parameters<Flattened>) -> Json<Flattened> {
        Json(flat)
    }

    /// Keep an animal for some days.
    #[tool]
    async fn keep_days(&self, Parameters(bounded): Parameters<Bounded>) -> String {
        format!("{} {} {:?}", bounded.days, bounded.name, bounded.factor)
    }

    /// Take whatever is sent.
    #[tool]
    async fn take_anything(&self, arguments: JsonObject) -> String {
        Value::Object(arguments).to_string()
    }

    /// Show a picture.
    #[tool]
    async fn show_picture(&self) -> CallToolResult {
        CallToolResult::success(vec![
            ContentBlock::image("aGVsbG8=", "image/png"),
            ContentBlock::text("An otter."),
        ])
    }

    /// Say two things at once.
    #[tool]
    async fn say_twice(&self) -> CallToolResult {
        let mut result = CallToolResult::structured(json!({"a": null, "b": 1.0}));
        result.content.push(ContentBlock::text("and more"));
        result
    }

    /// Fail in the way that is asked for.
    #[tool]
    async fn fail_somehow(
        &self,
        Parameters(failing): Parameters<Failing>,
    ) -> Result<CallToolResult, ErrorData> {
        let text = |text: &str| Ok(CallToolResult::error(vec![ContentBlock::text(text)]));
        match &*failing.way {
            "text" => text("disk full"),
            "lines" => text("two things went wrong:\n- the first\n- the second"),
            "long" => text(&"all work and no play ".repeat(200)),
            "nothing" => Ok(CallToolResult::error(Vec::new())),
            "blank" => text("  "),
            "picture" => Ok(CallToolResult::error(vec![ContentBlock::image(
                "aGVsbG8=",
                "image/png",
            )])),
            "structured" => Ok(CallToolResult::structured_error(
                json!({"code": "E1", "message": "disk full", "retryable": true}),
            )),
            "envelope" => Ok(CallToolResult::error(vec![
                ContentBlock::text("no animal 'x'. Look again."),
                ContentBlock::text(
                    json!({"error": "no animal 'x'", "hint": "Look again.", "recovery": "stop"})
                        .to_string(),
                ),
            ])),
            "invalid" => Err(ErrorData::invalid_params(
                "no animal is called 'x'; the nearest is 'lynx'",
                Some(json!({"near": ["lynx"]})),
            )),
            "missing" => Err(ErrorData::resource_not_found("the cage is not found", None)),
            "internal" => Err(ErrorData::internal_error(
                "the needle broke in the archive",
                Some(json!({"path": "/var/archive"})),
            )),
            "own" => Err(ErrorData::new(ErrorCode(17), "the keeper is asleep", None)),
            "protocol" => Err(ErrorData::new(
                ErrorCode(-32_042),
                "open this page first",
                None,
            )),
            _ => Ok(CallToolResult::success(vec![ContentBlock::text("fine")])),
        }
    }

    /// Fail with a text.
    #[tool]
    async fn fail_simply(&self) -> Result<String, String> {
        Err("the gate is closed".into())
    }

    /// Panic.
    #[tool]
    async fn panic_now(&self) -> String {
        panic!("the needle broke in the archive")
    }

    /// Wait for long, and change something.
    #[tool]
    async fn wait_long(&self) -> String {
        tokio::time::sleep(Duration::from_secs(600)).await;
        "done".into()
    }

    /// Wait until nobody waits.
    #[tool]
    async fn wait_unwanted(&self, context: RequestContext<RoleServer>) -> String {
        context.ct.cancelled().await;
        self.left.notify_one();
        "left".into()
    }

    /// Look for long.
    #[tool(annotations(read_only_hint = true))]
    async fn look_long(&self) -> String {
        tokio::time::sleep(Duration::from_secs(600)).await;
        "done".into()
    }
}

#[tool_handler(router = self.tool_router, name = "menagerie", version = "1.2.3", instructions = "Start with list_animals.")]
impl ServerHandler for Menagerie {}

/// Calls that the server answers well, one for each of its shapes at least.
pub fn right_calls() -> Vec<(&'static str, Value)> {
    let tree =
        json!({"label": "a", "children": [{"label": "b"}], "next": {"label": "c", "children": []}});
    vec![
        ("list_animals", json!({})),
        ("list_animals", json!({"unread": 1})),
        ("search_animals", json!({"query": "otter"})),
        (
            "search_animals",
            json!({"query": "otter", "limit": 3, "offset": 18_446_744_073_709_551_615_u64}),
        ),
        ("search_animals", json!({"query": "otter", "offset": null})),
        ("add_animal", json!({"name": "lynx", "home": {"x": 1}})),
        (
            "add_animal",
            json!({"name": "lynx", "home": {"x": 1.5, "y": null}, "diet": "meat"}),
        ),
        (
            "add_animal",
            json!({"name": "lynx", "home": {"x": 1.5, "y": 2}, "diet": null}),
        ),
        ("sort_animals", json!({"order": "asc"})),
        (
            "sort_animals",
            json!({"order": "desc", "then": "asc", "by": "plants"}),
        ),
        (
            "tag_animals",
            json!({"names": ["a"], "unique": [1, 2], "holes": ["x", null], "places": [{"x": 1, "y": 2}]}),
        ),
        (
            "weigh_animal",
            json!({"tiny": 255, "small": 1, "signed": -1, "big": 1, "float": 1, "narrow": 0.5, "flag": true, "letter": "x"}),
        ),
        ("count_animals", json!({"counts": {"otter": 3, "a b": 0}})),
        (
            "store_value",
            json!({"value": {"a": [1, null, {"b": 1.0}]}}),
        ),
        ("store_value", json!({"value": null, "untold": "x"})),
        (
            "draw_figure",
            json!({"figure": {"kind": "circle", "r": 1}, "either": 3, "title": "x"}),
        ),
        (
            "draw_figure",
            json!({"figure": {"kind": "square", "side": 1, "label": null}, "either": "three", "title": "x"}),
        ),
        ("plant_tree", json!({"root": tree, "depth": 2})),
        ("take_pair", json!({"pair": [1, "a"]})),
        ("take_number", json!({"n": -9_223_372_036_854_775_808_i64})),
        ("patch_nickname", json!({})),
        ("patch_nickname", json!({"nickname": null})),
        ("patch_nickname", json!({"nickname": "Oz"})),
        (
            "keep_extra",
            json!({"name": "otter", "age": 3, "_seen": [null]}),
        ),
        (
            "keep_days",
            json!({"days": 30, "name": "oz", "factor": 0.5}),
        ),
        ("take_anything", json!({"_a": 1, "b": null})),
        ("take_anything", json!({})),
        ("show_picture", json!({})),
        ("say_twice", json!({})),
        ("fail_somehow", json!({"way": "not at all"})),
    ]
}
