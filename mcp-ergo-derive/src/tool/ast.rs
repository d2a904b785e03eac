//! A tool's function, read.

use mcp_ergo_rules::{Grammar, Policy};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, FnArg, GenericParam, ItemFn, Pat, ReturnType, Signature, Type};

use super::attr::ToolAttr;
use crate::ctxt::Ctxt;
use crate::docs::Docs;
use crate::emit::{Value, raw_free};
use crate::value::{FIELD_KEYS, Says};

/// What `#[tool]` stands on.
pub(crate) struct ToolFn {
    pub(crate) attr: ToolAttr,
    /// The function as the user wrote it, without our attributes.
    pub(crate) function: ItemFn,
    pub(crate) docs: Docs,
    /// The canonical name.
    pub(crate) name: String,
    pub(crate) arguments: Vec<Argument>,
    /// What it returns; `None` where it returns nothing.
    pub(crate) returns: Option<Type>,
    /// A method: no type can stand beside it.
    pub(crate) is_method: bool,
}

/// One argument of the function, in order.
pub(crate) enum Argument {
    /// `&T`: lent by the server.
    State(Type),
    /// Owned: given by the caller.
    Param(Box<Value>),
}

impl ToolFn {
    pub(crate) fn read(
        attribute: TokenStream,
        mut function: ItemFn,
        policy: &Policy,
        ctxt: &Ctxt,
    ) -> Self {
        let attr = ToolAttr::read(attribute, ctxt);
        let docs = Docs::read(&function.attrs);
        let is_method = matches!(function.sig.inputs.first(), Some(FnArg::Receiver(_)));
        check_signature(&function.sig, ctxt);
        let mut arguments = Vec::new();
        for argument in &mut function.sig.inputs {
            let index = arguments.len();
            arguments.extend(read_argument(index, argument, &attr, ctxt));
        }
        let returns = match &function.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some((**ty).clone()),
        };
        let name = canonical_name(&attr, &function.sig, policy);
        Self { attr, function, docs, name, arguments, returns, is_method }
    }

    pub(crate) fn params(&self) -> impl Iterator<Item = &Value> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Param(value) => Some(&**value),
            Argument::State(_) => None,
        })
    }

    /// The conditions under which the function is there.
    pub(crate) fn cfgs(&self) -> impl Iterator<Item = &Attribute> {
        self.function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"))
    }
}

/// The name on the wire: the attribute's, or the function's, in its domain where the grammar has
/// one.
fn canonical_name(attr: &ToolAttr, signature: &Signature, policy: &Policy) -> String {
    let own = attr.name.as_ref().map_or_else(|| raw_free(&signature.ident), syn::LitStr::value);
    match (&attr.domain, policy.grammar) {
        (Some(domain), Grammar::DomainVerbObject) if attr.name.is_none() => {
            format!("{}-{own}", domain.value())
        }
        _ => own,
    }
}

fn check_signature(signature: &Signature, ctxt: &Ctxt) {
    if let Some(FnArg::Receiver(receiver)) = signature.inputs.first() {
        ctxt.error(
            receiver,
            "a tool is a free function, and this is a method",
            "move it out of the `impl` and borrow the state instead: `ledger: &Ledger`, with \
             `.state(ledger)` on the builder",
        );
    }
    for generic in &signature.generics.params {
        if !matches!(generic, GenericParam::Lifetime(_)) {
            ctxt.error(
                generic,
                "a tool has one contract, and this function has one for each type",
                "write the concrete types, in one tool for each",
            );
        }
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        ctxt.error(token, "a model cannot keep a promise of safety", "make the function safe to call");
    }
    if let Some(abi) = &signature.abi {
        ctxt.error(abi, "a tool is a Rust function", "remove the ABI");
    }
    if let ReturnType::Type(_, ty) = &signature.output {
        if let Type::ImplTrait(ty) = &**ty {
            ctxt.error(
                ty,
                "the answer's type has no name here, so its schema cannot be written",
                "write the type: `Reply<Invoice>` or `Result<Reply<Invoice>, LedgerError>`",
            );
        }
    }
}

fn read_argument(
    index: usize,
    argument: &mut FnArg,
    attr: &ToolAttr,
    ctxt: &Ctxt,
) -> Option<Argument> {
    let FnArg::Typed(typed) = argument else { return None };
    let attributes = std::mem::take(&mut typed.attrs);
    let (ours, theirs): (Vec<Attribute>, Vec<Attribute>) = attributes
        .into_iter()
        .partition(|attribute| ["doc", "param"].iter().any(|own| attribute.path().is_ident(own)));
    typed.attrs = theirs;
    if let Some(cfg) = typed.attrs.iter().find(|attribute| attribute.path().is_ident("cfg")) {
        ctxt.error(
            cfg,
            "a parameter is always there, or a client's list goes stale",
            "write two tools, each under its own `#[cfg(…)]`",
        );
    }
    if let Type::Reference(reference) = &*typed.ty {
        if let Some((message, help)) = refused_reference(reference) {
            ctxt.error(&typed.ty, message, help);
            return None;
        }
        if let Some(stray) = ours.first() {
            ctxt.error(
                stray,
                "a borrowed argument is lent by the server, not given by the caller",
                "remove this, or take the argument by value",
            );
        }
        return Some(Argument::State((*reference.elem).clone()));
    }
    let says = Says::read(&ours, &FIELD_KEYS, ctxt);
    if let Type::ImplTrait(ty) = &*typed.ty {
        ctxt.error(ty, "a parameter has one type, and `impl` has none", "write the concrete type");
        return None;
    }
    let Pat::Ident(pattern) = &*typed.pat else {
        ctxt.error(
            &typed.pat,
            "a parameter has a name that the model reads",
            "write `name: Type`, and take it apart inside the function",
        );
        return None;
    };
    if pattern.by_ref.is_some() || pattern.subpat.is_some() {
        ctxt.error(
            &typed.pat,
            "a parameter has a name that the model reads",
            "write `name: Type`, and take it apart inside the function",
        );
        return None;
    }
    let ident = pattern.ident.clone();
    let ty = (*typed.ty).clone();
    Some(Argument::Param(Box::new(Value::new(index, ident, ty, says, attr.rename_all))))
}

/// References that nothing can lend.
fn refused_reference(reference: &syn::TypeReference) -> Option<(String, String)> {
    let inner = reference.elem.to_token_stream().to_string();
    if reference.mutability.is_some() {
        return Some((
            "calls run side by side, so nothing is lent to change".to_owned(),
            format!("write `&{inner}` and keep what changes behind a `Mutex` in it"),
        ));
    }
    match &*reference.elem {
        Type::Path(path) if path.path.is_ident("str") => Some((
            "a parameter is owned, and `&str` is borrowed".to_owned(),
            "write `String`, or a newtype: `#[derive(Param)] struct InvoiceId(String);`".to_owned(),
        )),
        Type::Slice(slice) => {
            let item = slice.elem.to_token_stream();
            Some((
                "a parameter is owned, and a slice is borrowed".to_owned(),
                format!("write `Vec<{item}>`"),
            ))
        }
        Type::TraitObject(_) | Type::ImplTrait(_) => Some((
            "state is found by its type, and this names a trait".to_owned(),
            "borrow a struct that holds it: `struct Store(Box<dyn Backend>);` and `store: &Store`"
                .to_owned(),
        )),
        _ => None,
    }
}
