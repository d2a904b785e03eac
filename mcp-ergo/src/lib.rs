//! Model Context Protocol servers that a model can use on the first attempt.
//!
//! An MCP server is a contract written for a model: it reads names, descriptions and schemas, then
//! guesses, and recovers only from what an error tells it. This crate makes a bad contract
//! impossible to ship, on top of [`rmcp`], the official SDK:
//!
//! * **compile time**: [`tool`] refuses missing or vague descriptions, free strings for closed sets,
//!   loose objects, tools without a class, errors that do not teach;
//! * **boot**: the whole catalog is checked, and nothing is served while anything is wrong;
//! * **call**: malformed arguments, missing scopes and failures all answer with one envelope: what
//!   is wrong, with the value, and what to do next.
//!
//! ```no_run
//! use mcp_ergo::prelude::*;
//!
//! /// Greet someone by name.
//! #[tool(read, when = "the user wants a greeting", returns = "the greeting")]
//! fn greet_person(
//!     /// Name to greet.
//!     #[param(example = "Ada")]
//!     name: String,
//! ) -> Reply<Greeting> {
//!     let text = format!("Hello, {name}!");
//!     Reply::new(format!("Greeted {name}."), Greeting { text })
//! }
//!
//! #[derive(serde::Serialize, schemars::JsonSchema)]
//! struct Greeting {
//!     /// The greeting, ready to be shown.
//!     text: String,
//! }
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<(), mcp_ergo::Error> {
//!     Server::builder("greeter", env!("CARGO_PKG_VERSION"))
//!         .purpose("Greetings for people.")
//!         .start_with(greet_person::tool())
//!         .boot()?
//!         .serve_stdio()
//!         .await?;
//!     Ok(())
//! }
//! ```
//!
//! # Where to look
//!
//! | to write | read |
//! |---|---|
//! | a tool and its parameters | [`macro@tool`], [`Param`](macro@Param), [`Call`] |
//! | what it answers | [`Reply`], [`Page`], [`Batch`], [`Step`], [`Blocker`], [`Content`] for images, audio and plain text |
//! | what it asks its client, and tells it meanwhile | [`Call::elicit`], [`Call::sample`], [`Call::roots`], [`Call::progress`], [`Call::log`] |
//! | context that a host reads under a URI | [`macro@resource`], [`Json`], [`Blob`] |
//! | messages that a user asks for by name | [`macro@prompt`], [`Prompt`], [`PromptContent`] |
//! | what it can fail with | [`ToolError`](macro@ToolError), [`Envelope`] |
//! | documents that have no id of their own | [`Handle`], [`Document`], [`HandleError`], [`Retention`], [`HandleStore`], `SqliteStore` (feature `sqlite`) |
//! | the server | [`Server`], [`Builder`], [`BootError`], `Http` (feature `http`) |
//! | who may do what | [`Grants`], [`Authorizer`], [`Caller`], `Tokens` (feature `http`) |
//! | what a caller is told before its first call | [`Hello`] |
//! | how much a caller may ask for | [`Rate`], and below |
//! | what to do with values that clients send as strings | [`Coercion`] |
//! | one line around a server that is written with rmcp already | [`harden`], [`Hardened`] |
//! | which tools are called, and what models get wrong | [`Builder::usage`], [`usage`] |
//! | what has changed, for clients that watch it | [`Changes`] |
//! | a tool whose schema no type says | [`RawTool`] |
//! | what a server promises, on one page | [`Server::spec`], [`Spec`] |
//! | tests of a server | `testing` (feature `testing`) |
//! | what a model is shown of a big catalog | [`Presentation`], [`Profile`], [how to choose](presenting) |
//! | other servers as one, presented | `gateway` (feature `gateway`), and the command `mcp-ergo gateway` |
//! | which presentation of a catalog a model picks from best | `sim` (feature `sim`), and the command `mcp-ergo sim` |
//! | what is asked of a catalog | [the rulebook](rulebook), and `mcp-ergo.toml` below |
//! | what is wrong with somebody else's catalog | [`audit`], and the command `mcp-ergo audit` (feature `cli`) |
//!
//! # What goes over the wire
//!
//! A result has the sentence, with the next call in words, as its first text; the data as JSON as
//! its second; and the same as structured content: `outcome`, the fields of the data, and where there
//! are some `nextAction`, `blockers` ([`Step`]) and `upgradeHint` ([`Builder::upgrade_hint`]). A tool
//! that answers with [`Content`] has the sentence first too, then its blocks, and no structured
//! content.
//!
//! A call that failed is a result with `isError`: the words first, then an [`Envelope`] as JSON:
//! `error`, `hint`, `recovery` (`fix`, `retry` or `stop`), and where they help `issues`, `candidates`,
//! `nextAction`, `retryAfterMs`, `reference` and, in denials, `upgradeHint`. A tool that is not there
//! is -32602, with the nearest names in its message.
//!
//! Schemas hold nothing that a client or a model API is known to refuse: everything inlined, one type
//! a value, closed sets as `enum`, nothing undeclared accepted.
//!
//! Resources and prompts have no place for an envelope, so what goes wrong with them is an error of
//! JSON-RPC, whose message is the same words and whose data is the envelope: -32602 for values that do
//! not fit and for a prompt that is not there, -32002 (-32602 from 2026-07-28 on) for a resource that
//! is not there or that its function does not find, -32600 for what this caller may not have, -32603
//! for a failure that passes or that is logged under a reference.
//!
//! # What a running server bears
//!
//! | limit | unless told | told by | beyond it |
//! |---|---|---|---|
//! | how long a tool takes | 60 s | [`Builder::timeout`], `#[tool(timeout = "30s")]` | a read is `retry`; a change may have happened, `fix` |
//! | calls at once | 512 | [`Builder::calls_at_once`] | waits for up to 2 s, then `retry` |
//! | calls of one caller at once | 128 | [`Builder::calls_at_once_by_caller`] | the same |
//! | calls of one tool by one caller in a time | any number | [`Builder::rate_limit`], `#[tool(rate = "10/m")]` | the same, with the time until the next |
//! | tokens of an answer | 25,000 | [`Builder::answer_limit`] | it comes in parts |
//! | bytes of a request over HTTP | 4 MiB | `Http::body_limit` | 413 |
//! | time to end what runs once it is to stop | 30 s | `Http::grace` | dropped |
//!
//! Nothing is kept between calls for an answer that comes in parts: the next action is the same call
//! with one argument more, `_item` where a list was cut and `_section` where a text was, and the tool
//! runs again; a list that changes between two parts is read as any list that changes between two
//! pages. A text is cut at its Markdown headings, else between paragraphs; the outcome lists the
//! titles of the rest, and `_section` takes any of their numbers. (A gateway calls its own `_gateway_item`
//! and `_gateway_section`, and leaves those to the server behind it.) The arguments are in no schema, so
//! they cost a catalog nothing. One item that is larger than a whole answer, or an answer without a
//! list or a text, is refused with its size.
//!
//! # What a running server says of itself
//!
//! [`tracing`](https://docs.rs/tracing) spans, one for each call that reaches a tool's name: target
//! `mcp_ergo::call`, fields `tool`, `caller`, `role`, `protocol`, `outcome` (`ok`, `asked` where the
//! client has to answer first, `fix`, `retry`, `stop`, `cancelled`, `timeout`, `panicked`, `refused`
//! where the answer is the protocol's own error),
//! `duration_ms`, `reference` of a failure inside the server, and `traceparent` and `tracestate` where
//! the request's `_meta` has them as W3C Trace Context writes them, for a subscriber that joins traces.
//! What the tool logs is inside it. Arguments and answers are never logged by this library; rmcp logs
//! whole messages at `DEBUG`.
//!
//! # Settings
//!
//! `mcp-ergo.toml` stands beside `Cargo.toml`, or above it up to the workspace's root. The macros
//! read it, and boot judges by what they read; the command reads the one in its working folder or
//! above.
//!
//! ```toml
//! grammar = "verb_object"        # or "domain-verb_object": data-browse, crm-contacts-list_notes
//! client_prefix = "mcp__{server}__" # what a client puts before a name
//! [limits]
//! description = 350              # characters of a description once rendered
//! sentences = 2                  # sentences of it, the one on what is returned apart
//! params = 6                     # parameters of a tool
//! nesting = 2                    # levels of objects within a parameter
//! name = 64                      # characters of a name with its longest prefix
//! name_alone = 40                # characters from which a name is warned about
//! tools = 40                     # tools of a catalog that is presented flat
//! core_tools = 30                # tools of the core profile
//! tool_tokens = 800              # tokens of one tool's definition
//! catalog_tokens = 10000         # tokens of all definitions
//! instructions = 2048            # bytes of the server's instructions
//! boot_tokens = 1500             # tokens of what the boot tool tells one caller
//! [words]
//! verbs = ["reconcile"]          # verbs beside the built-in ones
//! ui = ["dashboard"]             # interface words beside the built-in ones
//! ui_exempt = ["panel"]          # interface words that name your domain
//! [levels]
//! param-example-missing = "warn" # off, info, warn, deny; by name or code
//! [presentation]                 # favourites first, unless the builder says otherwise
//! tools = ["search_invoices"]    # canonical names, the most used first
//! max_favourites = 15
//! enabled = true
//! ```

// The boot tool is written with the macros, which name this crate from outside.
extern crate self as mcp_ergo;

mod access;
mod arguments;
pub mod audit;
mod call;
mod error;
#[cfg(feature = "gateway")]
pub mod gateway;
pub mod handle;
mod harden;
mod hello;
mod limits;
#[cfg(any(feature = "gateway", feature = "sim"))]
mod outgoing;
mod param;
mod presentation;
mod prompt;
mod registry;
mod reply;
mod resource;
mod schema;
mod server;
#[cfg(feature = "sim")]
pub mod sim;
mod spec;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "testing")]
pub mod testing;
pub mod usage;

pub use access::{Authorizer, Caller, Grants, Incoming, Unauthorized};
#[cfg(feature = "http")]
pub use access::{NotAHash, Tokens};
pub use arguments::Coercion;
pub use audit::{ReadError, catalog_facts};
pub use call::{Call, Elicit, Elicited, LogLevel, Root, Roots, Sample, Sampled, Unanswered};
pub use error::{Envelope, FailureMode, Issue, Recovery, ToolError};
#[cfg(feature = "sqlite")]
pub use handle::SqliteStore;
pub use handle::{
    Document, Handle, HandleError, HandleErrorKind, HandleStore, Listed, Maker, MemoryStore,
    Retention,
};
pub use harden::{Hardened, harden};
pub use hello::Hello;
pub use limits::Rate;
/// ```
/// use mcp_ergo::{Prompt, prompt};
///
/// /// Summarize what happened on one day.
/// #[prompt(title = "Summarize a day")]
/// fn summarize_day(
///     /// Day to summarize, as a word or a date.
///     #[param(example = "yesterday")]
///     day: String,
/// ) -> Prompt {
///     Prompt::user(format!("Summarize what happened {day}, in three sentences."))
/// }
/// ```
pub use mcp_ergo_derive::prompt;
/// ```
/// use mcp_ergo::resource;
///
/// /// What an hour of work costs, in cents.
/// #[resource("workshop://rates/hour", mime = "text/plain")]
/// fn hourly_rate() -> String {
///     "4500".to_owned()
/// }
/// ```
pub use mcp_ergo_derive::resource;
/// ```
/// use mcp_ergo::prelude::*;
///
/// /// Count the letters of a word.
/// #[tool(read, when = "the user asks how long a word is", returns = "the count")]
/// fn count_letters(
///     /// Word to count.
///     #[param(example = "glaze", len = 1..=80)]
///     word: String,
/// ) -> Reply<Count> {
///     let count = word.chars().count();
///     Reply::new(format!("'{word}' has {count} letters."), Count { count })
/// }
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Count {
///     /// Letters of the word.
///     count: usize,
/// }
/// ```
pub use mcp_ergo_derive::tool;
pub use mcp_ergo_derive::{Param, ToolError};
pub use mcp_ergo_rules as rules;
pub use param::{Form, Param, TypeFacts, TypeKind};
pub use presentation::{Presentation, Profile};
pub use prompt::{Prompt, PromptBody, PromptContent};
pub use registry::{BootError, PromptTemplate, RawTool, Resource, Tool};
pub use reply::{
    Answer, Batch, Blocker, Content, Failure, NextAction, Page, Reply, Step, ToolCall,
};
pub use resource::{Blob, Json, ResourceBody};
pub use rmcp;
pub use schema::{Bound, Choice, Field, Format, Shape};
#[cfg(feature = "http")]
pub use server::Http;
pub use server::{Builder, Changes, ServeError, Server};
pub use spec::Spec;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteError;

#[doc = include_str!("../docs/rules.md")]
#[allow(
    clippy::doc_markdown,
    reason = "sources name companies and programs as they write themselves"
)]
pub mod rulebook {}

#[doc = include_str!("../docs/presentation.md")]
#[allow(
    clippy::doc_markdown,
    reason = "registries and models are named as they write themselves"
)]
pub mod presenting {}

/// What a file of tools needs.
pub mod prelude {
    pub use crate::{
        Batch, Blob, Blocker, Call, Content, Json, Page, Param, Prompt, PromptContent, Reply,
        Server, Step, ToolError, prompt, resource, tool,
    };
}

/// Any error, for `main`: the message is printed, not the Rust value.
///
/// It does not implement [`std::error::Error`], so that `?` turns every error into it.
pub struct Error(Box<dyn std::error::Error + Send + Sync>);

impl<E: std::error::Error + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

impl Error {
    /// An error with what caused it, a line each.
    pub(crate) fn write(
        error: &dyn std::error::Error,
        f: &mut std::fmt::Formatter<'_>,
    ) -> std::fmt::Result {
        write!(f, "{error}")?;
        let mut source = error.source();
        while let Some(deeper) = source {
            write!(f, "\n  because {deeper}")?;
            source = deeper.source();
        }
        Ok(())
    }
}

impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Self::write(&*self.0, f)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.0, f)
    }
}

/// What generated code names. Not for people: anything here may change with every release.
#[doc(hidden)]
pub mod __private;

/// The pages that people copy from compile.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct Readme;

    #[doc = include_str!("../../AGENTS.md")]
    struct Agents;
}
