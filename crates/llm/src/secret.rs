//! A provider's key: it can be sent, and neither be shown nor stay in memory.

use std::fmt;

use reqwest::header::HeaderValue;
use zeroize::Zeroizing;

/// A secret text.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Keeps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(Zeroizing::new(text.into()))
    }

    /// The text itself.
    pub(crate) fn text(&self) -> &str {
        self.0.trim()
    }

    /// It as a header's value, after a word such as `Bearer `; none when no header can hold it.
    pub(crate) fn header(&self, before: &str) -> Option<HeaderValue> {
        let text = Zeroizing::new([before, self.text()].concat());
        let mut value = HeaderValue::from_str(&text).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
