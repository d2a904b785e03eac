//! HTTP to models and other servers.

use reqwest::{Client, ClientBuilder, Url, redirect};

/// A client for one address.
pub(crate) fn client(url: &Url) -> ClientBuilder {
    // Whoever uses the library may have chosen another; then theirs is taken.
    let _chosen = rustls::crypto::ring::default_provider().install_default();
    // A redirect would take the credentials along to wherever it points.
    let client = Client::builder().redirect(redirect::Policy::none());
    if is_here(url) {
        client.no_proxy()
    } else {
        client
    }
}

/// Whether it is on this machine, which no proxy reaches.
fn is_here(url: &Url) -> bool {
    match url.host_str() {
        Some("localhost" | "[::1]") => true,
        Some(host) => host.starts_with("127."),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known_by_its_addresses() {
        for (given, here) in [
            ("http://127.0.0.1:8080/v1", true),
            ("http://localhost/v1", true),
            ("http://[::1]:1/", true),
            ("https://example.com/v1", false),
        ] {
            assert_eq!(is_here(&Url::parse(given).unwrap()), here, "{given}");
        }
    }
}
