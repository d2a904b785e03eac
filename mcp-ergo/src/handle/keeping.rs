//! What a tool does with documents and handles, through the call that it answers.

use std::sync::Arc;
use std::time::Duration;

use super::error::ServedMaker;
use super::{Document, Found, Handle, HandleError, HandleStore, Key, Parcel, StoreError, Summary};
use crate::access::Caller;
use crate::call::Call;
use crate::schema::{Names as _, cut};

/// How many documents an error offers instead of the one that is not there.
const CANDIDATES: usize = 3;

impl Call {
    /// Keeps a document, for the caller of this call alone.
    ///
    /// # Errors
    ///
    /// When the document is too large, the store is full of other callers' documents, or it fails.
    pub async fn keep<T: Document>(&self, document: &T) -> Result<Handle<T>, HandleError> {
        let parcel = packed(document)?;
        self.off_the_runtime(T::NOUN, |desk| desk.keep::<T>(parcel))
            .await
    }

    /// The document of a handle.
    ///
    /// # Errors
    ///
    /// When this caller has no such document, or no longer; or the store fails.
    pub async fn open<T: Document>(&self, handle: &Handle<T>) -> Result<T, HandleError> {
        let handle = handle.clone();
        self.off_the_runtime(T::NOUN, move |desk| desk.open(&handle))
            .await
    }

    /// Puts a changed document in the place of the one that the handle stands for. The handle stays,
    /// and so does the time until which it is kept. Of two changes at once the last one stands.
    ///
    /// # Errors
    ///
    /// Those of [`keep`](Self::keep) and [`open`](Self::open).
    pub async fn replace<T: Document>(
        &self,
        handle: &Handle<T>,
        document: &T,
    ) -> Result<(), HandleError> {
        let (handle, parcel) = (handle.clone(), packed(document)?);
        self.off_the_runtime(T::NOUN, move |desk| desk.replace(&handle, parcel))
            .await
    }

    /// Takes the document of a handle out of the store: of several calls, one gets it. The handle
    /// opens nothing from then on.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open).
    pub async fn take<T: Document>(&self, handle: &Handle<T>) -> Result<T, HandleError> {
        let handle = handle.clone();
        self.off_the_runtime(T::NOUN, move |desk| desk.take(&handle))
            .await
    }

    /// The documents of this type that the caller can open, the newest first: what a tool that lists
    /// them answers.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn newest<T: Document>(&self, most: usize) -> Result<Vec<Listed<T>>, HandleError> {
        self.off_the_runtime(T::NOUN, move |desk| desk.newest(most))
            .await
    }

    /// [`keep`](Self::keep) for tools that are a plain `fn`.
    ///
    /// # Errors
    ///
    /// Those of `keep`.
    pub fn blocking_keep<T: Document>(&self, document: &T) -> Result<Handle<T>, HandleError> {
        self.desk().keep(packed(document)?)
    }

    /// [`open`](Self::open) for tools that are a plain `fn`.
    ///
    /// # Errors
    ///
    /// Those of `open`.
    pub fn blocking_open<T: Document>(&self, handle: &Handle<T>) -> Result<T, HandleError> {
        self.desk().open(handle)
    }

    /// [`replace`](Self::replace) for tools that are a plain `fn`.
    ///
    /// # Errors
    ///
    /// Those of `replace`.
    pub fn blocking_replace<T: Document>(
        &self,
        handle: &Handle<T>,
        document: &T,
    ) -> Result<(), HandleError> {
        self.desk().replace(handle, packed(document)?)
    }

    /// [`take`](Self::take) for tools that are a plain `fn`.
    ///
    /// # Errors
    ///
    /// Those of `take`.
    pub fn blocking_take<T: Document>(&self, handle: &Handle<T>) -> Result<T, HandleError> {
        self.desk().take(handle)
    }

    /// [`newest`](Self::newest) for tools that are a plain `fn`.
    ///
    /// # Errors
    ///
    /// Those of `newest`.
    pub fn blocking_newest<T: Document>(&self, most: usize) -> Result<Vec<Listed<T>>, HandleError> {
        self.desk().newest(most)
    }

    fn desk(&self) -> Desk {
        Desk {
            store: self.store(),
            caller: self.caller().clone(),
        }
    }

    /// A store may block, and a runtime may not.
    async fn off_the_runtime<R: Send + 'static>(
        &self,
        noun: &'static str,
        work: impl FnOnce(Desk) -> Result<R, HandleError> + Send + 'static,
    ) -> Result<R, HandleError> {
        let desk = self.desk();
        match tokio::task::spawn_blocking(move || work(desk)).await {
            Ok(result) => result,
            Err(error) => Err(HandleError::internal(error, noun)),
        }
    }
}

fn packed<T: Document>(document: &T) -> Result<Parcel, HandleError> {
    let json =
        serde_json::to_string(document).map_err(|error| HandleError::internal(error, T::NOUN))?;
    let title = document.title().filter(|title| !title.trim().is_empty());
    Ok(Parcel {
        // Nobody is shown more of it.
        title: title.map(|title| cut(title.trim(), 80)),
        json,
    })
}

/// One of the documents that a caller can open.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed<T> {
    /// What it is opened by.
    pub handle: Handle<T>,
    /// What a person calls it ([`Document::title`]).
    pub title: Option<String>,
    /// How long ago it was made.
    pub age: Duration,
}

/// A store, and the caller in whose name it is asked.
struct Desk {
    store: Arc<dyn HandleStore>,
    caller: Caller,
}

impl Desk {
    fn key<'a, T: Document>(&'a self, handle: &'a Handle<T>) -> Key<'a> {
        Key {
            owner: self.caller.id(),
            kind: T::PREFIX,
            handle: handle.as_str(),
        }
    }

    fn keep<T: Document>(&self, parcel: Parcel) -> Result<Handle<T>, HandleError> {
        let handle =
            Handle::new().map_err(|error| HandleError::internal(error.to_string(), T::NOUN))?;
        self.store
            .keep(self.key(&handle), parcel)
            .map_err(|error| HandleError::store(error, T::NOUN, self.store.lifetime()))?;
        Ok(handle)
    }

    fn open<T: Document>(&self, handle: &Handle<T>) -> Result<T, HandleError> {
        let json = self.found(handle, self.store.open(self.key(handle)))?;
        serde_json::from_str(&json).map_err(|error| {
            let of = std::any::type_name::<T>();
            tracing::warn!(of, %error, "a document that was kept cannot be read any more");
            let error = HandleError::outdated(handle.as_str(), T::NOUN, self.store.lifetime());
            self.with_ways_on(handle, error)
        })
    }

    fn replace<T: Document>(&self, handle: &Handle<T>, with: Parcel) -> Result<(), HandleError> {
        self.found(handle, self.store.replace(self.key(handle), Some(with)))?;
        Ok(())
    }

    fn take<T: Document>(&self, handle: &Handle<T>) -> Result<T, HandleError> {
        // What cannot be read is left for the version that can.
        let document = self.open(handle)?;
        let json = self.found(handle, self.store.replace(self.key(handle), None))?;
        // Usually the same; a change may have come in between.
        Ok(serde_json::from_str(&json).unwrap_or(document))
    }

    fn newest<T: Document>(&self, most: usize) -> Result<Vec<Listed<T>>, HandleError> {
        let newest = self.store.newest(self.caller.id(), T::PREFIX, most);
        let newest =
            newest.map_err(|error| HandleError::store(error, T::NOUN, self.store.lifetime()))?;
        let listed = newest
            .into_iter()
            .map(|Summary { handle, title, age }| Listed {
                handle: Handle::trusted(handle),
                title,
                age,
            });
        Ok(listed.collect())
    }

    /// The JSON that a store found, or why there is none.
    fn found<T: Document>(
        &self,
        handle: &Handle<T>,
        found: Result<Found, StoreError>,
    ) -> Result<String, HandleError> {
        let kept = self.store.lifetime();
        let text = handle.as_str();
        let error = match found {
            Ok(Found::Kept(json)) => return Ok(json),
            Ok(Found::Taken) => HandleError::taken(text, T::NOUN, kept),
            Ok(Found::Gone) => HandleError::gone(text, T::NOUN, kept),
            Ok(Found::Unknown) => HandleError::unknown(text, T::NOUN, kept),
            Err(error) => return Err(HandleError::store(error, T::NOUN, kept)),
        };
        Err(self.with_ways_on(handle, error))
    }

    fn with_ways_on<T: Document>(&self, handle: &Handle<T>, error: HandleError) -> HandleError {
        // One more than is shown, since one may be the handle itself. An error without candidates
        // still says what is wrong.
        let newest = self
            .store
            .newest(self.caller.id(), T::PREFIX, CANDIDATES + 1);
        let mut candidates = newest
            .inspect_err(|error| tracing::warn!(%error, "no candidates can be offered"))
            .unwrap_or_default();
        candidates.retain(|candidate| candidate.handle != handle.as_str());
        candidates.truncate(CANDIDATES);
        error.with_ways_on(&candidates, self.maker::<T>())
    }

    /// The tool that makes documents of this type, where the caller is served it.
    fn maker<T: Document>(&self) -> Option<ServedMaker> {
        let view = &self.caller.view;
        let maker = view.tool(T::MAKER.tool)?;
        Some(ServedMaker {
            canonical: maker.def.name,
            shown: view.shown(maker.def.name)?.to_owned(),
            takes_nothing: maker.input.fields.iter().all(|field| !field.required),
        })
    }
}
