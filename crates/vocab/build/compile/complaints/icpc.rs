//! ICPC-3 as published: its codes of symptoms and diagnoses with their titles, byte for byte.

use std::collections::BTreeMap;

use super::{Problem, Strings};
use crate::icpc::Icpc;

const FILE: &str = "icpc3.tsv";
const HEADER: &str = "component\tchapter\tcode\tkind\tpreferred\tdescription\tinclusions\texclusions\tdepth";

/// Scale values (`CSV`, `PSV`) stand among the symptoms; nobody complains of one.
const SCALES: [&str; 2] = ["extension", "extensionCode"];

/// The codes and their titles.
pub struct Classes<'a>(BTreeMap<Icpc, &'a str>);

/// Reads the file.
pub fn read(text: &str) -> Result<Classes<'_>, Problem> {
    let mut lines = text.lines().zip(1..);
    if lines.next().is_none_or(|(header, _)| header != HEADER) {
        return Err(Problem::new(FILE, 1, "the header is not the expected one"));
    }
    let mut classes = BTreeMap::new();
    for (row, line) in lines {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[_, _, code, kind, title, ..] = &cells[..] else {
            return Err(Problem::new(FILE, line, "9 columns were expected"));
        };
        if SCALES.contains(&kind) {
            continue;
        }
        let icpc = code.parse::<Icpc>().map_err(|wrong| Problem::new(FILE, line, wrong.to_string()))?;
        if classes.insert(icpc, title).is_some() {
            return Err(Problem::new(FILE, line, "this code stands here twice"));
        }
    }
    Ok(Classes(classes))
}

impl Classes<'_> {
    /// The code that a table names.
    pub fn code(&self, text: &str) -> Result<Icpc, String> {
        let icpc = text.parse::<Icpc>().map_err(|_| format!("{text:?} is not an ICPC-3 code"))?;
        if self.0.contains_key(&icpc) { Ok(icpc) } else { Err(format!("{text} is not among the codes of ICPC-3")) }
    }

    /// (u32 code, u32 title), sorted by code.
    pub fn records(&self, strings: &mut Strings) -> Vec<u8> {
        let fields = self.0.iter().flat_map(|(icpc, title)| [icpc.number(), strings.number(title)]);
        fields.flat_map(u32::to_le_bytes).collect()
    }
}
