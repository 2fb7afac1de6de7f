//! The end of complaints: one, those of a code, of a session, of a subject, and what has expired.

use crate::{
    Scope, Store, StoreError,
    db::{
        Write,
        query::{Query, query},
    },
};

const ONE: &str = "DELETE FROM complaint WHERE subject = $1 AND id = $2";
const OF_CODE: &str = "DELETE FROM complaint WHERE subject = $1 AND icpc = $2";
const ALL: &str = "DELETE FROM complaint WHERE subject = $1";
const SESSION: &str = "DELETE FROM complaint WHERE subject = $1 AND (session = $2 \
    OR file_key IN (SELECT key FROM file WHERE subject = $1 AND session = $2))";
const EXPIRED: &str = "DELETE FROM complaint WHERE subject = $1 AND expires_us <= $2";

impl Store {
    /// Deletes one complaint; 0 when the subject has none of that id.
    pub async fn delete_complaint(&self, scope: &Scope, id: i64) -> Result<u64, StoreError> {
        self.delete_complaints_by(scope, query(ONE).bind(scope.subject()).bind(id)).await
    }

    /// Deletes the complaints of an ICPC-3 code.
    pub async fn delete_complaints_of(&self, scope: &Scope, icpc: &str) -> Result<u64, StoreError> {
        self.delete_complaints_by(scope, query(OF_CODE).bind(scope.subject()).bind(icpc)).await
    }

    /// Deletes every complaint of the subject.
    pub async fn delete_complaints(&self, scope: &Scope) -> Result<u64, StoreError> {
        self.delete_complaints_by(scope, query(ALL).bind(scope.subject())).await
    }

    async fn delete_complaints_by(&self, scope: &Scope, delete: Query<'_>) -> Result<u64, StoreError> {
        let mut write = self.write_of(scope).await?;
        let deleted = delete.run(&mut write).await?;
        write.commit().await?;
        Ok(deleted)
    }
}

/// Of a session, before its files go.
pub(crate) async fn forget_session(write: &mut Write, subject: i64, session: &str) -> Result<u64, StoreError> {
    query(SESSION).bind(subject).bind(session).run(write).await
}

/// Of a subject that is erased.
pub(crate) async fn erase(write: &mut Write, subject: i64) -> Result<u64, StoreError> {
    query(ALL).bind(subject).run(write).await
}

/// What has expired.
pub(crate) async fn purge(write: &mut Write, subject: i64, now: i64) -> Result<u64, StoreError> {
    query(EXPIRED).bind(subject).bind(now).run(write).await
}
