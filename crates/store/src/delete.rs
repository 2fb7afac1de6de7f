//! Deleting observations: physical, with `secure_delete` overwriting the bytes.

use crate::{Scope, Store, StoreError, codec};

const ONE: &str = "DELETE FROM observation WHERE subject = ?1 AND id = ?2";
const MATCHING: &str = "DELETE FROM observation WHERE subject = ?1 AND instr(name_lower, ?2) > 0";
const ALL: &str = "DELETE FROM observation WHERE subject = ?1";

impl Store {
    /// Deletes one observation; 0 when the subject has none of that id.
    pub async fn delete_one(&self, scope: &Scope, id: i64) -> Result<u64, StoreError> {
        self.delete(sqlx::query(ONE).bind(scope.subject()).bind(id)).await
    }

    /// Deletes the observations with this part in their printed name, literally and without regard to case. An empty
    /// part deletes nothing: deleting everything is [`Self::delete_all`].
    pub async fn delete_matching(&self, scope: &Scope, indicator: &str) -> Result<u64, StoreError> {
        if indicator.is_empty() {
            return Ok(0);
        }
        self.delete(sqlx::query(MATCHING).bind(scope.subject()).bind(codec::lower(indicator))).await
    }

    /// Deletes every observation of the subject.
    pub async fn delete_all(&self, scope: &Scope) -> Result<u64, StoreError> {
        self.delete(sqlx::query(ALL).bind(scope.subject())).await
    }

    async fn delete(
        &self,
        query: sqlx::query::Query<'_, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> Result<u64, StoreError> {
        let mut write = self.write().await?;
        let deleted = query.execute(&mut *write).await?.rows_affected();
        write.commit().await?;
        Ok(deleted)
    }
}
