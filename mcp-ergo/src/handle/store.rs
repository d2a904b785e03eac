//! Where documents are kept.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Keeps documents under handles. [`MemoryStore`](crate::MemoryStore) and `SqliteStore` (feature
/// `sqlite`) are two; give another to the builder with [`handles`](crate::Builder::handles).
///
/// A store is asked on threads that may block. What it keeps belongs to an owner, and is found only
/// by that owner's name together with the handle: look a document up by both at once, so that the
/// handle of somebody else takes the way, and the time, of one that never was.
///
/// The handles are random and come from the caller of the store; a store never makes one.
pub trait HandleStore: Send + Sync + 'static {
    /// How long a document is kept; descriptions and errors tell it.
    fn lifetime(&self) -> Duration;

    /// Keeps a document under a handle that is new.
    ///
    /// # Errors
    ///
    /// [`StoreError::TooLarge`] or [`StoreError::Full`] when it is not kept, [`StoreError::Busy`] or
    /// [`StoreError::Failed`] when it cannot be.
    fn keep(&self, key: Key<'_>, document: Parcel) -> Result<(), StoreError>;

    /// What is kept under a handle.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] or [`StoreError::Failed`]; that nothing is kept is no error.
    fn open(&self, key: Key<'_>) -> Result<Found, StoreError>;

    /// Puts another document in the place of one that is kept, for the rest of its time; without
    /// another, the document is taken, and nothing is kept there any more. Says what was there, and
    /// does nothing where nothing was.
    ///
    /// # Errors
    ///
    /// Those of [`keep`](Self::keep); then what was there is still there.
    fn replace(&self, key: Key<'_>, document: Option<Parcel>) -> Result<Found, StoreError>;

    /// The documents of one owner and kind that can be opened, the newest first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] or [`StoreError::Failed`].
    fn newest(&self, owner: &str, kind: &str, most: usize) -> Result<Vec<Summary>, StoreError>;
}

/// A store that others hold too.
impl<S: HandleStore + ?Sized> HandleStore for Arc<S> {
    fn lifetime(&self) -> Duration {
        (**self).lifetime()
    }

    fn keep(&self, key: Key<'_>, document: Parcel) -> Result<(), StoreError> {
        (**self).keep(key, document)
    }

    fn open(&self, key: Key<'_>) -> Result<Found, StoreError> {
        (**self).open(key)
    }

    fn replace(&self, key: Key<'_>, document: Option<Parcel>) -> Result<Found, StoreError> {
        (**self).replace(key, document)
    }

    fn newest(&self, owner: &str, kind: &str, most: usize) -> Result<Vec<Summary>, StoreError> {
        (**self).newest(owner, kind, most)
    }
}

impl fmt::Debug for dyn HandleStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandleStore")
    }
}

/// What a document is found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key<'a> {
    /// Who owns it: the caller's name.
    pub owner: &'a str,
    /// What kind of document it is: the prefix of its handle.
    pub kind: &'a str,
    /// The whole handle.
    pub handle: &'a str,
}

/// A document on its way into a store.
#[derive(Clone, PartialEq, Eq)]
pub struct Parcel {
    /// What a person calls it.
    pub title: Option<String>,
    /// The document as JSON.
    pub json: String,
}

impl Parcel {
    /// What it counts as.
    pub(super) fn bytes(&self) -> usize {
        self.json.len() + self.title.as_ref().map_or(0, String::len)
    }
}

/// Documents are for their owners, not for logs.
impl fmt::Debug for Parcel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Parcel({} bytes)", self.bytes())
    }
}

/// What a store knows under a handle.
#[derive(Clone, PartialEq, Eq)]
pub enum Found {
    /// The document, as JSON.
    Kept(String),
    /// The owner had one there, and took it.
    Taken,
    /// The owner had one there, and it is gone: its time was over, or it made room for another.
    Gone,
    /// The owner never had one there, or so long ago that nobody remembers.
    Unknown,
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kept(json) => write!(f, "Kept({} bytes)", json.len()),
            Self::Taken => f.write_str("Taken"),
            Self::Gone => f.write_str("Gone"),
            Self::Unknown => f.write_str("Unknown"),
        }
    }
}

/// A document that a caller may choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The whole handle.
    pub handle: String,
    /// What a person calls it.
    pub title: Option<String>,
    /// How long ago it was made.
    pub age: Duration,
}

/// Why a store does not do what it is asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The document is larger than any that is kept.
    #[error("the document has {bytes} bytes, and at most {most} are kept")]
    TooLarge {
        /// How large it is.
        bytes: usize,
        /// How large it may be.
        most: usize,
    },
    /// There is no room that is not somebody else's fair share.
    #[error("the store is full of documents of others")]
    Full,
    /// Others use the store, and did not let go of it in time.
    #[error("the store is busy")]
    Busy,
    /// The store failed. The cause is logged and shown to nobody.
    #[error("the store failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl StoreError {
    /// The store failed, because of this.
    pub fn failed(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Failed(cause.into())
    }
}

/// Tells the time, in milliseconds since 1970: the same for every process that shares a store.
#[derive(Clone, Copy)]
pub(super) struct Clock(pub(super) fn() -> u64);

impl Default for Clock {
    fn default() -> Self {
        Self(|| {
            let since = SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default();
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        })
    }
}

/// The store that a server lends to its calls, among its other states.
#[derive(Debug, Clone)]
pub(crate) struct Kept(pub(crate) Arc<dyn HandleStore>);
