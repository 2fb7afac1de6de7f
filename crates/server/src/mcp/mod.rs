//! MCP: the tools of `mirobody_agent::tools` over streamable HTTP and over stdio.
//!
//! True here: `rmcp` speaks the protocol, in all its revisions and on one URL; who is asking is known from a bearer token
//! or the URL before a message is read, never from an argument; no session is kept, so any server of a record may
//! answer. [`message`] stands before `rmcp` because it drops or answers in plain text what the protocol has an error
//! for. Must not be here: what a tool does.

mod answer;
mod caller;
mod handler;
mod http;
mod message;
mod origin;
pub mod personal;
mod stdio;

pub use caller::Asker;
pub use http::routes;
pub use origin::{Origins, PublicUrl, is_local};
pub use stdio::{LocalRecord, serve_stdio};
