//! The case of names on the wire.

use syn::LitStr;

use crate::ctxt::Ctxt;

/// How names are written on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Snake,
    Camel,
    Kebab,
    ScreamingSnake,
    Lower,
}

const CASES: [(&str, Case); 5] = [
    ("snake_case", Case::Snake),
    ("camelCase", Case::Camel),
    ("kebab-case", Case::Kebab),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("lowercase", Case::Lower),
];

impl Case {
    pub(crate) fn read(lit: &LitStr, ctxt: &Ctxt) -> Option<Self> {
        let given = lit.value();
        let found = CASES
            .iter()
            .find(|(name, _)| *name == given)
            .map(|(_, case)| *case);
        if found.is_none() {
            let names = mcp_ergo_rules::quoted_list(CASES.iter().map(|(name, _)| *name), "or");
            ctxt.error(
                lit,
                format_args!("no case is called `{given}`"),
                format_args!("write {names}"),
            );
        }
        found
    }

    /// A Rust name, in whatever case Rust wants it, in this case.
    pub(crate) fn apply(self, name: &str) -> String {
        let words = words(name);
        match self {
            Self::Snake => words.join("_"),
            Self::Kebab => words.join("-"),
            Self::ScreamingSnake => words.join("_").to_uppercase(),
            Self::Lower => words.concat(),
            Self::Camel => words
                .iter()
                .enumerate()
                .map(|(at, word)| {
                    if at == 0 {
                        word.clone()
                    } else {
                        capitalized(word)
                    }
                })
                .collect(),
        }
    }
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

/// `InvoiceStatus` and `invoice_status` → `invoice`, `status`; `HTTPCode` → `http`, `code`.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (at, &char) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        let after = chars.get(at + 1);
        let begins = char.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_ascii_digit()
                    || before.is_uppercase() && after.is_some_and(|after| after.is_lowercase())
            });
        if char == '_' || begins {
            words.push(String::new());
        }
        if char != '_'
            && let Some(word) = words.last_mut()
        {
            word.extend(char.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_from_either_rust_case() {
        for name in ["InvoiceStatus", "invoice_status"] {
            assert_eq!(Case::Snake.apply(name), "invoice_status");
            assert_eq!(Case::Camel.apply(name), "invoiceStatus");
            assert_eq!(Case::Kebab.apply(name), "invoice-status");
            assert_eq!(Case::ScreamingSnake.apply(name), "INVOICE_STATUS");
            assert_eq!(Case::Lower.apply(name), "invoicestatus");
        }
        assert_eq!(Case::Snake.apply("HTTPCode"), "http_code");
        assert_eq!(Case::Snake.apply("V2Beta"), "v2_beta");
    }
}
