//! What this project has decided about a name: which of its rows holds for a unit, a specimen and a language.

use mirobody_vocab::{Curated, Loinc, Vocabulary};

use super::asked::Asked;
use crate::{
    family::UnitFamily,
    name::{Kind, Specimen, agreement, is_specimen},
};

/// The decision that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No row is about this name.
    Unknown,
    /// Rows are about it, but not with this specimen: the code of its analyte elsewhere.
    Elsewhere(Loinc),
    /// This code.
    Code(Loinc),
    /// Two languages, or two rows, mean different codes.
    Several(Loinc, Loinc),
    /// No code, and why.
    Refused(&'static str),
}

/// The row that holds for a folded name, with what is stated of the specimen apart from it.
pub(crate) fn decide(vocabulary: &Vocabulary, folded: &str, asked: &Asked, stated: Option<Specimen>) -> Verdict {
    let rows: Vec<Curated> = vocabulary.curated(folded).collect();
    let Some(first) = rows.first() else { return Verdict::Unknown };
    // A curated name that says `count` has decided of what.
    let says_count = folded.contains("count");
    let fits = |row: &Curated| exactness(row, vocabulary, asked, stated, says_count);
    let best = rows.iter().filter_map(fits).max();
    let Some(best) = best else {
        let elsewhere = rows.iter().find_map(|row| row.loinc).or(first.loinc);
        return elsewhere.map_or(Verdict::Unknown, Verdict::Elsewhere);
    };
    agree(rows.iter().filter(|row| fits(row) == Some(best)))
}

/// Equally exact rows: one refusal refuses, and two codes are said to be two.
fn agree<'a>(rows: impl Iterator<Item = &'a Curated>) -> Verdict {
    let mut code = None;
    for row in rows {
        match (code, row.loinc) {
            (_, None) => return Verdict::Refused(row.why.strip_prefix("refuse:").unwrap_or(row.why).trim()),
            (None, Some(new)) => code = Some(new),
            (Some(old), Some(new)) if old != new => return Verdict::Several(old, new),
            _ => {}
        }
    }
    code.map_or(Verdict::Unknown, Verdict::Code)
}

/// How exactly a row is about the reading: specimen, unit and language, in that order. None when it is not.
fn exactness(
    row: &Curated,
    vocabulary: &Vocabulary,
    asked: &Asked,
    stated: Option<Specimen>,
    says_count: bool,
) -> Option<(bool, bool, u8)> {
    if row.loinc.is_none() && !is_refused_in(row.language, &asked.tag) {
        return None;
    }
    let specimen = match (row.specimen, stated) {
        (None, None) => false,
        (Some(_), None) => return None,
        (Some(system), Some(stated)) => {
            if agreement(stated, system) < 0.9 {
                return None;
            }
            true
        }
        (None, Some(stated)) => {
            let own = row.row.map(|row| vocabulary.axes(row).system);
            if own.is_some_and(|system| is_specimen(system) && agreement(stated, system) <= least(stated)) {
                return None;
            }
            false
        }
    };
    let property = row.row.map_or("", |row| vocabulary.axes(row).property);
    let count = !asked.unit_printed && asked.stated.kind == Some(Kind::Count) && !says_count;
    let percent = asked.names_percent();
    if percent && matches!(property, "NCnc" | "MCnc" | "SCnc" | "CCnc") || count && property.ends_with("Fr") {
        return None;
    }
    let unit = match row.unit_family {
        None => false,
        // `%` is printed for units of activity too, but last: a row for those is not about a share.
        Some("arbitrary") if asked.properties.first().is_some_and(|first| is_share(first)) => return None,
        Some(family) if UnitFamily::named(family).is_some_and(|family| asked.is_of(family)) => true,
        Some(_) => return None,
    };
    let language = match row.language {
        "" | "*" => 1,
        own if !asked.tag.is_empty() && asked.tag.starts_with(own) => 2,
        _ => u8::from(asked.tag.is_empty()),
    };
    Some((specimen, unit, language))
}

/// Whether a refusal holds in a language: its own, every one if it is of all or English, which is printed everywhere.
fn is_refused_in(language: &str, tag: &str) -> bool {
    matches!(language, "" | "*" | "en") || tag.is_empty() || tag.starts_with(language)
}

/// A specimen that is seldom drawn has codes of its own: a name's usual code holds only where it agrees well.
fn least(stated: Specimen) -> f32 {
    if stated.is_usual() { 0.0 } else { 0.6 }
}

fn is_share(property: &str) -> bool {
    UnitFamily::named("fraction").is_some_and(|family| family.holds(property))
}
