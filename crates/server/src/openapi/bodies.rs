//! The bodies of requests, described. They are read field by field, so that each mistake names its field; a test sends
//! every field described here with a wrong type and expects to hear its name.

#![expect(dead_code, reason = "these describe bodies, which are read field by field")]

use serde::Serialize;
use utoipa::ToSchema;

/// How long something is kept.
#[derive(Serialize, ToSchema)]
pub enum Retention {
    /// Until it is deleted.
    #[serde(rename = "permanent")]
    Permanent,
    /// The same.
    #[serde(rename = "persistent")]
    Persistent,
    /// Until the session `session_id` is deleted.
    #[serde(rename = "session")]
    Session,
    /// One day.
    #[serde(rename = "1d")]
    Day,
    /// Six hours.
    #[serde(rename = "6h")]
    SixHours,
    /// Two hours.
    #[serde(rename = "2h")]
    TwoHours,
    /// One hour.
    #[serde(rename = "1h")]
    Hour,
}

/// Records to write: all or none.
#[derive(ToSchema)]
#[schema(example = json!({"user": "alice", "retention": "permanent", "records": [{"indicator": "fasting_glucose",
    "value": 97, "unit": "mg/dL", "time": "2026-06-16T07:30:00Z", "source": "garmin"}]}))]
pub struct NewRecords {
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
    /// How long they are kept.
    retention: Retention,
    /// The session of `retention: session`.
    session_id: Option<String>,
    /// The records.
    #[schema(min_items = 1, max_items = 500)]
    records: Vec<NewRecord>,
}

/// A record to write.
#[derive(ToSchema)]
pub struct NewRecord {
    /// The name of what was measured, in any language.
    #[schema(min_length = 1, max_length = 200, pattern = r"\S", example = "fasting_glucose")]
    indicator: String,
    /// The value as written: a number's digits or a string's text.
    value: NewValue,
    /// The unit, unless it is in the value or there is none.
    #[schema(max_length = 200, example = "mg/dL")]
    unit: Option<String>,
    /// When, in RFC 3339, from the year 1880 to tomorrow. Without an offset: in the person's own zone.
    #[schema(example = "2026-06-16T07:30:00Z")]
    time: String,
    /// The end of an episode, not before `time`.
    #[schema(example = "2026-06-16T08:30:00Z")]
    end_time: Option<String>,
    /// The sender's own tag, which comes back as `comment`.
    #[schema(max_length = 200, example = "garmin")]
    source: Option<String>,
}

/// What a person says they feel or have.
#[derive(ToSchema)]
#[schema(example = json!({"user": "alice", "retention": "permanent", "text": "headache for three days, no fever",
    "time": "2026-06-16T07:30:00Z"}))]
pub struct NewComplaints {
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
    /// Their own words.
    #[schema(min_length = 1, max_length = 4000, pattern = r"\S", example = "headache for three days, no fever")]
    text: String,
    /// The language: `en`, `zh`, `ja`, `ru`, `de`, `fr`, `es`, `pt` or `ko`; recognised when left out.
    #[schema(pattern = "^(en|zh|ja|ru|de|fr|es|pt|ko)$", example = "en")]
    language: Option<String>,
    /// When, in RFC 3339, from the year 1880 to tomorrow; now when left out. Without an offset: in the person's own zone.
    #[schema(example = "2026-06-16T07:30:00Z")]
    time: Option<String>,
    /// The sender's own tag, which comes back as `comment`.
    #[schema(max_length = 200, example = "diary")]
    source: Option<String>,
    /// How long they are kept.
    retention: Retention,
    /// The session of `retention: session`.
    session_id: Option<String>,
}

/// What a record is to say; what is left out stays. At least one field beside `user`.
#[derive(ToSchema)]
#[schema(example = json!({"user": "alice", "value": 5.4, "unit": "mmol/L"}))]
pub struct NewAmendment {
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
    /// The name of what was measured.
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    indicator: Option<String>,
    /// The value as written.
    value: Option<NewValue>,
    /// The unit; empty for none.
    #[schema(max_length = 200)]
    unit: Option<String>,
    /// When, in RFC 3339.
    time: Option<String>,
    /// The end of an episode, not before its start.
    end_time: Option<String>,
}

/// Whose record is retracted.
#[derive(ToSchema)]
#[schema(example = json!({"user": "alice"}))]
pub struct NewRetraction {
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
}

/// A number, or text of 1 to 4000 characters.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum NewValue {
    /// A number: its digits are kept as written.
    Number(f64),
    /// Text: `<0.5`, `positive`, `1:80`.
    Text(String),
}

/// Exactly one of `text` and `file_key`.
#[derive(ToSchema)]
#[schema(example = json!({"user": "alice", "text": "Fasting glucose: 97 mg/dL (ref 70-110)"}))]
pub struct DocumentJson {
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
    /// A pasted report.
    text: Option<String>,
    /// A file uploaded before.
    file_key: Option<String>,
    /// Whether the readings are kept; false when left out.
    store: Option<bool>,
    /// How long; required with `store`.
    retention: Option<Retention>,
    /// The session of `retention: session`.
    session_id: Option<String>,
}

/// The same as a form. Exactly one of `file`, `text` and `file_key`.
#[derive(ToSchema)]
pub struct DocumentForm {
    /// The document.
    #[schema(value_type = Option<String>, content_media_type = "application/octet-stream")]
    file: Option<Vec<u8>>,
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
    /// A pasted report.
    text: Option<String>,
    /// A file uploaded before.
    file_key: Option<String>,
    /// Whether the readings are kept: `true` or `false`.
    store: Option<bool>,
    /// How long; required with `store`.
    retention: Option<Retention>,
    /// The session of `retention: session`.
    session_id: Option<String>,
}

/// A file to keep.
#[derive(ToSchema)]
pub struct UploadForm {
    /// The file, at most 100 MB. Its name may be in `filename` or, for other letters than ASCII, in `filename*`.
    #[schema(value_type = String, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
    /// Whose record; the account's `default` person when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
    /// How long it is kept with the readings found in it; for good when left out.
    retention: Option<Retention>,
    /// The session of `retention: session`.
    session_id: Option<String>,
}

/// A change to a person's profile.
#[derive(ToSchema)]
#[schema(example = json!({"zone": "Europe/Brussels", "sex": "female", "birth_date": "1984-05-02", "units": "si"}))]
pub struct NewProfile {
    /// Where they live: an IANA time zone.
    zone: Option<String>,
    /// With `zone`: since when, as a date or RFC 3339; left out: always, which replaces where they lived before.
    zone_from: Option<String>,
    /// `female`, `male` or `other`.
    sex: Option<String>,
    /// `YYYY-MM-DD`.
    birth_date: Option<String>,
    /// `si` or `conventional`.
    units: Option<String>,
    /// BCP 47: `en`, `zh-Hant`.
    language: Option<String>,
}

/// Whose record the URL opens.
#[derive(ToSchema)]
#[schema(example = json!({"user": "alice"}))]
pub struct PersonalUrl {
    /// The person; the account's `default` one when left out.
    #[schema(max_length = 256)]
    user: Option<String>,
}

/// What a name means for one person.
#[derive(ToSchema)]
#[schema(example = json!({"name": "Hb", "loinc": "718-7", "unit": "g/dL"}))]
pub struct NewAlias {
    /// The name as printed.
    #[schema(min_length = 1, pattern = r"\S")]
    name: String,
    /// The code it stands for; required unless `uncoded`.
    loinc: Option<String>,
    /// True: the name gets no code.
    uncoded: Option<bool>,
    /// Only with a unit of this kind: a unit or a family of units.
    unit: Option<String>,
    /// Only with this specimen.
    specimen: Option<String>,
    /// Only when the document names this laboratory.
    laboratory: Option<String>,
}
