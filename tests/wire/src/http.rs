//! HTTP/1.1 by hand, so that requests can be wrong.

use std::fmt::Write as _;
use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::line::ProtocolError;
use crate::{Answer, Era, catalog, in_time, leaks};

/// A request that is about to be sent, to `/mcp` unless told.
#[derive(Debug, Clone)]
pub struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    /// A request without a body or any header but `Host`, which the client adds.
    pub fn new(method: &str) -> Self {
        Self {
            method: method.to_owned(),
            path: "/mcp".to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    /// A message as the era posts it.
    pub fn post(era: Era, message: &Value) -> Self {
        let mut request = Self::new("POST")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
        let method = message["method"].as_str().unwrap_or_default();
        if method != "initialize" {
            request = request.header("MCP-Protocol-Version", era.version());
        }
        if era == Era::Stateless {
            request = request.header("Mcp-Method", method);
            let params = &message["params"];
            // A resource goes by its URI.
            let name = params["name"].as_str().or(params["uri"].as_str());
            if let Some(name) = name {
                request = request.header("Mcp-Name", name);
            }
        }
        request.body(message.to_string())
    }

    /// Sends it elsewhere.
    pub fn path(mut self, path: &str) -> Self {
        path.clone_into(&mut self.path);
        self
    }

    /// Sets a header; one of that name is replaced.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.and_header(name, value)
    }

    /// Adds a header, beside one of that name.
    pub fn and_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the body.
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    fn written(&self, address: SocketAddr) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        let host = ("Host".to_owned(), address.to_string());
        let own_host = self.headers.iter().any(|(name, _)| name == "Host");
        let length = ("Content-Length".to_owned(), self.body.len().to_string());
        let added = [(!own_host).then_some(host), Some(length)];
        for (name, value) in self.headers.iter().chain(added.iter().flatten()) {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        head.push_str("\r\n");
        [head.into_bytes(), self.body.clone()].concat()
    }
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Response {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The message in the body, which holds nothing that a caller must not see.
    ///
    /// # Panics
    ///
    /// When there is none.
    pub fn message(&self) -> Value {
        let message: Value = serde_json::from_str(&self.body)
            .unwrap_or_else(|error| panic!("not JSON ({error}): {self:?}"));
        leaks::assert_none(&message);
        message
    }
}

/// One connection, kept open from request to request.
#[derive(Debug)]
pub struct HttpClient {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
    era: Era,
    id: u64,
}

impl HttpClient {
    /// Connects; nothing is sent yet.
    ///
    /// # Panics
    ///
    /// When nobody listens.
    pub async fn connect(address: SocketAddr, era: Era) -> Self {
        let stream = TcpStream::connect(address)
            .await
            .expect("the server listens");
        Self {
            stream: BufReader::new(stream),
            address,
            era,
            id: 0,
        }
    }

    /// Sends a request and leaves its answer to [`receive`](Self::receive).
    ///
    /// # Panics
    ///
    /// When the connection is gone.
    pub async fn send(&mut self, request: &Request) {
        let bytes = request.written(self.address);
        self.stream
            .get_mut()
            .write_all(&bytes)
            .await
            .expect("the server reads");
    }

    /// The next response.
    ///
    /// # Panics
    ///
    /// When there is none, or it has neither a length nor no body.
    pub async fn receive(&mut self) -> Response {
        let status = self.read_line().await;
        let status = status
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut headers = Vec::new();
        loop {
            let line = self.read_line().await;
            let Some((name, value)) = line.split_once(':') else {
                break;
            };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut response = Response {
            status: status.expect("a status"),
            headers,
            body: String::new(),
        };
        let length = response.header("content-length").map(str::parse);
        let length: usize = match length {
            Some(length) => length.expect("a length"),
            None => 0,
        };
        let mut body = vec![0; length];
        self.stream
            .read_exact(&mut body)
            .await
            .expect("the body comes whole");
        response.body = String::from_utf8(body).expect("the body is text");
        response
    }

    async fn read_line(&mut self) -> String {
        let mut line = String::new();
        in_time(self.stream.read_line(&mut line))
            .await
            .expect("the server answers");
        assert!(!line.is_empty(), "the server closed the connection");
        line.trim_end().to_owned()
    }

    /// Sends a request and waits for its answer.
    pub async fn exchange(&mut self, request: &Request) -> Response {
        self.send(request).await;
        self.receive().await
    }

    /// A request of the protocol, not yet sent.
    pub fn request(&mut self, method: &str, params: &Value) -> Request {
        self.id += 1;
        Request::post(self.era, &self.era.request(self.id, method, params))
    }

    /// Posts a request of the protocol.
    pub async fn ask(&mut self, method: &str, params: Value) -> Response {
        let request = self.request(method, &params);
        self.exchange(&request).await
    }

    /// The result of a request.
    ///
    /// # Panics
    ///
    /// When it failed.
    pub async fn result(&mut self, method: &str, params: Value) -> Value {
        let response = self.ask(method, params).await;
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(response.header("content-type"), Some("application/json"));
        let mut message = response.message();
        assert_eq!(message["id"], self.id);
        assert_eq!(message.get("error"), None, "{method} failed: {message:#}");
        message["result"].take()
    }

    /// The protocol's error of a request.
    ///
    /// # Panics
    ///
    /// When it succeeded.
    pub async fn error(&mut self, method: &str, params: Value) -> ProtocolError {
        ProtocolError::of(&self.ask(method, params).await.message())
    }

    /// Opens the conversation as the era asks.
    ///
    /// # Panics
    ///
    /// When the server refuses.
    pub async fn greet(&mut self) -> Value {
        let (method, params) = self.era.opening();
        let opened = self.result(method, params).await;
        if self.era == Era::Handshake {
            let message = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            let accepted = self.exchange(&Request::post(self.era, &message)).await;
            assert_eq!(accepted.status, 202, "{accepted:?}");
        }
        opened
    }

    /// Calls a tool.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let params = json!({"name": tool, "arguments": arguments});
        Answer {
            result: self.result("tools/call", params).await,
        }
    }

    /// The tools as they are listed.
    ///
    /// # Panics
    ///
    /// When the list is no list.
    pub async fn tools(&mut self) -> Vec<Value> {
        catalog::listed(&self.result("tools/list", json!({})).await)
    }
}
