//! What a person granted a client: a code that becomes tokens, and tokens that are renewed.
//!
//! A code or a refresh token is good once. One that comes back was stolen, from the client or by it: its grant ends.

use jiff::{SignedDuration, Timestamp};
use sqlx::FromRow;

use super::{after, token::Kind};
use crate::{
    Scope, Store, StoreError, auth, codec,
    db::{Write, query::query},
    random,
    scope::KeyGrant,
    subject,
};

pub(super) const CODE_LIVES: SignedDuration = SignedDuration::from_mins(10);
const ACCESS_LIVES: SignedDuration = SignedDuration::from_hours(1);
const REFRESH_LIVES: SignedDuration = SignedDuration::from_hours(24 * 90);

const NEW: &str = "INSERT INTO oauth_grant (id, subject, api_key, client, scopes, resource, redirect, challenge, \
    created_us) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const NEW_TOKEN: &str =
    "INSERT INTO oauth_token (sha256, subject, grant_id, kind, expires_us) VALUES ($1, $2, $3, $4, $5)";
const TAKE: &str = "UPDATE oauth_token SET spent = TRUE WHERE sha256 = $1 AND kind = $2 AND expires_us > $3 \
    AND NOT spent AND grant_id IN (SELECT id FROM oauth_grant WHERE client = $4) RETURNING grant_id";
const SPENT: &str = "SELECT t.grant_id FROM oauth_token t JOIN oauth_grant g ON g.id = t.grant_id \
    WHERE t.sha256 = $1 AND t.kind = $2 AND t.spent AND g.client = $3";
const OPEN: &str = "SELECT g.id, g.subject, g.scopes, g.resource, g.redirect, g.challenge FROM oauth_grant g \
    JOIN subject s ON s.id = g.subject AND NOT s.erased LEFT JOIN api_key k ON k.id = g.api_key \
    WHERE g.id = $1 AND (g.api_key IS NULL OR NOT k.revoked)";
const END_TOKENS: &str = "DELETE FROM oauth_token WHERE grant_id = $1";
const END: &str = "DELETE FROM oauth_grant WHERE id = $1";

/// What a person agreed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGrant {
    /// Which client.
    pub client: String,
    /// What it may do, with spaces between.
    pub scopes: String,
    /// Where it may do that.
    pub resource: String,
    /// Where the code is sent.
    pub redirect: String,
    /// The PKCE challenge of whoever may use the code.
    pub challenge: String,
}

/// A grant whose code or refresh token was just taken.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Open {
    id: i64,
    subject: i64,
    /// What the client may do.
    pub scopes: String,
    /// Where.
    pub resource: String,
    /// Where the code was sent.
    pub redirect: String,
    /// The PKCE challenge.
    pub challenge: String,
}

/// What taking a code or a refresh token came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// It was good, and is spent now.
    Open(Open),
    /// It was spent before: the grant is ended.
    Reused,
    /// Unknown, expired, another client's, or of a grant that is over.
    No,
}

/// What a client goes on with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// Opens the record.
    pub access: String,
    /// Gets the next ones; none when the client has a way of its own.
    pub refresh: Option<String>,
    /// Seconds that the first is good for.
    pub expires_in: i64,
}

impl Store {
    /// Writes down a grant, and returns the code for it.
    pub async fn grant(
        &self,
        scope: &Scope,
        key: Option<KeyGrant>,
        new: &NewGrant,
        now: Timestamp,
    ) -> Result<String, StoreError> {
        let mut write = self.write_of(scope).await?;
        let open = insert(&mut write, scope, key, new, now).await?;
        let code = issue(&mut write, &open, Kind::Code, CODE_LIVES, now).await?;
        write.commit().await?;
        Ok(code)
    }

    /// Writes down a grant to a client that has a credential of its own, and returns a token for it.
    pub async fn grant_access(
        &self,
        scope: &Scope,
        key: Option<KeyGrant>,
        new: &NewGrant,
        now: Timestamp,
    ) -> Result<Tokens, StoreError> {
        let mut write = self.write_of(scope).await?;
        let open = insert(&mut write, scope, key, new, now).await?;
        let access = issue(&mut write, &open, Kind::Access, ACCESS_LIVES, now).await?;
        write.commit().await?;
        Ok(Tokens { access, refresh: None, expires_in: ACCESS_LIVES.as_secs() })
    }

    /// Takes a client's code.
    pub async fn take_code(&self, code: &str, client: &str, now: Timestamp) -> Result<Taken, StoreError> {
        self.take(Kind::Code, code, client, now).await
    }

    /// Takes a client's refresh token.
    pub async fn take_refresh(&self, token: &str, client: &str, now: Timestamp) -> Result<Taken, StoreError> {
        self.take(Kind::Refresh, token, client, now).await
    }

    async fn take(&self, kind: Kind, secret: &str, client: &str, now: Timestamp) -> Result<Taken, StoreError> {
        let (hash, kind) = (auth::hash(secret), kind as i64);
        let mut write = self.write().await?;
        let take = query(TAKE).bind(&hash[..]).bind(kind).bind(codec::micros(now)).bind(client);
        let taken: Option<i64> = take.value(&mut write).await?;
        let outcome = match taken {
            Some(id) => query(OPEN).bind(id).first(&mut write).await?.map_or(Taken::No, Taken::Open),
            None => match query(SPENT).bind(&hash[..]).bind(kind).bind(client).value(&mut write).await? {
                Some(id) => {
                    end(&mut write, id).await?;
                    Taken::Reused
                }
                None => Taken::No,
            },
        };
        write.commit().await?;
        Ok(outcome)
    }

    /// The next tokens of a grant.
    pub async fn renew(&self, open: &Open, now: Timestamp) -> Result<Tokens, StoreError> {
        let mut write = self.write().await?;
        let access = issue(&mut write, open, Kind::Access, ACCESS_LIVES, now).await?;
        let refresh = issue(&mut write, open, Kind::Refresh, REFRESH_LIVES, now).await?;
        write.commit().await?;
        Ok(Tokens { access, refresh: Some(refresh), expires_in: ACCESS_LIVES.as_secs() })
    }

    /// Ends a grant and all its tokens.
    pub async fn end_grant(&self, open: &Open) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        end(&mut write, open.id).await?;
        write.commit().await
    }
}

async fn insert(
    write: &mut Write,
    scope: &Scope,
    key: Option<KeyGrant>,
    new: &NewGrant,
    now: Timestamp,
) -> Result<Open, StoreError> {
    subject::alive(write, scope).await?;
    let (id, subject) = (random::id()?, scope.subject());
    let row = query(NEW).bind(id).bind(subject).bind(key.map(|key| key.id)).bind(&new.client).bind(&new.scopes);
    let row = row.bind(&new.resource).bind(&new.redirect).bind(&new.challenge).bind(codec::micros(now));
    row.run(write).await?;
    let NewGrant { scopes, resource, redirect, challenge, .. } = new.clone();
    Ok(Open { id, subject, scopes, resource, redirect, challenge })
}

async fn issue(
    write: &mut Write,
    open: &Open,
    kind: Kind,
    lives: SignedDuration,
    now: Timestamp,
) -> Result<String, StoreError> {
    let secret = [kind.prefix(), &random::secret()?].concat();
    let row = query(NEW_TOKEN).bind(auth::hash(&secret)).bind(open.subject).bind(open.id).bind(kind as i64);
    row.bind(after(now, lives)).run(write).await?;
    Ok(secret)
}

pub(super) async fn end(write: &mut Write, id: i64) -> Result<(), StoreError> {
    for sql in [END_TOKENS, END] {
        query(sql).bind(id).run(&mut *write).await?;
    }
    Ok(())
}
