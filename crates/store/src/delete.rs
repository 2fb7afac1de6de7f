//! Deleting observations: physical, with `secure_delete` overwriting the bytes.

use crate::{
    Scope, Store, StoreError, codec, days,
    db::query::{Query, Sql, query},
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
        self.delete(scope, query(ONE).bind(scope.subject()).bind(id)).await
    }

    /// Deletes the observations with this part in their printed name, literally and without regard to case. An empty
    /// part deletes nothing: deleting everything is [`Self::delete_all`].
    pub async fn delete_matching(&self, scope: &Scope, indicator: &str) -> Result<u64, StoreError> {
        if indicator.is_empty() {
            return Ok(0);
        }
        self.delete(scope, query(MATCHING).bind(scope.subject()).bind(codec::lower(indicator))).await
    }

    /// Deletes every observation of the subject.
    pub async fn delete_all(&self, scope: &Scope) -> Result<u64, StoreError> {
        self.delete(scope, query(ALL).bind(scope.subject())).await
    }

    async fn delete(&self, scope: &Scope, query: Query<'_>) -> Result<u64, StoreError> {
        let mut write = self.write_of(scope).await?;
        let deleted = days::days_of_changed(&mut write, scope.subject(), query).await?;
        write.commit().await?;
        Ok(deleted)
    }
}
