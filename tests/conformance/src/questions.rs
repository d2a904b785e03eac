//! Tools that ask the client: its user, its model, its roots.

use mcp_ergo::prelude::*;
use mcp_ergo::rmcp::model::ElicitationSchema;
use mcp_ergo::{Elicited, Unanswered};

/// What there is of an answer, in words.
fn told<T: std::fmt::Debug>(answer: Elicited<T>) -> Content {
    Content::new(match answer {
        Elicited::Accepted(content) => format!("Elicitation completed: accept, {content:?}"),
        Elicited::Declined => "Elicitation completed: decline".to_owned(),
        Elicited::Cancelled => "Elicitation completed: cancel".to_owned(),
    })
}

/// Ask the client's model.
#[tool(
    read,
    when = "the suite asks for sampling",
    returns = "what the model said"
)]
async fn test_sampling(
    call: &Call,
    /// What to ask it.
    #[param(example = "What is the capital of France?")]
    prompt: String,
) -> Result<Content, Unanswered> {
    let said = call.sample(prompt).max_tokens(100).await?;
    Ok(Content::new(format!("LLM response: {}", said.text())))
}

/// Who the user is.
#[derive(Param, Debug)]
struct User {
    /// User's response.
    #[param(example = "ada")]
    username: String,
    /// User's email address.
    #[param(format = "email")]
    email: String,
}

/// Ask the user who they are.
#[tool(
    read,
    when = "the suite asks for elicitation",
    returns = "what the user said"
)]
async fn test_elicitation(
    call: &Call,
    /// What to ask.
    #[param(example = "Who are you?")]
    message: String,
) -> Result<Content, Unanswered> {
    Ok(told(call.elicit::<User>(message).await?))
}

/// Where an account stands.
#[derive(Param, Debug, Clone, Copy)]
enum AccountStatus {
    Active,
    Inactive,
    Pending,
}

/// An account, with what holds unless told.
#[derive(Param, Debug)]
struct Account {
    /// Name on the account.
    #[param(default = "John Doe", example = "John Doe")]
    name: String,
    /// Age in years.
    #[param(default = 30, range = 0..=150)]
    age: u8,
    /// Score of the account.
    #[param(default = 95.5)]
    score: f64,
    /// Where the account stands.
    #[param(default = "active")]
    status: AccountStatus,
    /// Whether the account is verified.
    #[param(default = true)]
    verified: bool,
}

/// Ask the user by a form with defaults.
#[tool(
    read,
    when = "the suite asks for defaults in a form",
    returns = "what the user said"
)]
async fn test_elicitation_sep1034_defaults(call: &Call) -> Result<Content, Unanswered> {
    Ok(told(call.elicit::<Account>("What is your account?").await?))
}

/// Ask the user by a form with every kind of choice.
#[tool(
    read,
    when = "the suite asks for choices in a form",
    returns = "what the user said"
)]
async fn test_elicitation_sep1330_enums(call: &Call) -> Result<Content, Unanswered> {
    // One of the five kinds is deprecated, and no struct says it.
    let schema: ElicitationSchema = serde_json::from_str(CHOICES).expect("a schema");
    Ok(told(call.elicit_by("Which do you take?", schema).await?))
}

const CHOICES: &str = r#"{
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
        "titledSingle": {"type": "string", "oneOf": [
            {"const": "value1", "title": "First Option"},
            {"const": "value2", "title": "Second Option"},
            {"const": "value3", "title": "Third Option"}
        ]},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"]
        },
        "untitledMulti": {
            "type": "array",
            "items": {"type": "string", "enum": ["option1", "option2", "option3"]}
        },
        "titledMulti": {"type": "array", "items": {"anyOf": [
            {"const": "value1", "title": "First Choice"},
            {"const": "value2", "title": "Second Choice"},
            {"const": "value3", "title": "Third Choice"}
        ]}}
    },
    "required": []
}"#;

/// What the user is called.
#[derive(Param, Debug)]
struct Named {
    /// Name of the user.
    #[param(example = "Ada")]
    name: String,
}

/// Whether the user agrees.
#[derive(Param, Debug)]
struct Confirmed {
    /// Whether it is right so.
    ok: bool,
}

/// A color.
#[derive(Param, Debug)]
struct Colored {
    /// Color that the user likes.
    #[param(example = "blue")]
    color: String,
}

/// Ask for the user's name and greet by it.
#[tool(
    read,
    when = "the suite asks for a round with one question",
    returns = "the greeting"
)]
async fn test_input_required_result_elicitation(call: &Call) -> Result<Content, Unanswered> {
    let answer = call
        .elicit::<Named>("What is your name?")
        .key("user_name")
        .await?;
    Ok(match answer.accepted() {
        Some(Named { name }) => Content::new(format!("Hello, {name}!")),
        None => Content::new("Hello, whoever you are!"),
    })
}

/// Ask the client's model for a capital.
#[tool(
    read,
    when = "the suite asks for a round with sampling",
    returns = "what the model said"
)]
async fn test_input_required_result_sampling(call: &Call) -> Result<Content, Unanswered> {
    let said = call
        .sample("What is the capital of France?")
        .max_tokens(100)
        .key("capital_question")
        .await?;
    Ok(Content::new(said.text()))
}

/// Ask which folders the client works in.
#[tool(
    read,
    when = "the suite asks for a round with roots",
    returns = "the roots"
)]
async fn test_input_required_result_list_roots(call: &Call) -> Result<Content, Unanswered> {
    let roots = call.roots().key("client_roots").await?;
    let uris: Vec<String> = roots.into_iter().map(|root| root.uri).collect();
    Ok(Content::new(format!(
        "The client works in {}.",
        uris.join(", ")
    )))
}

/// Ask for a confirmation, and tell whether the state came back whole.
#[tool(
    read,
    when = "the suite asks for a state that is carried",
    returns = "that it came back",
    allow(name_not_portable = "conformance suite")
)]
async fn test_input_required_result_request_state(call: &Call) -> Result<Content, Unanswered> {
    call.elicit::<Confirmed>("Please confirm")
        .key("confirm")
        .await?;
    Ok(Content::new("state-ok"))
}

/// Ask for a name, a greeting and the roots at once.
#[tool(
    read,
    when = "the suite asks for a round with several questions",
    returns = "the answers",
    allow(name_not_portable = "conformance suite")
)]
async fn test_input_required_result_multiple_inputs(call: &Call) -> Result<Content, Unanswered> {
    let (name, greeting, roots) = tokio::join!(
        call.elicit::<Named>("What is your name?").key("user_name"),
        call.sample("Generate a greeting")
            .max_tokens(50)
            .key("greeting"),
        call.roots().key("client_roots"),
    );
    let (name, greeting, roots) = (name?, greeting?, roots?);
    let name = name
        .accepted()
        .map_or_else(|| "you".to_owned(), |named| named.name);
    let (greeting, folders) = (greeting.text(), roots.len());
    Ok(Content::new(format!(
        "{greeting} {name}, in {folders} folders."
    )))
}

/// Ask for a name, then for a color.
#[tool(
    read,
    when = "the suite asks for several rounds",
    returns = "both answers"
)]
async fn test_input_required_result_multi_round(call: &Call) -> Result<Content, Unanswered> {
    let name = call
        .elicit::<Named>("Step 1: What is your name?")
        .key("step1")
        .await?;
    let color = call
        .elicit::<Colored>("Step 2: What is your favorite color?")
        .key("step2")
        .await?;
    Ok(Content::new(format!("{name:?} likes {color:?}.")))
}

/// Ask for a confirmation whose state must not be changed.
#[tool(
    read,
    when = "the suite changes a state",
    returns = "that it was not changed",
    allow(name_not_portable = "conformance suite")
)]
async fn test_input_required_result_tampered_state(call: &Call) -> Result<Content, Unanswered> {
    call.elicit::<Confirmed>("Please confirm")
        .key("confirm")
        .await?;
    Ok(Content::new("The state came back as it was."))
}

/// Ask the client whatever it can be asked.
#[tool(
    read,
    when = "the suite asks what a client can be asked",
    returns = "the answer"
)]
async fn test_input_required_result_capabilities(call: &Call) -> Result<Content, Unanswered> {
    if call.can_elicit() {
        let answer = call
            .elicit::<Named>("What is your name?")
            .key("user_name")
            .await?;
        return Ok(told(answer));
    }
    let said = call
        .sample("What is the capital of France?")
        .max_tokens(100)
        .await?;
    Ok(Content::new(said.text()))
}

/// Need a client that lends its model.
#[tool(
    read,
    when = "the suite looks what a client lacks",
    returns = "what the model said"
)]
async fn test_missing_capability(call: &Call) -> Result<Content, Unanswered> {
    let said = call.sample("Say something").max_tokens(10).await?;
    Ok(Content::new(said.text()))
}

/// Tell how far it is, then ask the user.
#[tool(
    read,
    when = "the suite looks for requests on a stream",
    returns = "the greeting"
)]
async fn test_streaming_elicitation(call: &Call) -> Result<Content, Unanswered> {
    call.progress(1, 2, "about to ask");
    let answer = call
        .elicit::<Named>("What is your name?")
        .key("user_name")
        .await?;
    Ok(told(answer))
}
