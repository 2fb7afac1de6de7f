//! The turn: a question in, an answer with its evidence out.
//!
//! True here: an answer is written from tool envelopes of the one record the scope opens; no message widens that; what
//! cannot be read is said. Must not be here: HTTP, SQL, a clock, a vendor's model, or a medical judgement.

mod answer;
mod calls;
mod gather;
pub mod governance;
mod grounds;
mod language;
pub mod numbers;
mod plan;
pub mod prompt;
mod question;
mod reasoning;
mod reported;
pub mod run;
mod said;
mod tool;
pub mod toolbox;
pub mod tools;
mod turn;
mod usage;
mod write;

pub use answer::answer;
pub use grounds::{Derived, Fault, FaultKind, Grounds, How};
pub use said::{said_from_json, said_to_json};
pub use tool::{QUERY_HEALTH_DATA, Tool, query_health_data, read_arguments};
pub use turn::{Answer, Billed, Evidence, Message, Role, ToolStep, Turn, Usage};
