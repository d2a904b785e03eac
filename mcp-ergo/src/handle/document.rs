//! What may be kept under a handle, and how an answer says that it holds one.

use std::any::type_name;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::reply::ToolCall;
use crate::schema::{Kind, Origin, Shape};

/// A document that the server keeps under a [`Handle`](crate::Handle): a draft, a plan, the result of
/// a long computation.
///
/// It is stored as JSON, so a field that a later version of the server adds needs
/// `#[serde(default)]`; what a version cannot read any more is told to the caller as such.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a document that a handle could stand for",
    label = "this does not implement `Document`",
    note = "write `impl Document for …`, with `const PREFIX: &'static str = \"draft\";` and `const MAKER: Maker = Maker::of::<create_draft>();`"
)]
pub trait Document: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The word that its handles begin with: at most 16 lower-case letters, e.g. `draft`. Two types
    /// of one server have two.
    const PREFIX: &'static str;

    /// What it is called in sentences, in lower case and without an article.
    const NOUN: &'static str = Self::PREFIX;

    /// The tool that makes it. Descriptions name it as the source of the handle, and errors as the
    /// way to a new one.
    const MAKER: Maker;

    /// What a person calls this one; it stands beside the handle where a caller may choose among
    /// several. Only the caller who made the document sees it.
    fn title(&self) -> Option<String> {
        None
    }
}

/// The tool that makes documents of one type: `Maker::of::<create_draft>()`.
#[derive(Debug, Clone, Copy)]
pub struct Maker {
    pub(super) tool: &'static str,
}

impl Maker {
    /// The tool of this path.
    pub const fn of<C: ToolCall>() -> Self {
        Self { tool: C::NAME }
    }
}

/// The keyword under which the schema of a handle says of what it is one. Schemas are read into
/// shapes, which have no word for it, so it never leaves the server.
pub(super) const MARK: &str = "x-mcp-ergo-document";

/// A type of documents, as the shape of its handles knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Made {
    /// The canonical name of the tool that makes them.
    pub(crate) by: &'static str,
    pub(crate) prefix: &'static str,
    noun: &'static str,
    of: &'static str,
}

impl Made {
    pub(super) fn of<T: Document>() -> Self {
        Self {
            by: T::MAKER.tool,
            prefix: T::PREFIX,
            noun: T::NOUN,
            of: type_name::<T>(),
        }
    }

    pub(super) fn mark(self) -> Value {
        json!({"prefix": self.prefix, "noun": self.noun, "of": self.of})
    }
}

/// Marks the handles in the schema of a shape: a parameter's type may go out in an answer too.
pub(crate) fn mark(shape: &Shape, schema: &mut Map<String, Value>) {
    if let Some(Origin::Maker(made)) = shape.origin {
        schema.insert(MARK.to_owned(), made.mark());
    }
    match &shape.kind {
        Kind::Record(record) => {
            let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
            let Some(properties) = properties else { return };
            for field in &record.fields {
                if let Some(Value::Object(schema)) = properties.get_mut(&*field.name) {
                    mark(&field.shape, schema);
                }
            }
        }
        Kind::List { items, .. } => {
            if let Some(Value::Object(schema)) = schema.get_mut("items") {
                mark(items, schema);
            }
        }
        _ => {}
    }
}

/// A type of documents of which an answer holds handles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marked {
    pub(crate) prefix: String,
    pub(crate) noun: String,
    /// The Rust type.
    pub(crate) of: String,
}

impl Marked {
    fn read(mark: &Value) -> Option<Self> {
        let text = |key: &str| mark.get(key)?.as_str().map(str::to_owned);
        Some(Self {
            prefix: text("prefix")?,
            noun: text("noun")?,
            of: text("of")?,
        })
    }
}

/// The documents of which an answer of this type holds handles, wherever in it.
pub(crate) fn marked<T: JsonSchema>() -> Vec<Marked> {
    let generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let mut found = Vec::new();
    collect(generator.into_root_schema_for::<T>().as_value(), &mut found);
    found
}

fn collect(schema: &Value, found: &mut Vec<Marked>) {
    match schema {
        Value::Object(members) => {
            let mark = members.get(MARK).and_then(Marked::read);
            found.extend(mark.filter(|mark| !found.contains(mark)));
            for member in members.values() {
                collect(member, found);
            }
        }
        Value::Array(items) => {
            for item in items {
                collect(item, found);
            }
        }
        _ => {}
    }
}
