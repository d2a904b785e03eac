//! What a host pulls in beside tools: resources and prompts, as their macros write them down.
//! Everything public here is for generated code.

use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::Class;
use mcp_ergo_rules::uri::UriTemplate;
use mcp_ergo_rules::wording::Wording as _;
use rmcp::model::{Annotations, PromptArgument, Role};

use super::site::{Site, Sited};
use super::tool::{Run, StateNeed, States};
use crate::access::Held;
use crate::error::FailureMode;
use crate::prompt::Prompt;
use crate::resource::Contents;
use crate::schema::{Completer, Field, Kind, Names, Record, Shape, natural_list};

/// A resource, or a template of resources, ready to be added to a server by hand:
/// `current_prices::resource()`.
#[derive(Debug, Clone, Copy)]
pub struct Resource(pub(crate) &'static ResourceDef);

impl Resource {
    #[doc(hidden)]
    pub const fn new(def: &'static ResourceDef) -> Self {
        Self(def)
    }

    /// Its name: that of the function, unless told otherwise.
    pub const fn name(&self) -> &'static str {
        self.0.context.site.name
    }

    /// The URI as it is declared: with its variables, where it is a template.
    pub const fn uri(&self) -> &'static str {
        self.0.uri
    }

    /// The MIME type of what it holds.
    pub const fn mime_type(&self) -> &'static str {
        self.0.mime
    }
}

/// A prompt with its parameters, ready to be added to a server by hand: `chase_overdue::prompt()`.
#[derive(Debug, Clone, Copy)]
pub struct PromptTemplate(pub(crate) &'static PromptDef);

impl PromptTemplate {
    #[doc(hidden)]
    pub const fn new(def: &'static PromptDef) -> Self {
        Self(def)
    }

    /// Its name: that of the function, unless told otherwise.
    pub const fn name(&self) -> &'static str {
        self.0.site.name
    }
}

/// What `#[resource]` and `#[prompt]` write down alike.
#[derive(Debug)]
#[doc(hidden)]
pub struct ContextDef<A: 'static> {
    pub site: Site,
    pub title: Option<&'static str>,
    pub description: &'static str,
    pub scope: Option<&'static str>,
    pub timeout: Option<Duration>,
    pub allows: &'static [(&'static str, &'static str)],
    pub states: &'static [fn() -> StateNeed],
    pub fields: fn(&States) -> Vec<Field>,
    pub failure_modes: fn() -> Vec<FailureMode>,
    pub run: Run<A>,
}

/// What `#[resource]` writes down.
#[derive(Debug)]
#[doc(hidden)]
pub struct ResourceDef {
    pub context: ContextDef<Contents>,
    pub uri: &'static str,
    pub mime: &'static str,
    /// Whom it is for: everybody, where it is not said.
    pub audience: Option<Audience>,
    /// From 0, optional, to 1, required.
    pub priority: Option<f32>,
    /// How long a client may keep what it read.
    pub ttl: Option<Duration>,
}

/// Whom a resource is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub enum Audience {
    User,
    Assistant,
}

/// What `#[prompt]` writes down.
#[doc(hidden)]
pub type PromptDef = ContextDef<Prompt>;

/// A resource that joins every server of its program.
#[derive(Debug)]
#[doc(hidden)]
pub struct CollectedResource(pub &'static ResourceDef);

/// A prompt that joins every server of its program.
#[derive(Debug)]
#[doc(hidden)]
pub struct CollectedPrompt(pub &'static PromptDef);

inventory::collect!(CollectedResource);
inventory::collect!(CollectedPrompt);

impl Sited for ResourceDef {
    fn site(&self) -> Site {
        self.context.site
    }
}

impl Sited for PromptDef {
    fn site(&self) -> Site {
        self.site
    }
}

/// A resource or a prompt of the frozen catalog.
#[derive(Debug)]
pub(crate) struct Context<A: 'static> {
    pub(crate) def: &'static ContextDef<A>,
    /// The variables of a template, the arguments of a prompt.
    pub(crate) input: Record,
    pub(crate) states: Vec<StateNeed>,
    /// The scope that its caller must hold: its own, or the one of every tool that names none.
    pub(crate) scope: Arc<str>,
}

/// A resource or a template of the frozen catalog.
#[derive(Debug)]
pub(crate) struct RegisteredResource {
    pub(crate) context: Context<Contents>,
    pub(crate) def: &'static ResourceDef,
    pub(crate) template: UriTemplate<'static>,
}

/// A prompt of the frozen catalog.
pub(crate) type RegisteredPrompt = Context<Prompt>;

impl<A> Context<A> {
    pub(super) fn new(def: &'static ContextDef<A>, states: &States, read_scope: &str) -> Self {
        let input = Record {
            fields: (def.fields)(states),
        };
        let mut needs: Vec<StateNeed> = def.states.iter().map(|need| need()).collect();
        needs.extend(input.fields.iter().filter_map(|field| {
            let completer = field.shape.completer?;
            Some((completer.need)())
        }));
        Self {
            def,
            input,
            states: needs,
            scope: def.scope.unwrap_or(read_scope).into(),
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.def.site.name
    }

    /// Whether a caller who holds this may have it. Reading is all that it does.
    pub(crate) fn is_open_to(&self, held: Held<'_>) -> bool {
        held.may_call(Class::Read, &self.scope)
    }

    /// Whether a value of one of its parameters can be completed.
    pub(crate) fn completes(&self) -> bool {
        self.input
            .fields
            .iter()
            .any(|field| field.shape.completes())
    }

    fn title(&self) -> String {
        let in_words = || {
            self.name()
                .replace(['_', '-', '.'], " ")
                .to_uppercase_first()
        };
        self.def.title.map_or_else(in_words, str::to_owned)
    }

    /// What it holds or is for, as its author wrote it.
    pub(super) fn description(&self) -> String {
        self.def.description.one_line().ended()
    }
}

impl RegisteredResource {
    pub(crate) fn is_template(&self) -> bool {
        self.template.variables().next().is_some()
    }

    /// What it holds. The protocol has no place for what a template's variables mean, so it is said
    /// here.
    pub(crate) fn description(&self, names: &dyn Names) -> String {
        let mut text = self.context.description();
        for field in &self.context.input.fields {
            let said = field.shape.spoken(names);
            if !said.is_empty() {
                text = format!("{text} {}: {said}", field.name);
            }
        }
        text
    }

    /// The resource as `resources/list` shows it.
    pub(crate) fn wire(&self, names: &dyn Names) -> rmcp::model::Resource {
        let mut wire = rmcp::model::Resource::new(self.def.uri, self.context.name())
            .with_title(self.context.title())
            .with_description(self.description(names))
            .with_mime_type(self.def.mime);
        wire.annotations = self.annotations();
        wire
    }

    /// The template as `resources/templates/list` shows it.
    pub(crate) fn wire_template(&self, names: &dyn Names) -> rmcp::model::ResourceTemplate {
        let mut wire = rmcp::model::ResourceTemplate::new(self.def.uri, self.context.name())
            .with_title(self.context.title())
            .with_description(self.description(names))
            .with_mime_type(self.def.mime);
        wire.annotations = self.annotations();
        wire
    }

    fn annotations(&self) -> Option<Annotations> {
        if self.def.audience.is_none() && self.def.priority.is_none() {
            return None;
        }
        let mut annotations = Annotations::default();
        annotations.audience = self.def.audience.map(|audience| {
            vec![match audience {
                Audience::User => Role::User,
                Audience::Assistant => Role::Assistant,
            }]
        });
        annotations.priority = self.def.priority;
        Some(annotations)
    }
}

impl RegisteredPrompt {
    /// The prompt as `prompts/list` shows it.
    pub(crate) fn wire(&self, names: &dyn Names) -> rmcp::model::Prompt {
        let arguments: Vec<PromptArgument> = self
            .input
            .fields
            .iter()
            .map(|field| {
                let argument =
                    PromptArgument::new(field.name.clone()).with_required(field.required);
                match field.shape.spoken(names) {
                    said if said.is_empty() => argument,
                    said => argument.with_description(said),
                }
            })
            .collect();
        let arguments = Some(arguments).filter(|arguments| !arguments.is_empty());
        rmcp::model::Prompt::new(self.name(), Some(self.description()), arguments)
            .with_title(self.title())
    }

    /// What each argument says of itself, for the rules.
    pub(super) fn argument_texts(&self, names: &dyn Names) -> Vec<(String, Option<String>)> {
        let fields = self.input.fields.iter();
        let said =
            |shape: &Shape| Some(shape.spoken(names)).filter(|_| !shape.meaning.trim().is_empty());
        fields
            .map(|field| (field.name.to_string(), said(&field.shape)))
            .collect()
    }
}

impl Shape {
    /// The sentence about a value that has no schema beside it: what a schema would say stands in it.
    pub(crate) fn spoken(&self, names: &dyn Names) -> String {
        let said = self.sentence(Some(names));
        let form = match &self.kind {
            Kind::Choice(choices) if choices.iter().any(|choice| choice.meaning.is_empty()) => {
                let values: Vec<String> = choices
                    .iter()
                    .map(|choice| format!("'{}'", choice.value))
                    .collect();
                format!("One of {}.", natural_list(&values, "or"))
            }
            Kind::Flag => "'true' or 'false'.".to_owned(),
            Kind::Text {
                format: Some(format),
                ..
            } if self.example.is_none() => format!("E.g. '{}'.", format.example()),
            _ => return said,
        };
        format!("{said} {form}").trim_start().to_owned()
    }

    /// Whether its values can be completed.
    pub(crate) fn completes(&self) -> bool {
        !self.secret
            && (self.completer.is_some() || matches!(self.kind, Kind::Choice(_) | Kind::Flag))
    }

    /// Who completes a value that is being typed.
    #[doc(hidden)]
    pub fn completed_by(mut self, completer: Completer) -> Self {
        self.completer = Some(completer);
        self
    }
}
