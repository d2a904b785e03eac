//! The HTTP client of models and servers.

use reqwest::{Client, Url};

use super::SimError;
use crate::http_client;

/// A client for one address.
pub(crate) fn client(url: &Url) -> Result<Client, SimError> {
    let client = http_client::builder();
    let client = if is_here(url) {
        client.no_proxy()
    } else {
        client
    };
    client.build().map_err(|error| {
        let help = "see whether this machine's certificates can be read";
        SimError::new(format!("no HTTP client can be had: {error}"), help)
    })
}

/// Reads an address of http or https.
pub(crate) fn address(given: &str, help: &str) -> Result<Url, SimError> {
    let wrong = |why: &str| SimError::new(format!("the address {given:?} {why}"), help);
    let url = Url::parse(given).map_err(|error| wrong(&format!("is no URL: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("is neither http nor https"));
    }
    // It would be printed with every message.
    if !url.username().is_empty() || url.password().is_some() {
        let message = "the address holds a user name or a password";
        return Err(SimError::new(message, "leave it out of the URL"));
    }
    Ok(url)
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
            assert_eq!(is_here(&address(given, "").unwrap()), here, "{given}");
        }
    }

    #[test]
    fn an_address_that_cannot_be_asked_says_why() {
        let none = address("localhost", "").unwrap_err();
        assert!(
            none.to_string().contains("\"localhost\" is no URL"),
            "{none}"
        );
        let ftp = address("ftp://127.0.0.1/v1", "").unwrap_err();
        assert!(ftp.to_string().contains("neither http nor https"), "{ftp}");
        let user = address("http://me:secret@127.0.0.1/v1", "").unwrap_err();
        assert!(!user.to_string().contains("secret"), "{user}");
    }
}
