//! Who may do what: three roles, and a file that says which token has which.

use mcp_ergo::{Grants, NotAHash, Tokens};

/// What each role holds. Deploying and deleting destroy, so that their scopes are granted by name.
pub const ROLES: [(&str, &[&str]); 3] = [
    ("viewer", &["read"]),
    (
        "modeller",
        &["read", "projects:write", "plans:write", "artifacts:write"],
    ),
    (
        "admin",
        &[
            "read",
            "projects:write",
            "plans:write",
            "artifacts:write",
            "projects:deploy",
            "projects:delete",
        ],
    ),
];

/// Why a file of tokens is none. It shows nothing of a line but its number and its role.
#[derive(Debug, thiserror::Error)]
pub enum TokensError {
    /// Three words are wanted.
    #[error("line {line} of the tokens has {words} words; write `SHA256 ROLE CALLER`")]
    Words {
        /// Counts from 1.
        line: usize,
        /// How many there are.
        words: usize,
    },
    /// The first is no hash.
    #[error("line {line} of the tokens")]
    Hash {
        /// Counts from 1.
        line: usize,
        /// What it is instead.
        source: NotAHash,
    },
    /// The second is no role.
    #[error("line {line} of the tokens: {unknown}")]
    Role {
        /// Counts from 1.
        line: usize,
        /// Why.
        unknown: UnknownRole,
    },
    /// Nobody could come in.
    #[error("the file of tokens names none; write a line `SHA256 ROLE CALLER` for each")]
    Empty,
}

/// A role that there is not.
#[derive(Debug, thiserror::Error)]
#[error("there is no role '{0}'; the roles are viewer, modeller and admin")]
pub struct UnknownRole(String);

/// The grants of a role.
///
/// # Errors
///
/// When there is no such role.
pub fn role(name: &str) -> Result<Grants, UnknownRole> {
    if ROLES.iter().any(|(known, _)| *known == name) {
        Ok(Grants::role(name))
    } else {
        Err(UnknownRole(name.to_owned()))
    }
}

/// The tokens of a file: a line `SHA256 ROLE CALLER` for each, with the hash of the token that
/// `printf %s "$TOKEN" | sha256sum` prints. Blank lines and lines that begin with `#` say nothing.
///
/// # Errors
///
/// At the first line that says something else, and where none says anything.
pub fn tokens(text: &str) -> Result<Tokens, TokensError> {
    let mut tokens = Tokens::new();
    let mut none = true;
    for (line, text) in (1..).zip(text.lines()) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[hash, name, caller] = words.as_slice() else {
            if words.first().is_none_or(|word| word.starts_with('#')) {
                continue;
            }
            let words = words.len();
            return Err(TokensError::Words { line, words });
        };
        if hash.starts_with('#') {
            continue;
        }
        let grants = role(name).map_err(|unknown| TokensError::Role { line, unknown })?;
        tokens = tokens
            .hash(hash, grants.caller(caller))
            .map_err(|source| TokensError::Hash { line, source })?;
        none = false;
    }
    if none {
        return Err(TokensError::Empty);
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    fn refused(text: &str) -> String {
        tokens(text).expect_err("no tokens").to_string()
    }

    #[test]
    fn a_line_is_a_hash_a_role_and_a_caller() {
        let text =
            format!("# who comes in\n\n  # and why\n{HASH} admin ci-7\n{HASH}\tviewer\taudit\n");
        assert!(tokens(&text).is_ok());
    }

    #[test]
    fn what_is_wrong_is_told_by_its_line_and_shows_no_token() {
        assert_eq!(
            refused("\nhunter2 admin"),
            "line 2 of the tokens has 2 words; write `SHA256 ROLE CALLER`"
        );
        assert_eq!(refused("hunter2 admin ci-7"), "line 1 of the tokens");
        assert_eq!(
            refused(&format!("{HASH} root ci-7")),
            "line 1 of the tokens: there is no role 'root'; the roles are viewer, modeller and admin"
        );
        assert_eq!(
            refused("# nobody\n"),
            "the file of tokens names none; write a line `SHA256 ROLE CALLER` for each"
        );
    }
}
