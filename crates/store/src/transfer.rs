//! A whole record out of one store and into another, without loss: every column as it is, none computed again.
//!
//! True here: a row that is there already (by its FHIR id, or a file by its key) is not added again, so an import can be
//! repeated. Must not be here: what an export looks like on paper.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::{
    Scope, Store, StoreError, append, codec,
    db::{
        bulk,
        query::{Arg, query},
    },
    subject,
};

const ROWS: &str = "SELECT id, fhir_id, name, name_lower, value_text, unit_text, specimen, range_text, flag_text, \
    time_text, language, value_json, number, unit, loinc, canonical, series, low, low_inclusive, high, \
    high_inclusive, range_unit, flag, decision, marks, start_us, end_us, offset_s, day, precision, source, tag, \
    file_key, page, session, expires_us FROM observation \
    WHERE subject = $1 AND id > $2 AND (expires_us IS NULL OR expires_us > $3) ORDER BY id LIMIT $4";
const HAVE: &str = "SELECT fhir_id FROM observation WHERE subject = $1";
const FILES: &str = "SELECT key, name, media_type, sha256, created_us, abstract_text, session, expires_us FROM file \
    WHERE subject = $1 AND (expires_us IS NULL OR expires_us > $2) ORDER BY created_us, key";
const HAVE_FILE: &str = "SELECT bytes FROM file WHERE subject = $1 AND key = $2";
const ADD_FILE: &str = "INSERT INTO file (subject, key, name, media_type, bytes, sha256, blob, created_us, \
    abstract_text, session, expires_us) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
const ADD_TEXT: &str = "INSERT INTO file_text (subject, key, page, text) VALUES ($1, $2, $3, $4)";
const CONTENTS: &str = "SELECT key, sha256 FROM file_content WHERE subject = $1 ORDER BY key";
const ADD_CONTENT: &str = "INSERT INTO file_content (subject, key, sha256) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// An observation, column by column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromRow)]
pub struct MovedRow {
    /// Its id in the store it comes from; another store gives it another.
    #[serde(skip)]
    pub id: i64,
    #[serde(with = "uuid_text")]
    fhir_id: Vec<u8>,
    name: String,
    #[serde(skip)]
    name_lower: String,
    value_text: String,
    unit_text: String,
    specimen: String,
    range_text: String,
    flag_text: String,
    time_text: String,
    language: String,
    value_json: String,
    number: Option<String>,
    unit: Option<String>,
    loinc: Option<String>,
    canonical: Option<String>,
    series: String,
    low: Option<String>,
    low_inclusive: Option<bool>,
    high: Option<String>,
    high_inclusive: Option<bool>,
    range_unit: Option<String>,
    flag: Option<String>,
    decision: String,
    marks: String,
    start_us: i64,
    end_us: Option<i64>,
    offset_s: Option<i64>,
    day: String,
    precision: String,
    source: String,
    tag: String,
    file_key: Option<String>,
    page: Option<i64>,
    session: Option<String>,
    expires_us: Option<i64>,
}

/// A file, without its bytes and its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromRow)]
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
        query(FILES).bind(scope.subject()).bind(codec::micros(now)).all(&mut self.read().await?).await
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
        let new: Vec<MovedRow> = rows.into_iter().filter(|row| !have.contains(&row.fhir_id)).collect();
        new.iter().try_for_each(MovedRow::is_whole)?;
        let ids = append::take_ids(&mut write, new.len()).await?;
        let rows: Vec<_> = new.iter().zip(ids).map(|(row, id)| row.args(scope.subject(), id)).collect();
        bulk::insert(&mut write, &append::OBSERVATION, &rows).await?;
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
        let blob = self.blobs().put(bytes).await?;
        let added = self.add_file(scope, file, &blob, (size, hash), pages).await;
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
    ) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let add = query(ADD_FILE).bind(scope.subject()).bind(&file.key).bind(&file.name).bind(&file.media_type);
        let add = add.bind(size).bind(&hash).bind(blob).bind(file.created_us).bind(&file.abstract_text);
        add.bind(file.session.as_deref()).bind(file.expires_us).run(&mut write).await?;
        for (page, text) in (1_i64..).zip(pages) {
            let add = query(ADD_TEXT).bind(scope.subject()).bind(&file.key).bind(page).bind(text);
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
    /// Refuses what could not be read back: an import may come from anywhere.
    fn is_whole(&self) -> Result<(), StoreError> {
        const BROKEN: StoreError =
            StoreError::Invalid { field: "observation", message: "a row is not one of an export" };
        let decimals = [&self.number, &self.low, &self.high];
        let readable = self.fhir_id.len() == 16
            && codec::value_from_json(&self.value_json).is_ok()
            && decimals.into_iter().flatten().all(|text| codec::decimal(text).is_ok())
            && self.flag.as_deref().is_none_or(|name| codec::flag(name).is_ok())
            && codec::precision(&self.precision).is_ok()
            && codec::source(&self.source).is_ok()
            && codec::instant(self.start_us).is_ok()
            && self.end_us.is_none_or(|us| codec::instant(us).is_ok())
            && self.day.parse::<mirobody_derive::LocalDay>().is_ok()
            && serde_json::from_str::<serde_json::Value>(&self.decision).is_ok();
        if readable { Ok(()) } else { Err(BROKEN) }
    }

    /// The order of [`append::OBSERVATION`].
    fn args(&self, subject: i64, id: i64) -> Vec<Arg<'_>> {
        vec![
            subject.into(),
            id.into(),
            self.fhir_id.as_slice().into(),
            (&self.name).into(),
            codec::lower(&self.name).into(),
            (&self.value_text).into(),
            (&self.unit_text).into(),
            (&self.specimen).into(),
            (&self.range_text).into(),
            (&self.flag_text).into(),
            (&self.time_text).into(),
            (&self.language).into(),
            (&self.value_json).into(),
            self.number.as_deref().into(),
            self.unit.as_deref().into(),
            self.loinc.as_deref().into(),
            self.canonical.as_deref().into(),
            (&self.series).into(),
            self.low.as_deref().into(),
            self.low_inclusive.into(),
            self.high.as_deref().into(),
            self.high_inclusive.into(),
            self.range_unit.as_deref().into(),
            self.flag.as_deref().into(),
            (&self.decision).into(),
            (&self.marks).into(),
            self.start_us.into(),
            self.end_us.into(),
            self.offset_s.into(),
            (&self.day).into(),
            (&self.precision).into(),
            (&self.source).into(),
            (&self.tag).into(),
            self.file_key.as_deref().into(),
            self.page.into(),
            self.session.as_deref().into(),
            self.expires_us.into(),
        ]
    }
}

/// A UUID as people write it.
mod uuid_text {
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
