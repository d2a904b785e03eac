//! A client that writes lines, also those that a well-behaved one cannot.

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, DuplexStream, Lines,
};
use tokio::task::JoinHandle;

use rmcp::{ServerHandler, ServiceExt as _};

use crate::{Answer, Era, catalog, in_time, leaks};

/// Bytes that a pipe of the tests holds.
const PIPE: usize = 256 * 1024;

/// Serves `server` to the other end of the stream until that end closes.
///
/// # Panics
///
/// In the task that serves, when the conversation does not open or the server is lost.
pub fn serve(server: impl ServerHandler) -> (DuplexStream, JoinHandle<()>) {
    let (ours, theirs) = tokio::io::duplex(PIPE);
    let serving = tokio::spawn(async move {
        let running = server.serve(theirs).await.expect("the conversation opens");
        running.waiting().await.expect("the server runs to the end");
    });
    (ours, serving)
}

/// A client over lines of JSON-RPC.
#[derive(Debug)]
pub struct LineClient<R, W> {
    lines: Lines<BufReader<R>>,
    writer: W,
    era: Era,
    id: u64,
    /// Whether the server is not ours and may say what it likes.
    foreign: bool,
    /// What the server answered to the opening.
    pub opened: Value,
}

/// A client in the server's process.
pub type InProcess =
    LineClient<tokio::io::ReadHalf<DuplexStream>, tokio::io::WriteHalf<DuplexStream>>;

impl InProcess {
    /// Opens a conversation with a server in this process.
    pub async fn of(server: impl ServerHandler, era: Era) -> Self {
        let (stream, _serving) = serve(server);
        let (reader, writer) = tokio::io::split(stream);
        Self::open(reader, writer, era).await
    }

    /// Opens a conversation with a server that is not ours, and takes from it what it says.
    pub async fn of_foreign(server: impl ServerHandler, era: Era) -> Self {
        let (stream, _serving) = serve(server);
        let (reader, writer) = tokio::io::split(stream);
        let mut client = Self::silent(reader, writer, era);
        client.foreign = true;
        client.greet().await;
        client
    }
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> LineClient<R, W> {
    /// A client that has not said anything yet.
    pub fn silent(reader: R, writer: W, era: Era) -> Self {
        let lines = BufReader::new(reader).lines();
        Self {
            lines,
            writer,
            era,
            id: 0,
            foreign: false,
            opened: Value::Null,
        }
    }

    /// Opens a conversation.
    pub async fn open(reader: R, writer: W, era: Era) -> Self {
        let mut client = Self::silent(reader, writer, era);
        client.greet().await;
        client
    }

    /// Opens the conversation as the era asks.
    pub async fn greet(&mut self) {
        let (method, params) = self.era.opening();
        self.opened = self.result(method, params).await;
        if self.era == Era::Handshake {
            self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
                .await;
        }
    }

    /// Sends any text as one line.
    ///
    /// # Panics
    ///
    /// When the server does not read.
    pub async fn send_line(&mut self, line: &str) {
        let line = format!("{line}\n");
        self.writer
            .write_all(line.as_bytes())
            .await
            .expect("the server reads");
        self.writer.flush().await.expect("the server reads");
    }

    /// Sends one message as it stands.
    pub async fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string()).await;
    }

    /// Sends a request without waiting for its answer, whose id is returned.
    pub async fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.id += 1;
        let request = self.era.request(self.id, method, &params);
        self.send(&request).await;
        self.id
    }

    /// The next message, which holds nothing that a caller must not see.
    ///
    /// # Panics
    ///
    /// When there is none, or it is not JSON-RPC, or it leaks.
    pub async fn receive(&mut self) -> Value {
        let line = in_time(self.lines.next_line()).await;
        let line = line.expect("the server writes text");
        let line = line.expect("the server answers");
        let message: Value = serde_json::from_str(&line)
            .unwrap_or_else(|error| panic!("not JSON ({error}): {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "not JSON-RPC: {line}");
        if !self.foreign {
            leaks::assert_none(&message);
        }
        message
    }

    /// The whole answer to a request.
    ///
    /// # Panics
    ///
    /// When something else comes first.
    pub async fn exchange(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        let message = self.receive().await;
        assert_eq!(
            message["id"], id,
            "the answer belongs to the request: {message:#}"
        );
        message
    }

    /// The result of a request.
    ///
    /// # Panics
    ///
    /// When it failed by the protocol.
    pub async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut message = self.exchange(method, params).await;
        assert_eq!(message.get("error"), None, "{method} failed: {message:#}");
        message["result"].take()
    }

    /// The protocol's error of a request.
    ///
    /// # Panics
    ///
    /// When it succeeded.
    pub async fn error(&mut self, method: &str, params: Value) -> ProtocolError {
        let message = self.exchange(method, params).await;
        ProtocolError::of(&message)
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

    /// Closes the client's side and hands back the reader.
    pub fn close_writer(self) -> Lines<BufReader<R>> {
        drop(self.writer);
        self.lines
    }

    /// The reader, and the writer, which stays open as long as it is held.
    pub fn into_parts(self) -> (Lines<BufReader<R>>, W) {
        (self.lines, self.writer)
    }
}

/// An error of JSON-RPC.
#[derive(Debug, Clone)]
pub struct ProtocolError {
    /// The number.
    pub code: i64,
    /// The words.
    pub message: String,
}

impl ProtocolError {
    /// The error that a message holds.
    ///
    /// # Panics
    ///
    /// When it holds none.
    pub fn of(message: &Value) -> Self {
        let error = &message["error"];
        let code = error["code"].as_i64();
        Self {
            code: code.unwrap_or_else(|| panic!("no error: {message:#}")),
            message: error["message"].as_str().unwrap_or_default().to_owned(),
        }
    }
}
