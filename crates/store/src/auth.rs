//! From a secret to an account. Secrets are stored as SHA-256 only: they are random, so no slow hash is needed.

use sha2::{Digest, Sha256};

use crate::{AccountScope, Store, StoreError, scope::KeyGrant};

const KEY: &str = "SELECT id, account, rpm FROM api_key WHERE secret_sha256 = ?1 AND revoked = 0";
const LOCAL: &str = "SELECT id FROM account WHERE local = 1";
const NEW_LOCAL: &str = "INSERT INTO account (name, local) VALUES ('local', 1) ON CONFLICT DO NOTHING";

/// The name of the account of whoever owns this machine.
pub const LOCAL_ACCOUNT: &str = "local";

/// What is stored of a secret.
pub fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

impl Store {
    /// The account of an API key; none when it is unknown or revoked.
    pub async fn authenticate(&self, secret: &str) -> Result<Option<AccountScope>, StoreError> {
        let found: Option<(i64, i64, u32)> =
            sqlx::query_as(KEY).bind(hash(secret)).fetch_optional(self.reader()).await?;
        Ok(found.map(|(id, account, rpm)| AccountScope::new(account, Some(KeyGrant { id, rpm }))))
    }

    /// The account of whoever owns this machine, for the command line. Made on first use.
    pub async fn local_account(&self) -> Result<AccountScope, StoreError> {
        let found: Option<i64> = sqlx::query_scalar(LOCAL).fetch_optional(self.reader()).await?;
        match found {
            Some(id) => Ok(AccountScope::new(id, None)),
            None => self.make_local_account().await,
        }
    }

    async fn make_local_account(&self) -> Result<AccountScope, StoreError> {
        let mut write = self.write().await?;
        sqlx::query(NEW_LOCAL).execute(&mut *write).await?;
        let id = sqlx::query_scalar(LOCAL).fetch_one(&mut *write).await?;
        write.commit().await?;
        Ok(AccountScope::new(id, None))
    }
}
