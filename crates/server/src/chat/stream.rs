//! A completion as server-sent events, ended by `[DONE]`.
//!
//! The first frame goes out at once, so a failure later on is a frame too: the status is already 200.

use std::{convert::Infallible, panic::AssertUnwindSafe};

use axum::{
    http::{HeaderValue, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::{FutureExt, Stream, StreamExt, stream};
use mirobody_agent::Answer;
use serde_json::Value;
use tracing::Instrument;

use super::reply::Head;
use crate::{ApiError, error::Cause};

/// The stream of one completion. Dropping it (the client went away) ends the work.
pub fn events(head: Head, answer: impl Future<Output = Result<Answer, ApiError>> + Send + 'static) -> Response {
    let frames = frames(head, answer).map(|text| Ok::<_, Infallible>(Event::default().data(text)));
    let mut response = Sse::new(frames).keep_alive(KeepAlive::default()).into_response();
    // Proxies that buffer would turn the stream into one late block.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn frames(
    head: Head,
    answer: impl Future<Output = Result<Answer, ApiError>> + Send + 'static,
) -> impl Stream<Item = String> + Send {
    let opening = stream::iter([head.opening().to_string()]);
    let rest = async move { stream::iter(rest(&head, guarded(answer).await)) };
    opening.chain(rest.instrument(tracing::Span::current()).flatten_stream())
}

fn rest(head: &Head, answer: Result<Answer, ApiError>) -> Vec<String> {
    let frames = match answer {
        Ok(answer) => head.frames(&answer),
        Err(error) => vec![failure(&error)],
    };
    let done = "[DONE]".to_owned();
    frames.iter().map(Value::to_string).chain([done]).collect()
}

fn failure(error: &ApiError) -> Value {
    if let ApiError::Internal(Cause(cause)) = error {
        tracing::error!(%cause, "stream failed");
    }
    error.body()
}

/// The outermost layer sees no panic here: the body is read after it has answered.
async fn guarded(answer: impl Future<Output = Result<Answer, ApiError>>) -> Result<Answer, ApiError> {
    let outcome = AssertUnwindSafe(answer).catch_unwind().await;
    outcome.unwrap_or_else(|_| Err(ApiError::internal("the answerer panicked")))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn of(answer: impl Future<Output = Result<Answer, ApiError>> + Send + 'static) -> Vec<String> {
        let head = Head::new("mirobody-flash", "2026-06-16T12:00:00Z".parse().unwrap());
        frames(head, answer).collect().await
    }

    #[tokio::test]
    async fn a_failure_or_a_panic_is_an_error_frame_that_says_nothing_of_the_cause() {
        let failed = of(async { Err(ApiError::internal("glucose 97")) }).await;
        let panicked = of(async { panic!("glucose 97") }).await;
        for frames in [failed, panicked] {
            assert_eq!(frames.len(), 3);
            assert!(frames[0].contains("\"role\":\"assistant\""));
            assert!(frames[1].starts_with("{\"error\":") && frames[1].contains("internal_error"));
            assert!(!frames[1].contains("glucose"));
            assert_eq!(frames[2], "[DONE]");
        }
    }
}
