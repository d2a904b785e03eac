//! An answer that is no data: words, images, audio, resources.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{ContentBlock, Resource, ResourceContents};

use super::answer::{Answer, Answered, Output};
use super::{Blocker, NextAction, ToolCall};
use crate::registry::Outcome;

/// An answer of content blocks: a sentence first, then images, audio, resources. Bytes are given as
/// they are; the library encodes them.
///
/// A tool that returns it has no output schema and its answers no structured content, since some
/// agents show their model that alone and would drop the image. With nothing but the sentence it is
/// a plain text.
///
/// ```
/// use mcp_ergo::prelude::*;
///
/// /// Draw the revenue of one month as a chart.
/// #[tool(read, when = "the user wants to see revenue", returns = "the chart as a PNG")]
/// fn draw_revenue(
///     /// Month to draw.
///     #[param(example = "2026-03", pattern = "^[0-9]{4}-[0-9]{2}$")]
///     month: String,
/// ) -> Content {
///     let png: Vec<u8> = render(&month);
///     Content::new(format!("Drew the revenue of {month}.")).image(png, "image/png")
/// }
/// # fn render(_: &str) -> Vec<u8> { Vec::new() }
/// ```
#[derive(Debug)]
#[must_use = "content is what the tool answers: return it"]
pub struct Content {
    sentence: String,
    blocks: Vec<ContentBlock>,
    next: Option<NextAction>,
    blockers: Vec<Blocker>,
}

impl Content {
    /// An answer that begins with a sentence: what happened, with the numbers that matter.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
            blocks: Vec::new(),
            next: None,
            blockers: Vec::new(),
        }
    }

    /// A further text, e.g. a page of a manual.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.block(ContentBlock::text(text))
    }

    /// An image, e.g. of type `image/png`.
    pub fn image(self, bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        self.block(ContentBlock::image(
            STANDARD.encode(bytes.as_ref()),
            mime_type,
        ))
    }

    /// A sound, e.g. of type `audio/wav`.
    pub fn audio(self, bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        self.block(ContentBlock::audio(
            STANDARD.encode(bytes.as_ref()),
            mime_type,
        ))
    }

    /// A resource that the client may read when it wants it.
    pub fn resource_link(self, uri: impl Into<String>, name: impl Into<String>) -> Self {
        self.block(ContentBlock::resource_link(Resource::new(uri, name)))
    }

    /// A resource with its text.
    pub fn embedded_text(
        self,
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        let contents = ResourceContents::text(text, uri).with_mime_type(mime_type);
        self.block(ContentBlock::resource(contents))
    }

    /// A resource with its bytes.
    pub fn embedded_bytes(
        self,
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        bytes: impl AsRef<[u8]>,
    ) -> Self {
        let contents =
            ResourceContents::blob(STANDARD.encode(bytes.as_ref()), uri).with_mime_type(mime_type);
        self.block(ContentBlock::resource(contents))
    }

    /// Any block that rmcp knows, with annotations or metadata.
    pub fn block(mut self, block: ContentBlock) -> Self {
        self.blocks.push(block);
        self
    }

    /// The call that comes next, and what it is good for: `"to see its line items"`. It is told in
    /// the sentence's text.
    pub fn next(mut self, call: impl ToolCall, reason: impl Into<String>) -> Self {
        self.next = Some(NextAction::new(call, reason));
        self
    }

    /// The call that comes next where there is something to call it with.
    pub fn next_if<V, C: ToolCall>(
        self,
        value: Option<V>,
        call: impl FnOnce(V) -> C,
        reason: impl Into<String>,
    ) -> Self {
        match value {
            Some(value) => self.next(call(value), reason),
            None => self,
        }
    }

    /// What keeps the work from going on, and what removes it. It is told in the sentence's text.
    pub fn blocked_by(mut self, blocker: Blocker) -> Self {
        self.blockers.push(blocker);
        self
    }
}

impl Answer for Content {
    fn output() -> Output {
        Output {
            data: Ok(None),
            blockers: true,
            documents: Vec::new(),
        }
    }

    fn outcome(self) -> Outcome {
        Outcome::Answered(Answered {
            sentence: self.sentence,
            content: self.blocks,
            next: self.next,
            blockers: self.blockers,
            ..Answered::default()
        })
    }
}
