//! Personal URLs: a secret in a path, for clients that cannot send a header.
//!
//! Asked for with an API key, the same URL comes back each time although it is not stored: it is made from that key,
//! which is not stored either, and a random salt.

use hkdf::Hkdf;
use jiff::Timestamp;
use sha2::Sha256;

use super::{Granted, Opened};
use crate::{
    Scope, Store, StoreError, auth, codec,
    db::{Write, query::query},
    random,
    scope::KeyGrant,
    subject,
};

const OPENS: &str = "SELECT l.subject, s.user_name, s.account, l.api_key, k.rpm FROM mcp_link l \
    JOIN subject s ON s.id = l.subject AND NOT s.erased LEFT JOIN api_key k ON k.id = l.api_key \
    WHERE l.secret_sha256 = $1 AND (l.api_key IS NULL OR NOT k.revoked)";
const SALT: &str = "SELECT salt FROM mcp_link WHERE subject = $1 AND api_key = $2";
const NEW: &str = "INSERT INTO mcp_link (id, subject, api_key, salt, secret_sha256, created_us) \
    VALUES ($1, $2, $3, $4, $5, $6)";
const LIST: &str = "SELECT id, api_key, created_us FROM mcp_link WHERE subject = $1 ORDER BY created_us, id";
const REVOKE: &str = "DELETE FROM mcp_link WHERE subject = $1 AND id = $2";
const REVOKE_OF_KEY: &str = "DELETE FROM mcp_link WHERE subject = $1 AND api_key = $2";
const PURPOSE: &[u8] = b"mirobody personal url";
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A personal URL as listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// For ending it.
    pub id: i64,
    /// The API key it was asked for with; none: made on the machine itself.
    pub key: Option<i64>,
    /// When it was made.
    pub created: Timestamp,
}

impl Store {
    /// What the secret of a personal URL opens.
    pub async fn link_granted(&self, secret: &str) -> Result<Option<Granted>, StoreError> {
        let found: Option<Opened> = query(OPENS).bind(auth::hash(secret)).first(&mut self.read().await?).await?;
        found.map(Opened::granted).transpose()
    }

    /// The secret of the URL that opens a record for the holder of a key: the same one until it is ended.
    pub async fn link_of_key(
        &self,
        scope: &Scope,
        key: KeyGrant,
        key_secret: &str,
        now: Timestamp,
    ) -> Result<String, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let known: Option<Vec<u8>> = query(SALT).bind(scope.subject()).bind(key.id).value(&mut write).await?;
        let secret = if let Some(salt) = known {
            made_from(key_secret, &salt)?
        } else {
            let salt = random::bytes::<32>()?;
            let secret = made_from(key_secret, &salt)?;
            insert(&mut write, scope, Some(key.id), &salt, &secret, now).await?;
            secret
        };
        write.commit().await?;
        Ok(secret)
    }

    /// A new secret of a URL that opens a record, for the command line. It is shown once.
    pub async fn new_link(&self, scope: &Scope, now: Timestamp) -> Result<(i64, String), StoreError> {
        let (salt, secret) = (random::bytes::<32>()?, [random::secret()?, random::secret()?].concat());
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let id = insert(&mut write, scope, None, &salt, &secret, now).await?;
        write.commit().await?;
        Ok((id, secret))
    }

    /// The personal URLs of a record, oldest first.
    pub async fn links(&self, scope: &Scope) -> Result<Vec<Link>, StoreError> {
        let rows: Vec<(i64, Option<i64>, i64)> = query(LIST).bind(scope.subject()).all(&mut self.read().await?).await?;
        let link = |(id, key, created)| Ok(Link { id, key, created: codec::instant(created)? });
        rows.into_iter().map(link).collect()
    }

    /// Ends a personal URL. False when there is none.
    pub async fn revoke_link(&self, scope: &Scope, id: i64) -> Result<bool, StoreError> {
        let mut write = self.write_of(scope).await?;
        let gone = query(REVOKE).bind(scope.subject()).bind(id).run(&mut write).await?;
        write.commit().await?;
        Ok(gone > 0)
    }

    /// Ends the personal URL of a key. False when there is none.
    pub async fn revoke_link_of_key(&self, scope: &Scope, key: KeyGrant) -> Result<bool, StoreError> {
        let mut write = self.write_of(scope).await?;
        let gone = query(REVOKE_OF_KEY).bind(scope.subject()).bind(key.id).run(&mut write).await?;
        write.commit().await?;
        Ok(gone > 0)
    }
}

async fn insert(
    write: &mut Write,
    scope: &Scope,
    key: Option<i64>,
    salt: &[u8; 32],
    secret: &str,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let id = random::id()?;
    let row = query(NEW).bind(id).bind(scope.subject()).bind(key).bind(salt).bind(auth::hash(secret));
    row.bind(codec::micros(now)).run(write).await?;
    Ok(id)
}

/// 64 characters that nobody can make without the key.
fn made_from(key_secret: &str, salt: &[u8]) -> Result<String, StoreError> {
    let mut bytes = [0; 64];
    let expanded = Hkdf::<Sha256>::new(Some(salt), key_secret.as_bytes()).expand(PURPOSE, &mut bytes);
    expanded.map_err(|_| StoreError::Random)?;
    Ok(bytes.iter().map(|b| char::from(DIGITS[usize::from(b % 64)])).collect())
}
