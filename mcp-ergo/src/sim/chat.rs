//! An OpenAI-compatible endpoint: one request, one answer, and what goes wrong between them.

mod answer;
mod refusal;
mod retry;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Response, Url};
use serde_json::{Map, Value, json};

use super::{SimError, http};
pub use answer::Tokens;
pub(crate) use answer::{Answer, Call};
pub(crate) use refusal::{Unanswered, quote};
use retry::Retry;

/// Bytes of an answer; more is no completion, and would only fill the memory.
const LONGEST_ANSWER: usize = 8 << 20;

/// An OpenAI-compatible endpoint and the model behind it, asked at temperature 0.
///
/// ```no_run
/// # fn main() -> Result<(), mcp_ergo::sim::SimError> {
/// use mcp_ergo::sim::Chat;
///
/// let chat = Chat::new("http://127.0.0.1:8080/v1", "qwen3-8b")?.retries(5).seed(7);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Chat {
    client: Client,
    url: Url,
    model: String,
    key: Key,
    timeout: Duration,
    retry: Retry,
    seed: u64,
    /// Whether the endpoint has ever answered: until then a refusal is the configuration's, not one
    /// task's.
    answered: Arc<AtomicBool>,
}

impl Chat {
    /// The endpoint at a base URL, e.g. `https://api.openai.com/v1`, and the name of its model. A
    /// minute for an answer and three retries unless told.
    ///
    /// # Errors
    ///
    /// Where the URL is not one of http or https.
    pub fn new(url: &str, model: &str) -> Result<Self, SimError> {
        let url = completions(url)?;
        let client = http::client(&url)?;
        Ok(Self {
            client,
            url,
            model: model.to_owned(),
            key: Key(None),
            timeout: Duration::from_secs(60),
            retry: Retry::default(),
            seed: 0,
            answered: Arc::new(AtomicBool::new(false)),
        })
    }

    /// The key that is sent as a bearer token. It is never printed.
    ///
    /// # Errors
    ///
    /// Where it holds what no header can.
    pub fn key(mut self, key: &str) -> Result<Self, SimError> {
        let mut header = HeaderValue::try_from(format!("Bearer {}", key.trim())).map_err(|_| {
            SimError::new(
                "the key holds characters that no header can",
                "set its environment variable to the key alone",
            )
        })?;
        header.set_sensitive(true);
        self.key = Key(Some(header));
        Ok(self)
    }

    /// How long one answer may take.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How often a request is sent again that the endpoint could not answer then: 429 and 5xx.
    pub fn retries(mut self, retries: u32) -> Self {
        self.retry.retries = retries;
        self
    }

    /// The wait before the first retry, where the endpoint names none; each next one is twice as
    /// long. Half a second unless told.
    pub fn first_wait(mut self, wait: Duration) -> Self {
        self.retry.first = wait;
        self
    }

    /// The seed that is passed on, for endpoints that know one.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The name of the model.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Asks once, and again where that may help.
    pub(crate) async fn ask(&self, asked: &Asked<'_>) -> Result<Answer, Unanswered> {
        let body = self.body(asked);
        let mut tried = 0;
        loop {
            let refused = match self.send(&body).await {
                Ok(answer) => {
                    self.answered.store(true, Ordering::Relaxed);
                    return Ok(answer);
                }
                Err(refused) => refused,
            };
            let Some(wait) = self.retry.wait(tried, &refused) else {
                let known = self.answered.load(Ordering::Relaxed);
                return Err(refused.give_up(self, tried, known));
            };
            tokio::time::sleep(wait).await;
            tried += 1;
        }
    }

    fn body(&self, asked: &Asked<'_>) -> Vec<u8> {
        let mut body = json!({
            "model": self.model,
            "messages": asked.messages,
            "temperature": 0,
            "seed": self.seed,
        });
        if let Value::Object(body) = &mut body {
            body.extend(
                asked
                    .more
                    .iter()
                    .map(|(key, value)| (key.clone(), value.clone())),
            );
        }
        body.to_string().into_bytes()
    }

    async fn send(&self, body: &[u8]) -> Result<Answer, refusal::Refusal> {
        let mut request = self
            .client
            .post(self.url.clone())
            .timeout(self.timeout)
            .header(CONTENT_TYPE, "application/json")
            .body(body.to_vec());
        if let Some(key) = &self.key.0 {
            request = request.header(AUTHORIZATION, key.clone());
        }
        let response = request.send().await.map_err(refusal::unreached)?;
        if !response.status().is_success() {
            return Err(refusal::refused(response, &self.key).await);
        }
        let body = read(response, LONGEST_ANSWER).await?;
        answer::read(&body).ok_or_else(|| refusal::unreadable(&body, &self.key))
    }
}

/// What one request holds beside the model's name.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) messages: &'a [Value],
    /// `tools` and `tool_choice`, or `response_format`.
    pub(crate) more: &'a Map<String, Value>,
}

/// A secret: what is printed of it is whether there is one.
#[derive(Clone)]
struct Key(Option<HeaderValue>);

impl Key {
    /// A text of the endpoint's without the key, which some repeat when they refuse it.
    fn hide(&self, text: &str) -> String {
        let header = self.0.as_ref().and_then(|header| header.to_str().ok());
        match header.and_then(|header| header.strip_prefix("Bearer ")) {
            Some(key) if !key.is_empty() => text.replace(key, "(the key)"),
            _ => text.to_owned(),
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "set" } else { "none" })
    }
}

/// Reads a body up to a number of bytes; what comes after is left unread.
async fn read(mut response: Response, longest: usize) -> Result<Vec<u8>, refusal::Refusal> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(refusal::unreached)? {
        body.extend_from_slice(&chunk);
        if body.len() > longest {
            body.truncate(longest);
            break;
        }
    }
    Ok(body)
}

/// Where completions are asked for. People give the base URL, as every client takes it, or the whole.
fn completions(given: &str) -> Result<Url, SimError> {
    let mut url = http::address(given, "give its base URL, e.g. http://127.0.0.1:8080/v1")?;
    let path = url.path().trim_end_matches('/').to_owned();
    if !path.ends_with("/chat/completions") {
        url.set_path(&format!("{path}/chat/completions"));
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_and_the_whole_are_one() {
        for given in [
            "http://127.0.0.1:8080/v1",
            "http://127.0.0.1:8080/v1/",
            "http://127.0.0.1:8080/v1/chat/completions",
        ] {
            let url = completions(given).unwrap();
            assert_eq!(url.as_str(), "http://127.0.0.1:8080/v1/chat/completions");
        }
    }

    #[test]
    fn a_key_is_never_printed() {
        let chat = Chat::new("http://127.0.0.1:1/v1", "m").unwrap();
        let chat = chat.key("sk-very-secret").unwrap();
        assert!(!format!("{chat:?}").contains("very-secret"), "{chat:?}");
        assert_eq!(chat.key.hide("bad sk-very-secret!"), "bad (the key)!");
        let wrong = Chat::new("http://127.0.0.1:1/v1", "m").unwrap();
        let wrong = wrong.key("sk-very\nsecret").unwrap_err();
        assert!(!wrong.to_string().contains("very"), "{wrong}");
    }
}
