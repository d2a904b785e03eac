//! Names taken apart: a verb, and the object that it acts on.

use crate::meaning::singular;
use crate::words;

/// A tool's name in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// What stands before the verb: a domain, a product.
    pub(crate) domain: Vec<String>,
    /// The verb.
    pub(crate) verb: String,
    /// What it acts on, without articles or a `by_…` behind it; what stands before the verb where
    /// nothing else does (`invoices-get`), and empty where the verb stands alone.
    pub(crate) object: Vec<String>,
}

impl Phrase {
    /// The parts of a name, where its verb can be told.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let mut words = words::split(name);
        // `invoice_get` puts it last; of `find_and_replace` it cannot be told which counts.
        let is_one = !words.iter().any(|word| word == "and" || word == "or");
        let last = || {
            let last = words.last()?;
            (is_one && words::is_verb(last)).then(|| last.clone())
        };
        let verb = words::verb_of(name).or_else(last)?;
        let at = words.iter().position(|word| *word == verb)?;
        let mut object = words.split_off(at + 1);
        if let Some(by) = object.iter().position(|word| word == "by") {
            object.truncate(by);
        }
        object.retain(|word| !matches!(word.as_str(), "a" | "an" | "the"));
        words.truncate(at);
        if object.is_empty() {
            std::mem::swap(&mut words, &mut object);
        }
        Some(Self {
            domain: words,
            verb,
            object,
        })
    }

    /// The object with its last word in the singular.
    pub(crate) fn kind(&self) -> Vec<String> {
        let mut kind = self.object.clone();
        if let Some(last) = kind.last_mut() {
            *last = singular(last);
        }
        kind
    }
}

/// A name with another verb, in its own spelling; `None` where the verb cannot be found in it.
pub(crate) fn with_verb(name: &str, verb: &str, other: &str) -> Option<String> {
    let at = name.to_ascii_lowercase().find(verb)?;
    let (before, rest) = name.split_at(at);
    let (written, after) = rest.split_at(verb.len());
    let mut other = other.to_owned();
    if written.starts_with(|c: char| c.is_ascii_uppercase()) {
        other[..1].make_ascii_uppercase();
    }
    Some(format!("{before}{other}{after}"))
}

/// A name without one of its words, in its own spelling.
pub(crate) fn without_word(name: &str, word: &str) -> String {
    const MARKS: [char; 3] = ['_', '-', '.'];
    let Some(at) = name.to_ascii_lowercase().find(word) else {
        return name.to_owned();
    };
    let (before, rest) = name.split_at(at);
    let after = &rest[word.len()..];
    match after.strip_prefix(MARKS) {
        Some(after) => format!("{before}{after}"),
        None if after.is_empty() => before.trim_end_matches(MARKS).to_owned(),
        None => format!("{before}{after}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_verb_and_an_object() {
        let parts = |name| {
            let phrase = Phrase::of(name)?;
            Some((
                phrase.domain.join(" "),
                phrase.verb,
                phrase.object.join(" "),
            ))
        };
        let told = |domain: &str, verb: &str, object: &str| {
            Some((domain.to_owned(), verb.to_owned(), object.to_owned()))
        };
        assert_eq!(parts("get_open_invoices"), told("", "get", "open invoices"));
        assert_eq!(parts("getInvoiceById"), told("", "get", "invoice"));
        assert_eq!(
            parts("slack_send_message"),
            told("slack", "send", "message")
        );
        assert_eq!(parts("retrieve-a-page"), told("", "retrieve", "page"));
        assert_eq!(parts("invoices-get"), told("", "get", "invoices"));
        assert_eq!(parts("crm_invoice_get"), told("", "get", "crm invoice"));
        assert_eq!(parts("undo"), told("", "undo", ""));
        assert_eq!(parts("invoices"), None);
    }

    #[test]
    fn a_verb_is_exchanged_in_place() {
        let renamed = |name| with_verb(name, "fetch", "get");
        assert_eq!(renamed("fetch_invoice").as_deref(), Some("get_invoice"));
        assert_eq!(renamed("FetchInvoice").as_deref(), Some("GetInvoice"));
        assert_eq!(renamed("crm-fetch_all").as_deref(), Some("crm-get_all"));
        assert_eq!(renamed("größe"), None);
    }

    #[test]
    fn a_word_is_left_out_in_place() {
        assert_eq!(without_word("list_open_issues", "open"), "list_issues");
        assert_eq!(without_word("listOpenIssues", "open"), "listIssues");
        assert_eq!(without_word("list_issues", "open"), "list_issues");
        assert_eq!(without_word("issues-get-open", "open"), "issues-get");
    }
}
