//! What nobody may read: tokens, passwords, whole environments.

use std::fmt;

/// A value that is never printed: a token, a header, a variable of an environment.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// What is to be kept.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl<S: Into<String>> From<S> for Secret {
    fn from(value: S) -> Self {
        Self::new(value)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Shorter values are no secrets (`1`, `true`, `en`), and taking them out would make texts unreadable.
const SHORTEST: usize = 6;

/// `text` without any of the secrets: what an upstream says of itself may hold what it was given.
pub(super) fn redacted(text: &str, secrets: &[Secret]) -> String {
    let mut text = text.to_owned();
    for secret in secrets {
        if secret.0.len() >= SHORTEST && text.contains(&secret.0) {
            text = text.replace(&secret.0, "[secret]");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_taken_out_and_never_printed() {
        let token = Secret::new("tok-123456");
        assert_eq!(
            redacted(
                "login with tok-123456 failed: tok-123456",
                std::slice::from_ref(&token)
            ),
            "login with [secret] failed: [secret]"
        );
        assert_eq!(redacted("en route", &[Secret::new("en")]), "en route");
        assert!(!format!("{token:?}").contains("123"));
    }
}
