//! Language models: one request and one stream of events, whatever the vendor's wire format.
//!
//! True here: a caller says what it wants in [`Request`] and reads [`Event`]s; what a model reasoned goes back to it
//! verbatim; a fault has a class and never holds what was said. Must not be here: a tool's meaning, a prompt, a record,
//! where settings come from.

mod answer;
mod chain;
mod endpoint;
mod fault;
mod http;
mod message;
mod model;
mod models;
mod reply;
mod request;
mod secret;
mod settings;
mod wire;

pub use chain::{Chain, Guarded, Policy};
pub use fault::Fault;
pub use message::{Call, Message, Part, Raw, Reasoning, Said};
pub use model::{Events, Model, Sight};
pub use models::{Models, Probe, TIERS};
pub use reply::{Delta, Event, Reply, Stop, Usage};
pub use request::{Choice, Effort, Format, Request, ToolSpec};
pub use secret::Secret;
pub use settings::{Key, Kind, Patience, Provider, Settings, SettingsError, Tier};
