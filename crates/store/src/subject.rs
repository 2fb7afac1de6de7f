//! The directory of an account: `(account, normalised user)` to one subject.

use crate::{AccountScope, Scope, Store, StoreError, random, store::Write};

const FIND: &str = "SELECT id FROM subject WHERE account = ?1 AND user_name = ?2 AND erased = 0";
const MINT: &str = "INSERT INTO subject (id, account, user_name) VALUES (?1, ?2, ?3)";
const ALIVE: &str = "SELECT 1 FROM subject WHERE id = ?1 AND erased = 0";

/// The user when a request names none.
pub const DEFAULT_USER: &str = "default";
/// The longest user name, in bytes.
pub const MAX_USER: usize = 256;

/// A user name as it is stored and echoed: trimmed, lower case, `default` when empty.
pub fn normalise_user(user: &str) -> String {
    let user = user.trim().to_lowercase();
    if user.is_empty() { DEFAULT_USER.to_owned() } else { user }
}

fn checked(user: &str) -> Result<String, StoreError> {
    let user = normalise_user(user);
    if user.len() > MAX_USER || user.contains('\0') {
        return Err(StoreError::Invalid { field: "user", message: "at most 256 bytes of text" });
    }
    Ok(user)
}

impl AccountScope {
    /// The subject of a user, made when there is none.
    pub async fn subject(&self, store: &Store, user: &str) -> Result<Scope, StoreError> {
        match self.find_subject(store, user).await? {
            Some(scope) => Ok(scope),
            None => self.mint(store, &checked(user)?).await,
        }
    }

    /// The subject of a user; none when nothing was ever stored for it, or it was erased.
    pub async fn find_subject(&self, store: &Store, user: &str) -> Result<Option<Scope>, StoreError> {
        let user = checked(user)?;
        let id = sqlx::query_scalar(FIND).bind(self.account()).bind(&user).fetch_optional(store.reader()).await?;
        Ok(id.map(|id| Scope::new(id, &user)))
    }

    async fn mint(&self, store: &Store, user: &str) -> Result<Scope, StoreError> {
        let mut write = store.write().await?;
        // Another request may have minted it while this one waited for the writer.
        let found: Option<i64> =
            sqlx::query_scalar(FIND).bind(self.account()).bind(user).fetch_optional(&mut *write).await?;
        let id = if let Some(id) = found { id } else { new_subject(&mut write, self.account(), user).await? };
        write.commit().await?;
        Ok(Scope::new(id, user))
    }
}

async fn new_subject(write: &mut Write, account: i64, user: &str) -> Result<i64, StoreError> {
    let id = random::id()?;
    sqlx::query(MINT).bind(id).bind(account).bind(user).execute(&mut **write).await?;
    Ok(id)
}

/// Refuses a write for a subject that was erased since its scope was made.
pub async fn alive(write: &mut Write, scope: &Scope) -> Result<(), StoreError> {
    let found: Option<i64> = sqlx::query_scalar(ALIVE).bind(scope.subject()).fetch_optional(&mut **write).await?;
    found.map(|_| ()).ok_or(StoreError::Erased)
}
