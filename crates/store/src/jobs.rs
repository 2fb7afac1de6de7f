//! Work that waits to be done: taken by one worker at a time, tried again when it fails, and put aside when it never
//! succeeds.
//!
//! True here: a job that was committed is done at least once, whichever worker of whichever server dies; a worker holds
//! a job for as long as its lease, and only who holds the lease can end it. A job says what to do by identifiers: it
//! holds no health content, and neither does what is kept of a failure. Must not be here: what jobs do.

use jiff::{SignedDuration, Timestamp};
use sqlx::FromRow;

use crate::{
    Scope, Store, StoreError, SystemScope, codec,
    db::{
        Write,
        query::{Sql, query},
    },
    random,
};

/// Failures after which a job is put aside.
pub const MOST_ATTEMPTS: i64 = 8;
/// The first wait after a failure; each is twice the one before, up to [`LONGEST_WAIT`].
const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(5);
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);

/// Work to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob<'a> {
    /// What to do: `extract`.
    pub kind: &'static str,
    /// What to do it to, by identifiers. At most one job of a kind waits for the same.
    pub about: &'a str,
    /// The subject whose record it works on; its jobs go when it is erased.
    pub subject: Option<i64>,
    /// Not before then.
    pub after: Timestamp,
}

/// A job that a worker holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: i64,
    /// What to do.
    pub kind: String,
    /// What to do it to.
    pub about: String,
    /// The subject whose record it works on.
    pub(crate) subject: Option<i64>,
    /// How often it has failed.
    pub failures: i64,
    /// What only who holds the job knows.
    lease: String,
}

/// A job that was put aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadJob {
    /// Its id.
    pub id: i64,
    /// What was to be done.
    pub kind: String,
    /// To what.
    pub about: String,
    /// How often it failed.
    pub failures: i64,
    /// The code of the last failure.
    pub error: String,
    /// When it was put aside.
    pub at: Timestamp,
}

/// What becomes of a job that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    /// It is tried again then.
    Again(Timestamp),
    /// It was put aside.
    Dead,
    /// Another worker holds it by now.
    Lost,
}

const ENQUEUE: &str = "INSERT INTO job (kind, about, subject, after_us, failures) VALUES ($1, $2, $3, $4, 0) \
    ON CONFLICT (kind, about) DO UPDATE SET failures = 0, dead_us = NULL, \
    after_us = CASE WHEN job.dead_us IS NULL AND job.after_us < excluded.after_us \
        THEN job.after_us ELSE excluded.after_us END, \
    again = job.lease IS NOT NULL";
/// The oldest job that may be taken: nobody holds it, or whoever did let the lease run out.
const TAKE: Sql = Sql {
    sqlite: "UPDATE job SET lease = $1, leased_until_us = $2 WHERE id = (SELECT id FROM job \
        WHERE dead_us IS NULL AND after_us <= $3 AND (lease IS NULL OR leased_until_us <= $3) \
        ORDER BY after_us, id LIMIT 1) RETURNING id, kind, about, subject, failures",
    postgres: "UPDATE job SET lease = $1, leased_until_us = $2 WHERE id = (SELECT id FROM job \
        WHERE dead_us IS NULL AND after_us <= $3 AND (lease IS NULL OR leased_until_us <= $3) \
        ORDER BY after_us, id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, kind, about, subject, failures",
};
const EXTEND: &str = "UPDATE job SET leased_until_us = $3 WHERE id = $1 AND lease = $2";
/// Asked for again while it was being done: it stays, to be done once more.
const DONE_ONCE: &str = "UPDATE job SET lease = NULL, leased_until_us = NULL, again = FALSE, failures = 0 \
    WHERE id = $1 AND lease = $2 AND again";
const DONE: &str = "DELETE FROM job WHERE id = $1 AND lease = $2";
const FAILED: &str = "UPDATE job SET lease = NULL, leased_until_us = NULL, again = FALSE, failures = failures + 1, \
    error = $3, after_us = $4, dead_us = $5 WHERE id = $1 AND lease = $2";
const DEAD: &str = "SELECT id, kind, about, failures, error, dead_us FROM job WHERE dead_us IS NOT NULL ORDER BY id";
const REVIVE: &str = "UPDATE job SET dead_us = NULL, failures = 0, after_us = $2 WHERE id = $1 AND dead_us IS NOT NULL";
const WAITING: &str = "SELECT COUNT(*) FROM job WHERE dead_us IS NULL";
const OF_SUBJECT: &str = "DELETE FROM job WHERE subject = $1";

const SETTLE: &str = "DELETE FROM job WHERE kind = $1 AND about = $2 AND subject = $3 AND lease IS NULL";
const ANY: &str = "SELECT id FROM job WHERE dead_us IS NULL AND after_us <= $1 \
    AND (lease IS NULL OR leased_until_us <= $1) LIMIT 1";
const LIVING: &str = "SELECT user_name FROM subject WHERE id = $1 AND NOT erased";
const NEXT: &str = "SELECT next_us FROM schedule WHERE name = $1";

const SCHEDULE: &str = "INSERT INTO schedule (name, next_us) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
const DUE: &str = "UPDATE schedule SET next_us = $3 WHERE name = $1 AND next_us <= $2";

#[derive(FromRow)]
struct Taken {
    id: i64,
    kind: String,
    about: String,
    subject: Option<i64>,
    failures: i64,
}

/// Adds a job in a transaction: it waits exactly if what it is about was committed.
pub(crate) async fn enqueue(write: &mut Write, job: &NewJob<'_>) -> Result<(), StoreError> {
    let new = query(ENQUEUE).bind(job.kind).bind(job.about).bind(job.subject).bind(codec::micros(job.after));
    new.run(write).await.map(drop)
}

/// Removes a job that nobody holds: its work was done by another way.
pub(crate) async fn settle(write: &mut Write, kind: &'static str, about: &str, subject: i64) -> Result<(), StoreError> {
    query(SETTLE).bind(kind).bind(about).bind(subject).run(write).await.map(drop)
}

/// Removes the jobs of a subject.
pub(crate) async fn erase(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    query(OF_SUBJECT).bind(subject).run(write).await.map(drop)
}

impl Store {
    /// Adds a job. One that waits for the same already is made to wait no longer than this one would; one that is being
    /// done is done once more; one that was put aside is tried again.
    pub async fn enqueue(&self, _: &SystemScope, job: &NewJob<'_>) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        enqueue(&mut write, job).await?;
        write.commit().await
    }

    /// Takes the job that has waited longest, for as long as `lease`.
    pub async fn take_job(
        &self,
        _: &SystemScope,
        lease: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        // Most times there is none, and nothing is written.
        if query(ANY).bind(codec::micros(now)).value::<i64>(&mut self.read().await?).await?.is_none() {
            return Ok(None);
        }
        let secret = random::name::<20>()?;
        let until = later(now, lease);
        let mut write = self.write().await?;
        let take = query(TAKE).bind(&secret).bind(codec::micros(until)).bind(codec::micros(now));
        let taken: Option<Taken> = take.first(&mut write).await?;
        write.commit().await?;
        Ok(taken.map(|Taken { id, kind, about, subject, failures }| Job {
            id,
            kind,
            about,
            subject,
            failures,
            lease: secret,
        }))
    }

    /// The record a job works on; none when it is about none, or about somebody who was erased.
    pub async fn scope_of_job(&self, _: &SystemScope, job: &Job) -> Result<Option<Scope>, StoreError> {
        let Some(subject) = job.subject else { return Ok(None) };
        let user: Option<String> = query(LIVING).bind(subject).value(&mut self.read().await?).await?;
        Ok(user.map(|user| Scope::new(subject, &user)))
    }

    /// Holds a job for longer. False when another worker holds it by now: then it is to be left alone.
    pub async fn extend_job(
        &self,
        _: &SystemScope,
        job: &Job,
        lease: SignedDuration,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        let extend = query(EXTEND).bind(job.id).bind(&job.lease).bind(codec::micros(later(now, lease)));
        let held = extend.run(&mut write).await?;
        write.commit().await?;
        Ok(held > 0)
    }

    /// Ends a job that was done. False when another worker holds it by now.
    pub async fn finish_job(&self, _: &SystemScope, job: &Job) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        let again = query(DONE_ONCE).bind(job.id).bind(&job.lease).run(&mut write).await?;
        let done = query(DONE).bind(job.id).bind(&job.lease).run(&mut write).await?;
        write.commit().await?;
        Ok(again + done > 0)
    }

    /// Gives back a job that failed, with the code of the failure: it is tried again after a while that doubles each
    /// time, and put aside after [`MOST_ATTEMPTS`].
    pub async fn fail_job(
        &self,
        _: &SystemScope,
        job: &Job,
        code: &'static str,
        now: Timestamp,
    ) -> Result<AfterFailure, StoreError> {
        let dead = job.failures + 1 >= MOST_ATTEMPTS;
        let again = later(now, wait(job)?);
        let failed = query(FAILED).bind(job.id).bind(&job.lease).bind(code).bind(codec::micros(again));
        let mut write = self.write().await?;
        let held = failed.bind(dead.then(|| codec::micros(now))).run(&mut write).await?;
        write.commit().await?;
        Ok(match (held, dead) {
            (0, _) => AfterFailure::Lost,
            (_, true) => AfterFailure::Dead,
            (_, false) => AfterFailure::Again(again),
        })
    }

    /// The jobs that were put aside, oldest first.
    pub async fn dead_jobs(&self, _: &SystemScope) -> Result<Vec<DeadJob>, StoreError> {
        let rows: Vec<(i64, String, String, i64, String, i64)> = query(DEAD).all(&mut self.read().await?).await?;
        let job = |(id, kind, about, failures, error, at)| {
            Ok(DeadJob { id, kind, about, failures, error, at: codec::instant(at)? })
        };
        rows.into_iter().map(job).collect()
    }

    /// Tries a job that was put aside again. False when there is none of that id.
    pub async fn revive_job(&self, _: &SystemScope, id: i64, now: Timestamp) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        let revived = query(REVIVE).bind(id).bind(codec::micros(now)).run(&mut write).await?;
        write.commit().await?;
        Ok(revived > 0)
    }

    /// How many jobs wait or are being done.
    pub async fn waiting_jobs(&self, _: &SystemScope) -> Result<u64, StoreError> {
        let waiting: i64 = query(WAITING).only(&mut self.read().await?).await?;
        Ok(waiting.unsigned_abs())
    }

    /// Whether something that is done every so often is due, which is said to one worker of one server only. The first
    /// time is at once.
    pub async fn is_due(
        &self,
        _: &SystemScope,
        name: &'static str,
        every: SignedDuration,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let known: Option<i64> = query(NEXT).bind(name).value(&mut self.read().await?).await?;
        if known.is_some_and(|next| next > codec::micros(now)) {
            return Ok(false);
        }
        let mut write = self.write().await?;
        query(SCHEDULE).bind(name).bind(codec::micros(now)).run(&mut write).await?;
        let next = codec::micros(later(now, every));
        let due = query(DUE).bind(name).bind(codec::micros(now)).bind(next).run(&mut write).await?;
        write.commit().await?;
        Ok(due > 0)
    }
}

fn later(now: Timestamp, by: SignedDuration) -> Timestamp {
    now.checked_add(by).unwrap_or(Timestamp::MAX)
}

/// Twice as long each time, and up to a quarter longer by chance, so that jobs that failed together do not come back
/// together.
fn wait(job: &Job) -> Result<SignedDuration, StoreError> {
    let doubled = 1_i32.checked_shl(u32::try_from(job.failures).unwrap_or(0).min(16)).unwrap_or(i32::MAX);
    let wait = FIRST_WAIT.saturating_mul(doubled).min(LONGEST_WAIT);
    let quarter = i64::try_from(wait.as_millis() / 4).unwrap_or(0).max(1);
    let chance = random::id()? % quarter;
    Ok(wait + SignedDuration::from_millis(chance))
}
