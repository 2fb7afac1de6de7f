//! The tables hold what they promise: valid canonical UCUM, recomputable molar masses, families that agree.

use octofhir_ucum::Number;

use super::*;
use crate::{
    family::{Family, classify},
    ucum::{Ucum, canonical as spelled, checked},
};

#[test]
fn every_unit_of_the_tables_is_canonical_ucum() {
    for code in CANONICAL {
        let expr = checked(code).unwrap_or_else(|_| panic!("{code} is not UCUM"));
        assert_eq!(spelled(expr).to_string(), *code);
    }
    for atom in ATOMS.iter().filter(|atom| !atom.is_empty()) {
        checked(atom).unwrap_or_else(|_| panic!("{atom} is not UCUM"));
    }
}

#[test]
fn every_table_is_sorted_for_bisection() {
    for table in [SPELLINGS, EXACT, ANY, STEM, PREFIX, OF, COUNT, TIMES, PER, MOLAR_MASS, CHARGE] {
        assert!(!table.is_empty());
        assert!(table.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}

#[test]
fn the_family_of_a_listed_unit_is_the_one_its_expression_says() {
    for (code, (family, _)) in PROPERTIES {
        let unit = Ucum::known(code);
        assert_eq!(classify(&unit).map_or("-", Family::name), *family, "{code}");
    }
    assert!(FAMILIES.iter().all(|(name, _)| Family::from_name(name).is_some()));
}

/// IUPAC 2007 standard atomic weights.
const WEIGHTS: &[(&str, f64)] = &[
    ("H", 1.00794),
    ("Li", 6.94),
    ("C", 12.0107),
    ("N", 14.0067),
    ("O", 15.9994),
    ("F", 18.9984),
    ("Na", 22.990),
    ("Mg", 24.305),
    ("Al", 26.982),
    ("P", 30.973762),
    ("S", 32.065),
    ("Cl", 35.453),
    ("K", 39.098),
    ("Ca", 40.078),
    ("Cr", 51.996),
    ("Mn", 54.938),
    ("Fe", 55.845),
    ("Co", 58.933),
    ("Ni", 58.693),
    ("Cu", 63.546),
    ("Zn", 65.38),
    ("As", 74.922),
    ("Se", 78.971),
    ("Br", 79.904),
    ("Cd", 112.41),
    ("I", 126.90447),
    ("Hg", 200.59),
    ("Tl", 204.38),
    ("Pb", 207.2),
];

fn mass_of(formula: &str) -> f64 {
    let starts: Vec<usize> = formula.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([formula.len()]);
    starts.iter().zip(ends).fold(0.0, |sum, (&start, end)| {
        let part = &formula[start..end];
        let (element, count) = part.split_at(part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len()));
        let weight =
            WEIGHTS.iter().find(|(name, _)| *name == element).unwrap_or_else(|| panic!("no weight of {element}")).1;
        sum + weight * if count.is_empty() { 1.0 } else { count.parse().expect("a count") }
    })
}

#[test]
fn molar_masses_follow_from_their_formulas() {
    let table = include_str!("../data/molar_mass.tsv");
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split('\t').collect()).collect();
    assert!(rows.len() > 1000);
    for row in rows {
        let given: f64 = row[1].parse().expect("a mass");
        match row[3].strip_prefix("formula ") {
            Some(formula) => assert!((mass_of(formula) / given - 1.0).abs() < 5e-4, "{row:?}"),
            None => assert_eq!(row[2], "hemoglobin", "{row:?}"),
        }
    }
}

#[test]
fn masses_and_charges_are_numbers() {
    for (code, text) in MOLAR_MASS.iter().chain(CHARGE) {
        assert!(Number::parse(text).is_some_and(|n| !n.is_zero() && !n.is_negative()), "{code}");
    }
}
