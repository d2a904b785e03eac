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
        let words = mcp_ergo_rules::words::split(name);
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
