//! Asks the user.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::pin::Pin;

use rmcp::model::{ElicitResult, ElicitationAction, ElicitationSchema, JsonObject};
use serde_json::{Value, json};

use super::asks::Capability;
use super::form;
use super::{Call, Unanswered};
use crate::arguments::{Checker, Coercion, Fitting};
use crate::param::{Flat, Form, Param};
use crate::schema::{NoNames, natural_list};

/// What a user did with a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Elicited<T> {
    /// The user filled the form in.
    Accepted(T),
    /// The user said no.
    Declined,
    /// The user closed the form without a choice.
    Cancelled,
}

impl<T> Elicited<T> {
    /// What the user filled in; `None` where the user said no or nothing.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(content) => Some(content),
            Self::Declined | Self::Cancelled => None,
        }
    }
}

impl Call {
    /// Asks the user by a form whose fields are those of `T`, a struct that derives
    /// [`Param`](macro@crate::Param). `.await` it.
    ///
    /// A form is flat: texts, numbers, yes or no, closed sets, and lists of a closed set. A struct
    /// within `T`, or a list of anything else, does not compile.
    ///
    /// ```
    /// use mcp_ergo::prelude::*;
    /// use mcp_ergo::{Elicited, Unanswered};
    ///
    /// /// What the user is asked before an invoice is voided.
    /// #[derive(Param, Debug)]
    /// struct Voiding {
    ///     /// Whether to void it.
    ///     really: bool,
    ///     /// Why it is voided.
    ///     #[param(len = 1..=200, example = "sent twice")]
    ///     reason: String,
    /// }
    ///
    /// /// Void one invoice for good, once the user agrees.
    /// #[tool(
    ///     destructive,
    ///     when = "the user wants an invoice cancelled",
    ///     returns = "whether it was voided",
    ///     scope = "invoices:write"
    /// )]
    /// async fn void_invoice(
    ///     call: &Call,
    ///     /// Invoice to void.
    ///     #[param(example = "inv_01H8XK", from = user("as printed on it"))]
    ///     invoice_id: String,
    /// ) -> Result<Content, Unanswered> {
    ///     let answer = call.elicit::<Voiding>(format!("Void {invoice_id} for good?")).await?;
    ///     Ok(match answer {
    ///         Elicited::Accepted(Voiding { really: true, reason }) => {
    ///             // Here, and not before the question, is where it happens.
    ///             Content::new(format!("Voided {invoice_id}: {reason}."))
    ///         }
    ///         _ => Content::new(format!("The user kept {invoice_id}.")),
    ///     })
    /// }
    /// ```
    ///
    /// # What happens twice
    ///
    /// With a client of 2026-07-28 the call ends at the first question, and the tool runs again from
    /// its beginning once the answer is there. What it did before the question, it does twice: ask
    /// first, then act. To ask several things at once, poll them together
    /// (`tokio::join!(call.elicit(…), call.roots())`); one after the other they take a round each.
    /// With clients before that the call waits for the user, within the tool's `timeout`.
    ///
    /// # Errors
    ///
    /// [`Unanswered`]: pass it on with `?`. It is also what a first run gets, see there.
    pub fn elicit<T: Form<Fields: Flat>>(&self, message: impl Into<String>) -> Elicit<'_, T> {
        Elicit {
            call: self,
            message: message.into(),
            key: None,
            of: PhantomData,
        }
    }

    /// Asks the user by a form whose schema is given: rmcp's own, for what a struct cannot say.
    ///
    /// # Errors
    ///
    /// Those of [`elicit`](Self::elicit).
    pub async fn elicit_by(
        &self,
        message: impl Into<String>,
        schema: ElicitationSchema,
    ) -> Result<Elicited<JsonObject>, Unanswered> {
        self.put_form(None, &message.into(), json!(schema)).await
    }

    /// Whether the client can put questions to its user.
    pub fn can_elicit(&self) -> bool {
        self.can(Capability::Elicitation)
    }

    async fn put_form(
        &self,
        key: Option<&str>,
        message: &str,
        schema: Value,
    ) -> Result<Elicited<JsonObject>, Unanswered> {
        const ASKS: Capability = Capability::Elicitation;
        let params = json!({"mode": "form", "message": message, "requestedSchema": schema});
        let answer = self.ask(ASKS, key, params).await?;
        let answer: ElicitResult = serde_json::from_value(answer)
            .map_err(|error| Unanswered::unreadable(self.tool, ASKS, &error))?;
        match (answer.action, answer.content) {
            (ElicitationAction::Accept, Some(Value::Object(content))) => {
                Ok(Elicited::Accepted(content))
            }
            (ElicitationAction::Accept, None) => Ok(Elicited::Accepted(JsonObject::new())),
            (ElicitationAction::Decline, _) => Ok(Elicited::Declined),
            (ElicitationAction::Cancel, _) => Ok(Elicited::Cancelled),
            _ => Err(Unanswered::unfit(
                self.tool,
                ASKS,
                "has no content that is an object",
            )),
        }
    }
}

/// A question to the user, put by `.await`.
#[derive(Debug)]
#[must_use = "a question is put by `.await`"]
pub struct Elicit<'a, T> {
    call: &'a Call,
    message: String,
    key: Option<Cow<'static, str>>,
    of: PhantomData<fn() -> T>,
}

impl<T> Elicit<'_, T> {
    /// Names the question in the protocol, where a client or a log is to know it by a name; else it
    /// is named by its place and its text. Within one tool each question has a name of its own. A
    /// client may then answer without having been asked, before it knows the text.
    pub fn key(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl<'a, T: Param> IntoFuture for Elicit<'a, T> {
    type Output = Result<Elicited<T>, Unanswered>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        let Self {
            call, message, key, ..
        } = self;
        Box::pin(async move {
            let shape = T::shape();
            let schema = form::schema(&shape);
            let answer = call.put_form(key.as_deref(), &message, schema).await?;
            match answer {
                Elicited::Accepted(content) => read(call.tool, content).map(Elicited::Accepted),
                Elicited::Declined => Ok(Elicited::Declined),
                Elicited::Cancelled => Ok(Elicited::Cancelled),
            }
        })
    }
}

/// What the user filled in as a `T`, or everything that is wrong with it.
fn read<T: Param>(tool: &'static str, content: JsonObject) -> Result<T, Unanswered> {
    const ASKS: Capability = Capability::Elicitation;
    let shape = T::shape();
    let Some(record) = shape.as_record() else {
        return Err(Unanswered::unfit(tool, ASKS, "belongs to no form"));
    };
    let checker = Checker {
        tool,
        names: &NoNames,
        client_keys: &[],
        // People type, and clients send what was typed.
        coercion: Coercion::Report,
    };
    let Fitting { given, .. } = checker.check(record, Some(content)).map_err(|issues| {
        let told: Vec<String> = issues.told.into_iter().map(|issue| issue.error).collect();
        Unanswered::unfit(
            tool,
            ASKS,
            format!("does not fit: {}", natural_list(&told, "and")),
        )
    })?;
    serde_json::from_value(Value::Object(given))
        .map_err(|error| Unanswered::unreadable(tool, ASKS, &error))
}
