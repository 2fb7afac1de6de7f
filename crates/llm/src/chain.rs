//! Several providers as one model: what may pass is tried again, then the next is asked.
//!
//! True here: once a piece was passed on nothing is tried again, because its reader has seen it; a request that a vendor
//! refuses as such goes to nobody else; every wait is short, and a vendor's wish to wait longer is given back.
//! Must not be here: a wire format.

mod breaker;
mod policy;
mod turn;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::{StreamExt as _, stream};
use tokio::time::Instant;

pub use self::policy::Policy;
use self::{
    breaker::{Breaker, Verdict},
    turn::Turn,
};
use crate::{Events, Fault, Model, Request, Sight};

/// A model with the memory of how it fared, which all chains that ask it share.
#[derive(Debug)]
pub struct Guarded {
    model: Arc<dyn Model>,
    breaker: Mutex<Breaker>,
}

impl Guarded {
    /// A model that has not been asked yet.
    pub fn new(model: Arc<dyn Model>) -> Arc<Self> {
        Arc::new(Self { model, breaker: Mutex::default() })
    }

    /// The model itself.
    pub fn model(&self) -> &dyn Model {
        &*self.model
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leave to ask a model once, and to try again. What came of it is noted; nothing is when it is dropped before.
#[derive(Debug)]
struct Leave {
    of: Arc<Guarded>,
    is_noted: bool,
}

impl Leave {
    fn to_ask(of: &Arc<Guarded>) -> Option<Self> {
        let may = of.breaker().admits(Instant::now());
        may.then(|| Self { of: Arc::clone(of), is_noted: false })
    }

    fn note(mut self, outcome: Result<(), &Fault>) {
        self.is_noted = true;
        self.of.breaker().note(Verdict::of(outcome), Instant::now());
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        if !self.is_noted {
            self.of.breaker().forget();
        }
    }
}

/// Models that are asked one after the other.
#[derive(Debug)]
pub struct Chain {
    name: String,
    links: Arc<[Arc<Guarded>]>,
    policy: Policy,
}

impl Chain {
    /// These, in this order.
    pub fn new(name: impl Into<String>, links: Vec<Arc<Guarded>>, policy: Policy) -> Self {
        Self { name: name.into(), links: links.into(), policy }
    }
}

impl Model for Chain {
    fn name(&self) -> &str {
        &self.name
    }

    /// What any of them takes: one that does not is told the name.
    fn sight(&self) -> Sight {
        let each = self.links.iter().map(|link| link.model.sight());
        each.fold(Sight::default(), |all, one| Sight {
            images: all.images || one.images,
            documents: all.documents || one.documents,
        })
    }

    fn ask(&self, request: Arc<Request>) -> Events {
        let turn = Turn::new(Arc::clone(&self.links), self.policy, request);
        stream::try_unfold(turn, Turn::step).boxed()
    }
}
