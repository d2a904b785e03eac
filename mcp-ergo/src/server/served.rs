//! The catalog that a server has now.

use std::sync::{Arc, PoisonError, RwLock};

use crate::registry::{Registry, Views};

/// The catalog of now. A gateway changes it while it runs; each request keeps to the one that it began
/// with, which its caller's view holds.
#[derive(Debug)]
pub(super) struct Served(RwLock<Arc<Views>>);

impl Served {
    pub(super) fn new(catalog: Arc<Registry>) -> Self {
        Self(RwLock::new(Arc::new(Views::new(catalog))))
    }

    pub(super) fn views(&self) -> Arc<Views> {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Serves another catalog to the requests that come from now on.
    #[cfg(feature = "gateway")]
    pub(super) fn replace(&self, catalog: Arc<Registry>) {
        let views = Arc::new(Views::new(catalog));
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = views;
    }
}
