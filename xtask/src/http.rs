//! The least HTTP that measuring and straining a server needs: one kept connection, one request after another.

use std::{
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};

/// The longest line of a head that is read.
const LONGEST_LINE: u64 = 64 * 1024;

/// What a server answered, whatever it was.
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The lines of its head, in small letters.
    pub head: Vec<String>,
    /// Its body, out of its chunks if it came in some.
    pub body: Vec<u8>,
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim)
    }
}

/// A connection to a server of this machine.
pub struct Connection {
    stream: BufReader<TcpStream>,
    port: u16,
}

impl Connection {
    /// Connects.
    pub fn open(port: u16) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), port })
    }

    /// Asks for a page; fails when the answer is not a 200.
    pub fn get(&mut self, path: &str) -> anyhow::Result<Vec<u8>> {
        let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
        self.stream.get_mut().write_all(head.as_bytes())?;
        self.answer()
    }

    /// Asks for a page that needs a key; fails when the answer is not a 200.
    pub fn get_with(&mut self, path: &str, key: &str) -> anyhow::Result<Vec<u8>> {
        let host = self.port;
        let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{host}\r\nAuthorization: Bearer {key}\r\n\r\n");
        self.stream.get_mut().write_all(head.as_bytes())?;
        self.answer()
    }

    /// Sends a body of JSON; fails when the answer is not a 200.
    pub fn post(&mut self, path: &str, key: &str, body: &str) -> anyhow::Result<Vec<u8>> {
        self.send(&format!("POST {path}"), key, "application/json", body)?;
        self.answer()
    }

    /// Sends a body of JSON and reads the whole answer, whatever it is; none when it is not there at `end`. The connection
    /// is of no use then.
    pub fn exchange(&mut self, call: &str, key: &str, body: &str, end: Instant) -> anyhow::Result<Option<Reply>> {
        self.send(call, key, "application/json", body)?;
        match self.reply(end) {
            Ok(reply) => Ok(Some(reply)),
            Err(error) if is_over(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Uploads a text as a file of a person's; fails when the answer is not a 200.
    pub fn upload(&mut self, key: &str, user: &str, name: &str, text: &str) -> anyhow::Result<Vec<u8>> {
        let body = format!(
            "--XX\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\n{user}\r\n--XX\r\n\
             Content-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: text/plain\r\n\r\n\
             {text}\r\n--XX--\r\n"
        );
        self.send("POST /v1/files", key, "multipart/form-data; boundary=XX", &body)?;
        self.answer()
    }

    fn send(&mut self, call: &str, key: &str, kind: &str, body: &str) -> anyhow::Result<()> {
        let head = format!(
            "{call} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {key}\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        Ok(self.stream.get_mut().write_all((head + body).as_bytes())?)
    }

    fn reply(&mut self, end: Instant) -> anyhow::Result<Reply> {
        let status = self.line_until(end)?;
        let status = status.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
        let mut head = Vec::new();
        loop {
            let line = self.line_until(end)?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            head.push(line);
        }
        let mut reply = Reply { status, head, body: Vec::new() };
        if reply.header("transfer-encoding") == Some("chunked") {
            while self.chunk(&mut reply.body, end)? {}
        } else if let Some(length) = reply.header("content-length") {
            let length = length.parse().context("a content length that is no number")?;
            self.bytes(&mut reply.body, length, end)?;
        }
        Ok(reply)
    }

    /// One chunk; whether there are more.
    fn chunk(&mut self, body: &mut Vec<u8>, end: Instant) -> anyhow::Result<bool> {
        let size = usize::from_str_radix(&self.line_until(end)?, 16).context("a chunk without its size")?;
        self.bytes(body, size, end)?;
        self.line_until(end)?;
        Ok(size > 0)
    }

    fn bytes(&mut self, body: &mut Vec<u8>, mut wanted: usize, end: Instant) -> anyhow::Result<()> {
        while wanted > 0 {
            self.wait_until(end)?;
            let there = self.stream.fill_buf()?;
            if there.is_empty() {
                bail!("the server closed the connection in the middle of an answer");
            }
            let taken = there.len().min(wanted);
            body.extend_from_slice(&there[..taken]);
            self.stream.consume(taken);
            wanted -= taken;
        }
        Ok(())
    }

    fn line_until(&mut self, end: Instant) -> anyhow::Result<String> {
        self.wait_until(end)?;
        let mut line = String::new();
        if (&mut self.stream).take(LONGEST_LINE).read_line(&mut line)? == 0 {
            bail!("the server closed the connection");
        }
        Ok(line.trim_end().to_owned())
    }

    fn wait_until(&self, end: Instant) -> anyhow::Result<()> {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::Error::from(ErrorKind::TimedOut).into());
        }
        Ok(self.stream.get_ref().set_read_timeout(Some(left.max(Duration::from_millis(1))))?)
    }

    fn answer(&mut self) -> anyhow::Result<Vec<u8>> {
        let status = self.line()?;
        let mut length = 0;
        loop {
            let header = self.line()?.to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().context("a content length that is no number")?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        if status.contains(" 200") { Ok(body) } else { bail!("{status}: {}", String::from_utf8_lossy(&body)) }
    }

    fn line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            bail!("the server closed the connection");
        }
        Ok(line.trim_end().to_owned())
    }
}

fn is_over(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    matches!(kind, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut))
}
