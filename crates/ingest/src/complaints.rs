//! What a person tells in their own words, kept as the complaints it names.
//!
//! True here: a complaint is coded by `mirobody_standardize::complaint` and nothing else; one that is too broad for a code is
//! kept without; what is somebody else's is counted and not kept; a text that names none keeps nothing. Must not be here:
//! where the text comes from.

use jiff::Timestamp;
use mirobody_derive::When;
use mirobody_standardize::complaint::{Complaint, Language, Status, complaints};
use mirobody_store::{
    AccountScope, Attempt, ComplaintFilter, ComplaintWords, NewComplaint, Profile, Retention, Scope, Source,
    StoreError, StoredComplaint,
};

use crate::{
    Ingest, IngestError, Known,
    once::{Turn, ids, outcome},
    records::TIME,
    timing,
};

/// The longest text, in characters.
pub const MAX_TOLD: usize = 4000;
/// The most complaints of one text.
const MAX_COMPLAINTS: usize = 200;
/// The longest tag, in characters.
const MAX_TAG: usize = 200;

/// What a person told, and what is known of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Their own words.
    pub text: String,
    /// The language; recognised when not said.
    pub language: Option<Language>,
    /// When, in RFC 3339 or as a date; none: the moment it was told.
    pub time: Option<String>,
    /// Where it comes from.
    pub source: Source,
    /// The sender's own origin tag; empty when none.
    pub tag: String,
    /// The file it was read from, by its key.
    pub file_key: Option<String>,
    /// How long it is kept.
    pub retention: Retention,
}

impl Told {
    /// A text that says nothing but itself, kept until it is deleted.
    pub fn new(text: impl Into<String>, source: Source) -> Self {
        Self {
            text: text.into(),
            language: None,
            time: None,
            source,
            tag: String::new(),
            file_key: None,
            retention: Retention::Permanent,
        }
    }
}

/// What became of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heard {
    /// The person's own complaints, as they are kept, in the order they were named.
    pub kept: Vec<StoredComplaint>,
    /// How many were somebody else's, which are not kept.
    pub of_others: usize,
}

impl Ingest {
    /// Keeps what a text complains of. `moment` is when it was told.
    pub async fn complaints(&self, scope: &Scope, told: Told, moment: Timestamp) -> Result<Heard, IngestError> {
        let known = self.known(Some(scope)).await?;
        let found = read(told, known, moment).await?;
        self.keep_complaints(scope, found, None, moment).await
    }

    /// The same under a key, once. `moment` is when it was told; `now` is when it is kept, by which a lost attempt ends.
    pub(crate) async fn complaints_once(
        &self,
        scope: &Scope,
        told: Told,
        attempt: &Attempt,
        moment: Timestamp,
        now: Timestamp,
    ) -> Result<Heard, IngestError> {
        let known = self.known(Some(scope)).await?;
        let found = read(told, known, moment).await?;
        self.keep_complaints(scope, found, Some(attempt), now).await
    }

    /// The same for a user who may be new: the subject is made only when there is something to keep. Under a key, once.
    pub async fn complaints_of(
        &self,
        account: &AccountScope,
        user: &str,
        told: Told,
        attempt: Option<&Attempt>,
        moment: Timestamp,
    ) -> Result<Heard, IngestError> {
        let scope = account.find_subject(&self.store, user).await?;
        let known = self.known(scope.as_ref()).await?;
        let found = read(told, known, moment).await?;
        let scope = match scope {
            Some(scope) => scope,
            None if found.own.is_empty() => return Ok(Heard { of_others: found.of_others, ..Heard::default() }),
            None => account.subject(&self.store, user).await?,
        };
        self.keep_complaints(&scope, found, attempt, moment).await
    }

    async fn keep_complaints(
        &self,
        scope: &Scope,
        found: Found,
        attempt: Option<&Attempt>,
        moment: Timestamp,
    ) -> Result<Heard, IngestError> {
        let ids = self.append_complaints(scope, &found.own, attempt, moment).await?;
        let filter = ComplaintFilter { ids: Some(ids), ..ComplaintFilter::default() };
        let mut kept = self.store.complaints(scope, &filter, moment).await?;
        kept.sort_by_key(|complaint| complaint.id);
        Ok(Heard { kept, of_others: found.of_others })
    }

    async fn append_complaints(
        &self,
        scope: &Scope,
        own: &[NewComplaint],
        attempt: Option<&Attempt>,
        now: Timestamp,
    ) -> Result<Vec<i64>, IngestError> {
        let Some(attempt) = attempt else {
            let nothing = own.is_empty();
            return Ok(if nothing { Vec::new() } else { self.store.append_complaints(scope, own, None).await? });
        };
        if let Turn::Done(outcome) = self.turn(scope, attempt, now).await? {
            return ids(&outcome);
        }
        let kept = self.store.append_complaints(scope, own, Some((attempt, outcome))).await;
        self.ended(scope, attempt, kept.map_err(IngestError::from)).await
    }
}

/// What a text names.
struct Found {
    own: Vec<NewComplaint>,
    of_others: usize,
}

/// A long text takes a while: too long for a thread that others wait on.
async fn read(told: Told, known: Known, moment: Timestamp) -> Result<Found, IngestError> {
    let found = move || found(&told, &known.profile, moment);
    tokio::task::spawn_blocking(found).await.map_err(StoreError::from)?
}

fn found(told: &Told, profile: &Profile, moment: Timestamp) -> Result<Found, IngestError> {
    check(told)?;
    let when = when(told, profile, moment)?;
    let (others, own): (Vec<_>, Vec<_>) =
        complaints(&told.text, told.language).into_iter().partition(|one| one.status == Status::OtherPerson);
    if own.len() > MAX_COMPLAINTS {
        return Err(invalid("text", "name at most 200 complaints; send the rest in another request"));
    }
    Ok(Found { own: own.iter().map(|one| new(one, told, when)).collect(), of_others: others.len() })
}

fn check(told: &Told) -> Result<(), IngestError> {
    let text = &told.text;
    if text.trim().is_empty() || text.chars().count() > MAX_TOLD || text.contains('\0') {
        return Err(invalid("text", "be 1 to 4000 characters"));
    }
    if told.tag.chars().count() > MAX_TAG || told.tag.contains('\0') {
        return Err(invalid("source", "be at most 200 characters"));
    }
    Ok(())
}

fn when(told: &Told, profile: &Profile, moment: Timestamp) -> Result<When, IngestError> {
    let Some(text) = &told.time else { return Ok(When::received(moment, &profile.zone_at(moment))) };
    timing::read(text, profile, moment).ok_or_else(|| invalid("time", TIME))
}

fn new(found: &Complaint<'_>, told: &Told, when: When) -> NewComplaint {
    NewComplaint {
        words: ComplaintWords {
            said: found.said.to_owned(),
            sentence: found.sentence.to_owned(),
            duration: found.duration.map(str::to_owned),
            severity: found.severity.map(str::to_owned),
        },
        coding: found.coding,
        status: found.status,
        when,
        time_text: told.time.clone().unwrap_or_default(),
        source: told.source,
        tag: told.tag.clone(),
        file_key: told.file_key.clone(),
        retention: told.retention.clone(),
    }
}

fn invalid(param: &str, must: &'static str) -> IngestError {
    IngestError::Invalid { param: param.to_owned(), must }
}
