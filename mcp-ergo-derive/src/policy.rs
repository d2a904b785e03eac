//! Reads `mcp-ergo.toml`: beside the crate's `Cargo.toml`, or above, up to the workspace root.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use mcp_ergo_rules::{Policy, PolicyError, PolicyValue};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use toml::de::{DeTable, DeValue};

use crate::ctxt::Ctxt;

/// The policy of the crate that is being compiled.
#[derive(Debug)]
pub(crate) struct PolicyFile {
    pub(crate) policy: Policy,
    path: Option<PathBuf>,
    entries: Vec<(String, String, PolicyValue)>,
    errors: Vec<PolicyError>,
    reported: AtomicBool,
}

/// The policies of the crates that this process compiles: a compiler has one, an editor's server
/// many.
static FILES: Mutex<BTreeMap<PathBuf, &'static PolicyFile>> = Mutex::new(BTreeMap::new());

impl PolicyFile {
    /// The policy of the crate that is being compiled. Its file is read once.
    pub(crate) fn read(ctxt: &Ctxt) -> &'static Self {
        let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let file: &'static Self = files.entry(here.clone()).or_insert_with(|| {
            let file = find(&here).map_or_else(Self::none, |path| Self::load(&path));
            Box::leak(Box::new(file))
        });
        // One file, one report: a crate may have a hundred tools.
        if !file.errors.is_empty() && !file.reported.swap(true, Ordering::Relaxed) {
            for PolicyError { message, help } in &file.errors {
                ctxt.error_at(
                    Span::call_site(),
                    format_args!("mcp-ergo.toml: {message}"),
                    help,
                );
            }
        }
        file
    }

    fn none() -> Self {
        Self {
            policy: Policy::strict(),
            path: None,
            entries: Vec::new(),
            errors: Vec::new(),
            reported: AtomicBool::new(false),
        }
    }

    fn load(path: &Path) -> Self {
        let mut file = Self {
            path: Some(path.to_owned()),
            ..Self::none()
        };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                file.refuse(
                    format!("it cannot be read: {error}"),
                    "make it readable, or remove it",
                );
                return file;
            }
        };
        let table = match DeTable::parse(&text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let before = error.span().map_or(0, |span| span.start);
                let line = text.get(..before).unwrap_or_default().matches('\n').count() + 1;
                file.refuse(
                    format!("line {line} is not TOML: {}", error.message()),
                    "mend the line",
                );
                return file;
            }
        };
        for (key, value) in &table {
            let key = key.get_ref().as_ref();
            match value.get_ref() {
                DeValue::Table(section) => {
                    file.errors.extend(Policy::check_section(key).err());
                    for (inner, value) in section {
                        file.take(key, inner.get_ref().as_ref(), value.get_ref());
                    }
                }
                value => file.take("", key, value),
            }
        }
        file
    }

    fn take(&mut self, section: &str, key: &str, value: &DeValue<'_>) {
        let value = policy_value(value);
        match self.policy.set(section, key, &value) {
            Ok(()) => self
                .entries
                .push((section.to_owned(), key.to_owned(), value)),
            // A section that is none was reported as a whole.
            Err(_) if Policy::check_section(section).is_err() && !section.is_empty() => {}
            Err(error) => self.errors.push(error),
        }
    }

    fn refuse(&mut self, message: String, help: &str) {
        self.errors.push(PolicyError {
            message,
            help: help.to_owned(),
        });
    }

    /// The entries as constants for boot.
    pub(crate) fn entries(&self) -> TokenStream {
        let entries = self
            .entries
            .iter()
            .map(|(section, key, value)| match value {
                PolicyValue::Text(text) => {
                    quote!(::mcp_ergo::__private::PolicyEntry::Text(#section, #key, #text))
                }
                PolicyValue::Number(number) => {
                    quote!(::mcp_ergo::__private::PolicyEntry::Number(#section, #key, #number))
                }
                PolicyValue::List(list) => {
                    quote!(::mcp_ergo::__private::PolicyEntry::List(#section, #key, &[#(#list),*]))
                }
                PolicyValue::Other(_) => quote!(),
            });
        quote!(&[#(#entries),*])
    }

    /// The file's name for boot's report.
    pub(crate) fn shown(&self) -> String {
        let krate = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
        match self.path {
            Some(_) => format!("the mcp-ergo.toml of {krate}"),
            None => format!("the defaults in {krate}"),
        }
    }

    /// Makes the compiler watch the file: a change recompiles what was judged by it.
    pub(crate) fn watch(&self) -> TokenStream {
        match self.path.as_deref().and_then(Path::to_str) {
            Some(path) => quote!(
                const _: &::core::primitive::str = ::core::include_str!(#path);
            ),
            None => TokenStream::new(),
        }
    }
}

fn policy_value(value: &DeValue<'_>) -> PolicyValue {
    match value {
        DeValue::String(text) => PolicyValue::Text(text.clone().into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).map_or(
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
        DeValue::Boolean(_) => PolicyValue::Other("true or false"),
        DeValue::Datetime(_) => PolicyValue::Other("a date"),
        DeValue::Table(_) => PolicyValue::Other("a table"),
    }
}

/// The nearest file at or above `here`, no further than the workspace's root.
fn find(here: &Path) -> Option<PathBuf> {
    for folder in here.ancestors() {
        let file = folder.join("mcp-ergo.toml");
        if file.is_file() {
            return Some(file);
        }
        let is_root = std::fs::read_to_string(folder.join("Cargo.toml"))
            .is_ok_and(|manifest| manifest.lines().any(|line| line.trim() == "[workspace]"))
            || folder.join("Cargo.lock").is_file();
        if is_root {
            return None;
        }
    }
    None
}
