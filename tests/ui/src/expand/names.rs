//! Names of the user's that are ours, or those of the standard library.

/// The hostile ones.
#[expect(dead_code, reason = "they only stand in the way")]
mod hostile {
    pub(super) struct Option;
    pub(super) struct Result;
    pub(super) struct Vec;
    pub(super) struct Box;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Ok;
    pub(super) struct Err;
    pub(super) struct Tool;
    pub(super) struct Shape;
    pub(super) struct Envelope;
    pub(super) struct Value;
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod alloc {}
    pub(super) mod serde {}
    pub(super) mod schemars {}
    pub(super) mod serde_json {}
    pub(super) mod mcp_ergo {}

    /// Methods of our names, on everything.
    pub(super) trait Everything: Sized {
        fn put(self) {}
        fn take(self) {}
        fn shape(self) {}
        fn call(self) {}
        fn tool(self) {}
        fn meaning(self) {}
        fn example(self) {}
        fn candidates(self) {}
        fn after(self) {}
        fn end(self) {}
        fn next_key(&mut self) {}
        fn next_value(&mut self) {}
        fn serialize_entry(&mut self) {}
        fn into_arguments(self) {}
        fn envelope(&self) {}
        fn decode(&self) {}
        fn to_string(&self) {}
        fn as_str(&self) {}
        fn serialize(&self) {}
        fn is_null(&self) {}
    }

    impl<T> Everything for T {}
}

#[allow(
    unused_imports,
    clippy::wildcard_imports,
    reason = "they only stand in the way"
)]
use self::hostile::*;
use ::mcp_ergo::{Param, Reply, ToolError, tool};

use crate::{Invoice, answer};

/// A string of the user's own.
#[derive(Param, Debug, Clone)]
#[param(example = "inv_01H8XK", from = get_all_names)]
pub struct String(pub ::std::string::String);

/// A state of things.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// all is well
    Ok,
    /// nothing is well
    Err,
    /// there is something
    Some,
    /// there is nothing
    None,
}

/// Several of them.
#[derive(Param, Debug, Clone)]
pub struct Record {
    /// State of the record.
    #[param(default = "ok")]
    pub value: State,
    /// Name of the record.
    pub name: self::String,
    /// What comes after; nothing when left out.
    pub map: ::core::option::Option<u8>,
    /// More of it.
    #[param(example = [1])]
    pub list: ::std::vec::Vec<i32>,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum Failure {
    /// It is wrong.
    #[error("{error} and {hint} are wrong")]
    #[tool_error(fix, hint = "send another {hint}", next = get_all_names(value, i), candidates = envelope)]
    Wrong {
        /// One.
        error: u8,
        /// Two.
        hint: u8,
        /// Three.
        value: State,
        /// Four.
        i: u64,
        /// Five.
        envelope: ::std::vec::Vec<u8>,
    },
}

/// Get all by names that are ours.
#[tool(read, when = "names are ours", returns = "the invoice")]
pub fn get_all_names(
    /// Value to look for.
    arguments: State,
    /// First one.
    i: u64,
    /// Kind of it; every kind when left out.
    r#type: ::core::option::Option<State>,
    /// Whether to include itself; not when left out.
    self_: ::core::option::Option<bool>,
    /// Whether to call; not when left out.
    #[param(name = "call")]
    call_: ::core::option::Option<bool>,
    /// Whether it is extra; not when left out.
    #[param(name = "x")]
    _x: ::core::option::Option<bool>,
) -> ::core::result::Result<Reply<Invoice>, Failure> {
    let _ = (arguments, i, r#type, self_, call_);
    ::core::result::Result::Ok(answer())
}

/// Get some by other names that are ours.
#[tool(read, when = "names are others", returns = "the invoice")]
pub fn get_some(
    /// Value to look for.
    value: State,
    record: ::std::boxed::Box<Record>,
    /// Map to look in; none when left out.
    map: ::core::option::Option<u8>,
    /// Name to look for.
    #[param(example = "n")]
    name: String,
    /// Slot to look in.
    #[param(default = 1)]
    slot: u8,
) -> Reply<Invoice> {
    let _ = (value, record, map, name, slot);
    answer()
}
