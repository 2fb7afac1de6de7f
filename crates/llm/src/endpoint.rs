//! One provider as a model: its wire format over HTTP, with neither retries nor anyone else to ask.

use std::{fmt, mem, sync::Arc};

use futures::{StreamExt as _, stream};

use crate::{
    Delta, Event, Events, Fault, Key, Model, Provider, Request, Sight,
    answer::Answer,
    http::{Address, Frames},
    wire::{self, Reader},
};

/// A provider that can be asked.
pub(crate) struct Endpoint {
    inner: Arc<Inner>,
}

struct Inner {
    provider: Provider,
    /// None when its key is missing; the fault says which.
    address: Result<Address, Fault>,
}

impl Endpoint {
    /// At this address.
    pub fn new(provider: Provider, address: Result<Address, Fault>) -> Self {
        Self { inner: Arc::new(Inner { provider, address }) }
    }
}

/// What to do about a key that is not there.
pub(crate) fn missing(key: &Key, provider: &str) -> Fault {
    Fault::NotConfigured(format!("model provider {provider} needs {}: set it in the environment or in .env", key.name))
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Endpoint").field(&self.inner.provider).finish()
    }
}

impl Model for Endpoint {
    fn name(&self) -> &str {
        &self.inner.provider.name
    }

    fn sight(&self) -> Sight {
        Sight { images: self.inner.provider.images, documents: self.inner.provider.documents }
    }

    fn ask(&self, request: Arc<Request>) -> Events {
        let fresh = Asking { endpoint: Arc::clone(&self.inner), request, state: State::Fresh };
        stream::try_unfold(fresh, Asking::step).boxed()
    }
}

struct Asking {
    endpoint: Arc<Inner>,
    request: Arc<Request>,
    state: State,
}

enum State {
    Fresh,
    Open(Box<Open>),
    Over,
}

/// An answer that comes in.
struct Open {
    frames: Frames,
    reader: Box<dyn Reader>,
    answer: Answer,
}

impl Asking {
    async fn step(mut self) -> Result<Option<(Event, Self)>, Fault> {
        let mut open = match mem::replace(&mut self.state, State::Over) {
            State::Over => return Ok(None),
            State::Open(open) => open,
            State::Fresh => Box::new(open(&self.endpoint, &self.request).await?),
        };
        if let Some(piece) = open.piece().await? {
            self.state = State::Open(open);
            return Ok(Some((Event::Delta(piece), self)));
        }
        let Open { mut reader, answer, .. } = *open;
        let raw = reader.raw(&answer);
        let reply = answer.reply(raw, &self.endpoint.provider.name, &self.request);
        Ok(Some((Event::Done(reply), self)))
    }
}

async fn open(endpoint: &Inner, request: &Request) -> Result<Open, Fault> {
    let address = endpoint.address.as_ref().map_err(Fault::clone)?;
    let body = wire::body(&endpoint.provider, request);
    let frames = address.post(body.to_string()).await?;
    Ok(Open { frames, reader: wire::reader(endpoint.provider.kind), answer: Answer::to(request) })
}

impl Open {
    /// The next piece; none when the answer is whole.
    async fn piece(&mut self) -> Result<Option<Delta>, Fault> {
        loop {
            if let Some(piece) = self.answer.piece() {
                return Ok(Some(piece));
            }
            if self.answer.is_over {
                return Ok(None);
            }
            match self.frames.next().await {
                Some(Ok(frame)) => self.reader.read(&frame, &mut self.answer)?,
                None => self.answer.close()?,
                // What was said is whole, if it is not known what it cost.
                Some(Err(_)) if self.answer.stop.is_some() => self.answer.is_over = true,
                Some(Err(fault)) => return Err(fault),
            }
        }
    }
}
