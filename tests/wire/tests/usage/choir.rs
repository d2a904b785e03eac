//! A choir whose songs fail in every way.

use std::time::Duration;

use mcp_ergo::prelude::*;
use mcp_ergo::rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use mcp_ergo::{Builder, Grants, RawTool};
use serde_json::json;

/// How a song sounds.
#[derive(Param, Debug, Clone, Copy)]
pub(crate) enum Mood {
    /// for a feast
    Merry,
    /// for a wake
    Solemn,
}

/// Who sings a part.
#[derive(Param, Debug)]
pub(crate) struct Part {
    /// Name of the singer.
    #[param(example = "Ada", len = 1..=20)]
    singer: String,
    /// Highest note.
    #[param(example = "c4", pattern = "^[a-g][0-9]$")]
    highest: String,
}

/// What was sung.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Song {
    /// The words.
    words: String,
}

#[derive(Debug, thiserror::Error, ToolError)]
pub(crate) enum SongError {
    #[error("no song is called '{title}'")]
    #[tool_error(fix, hint = "send a title that is there", candidates = near)]
    NoSuchSong { title: String, near: Vec<String> },

    #[error("'{title}' is being written")]
    #[tool_error(retry, after = "1s", hint = "send the same call again")]
    Unwritten { title: String },

    #[error("'{title}' was burnt")]
    #[tool_error(stop, hint = "tell the user that it is gone")]
    Burnt { title: String },

    #[error(transparent)]
    #[tool_error(internal)]
    Torn(#[from] std::io::Error),
}

/// Sing one song.
#[tool(
    read,
    when = "the user wants a song",
    returns = "the words",
    formerly = "chant_song"
)]
pub(crate) fn sing_song(
    /// The title.
    #[param(example = "Ode", check = is_printed)]
    title: String,
    /// Mood of the song; as it was written when left out.
    mood: Option<Mood>,
    /// Day on which it is sung; today when left out.
    #[param(format = "date", example = "2026-07-28")]
    day: Option<String>,
    /// Verses to sing.
    #[param(default = 3, range = 1..=9)]
    verses: u32,
    /// Parts of the choir; one voice when left out.
    #[param(len = ..=4)]
    parts: Option<Vec<Part>>,
) -> Result<Reply<Song>, SongError> {
    let _ = (mood, day, verses);
    for Part { singer, highest } in parts.iter().flatten() {
        assert!(singer.len() + highest.len() > 2);
    }
    match title.rsplit_once('-').map(|(_, end)| end) {
        Some("gone") => Err(SongError::NoSuchSong {
            near: vec![title.clone()],
            title,
        }),
        Some("new") => Err(SongError::Unwritten { title }),
        Some("burnt") => Err(SongError::Burnt { title }),
        Some("torn") => Err(std::io::Error::other(title).into()),
        Some("loud") => panic!("{title}"),
        _ => Ok(Reply::new(format!("Sang {title}."), Song { words: title })),
    }
}

fn is_printed(title: &str) -> Result<(), &'static str> {
    if title.ends_with("-blank") {
        Err("is not printed")
    } else {
        Ok(())
    }
}

/// Hum one song until somebody has heard enough.
#[tool(
    read,
    when = "the user wants no words",
    returns = "the words",
    timeout = "50ms"
)]
pub(crate) async fn hum_song(
    /// The title.
    #[param(example = "Ode")]
    title: String,
) -> Reply<Song> {
    std::future::pending::<()>().await;
    Reply::new("Hummed.", Song { words: title })
}

/// Whistle one song until somebody has heard enough.
#[tool(read, when = "the user wants a song from afar", returns = "the words")]
pub(crate) async fn whistle_song(
    /// The title.
    #[param(example = "Ode")]
    title: String,
) -> Reply<Song> {
    std::future::pending::<()>().await;
    Reply::new("Whistled.", Song { words: title })
}

/// Ring the bell for one song.
#[tool(
    read,
    when = "the user wants the bell",
    returns = "the words",
    rate = "1/h"
)]
pub(crate) fn ring_bell(
    /// The title.
    #[param(example = "Ode")]
    title: String,
) -> Reply<Song> {
    Reply::new("Rang.", Song { words: title })
}

/// Delete one song.
#[tool(
    destructive,
    when = "the user wants a song gone",
    returns = "the words",
    scope = "songs:delete"
)]
pub(crate) fn delete_song(
    /// The title.
    #[param(example = "Ode")]
    title: String,
) -> Reply<Song> {
    Reply::new("Deleted.", Song { words: title })
}

/// The choir, to be given a store.
pub(crate) fn builder() -> Builder {
    Server::builder("choir", "1.0.0")
        .purpose("Songs of one choir")
        .tools_in(module_path!())
        .start_with(sing_song::tool())
        .tool(organ())
        .timeout(Duration::from_secs(20))
        .role("singers", ["read"])
        .grants(Grants::role("singers").caller("ada"))
}

/// A tool that is written by hand, and says itself that it failed.
fn organ() -> mcp_ergo::Tool {
    let schema: JsonObject = serde_json::from_value(json!({"type": "object"})).expect("an object");
    let definition = Tool::new(
        "tune_organ",
        "Tune the organ. Use when it sounds wrong.",
        schema,
    )
    .with_title("Tune organ")
    .with_annotations(ToolAnnotations::from_raw(
        None,
        Some(true),
        Some(false),
        Some(true),
        Some(false),
    ));
    let tool = RawTool::new(
        definition,
        "it takes whatever comes",
        |_, given| async move {
            CallToolResult::error(vec![ContentBlock::text(json!(given).to_string())])
        },
    );
    tool.tool()
}
