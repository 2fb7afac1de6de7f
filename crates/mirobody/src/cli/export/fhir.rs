//! The record as FHIR, a resource a line: what `/v1/fhir/Patient/{id}/$everything` gives.

use std::io::Write;

use mirobody_query::mirror::{Mirror, Resource, diagnostic_report, document_reference, patient};
use mirobody_store::{Scope, Search, Store};

use super::ROWS;
use crate::cli::{exit::Failure, record::now};

/// Writes them.
pub async fn write(store: &Store, scope: &Scope, out: &mut dyn Write) -> Result<(), Failure> {
    let (profile, files) = (store.profile(scope).await?, store.files(scope, now()).await?);
    let id = scope.fhir_id().to_string();
    let reference = format!("Patient/{id}");
    line(out, patient(&id, scope.user(), &profile))?;
    for file in &files {
        line(out, document_reference(file, &reference))?;
    }
    let with_readings = store.files_with_readings(scope, now()).await?;
    for file in files.iter().filter(|file| with_readings.contains(&file.key)) {
        let search = Search { file: Some(file.key.clone()), ..Search::default() };
        let found = store.search(scope, &search, (u32::MAX, 0), now()).await?;
        line(out, diagnostic_report(file, &found, &reference))?;
    }
    observations(store, scope, &Mirror::new(reference, profile, &files), out).await
}

async fn observations(store: &Store, scope: &Scope, mirror: &Mirror, out: &mut dyn Write) -> Result<(), Failure> {
    let mut after = i64::MIN;
    loop {
        let page = store.walk(scope, after, ROWS, now()).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.id;
        for record in &page {
            line(out, mirror.observation(record))?;
        }
    }
}

fn line(out: &mut dyn Write, resource: Option<Resource>) -> Result<(), Failure> {
    let resource = resource.ok_or_else(|| Failure::machine("a resource could not be written"))?;
    Ok(writeln!(out, "{}", resource.get())?)
}
