//! Readers of prose: small functions over one tokeniser.
//!
//! Each reader answers one question about a text that somebody wrote for a model. They prefer
//! missing something to claiming what is not there.

mod absence;
mod args;
mod bounds;
mod bullets;
mod decoration;
mod encoding;
mod example;
mod form;
mod hidden;
mod jobs;
mod language;
mod list;
mod measure;
mod number;
mod opening;
mod optional;
mod options;
mod placeholder;
mod reference;
mod self_talk;
mod shout;
mod source;
mod stated_default;
mod statement;
mod token;
mod trigger;
mod unit;

pub use absence::{names_bound, says_absence};
pub use args::{describes_in_args_block, said_in_args_block};
pub use bounds::{Bounds, stated_bounds};
pub use bullets::bullets;
pub use decoration::{Decoration, decoration};
pub use encoding::{Encoding, encoding};
pub use example::has_example;
pub use form::{Form, form};
pub use hidden::{Hidden, hidden};
pub use jobs::{JoinedJobs, joined_jobs};
pub use language::{is_certainly_english, is_english, is_latin};
pub use measure::is_of_param;
pub use opening::opens_any;
pub use optional::{calls_optional, leaves_open, tells_omission};
pub use options::{OptionContext, options};
pub use placeholder::placeholder;
pub use reference::{Follow, Lead, Reference, references};
pub use self_talk::{SelfTalk, self_talk};
pub use shout::shout;
pub use source::{is_read_only, names_source, tells_where_to_find};
pub use stated_default::{DefaultContext, Literal, stated_defaults};
pub use statement::{Statement, belongs_to_description, says_result, statements};
pub use token::{Kind as TokenKind, Token, sentences, tokens};
pub use trigger::has_trigger;
pub use unit::{Dimension, Unit, is_unit, names_unit, unit_of};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

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

    /// Everything that the readers of bounds, defaults and absence are asked.
    fn read_values(text: &str) {
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
        names_bound(text);
        leaves_open(text, "limit", false);
        is_english(text);
        is_latin(text);
        tells_omission(text);
        is_of_param(text, text, text);
        for compound in [true, false] {
            calls_optional(text, text, compound);
        }
    }

    #[test]
    fn no_text_makes_a_reader_of_values_panic() {
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
            read_values(text);
            read_values(&format!("Größe {text} größer"));
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
            read_values(&piece.repeat(4_000));
        }
    }
}
