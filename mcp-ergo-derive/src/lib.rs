//! The macros of [mcp-ergo](https://docs.rs/mcp-ergo): use them through that crate.

mod attr;
mod case;
mod ctxt;
mod docs;
mod emit;
mod param;
mod policy;
mod tool;
mod tool_error;
mod value;

use proc_macro::TokenStream;

/// Makes a tool of a free function.
///
/// The doc comment is the tool's capability; owned arguments are its parameters, described by their
/// own doc comments and `#[param(…)]`; an argument `&Call` is the call, any other `&T` is state that
/// the server lends. Beside the function stands a type of the same name: `search_invoices::call()`
/// is a call of the tool for next actions, `search_invoices::tool()` the tool for a builder.
///
/// | key | says |
/// |---|---|
/// | `read`, `write`, `destructive` | what the tool does to the world; one of them is required |
/// | `when = "…"` | when to use it: `"the user asks what is owed"` |
/// | `not_for = "…"` | what it is not for |
/// | `instead(other = "for …")` | which tool to use instead, and for what |
/// | `after(other)` | which tool comes before |
/// | `returns = "…"` | what comes back |
/// | `scope = "invoices:write"` | the scope that a caller must hold; required unless it reads |
/// | `idempotent` | a second call with the same arguments changes nothing more |
/// | `open_world` | it reaches beyond this server's own data |
/// | `additive = "reason"` | why a tool whose verb changes things only adds |
/// | `name`, `title`, `domain` | on the wire, where they differ from the function's name |
/// | `formerly = "old_name"` | a name that still answers |
/// | `timeout = "30s"` | how long it may take; 60 s unless told |
/// | `rename_all = "camelCase"` | the case of its parameters' names |
/// | `allow(rule_name = "reason")` | an exception from a rule |
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(attribute.into(), &item.into()).into()
}

/// Makes a parameter type of a closed set (an enum without data), a newtype, or a struct of
/// parameters. Writes Serialize, Deserialize, `JsonSchema` and, for closed sets and newtypes,
/// Display (unless told `no_display`).
///
/// `#[param(…)]` on the type, its fields or its variants takes `example`, `from`, `unit`, `range`,
/// `len`, `pattern`, `format`, `default`, `name`, `rename_all`, `secret` and `allow`.
#[proc_macro_derive(Param, attributes(param))]
pub fn derive_param(item: TokenStream) -> TokenStream {
    param::expand(item.into()).into()
}

/// Makes an error teach, beside `thiserror::Error`.
///
/// `#[tool_error(fix | retry | stop | internal | transparent, hint = "…", next = tool,
/// candidates = field, after = "500ms")]` on every variant.
#[proc_macro_derive(ToolError, attributes(tool_error))]
pub fn derive_tool_error(item: TokenStream) -> TokenStream {
    tool_error::expand(item.into()).into()
}
