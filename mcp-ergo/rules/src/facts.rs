//! What is known about a catalog. Every front end fills in what it can see.

/// A fact that a front end either sees or does not.
///
/// Rules judge what is `Seen` and pass over what is `Unseen`; nothing is ever guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fact<T> {
    /// This front end cannot know.
    #[default]
    Unseen,
    /// This front end knows.
    Seen(T),
}

impl<T> Fact<T> {
    /// The fact, where it was seen.
    pub const fn seen(&self) -> Option<&T> {
        match self {
            Self::Unseen => None,
            Self::Seen(value) => Some(value),
        }
    }
}

impl<T> Fact<Vec<T>> {
    /// Each of what was seen; none where nothing was seen.
    pub fn each(&self) -> impl Iterator<Item = &T> {
        self.seen().into_iter().flatten()
    }
}

impl<T> Fact<Option<T>> {
    /// What was seen to be there: `None` both where nothing is there and where nothing was seen.
    pub const fn present(&self) -> Option<&T> {
        match self {
            Self::Seen(Some(value)) => Some(value),
            Self::Seen(None) | Self::Unseen => None,
        }
    }

    /// Whether it was seen that nothing is there.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Seen(None))
    }
}

/// What a tool does to the world. The specification's four hints follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Changes nothing.
    Read,
    /// Adds and changes nothing that is there.
    Write,
    /// Changes or removes what is there.
    Destructive,
}

impl Class {
    /// The word that authors write and reports print.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Destructive => "destructive",
        }
    }
}

/// The annotations of a tool as they go over the wire; `None` where a hint is not stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints {
    /// `readOnlyHint`
    pub read_only: Option<bool>,
    /// `destructiveHint`
    pub destructive: Option<bool>,
    /// `idempotentHint`
    pub idempotent: Option<bool>,
    /// `openWorldHint`
    pub open_world: Option<bool>,
}

impl Hints {
    /// The class that the hints state, where they state one.
    pub const fn class(&self) -> Option<Class> {
        match (self.read_only, self.destructive) {
            (Some(true), Some(true)) | (None, _) | (Some(false), None) => None,
            (Some(true), _) => Some(Class::Read),
            (Some(false), Some(true)) => Some(Class::Destructive),
            (Some(false), Some(false)) => Some(Class::Write),
        }
    }
}

/// An exception that an author makes from one rule, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allow {
    /// The rule's name, with underscores or hyphens.
    pub rule: String,
    /// Why the rule does not fit here.
    pub reason: String,
}

/// A server's whole catalog.
#[derive(Debug, Clone, Default)]
pub struct CatalogFacts {
    /// The name under which clients prefix the tools.
    pub server: Fact<String>,
    /// `instructions` of `initialize` and `server/discover`.
    pub instructions: Fact<Option<String>>,
    /// Every tool, in the order of the list.
    pub tools: Vec<ToolFacts>,
    /// The names that this caller is served; `Unseen` where every tool is.
    pub served: Fact<Vec<String>>,
    /// The resources and resource templates.
    pub resources: Fact<Vec<ResourceFacts>>,
    /// The prompts.
    pub prompts: Fact<Vec<PromptFacts>>,
    /// What the server itself may do elsewhere, on behalf of its tools.
    pub credentials: Fact<Vec<CredentialFacts>>,
    /// What the boot tool tells; `None` where the server has no boot tool.
    pub boot: Fact<Option<BootFacts>>,
    /// What a model is shown of all this, and under which names.
    pub presentation: Fact<PresentationFacts>,
}

/// What a model is shown of a catalog, and under which names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Presented {
    /// Every tool under its own name.
    Flat,
    /// The tools that are marked for it, under their own names.
    Core {
        /// Those that are marked, by their canonical names.
        tools: Vec<String>,
    },
    /// Some first, then everything.
    Favourites {
        /// Those that stand first, by their canonical names.
        tools: Vec<String>,
        /// Most of them.
        max: usize,
    },
}

/// One presentation of a catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresentationFacts {
    /// Which it is.
    pub presented: Presented,
    /// The tools that keep their names under each, by their canonical names.
    pub top: Vec<String>,
    /// Each name of the list, in order, behind the canonical one of its tool.
    pub listed: Vec<(String, String)>,
    /// What the presentation adds to the instructions.
    pub instruction: Option<String>,
    /// What stands between the parts of a shown name, and why, where that is not the usual one.
    pub separator: Option<(String, String)>,
}

/// A credential that the server itself runs with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CredentialFacts {
    /// What it is for: "billing API".
    pub name: String,
    /// What it can do, in the scopes that tools name.
    pub scopes: Vec<String>,
}

/// What the boot tool tells before any work begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BootFacts {
    /// For each role ("this caller" where there are none) the bytes of what it is served: the JSON
    /// and the text.
    pub payloads: Vec<(String, usize)>,
    /// The critical rules.
    pub rules: Vec<String>,
    /// The workflow: what to do, by what the caller is about.
    pub workflow: Vec<BranchFacts>,
}

/// One branch of the workflow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BranchFacts {
    /// When it is taken: "the user asks what is owed".
    pub condition: String,
    /// What to do then.
    pub text: String,
}

/// One resource or resource template.
#[derive(Debug, Clone, Default)]
pub struct ResourceFacts {
    /// The URI, or the URI template.
    pub uri: String,
    /// Its name: that of the Rust function where it was made of one.
    pub name: Fact<String>,
    /// What it holds.
    pub description: Fact<Option<String>>,
    /// `mimeType`
    pub mime_type: Fact<Option<String>>,
    /// Exceptions that the author made.
    pub allows: Vec<Allow>,
}

/// One prompt.
#[derive(Debug, Clone, Default)]
pub struct PromptFacts {
    /// The name.
    pub name: String,
    /// What it is for.
    pub description: Fact<Option<String>>,
    /// Its arguments, each with its description.
    pub arguments: Fact<Vec<(String, Option<String>)>>,
    /// Exceptions that the author made.
    pub allows: Vec<Allow>,
}

/// One tool.
#[derive(Debug, Clone, Default)]
pub struct ToolFacts {
    /// The canonical name.
    pub name: Fact<String>,
    /// The title on the wire.
    pub title: Fact<Option<String>>,
    /// The description as it is served to the caller who sees most.
    pub description: Fact<Option<String>>,
    /// Whether the author declared a trigger (`when`, `not_for`, `instead`, `after`). Where this is
    /// unseen, the description is read for one.
    pub trigger: Fact<bool>,
    /// The class that the author declared.
    pub class: Fact<Option<Class>>,
    /// The annotations on the wire.
    pub hints: Fact<Hints>,
    /// Why a tool whose verb changes things only adds.
    pub additive: Fact<Option<String>>,
    /// The scope that a caller must hold.
    pub scope: Fact<Option<String>>,
    /// The parameters, in declared order.
    pub params: Fact<Vec<ParamFacts>>,
    /// Whether the root of the input refuses undeclared parameters.
    pub closed: Fact<bool>,
    /// What the root of the input holds beyond the portable dialect.
    pub beyond: Fact<Vec<Beyond>>,
    /// Names that `required` of the input has and `properties` has not.
    pub ghosts: Fact<Vec<String>>,
    /// The root of the output schema.
    pub output: Fact<Option<ParamFacts>>,
    /// Whether the author marked it as a part of a workflow.
    pub workflow: Fact<bool>,
    /// Whether it answers with a `Step`, which says how the workflow goes on.
    pub step: Fact<bool>,
    /// Whether it answers with a `Batch`, which says of each item whether it was done.
    pub batch: Fact<bool>,
    /// The state that the tool borrows from the server.
    pub state: Fact<Vec<StateFacts>>,
    /// What comes back, in the words that the author declared (`returns`). Where this is unseen, the
    /// description is read for it.
    pub returns: Fact<Option<String>>,
    /// The tools that the author declared to use instead. Where this is unseen, the description is
    /// read for them.
    pub instead: Fact<Vec<String>>,
    /// The size of the whole definition as it is served, in bytes of JSON.
    pub bytes: Fact<usize>,
    /// What the tool's failures tell the caller to do: the name of each, and its hint.
    pub failure_hints: Fact<Vec<(String, String)>>,
    /// Whether every error of the tool teaches the next action.
    pub errors_taught: Fact<bool>,
    /// Exceptions that the author made.
    pub allows: Vec<Allow>,
}

impl ToolFacts {
    /// The class that the author declared, or that the hints state where no declaration is seen.
    pub(crate) fn stated_class(&self) -> Option<Class> {
        match self.class {
            Fact::Seen(class) => class,
            Fact::Unseen => self.hints.seen().and_then(Hints::class),
        }
    }

    /// The names of the parameters.
    pub(crate) fn param_names(&self) -> impl Iterator<Item = &str> {
        self.params.each().map(|param| param.name.as_str())
    }
}

/// A state type that a tool borrows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateFacts {
    /// The Rust name of the type.
    pub type_name: String,
    /// Whether the server was given a value of it.
    pub given: bool,
}

/// The JSON Schema type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// `string`
    String,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `boolean`
    Boolean,
    /// `array`
    Array,
    /// `object`
    Object,
    /// No type at all, `true`, or several at once.
    Untyped,
}

/// Something in a schema that the portable dialect does not have, as it is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Beyond {
    /// A keyword: `anyOf`, `$ref`, `exclusiveMinimum`.
    Keyword(String),
    /// A schema of its own where a keyword stands: a parameter beside `properties`, by its name.
    Misplaced(String),
    /// A union of one schema with null, by its keyword.
    Nullable(String),
    /// Several types at once, a type that is none, or none where one has to be.
    Types(Vec<String>),
    /// A `format` that the dialect does not have.
    Format(String),
    /// A member of `enum` that is no string, or an empty one, as JSON.
    Member(String),
    /// `true` or `false` in place of a schema.
    Boolean(bool),
    /// Keys that nobody listed, with a schema for their values.
    Map,
}

/// Who yields the value of an identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A tool, by its canonical name.
    Tool(String),
    /// The user, with what the user knows it by; may be empty.
    User(String),
}

/// One parameter, one field of a nested object, or one field of an output.
#[derive(Debug, Clone, Default)]
pub struct ParamFacts {
    /// The name on the wire; `[]` for the items of an array.
    pub name: String,
    /// The JSON Schema type.
    pub kind: Fact<Kind>,
    /// The description as it is served, every part of it.
    pub text: Fact<Option<String>>,
    /// Whether it must be given.
    pub required: Fact<bool>,
    /// The default, as JSON text.
    pub default: Fact<Option<String>>,
    /// Whether an example is given, in the text or by keyword.
    pub example: Fact<bool>,
    /// The closed set of values, where there is one.
    pub options: Fact<Option<Vec<String>>>,
    /// `minimum`
    pub minimum: Fact<Option<f64>>,
    /// `maximum`
    pub maximum: Fact<Option<f64>>,
    /// `minLength` of a string, `minItems` of an array.
    pub least: Fact<Option<u64>>,
    /// `maxLength` of a string, `maxItems` of an array.
    pub most: Fact<Option<u64>>,
    /// `pattern`
    pub pattern: Fact<Option<String>>,
    /// `format`
    pub format: Fact<Option<String>>,
    /// The unit, where the author declared it. Where this is unseen, the text is read.
    pub unit: Fact<Option<String>>,
    /// Who yields the value, where the author declared it. Where this is unseen, the text is read.
    pub source: Fact<Option<Source>>,
    /// Whether an object refuses undeclared fields; seen only on objects.
    pub closed: Fact<bool>,
    /// The fields of an object; seen only on objects.
    pub fields: Fact<Vec<ParamFacts>>,
    /// The items of an array; seen only on arrays, `None` where the schema has no `items`.
    pub items: Fact<Option<Box<ParamFacts>>>,
    /// What the schema holds beyond the portable dialect, references followed.
    pub beyond: Fact<Vec<Beyond>>,
    /// Names that `required` of an object has and `properties` has not.
    pub ghosts: Fact<Vec<String>>,
    /// Exceptions that the author made.
    pub allows: Vec<Allow>,
}

impl ParamFacts {
    /// The fields of an object, and the items of an array.
    pub fn inner(&self) -> impl Iterator<Item = &Self> {
        let items = self.items.present().map(Box::as_ref);
        self.fields.each().chain(items)
    }
}

/// What a caller can do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Recovery {
    /// Change the call.
    Fix,
    /// Send the same call again, later.
    Retry,
    /// No call can succeed; tell the user.
    Stop,
    /// A failure inside the server: logged under a reference, never shown.
    Internal,
}

/// One variant of an error type.
#[derive(Debug, Clone, Default)]
pub struct ErrorFacts {
    /// The variant's name.
    pub name: String,
    /// The message's format string; `None` where the variant shows its source's message
    /// (`transparent`).
    pub message: Fact<Option<String>>,
    /// The fields that the message shows with `Display`, by name or index.
    pub shown: Fact<Vec<String>>,
    /// The fields that the message shows with `Debug`, by name or index.
    pub debugged: Fact<Vec<String>>,
    /// Every field of the variant.
    pub fields: Fact<Vec<FieldFacts>>,
    /// What a caller can do.
    pub recovery: Fact<Option<Recovery>>,
    /// The next action in words.
    pub hint: Fact<Option<String>>,
    /// Whether a field holds the values that the caller may have meant (`candidates`).
    pub candidates: Fact<bool>,
    /// Exceptions that the author made.
    pub allows: Vec<Allow>,
}

/// One field of an error variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldFacts {
    /// The field's name, or its index in a tuple variant.
    pub name: String,
    /// Whether the field is the error's source (`#[source]`, `#[from]`, or named `source`).
    pub source: bool,
    /// Whether the field is used as something else than a value of the message (candidates, a
    /// delay).
    pub machinery: bool,
    /// Whether the field's name says that it is a secret.
    pub secret: bool,
}
