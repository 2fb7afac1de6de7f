//! Remote MCP servers that a request attaches: their tools, as tools of the agent.
//!
//! True here: nothing but public addresses is connected to, whatever a name, a spelling, a redirect or a changing DNS
//! says, unless the operator listed the host; every wait has an end and every answer a largest size; what a server says
//! is data. Must not be here: when a tool may be called, what a model makes of it, HTTP of our own.

mod address;
mod attached;
mod error;
mod limits;
mod lookup;
mod names;
mod output;
mod policy;
mod server;
mod spec;
mod words;

pub use attached::{Attached, AttachedTool};
pub use error::{AttachError, CallFault, Why};
pub use limits::{MOST_SERVERS, MOST_TOOLS, Patience};
pub use lookup::{Addresses, Lookup, SystemLookup};
pub use output::Output;
pub use policy::{HostError, Policy, PrivateHost};
pub use spec::ServerSpec;
