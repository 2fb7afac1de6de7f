//! Whatever answers a request.

use std::{fmt::Debug, sync::Arc};

use futures::stream::BoxStream;

use crate::{Event, Fault, Request};

/// The events of one answer: [`Event::Done`] or a fault is the last. Dropping it ends the call.
pub type Events = BoxStream<'static, Result<Event, Fault>>;

/// A model that can be asked: one provider, or several of which the next is asked when one fails.
pub trait Model: Debug + Send + Sync {
    /// The configured name.
    fn name(&self) -> &str;

    /// Asks. Nothing is sent before the stream is read.
    fn ask(&self, request: Arc<Request>) -> Events;
}
