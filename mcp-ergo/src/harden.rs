//! A server that is written with rmcp already, mended from outside.

mod boot;
mod call;
mod catalog;
pub(crate) mod failure;
mod forward;
mod list;

use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::Policy;
use rmcp::ServerHandler;
use rmcp::model::Implementation;

use crate::arguments::{Checker, Coercion};
use crate::schema::NoNames;
use crate::server::TIMEOUT;
use catalog::Catalog;

/// Mends an rmcp server that was not written with this crate: one changed line.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_ergo::rmcp::model::{
///     CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
///     PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
/// };
/// use mcp_ergo::rmcp::service::RequestContext;
/// use mcp_ergo::rmcp::{ErrorData, RoleServer, ServerHandler};
/// use serde_json::json;
///
/// /// Any handler will do; with rmcp's macros it is shorter.
/// struct Library;
///
/// impl ServerHandler for Library {
///     fn get_info(&self) -> ServerConfig {
///         ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
///     }
///
///     async fn list_tools(
///         &self,
///         _: Option<PaginatedRequestParams>,
///         _: RequestContext<RoleServer>,
///     ) -> Result<ListToolsResult, ErrorData> {
///         let schema = json!({
///             "type": "object",
///             "properties": {
///                 "title": {"type": "string"},
///                 "limit": {"type": ["integer", "null"], "format": "uint32"},
///             },
///             "required": ["title"],
///         });
///         let schema = schema.as_object().cloned().unwrap_or_default();
///         Ok(ListToolsResult::with_all_items(vec![Tool::new(
///             "find_books",
///             "Find books by title.",
///             schema,
///         )]))
///     }
///
///     async fn call_tool(
///         &self,
///         _: CallToolRequestParams,
///         _: RequestContext<RoleServer>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         Ok(CallToolResult::success(vec![ContentBlock::text("No books.")]).into())
///     }
/// }
///
/// # async fn serve() -> Result<(), mcp_ergo::Error> {
/// // before: let server = Library;
/// let server = mcp_ergo::harden(Library)
///     .timeout(Duration::from_secs(10))
///     .boot()
///     .await?;
/// // server.serve(stdio()).await? and everything else as before
/// # let _ = server;
/// # Ok(())
/// # }
/// # tokio::runtime::Runtime::new().unwrap().block_on(serve()).unwrap();
/// ```
///
/// What comes back is a [`ServerHandler`] again and goes wherever the handler went: `serve(stdio())`,
/// or the factory of a `StreamableHttpService` (a clone shares the handler; one handler a session is
/// `|| Ok(mcp_ergo::harden(Library))`).
///
/// # What it mends
///
/// | rmcp alone | hardened |
/// |---|---|
/// | `$ref`, unions of constants, `["integer", "null"]`, `uint32`, `$schema` in input schemas, which some clients and model APIs refuse | inlined, `enum` with the meanings in the description, optional, bounds, nothing |
/// | unknown arguments are dropped in silence | refused, with the one that was meant |
/// | the first mistake of a call, without the parameter's name | every mistake at once, with place, value and what to send |
/// | null for a parameter that may be left out is an error | it is absence; `30.0` is 30; keys that clients add are dropped |
/// | `Err(ErrorData)` is a protocol error, which clients hide from the model | a result with `isError` and an [`Envelope`](crate::Envelope): `error`, `hint`, `recovery` |
/// | an internal error tells its cause | a reference, under which the cause is logged |
/// | structured content on errors, where clients look for the message and do not find it | in the envelope's `details` |
/// | a tool that panics, or a list, is never answered | answered as a failure inside the server; the next call works |
/// | a tool that hangs, hangs | 60 s unless told, and words on whether it may have happened |
/// | `tool not found` | the nearest names; other spellings (`searchBooks`, `mcp__library__search_books`) are accepted |
/// | `arguments` of the wrong kind: the method does not exist | a correct call as example |
/// | any cursor is taken for the first page | one that this server did not give is refused |
/// | `serverInfo` says `rmcp` | [`server_info`](Hardened::server_info) says who it is, and boot that it is wanted |
///
/// # What it leaves
///
/// * **Successful answers**, to the byte, and everything that is no tool: prompts, resources,
///   completion, subscriptions, tasks, custom requests and notifications reach the handler untouched.
/// * **What the portable dialect cannot say**: recursion, unions of several shapes, maps, tuples,
///   `serde_json::Value`. Such a parameter keeps its schema and passes unchecked to the handler; boot
///   says which ([P017](crate::rulebook)). A tool that declares no parameters takes what it is sent,
///   since nobody can tell it from one that takes anything.
/// * **Output schemas accept what they accepted**: references are inlined and formats dropped, but null
///   stays where the handler may answer with it.
/// * **Texts**: names, descriptions, titles and annotations are the author's. Nothing is invented; the
///   rules say what is missing.
/// * **What is advertised is now enforced**: bounds, patterns and formats of a schema refuse what
///   breaks them, also where the handler would have let it pass. A parameter that is read under a
///   second name (`#[serde(alias)]`) is refused under that name, which no schema shows.
/// * **Two tools of one name**: rmcp's router keeps the last, and nobody outside sees the first.
/// * **A handler's own words for a failure** are passed on as `error`; a `recovery` other than `fix` is
///   taken from `recovery` or `retryable` in the data of its error.
///
/// A call runs in a task of its own, so that it can be bounded: `tokio::task_local!` values of the
/// connection do not reach it (tracing spans do). rmcp's macros build the whole router for each call
/// unless told `#[tool_handler(router = self.tool_router)]`; this does not change that.
pub fn harden<H: ServerHandler>(handler: H) -> Hardened<H> {
    Hardened {
        handler: Arc::new(handler),
        catalog: Arc::default(),
        settings: Arc::new(Settings {
            timeout: TIMEOUT,
            client_keys: Vec::new(),
            server_info: None,
            policy: None,
        }),
    }
}

/// A handler that [`harden`] has mended. It is a [`ServerHandler`] like any other.
///
/// Cloning is cheap: every clone serves the same handler.
#[derive(Debug)]
#[must_use = "nothing is served before `.serve(…)`"]
pub struct Hardened<H> {
    handler: Arc<H>,
    /// What is known of the tools.
    catalog: Arc<Catalog>,
    settings: Arc<Settings>,
}

#[derive(Debug, Clone)]
struct Settings {
    timeout: Duration,
    client_keys: Vec<String>,
    server_info: Option<Implementation>,
    policy: Option<Policy>,
}

impl<H> Clone for Hardened<H> {
    fn clone(&self) -> Self {
        Self {
            handler: self.handler.clone(),
            catalog: self.catalog.clone(),
            settings: self.settings.clone(),
        }
    }
}

impl<H> Hardened<H> {
    fn set(mut self, set: impl FnOnce(&mut Settings)) -> Self {
        set(Arc::make_mut(&mut self.settings));
        self
    }

    /// How long a tool may take; 60 seconds unless told.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.set(|settings| settings.timeout = timeout)
    }

    /// Drops a key that this server's clients add to arguments by themselves, beside the known ones.
    /// A parameter of that name is never dropped.
    pub fn client_key(self, key: impl Into<String>) -> Self {
        self.set(|settings| settings.client_keys.push(key.into()))
    }

    /// Who the server says it is, where the handler does not: rmcp says `rmcp` and its own version
    /// unless told.
    pub fn server_info(self, name: impl Into<String>, version: impl Into<String>) -> Self {
        let info = Implementation::new(name, version);
        self.set(|settings| settings.server_info = Some(info))
    }

    /// The policy by which [`boot`](Self::boot) and [`strict`](Self::strict) judge the catalog.
    pub fn policy(self, policy: Policy) -> Self {
        self.set(|settings| settings.policy = Some(policy))
    }

    /// The handler that was hardened.
    pub fn handler(&self) -> &H {
        &self.handler
    }

    fn checker<'a>(&'a self, tool: &'a str) -> Checker<'a> {
        Checker {
            tool,
            // Foreign schemas name no tools as sources.
            names: &NoNames,
            client_keys: &self.settings.client_keys,
            coercion: Coercion::Refuse,
        }
    }
}
