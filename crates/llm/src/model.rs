//! Whatever answers a request.

use std::{fmt::Debug, sync::Arc};

use futures::stream::BoxStream;

use crate::{Event, Fault, Request};

/// The events of one answer: [`Event::Done`] or a fault is the last. Dropping it ends the call.
pub type Events = BoxStream<'static, Result<Event, Fault>>;

/// What a model is shown as it is, beside text; the rest is named to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sight {
    /// Images.
    pub images: bool,
    /// PDFs.
    pub documents: bool,
}

/// A model that can be asked: one provider, or several of which the next is asked when one fails.
pub trait Model: Debug + Send + Sync {
    /// The configured name.
    fn name(&self) -> &str;

    /// What it takes beside text.
    fn sight(&self) -> Sight {
        Sight::default()
    }

    /// Asks. Nothing is sent before the stream is read.
    fn ask(&self, request: Arc<Request>) -> Events;
}
