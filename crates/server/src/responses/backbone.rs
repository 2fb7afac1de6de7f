//! A model and nothing else: the caller's messages, tools and format, and what must be called is called or it fails.

use std::sync::Arc;

use futures::StreamExt as _;
use mirobody_agent::{
    Answer, Billed, Usage,
    run::{Finished, Progress, tokens_of},
};
use mirobody_llm::{Delta, Event, Fault, Format, Message, Model, Reply, Request};

use super::{choice::Wanted, request::Ask, thread::completed};
use crate::{
    ApiError,
    upstream::{not_honoured, of_model},
};

/// A turn of a model.
#[derive(Debug)]
pub struct Backbone {
    model: Arc<dyn Model>,
    ask: Ask,
}

impl Backbone {
    /// Nothing is asked yet.
    pub const fn new(model: Arc<dyn Model>, ask: Ask) -> Self {
        Self { model, ask }
    }

    /// Asks once; where a vendor knows no schemas, once more for an object, with the schema in words.
    pub async fn run(self, watch: &mut (dyn FnMut(Progress) + Send)) -> Result<Finished, ApiError> {
        let reply = match (self.ask(self.request(self.ask.format.clone()), watch).await, &self.ask.format) {
            (Err(Fault::Rejected { .. }), Format::Schema { schema, .. }) => {
                self.ask(with_schema(self.request(Format::Object), schema), watch).await
            }
            (reply, _) => reply,
        };
        self.finished(reply.map_err(|fault| of_model(&fault))?)
    }

    fn request(&self, format: Format) -> Request {
        let messages = self.ask.system().into_iter().chain(self.ask.input.messages.iter().cloned());
        Request {
            messages: completed(messages.collect()),
            tools: if self.ask.choice == Wanted::None { Vec::new() } else { self.ask.client_tools.clone() },
            choice: self.ask.choice.choice(),
            effort: self.ask.effort,
            format,
            max_output_tokens: None,
        }
    }

    async fn ask(&self, request: Request, watch: &mut (dyn FnMut(Progress) + Send)) -> Result<Reply, Fault> {
        let mut events = self.model.ask(Arc::new(request));
        while let Some(event) = events.next().await {
            match event? {
                Event::Delta(Delta::Reasoning(text)) => watch(Progress::Reasoning(text)),
                Event::Delta(Delta::Text(text)) => watch(Progress::Text(text)),
                Event::Delta(_) => {}
                Event::Done(reply) => return Ok(reply),
            }
        }
        Err(Fault::Transport)
    }

    /// The end: what was not to be called is left out, what had to be and was not is a failure.
    fn finished(&self, reply: Reply) -> Result<Finished, ApiError> {
        let mut calls = reply.said.calls.clone();
        match &self.ask.choice {
            Wanted::Auto => {}
            Wanted::None => calls.clear(),
            Wanted::Required => calls.retain(|call| self.ask.client_tools.iter().any(|tool| tool.name == call.name)),
            Wanted::Named(name) => calls.retain(|call| call.name == *name),
        }
        if matches!(self.ask.choice, Wanted::Required | Wanted::Named(_)) && calls.is_empty() {
            return Err(not_honoured());
        }
        let reasoning: Vec<&str> = reply.said.reasoning.iter().map(|block| block.text.as_str()).collect();
        let answer = Answer {
            content: reply.said.text.clone(),
            reasoning: reasoning.concat(),
            tool_steps: Vec::new(),
            health_records: Vec::new(),
            citations: Vec::new(),
            derived: Vec::new(),
            numbers: Vec::new(),
            usage: self.usage(&reply),
        };
        Ok(Finished { answer, calls, said: vec![Message::Assistant(reply.said)] })
    }

    /// Nothing of ours is sent along, so what the vendor read is what the caller sent.
    fn usage(&self, reply: &Reply) -> Usage {
        let counted = reply.usage;
        let prompt_tokens = if counted.input > 0 { counted.input } else { tokens_of(&self.ask.input.messages) };
        Usage {
            prompt_tokens,
            completion_tokens: counted.output,
            total_tokens: prompt_tokens + counted.output,
            system_tokens: 0,
            reasoning_tokens: counted.reasoning,
            cached_tokens: counted.cached,
            billed: Billed { input: counted.input, output: counted.output, total: counted.input + counted.output },
        }
    }
}

fn with_schema(mut request: Request, schema: &serde_json::Value) -> Request {
    let said = format!("Answer with one JSON object that follows this JSON Schema, and with nothing else:\n{schema}");
    request.messages.insert(0, Message::System(said));
    request
}
