//! An S3 server in memory, for tests: the part of the protocol that the store uses, one bucket, and faults on demand.
//!
//! True here: a request without a signature of the one key, for another bucket or of an unknown kind is refused, so that
//! a client which says too little fails. The signature's bytes are not computed again. Must not be here: anything the
//! product needs at run time.

mod answer;
pub(crate) mod request;

use std::{
    collections::{BTreeMap, VecDeque},
    io::{self, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use self::request::Request;

/// What every object of this server says of its age.
pub const LAST_MODIFIED: &str = "2026-06-20T12:00:00.000Z";
/// Keys to a page of a list: few, so that pages are met.
const PAGE: usize = 3;

/// What goes wrong with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Answered with this status and nothing done.
    Status(u16),
    /// The connection is closed before the request was read.
    Cut,
}

/// A running server, which ends with the value.
#[derive(Debug)]
pub struct FakeS3 {
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
    objects: BTreeMap<String, Vec<u8>>,
    uploads: BTreeMap<String, Upload>,
    /// The next requests of a method to go wrong.
    faults: VecDeque<(String, Fault)>,
    is_versioned: bool,
    seen: Vec<String>,
    ids: u32,
}

#[derive(Debug, Default)]
struct Upload {
    key: String,
    parts: BTreeMap<u32, Vec<u8>>,
}

impl FakeS3 {
    /// The bucket there is.
    pub const BUCKET: &str = "records";
    /// The key that may.
    pub const KEY: &str = "AKTEST";
    /// Its secret.
    pub const SECRET: &str = "test-secret";
    /// The region it is in.
    pub const REGION: &str = "eu-test-1";

    /// Starts one on a free port of this machine.
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

    /// `http://127.0.0.1:port`.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The keys there are.
    pub fn keys(&self) -> Vec<String> {
        self.shared.state().objects.keys().cloned().collect()
    }

    /// The bytes of all objects.
    pub fn objects(&self) -> Vec<Vec<u8>> {
        self.shared.state().objects.values().cloned().collect()
    }

    /// Puts an object there as another program would.
    pub fn put(&self, key: &str, bytes: &[u8]) {
        self.shared.state().objects.insert(key.to_owned(), bytes.to_vec());
    }

    /// How many uploads in parts are neither complete nor given up.
    pub fn open_uploads(&self) -> usize {
        self.shared.state().uploads.len()
    }

    /// Method and kind of every request so far: `PUT object`, `POST delete`.
    pub fn seen(&self) -> Vec<String> {
        self.shared.state().seen.clone()
    }

    /// Lets the next requests of a method go wrong, so many of them.
    pub fn fail(&self, method: &str, fault: Fault, times: usize) {
        let faults = std::iter::repeat_n((method.to_owned(), fault), times);
        self.shared.state().faults.extend(faults);
    }

    /// Lets no more requests go wrong.
    pub fn heal(&self) {
        self.shared.state().faults.clear();
    }

    /// From now on the bucket keeps versions.
    pub fn keep_versions(&self) {
        self.shared.state().is_versioned = true;
    }
}

impl Drop for FakeS3 {
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
    fn fault(&mut self, method: &str) -> Option<Fault> {
        let at = self.faults.iter().position(|(of, _)| of == method)?;
        self.faults.remove(at).map(|(_, fault)| fault)
    }
}

/// Answers the requests of a connection until it ends.
fn serve(stream: &TcpStream, shared: &Shared) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    while let Some(head) = request::head(&mut reader)? {
        let fault = shared.state().fault(&head.method);
        if fault == Some(Fault::Cut) {
            return stream.shutdown(std::net::Shutdown::Both);
        }
        let request = Request::read(head, &mut reader)?;
        let answer = match fault {
            Some(Fault::Status(status)) => answer::error(status, "Fault"),
            _ => answer::to(&request, &mut shared.state()),
        };
        let mut out = stream;
        out.write_all(&answer.bytes(request.head.method == "HEAD"))?;
    }
    Ok(())
}
