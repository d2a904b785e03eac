//! A writing desk, whose letters are documents without an id of their own.

use mcp_ergo::prelude::*;
use mcp_ergo::{Builder, Document, Handle, HandleError, Maker};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The scope of tools that write letters.
pub const WRITE: &str = "letters:write";
/// The scope of tools that write outlines.
pub const OUTLINE: &str = "outlines:write";

/// A letter that is not sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Draft {
    to: String,
    text: String,
}

impl Document for Draft {
    const PREFIX: &'static str = "draft";
    const MAKER: Maker = Maker::of::<create_draft>();

    fn title(&self) -> Option<String> {
        Some(format!("to {}", self.to))
    }
}

/// The points of a letter that is not written.
#[derive(Debug, Serialize, Deserialize)]
struct Outline {
    points: Vec<String>,
}

impl Document for Outline {
    const PREFIX: &'static str = "outline";
    const NOUN: &'static str = "letter outline";
    const MAKER: Maker = Maker::of::<begin_outline>();
}

#[derive(Debug, thiserror::Error, ToolError)]
enum LetterError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Handle(#[from] HandleError),

    #[error("the draft to {to} is empty")]
    #[tool_error(fix, hint = "revise it first")]
    Empty { to: String },
}

/// A draft that is kept.
#[derive(Debug, Serialize, JsonSchema)]
struct Drafted {
    /// Draft id.
    draft_id: Handle<Draft>,
    /// Name of who gets it.
    recipient: String,
}

/// A letter.
#[derive(Debug, Serialize, JsonSchema)]
struct Letter {
    /// Name of who gets it.
    recipient: String,
    /// Text of the letter.
    text: String,
}

/// An outline that is kept.
#[derive(Debug, Serialize, JsonSchema)]
struct Outlined {
    outline_id: Handle<Outline>,
}

/// The points of an outline.
#[derive(Debug, Serialize, JsonSchema)]
struct Points {
    /// The points, in the order of the letter.
    points: Vec<String>,
}

/// Create a draft of a letter.
#[tool(
    write,
    when = "the user dictates a letter",
    returns = "the draft id",
    scope = "letters:write"
)]
async fn create_draft(
    call: &Call,
    /// Name of who gets the letter.
    #[param(example = "Ada")]
    recipient: String,
    /// Text of the letter.
    #[param(example = "Dear Ada, …", default = "")]
    text: String,
) -> Result<Reply<Drafted>, LetterError> {
    let draft = Draft {
        to: recipient.clone(),
        text,
    };
    let draft_id = call.keep(&draft).await?;
    let drafted = Drafted {
        draft_id: draft_id.clone(),
        recipient,
    };
    Ok(Reply::new("The draft is kept.", drafted).next(get_draft::call(draft_id), "to read it out"))
}

/// Create one draft for each recipient.
#[tool(
    write,
    when = "the user dictates a letter to several people",
    returns = "what became of each draft",
    scope = "letters:write"
)]
async fn create_drafts(
    call: &Call,
    /// Names of those who get the letter.
    #[param(example = ["Ada", "Bob"], len = 1..=10)]
    recipients: Vec<String>,
) -> Reply<Batch<Drafted>> {
    let mut batch = Batch::new();
    for recipient in recipients {
        let draft = Draft {
            to: recipient.clone(),
            text: "x".repeat(recipient.len()),
        };
        let kept = call.keep(&draft).await.map(|draft_id| Drafted {
            draft_id,
            recipient: recipient.clone(),
        });
        batch.push(recipient, kept);
    }
    Reply::new(batch.sentence("drafts", "kept"), batch)
}

/// Copy a draft several times.
#[tool(
    write,
    when = "the user wants variants of a draft",
    returns = "the new draft ids",
    scope = "letters:write"
)]
fn copy_draft(
    call: &Call,
    draft_id: Handle<Draft>,
    /// Number of copies.
    #[param(range = 1..=10)]
    copies: u32,
) -> Result<Reply<Page<Drafted>>, HandleError> {
    let draft = call.blocking_open(&draft_id)?;
    let copies: Result<Vec<_>, _> = (0..copies)
        .map(|_| {
            call.blocking_keep(&draft).map(|draft_id| Drafted {
                draft_id,
                recipient: draft.to.clone(),
            })
        })
        .collect();
    let copies = copies?;
    Ok(Reply::new(
        format!("Kept {} copies.", copies.len()),
        Page::whole(copies),
    ))
}

/// Get the text of a draft.
#[tool(
    read,
    when = "the user wants to hear a draft",
    returns = "the recipient and the text"
)]
async fn get_draft(call: &Call, draft_id: Handle<Draft>) -> Result<Reply<Letter>, HandleError> {
    let Draft { to, text } = call.open(&draft_id).await?;
    let letter = Letter {
        recipient: to,
        text,
    };
    Ok(Reply::new("The draft is as follows.", letter))
}

/// List the drafts that are kept.
#[tool(
    read,
    when = "the user asks what is drafted",
    returns = "the newest drafts"
)]
async fn list_drafts(call: &Call) -> Result<Reply<Page<Drafted>>, HandleError> {
    let drafts = call.newest::<Draft>(20).await?;
    let drafts: Vec<Drafted> = drafts
        .into_iter()
        .map(|draft| Drafted {
            draft_id: draft.handle,
            recipient: draft.title.unwrap_or_default(),
        })
        .collect();
    Ok(Reply::new(
        format!("{} drafts are kept.", drafts.len()),
        Page::whole(drafts),
    ))
}

/// A draft that becomes a part of a letter.
#[derive(Param, Debug)]
struct Part {
    draft_id: Handle<Draft>,
    /// How often its text is repeated.
    #[param(range = 1..=3)]
    repeats: u32,
}

/// What a letter is made of.
#[derive(Debug, Serialize, JsonSchema)]
struct Plan {
    /// Drafts in the order of the letter.
    parts: Vec<Part>,
}

/// Plan a letter out of one draft, repeated.
#[tool(
    read,
    when = "the user wants a letter that insists",
    returns = "the parts"
)]
fn plan_letter(draft_id: Handle<Draft>) -> Reply<Plan> {
    let part = Part {
        draft_id,
        repeats: 3,
    };
    Reply::new("It is planned.", Plan { parts: vec![part] })
}

/// Merge several drafts into one text.
#[tool(
    read,
    when = "the user wants one letter out of several drafts",
    returns = "the text"
)]
fn merge_drafts(
    call: &Call,
    /// Drafts in the order of the letter.
    parts: Vec<Part>,
) -> Result<Reply<Letter>, HandleError> {
    let mut texts = Vec::new();
    for Part { draft_id, repeats } in &parts {
        let draft = call.blocking_open(draft_id)?;
        texts.extend((0..*repeats).map(|_| draft.text.clone()));
    }
    let letter = Letter {
        recipient: String::new(),
        text: texts.join(" "),
    };
    Ok(Reply::new("The drafts are merged.", letter))
}

/// Compare several drafts by their length.
#[tool(
    read,
    when = "the user wonders which draft is longer",
    returns = "the text of the longest one"
)]
async fn compare_drafts(
    call: &Call,
    /// Drafts to compare.
    draft_ids: Vec<Handle<Draft>>,
) -> Result<Reply<Letter>, HandleError> {
    let mut longest = Draft {
        to: String::new(),
        text: String::new(),
    };
    for draft_id in &draft_ids {
        let draft = call.open(draft_id).await?;
        if draft.text.len() >= longest.text.len() {
            longest = draft;
        }
    }
    let Draft { to, text } = longest;
    let letter = Letter {
        recipient: to,
        text,
    };
    Ok(Reply::new("This is the longest.", letter))
}

/// Update the text of a draft.
#[tool(
    destructive,
    idempotent,
    when = "the user changes a draft",
    returns = "the letter as it is now",
    scope = "letters:write"
)]
async fn update_draft(
    call: &Call,
    draft_id: Handle<Draft>,
    /// Text of the letter.
    #[param(example = "Dear Ada, …")]
    text: String,
) -> Result<Reply<Letter>, HandleError> {
    let mut draft = call.open(&draft_id).await?;
    draft.text = text;
    call.replace(&draft_id, &draft).await?;
    let Draft { to, text } = draft;
    let letter = Letter {
        recipient: to,
        text,
    };
    Ok(Reply::new("The draft is changed.", letter))
}

/// Send a draft, once.
#[tool(
    destructive,
    when = "the user says that a draft is to go out",
    after(get_draft),
    returns = "the letter as it was sent",
    scope = "letters:write"
)]
fn send_draft(call: &Call, draft_id: Handle<Draft>) -> Result<Reply<Letter>, LetterError> {
    let draft = call.blocking_open(&draft_id)?;
    if draft.text.is_empty() {
        return Err(LetterError::Empty { to: draft.to });
    }
    let Draft { to, text } = call.blocking_take(&draft_id)?;
    let letter = Letter {
        recipient: to,
        text,
    };
    Ok(Reply::new("The letter is sent.", letter))
}

/// Begin an empty outline of a letter.
#[tool(write, when = "the user plans a letter", scope = "outlines:write")]
fn begin_outline(call: &Call) -> Result<Reply<Outlined>, HandleError> {
    let outline_id = call.blocking_keep(&Outline { points: Vec::new() })?;
    Ok(Reply::new("The outline is begun.", Outlined { outline_id }))
}

/// Add a point to an outline.
#[tool(
    write,
    when = "the user names a point of a letter",
    after(begin_outline),
    returns = "all points",
    scope = "outlines:write"
)]
fn add_point(
    call: &Call,
    outline_id: Handle<Outline>,
    /// The point, in a few words.
    #[param(example = "thank her for the book")]
    point: String,
) -> Result<Reply<Points>, HandleError> {
    let mut outline = call.blocking_open(&outline_id)?;
    outline.points.push(point);
    call.blocking_replace(&outline_id, &outline)?;
    let Outline { points } = outline;
    Ok(Reply::new(
        format!("The outline has {} points.", points.len()),
        Points { points },
    ))
}

/// The desk, which whoever started it may use in full.
pub fn builder() -> Builder {
    Server::builder("letters", "2.0.0")
        .purpose("Letters, from outline to envelope")
        .start_with(get_draft::tool())
        .tools_in("wire_tests::letters")
        .grant(WRITE)
        .grant(OUTLINE)
}
