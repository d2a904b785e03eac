//! Who sends a request.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::RequestContext;

use super::run::caught_async;
use super::{Inner, Server};
use crate::access::{Caller, Grants, Incoming, Unauthorized, UnauthorizedKind};
use crate::error::Envelope;

/// How long an authorizer may take. Past that nobody was let in.
const PATIENCE: Duration = Duration::from_secs(10);

impl Inner {
    /// What the caller holds, or why nobody can tell.
    pub(super) async fn grants(&self, request: Incoming<'_>) -> Result<Arc<Grants>, Unauthorized> {
        let asked = caught_async(async { self.authorizer.authorize_erased(request).await });
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(grants)) => grants.map(Arc::new),
            Ok(Err(panic)) => Err(Unauthorized::unavailable(format_args!(
                "the authorizer panicked: {panic}"
            ))),
            Err(_) => Err(Unauthorized::unavailable(format_args!(
                "the authorizer did not answer within {} s",
                PATIENCE.as_secs()
            ))),
        }
    }
}

impl Server {
    /// Who sends the request, and what it is served.
    pub(super) async fn caller(
        &self,
        context: &RequestContext<RoleServer>,
    ) -> Result<Caller, Unauthorized> {
        let inner = &self.inner;
        #[cfg(feature = "http")]
        let http = context.extensions.get::<axum::http::request::Parts>();
        // `Http` has asked already, before it let the request in.
        #[cfg(feature = "http")]
        let known = http.and_then(|parts| parts.extensions.get::<Arc<Grants>>());
        #[cfg(not(feature = "http"))]
        let (_, known) = (context, None::<&Arc<Grants>>);
        let grants = if let Some(grants) = known {
            grants.clone()
        } else {
            let request = Incoming {
                #[cfg(feature = "http")]
                http,
                local: &inner.local,
            };
            inner.grants(request).await?
        };
        let view = inner.served.views().of(&grants);
        Ok(Caller { grants, view })
    }

    /// The same for requests whose answers have no place for an envelope.
    pub(super) async fn caller_or_error(
        &self,
        context: &RequestContext<RoleServer>,
    ) -> Result<Caller, ErrorData> {
        let caller = self.caller(context).await;
        caller.map_err(|refused| {
            let Envelope { error, hint, .. } = refused.envelope();
            ErrorData::invalid_request(format!("{error}. {hint}"), None)
        })
    }
}

impl Unauthorized {
    /// What the caller is told. It is the same for everything that it may have asked for.
    pub(super) fn envelope(&self) -> Envelope {
        let envelope = match &self.kind {
            UnauthorizedKind::Missing | UnauthorizedKind::Invalid => Envelope::stop(
                self.to_string(),
                "Tell the user that the server needs a valid token, set up in the client.",
            ),
            UnauthorizedKind::Unavailable(cause) => Envelope::unexplained(cause),
        };
        envelope.named("unauthorized")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Authorizer;

    struct Asleep;

    impl Authorizer for Asleep {
        async fn authorize(&self, request: Incoming<'_>) -> Result<Grants, Unauthorized> {
            tokio::time::sleep(Duration::from_secs(3600)).await;
            Ok(request.local.clone())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_authorizer_that_hangs_lets_nobody_in() {
        let server = Server::builder("asleep", "1.0.0")
            .purpose("Nothing")
            .hello(crate::Hello::new())
            .authorizer(Asleep)
            .boot()
            .expect("it boots");
        let local = Grants::reading();
        let request = Incoming {
            #[cfg(feature = "http")]
            http: None,
            local: &local,
        };
        assert_eq!(
            server.inner.grants(request).await,
            Err(Unauthorized::unavailable(
                "the authorizer did not answer within 10 s"
            ))
        );
    }
}
