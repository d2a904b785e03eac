//! Readers of prose: small functions over one tokeniser.
//!
//! Each reader answers one question about a text that somebody wrote for a model. They prefer
//! missing something to claiming what is not there.

mod args;
mod example;
mod language;
mod list;
mod options;
mod reference;
mod source;
mod token;
mod trigger;

pub use args::describes_in_args_block;
pub use example::has_example;
pub use language::is_english;
pub use options::{OptionContext, options};
pub use reference::{Follow, Lead, Reference, references};
pub use source::names_source;
pub use token::{Kind as TokenKind, Token, sentences, tokens};
pub use trigger::{has_trigger, is_readable};
