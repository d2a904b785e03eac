//! The HTTP client that other servers and models are reached by.

use std::sync::Once;

use reqwest::{ClientBuilder, redirect};

/// A client that goes where it is sent and nowhere else: a redirect would carry what is sent with each
/// request to somewhere else.
pub(crate) fn builder() -> ClientBuilder {
    static ONCE: Once = Once::new();
    // The client asks for the process's own cryptography, and a library has to leave it where one is
    // set.
    ONCE.call_once(|| {
        let _set = rustls::crypto::ring::default_provider().install_default();
    });
    reqwest::Client::builder().redirect(redirect::Policy::none())
}
