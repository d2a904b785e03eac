//! A session belongs to one caller: where callers are told apart, its id goes out sealed for whoever
//! began it, and nobody else's request gets into it, not even its answers to questions.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use rmcp::model::{RequestStateCodec, SealOptions};

const ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// What an id is bound to. No state of a call is bound to anything that begins so.
fn bound(caller: &str) -> Vec<u8> {
    [b"session of ", caller.as_bytes()].concat()
}

/// A request without its session, where none are kept: one that comes from before a restart would
/// look as if its client could be reached.
pub(super) async fn forgotten(mut request: Request) -> Request {
    request.headers_mut().remove(ID);
    request
}

/// Puts the session's own id into a request; `None` where it is no session of this caller.
pub(super) fn unseal(
    headers: &mut HeaderMap,
    seal: &RequestStateCodec,
    caller: &str,
) -> Option<()> {
    let Some(sealed) = headers.get(ID) else {
        return Some(());
    };
    let id = seal.open_with(sealed.to_str().ok()?, &bound(caller)).ok()?;
    headers.insert(ID, HeaderValue::from_bytes(&id).ok()?);
    Some(())
}

/// Seals the id that an answer gives, for its caller.
pub(super) fn seal(headers: &mut HeaderMap, seal: &RequestStateCodec, caller: &str) {
    let Some(id) = headers.get(ID) else {
        return;
    };
    let bound = bound(caller);
    let sealed = seal.seal_with(id.as_bytes(), &SealOptions::new().associated_data(&bound));
    // It is made of letters, digits and dots.
    if let Ok(sealed) = HeaderValue::from_str(&sealed) {
        headers.insert(ID, sealed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(headers: &HeaderMap) -> &str {
        headers[ID].to_str().expect("an id is text")
    }

    #[test]
    fn only_who_began_a_session_gets_into_it() {
        let codec = RequestStateCodec::try_new([1; 32]).expect("a key");
        let mut headers = HeaderMap::new();
        headers.insert(ID, HeaderValue::from_static("5f1c"));
        seal(&mut headers, &codec, "ada");
        assert_ne!(id(&headers), "5f1c");
        assert_eq!(unseal(&mut headers.clone(), &codec, "bob"), None);
        let other = RequestStateCodec::try_new([2; 32]).expect("a key");
        assert_eq!(unseal(&mut headers.clone(), &other, "ada"), None);
        assert_eq!(unseal(&mut headers, &codec, "ada"), Some(()));
        assert_eq!(id(&headers), "5f1c");
        // As it stands it is nobody's.
        assert_eq!(unseal(&mut headers, &codec, "ada"), None);
        assert_eq!(unseal(&mut HeaderMap::new(), &codec, "ada"), Some(()));
    }
}
