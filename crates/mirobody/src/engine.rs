//! The engine as a library: names, readings and documents to codes.
//!
//! True here: deterministic, offline, on bytes and values. Nothing here reads a file, asks a clock, starts a thread
//! or is async. Must not be here: how any of it is done; this is the door to the crates that do.
//!
//! The vocabulary is part of the program and is used in place, so the first call costs no more than the next. The
//! same input gives the same answer for as long as [`vocabulary`] is the same.
//!
//! ```toml
//! [dependencies]
//! mirobody = { version = "0.1", default-features = false }
//! ```

mod document;

pub use document::{Document, Found};
pub use mirobody_collect::{Issue, ParseError, RowTime};
pub use mirobody_standardize::complaint::{Complaint, complaints};
pub use mirobody_standardize::{
    Bound, Candidate, Coded, Comparator, Decision, Flag, Mark, Ordinal, Outcome, Reading, ReferenceRange, Value, fhir,
};
pub use mirobody_units::Ucum;
pub use mirobody_vocab::Loinc;

/// The code of a name, from the name alone: in any language the vocabulary has, as it is printed.
///
/// A name that could mean several tests, that names a group of tests, or that nobody knows gets no code; the outcome
/// says which and `reason` says why. When the result, unit or specimen is known too, [`resolve_reading`] chooses
/// better.
///
/// ```
/// use mirobody::engine::{Outcome, resolve};
///
/// let decision = resolve("血红蛋白");
/// assert_eq!(decision.loinc.unwrap().to_string(), "718-7");
/// assert_eq!(decision.canonical, Some("Hemoglobin [Mass/volume] in Blood"));
///
/// let group = resolve("血脂");
/// assert_eq!((group.outcome, group.loinc), (Outcome::Refused, None));
/// assert!(!group.reason.is_empty());
/// ```
pub fn resolve(name: &str) -> Decision {
    mirobody_standardize::resolve(&Reading { name: name.to_owned(), ..Reading::default() })
}

/// The codes of many names, in their order.
///
/// ```
/// use mirobody::engine::resolve_many;
///
/// let decisions = resolve_many(["LDL-C", "ヘモグロビン", "my goldfish"]);
/// let codes: Vec<_> = decisions.iter().map(|decision| decision.loinc.map(|code| code.to_string())).collect();
/// assert_eq!(codes, [Some("13457-7".into()), Some("718-7".into()), None]);
/// ```
pub fn resolve_many<Name: AsRef<str>>(names: impl IntoIterator<Item = Name>) -> Vec<Decision> {
    names.into_iter().map(|name| resolve(name.as_ref())).collect()
}

/// One reading coded: its name, value, unit, range and flag together.
///
/// The unit and the value help to choose the code, and move it or refuse it when they contradict the name. What was
/// printed is kept unchanged in [`Coded::reading`].
///
/// ```
/// use mirobody::engine::{Comparator, Reading, Value, resolve_reading};
///
/// let text = String::from;
/// let reading = Reading { name: text("Hemoglobin"), value: text("8.70"), unit: text("mmol/L"), ..Reading::default() };
/// let coded = resolve_reading(&reading);
/// assert_eq!(coded.decision.loinc.unwrap().to_string(), "59260-0"); // moles; 718-7 is the same in grams
/// assert_eq!(coded.value.number().unwrap().to_string(), "8.70"); // exact, as printed
/// assert_eq!(coded.unit.unwrap().as_str(), "mmol/L");
///
/// let below = resolve_reading(&Reading { name: text("CRP"), value: text("< 0,5"), unit: text("mg/L"), ..Reading::default() });
/// assert!(matches!(below.value, Value::Quantity { comparator: Some(Comparator::Less), .. }));
/// ```
pub fn resolve_reading(reading: &Reading) -> Coded {
    mirobody_standardize::code(reading)
}

/// A document read and coded: text, CSV, TSV, XLSX, or PDF with a text layer.
///
/// `name` is the file's name; what the document is shows in its bytes, and the name only settles what they leave
/// open, so it may be empty. How the whole document writes numbers decides what a comma means in each of them. What
/// could not be read is in [`Document::issues`], beside what could.
///
/// ```
/// use mirobody::engine::parse_file;
///
/// let report = "Afname: 18/11/2025\n\nAnalyse  Resultaat  Eenheid  Referentiewaarden\n\
///               HbA1c        5,8   %      4,0 - 6,0\nCRP     < 0,5    mg/L   < 5,0\n";
/// let document = parse_file("verslag.txt", report.as_bytes())?;
/// let hba1c = &document.readings[0];
/// assert_eq!(hba1c.coded.decision.loinc.unwrap().to_string(), "4548-4");
/// assert_eq!((hba1c.coded.reading.value.as_str(), hba1c.coded.value.number().unwrap().to_string()), ("5,8", "5.8".into()));
/// assert_eq!((hba1c.page, hba1c.line), (1, 4));
/// # Ok::<(), mirobody::engine::ParseError>(())
/// ```
pub fn parse_file(name: &str, bytes: &[u8]) -> Result<Document, ParseError> {
    let parsed = mirobody_collect::parse(bytes, Some(name).filter(|name| !name.is_empty()))?;
    Ok(Document::of(parsed, name, bytes))
}

/// A coded reading as an R4 Observation: the code, the value with its digits as printed, UCUM, the reference range and
/// the decision. [`Document::fhir`] does the same for a whole document; `docs/fhir.md` says what goes where.
///
/// ```
/// use mirobody::engine::{Reading, observation, resolve_reading};
///
/// let text = String::from;
/// let reading = Reading { name: text("CRP"), value: text("<0.50"), unit: text("mg/l"), ..Reading::default() };
/// let json = serde_json::to_string(&observation(&resolve_reading(&reading)))?;
/// assert!(json.contains(r#""valueQuantity":{"value":0.50,"comparator":"<","unit":"mg/l""#), "{json}");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn observation(coded: &Coded) -> fhir::Observation {
    fhir::observation(coded, &fhir::About::default())
}

/// Which vocabulary decides: the LOINC release and a digest of everything it was built from.
///
/// ```
/// assert!(mirobody::engine::vocabulary().starts_with("loinc-"));
/// ```
pub fn vocabulary() -> &'static str {
    mirobody_vocab::Vocabulary::embedded().stamp()
}
