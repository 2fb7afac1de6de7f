//! The directory of an account: `(account, normalised user)` to one subject.

use crate::{
    AccountScope, Scope, Store, StoreError,
    db::{
        Write,
        query::{Sql, query},
    },
    random,
};

const FIND: &str = "SELECT id FROM subject WHERE account = $1 AND user_name = $2 AND NOT erased";
const MINT: &str = "INSERT INTO subject (id, account, user_name) VALUES ($1, $2, $3) \
    ON CONFLICT (account, user_name) DO NOTHING";
const HOLD: Sql =
    Sql { sqlite: "SELECT id FROM subject WHERE id = $1", postgres: "SELECT id FROM subject WHERE id = $1 FOR UPDATE" };
const ALIVE: &str = "SELECT id FROM subject WHERE id = $1 AND NOT erased";

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
        let id = query(FIND).bind(self.account()).bind(&user).value(&mut store.read().await?).await?;
        Ok(id.map(|id| Scope::new(id, &user)))
    }

    /// Another request, of this server or another, may mint it at the same moment: whoever comes second finds it.
    async fn mint(&self, store: &Store, user: &str) -> Result<Scope, StoreError> {
        let mut write = store.write().await?;
        query(MINT).bind(random::id()?).bind(self.account()).bind(user).run(&mut write).await?;
        let id: Option<i64> = query(FIND).bind(self.account()).bind(user).value(&mut write).await?;
        write.commit().await?;
        Ok(Scope::new(id.ok_or(StoreError::Busy)?, user))
    }
}

/// Holds a subject's row until the transaction ends.
pub async fn hold(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    query(HOLD).bind(subject).value::<i64>(write).await.map(drop)
}

/// Refuses a write for a subject that was erased since its scope was made.
pub async fn alive(write: &mut Write, scope: &Scope) -> Result<(), StoreError> {
    let found: Option<i64> = query(ALIVE).bind(scope.subject()).value(write).await?;
    found.map(drop).ok_or(StoreError::Erased)
}
