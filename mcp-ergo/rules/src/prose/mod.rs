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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    /// Everything that the readers of bounds, defaults and absence are asked.
    fn read(text: &str) {
        for kind in [Kind::Boolean, Kind::Number, Kind::String, Kind::Object] {
            let context = DefaultContext {
                name: "",
                kind,
                options: &["default".to_owned()],
            };
            stated_defaults(text, &context);
        }
        stated_bounds(text);
        says_absence(text);
        is_english(text);
        is_of_param(text, text, text);
        for compound in [true, false] {
            calls_optional(text, text, compound);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic() {
        for text in [
            "",
            "-",
            "1-",
            "-1",
            "1,",
            "1,000,",
            "max",
            "max:",
            "max -",
            "between 1 and",
            "1..",
            "1..=",
            "default",
            "default:",
            "(default)",
            "1 (default)",
            "-1 (default)",
            "by default",
            "optional",
            "(optional",
            "this is",
            "unless",
            "for",
            "≤",
            "é-1",
            "１-２",
            "\u{0}",
        ] {
            read(text);
            read(&format!("Größe {text} größer"));
        }
    }

    #[test]
    fn long_texts_are_read_in_one_go() {
        for piece in [
            "default 5 seconds ",
            "max 1 ",
            "123,123,",
            "1-2 ",
            "when ",
            "length ",
            "optional ",
            "(default) ",
            "a ",
        ] {
            read(&piece.repeat(4_000));
        }
    }
}
