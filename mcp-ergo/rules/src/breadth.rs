//! Scopes: what is in a name of one, and which grants everything.

/// Words that stand for everything.
const EVERYTHING: &[&str] = &[
    "*",
    "**",
    "admin",
    "administrator",
    "all",
    "any",
    "everything",
    "full",
    "full_access",
    "root",
    "superuser",
];

/// What parts a scope: `invoices:read`, `billing.invoices.read`.
const MARKS: [char; 3] = [':', '.', '/'];

/// The word of a scope that stands for everything: its last one, or a `*` anywhere.
pub(crate) fn everything_in(scope: &str) -> Option<&str> {
    let mut parts = scope.trim().split(MARKS).rev();
    let last = parts.next()?;
    let known = |part: &&str| EVERYTHING.contains(&part.to_lowercase().replace('-', "_").as_str());
    Some(last)
        .filter(known)
        .or_else(|| parts.find(|part| part.starts_with('*')))
}

/// What a scope is about, with the mark behind it, and what it lets do: `invoices:` and `read`. A
/// scope in one word is about that.
pub(crate) fn parted(scope: &str) -> (String, Option<&str>) {
    let scope = scope.trim();
    match scope.rfind(MARKS) {
        Some(at) => {
            let (about, does) = scope.split_at(at + 1);
            (about.to_owned(), Some(does))
        }
        None => (format!("{scope}:"), None),
    }
}

/// Whether what a scope lets do is reading alone.
pub(crate) fn only_reads(scope: &str) -> bool {
    let (_, does) = parted(scope);
    does.is_some_and(|does| {
        let does = does.to_lowercase().replace(['-', '_'], "");
        does == "readonly" || crate::words::is_reading(&does)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_told_by_the_last_word() {
        for (scope, word) in [
            ("*", "*"),
            ("admin", "admin"),
            ("Root", "Root"),
            ("invoices:*", "*"),
            ("billing:all", "all"),
            ("billing.full-access", "full-access"),
            ("*:read", "*"),
            (" superuser ", "superuser"),
        ] {
            assert_eq!(everything_in(scope), Some(word), "{scope}");
        }
        for scope in [
            "invoices:read",
            "admin:read",
            "all_invoices:read",
            "wall",
            "https://mail.example.com/",
            "",
        ] {
            assert_eq!(everything_in(scope), None, "{scope}");
        }
    }

    #[test]
    fn a_scope_is_about_something() {
        assert_eq!(
            parted("invoices:read"),
            ("invoices:".to_owned(), Some("read"))
        );
        assert_eq!(parted("a.b.read"), ("a.b.".to_owned(), Some("read")));
        assert_eq!(parted("invoices"), ("invoices:".to_owned(), None));
        for scope in ["invoices:read", "a.readonly", "a:read-only", "a:list"] {
            assert!(only_reads(scope), "{scope}");
        }
        for scope in ["invoices:write", "invoices", "read", ""] {
            assert!(!only_reads(scope), "{scope}");
        }
    }
}
