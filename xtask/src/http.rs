//! The least HTTP that measuring and straining a server needs: one kept connection, one request after another.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

use anyhow::{Context, bail};

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
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        self.stream.get_mut().write_all((head + body).as_bytes())?;
        self.answer()
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
