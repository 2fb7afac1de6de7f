//! The outermost layer: an id for each request, a line in the log, and a 500 in place of a panic.
//!
//! The line holds the method, the route's template, the status, the duration and the id. Never a path, a query string,
//! a header or a body: they carry names and values.

use std::{panic::AssertUnwindSafe, time::Instant};

use axum::{
    extract::{MatchedPath, Request},
    http::HeaderValue,
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures::FutureExt;
use tracing::Instrument;
use uuid::Uuid;

use crate::{ApiError, error::Cause};

/// Runs a request inside its own span.
pub async fn observe(request: Request, next: Next) -> Response {
    let id = Uuid::now_v7();
    let span = tracing::info_span!("request", %id);
    observed(id, request, next).instrument(span).await
}

async fn observed(id: Uuid, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let route = route(&request);
    let outcome = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let mut response = outcome.unwrap_or_else(|_| ApiError::internal("a handler panicked").into_response());
    let status = response.status().as_u16();
    let milliseconds = begun.elapsed().as_millis();
    if let Some(Cause(cause)) = response.extensions_mut().remove() {
        tracing::error!(%cause, "request failed");
    }
    tracing::info!(%method, %route, status, milliseconds, "request");
    if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

fn route(request: &Request) -> String {
    request.extensions().get::<MatchedPath>().map_or("unmatched", MatchedPath::as_str).to_owned()
}

#[cfg(test)]
mod tests {
    use axum::{
        Router,
        body::{Body, to_bytes},
        middleware::from_fn,
        routing::get,
    };
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_panic_is_a_500_with_an_id_that_says_nothing_of_it() {
        let app = Router::new().route("/", get(async || -> &'static str { panic!("glucose 97") }));
        let request = Request::builder().uri("/").body(Body::empty()).unwrap();
        let response = app.layer(from_fn(observe)).oneshot(request).await.unwrap();
        assert_eq!(response.status().as_u16(), 500);
        assert!(response.headers().contains_key("x-request-id"));
        let body = to_bytes(response.into_body(), 10_000).await.unwrap();
        let body = String::from_utf8(body.to_vec()).unwrap();
        assert!(body.contains("internal_error") && !body.contains("glucose"), "{body}");
    }
}
