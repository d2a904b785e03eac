//! Readers of prose: small functions over one tokeniser.
//!
//! Each reader answers one question about a text that somebody wrote for a model. They prefer
//! missing something to claiming what is not there.

mod args;
mod example;
mod list;
mod options;
mod phrase;
mod reference;
mod source;
mod token;
mod trigger;

pub use args::describes_in_args_block;
pub use example::has_example;
pub use options::{OptionContext, options};
pub use reference::{Follow, Lead, Reference, references};
pub use source::{is_read_only, names_source, tells_where_to_find};
pub use token::{Kind as TokenKind, Token, sentences, tokens};
pub use trigger::{has_trigger, is_readable};
