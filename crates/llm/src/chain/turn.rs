//! One request through a chain.

use std::sync::Arc;

use futures::StreamExt as _;
use tokio::time::{Instant, sleep};

use super::{Guarded, Leave, Policy, policy::Then};
use crate::{Event, Events, Fault, Request};

/// Where it is.
pub(super) struct Turn {
    links: Arc<[Arc<Guarded>]>,
    policy: Policy,
    request: Arc<Request>,
    began: Option<Instant>,
    /// The provider that is next, or is being asked.
    at: usize,
    tries: u32,
    leave: Option<Leave>,
    events: Option<Events>,
    is_passed_on: bool,
    /// What is said when nobody answers.
    fault: Fault,
    is_over: bool,
}

impl Turn {
    pub fn new(links: Arc<[Arc<Guarded>]>, policy: Policy, request: Arc<Request>) -> Self {
        let fault = Fault::NotConfigured("no model provider is configured: set LLM_BASE_URL and LLM_MODEL".to_owned());
        Self {
            links,
            policy,
            request,
            began: None,
            at: 0,
            tries: 0,
            leave: None,
            events: None,
            is_passed_on: false,
            fault,
            is_over: false,
        }
    }

    /// The next event.
    pub async fn step(mut self) -> Result<Option<(Event, Self)>, Fault> {
        while !self.is_over {
            let mut events = self.events()?;
            let fault = match events.next().await {
                Some(Ok(event)) => return Ok(Some(self.pass_on(event, events))),
                Some(Err(fault)) => fault,
                None => Fault::Malformed,
            };
            self.recover(fault).await?;
        }
        Ok(None)
    }

    fn pass_on(mut self, event: Event, events: Events) -> (Event, Self) {
        self.is_passed_on = true;
        if matches!(event, Event::Done(_)) {
            self.is_over = true;
            self.note(Ok(()));
        } else {
            self.events = Some(events);
        }
        (event, self)
    }

    /// Those of the provider whose turn it is, asked now unless it is being read.
    fn events(&mut self) -> Result<Events, Fault> {
        if let Some(events) = self.events.take() {
            return Ok(events);
        }
        self.began.get_or_insert_with(Instant::now);
        while let Some(link) = self.links.get(self.at) {
            self.leave = self.leave.take().or_else(|| Leave::to_ask(link));
            if self.leave.is_some() {
                self.tries += 1;
                return Ok(link.model.ask(Arc::clone(&self.request)));
            }
            self.remember(Fault::Resting);
            self.at += 1;
        }
        Err(self.fault.clone())
    }

    /// Waits, or goes on to the next; what cannot be helped is returned.
    async fn recover(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.is_passed_on {
            self.note(Err(&fault));
            return Err(fault);
        }
        let elapsed = self.began.map(|began| began.elapsed()).unwrap_or_default();
        match self.policy.after(&fault, self.tries, elapsed) {
            Then::Again(wait) => sleep(wait).await,
            Then::Next => {
                self.note(Err(&fault));
                self.remember(fault);
                (self.at, self.tries) = (self.at + 1, 0);
            }
            Then::GiveUp => {
                self.note(Err(&fault));
                return Err(fault);
            }
        }
        Ok(())
    }

    /// The last fault of a provider that was asked says most.
    fn remember(&mut self, fault: Fault) {
        let says_little = matches!(fault, Fault::Resting | Fault::NotConfigured(_));
        if !says_little || self.at == 0 {
            self.fault = fault;
        }
    }

    fn note(&mut self, outcome: Result<(), &Fault>) {
        let Some(leave) = self.leave.take() else { return };
        if let Err(fault) = outcome {
            tracing::warn!(code = fault.code(), status = fault.status(), "a model provider failed");
        }
        leave.note(outcome);
    }
}
