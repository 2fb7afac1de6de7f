//! A model vendor on this machine that speaks the three wire formats, answers as told, and fails in every way they do.
//!
//! True here: the replies that were queued are given first, each once; after them the directives `[[mock:…]]` in the last
//! message of the user decide. What was asked is kept. Must not be here: anything the product needs at run time.

mod asked;
mod directives;
mod serve;
mod wire;

use std::{
    collections::{HashMap, VecDeque},
    io,
    net::{SocketAddr, TcpListener},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::oneshot;

pub use self::asked::{Asked, Wire};

/// So many requests are kept, the newest.
const KEPT: usize = 4096;

/// A running vendor, which ends with the value.
#[derive(Debug)]
pub struct FakeModel {
    address: SocketAddr,
    shared: Arc<Shared>,
    end: Option<oneshot::Sender<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Reply>,
    seen: VecDeque<Asked>,
    spans: VecDeque<Span>,
    /// How often each mishap that passes has happened, by what the person said.
    mishaps: HashMap<String, usize>,
}

/// A request that was answered to its end, and how long it was the vendor's: from its last byte to the last piece of the
/// answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// What the person had said last.
    pub said: String,
    /// How long it was.
    pub took: Duration,
}

/// How a request is answered.
#[derive(Debug, Clone)]
pub enum Reply {
    /// With an answer.
    Say(Say),
    /// With a status, headers and a body.
    Status(u16, Vec<(&'static str, String)>, String),
    /// With these events as they are, each the text of a `data:` line.
    Events(Vec<String>),
    /// With one JSON document, as by a vendor that knows no streaming.
    Document(String),
    /// The connection is closed before anything is answered.
    Cut,
}

/// An answer.
#[derive(Debug, Clone, Default)]
pub struct Say {
    /// What it reasons.
    pub think: String,
    /// Its text.
    pub text: String,
    /// The tools it calls, and their arguments.
    pub calls: Vec<(String, String)>,
    /// How long nothing comes at first.
    pub stall: Duration,
    /// How long nothing comes between two pieces.
    pub pace: Duration,
    /// How it ends.
    pub ending: Ending,
}

impl Say {
    /// This text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A call of this tool.
    pub fn call(name: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self { calls: vec![(name.into(), arguments.into())], ..Self::default() }
    }
}

/// How an answer ends. All but the first four come after its third piece.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ending {
    /// As it should.
    #[default]
    Whole,
    /// Without the mark of the end or a count of tokens, after a reason to stop.
    Unmarked,
    /// Because it was too long.
    Length,
    /// Because the vendor withheld it.
    Filtered,
    /// The connection is cut.
    Cut,
    /// The answer is over without a reason.
    Short,
    /// Nothing comes any more.
    Stall,
    /// Something that is not JSON comes.
    Garbage,
    /// An error comes in the vendor's own form: it is overloaded.
    Overloaded,
    /// It goes on for so many bytes.
    Endless(usize),
}

impl FakeModel {
    /// Starts one on a free port of this machine, with a thread of its own.
    pub fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (end, ended) = oneshot::channel();
        let shared = Arc::new(Shared::default());
        let serving = Arc::clone(&shared);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::spawn(move || runtime.block_on(serve::until(ended, listener, serving)));
        Ok(Self { address, shared, end: Some(end) })
    }

    /// What a provider of this kind has as its base URL.
    pub fn base_url(&self, wire: Wire) -> String {
        let path = match wire {
            Wire::OpenAi => "/v1",
            Wire::Anthropic => "",
            Wire::Gemini => "/v1beta",
        };
        format!("http://{}{path}", self.address)
    }

    /// Answers a coming request like this.
    pub fn queue(&self, reply: Reply) {
        self.shared.state().queue.push_back(reply);
    }

    /// What was asked so far, the oldest first.
    pub fn seen(&self) -> Vec<Asked> {
        self.shared.state().seen.iter().cloned().collect()
    }

    /// What was asked since this was called last, the oldest first.
    pub fn take_seen(&self) -> Vec<Asked> {
        self.shared.state().seen.drain(..).collect()
    }

    /// The requests that were answered, the oldest first.
    pub fn spans(&self) -> Vec<Span> {
        self.shared.state().spans.iter().cloned().collect()
    }

    /// Forgets what was asked and what is queued.
    pub fn forget(&self) {
        *self.shared.state() = State::default();
    }
}

impl Drop for FakeModel {
    fn drop(&mut self) {
        self.end.take().map(|end| end.send(()));
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what was asked, and says how it is answered.
    fn reply_to(&self, asked: Asked) -> Reply {
        let mut state = self.state();
        let reply = match state.queue.pop_front() {
            Some(reply) => reply,
            None => directives::reply(&asked, &mut state.mishaps),
        };
        keep(&mut state.seen, asked);
        reply
    }

    fn answered(&self, said: String, took: Duration) {
        keep(&mut self.state().spans, Span { said, took });
    }
}

fn keep<T>(kept: &mut VecDeque<T>, one: T) {
    kept.push_back(one);
    if kept.len() > KEPT {
        kept.pop_front();
    }
}
