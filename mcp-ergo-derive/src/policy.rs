//! Reads `mcp-ergo.toml`: beside the crate's `Cargo.toml`, or above, up to the workspace root.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use mcp_ergo_rules::{Policy, PolicyError, PolicyValue};
use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::ctxt::Ctxt;

mod file {
    mcp_ergo_rules::policy_file!();
}

/// The policy of the crate that is being compiled.
#[derive(Debug)]
pub(crate) struct PolicyFile {
    pub(crate) policy: Policy,
    path: Option<PathBuf>,
    entries: file::Entries,
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
            let file = file::find(&here).map_or_else(Self::none, Self::load);
            Box::leak(Box::new(file))
        });
        // One file, one report: a crate may have a hundred tools.
        if !file.entries.errors.is_empty() && !file.reported.swap(true, Ordering::Relaxed) {
            for PolicyError { message, help } in &file.entries.errors {
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
            entries: file::Entries::default(),
            reported: AtomicBool::new(false),
        }
    }

    fn load(path: PathBuf) -> Self {
        let mut file = Self::none();
        file.entries = file::read(&path, &mut file.policy);
        file.path = Some(path);
        file
    }

    /// The entries as constants for boot.
    pub(crate) fn entries(&self) -> TokenStream {
        let entries = self
            .entries
            .taken
            .iter()
            .map(|(section, key, value)| match value {
                PolicyValue::Text(text) => {
                    quote!(::mcp_ergo::__private::PolicyEntry::Text(#section, #key, #text))
                }
                PolicyValue::Number(number) => {
                    quote!(::mcp_ergo::__private::PolicyEntry::Number(#section, #key, #number))
                }
                PolicyValue::Flag(flag) => {
                    quote!(::mcp_ergo::__private::PolicyEntry::Flag(#section, #key, #flag))
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
