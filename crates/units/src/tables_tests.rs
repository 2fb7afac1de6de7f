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
    for table in [SPELLINGS, EXACT, ANY, STEM, PREFIX, OF, COUNT, TIMES, PER, SHARE] {
        assert!(!table.is_empty());
        assert!(table.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
    assert!(CODES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    assert!(SUBSTANCES.windows(2).all(|pair| pair[0].name < pair[1].name));
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
    ("Be", 9.0122),
    ("B", 10.81),
    ("Si", 28.085),
    ("Sc", 44.956),
    ("Ti", 47.867),
    ("V", 50.942),
    ("Ga", 69.723),
    ("Ge", 72.63),
    ("Rb", 85.468),
    ("Sr", 87.62),
    ("Zr", 91.224),
    ("Nb", 92.906),
    ("Mo", 95.95),
    ("Pd", 106.42),
    ("Ag", 107.87),
    ("In", 114.82),
    ("Sn", 118.71),
    ("Sb", 121.76),
    ("Te", 127.6),
    ("Cs", 132.91),
    ("Ba", 137.33),
    ("Ce", 140.12),
    ("Gd", 157.25),
    ("W", 183.84),
    ("Os", 190.23),
    ("Pt", 195.08),
    ("Au", 196.97),
    ("Bi", 208.98),
    ("Th", 232.04),
    ("U", 238.03),
];

/// Each element of a formula and how many atoms of it.
fn elements(formula: &str) -> Vec<(&str, u32)> {
    let starts: Vec<usize> = formula.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([formula.len()]);
    let parts = starts.iter().zip(ends).map(|(&start, end)| &formula[start..end]);
    let split = parts.map(|part| part.split_at(part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len())));
    split.map(|(element, n)| (element, if n.is_empty() { 1 } else { n.parse().expect("a count") })).collect()
}

fn mass_of(formula: &str) -> f64 {
    let weight =
        |element: &str| WEIGHTS.iter().find(|(name, _)| *name == element).unwrap_or_else(|| panic!("{element}")).1;
    elements(formula).into_iter().map(|(element, count)| weight(element) * f64::from(count)).sum()
}

/// Rows of `substances.tsv`: name, grams, formula, charge, source.
fn substances() -> impl Iterator<Item = Vec<&'static str>> {
    let table = include_str!("../data/substances.tsv");
    table.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split('\t').collect())
}

#[test]
fn molar_masses_follow_from_their_formulas() {
    let with_formula = substances().filter(|row| row[2] != "-").collect::<Vec<_>>();
    assert!(with_formula.len() > 1900);
    for row in with_formula {
        let given: f64 = row[1].parse().expect("a mass");
        assert!((mass_of(row[2]) / given - 1.0).abs() < 5e-4, "{row:?}");
    }
}

#[test]
fn a_mass_without_a_formula_says_where_it_is_from() {
    for row in substances().filter(|row| row[2] == "-") {
        let charge_only = row[1] == "-" && row[3] != "-" && row[4] == "charge only";
        let sourced =
            ["protein: ", "convention: ", "one chain with its haem"].iter().any(|how| row[4].starts_with(how));
        assert!(charge_only || sourced, "{row:?}");
    }
}

#[test]
fn a_molecule_has_an_even_number_of_odd_valences() {
    // Inorganic anions and quaternary ammonium are ions and have not.
    let odd = |formula| {
        let odd =
            elements(formula).into_iter().filter(|(e, _)| ["H", "N", "P", "F", "Cl", "Br", "I", "Co"].contains(e));
        odd.map(|(_, count)| count).sum::<u32>() % 2
    };
    let organic = |row: &Vec<&str>| row[2].starts_with("CH") || row[2].starts_with('C') && row[2].contains('H');
    let ions = [
        "acetylcholine",
        "bicarbonate",
        "neostigmine",
        "pyridostigmine",
        "thiamine",
        "thiamine.free",
        "thiamine pyrophosphate",
    ];
    let broken: Vec<Vec<&str>> =
        substances().filter(organic).filter(|row| odd(row[2]) == 1 && !ions.contains(&row[0])).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn masses_and_charges_are_numbers() {
    for substance in SUBSTANCES {
        for text in [substance.grams, substance.charge].into_iter().filter(|text| !text.is_empty()) {
            assert!(Number::parse(text).is_some_and(|n| !n.is_zero() && !n.is_negative()), "{}", substance.name);
        }
    }
}
