//! The HTTP client of models and servers.

use reqwest::{Client, Url};

use super::SimError;
use crate::outgoing;

/// A client for one address.
pub(crate) fn client(url: &Url) -> Result<Client, SimError> {
    outgoing::client(url).build().map_err(|error| {
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

#[cfg(test)]
mod tests {
    use super::*;

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
