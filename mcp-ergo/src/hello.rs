//! The boot payload: what a model has to know before its first call, and no more.

mod payload;

use std::any::Any;
use std::fmt;

use mcp_ergo_derive::{Param, tool};

use crate::call::Call;
use crate::registry::{StateNeed, States, Tool};
use crate::reply::{NextAction, Reply, ToolCall};
use crate::schema::Names;

pub(crate) use payload::Payload;

/// What the tool `_hello` tells a caller: its role, what it may do, the rules that are critical, how
/// the work goes on from each state, and the call that the state of now asks for.
///
/// Everything is told for the one caller: a branch whose call it may not make is left out. What is
/// told has to stay under 1,500 tokens for every role, with at most six rules and six branches; boot
/// checks that.
///
/// ```standalone_crate
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use mcp_ergo::Hello;
/// use mcp_ergo::prelude::*;
///
/// struct Parcels(AtomicU32);
///
/// /// Send the oldest parcel that waits.
/// #[tool(destructive, when = "a parcel waits", returns = "how many still wait", scope = "parcels:send")]
/// fn send_parcel(parcels: &Parcels) -> Reply<Left> {
///     let left = parcels.0.fetch_sub(1, Ordering::Relaxed) - 1;
///     Reply::new("Sent it.", Left { left })
/// }
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Left {
///     /// Parcels that still wait.
///     left: u32,
/// }
///
/// let server = Server::builder("parcels", "1.0.0")
///     .purpose("Sends the parcels of one shop")
///     .tool(send_parcel::tool())
///     .state(Parcels(AtomicU32::new(3)))
///     .grant("parcels:send")
///     .hello(
///         Hello::new()
///             .rule("A parcel that was sent cannot be called back")
///             .count("parcels waiting", |parcels: &Parcels| parcels.0.load(Ordering::Relaxed).into())
///             .branch("a parcel waits", "to send it", |parcels: &Parcels| {
///                 (parcels.0.load(Ordering::Relaxed) > 0).then(send_parcel::call)
///             }),
///     )
///     .boot()?;
/// # let _ = server;
/// # Ok::<(), mcp_ergo::Error>(())
/// ```
#[derive(Default)]
#[must_use = "give it to the builder: `.hello(hello)`"]
pub struct Hello {
    pub(crate) rules: Vec<String>,
    pub(crate) branches: Vec<Branch>,
    pub(crate) counts: Vec<Count>,
    pub(crate) banner: Option<String>,
    /// The server's name and version, which the builder knows.
    pub(crate) server: String,
    pub(crate) version: String,
}

/// Something that is read from the server's states whenever somebody asks.
type FromStates<T> = Box<dyn Fn(&States) -> T + Send + Sync>;

/// What one state of the server asks for.
pub(crate) struct Branch {
    pub(crate) condition: String,
    pub(crate) reason: String,
    pub(crate) tool: &'static str,
    pub(crate) need: StateNeed,
    call: FromStates<Option<NextAction>>,
}

/// How much there is of something.
pub(crate) struct Count {
    pub(crate) of: String,
    pub(crate) need: StateNeed,
    number: FromStates<u64>,
}

impl Hello {
    /// The caller's role, the number of its tools and their domains, and nothing else yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a critical rule: something that goes wrong for whoever does not know it. Six at most;
    /// what holds for one tool belongs to its description.
    pub fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rules.push(rule.into());
        self
    }

    /// Adds a branch of the workflow: under which condition of the state which call comes next, and
    /// what it is good for (`"to send it"`). `call` gives the call where the condition holds; the
    /// first branch that gives one is the next action. Six at most, the most urgent first.
    pub fn branch<S: Any + Send + Sync, C: ToolCall>(
        mut self,
        condition: impl Into<String>,
        reason: impl Into<String>,
        call: impl Fn(&S) -> Option<C> + Send + Sync + 'static,
    ) -> Self {
        let reason = reason.into();
        let told = reason.clone();
        self.branches.push(Branch {
            condition: condition.into(),
            reason,
            tool: C::NAME,
            need: StateNeed::of::<S>(),
            call: Box::new(move |states| {
                let call = call(states.get::<S>()?)?;
                Some(NextAction::new(call, told.clone()))
            }),
        });
        self
    }

    /// Adds a count: how much there is of something that a caller plans by.
    pub fn count<S: Any + Send + Sync>(
        mut self,
        of: impl Into<String>,
        number: impl Fn(&S) -> u64 + Send + Sync + 'static,
    ) -> Self {
        self.counts.push(Count {
            of: of.into(),
            need: StateNeed::of::<S>(),
            number: Box::new(move |states| states.get::<S>().map_or(0, &number)),
        });
        self
    }

    /// What people are shown in front of the counts where they ask for `format: "visual"`: a name in
    /// big letters, say. A model that does not ask never sees it.
    pub fn banner(mut self, banner: impl Into<String>) -> Self {
        self.banner = Some(banner.into());
        self
    }

    /// The states that it is read from.
    pub(crate) fn needs(&self) -> impl Iterator<Item = StateNeed> {
        let of_branches = self.branches.iter().map(|branch| branch.need);
        of_branches.chain(self.counts.iter().map(|count| count.need))
    }
}

impl Branch {
    /// The call that the state of now asks for, where this is the branch that it is on.
    fn now(&self, states: &States, names: &dyn Names) -> Option<NextAction> {
        names.shown(self.tool)?;
        (self.call)(states)
    }
}

impl fmt::Debug for Hello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = self.branches.iter().map(|branch| &branch.condition);
        f.debug_struct("Hello")
            .field("rules", &self.rules)
            .field("branches", &conditions.collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// For whom the payload is.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
#[param(no_display)]
enum Format {
    /// facts alone, for a model
    Agent,
    /// with a banner, for people
    Visual,
}

/// The tool `_hello`. In a function body it joins no server by itself.
pub(crate) fn tool() -> Tool {
    /// Get your role, what you may do here, the critical rules and your next action.
    #[tool(
        read,
        name = "_hello",
        title = "Hello",
        when = "a conversation begins, before any other tool",
        returns = "the rules, the workflow and the call that comes next",
        allow(name_sentinel_taken = "this is the boot tool that the name is kept for")
    )]
    fn hello(
        hello: &Hello,
        call: &Call,
        /// Who reads the answer.
        #[param(default = "agent")]
        format: Format,
    ) -> Reply<Payload> {
        let caller = call.caller();
        let mut reply = hello.payload(caller.role(), &caller.view, call.states());
        if format == Format::Visual {
            reply.data.banner = Some(hello.drawn(&reply.data));
        }
        reply
    }
    hello::tool()
}
