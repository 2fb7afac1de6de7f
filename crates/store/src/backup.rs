//! Backups: a whole record as a directory of plain files, made while servers go on, and put back on either engine.
//!
//! True here: a backup is of one instant; every file of it is in the manifest with its SHA-256, and nothing is put back
//! before all of them were looked at; what is sealed stays sealed, so a backup needs the encryption key of its record.
//! A backup holds what was in the record when it was made: erasing somebody does not reach it. Must not be here: one
//! person's export, which is [`crate::transfer`]'s.
//!
//! The directory has `manifest.json`, a `tables/NAME.ndjson` for each table, and `blobs/` as the record has it.

mod manifest;
mod rows;
mod tables;

use std::path::{Path, PathBuf};

use jiff::Timestamp;

pub use manifest::{BackupError, Manifest};
use manifest::{Part, part_of_file};

use crate::{
    Store, StoreError, SystemScope,
    db::query::{Sql, query},
};

const NEXT_ID: Sql = Sql {
    sqlite: "SELECT next_id FROM counter WHERE name = 'observation'",
    postgres: "SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM observation_id",
};
const SET_NEXT_ID: Sql = Sql {
    sqlite: "UPDATE counter SET next_id = $1 WHERE name = 'observation'",
    postgres: "SELECT setval('observation_id', $1, FALSE)",
};
/// Identities go on after the highest that was put back.
const IDENTITIES: [&str; 4] = [
    "SELECT setval(pg_get_serial_sequence('account', 'id'), COALESCE(MAX(id), 0) + 1, FALSE) FROM account",
    "SELECT setval(pg_get_serial_sequence('api_key', 'id'), COALESCE(MAX(id), 0) + 1, FALSE) FROM api_key",
    "SELECT setval(pg_get_serial_sequence('job', 'id'), COALESCE(MAX(id), 0) + 1, FALSE) FROM job",
    "SELECT setval(pg_get_serial_sequence('audit', 'id'), COALESCE(MAX(id), 0) + 1, FALSE) FROM audit",
];
const BLOBS: &str = "SELECT blob FROM file";
const ACCOUNTS: &str = "SELECT COUNT(*) FROM account";

impl Store {
    /// Writes a backup into a directory that is new or empty.
    pub async fn backup(&self, _: &SystemScope, to: &Path, now: Timestamp) -> Result<Manifest, BackupError> {
        rows::make_empty(to)?;
        let mut snapshot = self.engine().snapshot().await?;
        let mut manifest = Manifest::new(now, query(NEXT_ID).only(&mut snapshot).await?);
        for table in &tables::TABLES {
            let path = to.join("tables").join(table.name).with_extension("ndjson");
            let rows = rows::write(&mut snapshot, table, &path).await?;
            manifest.tables.insert(table.name.to_owned(), Part { rows: Some(rows), ..part_of_file(&path)? });
        }
        let blobs: Vec<String> = query(BLOBS).column(&mut snapshot).await?;
        drop(snapshot);
        for blob in blobs {
            match self.copy_blob(&blob, &to.join("blobs").join(&blob)).await {
                Ok(part) => _ = manifest.blobs.insert(blob, part),
                // Deleted since the instant of the backup, as its row is by now.
                Err(StoreError::Blob(cause)) if cause.kind() == std::io::ErrorKind::NotFound => {
                    manifest.gone.push(blob);
                }
                Err(error) => return Err(error.into()),
            }
        }
        manifest.write(to)?;
        Ok(manifest)
    }

    async fn copy_blob(&self, blob: &str, to: &Path) -> Result<Part, StoreError> {
        let bytes = self.blobs().get(blob, None).await?;
        let to = to.to_owned();
        let copied = move || {
            rows::write_file(&to, &bytes)?;
            part_of_file(&to)
        };
        Ok(tokio::task::spawn_blocking(copied).await??)
    }

    /// Puts a backup back into this record, which must be new. Everything of the backup is looked at first.
    pub async fn restore(&self, _: &SystemScope, from: &Path) -> Result<Manifest, BackupError> {
        let manifest = Manifest::verified(from)?;
        let there: i64 = query(ACCOUNTS).only(&mut self.read().await?).await?;
        if there > 0 {
            return Err(BackupError::NotEmpty);
        }
        for blob in manifest.blobs.keys() {
            let bytes = std::fs::read(from.join("blobs").join(blob)).map_err(BackupError::Disk)?;
            self.blobs().put_as(blob, bytes).await?;
        }
        let mut write = self.write().await?;
        for table in &tables::TABLES {
            let path: PathBuf = from.join("tables").join(table.name).with_extension("ndjson");
            if manifest.tables.contains_key(table.name) {
                rows::read(&mut write, table, &path, &manifest.gone).await?;
            }
        }
        query(SET_NEXT_ID).bind(manifest.next_observation_id).run(&mut write).await?;
        if matches!(write, crate::db::Write::Postgres(_)) {
            for identity in IDENTITIES {
                query(identity).run(&mut write).await?;
            }
        }
        write.commit().await?;
        Ok(manifest)
    }
}
