//! `GET /v1/fhir/Patient/{id}/$everything`: all there is, as a Bundle or a resource a line.
//!
//! It goes out as it is read, a few hundred rows at a time, so a long record takes no more memory than a short one.

use axum::{
    body::Body,
    extract::State,
    http::{
        HeaderMap,
        header::{ACCEPT, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use futures::{Stream, StreamExt, stream};
use mirobody_query::mirror::{Mirror, Resource, document_id, document_reference};

use super::{
    AnyResource, MEDIA_TYPE, Refusals,
    bundle::Address,
    documents::{made, with_readings},
    observations::only,
    patients::named,
    person::Person,
};
use crate::{
    ApiError, AppState,
    auth::Caller,
    error::Cause,
    openapi::{FhirOutput, User},
    params::Params,
    segment::Segment,
};

const NDJSON: &str = "application/fhir+ndjson";
/// Rows read at a time.
const ROWS: u32 = 500;

/// Everything about the patient
///
/// The Patient, the documents, the reports and every observation: a Bundle, or with `_outputFormat` (or `Accept`)
/// `application/fhir+ndjson` a resource a line.
#[utoipa::path(
    get,
    path = "/Patient/{id}/$everything",
    operation_id = "fhirEverything",
    tag = "fhir",
    params(("id" = String, Path, description = "Their id."), User, FhirOutput),
    responses(
        (status = 200, description = "All resources.", content(
            (AnyResource = "application/fhir+json"),
            (String = "application/fhir+ndjson")
        )),
        Refusals
    )
)]
pub async fn everything(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    address: Address,
    params: Params,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    only(&params, &["user", "_outputFormat", "_format"])?;
    let lines = wants_lines(&params, &headers)?;
    let person = named(&app, &account, &id, &params).await?;
    let first = beginning(&app, &person, &address).await?;
    let walk = Walk { mirror: person.mirror(person.reference()), app, person, address, after: i64::MIN };
    let pieces = stream::iter([Ok(first)]).chain(rest(walk));
    Ok(if lines { as_lines(pieces) } else { as_bundle(pieces) })
}

fn wants_lines(params: &Params, headers: &HeaderMap) -> Result<bool, ApiError> {
    const LINES: [&str; 3] = [NDJSON, "application/ndjson", "ndjson"];
    match params.text("_outputFormat").map(|text| text.replace(' ', "+")) {
        Some(format) if LINES.contains(&format.as_str()) => Ok(true),
        Some(format) if format == MEDIA_TYPE || format == "json" => Ok(false),
        Some(_) => Err(ApiError::invalid("_outputFormat", "be `application/fhir+json` or `application/fhir+ndjson`")),
        None => Ok(headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|a| a.contains("ndjson"))),
    }
}

/// A resource and where it is.
type Placed = (String, Resource);

/// What is not many: the Patient, the documents and the reports.
async fn beginning(app: &AppState, person: &Person, address: &Address) -> Result<Vec<Placed>, ApiError> {
    let written = |resource: Option<Resource>| resource.ok_or_else(|| ApiError::internal("a resource"));
    let mut all = vec![(address.of("Patient", &person.id()), written(person.patient())?)];
    for file in &person.files {
        let resource = written(document_reference(file, &person.reference()))?;
        all.push((address.of("DocumentReference", &document_id(&file.key)), resource));
    }
    for file in with_readings(app, person).await? {
        let resource = written(made(app, person, &file).await?)?;
        all.push((address.of("DiagnosticReport", &document_id(&file.key)), resource));
    }
    Ok(all)
}

/// How far the walk through the observations has come.
struct Walk {
    app: AppState,
    person: Person,
    address: Address,
    mirror: Mirror,
    after: i64,
}

fn rest(walk: Walk) -> impl Stream<Item = Result<Vec<Placed>, ApiError>> + Send {
    stream::try_unfold(walk, async |mut walk| {
        let now = walk.app.clock.now();
        let rows = walk.app.store.walk(&walk.person.scope, walk.after, ROWS, now).await?;
        let Some(last) = rows.last() else { return Ok(None) };
        walk.after = last.id;
        let placed = |record| {
            let resource = walk.mirror.observation(record).ok_or_else(|| ApiError::internal("an observation"))?;
            Ok((walk.address.of("Observation", &record.fhir_id.to_string()), resource))
        };
        let page = rows.iter().map(placed).collect::<Result<Vec<_>, ApiError>>()?;
        Ok(Some((page, walk)))
    })
}

fn as_lines(pieces: impl Stream<Item = Result<Vec<Placed>, ApiError>> + Send + 'static) -> Response {
    let line = |(_, resource): &Placed| [resource.get(), "\n"].concat();
    let lines = move |page: Vec<Placed>| page.iter().map(line).collect::<String>();
    sent(NDJSON, pieces.map(move |page| page.map(lines)))
}

fn as_bundle(pieces: impl Stream<Item = Result<Vec<Placed>, ApiError>> + Send + 'static) -> Response {
    let entry = |(url, resource): &Placed| {
        let url = serde_json::Value::from(url.as_str());
        format!("{{\"fullUrl\":{url},\"resource\":{},\"search\":{{\"mode\":\"match\"}}}}", resource.get())
    };
    let mut before = "{\"resourceType\":\"Bundle\",\"type\":\"searchset\",\"entry\":[";
    let mut page = move |page: Vec<Placed>| {
        let entries: Vec<String> = page.iter().map(entry).collect();
        [std::mem::replace(&mut before, ","), &entries.join(",")].concat()
    };
    let end = stream::iter([Ok("]}".to_owned())]);
    sent(MEDIA_TYPE, pieces.map(move |piece| piece.map(&mut page)).chain(end))
}

/// A failure on the way cuts the answer off: the status has gone out already, and half a record must not look whole.
fn sent(media_type: &'static str, text: impl Stream<Item = Result<String, ApiError>> + Send + 'static) -> Response {
    let logged = text.map(|piece| {
        piece.inspect_err(|error| {
            if let ApiError::Internal(Cause(cause)) = error {
                tracing::error!(%cause, "a record was cut off while it was sent");
            }
        })
    });
    ([(CONTENT_TYPE, media_type)], Body::from_stream(logged)).into_response()
}
