//! Appends that come together share one commit.
//!
//! On SQLite one transaction writes at a time, and its commit waits for the disk. So whoever waits for the writer is
//! written by the next one who gets it: as many as wait, in one transaction. (PostgreSQL does the same by itself.)
//! An append that cannot be fails alone; when the database fails, all of them do, and none is kept.

use std::sync::{Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::{
    NewObservation, Scope, Store, StoreError, append,
    db::{Write, query::query},
    subject,
};

/// The most appends in one transaction, so that the first of them does not wait for too many others.
const MOST: usize = 64;

const KEEP: &str = "RELEASE append";
const UNDO: &str = "ROLLBACK TO append";

type Outcome = Result<Vec<i64>, StoreError>;

/// The appends that wait.
#[derive(Debug, Default)]
pub struct Group {
    waiting: Mutex<Vec<Job>>,
    /// Who writes now; the others find nothing left to do when it is their turn.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct Job {
    scope: Scope,
    new: Vec<NewObservation>,
    done: oneshot::Sender<Outcome>,
}

impl Group {
    fn push(&self, job: Job) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(job);
    }

    fn take(&self) -> Vec<Job> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let most = waiting.len().min(MOST);
        waiting.drain(..most).collect()
    }
}

impl Store {
    /// Appends together with whoever else is waiting.
    pub(crate) async fn append_together(&self, scope: &Scope, new: Vec<NewObservation>) -> Outcome {
        let (done, outcome) = oneshot::channel();
        self.group().push(Job { scope: scope.clone(), new, done });
        let store = self.clone();
        // A task of its own: a caller who stops waiting must not take the rows of the others along.
        tokio::spawn(async move { store.write_waiting().await });
        outcome.await.map_err(|_| StoreError::Stopped)?
    }

    async fn write_waiting(&self) {
        let _turn = self.group().turn.lock().await;
        let jobs = self.group().take();
        if jobs.is_empty() {
            return;
        }
        let written = self.write_all(&jobs).await;
        match written {
            Ok(outcomes) => jobs.into_iter().zip(outcomes).for_each(|(job, outcome)| drop(job.done.send(outcome))),
            Err(error) => jobs.into_iter().for_each(|job| drop(job.done.send(Err(error.twin())))),
        }
    }

    async fn write_all(&self, jobs: &[Job]) -> Result<Vec<Outcome>, StoreError> {
        let mut write = self.write().await?;
        let mut outcomes = Vec::with_capacity(jobs.len());
        for job in jobs {
            query("SAVEPOINT append").run(&mut write).await?;
            let outcome = alone(one(&mut write, job).await)?;
            query(if outcome.is_ok() { KEEP } else { UNDO }).run(&mut write).await?;
            outcomes.push(outcome);
        }
        write.commit().await?;
        Ok(outcomes)
    }
}

async fn one(write: &mut Write, job: &Job) -> Outcome {
    subject::alive(write, &job.scope).await?;
    append::insert(write, &job.scope, &job.new).await
}

/// An error that only the append itself has, or one of the database.
fn alone(outcome: Outcome) -> Result<Outcome, StoreError> {
    match outcome {
        Ok(ids) => Ok(Ok(ids)),
        Err(error @ (StoreError::Erased | StoreError::Invalid { .. } | StoreError::Damaged(_))) => Ok(Err(error)),
        Err(error) => Err(error),
    }
}
