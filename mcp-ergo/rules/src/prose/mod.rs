//! Readers of prose: small functions over one tokeniser.
//!
//! Each reader answers one question about a text that somebody wrote for a model. They prefer
//! missing something to claiming what is not there.

mod absence;
mod args;
mod bounds;
mod example;
mod language;
mod list;
mod measure;
mod number;
mod optional;
mod options;
mod reference;
mod source;
mod stated_default;
mod token;
mod trigger;

pub use absence::says_absence;
pub use args::describes_in_args_block;
pub use bounds::{Bounds, stated_bounds};
pub use example::has_example;
pub use language::is_english;
pub use measure::is_of_param;
pub use optional::calls_optional;
pub use options::{OptionContext, options};
pub use reference::{Follow, Lead, Reference, references};
pub use source::names_source;
pub use stated_default::{DefaultContext, Literal, stated_defaults};
pub use token::{Kind as TokenKind, Token, sentences, tokens};
pub use trigger::{has_trigger, is_readable};
