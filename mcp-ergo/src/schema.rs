//! The portable dialect of JSON Schema: what every client and model API understands the same way.
//!
//! A [`Shape`] is one value's contract. Inputs are written as shapes and compiled from them, so the
//! schema that is advertised and the check that is enforced cannot differ; outputs are read from
//! schemars into shapes, so nothing outside the dialect can be emitted.

#[cfg(test)]
mod agreement;
mod emit;
mod format;
mod judge;
mod output;
mod portable;
mod shape;
mod text;

pub use format::Format;
pub use shape::{Bound, Choice, Field, Shape};
#[doc(hidden)]
pub use shape::{Completer, Completions};

pub(crate) use judge::whole_float;
#[cfg(feature = "testing")]
pub(crate) use output::read_schema;
pub(crate) use output::{OutputError, read_output, unescaped};
pub(crate) use portable::{Portable, portable_input, portable_output};
pub(crate) use shape::{Kind, Origin, Record};
pub(crate) use text::{Names, NoNames, article, cut, echo, echo_text, natural_list};
