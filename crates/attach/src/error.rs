//! What can go wrong. The texts are for the caller and hold nothing that a server said.

/// Servers cannot be attached: the request is refused with this text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// A label that no tool can be named after.
    #[error("server_label must be 1 to 64 letters, digits, _ or -")]
    Label,
    /// Two servers have one label.
    #[error("two mcp servers have the server_label '{0}'")]
    SameLabel(String),
    /// No URL, or none of HTTP.
    #[error("server_url must be an http:// or https:// URL without a user name or password")]
    Url,
    /// The host is not of the public internet.
    #[error("mcp server host resolves to a non-public address")]
    NotPublic,
    /// The authorization cannot be sent.
    #[error("authorization has characters that no HTTP header may have")]
    Authorization,
    /// The server cannot be used.
    #[error("mcp server '{label}' unusable: {why}")]
    Unusable {
        /// Its label.
        label: String,
        /// Why.
        why: Why,
    },
    /// Too many servers.
    #[error("at most 8 mcp servers may be attached to a request")]
    TooManyServers,
    /// Too many tools.
    #[error("the mcp servers of a request may have at most 64 tools together; choose with allowed_tools")]
    TooManyTools,
    /// This server cannot make connections.
    #[error("connections to mcp servers could not be set up")]
    Client,
}

/// Why a server cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// No address, or nobody there.
    #[error("it could not be reached")]
    Unreachable,
    /// Too slow.
    #[error("it did not answer in time")]
    Silent,
    /// It wants another authorization.
    #[error("it refused the authorization")]
    Unauthorized,
    /// It answered with a status.
    #[error("it answered with HTTP status {0}")]
    Status(u16),
    /// It sent us elsewhere.
    #[error("it redirects, which is not followed")]
    Redirects,
    /// It answered with something else.
    #[error("it does not speak MCP over streamable HTTP")]
    NotMcp,
}

/// A call that brought no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CallFault {
    /// No such tool.
    #[error("no attached server has this tool")]
    Unknown,
    /// Too slow.
    #[error("the server did not answer in time")]
    Silent,
    /// The connection broke, or what came could not be read or was too large.
    #[error("the server could not be reached or read")]
    Broken,
}

impl CallFault {
    /// A word for logs and counts.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unknown => "attached_unknown",
            Self::Silent => "attached_timed_out",
            Self::Broken => "attached_unreachable",
        }
    }
}
