//! Readers of prose: small functions over one tokeniser.
//!
//! Each reader answers one question about a text that somebody wrote for a model. They prefer
//! missing something to claiming what is not there.

mod args;
mod bullets;
mod decoration;
mod encoding;
mod example;
mod form;
mod hidden;
mod jobs;
mod list;
mod options;
mod phrase;
mod placeholder;
mod reference;
mod self_talk;
mod shout;
mod source;
mod statement;
mod token;
mod trigger;
mod unit;

pub use args::describes_in_args_block;
pub use bullets::bullets;
pub use decoration::{Decoration, decoration};
pub use encoding::{Encoding, encoding};
pub use example::has_example;
pub use form::{Form, form};
pub use hidden::{Hidden, hidden};
pub use jobs::{Jobs, joined_jobs};
pub use options::{OptionContext, options};
pub use placeholder::placeholder;
pub use reference::{Follow, Lead, Reference, references};
pub use self_talk::{SelfTalk, self_talk};
pub use shout::shout;
pub use source::names_source;
pub use statement::{Statement, belongs_to_description, says_result, statements};
pub use token::{Kind as TokenKind, Token, sentences, tokens};
pub use trigger::{has_trigger, is_readable};
pub use unit::{Dimension, Unit, is_unit, names_unit, unit_of};

#[cfg(test)]
mod tests {
    use super::*;

    /// Every reader of a whole text.
    fn read(text: &str) {
        let _ = (decoration(text), hidden(text), placeholder(text));
        let _ = (self_talk(text), shout(text, &["id"]), joined_jobs(text));
        let _ = (
            statements(text),
            says_result(text),
            belongs_to_description(text),
        );
    }

    #[test]
    fn no_text_makes_a_reader_panic_or_stand_still() {
        for text in [
            "",
            " ",
            "é",
            "…",
            "TODO",
            "(",
            "()",
            "[",
            "[]",
            "this tool",
            "this",
            "and",
            "Get and",
            "Create,",
            "Create, and",
            "MUST",
            "IMPORTANT FOR",
            "\u{200d}",
            "═",
            "=",
            "lorem ipsum",
            "Allows",
            "Allows you",
            "This tool will",
            "İ TODO İ",
            "。",
        ] {
            read(text);
            read(&text.repeat(3_000));
            read(&format!("{text} ").repeat(3_000));
            read(&format!("{text}\n\n").repeat(3_000));
        }
    }
}
