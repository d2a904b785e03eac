//! The reader of `mcp-ergo.toml`, which the macros and the command share.

/// Declares `find` and `read`, for a crate that depends on `toml`.
///
/// A macro, because the two crates that read the file (a proc-macro crate, and the library with its
/// command) can share code only through this crate, and this crate depends on nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! policy_file {
    () => {
        use std::path::{Path, PathBuf};

        use ::toml::de::{DeTable, DeValue};
        use $crate::{Policy, PolicyError, PolicyValue};

        /// The nearest file at or above `here`, no further than the workspace's root.
        pub(crate) fn find(here: &Path) -> Option<PathBuf> {
            for folder in here.ancestors() {
                let file = folder.join("mcp-ergo.toml");
                if file.is_file() {
                    return Some(file);
                }
                let is_root =
                    std::fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|manifest| {
                        manifest.lines().any(|line| line.trim() == "[workspace]")
                    }) || folder.join("Cargo.lock").is_file();
                if is_root {
                    return None;
                }
            }
            None
        }

        /// What a file said and did not say right.
        #[derive(Debug, Default)]
        pub(crate) struct Entries {
            /// What the policy took: section, key and value.
            pub(crate) taken: Vec<(String, String, PolicyValue)>,
            /// What it could not take, and what to write instead.
            pub(crate) errors: Vec<PolicyError>,
        }

        /// Reads a file into `policy`.
        pub(crate) fn read(path: &Path, policy: &mut Policy) -> Entries {
            let mut entries = Entries::default();
            if let Err(error) = read_into(path, policy, &mut entries) {
                entries.errors.push(error);
            }
            entries
        }

        fn read_into(
            path: &Path,
            policy: &mut Policy,
            entries: &mut Entries,
        ) -> Result<(), PolicyError> {
            let text = std::fs::read_to_string(path).map_err(|error| PolicyError {
                message: format!("it cannot be read: {error}"),
                help: "make it readable, or remove it".to_owned(),
            })?;
            let table = DeTable::parse(&text).map_err(|error| {
                let before = error.span().map_or(0, |span| span.start);
                let line = text.get(..before).unwrap_or_default().matches('\n').count() + 1;
                PolicyError {
                    message: format!("line {line} is not TOML: {}", error.message()),
                    help: "mend the line".to_owned(),
                }
            })?;
            for (key, value) in table.get_ref() {
                let key = key.get_ref().as_ref();
                let DeValue::Table(section) = value.get_ref() else {
                    entries.take(policy, "", key, value.get_ref());
                    continue;
                };
                // A section that is none is one mistake, however many keys it has.
                if let Err(error) = Policy::check_section(key) {
                    entries.errors.push(error);
                    continue;
                }
                for (inner, value) in section {
                    entries.take(policy, key, inner.get_ref().as_ref(), value.get_ref());
                }
            }
            Ok(())
        }

        impl Entries {
            fn take(&mut self, policy: &mut Policy, section: &str, key: &str, value: &DeValue<'_>) {
                let value = policy_value(value);
                match policy.set(section, key, &value) {
                    Ok(()) => self.taken.push((section.to_owned(), key.to_owned(), value)),
                    Err(error) => self.errors.push(error),
                }
            }
        }

        fn policy_value(value: &DeValue<'_>) -> PolicyValue {
            match value {
                DeValue::String(text) => PolicyValue::Text(text.clone().into_owned()),
                DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                    .map_or(
                        PolicyValue::Other("a number that is too large"),
                        PolicyValue::Number,
                    ),
                DeValue::Array(items) => {
                    let texts: Option<Vec<String>> = items
                        .iter()
                        .map(|item| match item.get_ref() {
                            DeValue::String(text) => Some(text.clone().into_owned()),
                            _ => None,
                        })
                        .collect();
                    texts.map_or(
                        PolicyValue::Other("a list of other things than strings"),
                        PolicyValue::List,
                    )
                }
                DeValue::Float(_) => PolicyValue::Other("a number with a point"),
                DeValue::Boolean(flag) => PolicyValue::Flag(*flag),
                DeValue::Datetime(_) => PolicyValue::Other("a date"),
                DeValue::Table(_) => PolicyValue::Other("a table"),
            }
        }
    };
}
