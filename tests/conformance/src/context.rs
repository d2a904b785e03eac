//! Resources and prompts.

use mcp_ergo::Unanswered;
use mcp_ergo::prelude::*;

use crate::answers::PNG;

/// Text that never changes.
#[resource("test://static-text", mime = "text/plain")]
fn static_text() -> String {
    "This is the content of the static text resource.".to_owned()
}

/// Picture that never changes.
#[resource("test://static-binary", mime = "image/png")]
fn static_binary() -> Blob {
    Blob(PNG.to_vec())
}

/// Text that clients may watch.
#[resource("test://watched-resource", mime = "text/plain")]
fn watched_resource() -> String {
    "This is the content of the watched resource.".to_owned()
}

/// What the template holds.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Datum {
    /// Id from the URI.
    id: String,
    /// Whether it came from the template.
    template_test: bool,
    /// Data of that id.
    data: String,
}

/// Data of one id.
#[resource("test://template/{id}/data", mime = "application/json")]
fn template_data(
    /// Id of the data.
    #[param(example = "123", from = user("any id will do"))]
    id: String,
) -> Json<Datum> {
    let data = format!("Data for ID: {id}");
    Json(Datum {
        id,
        template_test: true,
        data,
    })
}

/// Show a prompt without arguments.
#[prompt]
fn test_simple_prompt() -> Prompt {
    Prompt::user("This is a simple prompt for testing.")
}

/// What an argument may begin with.
fn places(_: &mcp_ergo::Changes, typed: &str) -> Vec<&'static str> {
    let known = ["paris", "park", "party"];
    known
        .into_iter()
        .filter(|place| place.starts_with(typed))
        .collect()
}

/// Show a prompt with two arguments.
#[prompt]
fn test_prompt_with_arguments(
    /// First test argument.
    #[param(example = "paris", complete = places)]
    arg1: String,
    /// Second test argument.
    #[param(example = "world")]
    arg2: String,
) -> Prompt {
    Prompt::user(format!(
        "Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"
    ))
}

/// Show a prompt with a resource in it.
#[prompt(rename_all = "camelCase")]
fn test_prompt_with_embedded_resource(
    /// URI of the resource to embed.
    #[param(example = "test://static-text")]
    resource_uri: String,
) -> Prompt {
    let text = "Embedded resource content for testing.";
    Prompt::user(PromptContent::resource(resource_uri, "text/plain", text))
        .then_user("Please process the embedded resource above.")
}

/// Show a prompt with an image in it.
#[prompt]
fn test_prompt_with_image() -> Prompt {
    Prompt::user(PromptContent::image(PNG, "image/png"))
        .then_user("Please analyze the image above.")
}

/// What a prompt is about.
#[derive(Param, Debug)]
struct About {
    /// Context that the prompt should use.
    #[param(example = "the quarterly report")]
    context: String,
}

/// Show a prompt about what the user is asked for.
#[prompt]
async fn test_input_required_result_prompt(call: &Call) -> Result<Prompt, Unanswered> {
    let answer = call
        .elicit::<About>("What context should the prompt use?")
        .key("user_context")
        .await?;
    let about = answer.accepted();
    let context = about.map_or_else(|| "none".to_owned(), |about| about.context);
    Ok(Prompt::user(format!("Use this context: {context}.")))
}
