//! What generated code names.

pub use inventory;
pub use schemars;
pub use serde;
pub use serde_json;

pub use mcp_ergo_rules::uri::UriTemplate;

pub use crate::arguments::{Arguments, Unfit};
pub use crate::param::{Fields, ParamSlot, TakeChecked};
pub use crate::prompt::Prompt;
pub use crate::registry::{
    Audience, Collected, CollectedPrompt, CollectedResource, ContextDef, Invocation, Outcome,
    PolicyEntry, PromptDef, PromptTemplate, Resource, ResourceDef, Run, Running, Site, StateNeed,
    States, Tool, ToolDef,
};
pub use crate::reply::{Answer, Output};
pub use crate::resource::{Contents, ResourceBody};
pub use crate::schema::{Completer, Completions};

use std::any::TypeId;
use std::cell::RefCell;

use serde_json::{Map, Value};

use crate::error::FailureMode;
use crate::param::{Param, TypeFacts, TypeKind};
use crate::schema::Shape;

/// The facts of a slot.
pub const fn facts_of<T>(slot: &ParamSlot<T>) -> TypeFacts {
    slot.facts
}

/// Everything that generated code needs of a state's type.
pub struct StateSlot<T: 'static> {
    pub need: fn() -> StateNeed,
    pub borrow: for<'a> fn(&'a Invocation) -> &'a T,
}

/// The slot of a state's type.
#[track_caller]
pub const fn state_slot<T: std::any::Any + Send + Sync>() -> StateSlot<T> {
    StateSlot {
        need: StateNeed::of::<T>,
        borrow: Invocation::lend::<T>,
    }
}

/// Everything that generated code needs of a tool's return type.
pub struct AnswerSlot<A> {
    pub output: fn() -> Output,
    pub of: fn(A) -> Outcome,
    pub failure_modes: fn() -> Vec<FailureMode>,
    pub is_step: bool,
}

impl<A: Answer> AnswerSlot<A> {
    pub(crate) const fn of() -> Self {
        Self {
            output: A::output,
            of: A::outcome,
            failure_modes: A::failure_modes,
            is_step: A::IS_STEP,
        }
    }
}

/// Everything that generated code needs of what a resource or a prompt returns.
pub struct BodySlot<B, A> {
    pub of: fn(B) -> Outcome<A>,
    pub failure_modes: fn() -> Vec<FailureMode>,
    pub is_json: bool,
}

/// Whether what a resource returns is JSON, which its MIME type then has to say.
pub const fn is_json<B, A>(slot: &BodySlot<B, A>) -> bool {
    slot.is_json
}

/// Whether a value can be written as one string: a prompt's argument, a segment of a URI.
pub const fn is_one_string(facts: TypeFacts) -> bool {
    !matches!(facts.kind, TypeKind::List | TypeKind::Record)
}

/// The state of a function that completes a value.
pub fn need_to_complete<S: std::any::Any + Send + Sync, I>(
    _complete: &impl Fn(&S, &str) -> I,
) -> StateNeed {
    StateNeed::of::<S>()
}

/// The values that complete what was typed; `None` where the state is missing.
pub fn complete_by<S: std::any::Any + Send + Sync, I: IntoIterator<Item = V>, V: ToString>(
    states: &States,
    typed: &str,
    complete: impl Fn(&S, &str) -> I,
) -> Option<Completions> {
    let state = states.get::<S>()?;
    Some(Completions::of(complete(state, typed)))
}

/// A value as a segment of a URI.
pub fn segment(value: &Value) -> String {
    match value {
        Value::String(text) => mcp_ergo_rules::uri::encode(text),
        other => mcp_ergo_rules::uri::encode(&other.to_string()),
    }
}

/// The URI of one resource of a template. The macro has checked the template.
pub fn expand_uri(template: &str, values: &[(&str, String)]) -> String {
    match UriTemplate::read(template) {
        Ok(read) => read.expand(|name| {
            let value = values.iter().find(|(known, _)| *known == name);
            value.map(|(_, value)| value.clone()).unwrap_or_default()
        }),
        Err(_) => template.to_owned(),
    }
}

/// Whether an answer says how a workflow goes on.
pub const fn is_step<A>(slot: &AnswerSlot<A>) -> bool {
    slot.is_step
}

/// The state that a closed set is read from.
pub fn need_of<S: std::any::Any + Send + Sync, I>(_options: &impl Fn(&S) -> I) -> StateNeed {
    StateNeed::of::<S>()
}

/// What a parameter's own check says of a value.
pub fn checked<T, E: std::fmt::Display>(
    value: &T,
    check: impl Fn(&T) -> Result<(), E>,
) -> Result<(), String> {
    check(value).map_err(|problem| problem.to_string())
}

/// Refuses a parameter at compile time, where its type does not make up for what is missing.
#[track_caller]
pub const fn require(holds: bool, message: &'static str) {
    assert!(holds, "{}", message);
}

/// Refuses a type that has a fault of its own.
#[track_caller]
pub const fn require_sound(facts: TypeFacts) {
    if let Some(fault) = facts.fault {
        panic!("{}", fault);
    }
}

/// Display, where a newtype lends it from what is inside.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `Display` for the newtype to lend",
    label = "this cannot be printed",
    note = "implement `Display` for it, or write `#[param(no_display)]` on the newtype"
)]
pub trait Shown {
    /// # Errors
    ///
    /// Those of the formatter.
    fn show(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result;
}

#[diagnostic::do_not_recommend]
impl<T: std::fmt::Display> Shown for T {
    fn show(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.fmt(f)
    }
}

/// An error that a caller is told.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no message: a caller cannot read what went wrong",
    label = "this derives no `thiserror::Error`",
    note = "write `#[derive(Debug, thiserror::Error, ToolError)]`, and `#[error(\"…\")]` on every variant"
)]
pub trait Told {
    fn message(&self) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: std::fmt::Display> Told for T {
    fn message(&self) -> String {
        self.to_string()
    }
}

/// An error that is logged with what caused it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no `std::error::Error`: what caused it cannot be logged",
    label = "this derives no `thiserror::Error`",
    note = "write `#[derive(Debug, thiserror::Error, ToolError)]`, and `#[error(\"…\")]` on every variant"
)]
pub trait Logged {
    fn message(&self) -> String;
    fn cause(&self) -> &dyn std::error::Error;
}

#[diagnostic::do_not_recommend]
impl<T: std::error::Error> Logged for T {
    fn message(&self) -> String {
        self.to_string()
    }

    fn cause(&self) -> &dyn std::error::Error {
        self
    }
}

/// Whether a range applies to the type.
pub const fn is_numeric(facts: TypeFacts) -> bool {
    matches!(facts.kind, TypeKind::Integer | TypeKind::Number)
}

/// Whether a length applies to the type.
pub const fn has_length(facts: TypeFacts) -> bool {
    matches!(facts.kind, TypeKind::Text | TypeKind::List)
}

/// Whether a pattern or a format applies to the type.
pub const fn is_text(facts: TypeFacts) -> bool {
    matches!(facts.kind, TypeKind::Text) && !facts.closed
}

/// A value as JSON; a value that has no JSON is left out of the call it belongs to.
pub fn to_json<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Puts one argument into a call. Absence is no value.
pub fn put(arguments: &mut Map<String, Value>, name: &str, value: Value) {
    if !value.is_null() {
        arguments.insert(name.to_owned(), value);
    }
}

/// A closed set known to the state alone, or a free string where the state is missing: boot reports
/// that.
pub fn options_of<S: std::any::Any + Send + Sync, I: IntoIterator<Item = V>, V: ToString>(
    shape: Shape,
    states: &States,
    options: impl FnOnce(&S) -> I,
) -> Shape {
    match states.get::<S>() {
        Some(state) => shape.narrowed_to(
            options(state)
                .into_iter()
                .map(|value| value.to_string())
                .collect(),
        ),
        None => shape,
    }
}

/// The shape of a struct, or a shape with a fault where the struct is within itself: boot reports
/// it, instead of the stack running out.
pub fn once_within<T: 'static>(build: impl FnOnce() -> Shape) -> Shape {
    thread_local! {
        static OPEN: RefCell<Vec<TypeId>> = const { RefCell::new(Vec::new()) };
    }
    let id = TypeId::of::<T>();
    if OPEN.with_borrow(|open| open.contains(&id)) {
        let name = std::any::type_name::<T>();
        let name = name.rsplit("::").next().unwrap_or(name);
        return Shape::flag().faulty(format!(
            "`{name}` contains itself, and a schema has an end; take a flat list in which each item \
             names its parent by id"
        ));
    }
    OPEN.with_borrow_mut(|open| open.push(id));
    let shape = build();
    OPEN.with_borrow_mut(Vec::pop);
    shape
}

/// The schema of a parameter's type, where it stands in an output.
pub fn json_schema<T: Param>() -> schemars::Schema {
    let shape = T::shape();
    let mut schema = shape.schema(None);
    crate::handle::mark(&shape, &mut schema);
    Value::Object(schema).try_into().unwrap_or_default()
}

/// The error of a closed set that is read from text outside of any call.
pub fn unknown_choice<E: serde::de::Error>(given: &str, known: &[&str]) -> E {
    E::custom(format_args!("{given:?} is not one of {}", known.join(", ")))
}
