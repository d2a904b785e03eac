//! Who may do what: scopes, what a caller holds of them, and who decides that.
//!
//! A tool names the scope that its caller must hold; [`Grants`] are what one caller holds, and an
//! [`Authorizer`] yields them for each request. Everything that is served is rendered for them: a
//! caller never reads of a tool that it may not call.

mod authorizer;
mod caller;
mod grants;
mod roles;
#[cfg(feature = "http")]
mod tokens;

pub use authorizer::{Authorizer, Incoming, Unauthorized};
pub(crate) use authorizer::{ErasedAuthorizer, LocalGrants, UnauthorizedKind};
pub use caller::Caller;
pub use grants::Grants;
pub(crate) use grants::{Held, is_wildcard, wildcard_covers};
pub(crate) use roles::Roles;
#[cfg(feature = "http")]
pub use tokens::{NotAHash, Tokens};
