//! The messages that a prompt yields.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, PromptMessage, ResourceContents,
    Role,
};

use crate::__private::BodySlot;
use crate::error::{FailureMode, ToolError};
use crate::registry::Outcome;

/// The messages of a prompt, in order: what the user says, and what the assistant is taken to have
/// answered.
///
/// ```
/// use mcp_ergo::prelude::*;
///
/// /// Customer id.
/// #[derive(Param)]
/// #[param(example = "cus_7Q2", from = user("the number on the letter"))]
/// struct CustomerId(String);
///
/// /// Chase a customer's overdue invoices.
/// #[prompt(title = "Chase overdue invoices")]
/// fn chase_overdue(
///     /// Customer who owes.
///     customer_id: CustomerId,
///     /// Days of grace; none when left out.
///     grace_days: Option<u32>,
/// ) -> Prompt {
///     let grace_days = grace_days.unwrap_or_default();
///     Prompt::user(format!(
///         "Write a reminder for every invoice of {customer_id} that is overdue by more than \
///          {grace_days} days."
///     ))
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use = "these are the messages of the prompt: return them"]
pub struct Prompt {
    pub(crate) messages: Vec<PromptMessage>,
}

impl Prompt {
    /// Begins with what the user says.
    pub fn user(content: impl Into<PromptContent>) -> Self {
        Self::begin(Role::User, content.into())
    }

    /// Begins with what the assistant is taken to have said.
    pub fn assistant(content: impl Into<PromptContent>) -> Self {
        Self::begin(Role::Assistant, content.into())
    }

    /// Goes on with what the user says.
    pub fn then_user(self, content: impl Into<PromptContent>) -> Self {
        self.then(Role::User, content.into())
    }

    /// Goes on with what the assistant is taken to have said.
    pub fn then_assistant(self, content: impl Into<PromptContent>) -> Self {
        self.then(Role::Assistant, content.into())
    }

    fn begin(role: Role, content: PromptContent) -> Self {
        let messages = Vec::new();
        Self { messages }.then(role, content)
    }

    fn then(mut self, role: Role, content: PromptContent) -> Self {
        self.messages.push(PromptMessage::new(role, content.0));
        self
    }
}

/// What one message of a prompt says or shows: a text, an image, a sound, a resource. Strings turn
/// into it, and so does everything that rmcp calls a content block.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptContent(ContentBlock);

impl PromptContent {
    /// A picture: its bytes and their MIME type, e.g. `image/png`.
    pub fn image(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        let data = STANDARD.encode(bytes);
        Self(ContentBlock::Image(ImageContent::new(data, mime_type)))
    }

    /// A sound: its bytes and their MIME type, e.g. `audio/wav`.
    pub fn audio(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        let data = STANDARD.encode(bytes);
        Self(ContentBlock::Audio(AudioContent::new(data, mime_type)))
    }

    /// The text of a resource, under its URI: `invoice::uri(id)` where the server has it.
    pub fn resource(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        let contents = ResourceContents::text(text, uri).with_mime_type(mime_type);
        Self(ContentBlock::Resource(EmbeddedResource::new(contents)))
    }
}

impl From<String> for PromptContent {
    fn from(text: String) -> Self {
        Self(ContentBlock::text(text))
    }
}

impl From<&str> for PromptContent {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<ContentBlock> for PromptContent {
    fn from(content: ContentBlock) -> Self {
        Self(content)
    }
}

/// What a prompt may return: [`Prompt`], or a `Result` of it with an error that derives
/// [`ToolError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what a prompt yields: messages",
    label = "return `Prompt`, or a `Result` of it",
    note = "e.g. `Prompt::user(\"Write a reminder for every overdue invoice.\")`"
)]
pub trait PromptBody: Sized {
    /// Everything that generated code needs of the type.
    #[doc(hidden)]
    const SLOT: BodySlot<Self, Prompt> = BodySlot {
        of: Self::outcome,
        failure_modes: Self::failure_modes,
        is_json: false,
    };

    /// What came of the prompt.
    #[doc(hidden)]
    fn outcome(self) -> Outcome<Prompt>;

    /// Every way to fail.
    #[doc(hidden)]
    fn failure_modes() -> Vec<FailureMode> {
        Vec::new()
    }
}

impl PromptBody for Prompt {
    fn outcome(self) -> Outcome<Prompt> {
        Outcome::Answered(self)
    }
}

impl<E: ToolError> PromptBody for Result<Prompt, E> {
    fn outcome(self) -> Outcome<Prompt> {
        match self {
            Ok(prompt) => Outcome::Answered(prompt),
            Err(error) => Outcome::Failed(error.envelope()),
        }
    }

    fn failure_modes() -> Vec<FailureMode> {
        E::failure_modes()
    }
}
