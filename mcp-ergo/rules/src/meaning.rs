//! What words mean: whether two are one, whether one says anything, whether one speaks of change.

use std::collections::BTreeSet;

use crate::prose::{TokenKind, tokens};
use crate::words;

/// Words that say nothing about a tool that its name leaves open, besides those that are filler
/// anywhere.
#[rustfmt::skip] // one word a line otherwise
const EMPTY: &[&str] = &[
    "about", "all", "allows", "also", "any", "are", "as", "associated", "at", "available", "back",
    "call", "can", "data", "detail", "details", "do", "does", "each", "enables", "existing",
    "function", "has", "have", "if", "info", "information", "need", "needed", "needs", "new", "one",
    "or", "please", "return", "returned", "returns", "single", "some", "specific", "them", "then",
    "these", "they", "those", "tool", "up", "used", "using", "want", "wants", "when", "whenever",
    "you", "your",
];

/// Words for one and the same, as stems: the word, and the one that stands for it.
#[rustfmt::skip] // one pair a line otherwise
const SYNONYMS: &[(&str, &str)] = &[
    ("bulk", "batch"), ("display", "get"), ("edit", "updat"), ("eras", "delet"), ("fetch", "get"),
    ("find", "search"), ("look", "search"), ("lookup", "search"), ("many", "batch"),
    ("modify", "updat"), ("multipl", "batch"), ("obtain", "get"), ("query", "search"),
    ("read", "get"), ("remov", "delet"), ("retriev", "get"), ("several", "batch"), ("show", "get"),
    ("view", "get"),
];

/// Words that tell the reader that something there will be changed, removed, ended or sent away.
#[rustfmt::skip] // one word a line otherwise
const CHANGE: &[&str] = &[
    "abort", "accept", "activate", "adjust", "alter", "amend", "apply", "approve", "archive",
    "assign", "ban", "block", "buy", "cancel", "change", "charge", "clean", "cleanup", "clear",
    "close", "commit", "complete", "conclude", "configure", "convert", "crop", "cut", "deactivate",
    "debit", "decline", "decrease", "delete", "deletion", "demote", "deploy", "destroy",
    "destructive", "detach", "disable", "discard", "disconnect", "dismiss", "drop", "edit", "eject",
    "empty", "enable", "end", "erase", "erasure", "execute", "exit", "expire", "extend", "finalise",
    "finalize", "finish", "flush", "force", "format", "freeze", "halt", "increase", "interrupt",
    "irreversible", "irreversibly", "irrevocable", "kill", "leave", "lend", "lock", "lose", "loss", "lost",
    "lower", "manage", "mark", "merge", "migrate", "modification", "modify", "move", "mutate",
    "mute", "order", "overwrite", "overwritten", "patch", "pause", "pay", "permanent",
    "permanently", "post", "prolong", "promote", "prune", "publish", "purchase", "purge", "push", "quit",
    "raise", "reassign", "rebase", "reboot", "rebuild", "recreate", "redact", "redeem", "redeploy",
    "refactor", "refund", "reject", "release", "removal", "remove", "rename", "renew", "reopen", "reorder",
    "replace", "replacement", "reschedule", "reset", "resize", "resolve", "restart", "restore",
    "resume", "retire", "revert", "revoke", "rewind", "rewrite", "rollback", "rotate", "scale",
    "sell", "send", "sent", "set", "settle", "shrink", "shutdown", "spend", "split", "squash",
    "stop", "store", "submit", "subtract", "suspend", "swap", "switch", "teardown", "terminate",
    "toggle", "transfer", "transform", "trash", "trigger", "trim", "truncate", "unarchive",
    "unassign", "unblock", "undo", "undone", "unfollow", "uninstall", "unlink", "unlock", "unmute",
    "unpin", "unpublish", "unregister", "unset", "unshare", "unsubscribe", "unwatch", "update",
    "upgrade", "upload", "upsert", "void", "wipe", "withdraw", "write", "written",
];

/// Forms of those words that name what is there: a managed disk, the settings of a page.
const NOUNS_OF_CHANGE: &[&str] = &["managed", "settings"];

/// Words that tell the reader that what happens is up to what is sent.
#[rustfmt::skip] // one word a line otherwise
const OPEN_ENDED: &[&str] = &[
    "code", "command", "commands", "expression", "javascript", "python", "repl", "request",
    "requests", "script", "scripts", "shell", "snippet", "sql", "statement", "statements",
    "terminal",
];

/// What is done by hand on a screen: what comes of it is up to the page.
#[rustfmt::skip] // one word a line otherwise
const GESTURES: &[&str] = &[
    "click", "drag", "fill", "hover", "mouse", "navigate", "press", "scroll", "select", "swipe",
    "tap", "touch", "type",
];

fn holds(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// A word without the endings of number and tense: `invoice` and `invoices`, `update` and
/// `updating` are one. Lower case; made to be compared, not to be read.
pub(crate) fn stem(word: &str) -> String {
    let one = singular(word);
    let has_vowel = |rest: &str| rest.len() > 2 && rest.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let bare = ["ing", "ed"]
        .iter()
        .find_map(|ending| one.strip_suffix(ending).filter(|rest| has_vowel(rest)));
    let Some(bare) = bare else {
        return without_e(&one).to_owned();
    };
    if let Some(modified) = bare.strip_suffix('i') {
        return format!("{modified}y");
    }
    // `stopp` of `stopped`; `call` and `pass` keep both.
    let mut last = bare.bytes().rev();
    match (last.next(), last.next()) {
        (Some(c), Some(before)) if c == before && !b"lsz".contains(&c) && c.is_ascii() => {
            bare[..bare.len() - 1].to_owned()
        }
        _ => without_e(bare).to_owned(),
    }
}

fn without_e(word: &str) -> &str {
    word.strip_suffix('e')
        .filter(|rest| rest.len() > 2)
        .unwrap_or(word)
}

/// A noun in the singular, as far as English is regular.
pub(crate) fn singular(word: &str) -> String {
    if let Some(rest) = word.strip_suffix("ies").filter(|rest| rest.len() > 1) {
        return format!("{rest}y");
    }
    let hissing = ["ches", "shes", "sses", "xes", "zes"];
    if hissing.iter().any(|ending| word.ends_with(ending)) {
        return word[..word.len() - 2].to_owned();
    }
    let plural = word.ends_with('s')
        && word.len() > 3
        && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    word[..word.len() - usize::from(plural)].to_owned()
}

/// The stem that stands for a word and all that mean the same.
pub(crate) fn sense(word: &str) -> String {
    let stem = stem(word);
    match SYNONYMS.binary_search_by_key(&stem.as_str(), |(word, _)| word) {
        Ok(at) => SYNONYMS[at].1.to_owned(),
        Err(_) => stem,
    }
}

/// Whether a word says nothing about a tool that its name leaves open. Lower case.
fn is_empty(word: &str) -> bool {
    words::is_filler(word) || holds(EMPTY, word)
}

/// The words of a text in lower case, names in it taken apart.
pub(crate) fn words_of(text: &str) -> Vec<String> {
    tokens(text)
        .iter()
        .filter(|token| token.kind != TokenKind::Mark)
        .flat_map(|token| words::split(token.text))
        .collect()
}

/// What follows `user` where it is the one who talks to the model.
const ASKS: &[&str] = &[
    "ask", "asked", "asks", "need", "needs", "request", "requests", "want", "wants",
];

/// What a text says: the senses of its words, without those that say nothing.
pub(crate) fn senses(words: &[String]) -> BTreeSet<String> {
    let is_asking = |at: usize| words.get(at).is_some_and(|word| holds(ASKS, word));
    let is_user = |at: usize| {
        words
            .get(at)
            .is_some_and(|word| word == "user" || word == "users")
    };
    let speaking = words.iter().enumerate().filter(|(at, word)| {
        let asked =
            is_user(*at) && is_asking(at + 1) || is_asking(*at) && *at > 0 && is_user(at - 1);
        !is_empty(word) && !asked
    });
    speaking.map(|(_, word)| sense(word)).collect()
}

/// Whether one of the words speaks of changing, removing or sending what is there, or says that
/// what happens is up to the caller.
pub(crate) fn says_change(words: &[String]) -> bool {
    let spoken = words.iter().filter(|word| !holds(NOUNS_OF_CHANGE, word));
    let stems: BTreeSet<String> = spoken.map(|word| stem(word)).collect();
    let changes = CHANGE.iter().any(|change| stems.contains(&stem(change)));
    changes || words.iter().any(|word| holds(OPEN_ENDED, word))
}

/// Whether the word is something that is done by hand on a screen.
pub(crate) fn is_gesture(word: &str) -> bool {
    holds(GESTURES, word)
}

/// The words of a text, to be asked about.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    words: Vec<String>,
    senses: BTreeSet<String>,
}

impl Said {
    pub(crate) fn in_text(text: &str) -> Self {
        let words = words_of(text);
        let senses = words.iter().map(|word| sense(word)).collect();
        Self { words, senses }
    }

    /// The words in order, in lower case.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether `word` is said, in whatever form: as another form of it, as the beginning of a longer
    /// word or the other way round (`repo`), in several words (`key vault` for `keyvault`), or by the
    /// initials (`container registry` for `cr`).
    pub(crate) fn says(&self, word: &str) -> bool {
        let begins = |long: &str, short: &str| short.len() > 2 && long.starts_with(short);
        let one_word = |said: &String| begins(said, word) || begins(word, said);
        if self.senses.contains(&sense(word)) || self.words.iter().any(one_word) {
            return true;
        }
        let spelt = singular(word);
        (0..self.words.len()).any(|at| {
            let ahead = &self.words[at..];
            is_spelt(ahead, &spelt) || has_initials(ahead, word)
        })
    }
}

/// Whether the words at the beginning, written together, are `word`.
fn is_spelt(words: &[String], word: &str) -> bool {
    let mut rest = word;
    for next in words {
        match rest.strip_prefix(next.as_str()) {
            Some(behind) if !behind.is_empty() => rest = behind,
            // The last of them may be in the plural.
            _ => return next.starts_with(rest) && singular(next) == rest,
        }
    }
    false
}

/// Whether the words at the beginning have the letters of `word` for initials.
fn has_initials(words: &[String], word: &str) -> bool {
    let letters = word.chars().count();
    (2..=5).contains(&letters)
        && words.len() >= letters
        && word.chars().zip(words).all(|(c, word)| word.starts_with(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_without_repetition() {
        for list in [EMPTY, CHANGE, NOUNS_OF_CHANGE, OPEN_ENDED, GESTURES, ASKS] {
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
        }
        assert!(SYNONYMS.is_sorted_by(|one, next| one.0 < next.0));
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["invoice", "invoices"][..],
            &["update", "updates", "updated", "updating"],
            &["stop", "stops", "stopped", "stopping"],
            &["modify", "modifies", "modified", "modifying"],
            &["call", "called", "calling"],
            &["process", "processes", "processed"],
            &["policy", "policies"],
            &["box", "boxes"],
        ] {
            let stems: BTreeSet<String> = forms.iter().map(|form| stem(form)).collect();
            assert_eq!(stems.len(), 1, "{stems:?}");
        }
        for word in [
            "", "s", "ing", "ed", "thing", "string", "need", "status", "größe", "ies",
        ] {
            assert_eq!(stem(word), without_e(word), "{word}");
        }
        assert_eq!(sense("retrieving"), sense("get"));
        assert_eq!(sense("removes"), sense("delete"));
    }

    #[test]
    fn a_word_may_be_said_in_several() {
        let said = Said::in_text("Operations on a Key Vault of the container registry.");
        for word in ["keyvault", "keyvaults", "cr", "operation", "vaults", "reg"] {
            assert!(said.says(word), "{word}");
        }
        for word in ["table", "vaulted", "x", ""] {
            assert_eq!(said.says(word), word == "vaulted", "{word}");
        }
    }

    #[test]
    fn change_is_told_in_every_form() {
        for text in [
            "Old entries are overwritten.",
            "Deletes it",
            "Cancelling it refunds the money.",
            "This cannot be undone.",
            "Run a shell command.",
        ] {
            assert!(says_change(&words_of(text)), "{text}");
        }
        for text in [
            "Sync the calendar.",
            "Create one team",
            "",
            "Handle a dialog",
            "Create a managed disk with the settings that are given.",
        ] {
            assert!(!says_change(&words_of(text)), "{text}");
        }
    }
}
