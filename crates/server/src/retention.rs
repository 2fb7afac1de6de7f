//! The `retention` of a write, as the caller names it.

use jiff::{SignedDuration, Timestamp};
use mirobody_store::Retention;

use crate::{ApiError, error::Code, object::Object};

const CHOICES: &str = "`permanent`, `session`, `1d`, `6h`, `2h` or `1h`";

/// What a request says about keeping.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keep {
    /// `retention`, when sent.
    pub retention: Option<String>,
    /// `session_id`, when sent.
    pub session: Option<String>,
}

impl Keep {
    /// From a JSON body. A `retention` of another type is as wrong as one outside the list.
    pub fn of(object: &Object<'_>) -> Result<Self, ApiError> {
        let retention = object.text("retention").map_err(|_| unknown())?;
        let session = object.text("session_id").map_err(|_| no_session())?;
        Ok(Self { retention, session })
    }

    /// Where keeping must be said.
    pub fn required(&self, now: Timestamp) -> Result<Retention, ApiError> {
        match &self.retention {
            Some(name) => self.named(name, now),
            None => Err(invalid("`retention` is required.".to_owned())),
        }
    }

    /// Where it need not be: until deleted.
    pub fn or_permanent(&self, now: Timestamp) -> Result<Retention, ApiError> {
        self.retention.as_ref().map_or(Ok(Retention::Permanent), |name| self.named(name, now))
    }

    fn named(&self, name: &str, now: Timestamp) -> Result<Retention, ApiError> {
        let hours = match name {
            "permanent" | "persistent" => return Ok(Retention::Permanent),
            "session" => return self.session_bound(),
            "1d" => 24,
            "6h" => 6,
            "2h" => 2,
            "1h" => 1,
            _ => return Err(unknown()),
        };
        let until = now.checked_add(SignedDuration::from_hours(hours)).map_err(ApiError::internal)?;
        Ok(Retention::Until(until))
    }

    fn session_bound(&self) -> Result<Retention, ApiError> {
        let session = self.session.as_deref().map(str::trim).filter(|session| !session.is_empty());
        session.map(|session| Retention::Session(session.to_owned())).ok_or_else(no_session)
    }
}

fn unknown() -> ApiError {
    invalid(format!("`retention` must be one of {CHOICES}."))
}

fn invalid(message: String) -> ApiError {
    ApiError::coded(Code::InvalidRetention, message, Some("retention"))
}

fn no_session() -> ApiError {
    ApiError::coded(Code::InvalidSession, "`retention=session` needs a `session_id`.", Some("session_id"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(retention: &str, session: Option<&str>) -> Keep {
        Keep { retention: Some(retention.to_owned()), session: session.map(str::to_owned) }
    }

    fn noon() -> Timestamp {
        "2026-06-16T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn each_name_has_its_lifetime() {
        let until = |text: &str| Ok(Retention::Until(text.parse().unwrap()));
        let table = [
            ("permanent", Ok(Retention::Permanent)),
            ("persistent", Ok(Retention::Permanent)),
            ("1d", until("2026-06-17T12:00:00Z")),
            ("6h", until("2026-06-16T18:00:00Z")),
            ("2h", until("2026-06-16T14:00:00Z")),
            ("1h", until("2026-06-16T13:00:00Z")),
        ];
        for (name, retention) in table {
            assert_eq!(keep(name, None).required(noon()), retention, "{name}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for name in ["none", "2d", "forever", "", "Permanent"] {
            assert_eq!(keep(name, None).required(noon()).unwrap_err().code(), Some(Code::InvalidRetention), "{name}");
        }
        assert_eq!(Keep::default().required(noon()).unwrap_err().to_string(), "`retention` is required.");
        assert_eq!(Keep::default().or_permanent(noon()), Ok(Retention::Permanent));
    }

    #[test]
    fn a_session_needs_its_name() {
        assert_eq!(keep("session", Some(" s1 ")).required(noon()), Ok(Retention::Session("s1".to_owned())));
        for session in [None, Some(""), Some("  ")] {
            assert_eq!(keep("session", session).required(noon()).unwrap_err().code(), Some(Code::InvalidSession));
        }
    }
}
