//! What a symptom at a part of the body is: `pain` at the `knee` is one code.

use std::collections::BTreeMap;

use super::{NameFile, Problem, Strings, icpc::Classes, rows::rows};
use crate::complaint_layout::{ANYWHERE, NOWHERE};

const HEADER: &str = "symptom\tpart\ticpc3\twhy";

/// The table, with the numbers of the symptoms and parts it names.
pub struct Places<'a> {
    symptoms: BTreeMap<&'a str, u16>,
    parts: BTreeMap<&'a str, u16>,
    /// By symptom and part: the code, or 0 and why it is refused.
    rows: BTreeMap<(u16, u16), (u32, &'a str)>,
}

/// Reads the file.
pub fn read<'a>(file: &'a NameFile, classes: &Classes<'_>) -> Result<Places<'a>, Problem> {
    let parts = BTreeMap::from([("-", NOWHERE), ("*", ANYWHERE)]);
    let mut places = Places { symptoms: BTreeMap::new(), parts, rows: BTreeMap::new() };
    for row in rows::<4>(file, HEADER)? {
        let [symptom, part, code, why] = row.cells;
        if code.is_empty() && why.is_empty() {
            return Err(row.wrong("a row without a code is a refusal and must say why"));
        }
        let number = if code.is_empty() { 0 } else { classes.code(code).map_err(|wrong| row.wrong(wrong))?.number() };
        let key = (numbered(&mut places.symptoms, symptom), numbered(&mut places.parts, part));
        if places.rows.insert(key, (number, why)).is_some() {
            return Err(row.wrong("this symptom and part stand here twice"));
        }
    }
    Ok(places)
}

fn numbered<'a>(names: &mut BTreeMap<&'a str, u16>, name: &'a str) -> u16 {
    let next = names.len() as u16;
    *names.entry(name).or_insert(next)
}

impl Places<'_> {
    /// The number of a symptom that has a row.
    pub fn symptom(&self, name: &str) -> Option<u16> {
        self.symptoms.get(name).copied()
    }

    /// The number of a part of the body that has a row.
    pub fn part(&self, name: &str) -> Option<u16> {
        self.parts.get(name).copied().filter(|&number| number > ANYWHERE)
    }

    /// (u16 symptom, u16 part, u32 code or 0, u32 why), sorted.
    pub fn records(&self, strings: &mut Strings) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (&(symptom, part), &(number, why)) in &self.rows {
            bytes.extend(symptom.to_le_bytes());
            bytes.extend(part.to_le_bytes());
            bytes.extend(number.to_le_bytes());
            bytes.extend(strings.number(why).to_le_bytes());
        }
        bytes
    }
}
