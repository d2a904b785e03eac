//! `#[tool]`.

pub(crate) mod ast;
mod attr;
pub(crate) mod check;
pub(crate) mod expand;
pub(crate) mod run;

use proc_macro2::TokenStream;
use quote::quote;

use crate::ctxt::Ctxt;
use ast::ToolFn;
pub(crate) use attr::duration;

/// The user's function, the type of the same name, and everything that boot has to know; or every
/// mistake, with as much of it as keeps the rest of the program compiling.
pub(crate) fn expand(attribute: TokenStream, item: &TokenStream) -> TokenStream {
    let ctxt = Ctxt::default();
    let function = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let error = if syn::parse2::<syn::Item>(item.clone()).is_ok() {
                syn::Error::new_spanned(
                    item,
                    "`#[tool]` makes a tool of a function, and this is none\nhelp: put it on a free `fn`",
                )
            } else {
                error
            };
            let error = error.to_compile_error();
            return quote!(#item #error);
        }
    };
    let policy = crate::policy::PolicyFile::read(&ctxt);
    let tool = ToolFn::read(attribute, function, &policy.policy, &ctxt);
    let deferred = check::check(&tool, &policy.policy, &ctxt);
    expand::expand(&tool, policy, &deferred, ctxt)
}
