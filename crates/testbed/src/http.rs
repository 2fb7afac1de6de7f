//! As much of HTTP/1.1 as those need who are asked with JSON and answer with it or with events.

use std::{collections::BTreeMap, io, time::Instant};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpStream, tcp},
};

/// The largest request that is read.
const LARGEST: u64 = 64 * 1024 * 1024;

/// A request.
pub(crate) struct Request {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

/// A client.
pub(crate) struct Connection {
    reader: BufReader<tcp::OwnedReadHalf>,
    writer: tcp::OwnedWriteHalf,
    written: Instant,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Self {
        drop(stream.set_nodelay(true));
        let (reader, writer) = stream.into_split();
        Self { reader: BufReader::new(reader), writer, written: Instant::now() }
    }

    /// The next request; none when the client is done.
    pub async fn next(&mut self) -> io::Result<Option<Request>> {
        let Some(line) = self.line().await? else { return Ok(None) };
        let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
        let mut headers = BTreeMap::new();
        while let Some(line) = self.line().await? {
            let Some((name, value)) = line.split_once(':') else { break };
            headers.insert(name.to_lowercase(), value.trim().to_owned());
        }
        let length: u64 = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = Vec::new();
        (&mut self.reader).take(length.min(LARGEST)).read_to_end(&mut body).await?;
        Ok(Some(Request { path, headers, body }))
    }

    async fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        let read = self.reader.read_line(&mut line).await?;
        Ok((read > 0).then(|| line.trim_end().to_owned()))
    }

    /// When the last piece of an answer was about to be sent.
    pub const fn written(&self) -> Instant {
        self.written
    }

    /// A whole answer.
    pub async fn answer(&mut self, status: u16, headers: &[(&str, String)], body: &str) -> io::Result<()> {
        let lines = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<Vec<_>>().concat();
        let head = format!("HTTP/1.1 {status} Status\r\n{lines}content-length: {}\r\n\r\n", body.len());
        self.writer.write_all(head.as_bytes()).await?;
        self.written = Instant::now();
        self.writer.write_all(body.as_bytes()).await
    }

    /// Begins an answer of events.
    pub async fn begin(&mut self) -> io::Result<()> {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
        self.writer.write_all(head.as_bytes()).await
    }

    /// A piece of it.
    pub async fn chunk(&mut self, text: &str) -> io::Result<()> {
        self.written = Instant::now();
        self.writer.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).await
    }

    /// Its end.
    pub async fn end(&mut self) -> io::Result<()> {
        self.writer.write_all(b"0\r\n\r\n").await
    }
}
