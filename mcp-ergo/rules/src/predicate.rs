//! The few predicates that const evaluation needs; everything else reads prose at run time.

/// Whether a text says nothing: empty, or white space alone.
pub const fn is_blank(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

/// Whether a text is longer than `limit` characters.
pub const fn is_longer_than(text: &str, limit: usize) -> bool {
    let bytes = text.as_bytes();
    let mut chars = 0;
    let mut at = 0;
    while at < bytes.len() {
        // Continuation bytes of UTF-8 are 10xxxxxx; every other byte begins a character.
        if bytes[at] & 0b1100_0000 != 0b1000_0000 {
            chars += 1;
        }
        at += 1;
    }
    chars > limit
}

/// Whether every model API takes a property of this name.
pub const fn is_portable_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !(bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'_' | b'-')) {
            return false;
        }
        at += 1;
    }
    !bytes.is_empty() && bytes.len() <= 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_not_bytes() {
        assert!(!is_longer_than("größe", 5));
        assert!(is_longer_than("größen", 5));
        assert!(is_blank(" \n\t"));
        assert!(!is_blank(" a "));
    }

    #[test]
    fn names_of_properties_are_letters_digits_underscores_and_hyphens() {
        for name in ["a", "invoice_id", "date-from", &"x".repeat(64)] {
            assert!(is_portable_name(name), "{name}");
        }
        for name in ["", "a b", "a.b", "ids[]", "größe", &"x".repeat(65)] {
            assert!(!is_portable_name(name), "{name}");
        }
    }
}
