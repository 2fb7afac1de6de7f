//! The data of the server-sent events of an answer.

use futures::{
    StreamExt as _,
    stream::{self, BoxStream},
};
use reqwest::{Response, header::CONTENT_TYPE};
use sse_stream::SseStream;
use tokio::time::{Instant, timeout_at};

use super::LARGEST;
use crate::{Fault, Patience};

/// The data of each event; a fault is the last.
pub(crate) type Frames = BoxStream<'static, Result<String, Fault>>;

/// The events of an answer. A vendor that knows no streaming sends one JSON document, which is one event.
pub(super) fn of(response: Response, patience: Patience, end: Instant) -> Frames {
    let body = Body { response, patience, end, read: 0 };
    if body.is_json() {
        return stream::once(body.whole()).boxed();
    }
    let chunks = stream::try_unfold(body, |mut body| async move {
        let chunk = timeout_at(body.until(), body.response.chunk()).await.map_err(|_| Fault::TimedOut)?;
        let chunk = chunk.map_err(|error| super::of_transport(&error))?;
        if let Some(bytes) = &chunk {
            body.count(bytes.len())?;
        }
        Ok::<_, Fault>(chunk.map(|bytes| (bytes, body)))
    });
    SseStream::from_bytes_stream(chunks.boxed()).filter_map(|event| async { data(event) }).boxed()
}

fn data(event: Result<sse_stream::Sse, sse_stream::Error>) -> Option<Result<String, Fault>> {
    match event {
        Ok(event) => event.data.map(Ok),
        Err(sse_stream::Error::Body(cause)) => Some(Err(cause.downcast().map_or(Fault::Transport, |fault| *fault))),
        Err(_) => Some(Err(Fault::Malformed)),
    }
}

struct Body {
    response: Response,
    patience: Patience,
    end: Instant,
    read: usize,
}

impl Body {
    fn is_json(&self) -> bool {
        let kind = self.response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        kind.is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("application/json"))
    }

    /// When the next bytes must be there.
    fn until(&self) -> Instant {
        let wait = if self.read == 0 { self.patience.first } else { self.patience.idle };
        self.end.min(Instant::now() + wait)
    }

    fn count(&mut self, bytes: usize) -> Result<(), Fault> {
        self.read += bytes;
        if self.read > LARGEST { Err(Fault::Malformed) } else { Ok(()) }
    }

    async fn whole(mut self) -> Result<String, Fault> {
        let mut text = Vec::new();
        loop {
            let chunk = timeout_at(self.until(), self.response.chunk()).await.map_err(|_| Fault::TimedOut)?;
            let Some(chunk) = chunk.map_err(|error| super::of_transport(&error))? else { break };
            self.count(chunk.len())?;
            text.extend_from_slice(&chunk);
        }
        String::from_utf8(text).map_err(|_| Fault::Malformed)
    }
}
