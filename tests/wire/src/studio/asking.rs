//! Tools that ask their client.

use mcp_ergo::prelude::*;
use mcp_ergo::{Elicited, Unanswered};

use super::Runs;

/// How a pot is smashed.
#[derive(Param, Debug, Clone, Copy)]
pub(crate) enum Tools {
    /// a hammer
    Hammer,
    /// a fall from the shelf
    Fall,
}

/// Where shards go.
#[derive(Param, Debug, Clone, Copy)]
pub(crate) enum Bin {
    Clay,
    Garden,
}

/// What the user is asked before a pot is smashed.
#[derive(Param, Debug)]
pub(crate) struct Smashing {
    /// Whether to smash it.
    really: bool,
    /// What to smash it with.
    #[param(default = "hammer")]
    with: Tools,
    /// Bins for the shards.
    #[param(len = 1..=2)]
    bins: Vec<Bin>,
    /// Shards that are wanted.
    #[param(range = 2..=100)]
    shards: u8,
    /// Day of the smashing; today when left out.
    #[param(format = "date")]
    on: Option<String>,
}

/// Smash one pot, which destroys it, once the user agrees.
#[tool(
    destructive,
    when = "the user wants a pot gone",
    returns = "what was smashed",
    scope = "pots:write"
)]
pub(crate) async fn smash_pot(
    call: &Call,
    /// Pot to smash.
    #[param(example = "tea pot")]
    pot: String,
) -> Result<Content, Unanswered> {
    let answer = call
        .elicit::<Smashing>(format!("Smash the {pot} for good?"))
        .await?;
    Ok(Content::new(match answer {
        Elicited::Accepted(Smashing {
            really,
            with,
            bins,
            shards,
            on,
        }) => {
            let bins = bins.len();
            let on = on.unwrap_or_else(|| "today".to_owned());
            format!(
                "Really ({really}) smashed the {pot} by {with} into {shards} shards for {bins} bin {on}."
            )
        }
        Elicited::Declined => format!("The user wants to keep the {pot}."),
        Elicited::Cancelled => format!("The user did not say what becomes of the {pot}."),
    }))
}

/// A name.
#[derive(Param, Debug)]
pub(crate) struct Named {
    /// Name of the pot.
    #[param(example = "Ada")]
    name: String,
}

/// Name a pot by two names.
#[tool(
    read,
    when = "the user wants a pot to be named",
    returns = "the name and how often it ran"
)]
pub(crate) async fn suggest_name(call: &Call, runs: &Runs) -> Result<Content, Unanswered> {
    let runs = runs.count();
    let first = call.elicit::<Named>("What is its first name?").await?;
    let last = call.elicit::<Named>("What is its last name?").await?;
    let name = |answer: Elicited<Named>| answer.accepted().map_or_else(String::new, |it| it.name);
    let (first, last) = (name(first), name(last));
    Ok(Content::new(format!("{first} {last}, in run {runs}.")))
}

/// Ask the user, the client's model and the client at once.
#[tool(
    read,
    when = "the user wants a pot to be placed",
    returns = "all that was said"
)]
pub(crate) async fn find_place(call: &Call) -> Result<Content, Unanswered> {
    let (name, said, roots) = tokio::join!(
        call.elicit::<Named>("Which pot?"),
        call.sample("Where do pots go?")
            .max_tokens(50)
            .system_prompt("You are a potter."),
        call.roots().key("folders"),
    );
    let (name, said, roots) = (name?, said?, roots?);
    let roots: Vec<String> = roots.into_iter().map(|root| root.uri).collect();
    let text = format!(
        "{name:?}; {} says {}; {roots:?}.",
        said.model(),
        said.text()
    );
    Ok(Content::new(text))
}

/// Tell a price that rises each time it is asked for.
#[tool(read, when = "the user asks for a price", returns = "the price")]
pub(crate) async fn quote_price(call: &Call, runs: &Runs) -> Result<Content, Unanswered> {
    // The second run asks for more than the first.
    let price = match runs.count() {
        1 => 10,
        _ => 20,
    };
    let answer = call
        .elicit::<Agreed>(format!("Is {price} right?"))
        .key("price")
        .await?;
    Ok(Content::new(format!("{price}: {answer:?}.")))
}

/// Whether the user agrees.
#[derive(Param, Debug)]
pub(crate) struct Agreed {
    /// Whether it is right so.
    yes: bool,
}

/// Choose a glaze, with the user where that can be.
#[tool(read, when = "the user wants a glaze", returns = "the glaze")]
pub(crate) async fn choose_glaze(call: &Call) -> Content {
    match call.elicit::<Named>("Which glaze?").await {
        Err(unanswered) if unanswered.is_unsupported() => Content::new("Took celadon, unasked."),
        Err(_) => Content::new("Nobody reads this."),
        Ok(answer) => Content::new(format!("Took {answer:?}.")),
    }
}

/// Show a prompt about a pot that the user names.
#[prompt]
pub(crate) async fn praise_pot(call: &Call) -> Result<Prompt, Unanswered> {
    let answer = call.elicit::<Named>("Which pot is praised?").await?;
    Ok(Prompt::user(format!("Praise {answer:?}.")))
}

/// Label that the user dictates.
#[resource("studio://label", mime = "text/plain")]
pub(crate) async fn label(call: &Call) -> Result<String, Unanswered> {
    let answer = call.elicit::<Named>("What is on the label?").await?;
    Ok(format!("{answer:?}"))
}
