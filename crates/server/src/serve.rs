//! Serving until told to stop. Where to listen is the caller's decision: it brings the listener.

use std::io;

use tokio::net::TcpListener;

use crate::{AppState, log::quiet_panics, router};

/// Serves until `shutdown` is ready, then lets the running requests finish.
pub async fn serve(
    listener: TcpListener,
    app: AppState,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    quiet_panics();
    axum::serve(listener, router(app)).with_graceful_shutdown(shutdown).await
}
