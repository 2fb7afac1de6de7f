//! A completion as server-sent events, ended by `[DONE]`.
//!
//! The first frame goes out at once, so a failure later on is a frame too: the status is already 200. The turn runs in a
//! task of its own; when the caller goes away, it ends.

use std::convert::Infallible;

use axum::{
    http::{HeaderValue, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::{Stream, StreamExt, stream};
use mirobody_agent::{
    Answer,
    run::{Finished, Progress},
};
use mirobody_store::Scope;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tracing::Instrument;

use super::reply::Head;
use crate::{
    ApiError, AppState,
    agent::{Driver, until_nobody_listens},
};

/// What happens in a turn.
enum Out {
    Progress(Progress),
    End(Result<Box<Answer>, ApiError>),
}

/// The stream of one completion.
pub fn events(app: AppState, head: Head, scope: Scope, driver: Driver) -> Response {
    let (out, heard) = unbounded_channel();
    let mut watch = watching(&out);
    let turn = async move { driver.answer(&app, &scope, &mut watch).await };
    tokio::spawn(go(out, turn).instrument(tracing::Span::current()));
    let frames = frames(head, heard).map(|text| Ok::<_, Infallible>(Event::default().data(text)));
    let mut response = Sse::new(frames).keep_alive(KeepAlive::default()).into_response();
    // Proxies that buffer would turn the stream into one late block.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn watching(out: &UnboundedSender<Out>) -> impl FnMut(Progress) + Send + use<> {
    let out = out.clone();
    move |progress| drop(out.send(Out::Progress(progress)))
}

/// Runs a turn to its end, or until nobody listens.
async fn go(out: UnboundedSender<Out>, turn: impl Future<Output = Result<Finished, ApiError>>) {
    let Some(outcome) = until_nobody_listens(&out, turn).await else { return };
    // Here and not where the frames are made: this is within the span of the request.
    if let Err(error) = &outcome {
        error.log();
    }
    drop(out.send(Out::End(outcome.map(|finished| Box::new(finished.answer)))));
}

fn frames(head: Head, heard: UnboundedReceiver<Out>) -> impl Stream<Item = String> + Send {
    let opening = stream::iter([head.opening().to_string()]);
    let rest = stream::unfold(Some((head, heard)), |state| async {
        let (head, mut heard) = state?;
        match heard.recv().await? {
            Out::Progress(progress) => {
                let frame = head.progress(&progress).map(|frame| frame.to_string());
                Some((frame.into_iter().collect(), Some((head, heard))))
            }
            Out::End(end) => Some((ending(&head, &end), None)),
        }
    });
    opening.chain(rest.flat_map(|frames: Vec<String>| stream::iter(frames)))
}

fn ending(head: &Head, end: &Result<Box<Answer>, ApiError>) -> Vec<String> {
    let last = match end {
        Ok(answer) => head.closing(answer),
        Err(error) => error.body(),
    };
    vec![last.to_string(), "[DONE]".to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn of(turn: impl Future<Output = Result<Finished, ApiError>> + Send + 'static) -> Vec<String> {
        let (out, heard) = unbounded_channel();
        tokio::spawn(go(out, turn));
        frames(Head::new("mirobody-flash", "2026-06-16T12:00:00Z".parse().unwrap()), heard).collect().await
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
