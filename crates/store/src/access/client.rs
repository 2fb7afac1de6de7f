//! Programs that registered themselves.

use jiff::Timestamp;
use sqlx::FromRow;

use crate::{Store, StoreError, auth, codec, db::query::query, random};

const NEW: &str =
    "INSERT INTO oauth_client (id, name, redirects, secret_sha256, created_us) VALUES ($1, $2, $3, $4, $5)";
const FIND: &str = "SELECT id, name, redirects, secret_sha256 FROM oauth_client WHERE id = $1";

/// What a program says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewClient {
    /// What it calls itself; shown to people as a claim.
    pub name: String,
    /// Where it may be sent back to.
    pub redirects: Vec<String>,
    /// Whether it can keep a secret and wants one.
    pub confidential: bool,
}

/// A registered program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its id.
    pub id: String,
    /// What it calls itself.
    pub name: String,
    /// Where it may be sent back to.
    pub redirects: Vec<String>,
    secret_sha256: Option<Vec<u8>>,
}

impl Client {
    /// Whether it proves itself with a secret.
    pub const fn is_confidential(&self) -> bool {
        self.secret_sha256.is_some()
    }

    /// Whether it is who it says: a public client has nothing to prove.
    pub fn proves(&self, secret: Option<&str>) -> bool {
        match (&self.secret_sha256, secret) {
            (None, _) => true,
            (Some(known), Some(secret)) => *known == auth::hash(secret),
            (Some(_), None) => false,
        }
    }
}

#[derive(FromRow)]
struct Row {
    id: String,
    name: String,
    redirects: String,
    secret_sha256: Option<Vec<u8>>,
}

impl Store {
    /// Registers a program, and returns it with its secret if it is to have one.
    pub async fn register_client(
        &self,
        new: NewClient,
        now: Timestamp,
    ) -> Result<(Client, Option<String>), StoreError> {
        let id = ["mcp_client_", &random::name::<24>()?].concat();
        let secret = if new.confidential { Some(["mb_client_", &random::secret()?].concat()) } else { None };
        let secret_sha256 = secret.as_deref().map(auth::hash);
        let redirects = serde_json::to_string(&new.redirects).map_err(|_| StoreError::Damaged("oauth_client"))?;
        let mut write = self.write().await?;
        let row = query(NEW).bind(&id).bind(&new.name).bind(redirects).bind(secret_sha256.clone());
        row.bind(codec::micros(now)).run(&mut write).await?;
        write.commit().await?;
        Ok((Client { id, name: new.name, redirects: new.redirects, secret_sha256 }, secret))
    }

    /// A registered program.
    pub async fn client(&self, id: &str) -> Result<Option<Client>, StoreError> {
        let found: Option<Row> = query(FIND).bind(id).first(&mut self.read().await?).await?;
        let Some(row) = found else { return Ok(None) };
        let redirects = serde_json::from_str(&row.redirects).map_err(|_| StoreError::Damaged("oauth_client"))?;
        Ok(Some(Client { id: row.id, name: row.name, redirects, secret_sha256: row.secret_sha256 }))
    }
}
