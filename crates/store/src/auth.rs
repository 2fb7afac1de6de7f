//! From a secret to an account. Secrets are stored as SHA-256 only: they are random, so no slow hash is needed.

use sha2::{Digest, Sha256};

use crate::{AccountScope, Store, StoreError, codec, db::query::query, scope::KeyGrant};

const KEY: &str = "SELECT id, account, rpm FROM api_key WHERE secret_sha256 = $1 AND NOT revoked";
const LOCAL: &str = "SELECT id FROM account WHERE local";
const NEW_LOCAL: &str = "INSERT INTO account (name, local) VALUES ('local', TRUE) ON CONFLICT DO NOTHING";

/// The name of the account of whoever owns this machine.
pub const LOCAL_ACCOUNT: &str = "local";

/// What is stored of a secret.
pub fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

impl Store {
    /// The account of an API key; none when it is unknown or revoked.
    pub async fn authenticate(&self, secret: &str) -> Result<Option<AccountScope>, StoreError> {
        let found: Option<(i64, i64, i64)> = query(KEY).bind(hash(secret)).first(&mut self.read().await?).await?;
        let Some((id, account, rpm)) = found else { return Ok(None) };
        Ok(Some(AccountScope::new(account, Some(KeyGrant { id, rpm: codec::rpm(rpm)? }))))
    }

    /// The account of whoever owns this machine, for the command line. Made on first use.
    pub async fn local_account(&self) -> Result<AccountScope, StoreError> {
        let found: Option<i64> = query(LOCAL).value(&mut self.read().await?).await?;
        match found {
            Some(id) => Ok(AccountScope::new(id, None)),
            None => self.make_local_account().await,
        }
    }

    async fn make_local_account(&self) -> Result<AccountScope, StoreError> {
        let mut write = self.write().await?;
        query(NEW_LOCAL).run(&mut write).await?;
        let id = query(LOCAL).only(&mut write).await?;
        write.commit().await?;
        Ok(AccountScope::new(id, None))
    }
}
