//! `/v1/complaints`: what a person feels or has, in their own words; kept as the complaints it names.

use axum::{Json, extract::State};
use mirobody_ingest::{Heard, Told};
use mirobody_standardize::complaint::{Icpc, Language};
use mirobody_store::{ComplaintFilter, Scope, Source, StoredComplaint, normalise_user};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    auth::Caller,
    body::JsonBytes,
    data::{Deleted, row::printed},
    object::Object,
    once::{Asked, Once},
    openapi::{ComplaintPage, EraseComplaints, IdempotencyKey, Invalid, Keyed, Large, NewComplaints, Repeated, User},
    params::Params,
    retention::Keep,
    time::stamp,
};

const PAGE: i64 = 100;

/// A complaint that is kept.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Complaint)]
pub struct Row {
    /// Its id, for `DELETE /v1/complaints`. No record of `/v1/data` has the same.
    id: i64,
    /// The words that name it, as they were said.
    #[schema(example = "headache")]
    said: String,
    /// The sentence they stand in.
    sentence: String,
    /// How long, as it was said.
    duration: Option<String>,
    /// How bad, as it was said.
    severity: Option<String>,
    /// The ICPC-3 code; null when it is too broad for one.
    #[schema(example = "NS01")]
    icpc_code: Option<String>,
    /// ICPC-3's own title of the code.
    #[schema(example = "Headache")]
    title: Option<String>,
    /// Why there is no code.
    reason: Option<String>,
    /// `affirmed`, `negated`, `uncertain` or `past`.
    #[schema(example = "affirmed")]
    status: &'static str,
    /// When, in the offset its writer wrote: the time that was given, else that of being told.
    #[schema(example = "2026-06-16T07:30:00+00:00")]
    time: String,
    /// The day it counts for, in the person's own zone.
    #[schema(example = "2026-06-16")]
    day: String,
    /// Where it came from: `api`, `journal`, `extract`, `upload` or `consolidation`.
    #[schema(example = "api")]
    source: &'static str,
    /// The sender's own tag; empty when none.
    comment: String,
    /// The file it was read from.
    file_key: Option<String>,
}

/// What was kept of a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComplaintsWritten {
    #[schema(example = "ok")]
    status: &'static str,
    /// How many; 0 when the text names none.
    stored: usize,
    /// The complaints, in the order they were named.
    data: Vec<Row>,
    /// How many were somebody else's, which are not kept.
    of_others: usize,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// A page of complaints, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComplaintList {
    #[schema(example = "list")]
    object: &'static str,
    data: Vec<Row>,
    /// Whether more follow: ask again with `offset` moved by `limit`.
    has_more: bool,
    /// Whose record, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// Tell a complaint
///
/// Reads what a person says they feel or have, and keeps each complaint it names: the words as they were said, the ICPC-3 code
/// and title, and whether it is affirmed, negated, uncertain or past. What is somebody else's is counted and not kept. A
/// success means they are on disk.
#[utoipa::path(
    post,
    path = "/complaints",
    operation_id = "writeComplaints",
    tag = "complaints",
    params(IdempotencyKey),
    request_body = NewComplaints,
    responses((status = 200, description = "They are kept.", body = ComplaintsWritten), Invalid, Large, Repeated, Keyed)
)]
pub async fn write(
    State(app): State<AppState>,
    Caller(account): Caller,
    once: Once,
    JsonBytes(body): JsonBytes,
) -> Result<Json<ComplaintsWritten>, ApiError> {
    let now = app.clock.now();
    let object = Object::body(&body)?;
    let user = object.text("user")?.unwrap_or_default();
    let told = Told {
        language: language(&object)?,
        time: object.text("time")?,
        tag: object.text("source")?.unwrap_or_default(),
        retention: Keep::of(&object)?.required(now)?,
        ..Told::new(object.text("text")?.ok_or_else(|| ApiError::missing("text"))?, Source::Api)
    };
    let attempt = once.attempt(Asked::new("writeComplaints").with(&body));
    let heard = app.ingest.complaints_of(&account, &user, told, attempt.as_ref(), now).await?;
    Ok(Json(written(&heard, &user)))
}

fn language(object: &Object<'_>) -> Result<Option<Language>, ApiError> {
    let language = object.text("language")?.map(|text| text.parse()).transpose();
    language.map_err(|_| ApiError::invalid("language", "be en, zh, ja, ru, de, fr, es, pt or ko"))
}

fn written(heard: &Heard, user: &str) -> ComplaintsWritten {
    let data: Vec<Row> = heard.kept.iter().map(row).collect();
    let (stored, of_others) = (data.len(), heard.of_others);
    ComplaintsWritten { status: "ok", stored, data, of_others, subject: normalise_user(user) }
}

/// List complaints
///
/// Newest first, in a stable order. That there is none does not say that the person had none.
#[utoipa::path(
    get,
    path = "/complaints",
    operation_id = "listComplaints",
    tag = "complaints",
    params(User, ComplaintPage),
    responses((status = 200, description = "The complaints.", body = ComplaintList), Invalid, Keyed)
)]
pub async fn list(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
) -> Result<Json<ComplaintList>, ApiError> {
    let user = params.user();
    let limit = params.integer("limit", 1..=1000)?.unwrap_or(PAGE) as u32;
    let filter = ComplaintFilter {
        codes: code(&params)?.map(|code| vec![code]),
        limit: Some(limit + 1),
        offset: params.integer("offset", 0..=i64::MAX)?.unwrap_or(0) as u64,
        ..ComplaintFilter::default()
    };
    let mut found = match account.find_subject(&app.store, user).await? {
        Some(scope) => app.store.complaints(&scope, &filter, app.clock.now()).await?,
        None => Vec::new(),
    };
    let has_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let data = found.iter().map(row).collect();
    Ok(Json(ComplaintList { object: "list", data, has_more, subject: normalise_user(user) }))
}

/// Erase complaints
///
/// One by `id`, those of a `code`, or all of the person. For good.
#[utoipa::path(
    delete,
    path = "/complaints",
    operation_id = "eraseComplaints",
    tag = "complaints",
    params(User, EraseComplaints),
    responses((status = 200, description = "They are gone.", body = Deleted), Invalid, Keyed)
)]
pub async fn erase(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
) -> Result<Json<Deleted>, ApiError> {
    let user = params.user();
    let (id, code) = (params.integer("id", i64::MIN..=i64::MAX)?, code(&params)?);
    let deleted = match account.find_subject(&app.store, user).await? {
        Some(scope) => gone(&app, &scope, id, code).await?,
        None => 0,
    };
    Ok(Json(Deleted { status: "ok", deleted, subject: normalise_user(user) }))
}

async fn gone(app: &AppState, scope: &Scope, id: Option<i64>, code: Option<String>) -> Result<u64, ApiError> {
    Ok(match (id, code) {
        (Some(id), _) => app.store.delete_complaint(scope, id).await?,
        (None, Some(code)) => app.store.delete_complaints_of(scope, &code).await?,
        (None, None) => app.store.delete_complaints(scope).await?,
    })
}

/// A code that was sent and is none must not become "all of them".
fn code(params: &Params) -> Result<Option<String>, ApiError> {
    let code = params.text("code").map(|text| text.trim().to_uppercase().parse::<Icpc>()).transpose();
    let code = code.map_err(|_| ApiError::invalid("code", "be an ICPC-3 code, such as NS01"))?;
    Ok(code.map(|code| code.to_string()))
}

fn row(complaint: &StoredComplaint) -> Row {
    Row {
        id: complaint.id,
        said: complaint.words.said.clone(),
        sentence: complaint.words.sentence.clone(),
        duration: complaint.words.duration.clone(),
        severity: complaint.words.severity.clone(),
        icpc_code: complaint.icpc.clone(),
        title: complaint.title.clone(),
        reason: complaint.why.clone(),
        status: complaint.status.as_str(),
        time: stamp(complaint.start, complaint.offset),
        day: complaint.day.to_string(),
        source: complaint.source.as_str(),
        comment: complaint.tag.clone(),
        file_key: complaint.file_key.as_deref().and_then(printed),
    }
}
