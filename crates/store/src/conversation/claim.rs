//! Answering the calls of a handoff: one turn at a time, and once.

use jiff::{SignedDuration, Timestamp};

use super::Thread;
use crate::{Scope, Store, StoreError, codec, db::query::query};

/// After so long whoever claimed it has died.
const LEASE: SignedDuration = SignedDuration::from_mins(15);

const CLAIM: &str = "UPDATE response SET claimed_until_us = $3 WHERE subject = $1 AND id = $2 \
    AND pending IS NOT NULL AND body IS NOT NULL AND (claimed_until_us IS NULL OR claimed_until_us <= $4)";
const RELEASE: &str = "UPDATE response SET claimed_until_us = NULL WHERE subject = $1 AND id = $2";

impl Store {
    /// Takes the calls of a handoff to answer them. False when another turn has or had them.
    pub async fn claim_calls(&self, scope: &Scope, thread: &Thread, now: Timestamp) -> Result<bool, StoreError> {
        let until = codec::micros(now.checked_add(LEASE).unwrap_or(Timestamp::MAX));
        let mut write = self.write_of(scope).await?;
        let claim = query(CLAIM).bind(scope.subject()).bind(&thread.parent).bind(until).bind(codec::micros(now));
        let claimed = claim.run(&mut write).await?;
        write.commit().await?;
        Ok(claimed > 0)
    }

    /// Gives them back: the turn that had them failed.
    pub async fn release_calls(&self, scope: &Scope, thread: &Thread) -> Result<(), StoreError> {
        self.about_calls(RELEASE, scope, thread).await
    }

    /// They are answered, by a turn that is not kept.
    pub async fn settle_calls(&self, scope: &Scope, thread: &Thread) -> Result<(), StoreError> {
        self.about_calls(super::ANSWERED, scope, thread).await
    }

    async fn about_calls(&self, sql: &'static str, scope: &Scope, thread: &Thread) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        query(sql).bind(scope.subject()).bind(&thread.parent).run(&mut write).await?;
        write.commit().await
    }
}
