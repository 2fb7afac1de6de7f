//! What a request says of a server.

use std::fmt;

/// A server to attach.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSpec {
    /// What its tools are named after: 1 to 64 letters, digits, `_` and `-`.
    pub label: String,
    /// Its endpoint.
    pub url: String,
    /// What is sent as `Authorization`; `Bearer ` is put before what has no scheme.
    pub authorization: Option<String>,
    /// The tools that are wanted; all of them when none are named.
    pub allowed_tools: Option<Vec<String>>,
}

impl ServerSpec {
    /// The value of the header.
    pub(crate) fn header(&self) -> Option<String> {
        let text = self.authorization.as_deref()?.trim();
        match (text.is_empty(), text.contains(char::is_whitespace)) {
            (true, _) => None,
            (false, true) => Some(text.to_owned()),
            (false, false) => Some(format!("Bearer {text}")),
        }
    }

    pub(crate) fn allows(&self, tool: &str) -> bool {
        self.allowed_tools.as_ref().is_none_or(|wanted| wanted.iter().any(|one| one == tool))
    }
}

/// A URL may hold a secret, as the authorization is one.
impl fmt::Debug for ServerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerSpec").field("label", &self.label).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_without_a_scheme_is_a_bearers() {
        for (given, sent) in [
            (Some("TOK"), Some("Bearer TOK")),
            (Some(" TOK "), Some("Bearer TOK")),
            (Some("Basic eDp5"), Some("Basic eDp5")),
            (Some("bearer TOK"), Some("bearer TOK")),
            (Some(" "), None),
            (None, None),
        ] {
            let authorization = given.map(str::to_owned);
            let spec = ServerSpec { label: "a".into(), url: "u".into(), authorization, allowed_tools: None };
            assert_eq!(spec.header().as_deref(), sent);
            assert!(!format!("{spec:?}").contains("TOK"));
        }
    }
}
