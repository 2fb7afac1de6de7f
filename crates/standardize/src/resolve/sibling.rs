//! A unit, value or specimen that contradicts a name's code: the sibling that fits, or none.
//!
//! A sibling has the same component; its specimen agrees with what is stated, else with the code's own; a collection
//! over a day is chosen only when a day is stated.

use mirobody_units::{Family, Ucum, decimal_order, family};
use mirobody_vocab::{Axes, Row, Vocabulary};

use super::asked::{Asked, ValueKind};
use crate::name::{Specimen, agreement, is_specimen, unstated};

/// What a reading holds against a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conflict {
    Unit,
    Value,
    Specimen,
}

impl Conflict {
    /// The field that is in conflict.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Value => "value",
            Self::Specimen => "specimen",
        }
    }
}

/// The first thing the reading holds against a code.
pub(crate) fn conflict(axes: &Axes<'_>, asked: &Asked, stated: Option<Specimen>) -> Option<Conflict> {
    if !asked.properties.is_empty() && !asked.properties.contains(&axes.property) && !is_own_unit(axes, asked) {
        return Some(Conflict::Unit);
    }
    if is_far(axes, asked) {
        return Some(Conflict::Unit);
    }
    if !asked.value.is_none_or(|kind| value_fits(kind, axes.scale)) {
        return Some(Conflict::Value);
    }
    let own = axes.system;
    // What an isolate is susceptible to is asked of whatever specimen it grew from, but of no blood level.
    let isolated = axes.property == "Susc" && stated.is_some_and(|stated| !stated.is_usual());
    let misfit = !isolated && is_specimen(own) && stated.is_some_and(|stated| agreement(stated, own) == 0.0);
    misfit.then_some(Conflict::Specimen)
}

/// Units this many powers of ten apart are of different tests: thyroglobulin is in ng/mL, triglycerides in mg/dL, and
/// both are printed `Tg`. Three apart are two habits for one test, as for troponin and D-dimer.
const FAR: u32 = 4;

/// Codes rarer than this have example units that nobody has looked at for long.
const COMMON: u8 = 2;

/// Whether a mass or amount is printed in units far from all that the code is reported in.
fn is_far(axes: &Axes<'_>, asked: &Asked) -> bool {
    // What is in urine and other fluids varies a thousandfold; what is in blood does not.
    if axes.tier < COMMON || !(is_serum(axes.system) || axes.system == "Bld") {
        return false;
    }
    let Some((family, own)) = asked.unit.as_ref().and_then(magnitude) else { return false };
    let mut examples =
        axes.units.split(';').filter_map(|example| magnitude(&Ucum::parse(example.trim()).ok()?)).peekable();
    let near = |(other, order): (Family, i32)| other != family || order.abs_diff(own) < FAR;
    examples.peek().is_some() && !examples.any(near)
}

fn magnitude(unit: &Ucum) -> Option<(Family, i32)> {
    let family = family(unit).filter(|family| matches!(family, Family::Mass | Family::Moles))?;
    Some((family, decimal_order(unit)?))
}

/// Whether LOINC itself gives the unit as an example for the code, however rare it is for the property, or laboratories
/// print it: the concentration that inhibits an organism is one of mass, a specific gravity a ratio.
fn is_own_unit(axes: &Axes<'_>, asked: &Asked) -> bool {
    let printed = match axes.property {
        "Susc" => "MCnc",
        "SpGrav" => "Ratio",
        _ => "",
    };
    if asked.properties.contains(&printed) {
        return true;
    }
    asked.unit.as_ref().is_some_and(|unit| axes.units.split(';').any(|own| own.trim() == unit.as_str()))
}

pub(crate) fn value_fits(kind: ValueKind, scale: &str) -> bool {
    match kind {
        ValueKind::Number => matches!(scale, "Qn" | "SemiQn" | "OrdQn"),
        ValueKind::Ordinal => matches!(scale, "Ord" | "OrdQn" | "SemiQn" | "Nom"),
        ValueKind::Nominal => matches!(scale, "Nom" | "Ord" | "OrdQn"),
        ValueKind::Titre => matches!(scale, "SemiQn" | "Qn" | "OrdQn"),
    }
}

/// The sibling of a code that has no conflict.
pub(crate) fn find(
    vocabulary: &'static Vocabulary,
    base: &Axes<'static>,
    asked: &Asked,
    stated: Option<Specimen>,
) -> Option<Row> {
    let same = best(vocabulary, base.component, base, asked, stated);
    // A ratio's numerator by itself: `neutrophils/leukocytes` printed with a count's unit.
    let numerator = || {
        let (numerator, _) = base.component.split_once('/')?;
        best(vocabulary, numerator, base, asked, stated)
    };
    // Per creatinine is another component, of urine: `hippurate` in mg/g{creat}.
    let per_creatinine = || {
        let ratio = format!("{}/creatinine", base.component);
        let urine = Axes { system: "Urine", ..*base };
        let per = asked.unit.as_ref().is_some_and(|unit| unit.as_str().contains("creat"));
        per.then(|| best(vocabulary, &ratio, &urine, asked, stated)).flatten()
    };
    same.or_else(per_creatinine).or_else(numerator)
}

fn best(
    vocabulary: &'static Vocabulary,
    component: &str,
    base: &Axes<'static>,
    asked: &Asked,
    stated: Option<Specimen>,
) -> Option<Row> {
    let rows = vocabulary.component(component).map(|row| (row, vocabulary.axes(row)));
    rows.filter(|(_, axes)| conflict(axes, asked, stated).is_none() && times_agree(axes.time, base, asked))
        .filter_map(|(row, axes)| Some((row, axes, specimen_fit(axes.system, base.system, stated)?)))
        .max_by(|(_, a, fit_a), (_, b, fit_b)| {
            fit_a.total_cmp(fit_b).then_with(|| preference(a, asked).cmp(&preference(b, asked)))
        })
        .map(|(row, ..)| row)
}

/// The sibling of a presence that is a number, for a name that asks for one: `hepatitis c virus rna, quantitative`.
pub(crate) fn number(
    vocabulary: &'static Vocabulary,
    base: &Axes<'static>,
    asked: &Asked,
    stated: Option<Specimen>,
) -> Option<Row> {
    let rows = vocabulary.component(base.component).map(|row| (row, vocabulary.axes(row)));
    rows.filter(|(_, axes)| axes.scale == "Qn" && axes.time == base.time && conflict(axes, asked, stated).is_none())
        .filter_map(|(row, axes)| Some((row, axes, specimen_fit(axes.system, base.system, stated)?)))
        .max_by(|(_, a, fit_a), (_, b, fit_b)| {
            let plain = |axes: &Axes<'_>| (axes.tier, axes.method.is_empty(), axes.method == base.method);
            plain(a).cmp(&plain(b)).then(fit_a.total_cmp(fit_b))
        })
        .map(|(row, ..)| row)
}

fn times_agree(time: &str, base: &Axes<'_>, asked: &Asked) -> bool {
    let rate = asked.properties.iter().any(|property| matches!(*property, "MRat" | "SRat"));
    if asked.stated.day || rate { time == "24H" || time == "Pt" && !rate } else { time == base.time || time == "Pt" }
}

/// How near a sibling's specimen is: the stated one, else the code's own or one that shares its tube.
fn specimen_fit(system: &str, own: &str, stated: Option<Specimen>) -> Option<f32> {
    let fit = match stated {
        Some(stated) => agreement(stated, system),
        None if system == own => 1.0,
        None if is_serum(system) && is_serum(own) => 0.8 * unstated(system),
        None => 0.0,
    };
    (fit > 0.0).then_some(fit)
}

fn is_serum(system: &str) -> bool {
    matches!(system, "Ser" | "Plas" | "Ser/Plas" | "Ser/Plas/Bld")
}

/// Without a method first, then the unit's most usual property, then the commoner, then the shorter name.
fn preference(axes: &Axes<'_>, asked: &Asked) -> (bool, std::cmp::Reverse<usize>, u8, std::cmp::Reverse<usize>) {
    let place = asked.properties.iter().position(|property| *property == axes.property).unwrap_or(99);
    (axes.method.is_empty(), std::cmp::Reverse(place), axes.tier, std::cmp::Reverse(axes.long_name.len()))
}
