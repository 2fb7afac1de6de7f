//! MCP over the standard input and output of a program: a message a line.
//!
//! The lines are looked at before `rmcp` sees them, which passes over what it cannot read. When the input ends, what was
//! asked before is still answered.

use std::{io, sync::Arc, time::Duration};

use jiff::Timestamp;
use mirobody_agent::tools::Record;
use mirobody_query::Embedder;
use mirobody_store::{Scope, Store};
use rmcp::ServiceExt;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    sync::{Mutex, watch},
};

use super::{
    handler::Handler,
    message::{self, Message},
};
use crate::Clock;

/// The longest line.
const LONGEST: u64 = 16 * 1024 * 1024;
/// What lies between the lines and `rmcp`.
const BUFFER: usize = 64 * 1024;
/// How long an answer may take after the input has ended.
const PATIENCE: Duration = Duration::from_secs(30);

/// The record of this machine, to serve beside the vocabularies.
#[derive(Debug, Clone)]
pub struct LocalRecord {
    store: Store,
    scope: Scope,
    clock: Clock,
    embedder: Option<Arc<dyn Embedder>>,
}

impl LocalRecord {
    /// One person's record.
    pub const fn new(store: Store, scope: Scope, clock: Clock) -> Self {
        Self { store, scope, clock, embedder: None }
    }

    /// The same, with what tells names by their meaning.
    #[must_use]
    pub fn with_embedder(self, embedder: Option<Arc<dyn Embedder>>) -> Self {
        Self { embedder, ..self }
    }

    pub(super) fn record(&self) -> Record<'_> {
        let now: Timestamp = self.clock.now();
        Record { store: &self.store, scope: &self.scope, now, embedder: self.embedder.as_deref() }
    }
}

/// Serves until the input ends.
pub async fn serve_stdio(record: Option<LocalRecord>) -> io::Result<()> {
    serve_lines(record, tokio::io::stdin(), tokio::io::stdout()).await
}

/// What has been asked and not answered.
type Open = Arc<watch::Sender<usize>>;

async fn serve_lines(
    record: Option<LocalRecord>,
    input: impl AsyncRead + Send + Unpin,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    let (near, far) = tokio::io::duplex(BUFFER);
    let (answers, mut questions) = tokio::io::split(near);
    let output = Arc::new(Mutex::new(output));
    let open = Open::new(watch::Sender::new(0));
    let writer = tokio::spawn(copy_answers(answers, Arc::clone(&output), Arc::clone(&open)));
    let service = tokio::spawn(async move {
        if let Ok(running) = Handler::Stdio(record).serve(far).await {
            drop(running.waiting().await);
        }
    });
    pass_questions(input, &mut questions, &output, &open).await?;
    let answered = async { open.subscribe().wait_for(|open| *open == 0).await.map(drop) };
    // Either all was answered, or somebody waits for what will not come.
    drop(tokio::time::timeout(PATIENCE, answered).await);
    questions.shutdown().await?;
    service.abort();
    writer.abort();
    Ok(())
}

/// Hands the lines on that `rmcp` can read, and answers the others.
async fn pass_questions(
    input: impl AsyncRead + Unpin,
    questions: &mut (impl AsyncWrite + Unpin),
    output: &Mutex<impl AsyncWrite + Unpin>,
    open: &Open,
) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut input).take(LONGEST).read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        match message::read(text) {
            Message::Wrong(wrong) => write_line(output, wrong.to_string().as_bytes()).await?,
            read => {
                if matches!(read, Message::Request(_)) {
                    open.send_modify(|open| *open += 1);
                }
                questions.write_all(text).await?;
                questions.write_all(b"\n").await?;
            }
        }
    }
}

/// Copies what `rmcp` says, line by line.
async fn copy_answers(
    answers: impl AsyncRead + Unpin,
    output: Arc<Mutex<impl AsyncWrite + Unpin>>,
    open: Open,
) -> io::Result<()> {
    let mut answers = BufReader::new(answers);
    let mut line = Vec::new();
    while answers.read_until(b'\n', &mut line).await? > 0 {
        let answer = serde_json::from_slice::<Value>(&line).is_ok_and(|line| line.get("id").is_some());
        write_line(&output, line.trim_ascii_end()).await?;
        if answer {
            open.send_modify(|open| *open = open.saturating_sub(1));
        }
        line.clear();
    }
    Ok(())
}

async fn write_line(output: &Mutex<impl AsyncWrite + Unpin>, line: &[u8]) -> io::Result<()> {
    let mut output = output.lock().await;
    output.write_all(line).await?;
    output.write_all(b"\n").await?;
    output.flush().await
}
