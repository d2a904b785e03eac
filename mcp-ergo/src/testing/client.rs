//! A client in the server's own process, on the real protocol.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::panic::Location;
use std::pin::Pin;

use rmcp::model::{CallToolRequestParams, ErrorData, ProtocolVersion, Tool};
use rmcp::service::{
    ClientLifecycleMode, RunningService, ServiceError, serve_client_with_lifecycle,
};
use rmcp::{RoleClient, ServerHandler};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Error, Expected, Reply, Unexpected};
use super::lint::{Finding, Lint, Linter};
use crate::reply::{NextAction, ToolCall};
use crate::schema::natural_list;
use crate::server::Server;

/// Bytes that wait on their way to the other end.
const PIPE: usize = 256 * 1024;

/// An era of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// Everything in each request, from 2026-07-28.
    Stateless,
    /// A conversation that `initialize` opens, up to 2025-11-25.
    Handshake,
}

impl Era {
    /// Both, for tests that hold in either.
    pub const ALL: [Self; 2] = [Self::Stateless, Self::Handshake];
}

/// A client of a server in the test's own process: rmcp's, over a pipe in memory. Calls may run side
/// by side.
///
/// Every answer is linted as it comes; see the [module](super).
///
/// ```no_run
/// # async fn test(server: mcp_ergo::Server) {
/// use mcp_ergo::testing::{Client, json};
///
/// let client = Client::connect(server).await;
/// let reply = client.call("search_invoices", json!({"limit": 3})).await;
/// assert_eq!(reply.outcome(), "Found 3 invoices.");
/// let refused = client.expect_error("search_invoices", json!({"limit": 0})).await;
/// assert_eq!(refused.issues()[0].path, "/limit");
/// # }
/// ```
pub struct Client {
    service: RunningService<RoleClient, ()>,
    tools: Vec<Tool>,
    instructions: Option<String>,
    linter: Linter,
}

impl Client {
    /// Connects in the newest era of the protocol, without a conversation to open. Any server of
    /// rmcp's will do; what its tools take as a secret is known of a [`Server`] alone.
    ///
    /// # Panics
    ///
    /// When the server cannot be talked to.
    pub async fn connect(server: impl ServerHandler) -> Self {
        Self::connect_in(Era::Stateless, server).await
    }

    /// Connects in an era of the protocol.
    ///
    /// # Panics
    ///
    /// When the server cannot be talked to.
    pub async fn connect_in(era: Era, server: impl ServerHandler) -> Self {
        let own = as_any(&server).downcast_ref::<Server>().cloned();
        let (ours, theirs) = tokio::io::duplex(PIPE);
        tokio::spawn(async move {
            // A server that does not start closes its end, which the client tells.
            if let Ok(running) = rmcp::serve_server(server, theirs).await {
                let _ended = running.waiting().await;
            }
        });
        let lifecycle = match era {
            Era::Stateless => ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            },
            Era::Handshake => ClientLifecycleMode::Initialize,
        };
        let service = serve_client_with_lifecycle((), ours, lifecycle)
            .await
            .unwrap_or_else(|error| panic!("the server cannot be talked to: {error}"));
        let info = service.peer_info();
        let has_tools = info
            .as_ref()
            .is_some_and(|info| info.capabilities.tools.is_some());
        let tools = if has_tools {
            let listed = service.list_all_tools().await;
            listed.unwrap_or_else(|error| panic!("the tools cannot be listed: {error}"))
        } else {
            Vec::new()
        };
        Self {
            linter: Linter::new(own.as_ref(), &tools),
            instructions: info.and_then(|info| info.instructions.clone()),
            service,
            tools,
        }
    }

    /// The tools that this caller is served, in the order of the list.
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// What a model reads before it sees any tool; empty where the server says nothing.
    pub fn instructions(&self) -> &str {
        self.instructions.as_deref().unwrap_or_default()
    }

    /// Calls a tool by name, as a model does, and expects an answer.
    ///
    /// # Panics
    ///
    /// When awaited: where the call fails, where the answer is not fit for a model, and where
    /// `arguments` is no object.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: Value) -> Request<'_, Reply> {
        Request::new(self, tool, arguments)
    }

    /// Calls a tool by name, and expects a failure that a model can read.
    ///
    /// # Panics
    ///
    /// When awaited: where the call succeeds, where the failure is one of the protocol or not fit for
    /// a model, and where `arguments` is no object.
    #[track_caller]
    pub fn expect_error(&self, tool: &str, arguments: Value) -> Request<'_, Error> {
        Request::new(self, tool, arguments)
    }

    /// Makes a call that the compiler has checked, `get_invoice::call(id)`, and expects an answer.
    ///
    /// # Panics
    ///
    /// As [`call`](Self::call).
    #[track_caller]
    pub fn run<C: ToolCall>(&self, call: C) -> Request<'_, Reply> {
        Request::new(self, C::NAME, Value::Object(call.into_arguments()))
    }

    /// Makes a call that the compiler has checked, and expects a failure that a model can read.
    ///
    /// # Panics
    ///
    /// As [`expect_error`](Self::expect_error).
    #[track_caller]
    pub fn run_to_error<C: ToolCall>(&self, call: C) -> Request<'_, Error> {
        Request::new(self, C::NAME, Value::Object(call.into_arguments()))
    }

    /// Makes the call that an answer or a failure names, as it stands, and expects an answer.
    ///
    /// # Panics
    ///
    /// As [`call`](Self::call).
    #[track_caller]
    pub fn follow(&self, next: &NextAction) -> Request<'_, Reply> {
        Request::new(self, next.tool(), Value::Object(next.args().clone()))
    }

    /// Calls a tool, and expects the protocol's own error: no tool is called that.
    ///
    /// # Panics
    ///
    /// When awaited: where the call comes back with anything else, and where `arguments` is no
    /// object.
    #[track_caller]
    pub fn expect_protocol_error(
        &self,
        tool: &str,
        arguments: Value,
    ) -> impl Future<Output = ErrorData> + Send {
        let caller = Location::caller();
        let arguments = object(tool, arguments);
        let tool = tool.to_owned();
        async move {
            match self.send(tool, arguments).await {
                Err(ServiceError::McpError(error)) => error,
                Err(error) => panic!("the call did not come back: {error}\n  --> {caller}"),
                Ok(answer) => panic!(
                    "{} came back where an error of the protocol was expected\n  --> {caller}\n\n{answer}",
                    answer.call()
                ),
            }
        }
    }

    /// Everything that is wrong with an answer. Every call looks by itself; this is for answers that
    /// a call [allowed](Request::allow).
    pub fn lint(&self, answer: &impl AsRef<Answer>) -> Vec<Finding> {
        self.linter.lint(answer.as_ref())
    }

    async fn send(
        &self,
        tool: String,
        arguments: Map<String, Value>,
    ) -> Result<Answer, ServiceError> {
        let params = CallToolRequestParams::new(tool.clone()).with_arguments(arguments.clone());
        let result = self.service.call_tool(params).await?;
        Ok(Answer {
            tool,
            arguments,
            result: json!(result),
        })
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.tools.iter().map(|tool| &*tool.name).collect();
        f.debug_struct("Client")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}

fn as_any<T: Any>(value: &T) -> &dyn Any {
    value
}

/// Arguments by name.
#[track_caller]
fn object(tool: &str, arguments: Value) -> Map<String, Value> {
    match arguments {
        Value::Object(arguments) => arguments,
        Value::Null => Map::new(),
        other => panic!("the arguments of {tool} are an object by name, not {other}"),
    }
}

/// A call that is about to be sent: await it. `R` is what is expected of it, a [`Reply`] or an
/// [`Error`].
///
/// ```no_run
/// # async fn test(client: mcp_ergo::testing::Client) {
/// use mcp_ergo::testing::{Lint, json};
///
/// let drawn = client
///     .call("draw_plan", json!({}))
///     .allow(Lint::Decoration, "the plan is shown to people as it is")
///     .await;
/// # }
/// ```
#[derive(Debug)]
#[must_use = "nothing is sent before `.await`"]
pub struct Request<'a, R> {
    client: &'a Client,
    tool: String,
    arguments: Map<String, Value>,
    allowed: Vec<Lint>,
    caller: &'static Location<'static>,
    expected: PhantomData<fn() -> R>,
}

impl<'a, R> Request<'a, R> {
    #[track_caller]
    fn new(client: &'a Client, tool: &str, arguments: Value) -> Self {
        Self {
            client,
            tool: tool.to_owned(),
            arguments: object(tool, arguments),
            allowed: Vec::new(),
            caller: Location::caller(),
            expected: PhantomData,
        }
    }

    /// Lets this one answer break a lint, with the reason why that is right.
    ///
    /// # Panics
    ///
    /// Where the reason is blank.
    #[track_caller]
    pub fn allow(mut self, lint: Lint, reason: &str) -> Self {
        assert!(
            !reason.trim().is_empty(),
            "`allow(Lint::{lint:?}, …)` needs a reason: why is the answer of {} right as it is?",
            self.tool
        );
        self.allowed.push(lint);
        self
    }
}

/// Sends the call, lints what comes back, and takes it as what is expected.
async fn answered<R: Expected>(request: Request<'_, R>) -> R {
    let Request {
        client,
        tool,
        arguments,
        allowed,
        caller,
        expected: _,
    } = request;
    let answer = match client.send(tool.clone(), arguments).await {
        Ok(answer) => answer,
        Err(ServiceError::McpError(error)) => panic!(
            "the call of {tool} failed by the protocol ({}): {}\n  --> {caller}\nhelp: mend the call, \
             or expect this with `client.expect_protocol_error({tool:?}, …)`",
            error.code.0, error.message
        ),
        Err(error) => panic!("the call of {tool} did not come back: {error}\n  --> {caller}"),
    };
    let mut findings = client.linter.lint(&answer);
    findings.retain(|finding| !allowed.contains(&finding.lint));
    assert!(findings.is_empty(), "{}", unfit(&answer, &findings, caller));
    R::of(&answer).unwrap_or_else(|Unexpected { problem, help }| {
        let called = answer.call();
        panic!("{called} {problem}\n  --> {caller}\nhelp: {help}\n\n{answer}")
    })
}

/// What is said of an answer that is not fit for a model.
fn unfit(answer: &Answer, findings: &[Finding], caller: &Location<'_>) -> String {
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let mut lints: Vec<String> = findings
        .iter()
        .map(|finding| format!("`.allow(Lint::{:?}, \"reason\")`", finding.lint))
        .collect();
    lints.sort();
    lints.dedup();
    format!(
        "{} answered what is not fit for a model\n  --> {caller}\n\n{}\n\nwhere it is right all the \
         same, write {} behind this call\n\n{answer}",
        answer.call(),
        told.join("\n\n"),
        natural_list(&lints, "and"),
    )
}

impl<'a> IntoFuture for Request<'a, Reply> {
    type Output = Reply;
    type IntoFuture = Pin<Box<dyn Future<Output = Reply> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(answered(self))
    }
}

impl<'a> IntoFuture for Request<'a, Error> {
    type Output = Error;
    type IntoFuture = Pin<Box<dyn Future<Output = Error> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(answered(self))
    }
}
