//! The services of published evidence, in memory: PubMed's E-utilities, Europe PMC and ClinicalTrials.gov speak their
//! formats about a few publications that nobody wrote, and go wrong on demand.
//!
//! True here: a search is answered with the publications that have one of its words, and with all when none has; one for
//! `nothing` finds none. A request without what its service asks for is refused, so that a client
//! which says too little fails; what was asked is kept. Must not be here: anything the product needs at run time.

mod articles;
mod trials;

use std::{
    collections::VecDeque,
    io::{self, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::s3::request::{self, Head};

/// How long a service that stalls does: longer than anybody waits for it.
const STALL: Duration = Duration::from_secs(5);
/// More than anybody reads.
const TOO_LARGE: usize = 9 * 1024 * 1024;

/// What goes wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mishap {
    /// Answered with this status.
    Status(u16),
    /// Sent to another address.
    Redirect(String),
    /// Nothing comes.
    Stall,
    /// The connection is closed.
    Cut,
    /// Something comes that is no answer.
    Garbage,
    /// More comes than an answer can be.
    TooMuch,
}

/// The services, which end with the value.
#[derive(Debug)]
pub struct FakeEvidence {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    is_over: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    seen: Vec<String>,
    mishaps: VecDeque<(String, Mishap)>,
}

/// What is answered: a status, the kind of body, and the body.
type Answer = (u16, &'static str, String);

impl FakeEvidence {
    /// Starts them on a free port of this machine.
    pub fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::default());
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.is_over.load(Ordering::Relaxed) {
                    return;
                }
                let (Ok(stream), shared) = (stream, Arc::clone(&serving)) else { continue };
                // A client that goes away is no matter.
                std::thread::spawn(move || drop(serve(&stream, &shared)));
            }
        });
        Ok(Self { address, shared })
    }

    /// The base of a service: `pubmed`, `europe` or `trials`.
    pub fn base(&self, service: &str) -> String {
        format!("http://{}/{service}", self.address)
    }

    /// Path and query of every request so far, as they were meant.
    pub fn seen(&self) -> Vec<String> {
        self.shared.state().seen.clone()
    }

    /// Lets the next request go wrong whose path has this in it.
    pub fn fail(&self, path: &str, mishap: Mishap) {
        self.shared.state().mishaps.push_back((path.to_owned(), mishap));
    }
}

impl Drop for FakeEvidence {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for the next connection.
        drop(TcpStream::connect(self.address));
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn mishap(&mut self, path: &str) -> Option<Mishap> {
        let at = self.mishaps.iter().position(|(of, _)| path.contains(of.as_str()))?;
        self.mishaps.remove(at).map(|(_, mishap)| mishap)
    }
}

/// Answers the requests of a connection until it ends.
fn serve(stream: &TcpStream, shared: &Shared) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    while let Some(mut head) = request::head(&mut reader)? {
        // A query writes a space as a plus.
        head.query.values_mut().for_each(|value| *value = value.replace('+', " "));
        let query: Vec<String> = head.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mishap = {
            let mut state = shared.state();
            state.seen.push(format!("{}?{}", head.path, query.join("&")));
            state.mishap(&head.path)
        };
        match mishap {
            None => write(stream, "", &answer(&head))?,
            Some(mishap) => happen(stream, mishap)?,
        }
    }
    Ok(())
}

fn happen(stream: &TcpStream, mishap: Mishap) -> io::Result<()> {
    match mishap {
        Mishap::Status(status) => write(stream, "", &(status, "text/plain", "no".to_owned())),
        Mishap::Redirect(to) => write(stream, &format!("location: {to}\r\n"), &(302, "text/plain", String::new())),
        Mishap::Stall => {
            std::thread::sleep(STALL);
            stream.shutdown(std::net::Shutdown::Both)
        }
        Mishap::Cut => stream.shutdown(std::net::Shutdown::Both),
        Mishap::Garbage => write(stream, "", &(200, "application/json", "<<garbage".to_owned())),
        Mishap::TooMuch => write(stream, "", &(200, "application/json", " ".repeat(TOO_LARGE))),
    }
}

fn write(stream: &TcpStream, headers: &str, (status, kind, body): &Answer) -> io::Result<()> {
    let head =
        format!("HTTP/1.1 {status} Status\r\ncontent-type: {kind}\r\n{headers}content-length: {}\r\n\r\n", body.len());
    let mut out = stream;
    out.write_all(head.as_bytes())?;
    out.write_all(body.as_bytes())
}

fn answer(head: &Head) -> Answer {
    let asked = |name: &str| head.query.get(name).map_or("", String::as_str);
    match head.path.split('/').skip(1).collect::<Vec<_>>()[..] {
        _ if head.method != "GET" => refused(405),
        ["pubmed", "esearch.fcgi"] => articles::esearch(asked),
        ["pubmed", "efetch.fcgi"] => articles::efetch(asked),
        ["europe", "search"] => articles::search(asked),
        ["europe", id, "fullTextXML"] => articles::full_text(id),
        ["trials", "studies"] => trials::search(asked),
        ["trials", "studies", id] => trials::study(id),
        _ => refused(404),
    }
}

/// Refused: the request does not say what the service wants to know.
fn refused(status: u16) -> Answer {
    (status, "text/plain", "refused".to_owned())
}

fn json(body: &serde_json::Value) -> Answer {
    (200, "application/json", body.to_string())
}

/// Whether a text has one of the longer words of a query.
fn has_a_word_of(text: &str, query: &str) -> bool {
    let text = text.to_lowercase();
    let words = query.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3);
    words.map(str::to_lowercase).any(|word| text.contains(&word))
}

/// Whether a search is to find nothing.
fn is_for_nothing(query: &str) -> bool {
    query.split(|c: char| !c.is_alphanumeric()).any(|word| word == "nothing")
}
