//! An OpenAI-compatible endpoint whose answers a test writes.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Response, Uri};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Barrier;

/// The endpoint, as long as it is kept.
pub struct Model {
    address: SocketAddr,
    shared: Arc<Shared>,
    _runtime: Runtime,
}

/// One request, as it came.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The path that was asked for.
    pub path: String,
    /// The body, to the byte.
    pub text: String,
    /// The same, read.
    pub body: Value,
    /// What `Authorization` said.
    pub authorization: Option<String>,
}

/// What the endpoint does with a request.
pub enum Reply {
    /// A completion with this message.
    Message(Value),
    /// Any status, headers and body.
    Raw(u16, Vec<(&'static str, String)>, String),
    /// Nothing, ever.
    Never,
    /// Nothing until as many requests as the barrier wants are there.
    Together(Arc<Barrier>, Value),
}

/// What is answered to a request, by its number and its body.
type Script = dyn Fn(usize, &Value) -> Reply + Send + Sync;

struct Shared {
    seen: Mutex<Vec<Seen>>,
    script: Box<Script>,
}

impl Model {
    /// An endpoint that answers each request by its number, from 0, and its body.
    ///
    /// # Panics
    ///
    /// Where no port can be had.
    pub fn scripted(script: impl Fn(usize, &Value) -> Reply + Send + Sync + 'static) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let listener = runtime
            .block_on(TcpListener::bind("127.0.0.1:0"))
            .expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            seen: Mutex::default(),
            script: Box::new(script),
        });
        let router = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&shared));
        runtime.spawn(async move { axum::serve(listener, router).await });
        Self {
            address,
            shared,
            _runtime: runtime,
        }
    }

    /// An endpoint that says the same to everyone.
    pub fn saying(message: Value) -> Self {
        Self::scripted(move |_, _| Reply::Message(message.clone()))
    }

    /// The base URL.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Every request so far.
    pub fn seen(&self) -> Vec<Seen> {
        lock(&self.shared.seen).clone()
    }
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let text = String::from_utf8(body.to_vec()).expect("JSON is UTF-8");
    let read: Value = serde_json::from_str(&text).expect("a request is JSON");
    let authorization = headers.get("authorization");
    let seen = Seen {
        path: uri.path().to_owned(),
        text,
        body: read.clone(),
        authorization: authorization.map(|header| header.to_str().unwrap_or_default().to_owned()),
    };
    let number = {
        let mut all = lock(&shared.seen);
        all.push(seen);
        all.len() - 1
    };
    match (shared.script)(number, &read) {
        Reply::Message(message) => completion(&message),
        Reply::Never => std::future::pending().await,
        Reply::Together(barrier, message) => {
            barrier.wait().await;
            completion(&message)
        }
        Reply::Raw(status, headers, body) => {
            let mut response = Response::builder().status(status);
            for (name, value) in headers {
                response = response.header(name, value);
            }
            response.body(Body::from(body)).expect("a response")
        }
    }
}

fn completion(message: &Value) -> Response<Body> {
    let body = json!({
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 7},
    });
    Response::new(Body::from(body.to_string()))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A message of words.
pub fn said(text: &str) -> Value {
    json!({"role": "assistant", "content": text})
}

/// A message that makes calls, each with its arguments as the endpoints write them: in a string.
pub fn called(calls: &[(&str, &str)]) -> Value {
    let calls = calls.iter().enumerate().map(|(at, (name, arguments))| {
        json!({
            "id": format!("call_{at}"),
            "type": "function",
            "function": {"name": name, "arguments": arguments},
        })
    });
    json!({"role": "assistant", "content": null, "tool_calls": calls.collect::<Vec<_>>()})
}
