//! Accounts and keys: for the command line, the server's start and jobs, never for a request.

use jiff::Timestamp;

use crate::{AccountScope, Store, StoreError, SystemScope, auth, codec, random};

const NEW_ACCOUNT: &str = "INSERT INTO account (name) VALUES (?1) RETURNING id";
const ACCOUNT_BY_NAME: &str = "SELECT id FROM account WHERE name = ?1 ORDER BY id LIMIT 1";
const ACCOUNT: &str = "SELECT id FROM account WHERE id = ?1";
const NEW_KEY: &str =
    "INSERT INTO api_key (account, secret_sha256, label, rpm, created_us) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id";
const KEY_BY_SECRET: &str = "SELECT id, account FROM api_key WHERE secret_sha256 = ?1";
const KEYS: &str = "SELECT k.id, k.account, a.name, k.label, k.rpm, k.created_us, k.revoked FROM api_key k \
    JOIN account a ON a.id = k.account ORDER BY k.id";
const REVOKE: &str = "UPDATE api_key SET revoked = 1 WHERE id = ?1 AND revoked = 0";

/// What every secret starts with.
pub const KEY_PREFIX: &str = "mb_live_";
/// Requests a minute of a key that was given no other allowance.
pub const DEFAULT_RPM: u32 = 60;

/// Administration of accounts and keys.
#[derive(Debug, Clone)]
pub struct Admin {
    store: Store,
}

/// A key just made. The secret is shown once and not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// The key's id, for `revoke`.
    pub id: i64,
    /// `mb_live_` and 32 characters.
    pub secret: String,
}

/// A key as listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInfo {
    /// The key's id.
    pub id: i64,
    /// The id of the account it opens.
    pub account_id: i64,
    /// The name of that account.
    pub account: String,
    /// What its maker called it.
    pub label: String,
    /// Requests a minute.
    pub rpm: u32,
    /// When it was made.
    pub created: Timestamp,
    /// Whether it is refused.
    pub revoked: bool,
}

impl Store {
    /// Administration: only the command line, the server's start and jobs may take it.
    pub fn admin(&self) -> Admin {
        Admin { store: self.clone() }
    }
}

impl Admin {
    /// A new account. Two accounts may have the same name and still share nothing.
    pub async fn create_account(&self, name: &str) -> Result<i64, StoreError> {
        let mut write = self.store.write().await?;
        let id = sqlx::query_scalar(NEW_ACCOUNT).bind(name).fetch_one(&mut *write).await?;
        write.commit().await?;
        Ok(id)
    }

    /// The first account of that name, made when there is none: for keys that come from configuration.
    pub async fn ensure_account(&self, name: &str) -> Result<i64, StoreError> {
        let mut write = self.store.write().await?;
        let found = sqlx::query_scalar(ACCOUNT_BY_NAME).bind(name).fetch_optional(&mut *write).await?;
        let id = match found {
            Some(id) => id,
            None => sqlx::query_scalar(NEW_ACCOUNT).bind(name).fetch_one(&mut *write).await?,
        };
        write.commit().await?;
        Ok(id)
    }

    /// The scope of an account, for the command line.
    pub async fn account(&self, id: i64) -> Result<Option<AccountScope>, StoreError> {
        let found: Option<i64> = sqlx::query_scalar(ACCOUNT).bind(id).fetch_optional(self.store.reader()).await?;
        Ok(found.map(|id| AccountScope::new(id, None)))
    }

    /// A new key with a random secret.
    pub async fn create_key(&self, account: i64, label: &str, rpm: u32, now: Timestamp) -> Result<NewKey, StoreError> {
        let secret = [KEY_PREFIX, &random::secret()?].concat();
        let id = self.import_key(account, &secret, label, rpm, now).await?;
        Ok(NewKey { id, secret })
    }

    /// A key whose secret comes from configuration. Importing it again changes nothing; a revoked one stays revoked.
    pub async fn import_key(
        &self,
        account: i64,
        secret: &str,
        label: &str,
        rpm: u32,
        now: Timestamp,
    ) -> Result<i64, StoreError> {
        check(secret, rpm)?;
        let mut write = self.store.write().await?;
        let known: Option<(i64, i64)> =
            sqlx::query_as(KEY_BY_SECRET).bind(auth::hash(secret)).fetch_optional(&mut *write).await?;
        let id = match known {
            Some((id, owner)) if owner == account => id,
            Some(_) => return Err(invalid("secret", "this key already opens another account; make a new one")),
            None => {
                let new = sqlx::query_scalar(NEW_KEY).bind(account).bind(auth::hash(secret)).bind(label).bind(rpm);
                new.bind(codec::micros(now)).fetch_one(&mut *write).await?
            }
        };
        write.commit().await?;
        Ok(id)
    }

    /// All keys, oldest first.
    pub async fn list_keys(&self) -> Result<Vec<KeyInfo>, StoreError> {
        let rows: Vec<(i64, i64, String, String, u32, i64, bool)> =
            sqlx::query_as(KEYS).fetch_all(self.store.reader()).await?;
        let key = |(id, account_id, account, label, rpm, created, revoked)| {
            Ok(KeyInfo { id, account_id, account, label, rpm, created: codec::instant(created)?, revoked })
        };
        rows.into_iter().map(key).collect()
    }

    /// Refuses a key from now on. False when there is none or it was revoked before.
    pub async fn revoke_key(&self, id: i64) -> Result<bool, StoreError> {
        let mut write = self.store.write().await?;
        let done = sqlx::query(REVOKE).bind(id).execute(&mut *write).await?.rows_affected();
        write.commit().await?;
        Ok(done > 0)
    }

    /// The scope of the maintenance job.
    pub const fn system(&self) -> SystemScope {
        SystemScope::new()
    }
}

fn check(secret: &str, rpm: u32) -> Result<(), StoreError> {
    let plain = secret.bytes().all(|b| b.is_ascii_graphic());
    if !plain || !secret.starts_with(KEY_PREFIX) || secret.len() < KEY_PREFIX.len() + 12 {
        return Err(invalid("secret", "a key is `mb_live_` and at least 12 letters, digits, `-` or `_`"));
    }
    if rpm == 0 { Err(invalid("rpm", "at least one request a minute")) } else { Ok(()) }
}

const fn invalid(field: &'static str, message: &'static str) -> StoreError {
    StoreError::Invalid { field, message }
}
