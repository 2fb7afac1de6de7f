//! `/chat/completions`, as OpenAI, OpenRouter, DashScope, DeepSeek, Volcengine, llama.cpp, Ollama and vLLM speak it.

mod body;
mod messages;
mod read;

pub(super) use self::{body::body, read::OpenAi};
