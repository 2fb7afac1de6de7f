//! Tokens that are out: what one opens, what it says of itself, and its end.

use jiff::Timestamp;
use sqlx::FromRow;

use super::{Granted, Opened, grant::end};
use crate::{Store, StoreError, auth, codec, db::query::query};

const OPENS: &str = "SELECT g.subject, s.user_name, s.account, g.api_key, k.rpm FROM oauth_token t \
    JOIN oauth_grant g ON g.id = t.grant_id JOIN subject s ON s.id = g.subject AND NOT s.erased \
    LEFT JOIN api_key k ON k.id = g.api_key \
    WHERE t.sha256 = $1 AND t.kind = 2 AND t.expires_us > $2 AND (g.api_key IS NULL OR NOT k.revoked)";
const TOKEN: &str = "SELECT t.kind, t.expires_us, g.client, g.scopes, g.resource, g.created_us, \
    s.account \
    FROM oauth_token t JOIN oauth_grant g ON g.id = t.grant_id JOIN subject s ON s.id = g.subject AND NOT s.erased \
    LEFT JOIN api_key k ON k.id = g.api_key \
    WHERE t.sha256 = $1 AND t.kind > 1 AND t.expires_us > $2 AND NOT t.spent AND (g.api_key IS NULL OR NOT k.revoked)";
const END_ACCESS: &str = "DELETE FROM oauth_token WHERE sha256 = $1 AND kind = 2 \
    AND grant_id IN (SELECT id FROM oauth_grant WHERE client = $2)";
const GRANT_OF_REFRESH: &str = "SELECT t.grant_id FROM oauth_token t JOIN oauth_grant g ON g.id = t.grant_id \
    WHERE t.sha256 = $1 AND t.kind = 3 AND g.client = $2";

/// What a secret of a grant is; stored as its number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Code = 1,
    Access = 2,
    Refresh = 3,
}

impl Kind {
    /// What its secrets begin with, so that one that got lost can be told by its look.
    pub(super) const fn prefix(self) -> &'static str {
        match self {
            Self::Code => "mb_code_",
            Self::Access => "mb_mcp_",
            Self::Refresh => "mb_refresh_",
        }
    }
}

/// What a good token says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Whether it only gets the next ones.
    pub refresh: bool,
    /// The account whose record it opens.
    pub account: i64,
    /// The client it was given to.
    pub client: String,
    /// What the client may do.
    pub scopes: String,
    /// Where.
    pub resource: String,
    /// When it was granted.
    pub granted: Timestamp,
    /// When it ends.
    pub expires: Timestamp,
}

#[derive(FromRow)]
struct Row {
    kind: i64,
    expires_us: i64,
    client: String,
    scopes: String,
    resource: String,
    created_us: i64,
    account: i64,
}

impl Store {
    /// What an access token opens.
    pub async fn access_granted(&self, token: &str, now: Timestamp) -> Result<Option<Granted>, StoreError> {
        // An API key is none, which its first letters say.
        if !token.starts_with(Kind::Access.prefix()) {
            return Ok(None);
        }
        let open = query(OPENS).bind(auth::hash(token)).bind(codec::micros(now));
        let found: Option<Opened> = open.first(&mut self.read().await?).await?;
        found.map(Opened::granted).transpose()
    }

    /// What a token says of itself; none when it is no good.
    pub async fn token(&self, token: &str, now: Timestamp) -> Result<Option<Token>, StoreError> {
        let find = query(TOKEN).bind(auth::hash(token)).bind(codec::micros(now));
        let found: Option<Row> = find.first(&mut self.read().await?).await?;
        let Some(Row { kind, expires_us, client, scopes, resource, created_us, account }) = found else {
            return Ok(None);
        };
        let (granted, expires) = (codec::instant(created_us)?, codec::instant(expires_us)?);
        Ok(Some(Token { refresh: kind == Kind::Refresh as i64, account, client, scopes, resource, granted, expires }))
    }

    /// Ends a client's token: a refresh token with its whole grant. What is none of the client's stays.
    pub async fn revoke_token(&self, token: &str, client: &str) -> Result<(), StoreError> {
        let hash = auth::hash(token);
        let mut write = self.write().await?;
        query(END_ACCESS).bind(&hash[..]).bind(client).run(&mut write).await?;
        let grant: Option<i64> = query(GRANT_OF_REFRESH).bind(&hash[..]).bind(client).value(&mut write).await?;
        if let Some(grant) = grant {
            end(&mut write, grant).await?;
        }
        write.commit().await
    }
}
