//! The parameters that several operations take, described once.

#![expect(dead_code, reason = "these describe a query string, which is read name by name")]

use utoipa::IntoParams;

/// Whose record.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct User {
    /// The person, as the caller calls them: trimmed, lower case, at most 256 bytes, without U+0000. Left out or blank:
    /// the account's `default` person.
    #[param(max_length = 256, example = "alice")]
    user: Option<String>,
}

/// Which records.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// A part of the printed name, taken literally and without regard to case. Empty: all.
    #[param(example = "glucose")]
    indicator: Option<String>,
    /// How many records at most; 100 when left out.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<i64>,
    /// How many to pass over: add `limit` while `has_more` is true.
    #[param(minimum = 0)]
    offset: Option<i64>,
}

/// What to erase: one record, those of a name, or everything when neither is sent.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Erase {
    /// One record by its id; wins over `indicator`.
    id: Option<i64>,
    /// Every record with this part in its printed name. Must not be empty.
    #[param(min_length = 1, example = "glucose")]
    indicator: Option<String>,
}

/// Which complaints.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ComplaintPage {
    /// Only those of this ICPC-3 code.
    #[param(pattern = r"^[A-Za-z][SDsd][0-9]{2}(\.[0-9]{2})?$", example = "NS01")]
    code: Option<String>,
    /// How many at most; 100 when left out.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<i64>,
    /// How many to pass over: add `limit` while `has_more` is true.
    #[param(minimum = 0)]
    offset: Option<i64>,
}

/// What to erase: one complaint, those of a code, or all when neither is sent.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EraseComplaints {
    /// One complaint by its id; wins over `code`.
    id: Option<i64>,
    /// Those of this ICPC-3 code.
    #[param(pattern = r"^[A-Za-z][SDsd][0-9]{2}(\.[0-9]{2})?$", example = "NS01")]
    code: Option<String>,
}

/// Which aliases of a name.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AliasFilter {
    /// The name as printed.
    #[param(min_length = 1, pattern = r"\S", example = "Hb")]
    name: String,
    /// Only the alias for this unit or family of units.
    #[param(example = "g/dL")]
    unit: Option<String>,
    /// Only the alias for this specimen.
    specimen: Option<String>,
    /// Only the alias for this laboratory.
    laboratory: Option<String>,
}

/// For writes.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IdempotencyKey {
    /// 1 to 255 visible ASCII characters. The same request sent again under the same key within 24 hours adds nothing
    /// and is answered the same.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 255, pattern = "^[!-~]+$")]
    idempotency_key: Option<String>,
}

/// What a socket is opened with.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Socket {
    /// The API key. A browser cannot set the header of a socket; where one can, `Authorization` does as well.
    key: Option<String>,
    /// How long the files are kept; for good when left out.
    #[param(inline)]
    retention: Option<super::bodies::Retention>,
    /// The session of `retention=session`.
    session_id: Option<String>,
}

/// Which observations.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FhirSearch {
    /// Ids, one of which it must have: `a,b`.
    #[param(rename = "_id")]
    id: Option<String>,
    /// LOINC codes, one of which it must have: `718-7` or `http://loinc.org|718-7`, with commas between several.
    #[param(pattern = r"\S", example = "http://loinc.org|718-7")]
    code: Option<String>,
    /// When: a year, month, day or moment, after `eq` `ne` `gt` `ge` `lt` `le` `sa` `eb` or `ap`. Sent twice, both must
    /// hold.
    #[param(example = "ge2026-01-01")]
    date: Option<String>,
    /// `laboratory`, `vital-signs`, `imaging`, `procedure` or `exam`.
    #[param(example = "laboratory")]
    category: Option<String>,
}

/// Which ones.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FhirIds {
    /// Ids, one of which it must have: `a,b`.
    #[param(rename = "_id")]
    id: Option<String>,
}

/// Whose, and which page.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FhirPage {
    /// The id of the Patient, with or without `Patient/`. Another's finds nothing.
    patient: Option<String>,
    /// The same.
    subject: Option<String>,
    /// How many at most; 100 when left out.
    #[param(rename = "_count", minimum = 1, maximum = 1000)]
    count: Option<i64>,
    /// How many to pass over; the `next` link of a Bundle has it.
    #[param(rename = "_offset", minimum = 0)]
    offset: Option<i64>,
}

/// In which form.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FhirOutput {
    /// `application/fhir+json` for a Bundle, `application/fhir+ndjson` for a resource a line.
    #[param(rename = "_outputFormat", inline)]
    output: Option<OutputFormat>,
}

/// The forms of `$everything`.
#[derive(serde::Serialize, utoipa::ToSchema)]
pub enum OutputFormat {
    /// A Bundle.
    #[serde(rename = "application/fhir+json")]
    Bundle,
    /// A resource a line.
    #[serde(rename = "application/fhir+ndjson")]
    Lines,
}
