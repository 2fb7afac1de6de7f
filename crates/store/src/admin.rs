//! Accounts and keys: for the command line, the server's start and jobs, never for a request.

use jiff::Timestamp;

use crate::{
    AccountScope, LOCAL_ACCOUNT, Store, StoreError, SystemScope,
    audit::{self, Auditor},
    auth, codec,
    db::{
        Write,
        query::{Query, query},
    },
    random,
};

const NEW_ACCOUNT: &str = "INSERT INTO account (name) VALUES ($1) RETURNING id";
const ACCOUNT_BY_NAME: &str = "SELECT id FROM account WHERE name = $1 ORDER BY id LIMIT 1";
const ACCOUNT: &str = "SELECT id FROM account WHERE id = $1";
const NEW_KEY: &str =
    "INSERT INTO api_key (account, secret_sha256, label, rpm, created_us) VALUES ($1, $2, $3, $4, $5) RETURNING id";
const KEY_BY_SECRET: &str = "SELECT id, account FROM api_key WHERE secret_sha256 = $1";
const KEYS: &str = "SELECT k.id, k.account, a.name, k.label, k.rpm, k.created_us, k.revoked FROM api_key k \
    JOIN account a ON a.id = k.account ORDER BY k.id";
const KEY: &str = "SELECT account FROM api_key WHERE id = $1";
const SET_RPM: &str = "UPDATE api_key SET rpm = $2 WHERE id = $1 AND NOT revoked";
const REVOKE: &str = "UPDATE api_key SET revoked = TRUE WHERE id = $1 AND NOT revoked";

/// What every secret starts with.
pub const KEY_PREFIX: &str = "mb_live_";
/// Requests a minute of a key that was given no other allowance.
pub const DEFAULT_RPM: u32 = 60;

/// Administration of accounts and keys.
#[derive(Debug, Clone)]
pub struct Admin {
    store: Store,
    pub(crate) auditor: Option<Auditor>,
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
        Admin { store: self.clone(), auditor: None }
    }
}

impl Admin {
    pub(crate) const fn store(&self) -> &Store {
        &self.store
    }

    /// A new account. Two accounts may have the same name and still share nothing.
    pub async fn create_account(&self, name: &str) -> Result<i64, StoreError> {
        let mut write = self.write().await?;
        let id = query(NEW_ACCOUNT).bind(name).only(&mut write).await?;
        write.commit().await?;
        Ok(id)
    }

    /// The first account of that name, made when there is none: for keys that come from configuration.
    pub async fn ensure_account(&self, name: &str) -> Result<i64, StoreError> {
        let mut write = self.write().await?;
        let known: Option<i64> = query(ACCOUNT_BY_NAME).bind(name).value(&mut write).await?;
        let id = if let Some(id) = known {
            id
        } else {
            let id = query(NEW_ACCOUNT).bind(name).only(&mut write).await?;
            self.note(&mut write, audit::Action::MakeAccount, Some(id), None, None).await?;
            id
        };
        write.commit().await?;
        Ok(id)
    }

    /// The account of that name, made when there is none; `local` is that of whoever owns this machine.
    pub async fn account_of(&self, name: &str) -> Result<i64, StoreError> {
        if name == LOCAL_ACCOUNT {
            Ok(self.store.local_account().await?.account())
        } else {
            self.ensure_account(name).await
        }
    }

    /// The account of that name; `local` is always there.
    pub async fn known_account(&self, name: &str) -> Result<Option<AccountScope>, StoreError> {
        if name == LOCAL_ACCOUNT {
            return self.store.local_account().await.map(Some);
        }
        let found: Option<i64> = query(ACCOUNT_BY_NAME).bind(name).value(&mut self.store.read().await?).await?;
        Ok(found.map(|id| AccountScope::new(id, None)))
    }

    /// The scope of an account, for the command line.
    pub async fn account(&self, id: i64) -> Result<Option<AccountScope>, StoreError> {
        let found: Option<i64> = query(ACCOUNT).bind(id).value(&mut self.store.read().await?).await?;
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
        let mut write = self.write().await?;
        let known: Option<(i64, i64)> = query(KEY_BY_SECRET).bind(auth::hash(secret)).first(&mut write).await?;
        let id = match known {
            Some((id, owner)) if owner == account => id,
            Some(_) => return Err(invalid("secret", "this key already opens another account; make a new one")),
            None => {
                let new = query(NEW_KEY).bind(account).bind(auth::hash(secret)).bind(label).bind(rpm);
                let id = new.bind(codec::micros(now)).only(&mut write).await?;
                self.note(&mut write, audit::Action::MakeKey, Some(account), Some(id), Some(rpm.into())).await?;
                id
            }
        };
        write.commit().await?;
        Ok(id)
    }

    /// All keys, oldest first.
    pub async fn list_keys(&self) -> Result<Vec<KeyInfo>, StoreError> {
        let rows: Vec<(i64, i64, String, String, i64, i64, bool)> =
            query(KEYS).all(&mut self.store.read().await?).await?;
        let key = |(id, account_id, account, label, rpm, created, revoked)| {
            let rpm = codec::rpm(rpm)?;
            Ok(KeyInfo { id, account_id, account, label, rpm, created: codec::instant(created)?, revoked })
        };
        rows.into_iter().map(key).collect()
    }

    /// Refuses a key from now on. False when there is none or it was revoked before.
    pub async fn revoke_key(&self, id: i64) -> Result<bool, StoreError> {
        self.change_key(query(REVOKE).bind(id), audit::Action::RevokeKey, id, None).await
    }

    /// Lets a key make so many requests a minute. False when there is none or it was revoked.
    pub async fn set_rpm(&self, id: i64, rpm: u32) -> Result<bool, StoreError> {
        check_rpm(rpm)?;
        self.change_key(query(SET_RPM).bind(id).bind(rpm), audit::Action::SetRate, id, Some(rpm.into())).await
    }

    async fn change_key(
        &self,
        change: Query<'_>,
        action: audit::Action,
        id: i64,
        amount: Option<i64>,
    ) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        let done = change.run(&mut write).await? > 0;
        if done {
            let account: Option<i64> = query(KEY).bind(id).value(&mut write).await?;
            self.note(&mut write, action, account, Some(id), amount).await?;
        }
        write.commit().await?;
        Ok(done)
    }

    /// Administration is rare: one change at a time, over all servers.
    pub(crate) async fn write(&self) -> Result<Write, StoreError> {
        const ADMINISTRATION: i64 = 0x6d69_726f;
        let mut write = self.store.write().await?;
        write.alone(ADMINISTRATION).await?;
        Ok(write)
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
    check_rpm(rpm)
}

fn check_rpm(rpm: u32) -> Result<(), StoreError> {
    if rpm == 0 { Err(invalid("rpm", "at least one request a minute")) } else { Ok(()) }
}

const fn invalid(field: &'static str, message: &'static str) -> StoreError {
    StoreError::Invalid { field, message }
}
