//! Who decides what a caller holds.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use super::Grants;

/// Decides, for each request, what its caller holds. Give it to the builder with
/// [`authorizer`](crate::Builder::authorizer).
///
/// It closes when it fails: a request whose caller is not known is refused, whatever it asks for.
///
/// ```
/// use mcp_ergo::{Authorizer, Grants, Incoming, Unauthorized};
///
/// /// Trusts the proxy in front of the server to say who calls.
/// struct BehindProxy;
///
/// impl Authorizer for BehindProxy {
///     async fn authorize(&self, request: Incoming<'_>) -> Result<Grants, Unauthorized> {
///         // The standard streams have no headers: whoever started the process holds what the
///         // builder granted.
///         if let Some(grants) = request.local() {
///             return Ok(grants.clone());
///         }
///         match request.header("x-user") {
///             Some(user) => Ok(Grants::reading().caller(user)),
///             None => Err(Unauthorized::missing()),
///         }
///     }
/// }
/// ```
pub trait Authorizer: Send + Sync + 'static {
    /// What the caller of `request` holds. It has ten seconds.
    ///
    /// # Errors
    ///
    /// [`Unauthorized`] where the request has no caller, or nobody can tell who it is.
    fn authorize(
        &self,
        request: Incoming<'_>,
    ) -> impl Future<Output = Result<Grants, Unauthorized>> + Send;

    /// Everything that it may yield, as far as it knows that before anybody calls: boot refuses a role
    /// that nobody declared and a scope that nothing asks for.
    fn issued(&self) -> Vec<Grants> {
        Vec::new()
    }
}

/// What the transport knows of a request.
#[derive(Debug, Clone, Copy)]
pub struct Incoming<'a> {
    #[cfg(feature = "http")]
    pub(crate) http: Option<&'a axum::http::request::Parts>,
    pub(crate) local: &'a Grants,
}

impl<'a> Incoming<'a> {
    /// What the builder granted, where the transport knows nothing of the caller: on the standard
    /// streams and in process, where whoever started the server is who calls. `None` over HTTP.
    pub fn local(&self) -> Option<&'a Grants> {
        #[cfg(feature = "http")]
        if self.http.is_some() {
            return None;
        }
        Some(self.local)
    }

    /// The value of a header, where the request came over HTTP and the value is text. `name` is in
    /// lower case. There is none where the header stands there twice: a caller may have put one of
    /// them beside that of a proxy.
    pub fn header(&self, name: &str) -> Option<&'a str> {
        #[cfg(feature = "http")]
        {
            let mut values = self.http?.headers.get_all(name).iter();
            let value = values.next()?;
            if values.next().is_some() {
                return None;
            }
            value.to_str().ok()
        }
        #[cfg(not(feature = "http"))]
        {
            let _ = name;
            None
        }
    }

    /// The request as HTTP knows it, with what middleware put into its extensions.
    #[cfg(feature = "http")]
    pub fn http(&self) -> Option<&'a axum::http::request::Parts> {
        self.http
    }

    /// The token of `Authorization: Bearer …`.
    pub fn bearer(&self) -> Option<&'a str> {
        let (scheme, token) = self.header("authorization")?.split_once(' ')?;
        let token = token.trim();
        (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
    }
}

/// Why a request has no caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unauthorized {
    pub(crate) kind: UnauthorizedKind,
}

/// What of it the caller can mend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UnauthorizedKind {
    /// The request says nothing of who sends it.
    Missing,
    /// What it says is not valid.
    Invalid,
    /// Nobody could tell.
    Unavailable(String),
}

impl Unauthorized {
    /// The request says nothing of who sends it.
    pub fn missing() -> Self {
        Self {
            kind: UnauthorizedKind::Missing,
        }
    }

    /// What the request says of who sends it is not valid: unknown, expired, revoked.
    pub fn invalid() -> Self {
        Self {
            kind: UnauthorizedKind::Invalid,
        }
    }

    /// It cannot be told who sends the request, because something failed on the server's side. The
    /// cause is logged under a reference and shown to nobody.
    pub fn unavailable(cause: impl fmt::Display) -> Self {
        Self {
            kind: UnauthorizedKind::Unavailable(cause.to_string()),
        }
    }
}

impl fmt::Display for Unauthorized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            UnauthorizedKind::Missing => "the request does not say who sends it",
            UnauthorizedKind::Invalid => {
                "the request's token is not valid: unknown, expired or revoked"
            }
            UnauthorizedKind::Unavailable(_) => "the server cannot tell who sends the request",
        })
    }
}

impl std::error::Error for Unauthorized {}

type Authorizing<'a> = Pin<Box<dyn Future<Output = Result<Grants, Unauthorized>> + Send + 'a>>;

/// An authorizer whose type nobody has to name.
pub(crate) trait ErasedAuthorizer: Send + Sync {
    fn authorize_erased<'a>(&'a self, request: Incoming<'a>) -> Authorizing<'a>;
}

impl<A: Authorizer> ErasedAuthorizer for A {
    fn authorize_erased<'a>(&'a self, request: Incoming<'a>) -> Authorizing<'a> {
        Box::pin(self.authorize(request))
    }
}

impl fmt::Debug for dyn ErasedAuthorizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Authorizer")
    }
}

/// Everybody holds what the builder granted.
#[derive(Debug)]
pub(crate) struct LocalGrants;

impl Authorizer for LocalGrants {
    async fn authorize(&self, request: Incoming<'_>) -> Result<Grants, Unauthorized> {
        Ok(request.local.clone())
    }
}
