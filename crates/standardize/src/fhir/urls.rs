//! The addresses: code systems as R4 names them, and this project's own extensions, which never change.

pub(super) const LOINC: &str = "http://loinc.org";
pub(super) const UCUM: &str = "http://unitsofmeasure.org";
pub(super) const CATEGORY: &str = "http://terminology.hl7.org/CodeSystem/observation-category";
pub(super) const ABSENT_REASON: &str = "http://terminology.hl7.org/CodeSystem/data-absent-reason";
pub(super) const INTERPRETATION: &str = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation";
/// R4's own extension for an element that must be there and is not known.
pub(super) const DATA_ABSENT: &str = "http://hl7.org/fhir/StructureDefinition/data-absent-reason";

/// The steps of an ordered scale: `negative`, `trace`, `plus-1` to `plus-5`, and `positive` without a step.
pub const ORDINAL: &str = "https://mirobody.ai/fhir/CodeSystem/ordinal";
/// Every field as its source printed it.
pub const AS_PRINTED: &str = "https://mirobody.ai/fhir/StructureDefinition/as-printed";
/// How the name became a code, or why it did not.
pub const CODING_DECISION: &str = "https://mirobody.ai/fhir/StructureDefinition/coding-decision";
/// The series the reading belongs to.
pub const SERIES: &str = "https://mirobody.ai/fhir/StructureDefinition/series";
/// Something a reader must know: `ambiguous-comma`, `unknown-unit`.
pub const MARK: &str = "https://mirobody.ai/fhir/StructureDefinition/mark";
/// The file, page and line it was read from.
pub const FOUND_AT: &str = "https://mirobody.ai/fhir/StructureDefinition/found-at";
/// A bound that is itself outside its range. R4's bounds are inside.
pub const EXCLUSIVE_BOUND: &str = "https://mirobody.ai/fhir/StructureDefinition/exclusive-bound";
/// What an interpretation was computed from when the source printed none.
pub const INTERPRETATION_BASIS: &str = "https://mirobody.ai/fhir/StructureDefinition/interpretation-basis";
/// The clock time of a moment printed without a zone. R4's times need one.
pub const WALL_TIME: &str = "https://mirobody.ai/fhir/StructureDefinition/wall-time";
