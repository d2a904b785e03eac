//! `#[resource]` and `#[prompt]`: what a host pulls in.

mod attr;
mod check;
mod expand;

use mcp_ergo_rules::uri::UriTemplate;
use proc_macro2::TokenStream;
use quote::quote;

use crate::ctxt::Ctxt;
use crate::emit::raw_free;
use crate::tool::ast::{Becomes, ServedFn};
use attr::ContextAttr;

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Resource,
    Prompt,
}

impl Kind {
    const fn noun(self) -> &'static str {
        match self {
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        }
    }

    const fn becomes(self) -> Becomes {
        Becomes {
            noun: self.noun(),
            returns: match self {
                Self::Resource => "`Json<Prices>` or `Result<Json<Prices>, StoreError>`",
                Self::Prompt => "`Prompt` or `Result<Prompt, StoreError>`",
            },
        }
    }
}

/// What `#[resource]` or `#[prompt]` stands on.
struct ContextFn {
    kind: Kind,
    attr: ContextAttr,
    name: String,
    served: ServedFn,
}

impl ContextFn {
    /// The URI, where it is one that a resource can have.
    fn uri(&self) -> Option<String> {
        let uri = self.attr.uri.as_ref()?.value();
        UriTemplate::read(&uri).is_ok().then_some(uri)
    }
}

/// The user's function, the type of the same name, and everything that boot has to know; or every
/// mistake, with as much of it as keeps the rest of the program compiling.
pub(crate) fn expand(kind: Kind, attribute: TokenStream, item: &TokenStream) -> TokenStream {
    let ctxt = Ctxt::default();
    let function = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let error = if syn::parse2::<syn::Item>(item.clone()).is_ok() {
                let noun = kind.noun();
                let message = format!(
                    "`#[{noun}]` makes a {noun} of a function, and this is none\nhelp: put it on a free `fn`"
                );
                syn::Error::new_spanned(item, message)
            } else {
                error
            };
            let error = error.to_compile_error();
            return quote!(#item #error);
        }
    };
    let policy = crate::policy::PolicyFile::read(&ctxt);
    let attr = ContextAttr::read(kind, attribute, &ctxt);
    let served = ServedFn::read(&kind.becomes(), function, attr.rename_all, &ctxt);
    let name = attr
        .name
        .as_ref()
        .map_or_else(|| raw_free(&served.function.sig.ident), syn::LitStr::value);
    let context = ContextFn {
        kind,
        attr,
        name,
        served,
    };
    let deferred = check::check(&context, &policy.policy, &ctxt);
    expand::expand(&context, policy, &deferred, ctxt)
}
