//! Who may touch what. None of these can be made outside the authentication and job code of this crate.

use std::{fmt, sync::Arc};

/// One subject's record: what every call on health data takes. Made by [`crate::AccountScope::subject`].
#[derive(Clone, PartialEq, Eq)]
pub struct Scope {
    subject: i64,
    user: Arc<str>,
}

impl Scope {
    pub(crate) fn new(subject: i64, user: &str) -> Self {
        Self { subject, user: user.into() }
    }

    /// The subject's internal id: the key of its rows.
    pub(crate) const fn subject(&self) -> i64 {
        self.subject
    }

    /// The normalised user name, as echoed in answers.
    pub fn user(&self) -> &str {
        &self.user
    }
}

/// The user name may say who somebody is, so it stays out of logs.
impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scope({})", self.subject)
    }
}

/// One account: its directory of subjects. Made by [`crate::Store::authenticate`] and [`crate::Store::local_account`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountScope {
    account: i64,
    key: Option<KeyGrant>,
}

/// The key a request came in with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyGrant {
    /// The key's id.
    pub id: i64,
    /// How many requests a minute it may make.
    pub rpm: u32,
}

impl AccountScope {
    pub(crate) const fn new(account: i64, key: Option<KeyGrant>) -> Self {
        Self { account, key }
    }

    /// The account's id.
    pub const fn account(&self) -> i64 {
        self.account
    }

    /// The key of the request; none for the laptop's own account.
    pub const fn key(&self) -> Option<KeyGrant> {
        self.key
    }
}

/// The maintenance job: expiry over all subjects, never the reading of a record. Made by [`crate::Admin::system`].
#[derive(Debug, Clone)]
pub struct SystemScope(());

impl SystemScope {
    pub(crate) const fn new() -> Self {
        Self(())
    }
}
