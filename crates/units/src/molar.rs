//! What turns one amount of a substance into another, by the LOINC code that says which substance it is.

use octofhir_ucum::Number;

use crate::tables;

/// Codes of hemoglobin A1c whose percent (NGSP) and mmol/mol (IFCC) are tied by a line through no origin. The percent of
/// the Japanese protocol (62388-4) lies on another line and is absent.
const HBA1C: &[&str] = &["17855-8", "17856-6", "4548-4", "4549-2", "59261-8", "71875-9", "96595-4"];

/// Grams in a mole of what the code measures.
pub(crate) fn molar_mass(loinc: &str) -> Option<Number> {
    tables::find(tables::MOLAR_MASS, loinc).and_then(Number::parse)
}

/// Charges on the ion the code measures.
pub(crate) fn charge(loinc: &str) -> Option<Number> {
    tables::find(tables::CHARGE, loinc).and_then(Number::parse)
}

/// Whether the code is hemoglobin A1c.
pub(crate) fn is_hba1c(loinc: &str) -> bool {
    HBA1C.binary_search(&loinc).is_ok()
}
