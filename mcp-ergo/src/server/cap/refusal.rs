//! What is said where no part of an answer can be served.

use mcp_ergo_rules::Class;

use super::{Cutting, Keys, Parts, Start, json_bytes, tokens};
use crate::error::{Envelope, Fault};
use crate::schema::natural_list;

/// How an answer is recorded that does not fit, nor any part of it.
const TOO_LARGE: &str = "too_large";

impl Cutting<'_> {
    /// Not even one part fits. `beside` says whether what stands beside the parts does.
    pub(super) fn none_fits(
        &self,
        parts: &Parts,
        first: usize,
        bytes: usize,
        beside: impl FnOnce() -> bool,
    ) -> Box<Envelope> {
        Box::new(match parts {
            // Where there is nothing to go on with, or the call is not to be sent again, the answer as
            // a whole is too large.
            Parts::Items(items)
                if items.len() > 1
                    && first < items.len()
                    && self.tool.def.class == Class::Read
                    && beside() =>
            {
                self.too_large_alone(parts, first, json_bytes(&items[first]))
            }
            _ => self.uncuttable(bytes),
        })
    }

    /// The caller asks for a part of what the answer does not hold.
    pub(super) fn no_such_part(&self, start: &Start) -> Envelope {
        let (key, noun) = match start {
            Start::Item(_) => (Keys::of(self.tool).item, "list"),
            Start::Section(_) | Start::Titled(_) => (Keys::of(self.tool).section, "text"),
        };
        let name = self.names.spoken(self.tool.def.name);
        Envelope::fix(
            format!("{key} asks for a part of a {noun}, and the answer of {name} has none"),
            format!("Send the call without {key}."),
        )
        .named(Fault::Part.word())
    }

    /// The answer is too large, and there is nothing that could be served in parts.
    pub(super) fn uncuttable(&self, bytes: usize) -> Envelope {
        let name = self.names.spoken(self.tool.def.name);
        let size = format!(
            "about {} tokens, and an answer may have {}",
            tokens(bytes),
            self.cap.tokens
        );
        if self.tool.def.class != Class::Read {
            return Envelope::fix(
                format!("{name} did what it was asked, but its answer has {size}"),
                "Do not send it again; look at what came of it in smaller parts.",
            )
            .named(TOO_LARGE);
        }
        let names: Vec<String> = self
            .tool
            .input
            .fields
            .iter()
            .map(|field| field.name.to_string())
            .collect();
        let hint = if names.is_empty() {
            format!("Tell the user that {name} cannot show it; another tool may show a part.")
        } else {
            format!("Ask for less: narrow it by {}.", natural_list(&names, "or"))
        };
        let error = format!("the answer of {name} has {size}");
        let envelope = if names.is_empty() {
            Envelope::stop(error, hint)
        } else {
            Envelope::fix(error, hint)
        };
        envelope.named(TOO_LARGE)
    }

    /// One item that fills more than an answer.
    pub(super) fn too_large_alone(&self, parts: &Parts, at: usize, bytes: usize) -> Envelope {
        let (key, number, len) = (parts.key(Keys::of(self.tool)), at + 1, parts.len());
        let rest = (number < len)
            .then(|| self.call_from(key, number))
            .flatten();
        let hint = if number == len {
            "It is the last; all before it were served."
        } else {
            "Go on with what comes after it, or ask for less."
        };
        let mut envelope = Envelope::fix(
            format!(
                "item {number} of {len} alone has about {} tokens, and an answer may have {}",
                tokens(bytes),
                self.cap.tokens
            ),
            hint,
        );
        envelope.next_action = rest;
        envelope.named(TOO_LARGE)
    }
}
