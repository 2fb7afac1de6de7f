//! How much of everything.

use std::time::Duration;

/// Servers of a request.
pub const MOST_SERVERS: usize = 8;
/// Tools of a request.
pub const MOST_TOOLS: usize = 64;

/// How long is waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Until a server is connected to and has said what tools it has.
    pub attach: Duration,
    /// Until it has said so in today's protocol: the rest is for asking in the older ones.
    pub discover: Duration,
    /// Until it has answered a call.
    pub call: Duration,
    /// Until it is left.
    pub close: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { attach: seconds(10), discover: seconds(4), call: Duration::from_mins(1), close: seconds(2) }
    }
}

/// Until a connection is there.
pub(crate) const TO_CONNECT: Duration = Duration::from_secs(5);

/// Bytes of one message of a server.
pub(crate) const LARGEST_MESSAGE: usize = 10 * 1024 * 1024;
/// Pages of its list of tools.
pub(crate) const MOST_PAGES: usize = 10;
/// Characters of a tool's description.
pub(crate) const LONGEST_DESCRIPTION: usize = 1024;
/// Bytes of a tool's schema.
pub(crate) const LARGEST_SCHEMA: usize = 16 * 1024;
/// Bytes of a call's result.
pub(crate) const LARGEST_RESULT: usize = 256 * 1024;
/// Characters of a fault that a server words.
pub(crate) const LONGEST_FAULT: usize = 500;
