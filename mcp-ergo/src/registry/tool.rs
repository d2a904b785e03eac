//! One tool, as `#[tool]` writes it down. Everything public here is for generated code.

use std::any::{Any, TypeId, type_name};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::Class;

use super::raw::{Foreign, RawDef};
use super::site::{Site, Sited};
use crate::arguments::{Arguments, Unfit};
use crate::call::Call;
use crate::error::{Envelope, FailureMode};
use crate::limits::Rate;
use crate::reply::{Answered, Output};
use crate::schema::Field;

/// A tool, ready to be added to a server by hand: `get_invoice::tool()`.
#[derive(Debug, Clone, Copy)]
pub struct Tool(pub(crate) &'static ToolDef);

impl Tool {
    #[doc(hidden)]
    pub const fn new(def: &'static ToolDef) -> Self {
        Self(def)
    }

    #[doc(hidden)]
    pub const fn def(&self) -> &'static ToolDef {
        self.0
    }

    /// The canonical name.
    pub const fn name(&self) -> &'static str {
        self.0.name
    }
}

/// What `#[tool]` writes down.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the attribute that stands there or does not"
)]
pub struct ToolDef {
    pub name: &'static str,
    pub title: Option<&'static str>,
    pub module: &'static str,
    pub file: &'static str,
    pub line: u32,
    pub capability: &'static str,
    pub when: &'static [&'static str],
    pub not_for: &'static [&'static str],
    pub instead: &'static [(&'static str, &'static str)],
    pub after: &'static [&'static str],
    pub returns: Option<&'static str>,
    pub class: Class,
    pub idempotent: bool,
    pub open_world: bool,
    pub additive: Option<&'static str>,
    /// It answers with a `Step`: the compiler has been asked.
    pub workflow: bool,
    /// About the caller's account, so that its answers may carry an upgrade hint.
    pub account: bool,
    /// Listed in the core profile.
    pub core: bool,
    /// Keeps its name under every presentation.
    pub top: bool,
    pub scope: Option<&'static str>,
    pub domain: Option<&'static str>,
    pub formerly: &'static [&'static str],
    pub timeout: Option<Duration>,
    pub rate: Option<Rate>,
    pub allows: &'static [(&'static str, &'static str)],
    pub policy: &'static [PolicyEntry],
    pub policy_file: &'static str,
    pub states: &'static [fn() -> StateNeed],
    pub fields: fn(&States) -> Vec<Field>,
    pub output: fn() -> Output,
    pub failure_modes: fn() -> Vec<FailureMode>,
    /// The full Rust path of the type beside the tool: longer than the module's for a tool in a
    /// function body.
    pub rust_path: fn() -> &'static str,
    pub run: Run,
    /// What is written by hand in place of the macro's.
    pub raw: Option<&'static RawDef>,
}

impl ToolDef {
    /// What is known of the tool where it stands on another server.
    pub(crate) fn foreign(&self) -> Option<&'static Foreign> {
        self.raw?.foreign.as_ref()
    }

    /// The name within its domain: the canonical one, unless that begins with the domain.
    pub(crate) fn short(&self) -> &'static str {
        match self.foreign() {
            Some(foreign) => &foreign.short,
            None => self.name,
        }
    }
}

impl Sited for ToolDef {
    fn site(&self) -> Site {
        Site {
            kind: "tool",
            name: self.name,
            module: self.module,
            file: self.file,
            line: self.line,
            policy: self.policy,
            policy_file: self.policy_file,
            rust_path: self.rust_path,
        }
    }
}

/// An entry of the policy file that the macros read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub enum PolicyEntry {
    Text(&'static str, &'static str, &'static str),
    Number(&'static str, &'static str, i64),
    Flag(&'static str, &'static str, bool),
    List(&'static str, &'static str, &'static [&'static str]),
}

/// A tool that is running; a resource or a prompt, where `A` is what that yields.
#[doc(hidden)]
pub type Running<A = Answered> = Pin<Box<dyn Future<Output = Outcome<A>> + Send>>;

/// How a tool runs: on the blocking pool, or on the runtime.
#[doc(hidden)]
#[derive(Debug)]
pub enum Run<A = Answered> {
    Blocking(fn(&Invocation, Arguments) -> Outcome<A>),
    Async(fn(Invocation, Arguments) -> Running<A>),
}

// Derived, they would ask the same of `A`, of which it holds none.
impl<A> Clone for Run<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Run<A> {}

/// What came of running a tool.
#[derive(Debug)]
#[doc(hidden)]
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each call, and moved a few times"
)]
pub enum Outcome<A = Answered> {
    Answered(A),
    Failed(Envelope),
    Refused(Vec<Unfit>),
}

impl<A> Outcome<A> {
    /// The outcome of a call whose arguments are not values of the tool's types.
    pub fn refused(arguments: Arguments) -> Self {
        Self::Refused(arguments.into_unfit())
    }
}

/// A tool that joins every server of its program.
#[derive(Debug)]
#[doc(hidden)]
pub struct Collected(pub &'static ToolDef);

inventory::collect!(Collected);

/// A state type that a tool borrows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub struct StateNeed {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
}

impl StateNeed {
    pub fn of<T: Any + Send + Sync>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }

    /// The call itself is always there.
    pub(crate) fn is_call(self) -> bool {
        self.id == TypeId::of::<Call>()
    }
}

/// What a server was given to lend to its tools. A server has a handful of states, so a scan beats
/// a map.
#[derive(Debug, Clone, Default)]
#[doc(hidden)]
pub struct States(Vec<(TypeId, Arc<dyn Any + Send + Sync>)>);

impl States {
    pub(crate) fn insert<T: Any + Send + Sync>(&mut self, state: T) {
        self.share(Arc::new(state));
    }

    pub(crate) fn share<T: Any + Send + Sync>(&mut self, state: Arc<T>) {
        self.0.retain(|(id, _)| *id != TypeId::of::<T>());
        self.0.push((TypeId::of::<T>(), state));
    }

    pub(crate) fn has(&self, need: StateNeed) -> bool {
        need.is_call() || self.0.iter().any(|(id, _)| *id == need.id)
    }

    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0
            .iter()
            .find(|(id, _)| *id == TypeId::of::<T>())
            .and_then(|(_, state)| state.downcast_ref())
    }
}

/// One call of a tool, with what the tool may borrow.
#[derive(Debug)]
#[doc(hidden)]
pub struct Invocation {
    pub(crate) call: Call,
    /// The tool, where it is written by hand.
    pub(crate) raw: Option<&'static RawDef>,
}

impl Invocation {
    /// What a borrowed argument of type `T` borrows.
    ///
    /// # Panics
    ///
    /// When the server has no such state: boot refuses to serve such a tool (C001).
    pub fn lend<T: Any + Send + Sync>(&self) -> &T {
        let call: &dyn Any = &self.call;
        call.downcast_ref()
            .or_else(|| self.call.states().get())
            .unwrap_or_else(|| panic!("boot served a tool without its state {}", type_name::<T>()))
    }
}
