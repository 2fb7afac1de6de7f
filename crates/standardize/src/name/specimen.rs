//! Specimens: the words that name them in each language, and the LOINC systems they agree with.
//!
//! Blood agrees with serum and plasma, because a report that says `Blood` names the tube; serum never agrees with
//! whole blood.

mod lists;
mod parts;

use std::sync::LazyLock;

use super::words::split;
use crate::quick::Map;

/// A specimen as a name or a report states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Specimen {
    Serum,
    Plasma,
    SerumOrPlasma,
    Blood,
    WholeBlood,
    ArterialBlood,
    VenousBlood,
    MixedVenousBlood,
    CapillaryBlood,
    CordBlood,
    BloodSpot,
    Urine,
    UrineSediment,
    Csf,
    Stool,
    Saliva,
    Semen,
    Sputum,
    Throat,
    Nose,
    Genital,
    Pleural,
    Peritoneal,
    Synovial,
    Pericardial,
    Amniotic,
    BodyFluid,
    Dialysis,
    Gastric,
    Lavage,
    BoneMarrow,
    Tissue,
    Hair,
    Stone,
    RedCells,
    WhiteCells,
    Sweat,
    Milk,
    Isolate,
    Vitreous,
    Meconium,
    Skin,
    Nail,
    Wound,
    Pus,
    Urethra,
    Eye,
    Ear,
    Bile,
    Prostatic,
    Patient,
    /// A word that says only that there is a specimen, or two that exclude each other.
    Other,
}

use Specimen as S;

impl Specimen {
    /// Blood or a part of it, as it is drawn for most tests.
    pub(crate) fn is_usual(self) -> bool {
        matches!(self, S::Serum | S::Plasma | S::SerumOrPlasma | S::Blood | S::WholeBlood)
    }
}

fn of_fluid(folded: &str) -> Option<Specimen> {
    parts::FLUID_PARTS.iter().find(|(part, _)| folded.contains(part)).map(|(_, specimen)| *specimen)
}

/// The specimen a word names.
pub(crate) fn of_word(word: &str) -> Option<Specimen> {
    NAMED.get(word).copied()
}

/// The specimen a code's prefix names.
pub(crate) fn of_prefix(prefix: &str) -> Option<(Specimen, Option<super::Extra>)> {
    parts::PREFIXES.iter().find(|(known, ..)| *known == prefix).map(|(_, specimen, extra)| (*specimen, *extra))
}

/// The specimen words of scripts without spaces, to be cut off a name's ends.
pub(crate) fn unspaced() -> impl Iterator<Item = (&'static str, Specimen)> {
    UNSPACED.iter().copied()
}

/// The specimen of each word; of a word in two lists, the first.
static NAMED: LazyLock<Map<&'static str, Specimen>> = LazyLock::new(|| {
    let mut named = Map::default();
    for (word, specimen) in all() {
        named.entry(word).or_insert(specimen);
    }
    named
});

static UNSPACED: LazyLock<Vec<(&'static str, Specimen)>> =
    LazyLock::new(|| all().filter(|(word, _)| word.starts_with(crate::text::is_cjk)).collect());

/// Every word of the lists with its specimen.
fn all() -> impl Iterator<Item = (&'static str, Specimen)> {
    lists::WORDS
        .iter()
        .flat_map(|(specimen, lists)| lists.iter().flat_map(|words| split(words)).map(move |word| (word, *specimen)))
}

/// The specimen a printed specimen field names.
pub(crate) fn of_field(folded: &str) -> Option<Specimen> {
    if folded.is_empty() {
        return None;
    }
    if let Some(whole) = of_word(folded) {
        return Some(whole);
    }
    let mut found = None;
    for word in folded.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '/')) {
        if matches!(found, None | Some(S::BodyFluid | S::Blood)) {
            found = of_word(word).or(found);
        }
    }
    match found {
        None | Some(S::BodyFluid) => of_fluid(folded).or(found),
        known => known,
    }
}

/// How LOINC writes a fluid inside a component: `amylase.periton fld/amylase.serum`.
pub(crate) fn in_components(specimen: Specimen) -> &'static [&'static str] {
    match specimen {
        S::Peritoneal => &["periton fld"],
        S::Pleural => &["plr fld", "pleur fld"],
        S::Pericardial => &["pericard fld"],
        S::Synovial => &["synv fld"],
        S::Csf => &["csf"],
        S::Urine => &["urine"],
        S::BodyFluid => &["fld", "body fld"],
        _ => &[],
    }
}

/// How well a LOINC system agrees with a stated specimen: 1 exactly, 0 not at all.
pub(crate) fn agreement(stated: Specimen, system: &str) -> f32 {
    // A part of the patient that a specimen comes from is no other specimen: `Stool^Patient.gastrointestinal`.
    let system = match system.split_once('^') {
        Some((own, of)) if of.starts_with("Patient.") => own,
        _ => system,
    };
    let table: &[(&str, f32)] = match stated {
        S::Serum => &[("Ser", 1.0), ("Ser/Plas", 1.0), ("Ser/Plas/Bld", 0.8), ("Ser+Bld", 0.5)],
        S::Plasma => &[("Plas", 1.0), ("Ser/Plas", 0.9), ("PPP", 0.9), ("Ser/Plas/Bld", 0.8), ("PRP", 0.3)],
        S::SerumOrPlasma => &[("Ser/Plas", 1.0), ("Ser", 0.9), ("Plas", 0.8), ("PPP", 0.7), ("Ser/Plas/Bld", 0.8)],
        S::Blood => &[
            ("Bld", 1.0),
            ("Ser/Plas", 0.9),
            ("Ser", 0.85),
            ("Plas", 0.8),
            ("PPP", 0.85),
            ("Ser/Plas/Bld", 0.9),
            ("RBC", 0.6),
            ("BldA", 0.5),
            ("BldV", 0.5),
            ("Bld/Tiss", 0.6),
            ("BldMV", 0.3),
            ("BldC", 0.3),
            ("PRP", 0.3),
        ],
        S::WholeBlood => &[("Bld", 1.0), ("BldV", 0.7), ("Ser/Plas/Bld", 0.7), ("RBC", 0.6), ("Bld/Tiss", 0.6)],
        S::ArterialBlood => &[("BldA", 1.0), ("Arterial system", 0.9), ("Bld", 0.4)],
        S::VenousBlood => &[("BldV", 1.0), ("Bld", 0.6)],
        S::MixedVenousBlood => &[("BldMV", 1.0), ("BldV", 0.5), ("Bld", 0.4)],
        S::CapillaryBlood => &[("BldC", 1.0), ("Bld", 0.5)],
        S::CordBlood => &[("BldCo", 1.0), ("BldCoA", 0.7), ("BldCoV", 0.7), ("TissCo", 0.7)],
        S::BloodSpot => &[("Bld.dot", 1.0), ("Bld", 0.3)],
        S::Urine => &[("Urine", 1.0), ("Urine sed", 0.8)],
        S::UrineSediment => &[("Urine sed", 1.0), ("Urine", 0.5)],
        S::Csf => &[("CSF", 1.0)],
        S::Stool => &[("Stool", 1.0)],
        S::Saliva => &[("Saliva", 1.0), ("Oral fld", 0.9)],
        S::Semen => &[("Semen", 1.0), ("Smn", 1.0), ("Seminal plasma", 0.8)],
        S::Sputum => &[("Sputum", 1.0), ("Respiratory system specimen.lower", 0.6)],
        S::Throat => &[("Thrt", 1.0), ("Respiratory system specimen.upper", 0.6)],
        S::Nose => &[("Nose", 1.0), ("Nph", 1.0), ("Respiratory system specimen.upper", 0.6)],
        S::Genital => &[("Genital", 1.0), ("Vag", 1.0), ("Cvx", 1.0), ("Cvx/Vag", 1.0)],
        S::Pleural => &[("Plr fld", 1.0), ("Body fld", 0.3)],
        S::Peritoneal => &[("Periton fld", 1.0), ("Body fld", 0.3)],
        S::Synovial => &[("Synv fld", 1.0), ("Body fld", 0.3)],
        S::Pericardial => &[("Pericard fld", 1.0), ("Body fld", 0.3)],
        S::Amniotic => &[("Amnio fld", 1.0)],
        S::BodyFluid => &[("Body fld", 1.0), ("Synv fld", 0.3), ("Plr fld", 0.3), ("Periton fld", 0.3), ("XXX", 0.3)],
        S::Dialysis => &[("Dial fld", 1.0), ("Dial fld prt", 0.9)],
        S::Gastric => &[("Gast fld", 1.0)],
        S::Lavage => &[("BAL", 1.0), ("Bronchial", 0.9), ("Respiratory system specimen.lower", 0.6)],
        S::BoneMarrow => &[("Bone mar", 1.0), ("Bld/Bone mar", 0.9), ("Bld/Tiss", 0.5)],
        S::Tissue => &[("Tiss", 1.0), ("Bld/Tiss", 0.7), ("Cancer specimen", 0.4)],
        S::Hair => &[("Hair", 1.0)],
        S::Stone => &[("Calculus", 1.0)],
        S::RedCells => &[("RBC", 1.0), ("Bld", 0.6)],
        S::WhiteCells => &[("WBC", 1.0), ("Bld", 0.7)],
        S::Sweat => &[("Sweat", 1.0)],
        S::Milk => &[("Milk", 1.0)],
        S::Isolate => &[("Isolate", 1.0), ("Isolate/Specimen", 0.8)],
        S::Vitreous => &[("Vitr fld", 1.0)],
        S::Meconium => &[("Meconium", 1.0)],
        S::Skin => &[("Skin", 1.0), ("Tiss", 0.5)],
        S::Nail => &[("Nail", 1.0)],
        S::Wound => &[("Wound", 1.0), ("XXX", 0.5)],
        S::Pus => &[("Pus", 1.0), ("Abscess", 1.0), ("Wound", 0.6), ("XXX", 0.5)],
        S::Urethra => &[("Urethra", 1.0), ("Genital", 0.7)],
        S::Eye => &[("Eye", 1.0), ("Cnjt", 0.9), ("Ocular fld", 0.7), ("Cornea/Conjunctiva", 0.7)],
        S::Ear => &[("Ear", 1.0)],
        S::Bile => &[("Bil fld", 1.0), ("Body fld", 0.5)],
        S::Prostatic => &[("Prostatic fld", 1.0)],
        S::Patient => &[("^Patient", 1.0)],
        S::Other => &[("XXX", 1.0), ("{Specimen}", 0.8), ("Specimen", 0.8)],
    };
    table.iter().find(|(known, _)| *known == system).map_or(0.0, |(_, fit)| *fit)
}

/// How usual a system is when a name states none.
pub(crate) fn unstated(system: &str) -> f32 {
    match system {
        "Ser/Plas" | "Bld" => 1.0,
        "Ser" | "PPP" | "^Patient" => 0.8,
        "Plas" | "Ser/Plas/Bld" => 0.6,
        "RBC" | "Bld/Tiss" | "XXX" | "BldA" | "Isolate" => 0.4,
        "Urine" => 0.2,
        _ => 0.0,
    }
}

/// Whether a LOINC system is a specimen that a stated one can contradict; a part of the body or the patient is not.
pub(crate) fn is_specimen(system: &str) -> bool {
    !matches!(system, "" | "^Patient") && !system.contains("system") && !system.starts_with("Heart")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_as_a_field_is_folded() {
        let parts = parts::FLUID_PARTS.iter().map(|(part, _)| *part);
        for word in all().map(|(word, _)| word).chain(parts) {
            assert_eq!(mirobody_vocab::fold(word), word);
        }
    }
}
