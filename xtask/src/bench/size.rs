//! How large the product is: the one file that is installed, and the vocabulary inside it.

use std::fs;

use anyhow::Context;
use mirobody_vocab::Vocabulary;

use super::{BenchArgs, Row, grouped};
use crate::server::mirobody;

/// The file that is installed.
pub fn binary(_: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let program = mirobody();
    let bytes = fs::metadata(program.get_program()).context("there is no release build; leave out --no-build")?.len();
    Ok(Some(Row {
        what: "size of the program",
        measured: format!("{:.1} MB", bytes as f64 / 1e6),
        aim: "",
        over: "one file".to_owned(),
    }))
}

/// What the names are resolved against.
#[expect(clippy::unnecessary_wraps, reason = "every row of the table is measured by one type of function")]
pub fn vocabulary(_: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let vocabulary = Vocabulary::embedded();
    Ok(Some(Row {
        what: "codes and names in the vocabulary",
        measured: format!(
            "{} codes, {} names",
            grouped(vocabulary.rows().count() as u64),
            grouped(vocabulary.document_count() as u64)
        ),
        aim: "",
        over: vocabulary.stamp().to_owned(),
    }))
}
