//! One turn: put together while its caller can still be refused, run in a task of its own, kept before its end is told.

use jiff::Timestamp;
use mirobody_agent::{
    run::{Finished, Progress},
    said_to_json,
};
use mirobody_llm::{Call, Message};
use mirobody_store::{AccountScope, NewResponse, Scope, Thread};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tracing::Instrument as _;

use super::{
    backbone::Backbone,
    object::Head,
    request::Ask,
    thread::{already_answered, completed, find, history},
};
use crate::{
    ApiError, AppState,
    agent::{Driver, Offer, until_nobody_listens},
    upstream::no_model,
};

/// What a turn tells as it runs. One of the last two is the end.
#[derive(Debug)]
pub enum Out {
    /// Something happened.
    Progress(Progress),
    /// It ended well, and is kept if it is to be.
    Done(Box<Done>),
    /// It failed.
    Failed(Box<Failed>),
}

/// A turn that ended well.
#[derive(Debug)]
pub struct Done {
    /// What the caller is to call.
    pub calls: Vec<Call>,
    /// The object.
    pub object: Value,
}

/// A turn that failed.
#[derive(Debug)]
pub struct Failed {
    /// Why.
    pub error: ApiError,
    /// The object.
    pub object: Value,
}

/// A turn, ready to run.
pub struct Turn {
    app: AppState,
    head: Head,
    work: Work,
}

enum Work {
    Model(Box<Backbone>),
    Agent(Box<Agent>),
}

/// A turn over a record.
struct Agent {
    scope: Scope,
    thread: Option<Thread>,
    session: Option<String>,
    store: bool,
    input: Vec<Message>,
    driver: Driver,
}

impl Turn {
    /// A turn of a model and nothing else.
    pub fn of_model(app: AppState, ask: Ask) -> Result<Self, ApiError> {
        let model = app.config.models.as_ref().and_then(|models| models.tier(ask.tier.id)).ok_or_else(no_model)?;
        let head = Head::new(&ask, false, app.clock.now());
        Ok(Self { app, head, work: Work::Model(Box::new(Backbone::new(model, ask))) })
    }

    /// A turn of the agent over a person's record.
    pub async fn of_agent(app: AppState, account: &AccountScope, ask: Ask) -> Result<Self, ApiError> {
        let now = app.clock.now();
        let scope = account.subject(&app.store, &ask.user).await?;
        let thread = find(&app, account, &scope, &ask).await?;
        let head = Head::new(&ask, ask.store, now);
        let mut messages = history(thread.as_ref());
        messages.extend(ask.input.messages.iter().cloned());
        let messages = completed(messages);
        let offer = Offer {
            tier: ask.tier.id,
            builtin: ask.builtin,
            stored: ask.store.then(|| head.id.clone()),
            attach: ask.attach,
            instructions: ask.instructions,
            client_tools: ask.client_tools,
            choice: ask.choice.choice(),
            effort: ask.effort,
        };
        let driver = Driver::of(&app, &scope, offer, messages, &ask.input.messages).await?;
        claim(&app, &scope, thread.as_ref(), now).await?;
        let work = Agent { scope, thread, session: ask.session, store: ask.store, input: ask.input.messages, driver };
        Ok(Self { app, head, work: Work::Agent(Box::new(work)) })
    }

    /// What its snapshots share.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// Starts it. It ends when nobody listens any more.
    pub fn start(self) -> UnboundedReceiver<Out> {
        let (out, heard) = unbounded_channel();
        tokio::spawn(self.go(out).instrument(tracing::Span::current()));
        heard
    }

    /// Runs it, and gives back the whole object.
    pub async fn whole(self) -> Result<Value, ApiError> {
        let mut heard = self.start();
        while let Some(out) = heard.recv().await {
            match out {
                Out::Progress(_) => {}
                Out::Done(done) => return Ok(done.object),
                Out::Failed(failed) => return Err(failed.error),
            }
        }
        Err(ApiError::internal("a turn ended without an end"))
    }

    async fn go(self, out: UnboundedSender<Out>) {
        let Self { app, head, work } = self;
        match work {
            Work::Model(backbone) => {
                let finished = until_nobody_listens(&out, backbone.run(&mut watch(&out))).await;
                if let Some(finished) = finished {
                    tell(&app, &head, &out, finished);
                }
            }
            Work::Agent(agent) => agent.go(&app, &head, &out).await,
        }
    }
}

/// Tells the end.
fn tell(app: &AppState, head: &Head, out: &UnboundedSender<Out>, finished: Result<Finished, ApiError>) {
    let end = match finished {
        Ok(Finished { answer, calls, .. }) => {
            let object = head.completed(&answer, &calls, app.clock.now());
            Out::Done(Box::new(Done { calls, object }))
        }
        Err(error) => failed(head, error),
    };
    drop(out.send(end));
}

fn failed(head: &Head, error: ApiError) -> Out {
    error.log();
    Out::Failed(Box::new(Failed { object: head.failed(&error), error }))
}

fn watch(out: &UnboundedSender<Out>) -> impl FnMut(Progress) + Send + use<> {
    let out = out.clone();
    move |progress| drop(out.send(Out::Progress(progress)))
}

/// Takes the calls that this turn answers.
async fn claim(app: &AppState, scope: &Scope, thread: Option<&Thread>, now: Timestamp) -> Result<(), ApiError> {
    let Some(thread) = thread.filter(|thread| !thread.pending.is_empty()) else { return Ok(()) };
    if app.store.claim_calls(scope, thread, now).await? { Ok(()) } else { Err(already_answered()) }
}

impl Agent {
    async fn go(mut self, app: &AppState, head: &Head, out: &UnboundedSender<Out>) {
        let driver = std::mem::replace(&mut self.driver, Driver::BuiltIn(Vec::new()));
        let finished = until_nobody_listens(out, driver.answer(app, &self.scope, &mut watch(out))).await;
        let Some(finished) = finished else { return self.release(app).await };
        let kept = match finished {
            Ok(finished) => self.keep(app, head, finished).await,
            Err(error) => Err(error),
        };
        match kept {
            Ok(done) => drop(out.send(Out::Done(Box::new(done)))),
            Err(error) => {
                self.release(app).await;
                drop(out.send(failed(head, error)));
            }
        }
    }

    /// Keeps the answer, if it is to be kept, and settles the calls it answered either way.
    async fn keep(&self, app: &AppState, head: &Head, finished: Finished) -> Result<Done, ApiError> {
        let Finished { answer, calls, said } = finished;
        let now = app.clock.now();
        let object = head.completed(&answer, &calls, now);
        if self.store {
            let said = said_to_json(&[self.input.as_slice(), &said].concat());
            let pending: Vec<String> = calls.iter().map(|call| call.id.clone()).collect();
            let new = NewResponse {
                id: &head.id,
                thread: self.thread.as_ref(),
                session: self.session.as_deref(),
                body: &object.to_string(),
                said: &said,
                pending: &pending,
                // Whoever sends calls and their outputs after it told it in the turn that made the calls.
                tells: matches!(self.input.last(), Some(Message::User(_) | Message::System(_))),
            };
            app.store.put_response(&self.scope, &new, now).await?;
        } else if let Some(thread) = self.claimed() {
            app.store.settle_calls(&self.scope, thread).await?;
        }
        Ok(Done { calls, object })
    }

    fn claimed(&self) -> Option<&Thread> {
        self.thread.as_ref().filter(|thread| !thread.pending.is_empty())
    }

    /// Gives the calls back that this turn was to answer. Where that fails they come back by themselves in a while.
    async fn release(&self, app: &AppState) {
        if let Some(thread) = self.claimed() {
            drop(app.store.release_calls(&self.scope, thread).await);
        }
    }
}
