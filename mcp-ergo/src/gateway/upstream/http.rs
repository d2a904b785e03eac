//! A server that listens to streamable HTTP.

use std::collections::HashMap;
use std::str::FromStr as _;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Client, Url};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

use super::Endpoint;
use super::secret::Secret;
use crate::outgoing;

/// How long it may take to reach it at all.
const CONNECT: Duration = Duration::from_secs(10);

impl Endpoint {
    pub(super) fn transport(
        &self,
        calls_at_once: usize,
    ) -> Result<StreamableHttpClientTransport<Client>, String> {
        let url = Url::parse(self.url.expose()).map_err(|error| error.to_string())?;
        let client = outgoing::client(&url).connect_timeout(CONNECT).build();
        let client = client.map_err(|error| format!("there is no HTTP client: {error}"))?;
        let mut config = StreamableHttpClientTransportConfig::with_uri(self.url.expose())
            // Pings and lists find room beside the calls.
            .max_concurrent_requests(calls_at_once + 4)
            .custom_headers(self.headers()?)
            // A server that was started anew is listed anew.
            .reinit_on_expired_session(false);
        if let Some(bearer) = &self.bearer {
            config = config.auth_header(bearer.expose());
        }
        Ok(StreamableHttpClientTransport::with_client(client, config))
    }

    fn headers(&self) -> Result<HashMap<HeaderName, HeaderValue>, String> {
        let mut headers = HashMap::new();
        for (name, value) in &self.headers {
            let header = HeaderName::from_str(name);
            let header = header.map_err(|_| format!("`{name}` is no name of a header"))?;
            let value = HeaderValue::from_str(value.expose());
            let mut value = value.map_err(|_| {
                format!("the value of the header `{name}` has characters that no header may have")
            })?;
            value.set_sensitive(true);
            headers.insert(header, value);
        }
        Ok(headers)
    }

    /// What keeps it from ever being reached.
    pub(super) fn mistakes(&self, upstream: &str) -> Vec<(String, String)> {
        let mut mistakes = Vec::new();
        let url = Url::parse(self.url.expose());
        // A URL may hold a password, so it is not shown.
        if !url.is_ok_and(|url| ["http", "https"].contains(&url.scheme()) && url.has_host()) {
            mistakes.push((
                format!("the `url` of the upstream `{upstream}` is no address of a server"),
                "write it whole, as `https://host/mcp`".to_owned(),
            ));
        }
        if let Err(message) = self.headers() {
            mistakes.push((
                format!("{message}, in the upstream `{upstream}`"),
                "write headers as `{ X-Api-Key = \"${NAME}\" }`".to_owned(),
            ));
        }
        mistakes
    }

    /// What in the URL may be a secret: the password, and every value after the question mark.
    pub(super) fn secrets_of_url(&self) -> Vec<Secret> {
        let Ok(url) = Url::parse(self.url.expose()) else {
            return Vec::new();
        };
        let values = url.query_pairs().map(|(_, value)| Secret::new(value));
        values.chain(url.password().map(Secret::new)).collect()
    }
}
