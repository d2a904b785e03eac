//! The macros of [mcp-ergo](https://docs.rs/mcp-ergo): use them through that crate.

mod attr;
mod case;
mod context;
mod ctxt;
#[cfg(test)]
mod doc_examples;
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
/// | `workflow` | it is part of a workflow, and returns a `Step`, which says how that goes on |
/// | `account` | it is about the caller's account, and may carry an upgrade hint |
/// | `core` | it is listed in the core profile |
/// | `top` | it keeps its name under every presentation |
/// | `name`, `title`, `domain` | on the wire, where they differ from the function's name |
/// | `formerly = "old_name"` | a name that still answers |
/// | `timeout = "30s"` | how long it may take; 60 s unless told |
/// | `rate = "10/m"` | how often one caller may call it: in a second (`s`), a minute (`m`) or an hour (`h`) |
/// | `rename_all = "camelCase"` | the case of its parameters' names |
/// | `allow(rule_name = "reason")` | an exception from a rule |
///
/// # Parameters
///
/// `#[param(…)]` stands on an argument, beside its doc comment; everything but `default`, `name`,
/// `options` and `check` may stand on a type that derives `Param` instead, and then holds wherever
/// the type is used.
///
/// | key | says |
/// |---|---|
/// | `example = …` | a right value, any JSON; free strings and lists of them need one |
/// | `from = search_invoices` | the tool that yields the value; identifiers need a source |
/// | `from = user("…")` | the user gives it, and what the user knows it by |
/// | `default = …` | the value when none is given: JSON, or an expression of the type |
/// | `range = 1..=50` | bounds of a number, both included |
/// | `len = 1..=80` | bounds of a string's characters or of a list's items |
/// | `unit = "cents"` | what is counted |
/// | `pattern = "^inv_[0-9A-Z]+$"` | what a string matches; no look-around, no back-references |
/// | `format = "date"` | one of `date-time`, `date`, `time`, `duration`, `email`, `hostname`, `ipv4`, `ipv6`, `uuid` |
/// | `name = "type"` | its name on the wire |
/// | `options = Store::names` | a closed set that a state knows: `fn(&Store) -> impl IntoIterator<Item = impl ToString>`, read at boot |
/// | `complete = Store::invoice_ids` | values that complete what a user types, for prompts and resource templates: `fn(&Store, &str) -> impl IntoIterator<Item = impl ToString>` |
/// | `check = is_working_day` | a validity that the schema cannot say: `fn(&T) -> Result<(), impl Display>` |
/// | `secret` | its value is never repeated in an answer |
/// | `allow(rule_name = "reason")` | an exception from a rule |
///
/// An argument of type `Option<T>`, and one with a `default`, may be left out.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(attribute.into(), &item.into()).into()
}

/// Makes a resource of a free function: context that a host reads when it likes, under a URI.
///
/// The doc comment says what it holds. A borrowed argument is the call or state, as with
/// [`macro@tool`]. A URI with variables, `catalog://invoices/{invoice_id}`, is a template: each
/// variable is an owned argument of the function and stands for one segment (level 1 of RFC 6570),
/// percent-decoded and checked as a tool's argument is. `#[param(…)]` says what it says of a tool's
/// parameters. A text may be `..`, or hold a slash that was sent as `%2F`: give what becomes a path
/// a `pattern`.
///
/// It returns `String`, `Json<T>` or `Blob`, or a `Result` of one of them. Reading changes nothing.
/// Beside the function stands a type of the same name: `invoice::uri(id)` is the URI,
/// `invoice::resource()` the resource for a builder.
///
/// | key | says |
/// |---|---|
/// | `"catalog://…"` | the URI, or the template; it comes first |
/// | `mime = "application/json"` | the MIME type of what it holds; required |
/// | `scope = "catalog:read"` | the scope that a caller must hold; that of every reading tool unless told |
/// | `name`, `title` | where they differ from the function's name |
/// | `audience = "assistant"` | whom it is for, `user` or `assistant`; both unless told |
/// | `priority = 0.8` | from 0, optional, to 1, required |
/// | `ttl = "60s"` | how long a client may keep what it read; it asks each time unless told |
/// | `timeout = "30s"` | how long it may take; 60 s unless told |
/// | `rename_all = "camelCase"` | the case of its variables' names |
/// | `allow(rule_name = "reason")` | an exception from a rule |
#[proc_macro_attribute]
pub fn resource(attribute: TokenStream, item: TokenStream) -> TokenStream {
    context::expand(context::Kind::Resource, attribute.into(), &item.into()).into()
}

/// Makes a prompt of a free function: messages that a user asks for by name.
///
/// The doc comment says what it is for. A borrowed argument is the call or state, as with
/// [`macro@tool`]; an owned one is an argument of the prompt, described by its doc comment or its
/// type. On the wire every argument is a string, so it is a string, a number, a boolean, a date, a
/// closed set or a newtype, and no list or struct. What is optional may be left out or left empty.
///
/// It returns `Prompt`, or a `Result` of it. Beside the function stands a type of the same name:
/// `chase_overdue::prompt()` is the prompt for a builder.
///
/// | key | says |
/// |---|---|
/// | `scope = "invoices:read"` | the scope that a caller must hold; that of every reading tool unless told |
/// | `name`, `title` | where they differ from the function's name |
/// | `timeout = "30s"` | how long it may take; 60 s unless told |
/// | `rename_all = "camelCase"` | the case of its arguments' names |
/// | `allow(rule_name = "reason")` | an exception from a rule |
#[proc_macro_attribute]
pub fn prompt(attribute: TokenStream, item: TokenStream) -> TokenStream {
    context::expand(context::Kind::Prompt, attribute.into(), &item.into()).into()
}

/// Makes a parameter type of a closed set (an enum without data), a newtype, or a struct of
/// parameters. Writes Serialize, Deserialize, `JsonSchema` and, for closed sets and newtypes,
/// Display (unless told `no_display`).
///
/// `#[param(…)]` takes what [`macro@tool`] lists: on the type everything but `default`, `name`,
/// `options` and `check`, and `rename_all` and `no_display` besides; on a field everything but
/// `options` and `check`; on a variant `name`.
#[proc_macro_derive(Param, attributes(param))]
pub fn derive_param(item: TokenStream) -> TokenStream {
    param::expand(item.into()).into()
}

/// Makes an error teach, beside `thiserror::Error`.
///
/// Every variant has a `#[tool_error(…)]`:
///
/// | key | says |
/// |---|---|
/// | `fix` | another call mends it |
/// | `retry` | the same call may succeed later |
/// | `stop` | no call of the caller's can succeed; tell the user |
/// | `internal` | a failure inside the server: logged with its cause, told by a reference |
/// | `transparent` | the one field is an error that derives this itself, and speaks for it |
/// | `hint = "…"` | what to do, imperative; may show fields: `"send at most {left}"` |
/// | `next = search_invoices`, `next = get_plan(project_id)` | the call that comes next, with fields for its required parameters |
/// | `candidates = near` | a field with values that would have been right; three are told |
/// | `after = "500ms"`, `after = a_field` | how long to wait; a field is a `std::time::Duration` |
/// | `allow(rule_name = "reason")` | an exception from a rule |
#[proc_macro_derive(ToolError, attributes(tool_error))]
pub fn derive_tool_error(item: TokenStream) -> TokenStream {
    tool_error::expand(item.into()).into()
}
