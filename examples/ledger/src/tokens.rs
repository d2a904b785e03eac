//! Who may call over HTTP: a file of token hashes.

use mcp_ergo::{Grants, NotAHash, Tokens};

/// Why a file of tokens cannot be used. Lines are named by their number: what stands in them is a
/// secret.
#[derive(Debug, thiserror::Error)]
pub enum TokensError {
    /// The file cannot be read.
    #[error("the file of tokens cannot be read")]
    Unreadable(#[from] std::io::Error),
    /// A line does not say who presents the token.
    #[error("line {0} of the file of tokens names nobody; write `HASH CALLER [SCOPE]...`")]
    Nobody(usize),
    /// A line does not begin with a hash.
    #[error("line {line} of the file of tokens does not begin with a hash")]
    NoHash {
        /// The line's number, from 1.
        line: usize,
        /// What it begins with instead.
        source: NotAHash,
    },
}

/// Reads `HASH CALLER [SCOPE]...`, one token a line: the SHA-256 of the token, who presents it, and
/// what that caller may do beside reading. Empty lines and lines that begin with `#` are passed over.
///
/// # Errors
///
/// When a line is no such line; nobody is let in by half a file.
pub fn read(text: &str) -> Result<Tokens, TokensError> {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(at, line)| (at + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.try_fold(Tokens::new(), |tokens, (line, text)| {
        let mut words = text.split_whitespace();
        let hash = words.next().unwrap_or_default();
        let caller = words.next().ok_or(TokensError::Nobody(line))?;
        let grants = words.fold(Grants::reading().caller(caller), Grants::scope);
        let tokens = tokens.hash(hash, grants);
        tokens.map_err(|source| TokensError::NoHash { line, source })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    #[test]
    fn a_line_that_is_none_is_told_by_its_number() {
        let told = |text: &str| read(text).map(|_| ()).map_err(|error| error.to_string());
        let good = format!("# the office\n\n{HASH} till-3 invoices:write\n{HASH} audit\n");
        assert_eq!(told(&good), Ok(()));
        assert_eq!(
            told(&format!("{good}{HASH}")),
            Err("line 5 of the file of tokens names nobody; write `HASH CALLER [SCOPE]...`".into())
        );
        assert_eq!(
            told("my-token till-3"),
            Err("line 1 of the file of tokens does not begin with a hash".into())
        );
    }
}
