//! Hears that the process is to stop.

/// Ready when the process is asked to stop: Ctrl-C, or SIGTERM.
pub(super) async fn stop_asked() {
    let interrupt = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::warn!(%error, "Ctrl-C is not heard");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! {
                () = interrupt => {}
                _ = terminate.recv() => {}
            },
            Err(error) => {
                tracing::warn!(%error, "SIGTERM is not heard");
                interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    interrupt.await;
}
