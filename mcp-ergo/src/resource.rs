//! What a resource holds.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::__private::BodySlot;
use crate::error::{Envelope, FailureMode, ToolError};
use crate::registry::Outcome;
use crate::reply::Data;

/// What a resource may return: text, [`Json`], [`Blob`], or a `Result` of one of them with an error
/// that derives [`ToolError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what a resource holds: text, documented data or bytes",
    label = "return `String`, `Json<T>`, `Blob`, or a `Result` of one of them",
    note = "e.g. `Result<Json<Prices>, StoreError>`, made by `Json(prices)`; `Reply` and `Step` are answers of tools"
)]
pub trait ResourceBody: Sized {
    /// Everything that generated code needs of the type.
    #[doc(hidden)]
    const SLOT: BodySlot<Self, Contents> = BodySlot {
        of: Self::outcome,
        failure_modes: Self::failure_modes,
        is_json: Self::IS_JSON,
    };

    /// Whether it is JSON, which the MIME type then has to say.
    #[doc(hidden)]
    const IS_JSON: bool = false;

    /// What came of reading.
    #[doc(hidden)]
    fn outcome(self) -> Outcome<Contents>;

    /// Every way to fail.
    #[doc(hidden)]
    fn failure_modes() -> Vec<FailureMode> {
        Vec::new()
    }
}

/// Documented data, served as JSON text.
///
/// ```
/// use mcp_ergo::prelude::*;
///
/// /// Prices in cents.
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Prices {
///     /// Price of an hour of work, in cents.
///     hour_cents: u32,
/// }
///
/// /// Current prices of everything that is sold, in cents.
/// #[resource("catalog://prices/current", mime = "application/json")]
/// fn current_prices() -> Json<Prices> {
///     Json(Prices { hour_cents: 9_000 })
/// }
///
/// assert_eq!(current_prices::uri(), "catalog://prices/current");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "it is what the resource holds: return it"]
pub struct Json<T>(pub T);

/// Bytes, served in base64.
///
/// ```
/// use mcp_ergo::prelude::*;
///
/// /// Logo of the company, 64 pixels square.
/// #[resource("company://logo", mime = "image/png")]
/// fn company_logo() -> Blob {
///     Blob(vec![0x89, b'P', b'N', b'G'])
/// }
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use = "it is what the resource holds: return it"]
pub struct Blob(pub Vec<u8>);

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.0.len())
    }
}

/// What a resource holds, apart from its type.
#[derive(Debug)]
#[doc(hidden)]
pub enum Contents {
    Text(String),
    /// In base64.
    Bytes(String),
}

impl ResourceBody for String {
    fn outcome(self) -> Outcome<Contents> {
        Outcome::Answered(Contents::Text(self))
    }
}

impl<T: Data> ResourceBody for Json<T> {
    const IS_JSON: bool = true;

    fn outcome(self) -> Outcome<Contents> {
        match serde_json::to_string(&self.0) {
            Ok(text) => Outcome::Answered(Contents::Text(text)),
            Err(error) => Outcome::Failed(Envelope::internal(&error)),
        }
    }
}

impl ResourceBody for Blob {
    fn outcome(self) -> Outcome<Contents> {
        // Within the guard, since it may be long.
        Outcome::Answered(Contents::Bytes(STANDARD.encode(&self.0)))
    }
}

impl<B: ResourceBody, E: ToolError> ResourceBody for Result<B, E> {
    const IS_JSON: bool = B::IS_JSON;

    fn outcome(self) -> Outcome<Contents> {
        match self {
            Ok(body) => body.outcome(),
            Err(error) => Outcome::Failed(error.envelope()),
        }
    }

    fn failure_modes() -> Vec<FailureMode> {
        E::failure_modes()
    }
}
