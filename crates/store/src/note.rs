//! Notes: what an agent keeps for a person from one conversation to the next. Sealed: the path and the text.
//!
//! True here: a path names one note of a subject; the conversations that wrote a note are known, and it goes with the
//! first of them that is deleted, and with the subject; what a subject may keep has a limit. Must not be here: what a
//! path means, or who may write.

mod reseal;

use std::collections::BTreeMap;

use jiff::Timestamp;
use sqlx::FromRow;

use crate::{
    Scope, Store, StoreError, codec,
    db::{
        Connection, Write,
        query::{Query, query},
    },
    random,
    seal::{Place, Sealer},
    subject,
};

const LIST: &str = "SELECT id, path, bytes, written_us FROM note WHERE subject = $1";
const TEXTS: &str = "SELECT id, text FROM note WHERE subject = $1";
const TEXT: &str = "SELECT text FROM note WHERE subject = $1 AND id = $2";
const PUT: &str = "INSERT INTO note (subject, id, path, text, bytes, written_us) VALUES ($1, $2, $3, $4, $5, $6) \
    ON CONFLICT (subject, id) DO UPDATE SET text = excluded.text, bytes = excluded.bytes, \
    written_us = excluded.written_us";
const FROM: &str = "INSERT INTO note_origin (subject, note, origin) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const REMOVE: &str = "DELETE FROM note WHERE subject = $1 AND id = $2";
const OF_ORIGIN: &str = "DELETE FROM note WHERE subject = $1 \
    AND id IN (SELECT note FROM note_origin WHERE subject = $1 AND origin = $2)";
const ERASE: &str = "DELETE FROM note WHERE subject = $1";

/// The most notes a subject has.
pub const MOST_NOTES: usize = 1_000;
/// The most bytes of one note.
pub const LARGEST_NOTE: usize = 256 * 1024;
/// The most bytes of all notes of a subject.
pub const ALL_NOTES: usize = 10 * 1024 * 1024;
/// The longest path, in bytes.
pub const LONGEST_PATH: usize = 256;
/// The longest name of a conversation, in bytes.
const LONGEST_ORIGIN: usize = 512;
const FULL: &str = "all notes together have at most 10 MB; remove some";

/// A note, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Where it is.
    pub path: String,
    /// How many bytes its text has.
    pub bytes: u64,
    /// When it was last written.
    pub written: Timestamp,
}

/// A note to keep.
#[derive(Debug, Clone, Copy)]
pub struct NewNote<'a> {
    /// Where.
    pub path: &'a str,
    /// Its text; nothing in it removes the note.
    pub text: &'a str,
    /// The session or the response it is written in: the note goes when that session is deleted, or with the last
    /// answer of that response's conversation.
    pub origin: &'a str,
}

#[derive(FromRow)]
struct Row {
    id: String,
    path: Vec<u8>,
    bytes: i64,
    written_us: i64,
}

pub(crate) const fn path_place(subject: i64, id: &str) -> Place<'_> {
    Place { column: "note.path", subject, row: id }
}

pub(crate) const fn text_place(subject: i64, id: &str) -> Place<'_> {
    Place { column: "note.text", subject, row: id }
}

/// The notes of a subject by their paths, with the id of each.
type Index = BTreeMap<String, (String, Note)>;

async fn index<'c>(on: impl Into<Connection<'c>>, subject: i64, sealer: &Sealer) -> Result<Index, StoreError> {
    let rows: Vec<Row> = query(LIST).bind(subject).all(on).await?;
    let read = |row: Row| {
        let path = sealer.open(path_place(subject, &row.id), &row.path)?;
        let note =
            Note { path: path.clone(), bytes: row.bytes.unsigned_abs(), written: codec::instant(row.written_us)? };
        Ok((path, (row.id, note)))
    };
    rows.into_iter().map(read).collect()
}

impl Store {
    /// A subject's notes, in the order of their paths.
    pub async fn notes(&self, scope: &Scope) -> Result<Vec<Note>, StoreError> {
        let mut read = self.read().await?;
        let sealer = self.opener(&mut read, scope.subject()).await?;
        let index = index(&mut read, scope.subject(), &sealer).await?;
        Ok(index.into_values().map(|(_, note)| note).collect())
    }

    /// A subject's notes with what is in them.
    pub async fn notes_with_text(&self, scope: &Scope) -> Result<Vec<(Note, String)>, StoreError> {
        let mut read = self.read().await?;
        let sealer = self.opener(&mut read, scope.subject()).await?;
        let index = index(&mut read, scope.subject(), &sealer).await?;
        let texts: Vec<(String, Vec<u8>)> = query(TEXTS).bind(scope.subject()).all(&mut read).await?;
        let mut texts: BTreeMap<String, Vec<u8>> = texts.into_iter().collect();
        // One that came or went between the two statements is left out.
        let both = index.into_values().filter_map(|(id, note)| texts.remove(&id).map(|text| (id, note, text)));
        both.map(|(id, note, text)| Ok((note, sealer.open(text_place(scope.subject(), &id), &text)?))).collect()
    }

    /// What is in a note; none when the subject has none at this path.
    pub async fn note(&self, scope: &Scope, path: &str) -> Result<Option<String>, StoreError> {
        let mut read = self.read().await?;
        let sealer = self.opener(&mut read, scope.subject()).await?;
        let index = index(&mut read, scope.subject(), &sealer).await?;
        let Some((id, _)) = index.get(path) else { return Ok(None) };
        text(&mut read, scope.subject(), id, &sealer).await
    }

    /// Keeps a note, in place of what was at its path. When this returns, it is on disk.
    pub async fn write_note(&self, scope: &Scope, new: NewNote<'_>, now: Timestamp) -> Result<(), StoreError> {
        let mut open = self.open_notes(scope).await?;
        open.put(new, now).await?;
        open.write.commit().await
    }

    /// Changes a note as `change` says, which is asked once, while nobody else writes; when it says nothing, nothing is
    /// written. False when the subject has no note at this path.
    pub async fn rewrite_note(
        &self,
        scope: &Scope,
        path: &str,
        origin: &str,
        now: Timestamp,
        change: impl FnOnce(&str) -> Option<String> + Send,
    ) -> Result<bool, StoreError> {
        let mut open = self.open_notes(scope).await?;
        let Some((id, _)) = open.index.get(path) else { return Ok(false) };
        let Some(was) = text(&mut open.write, scope.subject(), id, &open.sealer).await? else { return Ok(false) };
        if let Some(text) = change(&was) {
            open.put(NewNote { path, text: &text, origin }, now).await?;
            open.write.commit().await?;
        }
        Ok(true)
    }

    /// Removes the notes that a conversation wrote, also with others. How many there were.
    pub async fn forget_notes_of(&self, scope: &Scope, origin: &str) -> Result<u64, StoreError> {
        let mut write = self.write_of(scope).await?;
        let gone = forget_origin(&mut write, scope.subject(), origin).await?;
        write.commit().await?;
        Ok(gone)
    }

    async fn open_notes(&self, scope: &Scope) -> Result<OpenNotes, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let sealer = self.sealer(&mut write, scope.subject()).await?;
        let index = index(&mut write, scope.subject(), &sealer).await?;
        Ok(OpenNotes { subject: scope.subject(), write, sealer, index })
    }
}

/// The notes of a subject while one of them is written.
struct OpenNotes {
    subject: i64,
    write: Write,
    sealer: Sealer,
    index: Index,
}

impl OpenNotes {
    async fn put(&mut self, new: NewNote<'_>, now: Timestamp) -> Result<(), StoreError> {
        fits(&self.index, &new)?;
        let there = self.index.get(new.path).map(|(id, _)| id.clone());
        if new.text.is_empty() {
            let Some(id) = there else { return Ok(()) };
            return query(REMOVE).bind(self.subject).bind(id).run(&mut self.write).await.map(drop);
        }
        let id = there.map_or_else(random::name::<20>, Ok)?;
        self.insert(&id, &new, now).await?;
        let from: Query<'_> = query(FROM).bind(self.subject).bind(&id).bind(new.origin);
        from.run(&mut self.write).await.map(drop)
    }

    async fn insert(&mut self, id: &str, new: &NewNote<'_>, now: Timestamp) -> Result<(), StoreError> {
        let path = self.sealer.seal(path_place(self.subject, id), new.path)?;
        let text = self.sealer.seal(text_place(self.subject, id), new.text)?;
        let put = query(PUT).bind(self.subject).bind(id).bind(path).bind(text);
        put.bind(new.text.len() as i64).bind(codec::micros(now)).run(&mut self.write).await.map(drop)
    }
}

/// Whether there is room for a note among these.
fn fits(index: &Index, new: &NewNote<'_>) -> Result<(), StoreError> {
    let others = index.values().filter(|(_, note)| note.path != new.path).map(|(_, note)| note.bytes);
    let (count, bytes) = others.fold((0, 0), |(count, sum), bytes| (count + 1, sum + bytes));
    let writes = !new.text.is_empty();
    let too_long = |text: &str, longest| text.is_empty() || text.len() > longest;
    let limits = [
        (too_long(new.path, LONGEST_PATH), "path", "1 to 256 bytes"),
        (too_long(new.origin, LONGEST_ORIGIN), "origin", "1 to 512 bytes"),
        (new.text.len() > LARGEST_NOTE, "text", "a note has at most 256 KB; split it"),
        (writes && count >= MOST_NOTES, "notes", "there are 1,000 already; remove some"),
        (writes && bytes + new.text.len() as u64 > ALL_NOTES as u64, "notes", FULL),
    ];
    let passed = limits.into_iter().find(|(is_passed, ..)| *is_passed);
    passed.map_or(Ok(()), |(_, field, message)| Err(StoreError::Invalid { field, message }))
}

async fn text<'c>(
    on: impl Into<Connection<'c>>,
    subject: i64,
    id: &str,
    sealer: &Sealer,
) -> Result<Option<String>, StoreError> {
    let stored: Option<Vec<u8>> = query(TEXT).bind(subject).bind(id).value(on).await?;
    stored.map(|stored| sealer.open(text_place(subject, id), &stored)).transpose()
}

/// Removes the notes that a conversation wrote.
pub async fn forget_origin(write: &mut Write, subject: i64, origin: &str) -> Result<u64, StoreError> {
    query(OF_ORIGIN).bind(subject).bind(origin).run(write).await
}

/// Removes those of a subject.
pub async fn erase(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    query(ERASE).bind(subject).run(write).await.map(drop)
}
