//! The way of a call: name, access, arguments, tool, answer. Each station is one function.

use mcp_ergo_rules::Class;
use mcp_ergo_rules::wording::Wording as _;
use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomResult, ErrorData, JsonObject, ListToolsResult,
    PaginatedRequestParams,
};
use rmcp::service::RequestContext;
use serde_json::{Value, json};
use tracing::Instrument as _;

use super::Server;
use super::cap::{Cutting, Start, may_be_repeated, take_passed, take_start};
use super::context::refuse_cursor;
use super::present::{Presented, failure, present, refusal};
use super::refusal::{NEAREST, nameless_call, unknown_tool, unreadable_call};
use super::rounds::{Asking, Brought, keeps_arguments, refuse_lacking, telling};
use super::run::{Held, Job, cancelled, run};
use super::trace::{CallSpan, Ended};
use crate::access::Caller;
use crate::arguments::{Arguments, Checker, Fitting};
use crate::call::Call;
use crate::error::{Envelope, Issues};
use crate::limits::{Permit, too_many, too_often};
use crate::registry::{Invocation, Outcome, Registered, View};
use crate::schema::{Names, NoNames};

impl Server {
    /// The tools that this caller is served.
    pub(super) async fn tool_list(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        refuse_cursor(request, "tools")?;
        // rmcp adds that only this caller may cache it, which is right: the list depends on what the
        // caller was granted.
        let caller = self.caller_or_error(&context).await?;
        let mut list = ListToolsResult::with_all_items(caller.view.wire.clone());
        list.meta = self.signature(&context);
        (list.ttl_ms, list.cache_scope) = self.cache_hints(self.inner.cache, &context);
        Ok(list)
    }

    /// Who calls, which tool, and whether it may.
    pub(super) async fn answer(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let signature = self.signature(&context);
        let caller = match self.caller(&context).await {
            Ok(caller) => caller,
            Err(refused) => {
                let mut failed = failure(refused.envelope(), &NoNames);
                self.count_stranger(&request.name, failed.ended);
                failed.result.meta = signature;
                return Ok(CallToolResponse::Complete(failed.result));
            }
        };
        let view = caller.view.clone();
        let tool = find(&request.name, &view);
        let tool = tool.inspect_err(|_| self.count_unknown(&request.name, &caller))?;
        let call = CallSpan::open(tool.def.name, &caller, &context);
        let call = call.counted(self.counted(tool.def.name, &request.name, &caller));
        let (mut response, ended) = match self.denial(tool, &caller) {
            None => {
                let carried = self.carry_out(tool, request, caller, context);
                match carried.instrument(call.span()).await {
                    Ok(carried) => carried,
                    Err(error) => {
                        call.close(Ended::REFUSED);
                        return Err(error);
                    }
                }
            }
            Some(denial) => failure(denial, &*view).into(),
        };
        call.close(ended);
        match &mut response {
            CallToolResponse::Complete(result) => match (&mut result.meta, signature) {
                // What a tool that is written by hand says besides.
                (Some(own), Some(signature)) => own.extend(signature),
                (own, signature) => *own = own.take().or(signature),
            },
            CallToolResponse::InputRequired(result) => result.meta = signature,
            _ => {}
        }
        Ok(response)
    }

    /// Why the caller may not call the tool; `None` where it may.
    fn denial(&self, tool: &Registered, caller: &Caller) -> Option<Envelope> {
        if caller.view.serves(tool.def.name) {
            return None;
        }
        let held = caller.view.catalog().roles.resolve(&caller.grants);
        // It says itself that its server is not there, or is there again.
        if tool.away && tool.is_open_to(held) {
            return None;
        }
        let mut denial = self.lacks(tool.def.name, &tool.scope);
        denial.upgrade_hint = self.inner.upgrade.hint(caller);
        Some(denial)
    }

    /// What a caller is told that lacks a scope.
    pub(super) fn lacks(&self, name: &str, scope: &str) -> Envelope {
        let how = match &self.inner.how_to_grant {
            Some(how) => how.replace("SCOPE", scope),
            None => format!("whoever runs the server grants it as '{scope}'"),
        };
        Envelope::stop(
            format!("{name} needs the scope '{scope}', which this caller does not hold"),
            format!("Tell the user that no call can do this before the scope is granted: {how}"),
        )
        .named("denied")
    }

    /// Arguments, a place among the calls that run, the tool, the answer.
    async fn carry_out(
        &self,
        tool: &Registered,
        request: CallToolRequestParams,
        caller: Caller,
        context: RequestContext<RoleServer>,
    ) -> Result<(CallToolResponse, Ended), ErrorData> {
        let view = caller.view.clone();
        let (start, Fitting { given, coerced }) = match self.fit(tool, request.arguments, &view) {
            Ok(read) => read,
            Err(issues) => return Ok(refusal(tool, issues, &*view).into()),
        };
        let kept = keeps_arguments(&context).then(|| given.clone());
        let asking = Asking {
            method: "tools/call",
            name: tool.def.name,
            arguments: kept.as_ref(),
            caller: &caller.clone(),
        };
        let brought = Brought {
            state: request.request_state,
            responses: request.input_responses,
        };
        let (talk, news) = self.talk(&asking, brought, &context)?;
        let permit = match self.admit(tool, &caller, &context).await {
            Ok(permit) => Some(permit),
            Err(refused) => return Ok(failure(refused, &*view).into()),
        };
        let held = Held {
            permit,
            change: (tool.def.class != Class::Read).then(|| self.inner.running_changes.token()),
        };
        let cutting = Cutting {
            cap: self.inner.cap,
            tool,
            names: &*view,
            start,
            sent: may_be_repeated(tool).then(|| given.clone()),
        };
        let arguments = Arguments::new(given, &tool.input);
        let may_upgrade = tool.def.may_upgrade();
        let upgrade_hint = may_upgrade.then(|| self.inner.upgrade.hint(&caller));
        let states = self.inner.states.clone();
        let invocation = Invocation {
            call: Call::new(tool.def.name, caller, states, context.clone(), talk.clone()),
            raw: tool.def.raw,
        };
        let job = Job::tool(tool.def, &*view, self.inner.timeout);
        let running = run(job, invocation, arguments, held);
        let mut outcome = telling(running, news, &context).await;
        if let Some(questions) = self.unanswered(&asking, &talk)? {
            return Ok((questions.into(), Ended::ASKED));
        }
        match &mut outcome {
            Outcome::Answered(answered) => {
                answered.upgrade_hint = upgrade_hint.flatten();
                let notes = renamed(tool, &request.name, &view)
                    .into_iter()
                    .chain(coerced);
                for note in notes {
                    answered.sentence = format!("{} {note}", answered.sentence.ended());
                }
            }
            Outcome::Failed(envelope) => refuse_lacking(envelope, &context)?,
            Outcome::Refused(_) => {}
        }
        Ok(present(outcome, &cutting).into())
    }

    /// The arguments as the tool gets them, and which part of its answer is wanted.
    fn fit(
        &self,
        tool: &Registered,
        mut arguments: Option<JsonObject>,
        view: &View,
    ) -> Result<(Option<Start>, Fitting), Issues> {
        let foreign = tool.def.foreign();
        // What goes into a tool that is written by hand is all its own.
        if tool.def.raw.is_some() && foreign.is_none() {
            return Ok((None, Fitting::unchecked(arguments)));
        }
        let start = take_start(tool, &mut arguments, view)?;
        let passed = match foreign {
            Some(_) => take_passed(&mut arguments),
            None => JsonObject::new(),
        };
        if foreign.is_some_and(|foreign| foreign.input.is_none()) {
            let mut fitting = Fitting::unchecked(arguments);
            fitting.given.extend(passed);
            return Ok((start, fitting));
        }
        let client_keys = &view.catalog().client_keys;
        let names: &dyn Names = view;
        let checker = Checker {
            tool: names.spoken(tool.def.name),
            names,
            client_keys,
            coercion: self.inner.coercion,
        };
        let mut fitting = checker.check(&tool.input, arguments)?;
        fitting.given.extend(passed);
        Ok((start, fitting))
    }

    /// A place for the call, within what this caller and all of them may ask for.
    async fn admit(
        &self,
        tool: &Registered,
        caller: &Caller,
        context: &RequestContext<RoleServer>,
    ) -> Result<Permit, Envelope> {
        let (inner, id) = (&self.inner, &caller.grants.caller);
        let name = caller.view.spoken(tool.def.name);
        let in_time = async {
            if let Some(rate) = tool.def.rate.or(inner.rate) {
                let wait = inner.rates.take(id, tool.def.name, rate);
                let wait = wait.map_err(|wait| too_often(name, rate, wait))?;
                tokio::time::sleep(wait).await;
            }
            let permit = inner.admission.admit(id).await;
            permit.map_err(|crowded| too_many(name, crowded))
        };
        tokio::select! {
            permit = in_time => permit,
            () = context.ct.cancelled() => Err(cancelled()),
        }
    }

    /// `tools/call` whose parameters are not those of a call: the protocol's own error, unless the
    /// caller may not call the tool at all.
    pub(super) async fn unreadable(
        &self,
        params: Option<&Value>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let name = params.and_then(|params| params.get("name"));
        let Some(name) = name.and_then(Value::as_str) else {
            return Err(nameless_call(name));
        };
        let caller = self.caller_or_error(context).await?;
        let tool = find(name, &caller.view);
        let tool = tool.inspect_err(|_| self.count_unknown(name, &caller))?;
        let call = CallSpan::open(tool.def.name, &caller, context);
        let call = call.counted(self.counted(tool.def.name, name, &caller));
        if let Some(denial) = self.denial(tool, &caller) {
            let Presented { mut result, ended } = failure(denial, &*caller.view);
            call.close(ended);
            result.meta = self.signature(context);
            if result.meta.is_none() {
                // Clients before 2026-07-28 know no types of results.
                result.result_type = None;
            }
            return Ok(CustomResult::new(json!(result)));
        }
        call.close(Ended::unreadable());
        let name = caller.view.spoken(tool.def.name);
        Err(unreadable_call(name, &tool.input, params))
    }
}

/// The tool that the caller means, or the protocol's own error with the nearest names.
fn find<'v>(name: &str, view: &'v View) -> Result<&'v Registered, ErrorData> {
    view.find(name)
        .ok_or_else(|| unknown_tool(name, view.nearest(name, NEAREST)))
}

/// What a caller is told that used a former name.
fn renamed(tool: &Registered, name: &str, view: &View) -> Option<String> {
    let former = tool.def.formerly.contains(&name);
    former.then(|| format!("{name} is now called {}.", view.spoken(tool.def.name)))
}
