//! `/v1/messages` of Anthropic.

mod body;
mod messages;
mod read;

pub(super) use self::{body::body, read::Anthropic};
