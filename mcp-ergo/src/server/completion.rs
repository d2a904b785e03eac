//! `completion/complete`: the values that a user may mean while typing an argument of a prompt or a
//! variable of a resource template.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ErrorCode, ErrorData, Reference,
};
use rmcp::service::RequestContext;

use super::Server;
use super::context::{completes, error_of, no_method};
use super::prompts::find_prompt;
use super::refusal::unknown;
use super::run::lost;
use crate::access::Caller;
use crate::error::Envelope;
use crate::limits::Permit;
use crate::registry::Context;
use crate::schema::{Completer, Completions, Kind, Shape, echo_text, natural_list};

/// What it is called in words.
const COMPLETION: &str = "a completion";

impl Server {
    pub(super) async fn completion(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let caller = self.caller_or_error(&context).await?;
        if !completes(&caller.view) {
            return Err(no_method("completion/complete"));
        }
        let argument = &request.argument;
        let shape = self.shape_of(&request.r#ref, &argument.name, &caller)?;
        let completions = self
            .complete_value(shape, &argument.value, &caller, &context)
            .await
            .map_err(|envelope| error_of(envelope, ErrorCode::INVALID_PARAMS, &*caller.view))?;
        let total = completions
            .total
            .and_then(|total| u32::try_from(total).ok());
        let has_more = completions.total != Some(completions.values.len());
        // At most as many as the protocol allows.
        let info = CompletionInfo::with_pagination(completions.values, total, has_more)
            .map_err(|error| ErrorData::internal_error(error, None))?;
        let mut result = CompleteResult::new(info);
        result.meta = self.signature(&context);
        Ok(result)
    }

    /// The shape of the value that is being typed.
    fn shape_of<'c>(
        &self,
        reference: &Reference,
        argument: &str,
        caller: &'c Caller,
    ) -> Result<&'c Shape, ErrorData> {
        match reference {
            Reference::Prompt(prompt) => {
                let prompt = find_prompt(&prompt.name, &caller.view)?;
                self.let_in(prompt, caller)?;
                shape_in(prompt, argument)
            }
            Reference::Resource(resource) => {
                let all = &caller.view.catalog().resources;
                let found = all.iter().find(|it| it.def.uri == resource.uri);
                let found = found.ok_or_else(|| {
                    let known = caller.view.resources().map(|resource| resource.def.uri);
                    let kind = "no resource template is";
                    unknown(kind, &resource.uri, known, ErrorCode::INVALID_PARAMS)
                })?;
                self.let_in(&found.context, caller)?;
                shape_in(&found.context, argument)
            }
            // rmcp reads no other.
            _ => Err(ErrorData::invalid_params(
                "ref is neither of a prompt nor of a resource",
                None,
            )),
        }
    }

    async fn complete_value(
        &self,
        shape: &Shape,
        typed: &str,
        caller: &Caller,
        context: &RequestContext<RoleServer>,
    ) -> Result<Completions, Envelope> {
        if !shape.completes() {
            return Ok(Completions::none());
        }
        if let Some(completer) = shape.completer {
            let permit = self.admit_reading(COMPLETION, caller, context).await?;
            return self.ask(completer, typed, permit).await;
        }
        let typed = typed.to_lowercase();
        let begins = |value: &&str| value.to_lowercase().starts_with(&typed);
        Ok(match &shape.kind {
            Kind::Choice(choices) => {
                Completions::of(choices.iter().map(|choice| &*choice.value).filter(begins))
            }
            _ => Completions::of(["true", "false"].into_iter().filter(begins)),
        })
    }

    /// Asks the author's function: it may block, panic or hang.
    async fn ask(
        &self,
        completer: Completer,
        typed: &str,
        permit: Permit,
    ) -> Result<Completions, Envelope> {
        let states = Arc::clone(&self.inner.states);
        let typed = typed.to_owned();
        let asked = tokio::task::spawn_blocking(move || {
            // For as long as it runs, which may be longer than anybody waits for it.
            let _permit = permit;
            (completer.complete)(&states, &typed)
        });
        match tokio::time::timeout(self.inner.timeout, asked).await {
            Ok(Ok(completions)) => Ok(completions.unwrap_or_else(Completions::none)),
            Ok(Err(error)) => Err(lost(COMPLETION, error)),
            Err(_) => Err(Envelope::retry(
                "nothing was found to complete it within the time that there is",
                "Type more of it, or send the whole value",
            )),
        }
    }
}

fn shape_in<'a, A>(context: &'a Context<A>, argument: &str) -> Result<&'a Shape, ErrorData> {
    if let Some(field) = context.input.field(argument) {
        return Ok(&field.shape);
    }
    let fields = context.input.fields.iter();
    let names: Vec<String> = fields.map(|field| field.name.to_string()).collect();
    let name = context.name();
    let takes = if names.is_empty() {
        format!("{name} takes no arguments")
    } else {
        format!("{name} takes {}", natural_list(&names, "and"))
    };
    let shown = echo_text(argument);
    Err(ErrorData::invalid_params(
        format!("{shown} is not an argument of {name}: {takes}"),
        None,
    ))
}
