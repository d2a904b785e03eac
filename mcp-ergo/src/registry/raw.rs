//! A tool whose schema is written by hand: everything that rmcp can describe, and nothing checked.

use std::fmt;
use std::panic::Location;
use std::time::Duration;

use mcp_ergo_rules::Class;
use rmcp::model::{CallToolResult, JsonObject};

use super::tool::{Invocation, Outcome, Run, Running, Tool, ToolDef};
use crate::arguments::Arguments;
use crate::call::Call;
use crate::reply::{Answered, Output};
use crate::schema::Record;

/// A tool whose definition is rmcp's own, for schemas that a Rust type cannot say: references,
/// unions, conditions. What goes in and out is the handler's business: arguments are not checked,
/// answers have no sentence unless it writes one, and the rules of schemas say nothing about it.
/// Everything else holds: its scope, its time, its place in the list, and what a call may ask.
///
/// ```standalone_crate
/// use mcp_ergo::rmcp::model::{CallToolResult, ContentBlock, ToolAnnotations};
/// use mcp_ergo::{RawTool, Server, rmcp};
/// use serde_json::json;
///
/// # fn main() -> Result<(), mcp_ergo::BootError> {
/// let schema = json!({
///     "type": "object",
///     "$defs": {"point": {"type": "array", "items": {"type": "number"}}},
///     "properties": {"path": {"type": "array", "items": {"$ref": "#/$defs/point"}}}
/// });
/// let definition = rmcp::model::Tool::new(
///     "measure_path",
///     "Measure the length of a path. Use when the user asks how long a way is.",
///     schema.as_object().cloned().unwrap_or_default(),
/// )
/// .with_title("Measure path")
/// .with_annotations(ToolAnnotations::new().read_only(true));
///
/// let tool = RawTool::new(definition, "points are lists of numbers", |_call, arguments| async move {
///     let path = arguments.get("path").and_then(|path| path.as_array());
///     let points = path.map_or(0, Vec::len);
///     CallToolResult::success(vec![ContentBlock::text(format!("{points} points."))])
/// })
/// .tool();
///
/// let server = Server::builder("maps", "1.0.0")
///     .purpose("Paths on a map.")
///     .start_with(tool)
///     .tool(tool)
///     .boot()?;
/// # let _ = server;
/// # Ok(())
/// # }
/// ```
#[must_use = "`.tool()` is what a builder takes"]
pub struct RawTool {
    definition: rmcp::model::Tool,
    reason: &'static str,
    scope: Option<&'static str>,
    run: Box<RawRun>,
    place: &'static Location<'static>,
    foreign: Option<Foreign>,
}

/// What is known of a tool that stands on another server.
#[derive(Debug)]
pub(crate) struct Foreign {
    /// What the gateway calls its server.
    pub(crate) upstream: String,
    /// The name within its server, in the letters that names have.
    pub(crate) short: String,
    /// What its arguments are checked against; `None` where they pass unchecked.
    pub(crate) input: Option<Record>,
    pub(crate) class: Class,
    pub(crate) timeout: Duration,
}

impl fmt::Debug for RawTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawTool")
            .field("name", &self.definition.name)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}

/// What answers the calls.
type RawRun = dyn Fn(Invocation, Arguments) -> Running + Send + Sync;

/// A tool that no macro has written.
#[doc(hidden)]
pub struct RawDef {
    pub(crate) definition: rmcp::model::Tool,
    run: Box<RawRun>,
    pub(crate) foreign: Option<Foreign>,
}

impl RawDef {
    /// Whether its schema has a parameter of that name.
    pub(super) fn takes(&self, name: &str) -> bool {
        let properties = self.definition.input_schema.get("properties");
        properties.is_some_and(|properties| properties.get(name).is_some())
    }
}

impl fmt::Debug for RawDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.definition.fmt(f)
    }
}

/// What its schema is excepted from; the reason stands in the design spec.
const RULE: &str = "P017";

impl RawTool {
    /// A tool by its definition, why its schema is written by hand, and what answers its calls. Its
    /// class is what its annotations say: reading with `readOnlyHint`, adding with
    /// `destructiveHint: false`, else destroying.
    #[track_caller]
    pub fn new<H, F>(definition: rmcp::model::Tool, reason: &'static str, handler: H) -> Self
    where
        H: Fn(Call, JsonObject) -> F + Send + Sync + 'static,
        F: Future<Output = CallToolResult> + Send + 'static,
    {
        let run = move |invocation: Invocation, given: Arguments| -> Running {
            let answer = handler(invocation.call, given.into_given());
            Box::pin(async move {
                Outcome::Answered(Answered {
                    raw: Some(Box::new(answer.await)),
                    ..Answered::default()
                })
            })
        };
        Self {
            definition,
            reason,
            scope: None,
            run: Box::new(run),
            place: Location::caller(),
            foreign: None,
        }
    }

    /// A tool of another server. What it answers is served in parts where it is too large, and its
    /// arguments are checked where they can be.
    #[cfg(feature = "gateway")]
    pub(crate) fn foreign(
        definition: rmcp::model::Tool,
        foreign: Foreign,
        run: impl Fn(Invocation, Arguments) -> Running + Send + Sync + 'static,
    ) -> Self {
        Self {
            definition,
            reason: "another server wrote it",
            scope: None,
            run: Box::new(run),
            place: Location::caller(),
            foreign: Some(foreign),
        }
    }

    /// The scope that a caller must hold; required unless it reads.
    pub fn scope(mut self, scope: &'static str) -> Self {
        self.scope = Some(scope);
        self
    }

    /// The tool, for a builder. It is kept as long as the program runs: make it once.
    pub fn tool(self) -> Tool {
        // It lives as long as the program, as those of the macro do.
        let raw: &'static RawDef = Box::leak(Box::new(RawDef {
            definition: self.definition,
            run: self.run,
            foreign: self.foreign,
        }));
        let definition = &raw.definition;
        let hints = definition.annotations.clone().unwrap_or_default();
        let foreign = raw.foreign.as_ref();
        let by_hints = match (hints.read_only_hint, hints.destructive_hint) {
            (Some(true), _) => Class::Read,
            (_, Some(false)) => Class::Write,
            _ => Class::Destructive,
        };
        let class = foreign.map_or(by_hints, |foreign| foreign.class);
        Tool(Box::leak(Box::new(ToolDef {
            name: &definition.name,
            title: definition.title.as_deref(),
            module: "",
            file: self.place.file(),
            line: self.place.line(),
            capability: definition.description.as_deref().unwrap_or_default(),
            when: &[],
            not_for: &[],
            instead: &[],
            after: &[],
            returns: None,
            class,
            idempotent: hints.idempotent_hint == Some(true),
            open_world: hints.open_world_hint != Some(false),
            additive: None,
            workflow: false,
            account: false,
            core: false,
            top: false,
            scope: self.scope,
            domain: foreign.map(|foreign| &*foreign.upstream),
            rate: None,
            formerly: &[],
            timeout: foreign.map(|foreign| foreign.timeout),
            allows: Box::leak(Box::new([(RULE, self.reason)])),
            policy: &[],
            policy_file: "",
            states: &[],
            fields: |_| Vec::new(),
            output: || Output {
                data: Ok(None),
                blockers: false,
                documents: Vec::new(),
            },
            failure_modes: Vec::new,
            rust_path: || "",
            run: Run::Async(|invocation, given| match invocation.raw {
                Some(raw) => (raw.run)(invocation, given),
                None => unreachable!("the server says which tool it runs"),
            }),
            raw: Some(raw),
        })))
    }
}
