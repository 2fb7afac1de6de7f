//! Deleting observations with what they said before: physical, with `secure_delete` overwriting the bytes. One that was
//! retracted counts too.

use crate::{
    Scope, Store, StoreError, codec, days,
    db::{
        Write,
        query::{Query, Sql, query},
    },
    past,
};

const ONE: &str = "DELETE FROM observation WHERE subject = $1 AND id = $2 RETURNING series, day";
const MATCHING: Sql = Sql {
    sqlite: "DELETE FROM observation WHERE subject = $1 AND instr(name_lower, $2) > 0 \
        RETURNING series, day",
    postgres: "DELETE FROM observation WHERE subject = $1 AND strpos(name_lower, $2) > 0 \
        RETURNING series, day",
};
const ALL: &str = "DELETE FROM observation WHERE subject = $1 RETURNING series, day";

impl Store {
    /// Deletes one observation; 0 when the subject has none of that id.
    pub async fn delete_one(&self, scope: &Scope, id: i64) -> Result<u64, StoreError> {
        let mut write = self.write_of(scope).await?;
        let retracted = past::forget_one(&mut write, scope.subject(), id).await?;
        delete(write, scope, query(ONE).bind(scope.subject()).bind(id), retracted).await
    }

    /// Deletes the observations with this part in their printed name, literally and without regard to case. An empty
    /// part deletes nothing: deleting everything is [`Self::delete_all`].
    pub async fn delete_matching(&self, scope: &Scope, indicator: &str) -> Result<u64, StoreError> {
        if indicator.is_empty() {
            return Ok(0);
        }
        let (mut write, part) = (self.write_of(scope).await?, codec::lower(indicator));
        let retracted = past::forget_matching(&mut write, scope.subject(), &part).await?;
        delete(write, scope, query(MATCHING).bind(scope.subject()).bind(part), retracted).await
    }

    /// Deletes every observation of the subject.
    pub async fn delete_all(&self, scope: &Scope) -> Result<u64, StoreError> {
        let mut write = self.write_of(scope).await?;
        let retracted = past::forget_all(&mut write, scope.subject()).await?;
        delete(write, scope, query(ALL).bind(scope.subject()), retracted).await
    }
}

/// Deletes current rows and commits. How many records went, with those that had none.
async fn delete(mut write: Write, scope: &Scope, rows: Query<'_>, retracted: u64) -> Result<u64, StoreError> {
    let deleted = days::days_of_changed(&mut write, scope.subject(), rows).await?;
    write.commit().await?;
    Ok(deleted + retracted)
}
