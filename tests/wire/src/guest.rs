//! A client that can be asked: it answers the questions of both eras in the same way.

use mcp_ergo::Server;
use serde_json::{Map, Value, json};

use crate::line::{InProcess, LineClient, serve};
use crate::{Answer, Era};

/// A client that declares capabilities, answers what it is asked, and keeps what it is told.
#[derive(Debug)]
pub struct Guest {
    /// The connection.
    pub line: InProcess,
    era: Era,
    id: u64,
    capabilities: Value,
    meta: Map<String, Value>,
    answer: fn(&Value) -> Value,
    /// The questions: method and params, in the order in which they came.
    pub asked: Vec<Value>,
    /// The notifications, in the order in which they came.
    pub told: Vec<Value>,
    /// How often the last request was sent.
    pub rounds: usize,
}

impl Guest {
    /// A guest of `server` who can do everything and answers by `answer`, which gets a question with
    /// its `method` and `params` and yields the result.
    pub async fn of(server: Server, era: Era, answer: fn(&Value) -> Value) -> Self {
        let capabilities = json!({"elicitation": {}, "sampling": {}, "roots": {}});
        Self::able(server, era, capabilities, answer).await
    }

    /// A guest who can do what `capabilities` say.
    pub async fn able(
        server: Server,
        era: Era,
        capabilities: Value,
        answer: fn(&Value) -> Value,
    ) -> Self {
        let (stream, _serving) = serve(server);
        let (reader, writer) = tokio::io::split(stream);
        let mut guest = Self {
            line: LineClient::silent(reader, writer, era),
            era,
            id: 0,
            capabilities,
            meta: Map::new(),
            answer,
            asked: Vec::new(),
            told: Vec::new(),
            rounds: 0,
        };
        let (method, mut params) = era.opening();
        if era == Era::Handshake {
            params["capabilities"] = guest.capabilities.clone();
        }
        let opened = guest.exchange(method, params).await;
        guest.line.opened = opened["result"].clone();
        guest
    }

    /// Says something in `_meta` of every request from here on.
    pub fn saying(&mut self, key: &str, value: Value) {
        self.meta.insert(key.to_owned(), value);
    }

    /// Sends a request; its id is returned.
    pub async fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.id += 1;
        let mut request = self.era.request(self.id, method, params);
        for (key, value) in &self.meta {
            request["params"]["_meta"][key.as_str()] = value.clone();
        }
        if self.era == Era::Stateless {
            let key = "io.modelcontextprotocol/clientCapabilities";
            request["params"]["_meta"][key] = self.capabilities.clone();
        }
        self.line.send(&request).await;
        self.id
    }

    /// The whole answer to a request sent once; questions of a handshake's era are answered meanwhile.
    pub async fn exchange(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, &params).await;
        loop {
            let message = self.line.receive().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            if message.get("id").is_none() {
                self.told.push(message);
                continue;
            }
            let question = json!({"method": message["method"], "params": message["params"]});
            let answer = (self.answer)(&question);
            self.asked.push(question);
            let mut reply = json!({"jsonrpc": "2.0", "id": message["id"]});
            match answer.get("error") {
                Some(error) => reply["error"] = error.clone(),
                None => reply["result"] = answer,
            }
            self.line.send(&reply).await;
        }
    }

    /// The whole answer to a request, sent again as long as the server asks.
    pub async fn finish(&mut self, method: &str, params: Value) -> Value {
        self.rounds = 0;
        let mut again = params.clone();
        loop {
            self.rounds += 1;
            let message = self.exchange(method, again).await;
            let result = &message["result"];
            if result["resultType"] != "input_required" {
                return message;
            }
            again = params.clone();
            again["requestState"] = result["requestState"].clone();
            again["inputResponses"] = json!({});
            let questions = result["inputRequests"].as_object().cloned();
            for (key, question) in questions.unwrap_or_default() {
                again["inputResponses"][key.as_str()] = (self.answer)(&question);
                self.asked.push(question);
            }
        }
    }

    /// Calls a tool.
    ///
    /// # Panics
    ///
    /// When it failed by the protocol.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let params = json!({"name": tool, "arguments": arguments});
        let mut message = self.finish("tools/call", params).await;
        assert_eq!(message.get("error"), None, "{message:#}");
        Answer {
            result: message["result"].take(),
        }
    }
}
