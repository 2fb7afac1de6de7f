//! A whole record out of one store and into another, without loss: every column as it is, none computed again.
//!
//! True here: a row that is there already (by its FHIR id, or a file by its key) is not added again, so an import can be
//! repeated. Must not be here: what an export looks like on paper.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::{
    Scope, Store, StoreError, append, codec,
    days::{self, Day},
    db::{
        bulk,
        query::{Arg, query},
    },
    file,
    rows::{ObservationRow, observation_columns},
    seal::Sealer,
    subject,
};

const ROWS: &str = concat!(
    "SELECT ",
    observation_columns!(),
    ", amends, session, expires_us FROM observation \
     WHERE subject = $1 AND id > $2 AND (expires_us IS NULL OR expires_us > $3) ORDER BY id LIMIT $4"
);
/// A record that was retracted since is there too.
const HAVE: &str = "SELECT fhir_id FROM observation WHERE subject = $1 \
    UNION SELECT fhir_id FROM observation_past WHERE subject = $1";
const FILES: &str = "SELECT key, name, media_type, sha256, created_us, abstract_text, session, expires_us FROM file \
    WHERE subject = $1 AND (expires_us IS NULL OR expires_us > $2) ORDER BY created_us, key";
const HAVE_FILE: &str = "SELECT bytes FROM file WHERE subject = $1 AND key = $2";
const ADD_FILE: &str = "INSERT INTO file (subject, key, name, media_type, bytes, sha256, blob, created_us, \
    abstract_text, session, expires_us, sealed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
const ADD_TEXT: &str = "INSERT INTO file_text (subject, key, page, text) VALUES ($1, $2, $3, $4)";
const CONTENTS: &str = "SELECT key, sha256 FROM file_content WHERE subject = $1 ORDER BY key";
const ADD_CONTENT: &str = "INSERT INTO file_content (subject, key, sha256) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// An observation, column by column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromRow)]
pub struct MovedRow {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub(crate) row: ObservationRow,
    pub(crate) session: Option<String>,
    pub(crate) expires_us: Option<i64>,
}

/// A file, without its bytes and its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedFile {
    /// Its key, which it keeps.
    pub key: String,
    name: String,
    media_type: String,
    #[serde(skip)]
    sha256: Vec<u8>,
    created_us: i64,
    abstract_text: String,
    session: Option<String>,
    expires_us: Option<i64>,
}

/// A file as the database gives it.
#[derive(FromRow)]
struct FileRow {
    key: String,
    name: Vec<u8>,
    media_type: String,
    sha256: Vec<u8>,
    created_us: i64,
    abstract_text: Vec<u8>,
    session: Option<String>,
    expires_us: Option<i64>,
}

impl FileRow {
    fn read(self, subject: i64, sealer: &Sealer) -> Result<MovedFile, StoreError> {
        Ok(MovedFile {
            name: sealer.open(file::name_place(subject, &self.key), &self.name)?,
            abstract_text: sealer.open(file::abstract_place(subject, &self.key), &self.abstract_text)?,
            key: self.key,
            media_type: self.media_type,
            sha256: self.sha256,
            created_us: self.created_us,
            session: self.session,
            expires_us: self.expires_us,
        })
    }
}

/// Which bytes a key held, of a file that may be gone.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct MovedContent {
    /// The key.
    pub key: String,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
}

impl Store {
    /// The next rows after this id, as they are.
    pub async fn moved_rows(
        &self,
        scope: &Scope,
        after: i64,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<MovedRow>, StoreError> {
        let query = query(ROWS).bind(scope.subject()).bind(after).bind(codec::micros(now));
        query.bind(limit).all(&mut self.read().await?).await
    }

    /// The files, as they are, the oldest first.
    pub async fn moved_files(&self, scope: &Scope, now: Timestamp) -> Result<Vec<MovedFile>, StoreError> {
        let mut read = self.read().await?;
        let rows: Vec<FileRow> = query(FILES).bind(scope.subject()).bind(codec::micros(now)).all(&mut read).await?;
        let sealer = self.opener(&mut read, scope.subject()).await?;
        rows.into_iter().map(|row| row.read(scope.subject(), &sealer)).collect()
    }

    /// Which bytes each key held.
    pub async fn moved_contents(&self, scope: &Scope) -> Result<Vec<MovedContent>, StoreError> {
        query(CONTENTS).bind(scope.subject()).all(&mut self.read().await?).await
    }

    /// Adds rows that are not there yet, all or none of them, and says how many there were.
    pub async fn move_rows_in(&self, scope: &Scope, rows: Vec<MovedRow>) -> Result<u64, StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let have: Vec<Vec<u8>> = query(HAVE).bind(scope.subject()).column(&mut write).await?;
        let have: std::collections::HashSet<Vec<u8>> = have.into_iter().collect();
        let new: Vec<MovedRow> = rows.into_iter().filter(|moved| !have.contains(&moved.row.fhir_id)).collect();
        new.iter().try_for_each(MovedRow::is_whole)?;
        let ids = append::take_ids(&mut write, new.len()).await?;
        let rows: Vec<_> = new.iter().zip(ids).map(|(row, id)| row.args(scope.subject(), id)).collect();
        bulk::insert(&mut write, &append::OBSERVATION, &rows).await?;
        let day = |moved: &MovedRow| Day { series: moved.row.series.clone(), day: moved.row.day.clone() };
        days::renew(&mut write, scope.subject(), &new.iter().map(day).collect()).await?;
        write.commit().await?;
        Ok(new.len() as u64)
    }

    /// Adds a file with its bytes and text, unless it is there already.
    pub async fn move_file_in(
        &self,
        scope: &Scope,
        file: &MovedFile,
        bytes: Vec<u8>,
        pages: &[String],
    ) -> Result<bool, StoreError> {
        let have = query(HAVE_FILE).bind(scope.subject()).bind(&file.key);
        let have: Option<i64> = have.value(&mut self.read().await?).await?;
        if have.is_some() {
            return Ok(false);
        }
        let (size, hash) = (bytes.len() as i64, crate::sha256(&bytes));
        let sealer = self.sealing(scope).await?;
        let blob = self.blobs().put(scope.subject(), bytes, sealer.key().cloned()).await?;
        let added = self.add_file(scope, file, &blob, (size, hash), pages, &sealer).await;
        if added.is_err() {
            self.blobs().remove(vec![blob]).await?;
        }
        added.map(|()| true)
    }

    async fn add_file(
        &self,
        scope: &Scope,
        file: &MovedFile,
        blob: &str,
        (size, hash): (i64, [u8; 32]),
        pages: &[String],
        sealer: &Sealer,
    ) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let subject = scope.subject();
        let name = sealer.seal(file::name_place(subject, &file.key), &file.name)?;
        let about = sealer.seal(file::abstract_place(subject, &file.key), &file.abstract_text)?;
        let add = query(ADD_FILE).bind(subject).bind(&file.key).bind(name).bind(&file.media_type);
        let add = add.bind(size).bind(&hash).bind(blob).bind(file.created_us).bind(about);
        let add = add.bind(file.session.as_deref()).bind(file.expires_us).bind(Some(sealer.seals()));
        add.run(&mut write).await?;
        for (page, text) in (1_i64..).zip(pages) {
            let text = sealer.seal(file::page_place(subject, &file::page_row(&file.key, page)), text)?;
            let add = query(ADD_TEXT).bind(subject).bind(&file.key).bind(page).bind(text);
            add.run(&mut write).await?;
        }
        write.commit().await
    }

    /// Adds which bytes keys held, where that is not known.
    pub async fn move_contents_in(&self, scope: &Scope, contents: &[MovedContent]) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        for content in contents {
            let add = query(ADD_CONTENT).bind(scope.subject()).bind(&content.key).bind(content.sha256.as_slice());
            add.run(&mut write).await?;
        }
        write.commit().await
    }
}

impl MovedRow {
    /// Its id in the store it comes from; another store gives it another.
    pub const fn id(&self) -> i64 {
        self.row.id
    }

    /// Refuses what could not be read back: an import may come from anywhere.
    pub(crate) fn is_whole(&self) -> Result<(), StoreError> {
        const BROKEN: StoreError =
            StoreError::Invalid { field: "observation", message: "a row is not one of an export" };
        let row = &self.row;
        let decimals = [&row.number, &row.low, &row.high];
        let readable = row.fhir_id.len() == 16
            && codec::value_from_json(&row.value_json).is_ok()
            && decimals.into_iter().flatten().all(|text| codec::decimal(text).is_ok())
            && row.flag.as_deref().is_none_or(|name| codec::flag(name).is_ok())
            && codec::precision(&row.precision).is_ok()
            && codec::source(&row.source).is_ok()
            && codec::instant(row.start_us).is_ok()
            && row.end_us.is_none_or(|us| codec::instant(us).is_ok())
            && row.day.parse::<mirobody_derive::LocalDay>().is_ok()
            && serde_json::from_str::<serde_json::Value>(&row.decision).is_ok();
        if readable { Ok(()) } else { Err(BROKEN) }
    }

    /// The order of [`append::OBSERVATION`].
    pub(crate) fn args(&self, subject: i64, id: i64) -> Vec<Arg<'_>> {
        let row = &self.row;
        vec![
            subject.into(),
            id.into(),
            row.fhir_id.as_slice().into(),
            (&row.name).into(),
            codec::lower(&row.name).into(),
            (&row.value_text).into(),
            (&row.unit_text).into(),
            (&row.specimen).into(),
            (&row.range_text).into(),
            (&row.flag_text).into(),
            (&row.time_text).into(),
            (&row.language).into(),
            (&row.value_json).into(),
            row.number.as_deref().into(),
            row.unit.as_deref().into(),
            row.loinc.as_deref().into(),
            row.canonical.as_deref().into(),
            (&row.series).into(),
            row.low.as_deref().into(),
            row.low_inclusive.into(),
            row.high.as_deref().into(),
            row.high_inclusive.into(),
            row.range_unit.as_deref().into(),
            row.flag.as_deref().into(),
            (&row.decision).into(),
            (&row.marks).into(),
            row.start_us.into(),
            row.end_us.into(),
            row.offset_s.into(),
            (&row.day).into(),
            (&row.precision).into(),
            (&row.source).into(),
            (&row.tag).into(),
            row.file_key.as_deref().into(),
            row.page.into(),
            self.session.as_deref().into(),
            self.expires_us.into(),
            None::<i64>.into(),
        ]
    }
}

/// A UUID as people write it.
pub(crate) mod uuid_text {
    use serde::{Deserialize, Deserializer, Serializer, de, ser};
    use uuid::Uuid;

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let uuid = Uuid::from_slice(bytes).map_err(ser::Error::custom)?;
        serializer.serialize_str(&uuid.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse::<Uuid>().map(|uuid| uuid.as_bytes().to_vec()).map_err(de::Error::custom)
    }
}
