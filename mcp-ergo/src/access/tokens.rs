//! Bearer tokens.

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::grants::LOCAL;
use super::{Authorizer, Grants, Incoming, Unauthorized};

/// Bearer tokens, each with what whoever presents it holds. Only hashes are kept, and comparing takes
/// the same time for every token.
///
/// Whoever presents one is the caller that its grants name. Where they name none, the token is a
/// caller of its own, under a name that is made of its hash: it shares nothing that is stored with
/// another token, and leaves it behind when it is replaced.
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
///     .hash(
///         "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
///         Grants::reading().caller("audit"),
///     )?;
/// # Ok::<(), mcp_ergo::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Tokens(Vec<([u8; 32], Grants)>);

/// A text that is no SHA-256 in hexadecimal. It says how long the text is, and never shows it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "this text of {0} characters is no SHA-256 in hexadecimal; write the 64 digits that `printf %s \"$TOKEN\" | sha256sum` prints"
)]
pub struct NotAHash(usize);

impl Tokens {
    /// No tokens: nobody gets in.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets in whoever presents `token`. It is hashed and not kept.
    pub fn token(mut self, token: impl AsRef<[u8]>, grants: Grants) -> Self {
        self.add(Sha256::digest(token).into(), grants);
        self
    }

    fn add(&mut self, hash: [u8; 32], grants: Grants) {
        let grants = if *grants.caller == *LOCAL {
            grants.caller(name(&hash))
        } else {
            grants
        };
        self.0.push((hash, grants));
    }

    /// Lets in whoever presents the token of this SHA-256, in hexadecimal.
    ///
    /// # Errors
    ///
    /// When it is not 64 hexadecimal digits.
    pub fn hash(mut self, hash: &str, grants: Grants) -> Result<Self, NotAHash> {
        let hash = hash.trim();
        let refused = || NotAHash(hash.chars().count());
        let mut bytes = [0; 32];
        if hash.len() != 64 || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(refused());
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            let pair = hash.get(2 * at..2 * at + 2).ok_or_else(refused)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| refused())?;
        }
        self.add(bytes, grants);
        Ok(self)
    }
}

/// What a token's caller is called that nobody has named: enough of the hash to tell tokens apart.
fn name(hash: &[u8; 32]) -> String {
    let digits = hash[..6].iter().map(|byte| format!("{byte:02x}"));
    format!("token {}", digits.collect::<String>())
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

    fn issued(&self) -> Vec<Grants> {
        self.0.iter().map(|(_, grants)| grants.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_without_a_name_are_callers_of_their_own() {
        let tokens = Tokens::new()
            .token("a", Grants::reading())
            .token("b", Grants::reading())
            .token("c", Grants::reading().caller("till-3"));
        let callers: Vec<&str> = tokens.0.iter().map(|(_, grants)| &*grants.caller).collect();
        assert_eq!(
            callers,
            ["token ca978112ca1b", "token 3e23e8160039", "till-3"]
        );
    }

    #[test]
    fn what_is_no_hash_is_told_by_its_length_and_not_shown() {
        let digits = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let read = |hash: &str| Tokens::new().hash(hash, Grants::none()).map(|_| ());
        assert_eq!(read(digits), Ok(()));
        assert_eq!(read(&format!(" {}\n", digits.to_uppercase())), Ok(()));
        assert_eq!(read(""), Err(NotAHash(0)));
        assert_eq!(read(&digits[1..]), Err(NotAHash(63)));
        assert_eq!(read(&digits.replace('9', "x")), Err(NotAHash(64)));
        assert_eq!(read(&digits.replace("9f", "é")), Err(NotAHash(63)));
        let refused = NotAHash(12).to_string();
        assert!(
            refused.starts_with("this text of 12 characters is no SHA-256"),
            "{refused}"
        );
    }
}
