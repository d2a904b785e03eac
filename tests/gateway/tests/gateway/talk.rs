//! A gateway, and a client of it.

use std::time::Duration;

use mcp_ergo::gateway::{Gateway, Upstream};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ErrorData, ProtocolVersion, SubscriptionFilter, Tool,
};
use rmcp::service::{
    ClientLifecycleMode, NotificationContext, RunningService, ServiceError, Subscription,
    serve_client_with_lifecycle,
};
use rmcp::{ClientHandler, RoleClient, ServiceExt as _};
use serde_json::Value;
use tokio::sync::mpsc;

/// The program of the troubled server.
pub(crate) fn upstream(name: &str, manner: &str) -> Upstream {
    Upstream::stdio(name, [env!("CARGO_BIN_EXE_upstream"), manner])
        .start_timeout(Duration::from_secs(20))
}

/// A gateway of some upstreams.
pub(crate) async fn gateway(upstreams: impl IntoIterator<Item = Upstream>) -> Gateway {
    let builder = upstreams
        .into_iter()
        .fold(Gateway::builder("office", "1.0.0"), |builder, upstream| {
            builder.upstream(upstream)
        });
    let builder = builder.wait(Duration::from_secs(60));
    builder.boot().await.expect("the gateway boots")
}

/// Hears when the list changes.
#[derive(Debug)]
pub(crate) struct Hearing(mpsc::UnboundedSender<()>);

impl ClientHandler for Hearing {
    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        // The test may be over.
        let _ = self.0.send(());
    }
}

/// A client of the gateway.
pub(crate) struct Talk {
    pub(crate) service: RunningService<RoleClient, Hearing>,
    heard: mpsc::UnboundedReceiver<()>,
    listening: Option<Subscription>,
}

/// How long anything may take that is waited for.
const PATIENCE: Duration = Duration::from_secs(40);

impl Talk {
    /// Speaks as clients before 2026-07-28 do.
    pub(crate) async fn with(gateway: &Gateway) -> Self {
        Self::open(gateway, ClientLifecycleMode::Initialize).await
    }

    /// Speaks 2026-07-28, and listens for other lists.
    pub(crate) async fn newest_with(gateway: &Gateway) -> Self {
        let newest = ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        };
        let mut talk = Self::open(gateway, newest).await;
        let mut filter = SubscriptionFilter::default();
        filter.tools_list_changed = Some(true);
        let listening = talk.service.listen(filter).await.expect("it may listen");
        assert_eq!(listening.acknowledged().tools_list_changed, Some(true));
        talk.listening = Some(listening);
        talk
    }

    async fn open(gateway: &Gateway, lifecycle: ClientLifecycleMode) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let server = gateway.server();
        tokio::spawn(async move {
            if let Ok(running) = server.serve(theirs).await {
                let _ = running.waiting().await;
            }
        });
        let (hears, heard) = mpsc::unbounded_channel();
        let service = serve_client_with_lifecycle(Hearing(hears), ours, lifecycle)
            .await
            .expect("the gateway can be talked to");
        Self {
            service,
            heard,
            listening: None,
        }
    }

    pub(crate) async fn tools(&self) -> Vec<Tool> {
        let listed = self.service.list_tools(None).await;
        listed.expect("the tools can be listed").tools
    }

    pub(crate) async fn names(&self) -> Vec<String> {
        let tools = self.tools().await;
        tools.iter().map(|tool| tool.name.to_string()).collect()
    }

    pub(crate) async fn try_call(
        &self,
        name: &str,
        arguments: Value,
    ) -> Result<CallToolResult, ErrorData> {
        let params = CallToolRequestParams::new(name.to_owned())
            .with_arguments(arguments.as_object().cloned().unwrap_or_default());
        match self.service.call_tool(params).await {
            Ok(result) => Ok(result),
            Err(ServiceError::McpError(error)) => Err(error),
            Err(error) => panic!("the gateway cannot be talked to: {error}"),
        }
    }

    pub(crate) async fn call(&self, name: &str, arguments: Value) -> CallToolResult {
        let called = self.try_call(name, arguments).await;
        called.unwrap_or_else(|error| panic!("{name}: {error:?}"))
    }

    /// An answer that is none of a failure.
    pub(crate) async fn ok(&self, name: &str, arguments: Value) -> CallToolResult {
        let result = self.call(name, arguments).await;
        assert_ne!(result.is_error, Some(true), "{name}: {:?}", texts(&result));
        result
    }

    /// The envelope of a failure, and its words.
    pub(crate) async fn failure(&self, name: &str, arguments: Value) -> (Value, String) {
        let result = self.call(name, arguments).await;
        assert_eq!(result.is_error, Some(true), "{name}: {:?}", texts(&result));
        assert_eq!(result.structured_content, None);
        let texts = texts(&result);
        let envelope = serde_json::from_str(&texts[1]).expect("an envelope");
        (envelope, texts[0].clone())
    }

    /// Waits until the client is told that the list changed.
    pub(crate) async fn told_of_change(&mut self) {
        let told = async {
            match &mut self.listening {
                Some(listening) => {
                    let told = listening.next().await.expect("it listens");
                    assert!(told.is_some(), "{:?}", listening.end());
                }
                None => self.heard.recv().await.expect("it listens"),
            }
        };
        let told = tokio::time::timeout(PATIENCE, told).await;
        told.expect("the client is told that the list changed");
    }

    /// Waits until the list is as it should be, hearing of every change.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        loop {
            let names = self.names().await;
            if wanted(&names) {
                return names;
            }
            self.told_of_change().await;
        }
    }
}

/// The texts of an answer.
pub(crate) fn texts(result: &CallToolResult) -> Vec<String> {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    texts.map(|text| text.text.clone()).collect()
}

/// Whether any tool of the upstream is listed.
pub(crate) fn has(names: &[String], upstream: &str) -> bool {
    let prefix = format!("{upstream}__");
    names.iter().any(|name| name.starts_with(&prefix))
}
