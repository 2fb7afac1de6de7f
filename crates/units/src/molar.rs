//! What turns one amount of a substance into another, by the LOINC code that says which substance it is.

use rust_decimal::Decimal;

use crate::tables::{self, CODES, NO_SUBSTANCE, SUBSTANCES};

/// What is known of a substance; a number that is not known is empty.
#[derive(Debug)]
pub(crate) struct Substance {
    /// LOINC's name of the component.
    pub(crate) name: &'static str,
    /// Grams in a mole.
    pub(crate) grams: &'static str,
    /// Charges on the ion.
    pub(crate) charge: &'static str,
}

/// Codes of hemoglobin A1c whose percent (NGSP) and mmol/mol (IFCC) are tied by a line through no origin. The percent of
/// the Japanese protocol (62388-4) lies on another line and is absent.
const HBA1C: &[&str] = &["17855-8", "17856-6", "4548-4", "4549-2", "59261-8", "71875-9", "96595-4"];

/// Grams in a mole of what a LOINC code measures; none where that has no single mass or is not known.
pub fn molar_mass(loinc: &str) -> Option<Decimal> {
    measured(loinc).0?.grams.parse().ok()
}

/// The substance a code measures, and the one it is measured against when the code is a ratio.
pub(crate) fn measured(loinc: &str) -> (Option<&'static Substance>, Option<&'static Substance>) {
    let row = number(loinc).and_then(|number| CODES.binary_search_by_key(&number, |row| row.0).ok());
    row.map_or((None, None), |at| (substance(CODES[at].1), substance(CODES[at].2)))
}

/// The substance of a name.
pub(crate) fn named(name: &str) -> Option<&'static Substance> {
    SUBSTANCES.binary_search_by(|substance| substance.name.cmp(name)).ok().map(|at| &SUBSTANCES[at])
}

/// Whether the code is hemoglobin A1c.
pub(crate) fn is_hba1c(loinc: &str) -> bool {
    HBA1C.binary_search(&loinc).is_ok()
}

fn substance(index: u16) -> Option<&'static Substance> {
    if index == NO_SUBSTANCE { None } else { tables::substance(index) }
}

/// `2345-7` as 23457.
fn number(loinc: &str) -> Option<u32> {
    let (digits, check) = loinc.split_once('-')?;
    let plain = check.len() == 1 && digits.bytes().chain(check.bytes()).all(|b| b.is_ascii_digit());
    if plain { digits.parse::<u32>().ok()?.checked_mul(10)?.checked_add(check.parse().ok()?) } else { None }
}
