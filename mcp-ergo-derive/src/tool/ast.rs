//! A tool's function, read.

use mcp_ergo_rules::{Grammar, Policy};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericParam, ItemFn, Pat, PatType, ReturnType, Signature, Type,
    TypeReference,
};

use super::attr::ToolAttr;
use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::docs::Docs;
use crate::emit::{Value, raw_free, ungrouped};
use crate::value::{FIELD_KEYS, Says};

/// What `#[tool]` stands on.
pub(crate) struct ToolFn {
    pub(crate) attr: ToolAttr,
    /// The canonical name.
    pub(crate) name: String,
    served: ServedFn,
}

/// A tool is a function with a contract: what is asked of the one is asked of the other.
impl std::ops::Deref for ToolFn {
    type Target = ServedFn;

    fn deref(&self) -> &ServedFn {
        &self.served
    }
}

/// What a function becomes, as messages name it.
pub(crate) struct Becomes {
    /// `tool`
    pub(crate) noun: &'static str,
    /// Types that it may return.
    pub(crate) returns: &'static str,
}

const TOOL: Becomes = Becomes {
    noun: "tool",
    returns: "`Reply<Invoice>` or `Result<Reply<Invoice>, LedgerError>`",
};

/// A function that a server runs: a tool, a resource, a prompt.
pub(crate) struct ServedFn {
    /// The function as the user wrote it, without our attributes.
    pub(crate) function: ItemFn,
    pub(crate) docs: Docs,
    pub(crate) arguments: Vec<Argument>,
    /// What it returns; `None` where it returns nothing.
    pub(crate) returns: Option<Type>,
    /// A method: no type can stand beside it.
    pub(crate) is_method: bool,
    /// One contract for each type: nothing can be asked of the types.
    pub(crate) is_generic: bool,
}

/// One argument of the function, in order.
pub(crate) enum Argument {
    /// `&T`: lent by the server.
    State(Box<Type>),
    /// Owned: given by the caller.
    Param(Box<Value>),
}

impl ToolFn {
    pub(crate) fn read(
        attribute: TokenStream,
        function: ItemFn,
        policy: &Policy,
        ctxt: &Ctxt,
    ) -> Self {
        let attr = ToolAttr::read(attribute, ctxt);
        let served = ServedFn::read(&TOOL, function, attr.rename_all, ctxt);
        let name = canonical_name(&attr, &served.function.sig, policy);
        Self { attr, name, served }
    }
}

impl ServedFn {
    pub(crate) fn read(
        becomes: &Becomes,
        mut function: ItemFn,
        case: Option<Case>,
        ctxt: &Ctxt,
    ) -> Self {
        let docs = Docs::read(&function.attrs);
        let is_method = matches!(function.sig.inputs.first(), Some(FnArg::Receiver(_)));
        let is_generic = function.sig.generics.type_params().next().is_some()
            || function.sig.generics.const_params().next().is_some();
        check_signature(becomes, &function.sig, ctxt);
        let mut arguments = Vec::new();
        for argument in &mut function.sig.inputs {
            let index = arguments.len();
            arguments.extend(read_argument(becomes, index, argument, case, ctxt));
        }
        let returns = match &function.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some((**ty).clone()),
        };
        Self {
            function,
            docs,
            arguments,
            returns,
            is_method,
            is_generic,
        }
    }

    pub(crate) fn params(&self) -> impl Iterator<Item = &Value> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Param(value) => Some(&**value),
            Argument::State(_) => None,
        })
    }

    /// The conditions under which the function is there.
    pub(crate) fn cfgs(&self) -> impl Iterator<Item = &Attribute> {
        self.function
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
    }
}

/// The name on the wire: the attribute's, or the function's, in its domain where the grammar has
/// one.
fn canonical_name(attr: &ToolAttr, signature: &Signature, policy: &Policy) -> String {
    let own = attr
        .name
        .as_ref()
        .map_or_else(|| raw_free(&signature.ident), syn::LitStr::value);
    match (&attr.domain, policy.grammar) {
        (Some(domain), Grammar::DomainVerbObject) if attr.name.is_none() => {
            format!("{}-{own}", domain.value())
        }
        _ => own,
    }
}

fn check_signature(becomes: &Becomes, signature: &Signature, ctxt: &Ctxt) {
    let Becomes { noun, returns } = becomes;
    if let Some(FnArg::Receiver(receiver)) = signature.inputs.first() {
        ctxt.error(
            receiver,
            format_args!("a {noun} is a free function, and this is a method"),
            "move it out of the `impl` and borrow the state instead: `ledger: &Ledger`, with \
             `.state(ledger)` on the builder",
        );
    }
    for generic in &signature.generics.params {
        if !matches!(generic, GenericParam::Lifetime(_)) {
            ctxt.error(
                generic,
                format_args!("a {noun} has one contract, and this function has one for each type"),
                format_args!("write the concrete types, in one {noun} for each"),
            );
        }
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        ctxt.error(
            token,
            "a model cannot keep a promise of safety",
            "make the function safe to call",
        );
    }
    if let Some(abi) = &signature.abi {
        ctxt.error(
            abi,
            format_args!("a {noun} is a Rust function"),
            "remove the ABI",
        );
    }
    if let ReturnType::Type(_, ty) = &signature.output {
        if let Type::ImplTrait(ty) = &**ty {
            ctxt.error(
                ty,
                "the answer's type has no name here, so its schema cannot be written",
                format_args!("write the type: {returns}"),
            );
        } else if let Some(borrowed) = borrowed(ty) {
            ctxt.error(
                borrowed,
                "an answer is owned, and this is borrowed",
                "clone what it holds: `String` for `&str`",
            );
        }
    }
}

fn read_argument(
    becomes: &Becomes,
    index: usize,
    argument: &mut FnArg,
    case: Option<Case>,
    ctxt: &Ctxt,
) -> Option<Argument> {
    let FnArg::Typed(typed) = argument else {
        return None;
    };
    let attributes = std::mem::take(&mut typed.attrs);
    let (ours, theirs): (Vec<Attribute>, Vec<Attribute>) =
        attributes.into_iter().partition(|attribute| {
            ["doc", "param"]
                .iter()
                .any(|own| attribute.path().is_ident(own))
        });
    typed.attrs = theirs;
    if let Some(cfg) = typed
        .attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("cfg"))
    {
        ctxt.error(
            cfg,
            "a parameter is always there, or a client's list goes stale",
            format_args!(
                "write two {}s, each under its own `#[cfg(…)]`",
                becomes.noun
            ),
        );
    }
    *typed.ty = ungrouped(&typed.ty);
    let mut ty = (*typed.ty).clone();
    if let Type::Reference(reference) = &*typed.ty {
        match lent(reference) {
            Lent::State => return Some(read_state(typed, reference, &ours, ctxt)),
            Lent::Owned {
                message,
                help,
                ty: owned,
            } => {
                ctxt.error(&typed.ty, message, help);
                // What was meant is a parameter, and is judged as one.
                ty = *owned;
            }
            Lent::Refused { message, help } => {
                ctxt.error(&typed.ty, message, help);
                return None;
            }
        }
    } else if let Some(borrowed) = borrowed(&typed.ty) {
        ctxt.error(
            borrowed,
            "a parameter is owned, and this is borrowed",
            "write `String` for `&str`, `Vec<…>` for a slice",
        );
        return None;
    }
    let says = Says::read(&ours, &FIELD_KEYS, ctxt);
    if let Type::ImplTrait(ty) = &*typed.ty {
        ctxt.error(
            ty,
            "a parameter has one type, and `impl` has none",
            "write the concrete type",
        );
        return None;
    }
    let ident = match &*typed.pat {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            &pattern.ident
        }
        other => {
            ctxt.error(
                other,
                "a parameter has one name, which the model reads, and this is a pattern",
                "write `name: Type`, and take it apart inside the function",
            );
            return None;
        }
    };
    let value = Value::new(index, ident.clone(), ty, says, case);
    Some(Argument::Param(Box::new(value)))
}

fn read_state(
    typed: &PatType,
    reference: &TypeReference,
    ours: &[Attribute],
    ctxt: &Ctxt,
) -> Argument {
    if let Some(stray) = ours.first() {
        let help = if stray.path().is_ident("doc") {
            "turn it into a `//` comment, or take the argument by value"
        } else {
            "remove it, or take the argument by value"
        };
        ctxt.error(
            stray,
            "a borrowed argument is lent by the server, and says nothing to the caller",
            help,
        );
    }
    if let Some(borrowed) = borrowed(&reference.elem) {
        ctxt.error(
            borrowed,
            "state lives as long as the server, and this is borrowed from something else",
            "keep owned values in it, or an `Arc`",
        );
        return Argument::State(Box::new(syn::parse_quote_spanned!(typed.ty.span()=> ())));
    }
    Argument::State(reference.elem.clone())
}

/// What stands behind a `&`.
enum Lent {
    State,
    /// What was meant is a parameter of this type.
    Owned {
        message: &'static str,
        help: String,
        ty: Box<Type>,
    },
    Refused {
        message: &'static str,
        help: String,
    },
}

fn lent(reference: &TypeReference) -> Lent {
    let inner = &reference.elem;
    if reference.mutability.is_some() {
        let inner = inner.to_token_stream();
        return Lent::Refused {
            message: "calls run side by side, so nothing is lent to change",
            help: format!("write `&{inner}` and keep what changes behind a `Mutex` in it"),
        };
    }
    match &**inner {
        Type::Path(path) if path.path.is_ident("str") => Lent::Owned {
            message: "a parameter is owned, and `&str` is borrowed",
            help: "write `String`, or a newtype: `#[derive(Param)] struct InvoiceId(String);`".to_owned(),
            ty: Box::new(syn::parse_quote_spanned!(inner.span()=> ::std::string::String)),
        },
        Type::Slice(slice) => {
            let item = &slice.elem;
            Lent::Owned {
                message: "a parameter is owned, and a slice is borrowed",
                help: format!("write `Vec<{}>`", item.to_token_stream()),
                ty: Box::new(syn::parse_quote_spanned!(inner.span()=> ::std::vec::Vec<#item>)),
            }
        }
        Type::TraitObject(_) | Type::ImplTrait(_) => Lent::Refused {
            message: "state is found by its type, and this names a trait",
            help: "borrow a struct that holds it: `struct Store(Box<dyn Backend>);` and `store: &Store`"
                .to_owned(),
        },
        _ => Lent::State,
    }
}

/// Whether nothing can be asked of an answer's type: what is wrong with it is said already.
pub(crate) fn is_unnamed(ty: &Type) -> bool {
    matches!(ty, Type::ImplTrait(_)) || borrowed(ty).is_some()
}

/// The first borrow within a type that is not for ever: `&str`, `Cow<'a, str>`.
fn borrowed(ty: &Type) -> Option<TokenStream> {
    fn find(tokens: TokenStream) -> Option<TokenStream> {
        let mut trees = tokens.into_iter().peekable();
        while let Some(tree) = trees.next() {
            let at = match &tree {
                TokenTree::Group(group) => {
                    if let Some(found) = find(group.stream()) {
                        return Some(found);
                    }
                    continue;
                }
                TokenTree::Punct(punct) if matches!(punct.as_char(), '&' | '\'') => tree,
                _ => continue,
            };
            let mut shown = at.to_token_stream();
            let mut lifetime = matches!(&at, TokenTree::Punct(punct) if punct.as_char() == '\'');
            if !lifetime
                && matches!(trees.peek(), Some(TokenTree::Punct(quote)) if quote.as_char() == '\'')
            {
                lifetime = true;
                shown.extend(trees.next());
            }
            if lifetime && matches!(trees.peek(), Some(TokenTree::Ident(name)) if name == "static")
            {
                continue;
            }
            shown.extend(trees.next());
            return Some(shown);
        }
        None
    }
    find(ty.to_token_stream())
}
