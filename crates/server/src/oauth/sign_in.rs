//! Who is at the consent page: the holder of an API key, or of a code that the server's own machine showed.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use mirobody_store::{KEY_PREFIX, KeyGrant, Scope, StoreError};

use crate::{ApiError, AppState};

/// Failed sign-ins a minute, over all of this server: keys and codes are random, so nobody needs many.
const MOST_FAILURES: u32 = 20;
/// Registrations a minute.
const MOST_REGISTRATIONS: u32 = 60;
const MINUTE: i64 = 60;

/// What went wrong in the last minute.
#[derive(Debug, Default)]
pub struct Failures {
    sign_ins: Mutex<Minute>,
    registrations: Mutex<Minute>,
}

#[derive(Debug, Default)]
struct Minute {
    start: i64,
    used: u32,
}

impl Minute {
    /// Starts again when the minute is over. How many seconds are left of it when `most` are used up.
    fn full(&mut self, most: u32, now: i64) -> Option<u64> {
        if !(self.start..self.start + MINUTE).contains(&now) {
            *self = Self { start: now, used: 0 };
        }
        (self.used >= most).then(|| (self.start + MINUTE - now).unsigned_abs())
    }
}

impl Failures {
    fn may_try(&self, now: Timestamp) -> Result<(), ApiError> {
        let mut minute = self.sign_ins.lock().unwrap_or_else(PoisonError::into_inner);
        limited(minute.full(MOST_FAILURES, now.as_second()), MOST_FAILURES)
    }

    fn failed(&self) {
        self.sign_ins.lock().unwrap_or_else(PoisonError::into_inner).used += 1;
    }

    /// Counts a registration.
    pub fn registration(&self, now: Timestamp) -> Result<(), ApiError> {
        let mut minute = self.registrations.lock().unwrap_or_else(PoisonError::into_inner);
        limited(minute.full(MOST_REGISTRATIONS, now.as_second()), MOST_REGISTRATIONS)?;
        minute.used += 1;
        Ok(())
    }
}

const fn limited(full: Option<u64>, rpm: u32) -> Result<(), ApiError> {
    match full {
        Some(retry_after) => Err(ApiError::RateLimited { rpm, retry_after }),
        None => Ok(()),
    }
}

/// Why somebody is not signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInError {
    /// Neither a key nor a code that is good.
    Wrong,
    /// The key is good, but its account has no such person.
    NoSuchPerson,
    /// Not now.
    Server(ApiError),
}

impl From<StoreError> for SignInError {
    fn from(error: StoreError) -> Self {
        Self::Server(error.into())
    }
}

impl From<ApiError> for SignInError {
    fn from(error: ApiError) -> Self {
        Self::Server(error)
    }
}

/// Whoever signed in, and with which key.
pub type Person = (Scope, Option<KeyGrant>);

/// Signs in with what was typed. `user` says which record of a key's account, the `default` one when empty.
pub async fn sign_in(app: &AppState, typed: &str, user: &str) -> Result<Person, SignInError> {
    let now = app.clock.now();
    app.sign_ins.may_try(now)?;
    let typed = typed.trim();
    let person = if typed.starts_with(KEY_PREFIX) {
        by_key(app, typed, user).await?
    } else {
        app.store.take_sign_in_code(&typed.to_lowercase(), now).await?.map(|signed_in| (signed_in.scope, None))
    };
    if person.is_none() {
        app.sign_ins.failed();
    }
    person.ok_or(SignInError::Wrong)
}

async fn by_key(app: &AppState, secret: &str, user: &str) -> Result<Option<Person>, SignInError> {
    let Some(account) = app.store.authenticate(secret).await? else { return Ok(None) };
    app.count(&account)?;
    let scope = match account.find_subject(&app.store, user).await? {
        Some(scope) => scope,
        None if user.trim().is_empty() => account.subject(&app.store, user).await?,
        None => return Err(SignInError::NoSuchPerson),
    };
    Ok(Some((scope, account.key())))
}
