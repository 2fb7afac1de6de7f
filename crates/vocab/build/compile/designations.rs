//! The designations: every folded name and the rows it is related to.

use super::{Bundle, Problem, codes::RowOf, tables::Lists};
use crate::{
    fold::fold,
    layout::{SINGLE, Section},
};

const FILE: &str = "loinc_designations.tsv";
const HEADER: &str = "designation\tcodes";

/// Reads the table and adds its sections. Gives the folded designations in their order.
pub fn add(text: &str, rows: &RowOf, bundle: &mut Bundle) -> Result<Vec<String>, Problem> {
    let mut names = read(text)?;
    let mut lists = Lists::default();
    let mut starts = Vec::new();
    for group in names.chunk_by(|a, b| a.folded == b.folded) {
        let rows = rows_of(group, rows)?;
        starts.extend(match rows[..] {
            [row] => (row | SINGLE).to_le_bytes(),
            _ => lists.start(&rows).to_le_bytes(),
        });
    }
    bundle.set(Section::DesignationRows, starts);
    bundle.set(Section::Postings, lists.into_bytes());
    names.dedup_by(|later, earlier| later.folded == earlier.folded);
    Ok(names.into_iter().map(|name| name.folded).collect())
}

struct Name<'a> {
    folded: String,
    codes: &'a str,
    line: usize,
}

fn read(text: &str) -> Result<Vec<Name<'_>>, Problem> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, header)| header != HEADER) {
        return Err(Problem::new(FILE, 1, "the header is not the expected one"));
    }
    let mut names = Vec::new();
    for (index, line) in lines {
        let Some((name, codes)) = line.split_once('\t') else {
            return Err(Problem::new(FILE, index + 1, "2 columns were expected"));
        };
        let folded = fold(name);
        if !folded.is_empty() {
            names.push(Name { folded, codes, line: index + 1 });
        }
    }
    names.sort_by(|a, b| a.folded.cmp(&b.folded));
    Ok(names)
}

/// All rows of names that fold alike, ascending.
fn rows_of(group: &[Name<'_>], rows: &RowOf) -> Result<Vec<u32>, Problem> {
    let mut found = Vec::new();
    for name in group {
        for code in name.codes.split(' ') {
            let digits = code.split('-').next().and_then(|digits| digits.parse().ok());
            let row = digits.and_then(|number| rows.get(number));
            found.push(row.ok_or_else(|| Problem::new(FILE, name.line, format!("{code} is not among the codes")))?);
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
