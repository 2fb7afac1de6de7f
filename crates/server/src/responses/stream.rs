//! A response as server-sent events: `event:` and `data:` of each, as it happens.
//!
//! The turn runs in a task of its own; when the caller goes away, it ends.

use std::convert::Infallible;

use axum::{
    http::{HeaderValue, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::{StreamExt as _, stream};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedReceiver;

use super::{
    events::Events,
    turn::{Out, Turn},
};

/// The stream of a turn.
pub fn events(turn: Turn) -> Response {
    let events = Events::new(turn.head().clone());
    let frames = stream::unfold(Some((events, turn.start())), step).flat_map(stream::iter);
    let mut response = Sse::new(frames.map(|event| Ok::<_, Infallible>(frame(&event))))
        .keep_alive(KeepAlive::default())
        .into_response();
    // Proxies that buffer would turn the stream into one late block.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A stream that goes on.
type State = Option<(Events, UnboundedReceiver<Out>)>;

/// The events that are ready, or else those of what happens next.
async fn step(state: State) -> Option<(Vec<Value>, State)> {
    let (mut events, mut turn) = state?;
    let ready = events.take();
    if !ready.is_empty() {
        return Some((ready, Some((events, turn))));
    }
    match turn.recv().await? {
        Out::Progress(progress) => {
            events.progress(&progress);
            Some((events.take(), Some((events, turn))))
        }
        Out::Done(done) => {
            events.completed(&done.calls, &done.object);
            Some((events.take(), None))
        }
        Out::Failed(failed) => {
            events.failed(&failed.object);
            Some((events.take(), None))
        }
    }
}

fn frame(event: &Value) -> Event {
    let kind = event.get("type").and_then(Value::as_str).unwrap_or_default();
    Event::default().event(kind).data(event.to_string())
}
