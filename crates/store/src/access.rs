//! Who else may read a record: personal URLs, and what was granted to clients over OAuth.
//!
//! True here: every secret is random (or made from one that is) and stored as SHA-256 only; what was granted ends with
//! the subject it opens and with the API key it was granted with. Must not be here: the protocol around it.

mod client;
mod code;
mod grant;
mod link;
mod token;

use jiff::{SignedDuration, Timestamp};
use sqlx::FromRow;

pub use client::{Client, NewClient};
pub use code::SignedIn;
pub use grant::{NewGrant, Open, Taken, Tokens};
pub use link::Link;
pub use token::Token;

use crate::{
    AccountScope, Scope, Store, StoreError, SystemScope, codec,
    db::{Write, query::query},
    scope::KeyGrant,
};

const ERASE: [&str; 4] = [
    "DELETE FROM mcp_link WHERE subject = $1",
    "DELETE FROM oauth_token WHERE subject = $1",
    "DELETE FROM oauth_grant WHERE subject = $1",
    "DELETE FROM sign_in_code WHERE subject = $1",
];
const PURGE: [&str; 2] =
    ["DELETE FROM oauth_token WHERE expires_us <= $1", "DELETE FROM sign_in_code WHERE expires_us <= $1"];
/// A grant nobody holds a token of any more.
const PURGE_GRANTS: &str = "DELETE FROM oauth_grant WHERE created_us <= $1 \
    AND NOT EXISTS (SELECT 1 FROM oauth_token t WHERE t.grant_id = oauth_grant.id)";

/// What a credential opens: one record, on behalf of its account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// The account, with the key the grant was made with.
    pub account: AccountScope,
    /// The record.
    pub scope: Scope,
}

/// The record, its account, and the key behind it.
#[derive(FromRow)]
struct Opened {
    subject: i64,
    user_name: String,
    account: i64,
    api_key: Option<i64>,
    rpm: Option<i64>,
}

impl Opened {
    fn granted(self) -> Result<Granted, StoreError> {
        let key = match (self.api_key, self.rpm) {
            (Some(id), Some(rpm)) => Some(KeyGrant { id, rpm: codec::rpm(rpm)? }),
            _ => None,
        };
        Ok(Granted { account: AccountScope::new(self.account, key), scope: Scope::new(self.subject, &self.user_name) })
    }
}

impl Store {
    /// Forgets what has expired.
    pub async fn purge_access(&self, _: &SystemScope, now: Timestamp) -> Result<u64, StoreError> {
        let mut write = self.write().await?;
        let mut gone = 0;
        for sql in PURGE {
            gone += query(sql).bind(codec::micros(now)).run(&mut write).await?;
        }
        gone += query(PURGE_GRANTS).bind(codec::micros(before(now, grant::CODE_LIVES))).run(&mut write).await?;
        write.commit().await?;
        Ok(gone)
    }
}

/// Forgets everything that opens a subject.
pub(crate) async fn erase(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    for sql in ERASE {
        query(sql).bind(subject).run(&mut *write).await?;
    }
    Ok(())
}

fn after(now: Timestamp, lives: SignedDuration) -> i64 {
    codec::micros(now.checked_add(lives).unwrap_or(Timestamp::MAX))
}

fn before(now: Timestamp, lives: SignedDuration) -> Timestamp {
    now.checked_sub(lives).unwrap_or(Timestamp::MIN)
}
