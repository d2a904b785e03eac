//! Tools that answer with content.

use mcp_ergo::prelude::*;

/// Draw one pot.
#[tool(
    read,
    when = "the user wants to see a pot",
    returns = "a drawing, how it sounds and where it stands"
)]
pub(crate) fn draw_pot() -> Content {
    Content::new("Drew the pot")
        .image([0x89, b'P', b'N', b'G'], "image/png")
        .audio(b"cling", "audio/wav")
        .resource_link("studio://shelf", "shelf")
        .embedded_text("studio://pot/label", "text/plain", "Tea pot, 1 l")
        .embedded_bytes("studio://pot/seal", "application/octet-stream", [0, 255])
        .text("Fired twice.")
        .next(say_weight::call(), "to know what it weighs")
}

/// Say what the pot weighs.
#[tool(read, when = "the user asks for the weight", returns = "the weight")]
pub(crate) fn say_weight() -> Content {
    Content::new("The pot weighs 900 g.")
}

/// Pack the pot once it is dry.
#[tool(read, when = "the user wants the pot packed", returns = "the parcel")]
pub(crate) fn pack_pot() -> Content {
    Content::new("The pot is not packed.").blocked_by(
        Blocker::new("the pot is wet", "wait until it is dry")
            .next(say_weight::call(), "to see whether it still loses water"),
    )
}
