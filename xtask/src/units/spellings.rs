//! Printed spellings others have mapped: German ones and those of LOINC's makers to UCUM, Finnish ones to the English
//! names of UCUM units.

use std::collections::BTreeMap;

use anyhow::Result;
use mirobody_units::{Printed, Ucum, read};

use super::{
    disputes,
    tally::{Tally, Verdict},
};

/// `NOT_UCUM` and `UCUM`, tab separated.
pub(crate) fn german(text: &str) -> Tally {
    let rows = text.lines().skip(1).filter_map(|line| line.split_once('\t'));
    against_ucum("German spellings", rows)
}

/// A JSON object of printed units and UCUM.
pub(crate) fn lhc(text: &str) -> Result<Tally> {
    let map: BTreeMap<String, String> = serde_json::from_str(text)?;
    Ok(against_ucum("LHC spellings", map.iter().map(|(printed, code)| (printed.as_str(), code.as_str()))))
}

fn against_ucum<'a>(name: &str, rows: impl Iterator<Item = (&'a str, &'a str)>) -> Tally {
    let mut tally = Tally::new(name);
    for (printed, code) in rows {
        let (printed, code) = (printed.trim(), code.trim());
        let ours = read(printed);
        let verdict = match Ucum::parse(code) {
            Err(_) => Verdict::Excluded("their expression is not UCUM"),
            Ok(theirs) => compared(printed, &ours, &theirs),
        };
        tally.add(verdict, || format!("{printed}\ttheirs {code}\tours {}", shown(&ours)));
    }
    tally
}

/// OMOP's Usagi export: the source's unit and the English name of the UCUM unit it was mapped to, which is read as any
/// printed unit is.
pub(crate) fn finnish(text: &str) -> Result<Tally> {
    let mut tally = Tally::new("Finnish spellings");
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize::<BTreeMap<String, String>>() {
        let row = row?;
        let field = |name: &str| row.get(name).map_or("", String::as_str);
        let (printed, concept) = (field("sourceCode"), field("conceptName"));
        let ours = read(printed);
        let verdict = match read(concept) {
            _ if concept == "Unmapped" => Verdict::Excluded("they map it to nothing"),
            Printed::Known(theirs) => compared(printed, &ours, &theirs),
            _ => Verdict::Differ,
        };
        tally
            .add(verdict, || format!("{printed}\ttheirs {concept} = {}\tours {}", shown(&read(concept)), shown(&ours)));
    }
    Ok(tally)
}

fn compared(printed: &str, ours: &Printed, theirs: &Ucum) -> Verdict {
    if disputes::is_only_a_name(theirs) {
        return Verdict::Excluded(match ours {
            Printed::Unknown | Printed::None => "UCUM has no unit for it, only an annotation (ours is unknown)",
            _ => "UCUM has no unit for it, only an annotation (ours is one too)",
        });
    }
    let verdict = match ours {
        Printed::Known(ours) => disputes::agreement(ours, theirs),
        Printed::Competing(a, b) if [a, b].iter().any(|unit| unit.is_same_unit(theirs)) => {
            Verdict::AgreeBut("one of two units this spelling is printed for")
        }
        _ => Verdict::Differ,
    };
    match verdict {
        Verdict::Differ => disputes::left_out(printed, ours, theirs).map_or(Verdict::Differ, Verdict::Excluded),
        verdict => verdict,
    }
}

pub(crate) fn shown(read: &Printed) -> String {
    match read {
        Printed::None => "nothing".to_owned(),
        Printed::Unknown => "unknown".to_owned(),
        Printed::Known(unit) => unit.to_string(),
        Printed::Competing(a, b) => format!("{a} or {b}"),
    }
}
