//! What the rules are told about a registered tool.

use std::sync::Arc;

use mcp_ergo_rules::{
    Allow, BootFacts, BranchFacts, CatalogFacts, CredentialFacts, Fact, Hints, Kind as FactKind,
    ParamFacts, PresentationFacts, Presented, PromptFacts, ResourceFacts, Source, StateFacts,
    ToolFacts,
};

use super::context::{RegisteredPrompt, RegisteredResource};
use super::frozen::{Registered, Registry};
use super::input::EveryName;
use super::tool::States;
use super::view::View;
use crate::hello::Hello;
use crate::presentation;
use crate::schema::{Field, Kind, Names, Origin, Record, Shape};
use crate::server::caught;

impl Registry {
    /// Everything that is known of the catalog, as the caller who sees most is served it.
    pub(crate) fn facts(self: &Arc<Self>, server: &str, states: &States) -> CatalogFacts {
        let names = EveryName(&self.tools);
        let presentation = self.presentation_facts();
        let added = presentation.instruction.as_deref();
        let credentials = self
            .credentials
            .iter()
            .map(|(name, scopes)| CredentialFacts {
                name: name.clone(),
                scopes: scopes.clone(),
            });
        CatalogFacts {
            server: Fact::Seen(server.to_owned()),
            // What a presentation adds is no pointer to the first call.
            instructions: Fact::Seen(
                self.opening
                    .instructions(&names, None)
                    .and_then(|_| self.opening.instructions(&names, added)),
            ),
            tools: self
                .tools
                .iter()
                .map(|tool| tool.facts(&names, states))
                .collect(),
            resources: Fact::Seen(self.resources.iter().map(|it| it.facts(&names)).collect()),
            prompts: Fact::Seen(self.prompts.iter().map(|it| it.facts(&names)).collect()),
            credentials: Fact::Seen(credentials.collect()),
            // Its counts and branches are the author's, and boot says so where they panic.
            boot: caught(|| self.boot_facts(states)).map_or(Fact::Unseen, Fact::Seen),
            presentation: Fact::Seen(presentation),
            ..CatalogFacts::default()
        }
    }

    /// How the catalog is presented to the caller who sees most.
    fn presentation_facts(&self) -> PresentationFacts {
        let places: Vec<usize> = (0..self.tools.len()).collect();
        let layout = self.layout(&self.presentation, &places);
        let named = |wanted: fn(&Registered) -> bool| {
            let tools = self.tools.iter().filter(move |tool| wanted(tool));
            tools.map(|tool| tool.def.name.to_owned()).collect()
        };
        let presented = match &self.presentation.kind {
            presentation::Kind::Flat => Presented::Flat,
            presentation::Kind::Core => Presented::Core {
                tools: named(|tool| tool.def.core),
            },
            presentation::Kind::Favourites { tools, max } => Presented::Favourites {
                tools: tools.clone(),
                max: *max,
            },
        };
        let listed = layout.listed().iter();
        PresentationFacts {
            presented,
            top: named(Registered::is_on_top),
            listed: listed
                .map(|listed| {
                    let tool = self.tools[listed.at].def.name;
                    (tool.to_owned(), listed.name.clone())
                })
                .collect(),
            instruction: layout.instruction().map(str::to_owned),
            separator: self
                .presentation
                .separator
                .reason
                .clone()
                .map(|reason| (self.presentation.separator.text.clone(), reason)),
        }
    }

    /// The texts that one caller is served, beside the names that it may call.
    pub(super) fn facts_for(&self, view: &View, states: &States) -> CatalogFacts {
        let names = view.tools().map(|tool| tool.def.name.to_owned());
        // The rules name a tool, a resource or a prompt by its place, so those that are not served
        // keep theirs, without a word.
        let resources = self.resources.iter().map(|resource| {
            if view.may_have(&resource.context) {
                resource.facts(view)
            } else {
                ResourceFacts::default()
            }
        });
        let prompts = self.prompts.iter().map(|prompt| {
            if view.may_have(prompt) {
                prompt.facts(view)
            } else {
                PromptFacts::default()
            }
        });
        let hello = states.get::<Hello>();
        let hello = hello.filter(|_| view.serves(crate::hello::tool().name()));
        CatalogFacts {
            served: Fact::Seen(names.collect()),
            instructions: Fact::Seen(Some(view.instructions.clone())),
            tools: self
                .tools
                .iter()
                .map(|tool| tool.facts(view, states))
                .collect(),
            resources: Fact::Seen(resources.collect()),
            prompts: Fact::Seen(prompts.collect()),
            boot: Fact::Seen(hello.map(|hello| {
                BootFacts {
                    rules: hello.rules.clone(),
                    workflow: hello
                        .branches
                        .iter()
                        .filter(|branch| view.serves(branch.tool))
                        .map(|branch| BranchFacts {
                            condition: branch.condition.clone(),
                            text: branch.reason.clone(),
                        })
                        .collect(),
                    ..BootFacts::default()
                }
            })),
            ..CatalogFacts::default()
        }
    }

    /// What `_hello` tells each kind of caller.
    fn boot_facts(self: &Arc<Self>, states: &States) -> Option<BootFacts> {
        let hello = states.get::<Hello>()?;
        let readable = hello.needs().all(|need| states.has(need));
        let callers = self.callers.iter().filter(|_| readable);
        let payloads = callers.map(|(caller, grants)| {
            let view = View::new(self.clone(), grants);
            let payload = hello.payload(grants.role.as_deref(), &view, states);
            let caller = grants.role.as_deref().unwrap_or(caller);
            (caller.to_owned(), payload.bytes())
        });
        Some(BootFacts {
            payloads: payloads.collect(),
            rules: hello.rules.clone(),
            workflow: hello
                .branches
                .iter()
                .map(|branch| BranchFacts {
                    condition: branch.condition.clone(),
                    text: format!("{} {}", branch.tool, branch.reason),
                })
                .collect(),
        })
    }
}

impl RegisteredResource {
    fn facts(&self, names: &dyn Names) -> ResourceFacts {
        ResourceFacts {
            uri: self.def.uri.to_owned(),
            name: Fact::Seen(self.context.name().to_owned()),
            description: Fact::Seen(Some(self.description(names))),
            mime_type: Fact::Seen(Some(self.def.mime.to_owned())),
            allows: allows(self.context.def.allows),
        }
    }
}

impl RegisteredPrompt {
    fn facts(&self, names: &dyn Names) -> PromptFacts {
        PromptFacts {
            name: self.name().to_owned(),
            description: Fact::Seen(Some(self.description())),
            arguments: Fact::Seen(self.argument_texts(names)),
            allows: allows(self.def.allows),
        }
    }
}

impl Registered {
    /// Everything that boot knows.
    pub(crate) fn facts(&self, names: &dyn Names, states: &States) -> ToolFacts {
        let def = self.def;
        if let Some(raw) = def.raw {
            return self.raw_facts(&raw.definition);
        }
        let triggered = !(def.when.is_empty()
            && def.not_for.is_empty()
            && def.instead.is_empty()
            && def.after.is_empty());
        ToolFacts {
            name: Fact::Seen(def.name.to_owned()),
            title: Fact::Seen(Some(def.title())),
            description: Fact::Seen(Some(self.description(names))),
            trigger: Fact::Seen(triggered),
            class: Fact::Seen(Some(def.class)),
            hints: Fact::Seen(self.hints()),
            additive: Fact::Seen(def.additive.map(str::to_owned)),
            scope: Fact::Seen(def.scope.map(str::to_owned)),
            params: Fact::Seen(fields(&self.input, names)),
            closed: Fact::Seen(true),
            // A shape has no words for anything else.
            beyond: Fact::Seen(Vec::new()),
            ghosts: Fact::Seen(Vec::new()),
            returns: Fact::Seen(self.returns.clone()),
            instead: Fact::Seen(
                def.instead
                    .iter()
                    .map(|(tool, _)| (*tool).to_owned())
                    .collect(),
            ),
            bytes: Fact::Seen(self.bytes(names)),
            output: match &self.output {
                Some(data) => Fact::Seen(Some(value("", data, names))),
                None => Fact::Unseen,
            },
            state: Fact::Seen(
                self.states
                    .iter()
                    .map(|need| StateFacts {
                        type_name: need.name.to_owned(),
                        given: states.has(*need),
                    })
                    .collect(),
            ),
            failure_hints: Fact::Seen(
                (def.failure_modes)()
                    .into_iter()
                    .map(|mode| (mode.name.to_owned(), mode.hint.to_owned()))
                    .collect(),
            ),
            errors_taught: Fact::Seen(true),
            workflow: Fact::Seen(def.workflow),
            // The macros have judged the answer's type.
            step: Fact::Unseen,
            batch: Fact::Unseen,
            allows: allows(def.allows),
        }
    }

    /// What is known of a tool whose schema is written by hand: of the schema, nothing.
    fn raw_facts(&self, raw: &rmcp::model::Tool) -> ToolFacts {
        let hints = raw.annotations.clone().unwrap_or_default();
        ToolFacts {
            name: Fact::Seen(self.def.name.to_owned()),
            title: Fact::Seen(raw.title.clone().or_else(|| hints.title.clone())),
            description: Fact::Seen(raw.description.as_deref().map(str::to_owned)),
            class: Fact::Seen(Some(self.def.class)),
            hints: Fact::Seen(Hints {
                read_only: hints.read_only_hint,
                destructive: hints.destructive_hint,
                idempotent: hints.idempotent_hint,
                open_world: hints.open_world_hint,
            }),
            scope: Fact::Seen(self.def.scope.map(str::to_owned)),
            allows: allows(self.def.allows),
            ..ToolFacts::default()
        }
    }

    /// The specification's hints, all four stated.
    pub(crate) fn hints(&self) -> Hints {
        use mcp_ergo_rules::Class;
        let class = self.def.class;
        Hints {
            read_only: Some(class == Class::Read),
            destructive: Some(class == Class::Destructive),
            idempotent: Some(class == Class::Read || self.def.idempotent),
            open_world: Some(self.def.open_world),
        }
    }
}

fn allows(allows: &[(&str, &str)]) -> Vec<Allow> {
    allows
        .iter()
        .map(|(rule, reason)| Allow {
            rule: (*rule).to_owned(),
            reason: (*reason).to_owned(),
        })
        .collect()
}

fn fields(record: &Record, names: &dyn Names) -> Vec<ParamFacts> {
    record
        .fields
        .iter()
        .map(|field| param(field, names))
        .collect()
}

fn param(field: &Field, names: &dyn Names) -> ParamFacts {
    let shape = &field.shape;
    ParamFacts {
        required: Fact::Seen(field.required),
        allows: allows(&shape.allows),
        ..value(&field.name, shape, names)
    }
}

fn value(name: &str, shape: &Shape, names: &dyn Names) -> ParamFacts {
    let mut facts = ParamFacts {
        name: name.to_owned(),
        kind: Fact::Seen(kind(shape)),
        text: Fact::Seen(Some(shape.sentence(Some(names))).filter(|_| !shape.meaning.is_empty())),
        default: Fact::Seen(shape.default.as_ref().map(ToString::to_string)),
        // A right secret shown to everybody would be none.
        example: Fact::Seen(shape.example.is_some() || shape.secret),
        options: Fact::Seen(None),
        minimum: Fact::Seen(None),
        maximum: Fact::Seen(None),
        least: Fact::Seen(None),
        most: Fact::Seen(None),
        beyond: Fact::Seen(Vec::new()),
        ghosts: Fact::Seen(Vec::new()),
        pattern: Fact::Seen(None),
        format: Fact::Seen(None),
        unit: Fact::Seen(shape.unit.map(str::to_owned)),
        source: Fact::Seen(shape.source().map(|origin| match origin {
            Origin::Tool(tool) => Source::Tool((*tool).to_owned()),
            Origin::Maker(made) => Source::Tool(made.by.to_owned()),
            Origin::User(by) => Source::User((*by).to_owned()),
        })),
        ..ParamFacts::default()
    };
    match &shape.kind {
        Kind::Choice(choices) => {
            let values = choices
                .iter()
                .map(|choice| choice.value.to_string())
                .collect();
            facts.options = Fact::Seen(Some(values));
        }
        Kind::Text {
            pattern,
            format,
            min,
            max,
        } => {
            facts.least = Fact::Seen(min.map(|bound| bound as u64));
            facts.most = Fact::Seen(max.map(|bound| bound as u64));
            facts.pattern = Fact::Seen(pattern.as_ref().map(|p| p.source.clone().into_owned()));
            facts.format = Fact::Seen(format.map(|format| format.keyword().to_owned()));
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "rules compare bounds that people write"
        )]
        Kind::Integer { min, max, .. } => {
            facts.minimum = Fact::Seen(min.map(|bound| bound as f64));
            facts.maximum = Fact::Seen(max.map(|bound| bound as f64));
        }
        Kind::Number { min, max, .. } => {
            facts.minimum = Fact::Seen(*min);
            facts.maximum = Fact::Seen(*max);
        }
        Kind::List { items, min, max } => {
            facts.least = Fact::Seen(min.map(|bound| bound as u64));
            facts.most = Fact::Seen(max.map(|bound| bound as u64));
            let items = ParamFacts {
                allows: allows(&items.allows),
                ..value("[]", items, names)
            };
            // What the list says of its items, it says once.
            let items = ParamFacts {
                text: Fact::Unseen,
                ..items
            };
            facts.items = Fact::Seen(Some(Box::new(items)));
        }
        Kind::Record(record) => {
            facts.closed = Fact::Seen(true);
            facts.fields = Fact::Seen(fields(record, names));
        }
        Kind::Flag | Kind::Open | Kind::Any => {}
    }
    facts
}

fn kind(shape: &Shape) -> FactKind {
    match shape.kind {
        Kind::Text { .. } | Kind::Choice(_) => FactKind::String,
        Kind::Integer { .. } => FactKind::Integer,
        Kind::Number { .. } => FactKind::Number,
        Kind::Flag => FactKind::Boolean,
        Kind::List { .. } => FactKind::Array,
        Kind::Record(_) | Kind::Open => FactKind::Object,
        Kind::Any => FactKind::Untyped,
    }
}
