//! Bearer tokens.

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::{Authorizer, Grants, Incoming, Unauthorized};

/// Bearer tokens, each with what whoever presents it holds. Only hashes are kept, and comparing takes
/// the same time for every token.
///
/// A request over HTTP without a valid token is refused with 401, and told where to get one; whoever
/// sits at the standard streams holds what the builder granted.
///
/// ```
/// use mcp_ergo::{Grants, Tokens};
///
/// # fn token_of_the_vault() -> String { "t".repeat(32) }
/// let tokens = Tokens::new()
///     .token(token_of_the_vault(), Grants::role("clerk").caller("till-3"))
///     // The same from a file of hashes: `printf %s "$TOKEN" | sha256sum`.
///     .hash("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", Grants::reading().caller("audit"))?;
/// # Ok::<(), mcp_ergo::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Tokens(Vec<([u8; 32], Grants)>);

/// A hash that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a hash of {0} characters is no SHA-256 in hexadecimal; write the 64 digits that `printf %s \"$TOKEN\" | sha256sum` prints"
)]
pub struct NotAHash(usize);

impl Tokens {
    /// No tokens: nobody gets in.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets in whoever presents `token`. It is hashed and not kept.
    pub fn token(mut self, token: impl AsRef<[u8]>, grants: Grants) -> Self {
        self.0.push((Sha256::digest(token).into(), grants));
        self
    }

    /// Lets in whoever presents the token of this SHA-256, in hexadecimal.
    ///
    /// # Errors
    ///
    /// When it is not 64 hexadecimal digits.
    pub fn hash(mut self, hash: &str, grants: Grants) -> Result<Self, NotAHash> {
        let hash = hash.trim();
        let mut bytes = [0; 32];
        let digits = hash.as_bytes();
        if digits.len() != 64 {
            return Err(NotAHash(hash.chars().count()));
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
            *byte = digit(pair[0])
                .zip(digit(pair[1]))
                .map(|(high, low)| high << 4 | low)
                .ok_or(NotAHash(64))?;
        }
        self.0.push((bytes, grants));
        Ok(self)
    }
}

impl Authorizer for Tokens {
    async fn authorize(&self, request: Incoming<'_>) -> Result<Grants, Unauthorized> {
        if let Some(grants) = request.local() {
            return Ok(grants.clone());
        }
        let token = request.bearer().ok_or_else(Unauthorized::missing)?;
        let given: [u8; 32] = Sha256::digest(token).into();
        // Every hash is compared, so that the time says nothing of which one it was.
        let mut found = None;
        for (known, grants) in &self.0 {
            if bool::from(known.ct_eq(&given)) {
                found = Some(grants);
            }
        }
        found.cloned().ok_or_else(Unauthorized::invalid)
    }
}
