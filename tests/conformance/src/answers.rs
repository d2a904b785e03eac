//! Tools that answer with every kind of content.

use mcp_ergo::prelude::*;
use mcp_ergo::{LogLevel, Recovery};
use tokio::time::{Duration, sleep};

/// A red pixel.
pub(crate) const PNG: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92, 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
];

/// Silence of no length.
const WAV: &[u8] = b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00data\x00\x00\x00\x00";

/// Answer with a plain text.
#[tool(read, when = "the suite asks for a text", returns = "the text")]
pub(crate) fn test_simple_text() -> Content {
    Content::new("This is a simple text response for testing.")
}

/// Answer with an image.
#[tool(
    read,
    when = "the suite asks for an image",
    returns = "a PNG of one pixel"
)]
fn test_image_content() -> Content {
    Content::new("Drew a red pixel.").image(PNG, "image/png")
}

/// Answer with a sound.
#[tool(
    read,
    when = "the suite asks for a sound",
    returns = "a WAV of no length"
)]
fn test_audio_content() -> Content {
    Content::new("Recorded silence.").audio(WAV, "audio/wav")
}

/// Answer with a resource that is embedded.
#[tool(
    read,
    when = "the suite asks for an embedded resource",
    returns = "the resource's text"
)]
fn test_embedded_resource() -> Content {
    Content::new("Embedded the resource.").embedded_text(
        "test://embedded-resource",
        "text/plain",
        "This is an embedded resource content.",
    )
}

/// Answer with a text, an image and a resource at once.
#[tool(
    read,
    when = "the suite asks for several kinds of content",
    returns = "the three of them"
)]
fn test_multiple_content_types() -> Content {
    Content::new("Multiple content types test:")
        .image(PNG, "image/png")
        .embedded_text(
            "test://mixed-content-resource",
            "application/json",
            r#"{"test":"data","value":123}"#,
        )
}

/// The failure that the suite asks for.
#[derive(Debug, thiserror::Error)]
#[error("this tool intentionally returns an error for testing")]
struct Intended;

impl ToolError for Intended {
    fn envelope(&self) -> mcp_ergo::Envelope {
        mcp_ergo::Envelope::stop(self.to_string(), "Expect it: the suite asked for an error")
    }

    fn failure_modes() -> Vec<mcp_ergo::FailureMode> {
        vec![mcp_ergo::FailureMode {
            name: "Intended",
            error: "this tool intentionally returns an error for testing",
            hint: "Expect it: the suite asked for an error",
            recovery: Recovery::Stop,
            next: None,
            candidates: false,
            internal: false,
        }]
    }
}

/// Fail in every call.
#[tool(read, when = "the suite asks for an error", returns = "nothing")]
fn test_error_handling() -> Result<Content, Intended> {
    Err(Intended)
}

/// Write three messages to the client's log.
#[tool(
    read,
    when = "the suite asks for log messages",
    returns = "how many were written"
)]
async fn test_tool_with_logging(call: &Call) -> Content {
    call.log(LogLevel::Info, "Tool execution started");
    sleep(Duration::from_millis(50)).await;
    call.log(LogLevel::Info, "Tool processing data");
    sleep(Duration::from_millis(50)).await;
    call.log(LogLevel::Info, "Tool execution completed");
    Content::new("Wrote three messages to the log.")
}

/// Write one message to the client's log, where it wants any.
#[tool(
    read,
    when = "the suite looks whether a log stays silent",
    returns = "that it was written"
)]
fn test_logging_tool(call: &Call) -> Content {
    call.log(LogLevel::Info, "Tool execution started");
    Content::new("Wrote a message to the log.")
}

/// Tell the client how far the call is.
#[tool(
    read,
    when = "the suite asks for progress",
    returns = "that it is done"
)]
async fn test_tool_with_progress(call: &Call) -> Content {
    call.progress(0, 100, "");
    sleep(Duration::from_millis(50)).await;
    call.progress(50, 100, "");
    sleep(Duration::from_millis(50)).await;
    call.progress(100, 100, "");
    Content::new("Went from 0 to 100.")
}
