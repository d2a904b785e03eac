//! A post office whose tools name each other wherever a tool can name one.

use mcp_ergo::prelude::*;
use mcp_ergo::{Authorizer, Grants, Hello, Incoming, Tool, Unauthorized, prompt, resource};

/// What happens to letters.
#[derive(Debug, Default)]
pub(crate) struct Letters;

impl Letters {
    /// Letters that are not posted yet.
    pub(crate) const UNPOSTED: u64 = 2;
}

/// Letter id.
#[derive(Param, Debug, Clone)]
#[param(example = "let_4", pattern = "^let_[0-9]+$", from = search_letters)]
pub(crate) struct LetterId(String);

/// One letter.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Letter {
    /// Its id.
    letter_id: LetterId,
}

fn letter() -> Letter {
    Letter {
        letter_id: LetterId("let_4".into()),
    }
}

/// What goes wrong with letters.
#[derive(Debug, thiserror::Error, ToolError)]
pub(crate) enum LetterError {
    /// There is none of that id.
    #[error("no letter has the id '{id}'")]
    #[tool_error(fix, hint = "find the id first", next = search_letters, candidates = near)]
    Unknown { id: LetterId, near: Vec<LetterId> },
    /// It has no stamp.
    #[error("the letter '{id}' has no stamp")]
    #[tool_error(fix, hint = "buy one first", next = buy_stamps(count))]
    Unstamped { id: LetterId, count: u32 },
}

/// Search the letters that lie here.
#[tool(
    read,
    when = "the user asks which letters lie here",
    instead(get_letter = "for one letter", list_stamps = "for stamps"),
    returns = "letters with their ids",
    scope = "letters:read"
)]
pub(crate) fn search_letters(
    _letters: &Letters,
    /// Most letters to return.
    #[param(default = 5, range = 1..=20)]
    limit: u32,
) -> Reply<Page<Letter>> {
    let page = Page::new(vec![letter()], limit.into());
    Reply::new("Found a letter.", page)
        .next(post_letter::call(LetterId("let_4".into())), "to post it")
}

/// Get one letter.
#[tool(
    read,
    when = "the id of a letter is known",
    instead(search_letters = "to find the id"),
    returns = "the letter",
    scope = "letters:read"
)]
pub(crate) fn get_letter(
    _letters: &Letters,
    letter_id: LetterId,
) -> Result<Reply<Letter>, LetterError> {
    if letter_id.0 != "let_4" {
        let near = vec![LetterId("let_4".into())];
        return Err(LetterError::Unknown {
            id: letter_id,
            near,
        });
    }
    Ok(Reply::new("Here it is.", letter()).next(burn_letter::call(letter_id), "to be rid of it"))
}

/// Write a letter.
#[tool(
    write,
    when = "the user wants to write to somebody",
    after(buy_stamps),
    returns = "the letter with its id",
    scope = "letters:write"
)]
pub(crate) fn write_letter(
    _letters: &Letters,
    /// What it says.
    #[param(example = "Dear Ada")]
    text: String,
) -> Step<Letter> {
    if text.is_empty() {
        let blocker =
            Blocker::new("it has no stamp", "buy one").next(buy_stamps::call(1), "to have one");
        return Step::blocked("Nothing is written.", letter(), [blocker]);
    }
    Step::next(
        "Wrote it.",
        letter(),
        post_letter::call(LetterId("let_4".into())),
        "to post it",
    )
}

/// Post a letter for good.
#[tool(
    destructive,
    when = "a letter is written and has a stamp",
    after(write_letter, buy_stamps),
    returns = "the letter that is gone",
    scope = "letters:post"
)]
pub(crate) fn post_letter(
    _letters: &Letters,
    letter_id: LetterId,
) -> Result<Step<Letter>, LetterError> {
    Err(LetterError::Unstamped {
        id: letter_id,
        count: 1,
    })
}

/// Burn a letter: nobody can read it after.
#[tool(
    destructive,
    when = "the user wants a letter gone",
    instead(post_letter = "to send it"),
    returns = "the letter that is gone",
    scope = "letters:burn"
)]
pub(crate) fn burn_letter(_letters: &Letters, letter_id: LetterId) -> Reply<Letter> {
    Reply::new(format!("Burnt {letter_id}."), letter())
        .next(search_letters::call(), "to see what is left")
}

/// List the stamps that are sold.
#[tool(
    read,
    when = "the user asks what stamps cost",
    instead(buy_stamps = "to buy some"),
    returns = "stamps with their ids"
)]
pub(crate) fn list_stamps(
    /// Most stamps to return.
    #[param(default = 5, range = 1..=20)]
    limit: u32,
) -> Reply<Page<Letter>> {
    Reply::new(
        "One stamp is sold.",
        Page::new(vec![letter()], limit.into()),
    )
    .next(buy_stamps::call(1), "to buy it")
}

/// Buy stamps for letters.
#[tool(
    write,
    when = "a letter has no stamp",
    after(list_stamps),
    returns = "a letter that has one now",
    scope = "stamps:write"
)]
pub(crate) fn buy_stamps(
    /// How many.
    #[param(example = 2, range = 1..=100)]
    count: u32,
) -> Reply<Letter> {
    Reply::new(format!("Bought {count}."), letter())
        .next(write_letter::call("Dear Ada".into()), "to use it")
}

/// Get what this caller has paid for.
#[tool(
    read,
    account,
    when = "the user asks what the subscription holds",
    returns = "the letter that says so",
    scope = "account:read",
    allow(tool_should_be_resource = "it hangs on who asks")
)]
pub(crate) fn get_subscription() -> Reply<Letter> {
    Reply::new("You may write letters.", letter())
}

/// What one letter says.
#[resource(
    "office://letters/{letter_id}",
    mime = "text/plain",
    scope = "letters:read"
)]
pub(crate) fn letter_text(letter_id: LetterId) -> Result<String, LetterError> {
    if letter_id.0 == "let_4" {
        return Ok("Dear Ada".to_owned());
    }
    let near = vec![LetterId("let_4".into())];
    Err(LetterError::Unknown {
        id: letter_id,
        near,
    })
}

/// Answer a letter.
#[prompt(scope = "letters:write")]
pub(crate) fn answer_letter(letter_id: LetterId) -> Result<Prompt, LetterError> {
    if letter_id.0 == "let_4" {
        return Ok(Prompt::user("Answer the letter."));
    }
    Err(LetterError::Unstamped {
        id: letter_id,
        count: 1,
    })
}

/// Every tool that the naming test redraws.
pub(crate) fn tools() -> [Tool; 7] {
    [
        search_letters::tool(),
        get_letter::tool(),
        write_letter::tool(),
        post_letter::tool(),
        burn_letter::tool(),
        list_stamps::tool(),
        buy_stamps::tool(),
    ]
}

/// What the boot tool tells.
pub(crate) fn hello() -> Hello {
    Hello::new()
        .rule("A letter that is posted or burnt is gone")
        .count("letters", |_: &Letters| Letters::UNPOSTED)
        .branch("a letter is not posted yet", "to post it", |_: &Letters| {
            Some(post_letter::call(LetterId("let_4".into())))
        })
        .branch("letters lie here", "to see them", |_: &Letters| {
            Some(search_letters::call())
        })
        .branch("no letter lies here", "to write one", |_: &Letters| {
            None::<write_letter>
        })
}

/// The office, as whoever starts it sees it.
pub(crate) fn builder() -> mcp_ergo::Builder {
    Server::builder("office", "1.0.0")
        .purpose("Letters of one post office")
        .how_to_grant("ask the postmaster for SCOPE")
        .state(Letters)
        .hello(hello())
        .upgrade_hint(|caller| {
            (caller.role() == Some("clerk"))
                .then(|| "A postmaster may post letters: ask at the counter".to_owned())
        })
        .role("reader", ["letters:read", "read"])
        .role(
            "clerk",
            ["letters:*", "stamps:write", "read", "account:read"],
        )
        .role(
            "postmaster",
            [
                "letters:*",
                "letters:post",
                "letters:burn",
                "stamps:write",
                "read",
            ],
        )
        .tools_in(module_path!())
}

/// Takes the role from a header, and fails where it is told to.
pub(crate) struct ByHeader;

impl Authorizer for ByHeader {
    async fn authorize(&self, request: Incoming<'_>) -> Result<Grants, Unauthorized> {
        if let Some(local) = request.local() {
            return Ok(local.clone());
        }
        match request.header("x-role") {
            Some("broken") => Err(Unauthorized::unavailable(
                "the directory at ldap.internal is down",
            )),
            Some(role) => Ok(Grants::role(role).caller(role)),
            None => Err(Unauthorized::missing()),
        }
    }
}
