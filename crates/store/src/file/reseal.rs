//! Sealing what was written before there was a key.

use super::{abstract_place, name_place, page_place, page_row, remove_blob};
use crate::{
    Store, StoreError, conversation,
    db::{Write, query::query},
    seal::{Sealer, is_sealed},
};

const FILES: &str = "SELECT key, name, abstract_text, blob, sealed FROM file WHERE subject = $1";
const PAGES: &str = "SELECT key, page, text FROM file_text WHERE subject = $1";
const SET_NAME: &str = "UPDATE file SET name = $3, abstract_text = $4 WHERE subject = $1 AND key = $2";
const SET_BLOB: &str = "UPDATE file SET blob = $3, sealed = TRUE WHERE subject = $1 AND key = $2";
const SET_PAGE: &str = "UPDATE file_text SET text = $4 WHERE subject = $1 AND key = $2 AND page = $3";

/// A file as it is stored.
type Stored = (String, Vec<u8>, Vec<u8>, String, bool);

impl Store {
    /// Seals what is plain of a subject's files and conversations, in a transaction that holds the subject. How many values and how many
    /// blobs there were.
    pub(crate) async fn seal_plain(
        &self,
        write: &mut Write,
        subject: i64,
        sealer: &Sealer,
    ) -> Result<(u64, u64), StoreError> {
        let files: Vec<Stored> = query(FILES).bind(subject).all(&mut *write).await?;
        let (mut values, mut blobs) = (0, 0);
        for (key, name, about, blob, sealed) in files {
            if !is_sealed(&name) || !is_sealed(&about) {
                values += seal_names(write, subject, sealer, &key, &name, &about).await?;
            }
            if !sealed {
                self.seal_blob(write, subject, sealer, &key, &blob).await?;
                blobs += 1;
            }
        }
        let pages: Vec<(String, i64, Vec<u8>)> = query(PAGES).bind(subject).all(&mut *write).await?;
        for (key, page, text) in pages.into_iter().filter(|(.., text)| !is_sealed(text)) {
            let row = page_row(&key, page);
            let place = page_place(subject, &row);
            let text = sealer.seal(place, &sealer.open(place, &text)?)?;
            query(SET_PAGE).bind(subject).bind(&key).bind(page).bind(text).run(&mut *write).await?;
            values += 1;
        }
        values += conversation::seal_plain(write, subject, sealer).await?;
        Ok((values, blobs))
    }

    async fn seal_blob(
        &self,
        write: &mut Write,
        subject: i64,
        sealer: &Sealer,
        key: &str,
        blob: &str,
    ) -> Result<(), StoreError> {
        let bytes = self.blobs().get(blob, None).await?;
        let sealed = self.blobs().put(subject, bytes, sealer.key().cloned()).await?;
        query(SET_BLOB).bind(subject).bind(key).bind(sealed).run(&mut *write).await?;
        remove_blob(write, blob).await
    }
}

async fn seal_names(
    write: &mut Write,
    subject: i64,
    sealer: &Sealer,
    key: &str,
    name: &[u8],
    about: &[u8],
) -> Result<u64, StoreError> {
    let again = |place, stored: &[u8]| sealer.seal(place, &sealer.open(place, stored)?);
    let (name, about) = (again(name_place(subject, key), name)?, again(abstract_place(subject, key), about)?);
    query(SET_NAME).bind(subject).bind(key).bind(name).bind(about).run(write).await.map(|_| 2)
}
