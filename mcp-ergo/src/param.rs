//! What may be a tool's parameter.

#[cfg(any(
    feature = "chrono",
    feature = "jiff",
    feature = "uuid",
    feature = "url",
    feature = "rust_decimal"
))]
mod other_crates;
mod slot;
mod std_types;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::schema::Shape;
#[doc(hidden)]
pub use slot::{ParamSlot, TakeChecked};

/// What may be a tool's parameter: a value that can come in, go out in a next action, and be
/// described.
///
/// Strings, numbers, `bool`, `Option`, `Vec`, and what derives it: closed sets (enums without
/// data), newtypes, and structs of parameters. Free-form values and maps are not parameters, since
/// a model cannot know what to put into them.
///
/// ```
/// use mcp_ergo::Param;
///
/// /// Where an invoice stands.
/// #[derive(Param, Debug, Clone, Copy, PartialEq)]
/// enum InvoiceStatus {
///     /// issued and unpaid
///     Open,
///     /// paid in full
///     Paid,
/// }
///
/// assert_eq!(InvoiceStatus::Open.to_string(), "open");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter: a model has to know what to put into it",
    label = "a model cannot know what goes in here",
    note = "write a closed set as `#[derive(Param)] enum Status {{ Open, Paid }}`, an identifier as `#[derive(Param)] struct InvoiceId(String);`, several values as `#[derive(Param)] struct Address {{ … }}`",
    note = "free-form values, maps and tuples have no fixed shape: name each value as a parameter or a field",
    note = "state and the call are borrowed: `&Ledger`, `&Call`; types of chrono, jiff, uuid, url and rust_decimal need the feature of that name on mcp-ergo",
    note = "rule P004 (param-loose), https://docs.rs/mcp-ergo/latest/mcp_ergo/rulebook/index.html#p004"
)]
pub trait Param: DeserializeOwned + Serialize + JsonSchema + Send + 'static {
    /// What the compiler can know about the type.
    const FACTS: TypeFacts;

    /// Everything that generated code needs of the type. It asks for the bound here instead of in a
    /// function of its own, whose name would stand in every message about a type that is none.
    #[doc(hidden)]
    const SLOT: ParamSlot<Self> = ParamSlot::of();

    /// What the type accepts, and what it says about itself.
    fn shape() -> Shape;

    /// The value when the parameter is left out; `None` where it must be given.
    fn absent() -> Option<Self> {
        None
    }
}

/// A struct by whose fields a user is asked: every struct that derives [`Param`](macro@crate::Param).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no form: a user is asked by named fields",
    label = "this is no struct that derives `Param`",
    note = "write a struct, e.g. `#[derive(Param)] struct Confirmed {{ /// Whether to go on. really: bool }}`"
)]
pub trait Form: Param {
    /// Whether a form can hold the fields. Apart from the facts of the type, since a struct may hold
    /// itself, which boot reports.
    #[doc(hidden)]
    const FLAT: bool;
}

/// What the compiler can know about a parameter's type.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one question that the compiler answers"
)]
pub struct TypeFacts {
    /// The JSON Schema type.
    pub kind: TypeKind,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether the type says what it means.
    pub described: bool,
    /// Whether the type or its schema shows a right value.
    pub example: bool,
    /// Whether it is a closed set.
    pub closed: bool,
    /// What its values say of jobs, where it is a closed set.
    #[doc(hidden)]
    pub jobs: mcp_ergo_rules::Jobs,
    /// Whether the type says who yields the value.
    pub sourced: bool,
    /// What is wrong with the type itself, and what to write instead.
    pub fault: Option<&'static str>,
}

/// The JSON Schema type of a parameter's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeKind {
    /// `string`
    Text,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `boolean`
    Flag,
    /// `array`
    List,
    /// `object`
    Record,
}

impl TypeFacts {
    /// A type of which nothing but its kind is known.
    pub const fn of(kind: TypeKind) -> Self {
        Self {
            kind,
            optional: false,
            described: false,
            // A number, a boolean and an object show by their schema what a right value is; free
            // strings and lists of them do not.
            example: !matches!(kind, TypeKind::Text | TypeKind::List),
            closed: false,
            jobs: mcp_ergo_rules::Jobs::None,
            sourced: false,
            fault: None,
        }
    }

    /// A string of a format or pattern that the schema states.
    pub const fn formatted() -> Self {
        Self {
            example: true,
            ..Self::of(TypeKind::Text)
        }
    }

    /// Whether a form can hold a field of this type: no struct, and no list but of a closed set.
    #[doc(hidden)]
    pub const fn fits_a_form(self) -> bool {
        match self.kind {
            TypeKind::Record => false,
            TypeKind::List => self.closed,
            _ => true,
        }
    }

    /// Whether something beside a description says what a right value is.
    #[doc(hidden)]
    pub const fn says_more(self) -> bool {
        self.example || self.closed || self.sourced
    }

    /// Whether it is known where a value comes from: a closed set shows its own.
    #[doc(hidden)]
    pub const fn is_sourced(self) -> bool {
        self.sourced || self.closed
    }

    /// Whether a parameter of this type, whose name asks for this much, leaves its tool one job.
    #[doc(hidden)]
    pub const fn leaves_one_job(self, wanted: mcp_ergo_rules::Jobs) -> bool {
        (self.jobs as u8) < (wanted as u8)
    }

    /// Whether the type says nothing of itself, as those of the standard library do.
    #[doc(hidden)]
    pub const fn is_plain(self) -> bool {
        !(self.described || self.closed || self.sourced)
    }
}
