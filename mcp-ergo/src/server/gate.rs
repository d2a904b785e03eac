//! Lets a request over HTTP in, or says where to get a token.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, HOST, WWW_AUTHENTICATE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use mcp_ergo_rules::Class;
use serde_json::json;

use super::{Inner, session};
use crate::access::{Incoming, Unauthorized, UnauthorizedKind};
use crate::error::Envelope;
use crate::registry::{Registered, Registry};

/// Where RFC 9728 wants the metadata of a resource, before its path; some clients look here alone.
const METADATA: &str = "/.well-known/oauth-protected-resource";

/// Behind it stands the path under which clients reach the server, which is not always `/mcp`.
const METADATA_OF_PATH: &str = "/.well-known/oauth-protected-resource/{*path}";

/// What a request has to pass before the server sees it.
#[derive(Debug, Clone, Default)]
pub(super) struct Gate {
    /// The URL under which clients reach the server.
    pub(super) resource: Option<String>,
    /// The authorization servers whose tokens are taken.
    pub(super) issuers: Vec<String>,
    /// The hosts that are answered.
    pub(super) hosts: Vec<String>,
}

type Shared = Arc<(Gate, Arc<Inner>)>;

impl Gate {
    /// The router with the gate before it, and the metadata beside it, which everybody may read.
    /// Without an authorizer there is nothing to pass.
    pub(super) fn before(self, router: Router, inner: Arc<Inner>) -> Router {
        if !inner.has_authorizer {
            return router;
        }
        let shared: Shared = Arc::new((self, inner));
        let metadata = Router::new()
            .route(METADATA, get(metadata))
            .route(METADATA_OF_PATH, get(metadata))
            .with_state(shared.clone());
        router
            .layer(middleware::from_fn_with_state(shared, pass))
            .merge(metadata)
    }

    /// The URL of the server, as it is configured or as the request names it. A host that is not
    /// answered is not repeated either.
    fn url(&self, headers: &HeaderMap, uri: &Uri) -> Option<String> {
        if let Some(resource) = &self.resource {
            return Some(resource.clone());
        }
        let host = headers
            .get(HOST)
            .and_then(|host| host.to_str().ok())
            .or_else(|| uri.authority().map(Authority::as_str))?;
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let known = self
            .hosts
            .iter()
            .any(|known| known == host || known == bare);
        known.then(|| format!("http://{host}/mcp"))
    }

    /// What a client without a valid token is told.
    fn challenge(&self, headers: &HeaderMap, uri: &Uri, scopes: &[&str]) -> Option<HeaderValue> {
        let mut parts = Vec::new();
        if headers.contains_key(AUTHORIZATION) {
            parts.push("error=\"invalid_token\"".to_owned());
        }
        if let Some(url) = self.url(headers, uri) {
            let (origin, path) = split_url(&url);
            parts.push(format!("resource_metadata=\"{origin}{METADATA}{path}\""));
        }
        if !scopes.is_empty() {
            parts.push(format!("scope=\"{}\"", scopes.join(" ")));
        }
        let challenge = format!("Bearer {}", parts.join(", "));
        HeaderValue::from_str(challenge.trim_end()).ok()
    }
}

/// `https://mcp.example.com/mcp` → `https://mcp.example.com`, `/mcp`
fn split_url(url: &str) -> (&str, &str) {
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    match url[host..].find('/') {
        Some(path) => url.split_at(host + path),
        None => (url, ""),
    }
}

/// The protected resource metadata of RFC 9728.
async fn metadata(State(shared): State<Shared>, uri: Uri, headers: HeaderMap) -> Response {
    let (gate, inner) = &*shared;
    let Some(resource) = gate.url(&headers, &uri) else {
        return StatusCode::FORBIDDEN.into_response();
    };
    let catalog = inner.catalog();
    let scopes = scopes(&catalog, |_| true);
    let mut metadata = json!({
        "resource": resource,
        "resource_name": inner.name,
        "scopes_supported": scopes,
        "bearer_methods_supported": ["header"],
    });
    if !gate.issuers.is_empty() {
        metadata["authorization_servers"] = json!(gate.issuers);
    }
    ([(CONTENT_TYPE, "application/json")], metadata.to_string()).into_response()
}

/// The scopes of these tools, each once.
fn scopes(registry: &Registry, of: impl Fn(&Registered) -> bool) -> Vec<&str> {
    let tools = registry.tools.iter().filter(|tool| of(tool));
    let mut scopes: Vec<&str> = tools.map(|tool| &*tool.scope).collect();
    scopes.sort_unstable();
    scopes.dedup();
    scopes
}

/// Asks the authorizer once, and puts what it said beside the request.
async fn pass(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let (gate, inner) = &*shared;
    let (mut parts, body) = request.into_parts();
    let incoming = Incoming {
        http: Some(&parts),
        local: &inner.local,
    };
    match inner.grants(incoming).await {
        Ok(grants) => {
            let caller = grants.caller.clone();
            if session::unseal(&mut parts.headers, &inner.seal, &caller).is_none() {
                // The words of rmcp for a session that never was: nobody learns which it is.
                return (StatusCode::NOT_FOUND, "Not Found: Session not found").into_response();
            }
            parts.extensions.insert(grants);
            let mut response = next.run(Request::from_parts(parts, body)).await;
            session::seal(response.headers_mut(), &inner.seal, &caller);
            response
        }
        Err(refused) => {
            // To read is what a client asks for first; it asks for more once it is denied something.
            let catalog = inner.catalog();
            let reading = scopes(&catalog, |tool| tool.def.class == Class::Read);
            let challenge = gate.challenge(&parts.headers, &parts.uri, &reading);
            refusal(&refused, challenge)
        }
    }
}

/// 401 where a token mends it, 503 where nobody could tell. The body is for people who look at it:
/// clients act on the status.
fn refusal(refused: &Unauthorized, challenge: Option<HeaderValue>) -> Response {
    let status = match refused.kind {
        UnauthorizedKind::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        UnauthorizedKind::Missing | UnauthorizedKind::Invalid => StatusCode::UNAUTHORIZED,
    };
    let Envelope {
        error,
        hint,
        reference,
        ..
    } = refused.envelope();
    let mut body = json!({"error": error, "hint": hint});
    if let Some(reference) = reference {
        body["reference"] = reference.into();
    }
    let mut response = (
        status,
        [
            (CONTENT_TYPE, "application/json"),
            (CACHE_CONTROL, "no-store"),
        ],
        body.to_string(),
    )
        .into_response();
    if status == StatusCode::UNAUTHORIZED
        && let Some(challenge) = challenge
    {
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metadata_stands_between_host_and_path() {
        let gate = Gate {
            resource: Some("https://mcp.example.com/team/mcp".into()),
            ..Gate::default()
        };
        let challenge = gate.challenge(&HeaderMap::new(), &Uri::from_static("/mcp"), &["read"]);
        assert_eq!(
            challenge.expect("a header"),
            "Bearer resource_metadata=\"https://mcp.example.com/.well-known/oauth-protected-resource/team/mcp\", scope=\"read\""
        );
    }

    #[test]
    fn a_host_that_is_not_answered_is_not_repeated() {
        let gate = Gate {
            hosts: vec!["localhost".into(), "::1".into()],
            ..Gate::default()
        };
        let told = |host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            gate.url(&headers, &Uri::from_static("/mcp"))
        };
        assert_eq!(
            told("localhost:8000").as_deref(),
            Some("http://localhost:8000/mcp")
        );
        assert_eq!(told("[::1]:8000").as_deref(), Some("http://[::1]:8000/mcp"));
        assert_eq!(told("evil.example"), None);
    }
}
