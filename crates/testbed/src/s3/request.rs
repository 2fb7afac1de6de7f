//! A request as it was sent.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, Read as _},
};

/// Its first line and headers.
#[derive(Debug)]
pub struct Head {
    pub method: String,
    pub path: String,
    pub query: BTreeMap<String, String>,
    pub headers: BTreeMap<String, String>,
}

/// All of it.
#[derive(Debug)]
pub struct Request {
    pub head: Head,
    pub body: Vec<u8>,
}

/// The next request's head; none when the client is done.
pub fn head(reader: &mut impl BufRead) -> io::Result<Option<Head>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(name), decoded(value))
    };
    Ok(Some(Head { path: decoded(path), query: pairs.map(pair).collect(), method, headers }))
}

impl Request {
    /// The head and as many bytes as it says.
    pub fn read(head: Head, reader: &mut impl BufRead) -> io::Result<Self> {
        let length = head.headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = Vec::new();
        reader.take(length).read_to_end(&mut body)?;
        if body.len() as u64 == length { Ok(Self { head, body }) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    pub fn header(&self, name: &str) -> &str {
        self.head.headers.get(name).map_or("", String::as_str)
    }

    pub fn query(&self, name: &str) -> Option<&str> {
        self.head.query.get(name).map(String::as_str)
    }
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        let byte = hex.and_then(|pair| u8::from_str_radix(pair, 16).ok()).filter(|_| *first == b'%');
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
