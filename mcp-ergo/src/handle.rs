//! Handles: identifiers of documents that have none of their own. Identifiers travel, documents stay
//! on the server.
//!
//! A tool needs [`Handle`], [`Document`] and what [`Call`](crate::Call) does with them; a server that
//! keeps more, longer or elsewhere than in its memory needs [`Retention`] and a [`HandleStore`]. What
//! is only here is for those who write a store of their own.

mod document;
mod error;
mod id;
mod keeping;
mod memory;
#[cfg(test)]
mod model;
mod retention;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod words;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use mcp_ergo_rules::wording::Wording as _;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use document::{Document, Maker};
pub use error::{HandleError, HandleErrorKind};
pub use keeping::Listed;
pub use memory::MemoryStore;
pub use retention::Retention;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;
pub use store::{Found, HandleStore, Key, Parcel, StoreError, Summary};

pub(crate) use document::{Made, Marked, mark, marked};
pub(crate) use store::Kept;
pub(crate) use words::kept_for;

use crate::param::{Param, TypeFacts};
use crate::schema::Shape;

/// The identifier of a [`Document`] that the server keeps: `draft_` and 128 random bits in letters
/// and digits that nobody confuses.
///
/// A tool keeps a document with [`Call::keep`](crate::Call::keep) and answers with its handle;
/// another takes the handle as a parameter and gets the document with
/// [`Call::open`](crate::Call::open). A plain `fn` does the same with
/// [`blocking_keep`](crate::Call::blocking_keep) and [`blocking_open`](crate::Call::blocking_open).
/// A model only ever copies the identifier. How long the document is kept stands in the description
/// of every tool that answers with its handle.
///
/// A handle belongs to the caller whose call made it ([`Caller::id`](crate::Caller::id)): for
/// everybody else it is one that never was.
///
/// A document that has an id in your domain, as a project or an invoice does, needs no handle: let
/// the tool take that id, and load the document by it.
///
/// ```
/// use mcp_ergo::prelude::*;
/// use mcp_ergo::{Document, Handle, HandleError, Maker};
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Draft {
///     to: String,
///     text: String,
/// }
///
/// impl Document for Draft {
///     const PREFIX: &'static str = "draft";
///     const MAKER: Maker = Maker::of::<create_draft>();
///
///     fn title(&self) -> Option<String> {
///         Some(format!("to {}", self.to))
///     }
/// }
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Drafted {
///     /// Draft id.
///     draft_id: Handle<Draft>,
/// }
///
/// /// Create a draft of a letter.
/// #[tool(
///     write,
///     when = "the user dictates a letter",
///     returns = "the draft id",
///     scope = "letters:write"
/// )]
/// async fn create_draft(
///     call: &Call,
///     /// Name of who gets the letter.
///     #[param(example = "Ada")]
///     recipient: String,
///     /// Text of the letter.
///     #[param(example = "Dear Ada, …")]
///     text: String,
/// ) -> Result<Reply<Drafted>, HandleError> {
///     let draft_id = call.keep(&Draft { to: recipient, text }).await?;
///     Ok(Reply::new("The draft is kept.", Drafted { draft_id: draft_id.clone() })
///         .next(get_draft::call(draft_id), "to read it to the user"))
/// }
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Letter {
///     /// Text of the letter.
///     text: String,
/// }
///
/// /// Get the text of a draft.
/// #[tool(read, when = "the user wants to hear a draft", returns = "the text")]
/// async fn get_draft(call: &Call, draft_id: Handle<Draft>) -> Result<Reply<Letter>, HandleError> {
///     let Draft { to, text } = call.open(&draft_id).await?;
///     Ok(Reply::new(format!("The draft is to {to}."), Letter { text }))
/// }
///
/// # fn main() -> Result<(), mcp_ergo::Error> {
/// let server = Server::builder("letters", "1.0.0")
///     .purpose("Letters, from draft to envelope.")
///     .start_with(create_draft::tool())
///     .grant("letters:write")
/// #   .tools_in(module_path!())
///     .boot()?;
/// // "Create a draft of a letter. […] Returns the draft id; a draft is kept for 24 hours."
/// # assert!(server.spec().to_string().contains("Returns the draft id; a draft is kept for 24 hours."));
/// # Ok(())
/// # }
/// ```
pub struct Handle<T> {
    text: String,
    of: PhantomData<fn() -> T>,
}

impl<T: Document> Handle<T> {
    /// A handle that no document has yet.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        Ok(Self::trusted(id::new(T::PREFIX)?))
    }

    /// A handle as a store gave it back.
    fn trusted(text: String) -> Self {
        Self {
            text,
            of: PhantomData,
        }
    }
}

impl<T> Handle<T> {
    /// The handle as it goes over the wire.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self {
            text: self.text.clone(),
            of: PhantomData,
        }
    }
}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<T> Eq for Handle<T> {}

impl<T> Hash for Handle<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handle").field(&self.text).finish()
    }
}

impl<T> fmt::Display for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl<T> Serialize for Handle<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de, T: Document> Deserialize<'de> for Handle<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if !id::is_one(T::PREFIX, &text) {
            let example = id::example(T::PREFIX);
            return Err(D::Error::custom(format_args!(
                "{text:?} is no {} id; ids look like {example:?}",
                T::NOUN
            )));
        }
        Ok(Self::trusted(text))
    }
}

impl<T: Document> JsonSchema for Handle<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Handle_of_{}", T::PREFIX).into()
    }

    /// Where it is inlined, the mark survives beside the description of a field.
    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = json_schema!({"type": "string", "description": meaning::<T>()});
        schema.insert(document::MARK.to_owned(), Made::of::<T>().mark());
        schema
    }
}

impl<T: Document> Param for Handle<T> {
    const FACTS: TypeFacts = TypeFacts {
        described: true,
        sourced: true,
        fault: id::fault(T::PREFIX),
        ..TypeFacts::formatted()
    };

    fn shape() -> Shape {
        Shape::text()
            .meaning(meaning::<T>())
            .pattern(id::pattern(T::PREFIX))
            .example(id::example(T::PREFIX).into())
            .made(Made::of::<T>())
    }
}

/// `Draft id`
fn meaning<T: Document>() -> String {
    format!("{} id", T::NOUN.to_uppercase_first())
}
