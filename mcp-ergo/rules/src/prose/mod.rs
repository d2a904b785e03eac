//! Readers of prose: small functions over one tokeniser.
//!
//! Each reader answers one question about a text that somebody wrote for a model. They prefer
//! missing something to claiming what is not there.

mod args;
mod bullets;
mod encoding;
mod example;
mod form;
mod list;
mod options;
mod reference;
mod source;
mod token;
mod trigger;
mod unit;

pub use args::describes_in_args_block;
pub use bullets::bullets;
pub use encoding::{Encoding, encoding};
pub use example::has_example;
pub use form::{Form, form};
pub use options::{OptionContext, options};
pub use reference::{Follow, Lead, Reference, references};
pub use source::names_source;
pub use token::{Kind as TokenKind, Token, sentences, tokens};
pub use trigger::{has_trigger, is_readable};
pub use unit::{Dimension, Unit, is_unit, names_unit, unit_of};
