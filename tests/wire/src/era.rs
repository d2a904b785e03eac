//! The two eras of the protocol: with a handshake, and with everything in each request.

use serde_json::{Value, json};

/// Key of the protocol version in `_meta`.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// An era of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// `initialize`, up to 2025-11-25.
    Handshake,
    /// `server/discover` and self-contained requests, from 2026-07-28.
    Stateless,
}

impl Era {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Handshake, Self::Stateless];

    /// The version that the tests speak.
    pub const fn version(self) -> &'static str {
        match self {
            Self::Handshake => "2025-11-25",
            Self::Stateless => "2026-07-28",
        }
    }

    /// The method and parameters that open the conversation.
    pub fn opening(self) -> (&'static str, Value) {
        match self {
            Self::Handshake => (
                "initialize",
                json!({
                    "protocolVersion": self.version(),
                    "capabilities": {},
                    "clientInfo": {"name": "wire-tests", "version": "0"},
                }),
            ),
            Self::Stateless => ("server/discover", json!({})),
        }
    }

    /// A request as this era writes it.
    pub fn request(self, id: u64, method: &str, params: &Value) -> Value {
        let mut request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        if let (Self::Stateless, Some(params)) = (self, request["params"].as_object_mut()) {
            let meta = params.entry("_meta").or_insert_with(|| json!({}));
            if let Some(meta) = meta.as_object_mut() {
                meta.insert(VERSION.to_owned(), self.version().into());
                meta.insert(
                    "io.modelcontextprotocol/clientCapabilities".to_owned(),
                    json!({}),
                );
                meta.insert(
                    "io.modelcontextprotocol/clientInfo".to_owned(),
                    json!({"name": "wire-tests", "version": "0"}),
                );
            }
        }
        request
    }

    /// `serverInfo` of the answer to the opening.
    pub fn server_info(self, opened: &Value) -> &Value {
        match self {
            Self::Handshake => &opened["serverInfo"],
            Self::Stateless => &opened["_meta"]["io.modelcontextprotocol/serverInfo"],
        }
    }
}
