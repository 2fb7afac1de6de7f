//! Where the names of a subject's series lie in the space of an embedding model.
//!
//! True here: there is one vector for a series, of one model; another model's replaces it; it goes with the series and
//! with the subject. It is plain, because the names it is made from are. Must not be here: what is near to what.

use sqlx::FromRow;

use crate::{
    Scope, Store, StoreError, codec,
    db::{Write, query::query},
    subject,
};

const LIST: &str = "SELECT series, text_sha256, vector FROM name_vector WHERE subject = $1 AND model = $2";
/// Only of a series there is: it may have gone while its vector was made.
const PUT: &str = "INSERT INTO name_vector (subject, series, model, text_sha256, vector) \
    SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM series_name WHERE subject = $1 AND series = $2) \
    ON CONFLICT (subject, series) DO UPDATE SET model = excluded.model, text_sha256 = excluded.text_sha256, \
    vector = excluded.vector";
const ORPHANS: &str = "DELETE FROM name_vector WHERE subject = $1 AND NOT EXISTS (SELECT 1 FROM series_name \
    WHERE series_name.subject = name_vector.subject AND series_name.series = name_vector.series)";
const ERASE: &str = "DELETE FROM name_vector WHERE subject = $1";

/// The vector of a series' names.
#[derive(Debug, Clone, PartialEq)]
pub struct NameVector {
    /// The series.
    pub series: String,
    /// SHA-256 of the text it was made from.
    pub text_sha256: [u8; 32],
    /// Where it lies.
    pub vector: Vec<f32>,
}

#[derive(FromRow)]
struct Row {
    series: String,
    text_sha256: Vec<u8>,
    vector: Vec<u8>,
}

impl Row {
    fn read(self) -> Result<NameVector, StoreError> {
        let text_sha256 = self.text_sha256.try_into().map_err(|_| StoreError::Damaged("vector"))?;
        let (numbers, rest) = self.vector.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(StoreError::Damaged("vector"));
        }
        let vector = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        Ok(NameVector { series: self.series, text_sha256, vector })
    }
}

impl Store {
    /// The vectors of a subject's series that this model made.
    pub async fn name_vectors(&self, scope: &Scope, model: &str) -> Result<Vec<NameVector>, StoreError> {
        let rows: Vec<Row> = query(LIST).bind(scope.subject()).bind(model).all(&mut self.read().await?).await?;
        rows.into_iter().map(Row::read).collect()
    }

    /// Keeps vectors that this model made, in place of those the series had. A series that is gone gets none.
    pub async fn put_name_vectors(&self, scope: &Scope, model: &str, new: &[NameVector]) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        for one in new {
            let bytes: Vec<u8> = one.vector.iter().flat_map(|number| number.to_le_bytes()).collect();
            let put = query(PUT).bind(scope.subject()).bind(codec::series_key(&one.series)).bind(model);
            put.bind(&one.text_sha256).bind(bytes).run(&mut write).await?;
        }
        write.commit().await
    }
}

/// Removes those of series that are gone.
pub async fn forget_orphans(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    query(ORPHANS).bind(subject).run(write).await.map(drop)
}

/// Removes those of a subject.
pub async fn erase(write: &mut Write, subject: i64) -> Result<(), StoreError> {
    query(ERASE).bind(subject).run(write).await.map(drop)
}
