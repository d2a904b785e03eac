//! An archive of letters: resources and prompts, some of them as no sane server has them.

use std::time::Duration;

use mcp_ergo::prelude::*;
use mcp_ergo::{Builder, Grants, PromptContent};

/// The scope of what is under lock; not granted.
pub const VAULT: &str = "vault:open";

/// What everything borrows.
#[derive(Debug)]
pub struct Archive {
    letters: Vec<u32>,
}

impl Archive {
    /// The rooms of the house.
    pub fn rooms(&self) -> Vec<&'static str> {
        vec!["cellar", "attic", "Attic annex"]
    }

    /// Ids of letters that begin with what was typed.
    ///
    /// # Panics
    ///
    /// When that is `panic`.
    pub fn letter_ids(&self, typed: &str) -> Vec<String> {
        assert_ne!(typed, "panic", "/home/archive/.secret is not readable");
        let ids = self.letters.iter().map(|letter| format!("let_{letter:03}"));
        ids.filter(|id| id.starts_with(typed)).collect()
    }
}

/// Letter id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(
    example = "let_001",
    pattern = "^let_[0-9]{3}$",
    from = list_letters,
    complete = Archive::letter_ids
)]
pub struct LetterId(String);

/// Tone of an answer.
#[derive(Param, Debug, Clone, Copy, PartialEq)]
pub enum Tone {
    /// as to a friend
    Warm,
    /// as to a clerk
    Dry,
}

/// A letter.
#[derive(Debug, Clone, serde::Serialize, schemars::JsonSchema)]
pub struct Letter {
    /// Letter id.
    pub id: LetterId,
    /// What is written on it.
    pub text: String,
}

/// Letters.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Letters {
    /// How many letters there are.
    pub count: usize,
}

/// What can go wrong in the archive.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum ArchiveError {
    /// No such letter.
    #[error("no letter with id '{id}'; ids look like 'let_001'")]
    #[tool_error(fix, hint = "find the id first", next = list_letters, candidates = near)]
    NoSuchLetter {
        /// The id that was given.
        id: LetterId,
        /// Ids that are near.
        near: Vec<LetterId>,
    },
    /// The archive is closed.
    #[error("the archive is being aired")]
    #[tool_error(retry, after = "2s", hint = "read it again")]
    Aired,
    /// Nobody may.
    #[error("letters of the living are sealed")]
    #[tool_error(stop, hint = "tell the user that nobody may read it")]
    Sealed,
    /// The disk failed.
    #[error(transparent)]
    #[tool_error(internal)]
    Disk(#[from] std::io::Error),
}

/// List the letters of the archive.
#[tool(
    read,
    when = "the user asks which letters there are",
    returns = "how many there are"
)]
pub fn list_letters(archive: &Archive) -> Reply<Letters> {
    let count = archive.letters.len();
    Reply::new(format!("{count} letters."), Letters { count })
}

/// Rules of the reading room.
#[resource(
    "archive://rules",
    mime = "text/markdown",
    audience = "user",
    priority = 0.5
)]
pub fn reading_rules() -> String {
    "# Rules\n\nPencils only.".to_owned()
}

/// Seal of the archive, 2 pixels square.
#[resource("archive://seal.png", mime = "image/png", title = "The seal")]
pub fn archive_seal() -> Blob {
    Blob(vec![0xff, 0xfe, 0xfd, 0x00])
}

/// One letter with its text.
#[resource("archive://letters/{letter_id}", mime = "application/json")]
pub fn letter(
    archive: &Archive,
    call: &Call,
    letter_id: LetterId,
) -> Result<Json<Letter>, ArchiveError> {
    assert_eq!(call.tool(), "letter");
    match &*letter_id.0 {
        "let_900" => return Err(ArchiveError::Aired),
        "let_901" => return Err(ArchiveError::Sealed),
        "let_902" => {
            let disk = std::io::Error::other("/home/archive/.secret is not readable");
            return Err(disk.into());
        }
        "let_903" => panic!("/home/archive/.secret is not readable"),
        _ => {}
    }
    let known = archive.letter_ids(&letter_id.0);
    if known.is_empty() {
        return Err(ArchiveError::NoSuchLetter {
            id: letter_id,
            near: vec![LetterId("let_001".to_owned())],
        });
    }
    Ok(Json(Letter {
        text: "Dear all".to_owned(),
        id: letter_id,
    }))
}

/// Page of one volume, as it was typed.
#[resource("archive://volumes/{volume}/pages/{page}", mime = "text/plain")]
pub async fn volume_page(volume: String, #[param(range = 1..=99)] page: u32) -> String {
    std::future::ready(()).await;
    format!("{volume}, page {page}")
}

/// What lies in one room.
#[resource("archive://rooms/{room}/{locked}", mime = "text/plain")]
pub fn room_content(#[param(options = Archive::rooms)] room: String, locked: bool) -> String {
    format!("{room} {locked}")
}

/// Deeds of the house.
#[resource("vault://deeds", mime = "text/plain", scope = "vault:open")]
pub fn house_deeds() -> String {
    "Deeds.".to_owned()
}

/// One deed of the house.
#[resource("vault://deeds/{year}", mime = "text/plain", scope = "vault:open")]
pub fn house_deed(year: u32) -> String {
    format!("Deed of {year}.")
}

/// Dust, which takes a long time to settle.
#[resource("archive://dust", mime = "text/plain", timeout = "50ms")]
pub async fn settled_dust() -> String {
    tokio::time::sleep(Duration::from_secs(600)).await;
    "settled".to_owned()
}

/// Answer a letter of the archive.
#[prompt(title = "Answer a letter")]
pub fn answer_letter(
    archive: &Archive,
    letter_id: LetterId,
    /// Tone of the answer; warm when left out.
    tone: Option<Tone>,
    /// Most words of the answer.
    #[param(default = 100, range = 10..=500)]
    words: u32,
    /// Whether to sign it; unsigned when left out.
    signed: Option<bool>,
    /// Room to write it in; any when left out.
    #[param(options = Archive::rooms)]
    room: Option<String>,
) -> Result<Prompt, ArchiveError> {
    if archive.letter_ids(&letter_id.0).is_empty() {
        return Err(ArchiveError::NoSuchLetter {
            id: letter_id,
            near: vec![LetterId("let_001".to_owned())],
        });
    }
    let tone = tone.unwrap_or(Tone::Warm);
    let signed = signed.map_or_else(|| "-".to_owned(), |signed| signed.to_string());
    let room = room.unwrap_or_else(|| "-".to_owned());
    let uri = letter::uri(letter_id);
    Ok(Prompt::user(format!(
        "Answer in {words} {tone} words; signed: {signed}; room: {room}."
    ))
    .then_user(PromptContent::resource(uri, "application/json", "{}"))
    .then_assistant(PromptContent::image(b"foo", "image/png"))
    .then_user(PromptContent::audio(b"fo", "audio/wav")))
}

/// Greet the archivist.
#[prompt(name = "greet-archivist")]
pub async fn greet_archivist() -> Prompt {
    std::future::ready(()).await;
    Prompt::user("Good morning.")
}

/// Open the vault.
#[prompt(scope = "vault:open")]
pub fn open_vault(
    /// Year of the deed.
    year: u32,
) -> Prompt {
    Prompt::user(format!("Open the vault of {year}."))
}

/// The archive before it boots.
pub fn builder() -> Builder {
    Server::builder("archive", "1.0.0")
        .purpose("Letters of one house")
        .start_with(list_letters::tool())
        .how_to_grant("ask the archivist for SCOPE")
        .tools_in("wire_tests::archive")
        .state(Archive {
            letters: (1..=250).collect(),
        })
}

/// The archive, with everything but the vault.
///
/// # Panics
///
/// When something breaks a rule.
pub fn server() -> Server {
    let server = builder().grants(Grants::of(["read"])).boot();
    server.expect("the archive boots")
}

/// The archive to somebody who may do nothing.
///
/// # Panics
///
/// When something breaks a rule.
pub fn closed() -> Server {
    let server = builder()
        .role("reader", ["read"])
        .grants(Grants::none())
        .boot();
    server.expect("the archive boots")
}
