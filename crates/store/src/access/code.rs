//! Signing in once with a code that was shown on the server's own machine.

use jiff::{SignedDuration, Timestamp};

use super::{Granted, Opened, after};
use crate::{Scope, Store, StoreError, auth, codec, db::query::query, random};

const LIVES: SignedDuration = SignedDuration::from_mins(10);
const NEW: &str = "INSERT INTO sign_in_code (sha256, subject, expires_us) VALUES ($1, $2, $3)";
const TAKE: &str = "DELETE FROM sign_in_code WHERE sha256 = $1 AND expires_us > $2 RETURNING subject";
const WHOSE: &str = "SELECT id AS subject, user_name, account, CAST(NULL AS BIGINT) AS api_key, \
    CAST(NULL AS BIGINT) AS rpm FROM subject WHERE id = $1 AND NOT erased";

/// Who signed in, and with which key.
pub type SignedIn = Granted;

impl Store {
    /// A code that signs in once, within ten minutes, to this record: `xxxxx-xxxxx`.
    pub async fn new_sign_in_code(&self, scope: &Scope, now: Timestamp) -> Result<String, StoreError> {
        let code = [random::name::<5>()?, random::name::<5>()?].join("-");
        let mut write = self.write_of(scope).await?;
        crate::subject::alive(&mut write, scope).await?;
        let row = query(NEW).bind(auth::hash(&code)).bind(scope.subject()).bind(after(now, LIVES));
        row.run(&mut write).await?;
        write.commit().await?;
        Ok(code)
    }

    /// Takes a code: it is gone then.
    pub async fn take_sign_in_code(&self, code: &str, now: Timestamp) -> Result<Option<SignedIn>, StoreError> {
        let mut write = self.write().await?;
        let take = query(TAKE).bind(auth::hash(code)).bind(codec::micros(now));
        let subject: Option<i64> = take.value(&mut write).await?;
        let found: Option<Opened> = match subject {
            Some(subject) => query(WHOSE).bind(subject).first(&mut write).await?,
            None => None,
        };
        write.commit().await?;
        found.map(Opened::granted).transpose()
    }
}
