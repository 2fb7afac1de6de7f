//! `GET /v1/fhir/Observation`: searched, or one by its id.

use axum::extract::State;
use mirobody_standardize::fhir::category_name;
use mirobody_store::{AccountScope, Observation, Search};
use uuid::Uuid;

use super::{
    AnyResource, Fhir, NO_SUCH, Refusals,
    bundle::{Address, Entry, Page, searchset},
    date,
    person::Person,
};
use crate::{
    ApiError, AppState,
    auth::Caller,
    error::Code,
    openapi::{FhirPage, FhirSearch, User},
    params::Params,
    segment::Segment,
};

const KNOWN: [&str; 10] =
    ["user", "patient", "subject", "_id", "code", "date", "category", "_count", "_offset", "_format"];
const LOINC: &str = "http://loinc.org";
const CATEGORY: &str = "http://terminology.hl7.org/CodeSystem/observation-category";

/// Search observations
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/Observation",
    operation_id = "fhirSearchObservations",
    tag = "fhir",
    params(User, FhirSearch, FhirPage),
    responses(
        (status = 200, description = "A Bundle of Observations.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn observations(
    State(app): State<AppState>,
    Caller(account): Caller,
    address: Address,
    params: Params,
) -> Result<Fhir, ApiError> {
    let now = app.clock.now();
    only(&params, &KNOWN)?;
    let page = Page::of(&params)?;
    let mut search = Search { ids: ids(&params), codes: codes(&params)?, ..Search::default() };
    let person = Person::find(&app, &account, params.user(), now).await?;
    let zone = person.as_ref().map_or(app.store.default_zone().clone(), |person| person.profile.zone_at(now));
    for text in params.all("date") {
        date::narrow(&mut search, text, &zone, now)?;
    }
    let Some(person) = person.filter(|person| is_about(person, &params)) else {
        return Fhir::of(&searchset(&address, page, 0, Vec::new()));
    };
    of_category(&app, &person, &params, &mut search).await?;
    let total = app.store.count(&person.scope, &search, now).await?;
    let found = app.store.search(&person.scope, &search, (page.count, page.offset), now).await?;
    Fhir::of(&searchset(&address, page, total, entries(&address, &person, &found)?))
}

/// Read an observation
///
/// By the id that `/v1/data` shows as `fhir_resource_id`. One that was amended keeps its id and is `amended`; one that was
/// retracted is still read here, as `entered-in-error`, and found by no search.
#[utoipa::path(
    get,
    path = "/Observation/{id}",
    operation_id = "fhirReadObservation",
    tag = "fhir",
    params(("id" = String, Path, description = "Its id."), User),
    responses(
        (status = 200, description = "An Observation.", body = AnyResource,
            content_type = "application/fhir+json"),
        Refusals
    )
)]
pub async fn observation(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(id): Segment,
    params: Params,
) -> Result<Fhir, ApiError> {
    let now = app.clock.now();
    only(&params, &["user", "_format"])?;
    let person = Person::find(&app, &account, params.user(), now).await?.ok_or(NO_SUCH)?;
    let id = id.parse::<Uuid>().map_err(|_| NO_SUCH)?;
    let search = Search { ids: Some(vec![id]), ..Search::default() };
    let found = app.store.search(&person.scope, &search, (1, 0), now).await?;
    let mirror = person.mirror(person.reference());
    if let Some(record) = found.first() {
        return Fhir::new(mirror.observation(record));
    }
    let retracted = app.store.retracted(&person.scope, id, now).await?.ok_or(NO_SUCH)?;
    Fhir::new(mirror.retracted(&retracted))
}

/// A search of one person's resources: what `found` makes of the person and the page, and of nobody nothing.
pub async fn searched(
    app: &AppState,
    account: &AccountScope,
    (address, params): (&Address, &Params),
    known: &[&str],
    found: impl AsyncFnOnce(&Person, Page) -> Result<(u64, Vec<Entry>), ApiError>,
) -> Result<Fhir, ApiError> {
    only(params, known)?;
    let page = Page::of(params)?;
    let person = Person::find(app, account, params.user(), app.clock.now()).await?;
    let (total, entries) = match person.filter(|person| is_about(person, params)) {
        Some(person) => found(&person, page).await?,
        None => (0, Vec::new()),
    };
    Fhir::of(&searchset(address, page, total, entries))
}

/// Refuses a parameter that is not known, and a format that is not JSON.
pub fn only(params: &Params, known: &[&str]) -> Result<(), ApiError> {
    if params.has_other_than(known) {
        let message = format!("This takes only the parameters {}.", known.join(", "));
        return Err(ApiError::coded(Code::UnsupportedParameter, message, None));
    }
    match params.text("_format") {
        None | Some("json" | "application/json" | "application/fhir+json" | "application/fhir json") => Ok(()),
        Some(_) => Err(ApiError::invalid("_format", "be `json`")),
    }
}

/// Whether `patient` and `subject` name this person, where they are sent.
pub fn is_about(person: &Person, params: &Params) -> bool {
    params.all("patient").chain(params.all("subject")).all(|patient| person.is(patient))
}

fn entries(address: &Address, person: &Person, found: &[Observation]) -> Result<Vec<Entry>, ApiError> {
    let mirror = person.mirror(person.reference());
    let entry = |record: &Observation| {
        let resource = mirror.observation(record).ok_or_else(|| ApiError::internal("an observation"))?;
        Ok(Entry::found(address.of("Observation", &record.fhir_id.to_string()), resource))
    };
    found.iter().map(entry).collect()
}

/// What is no UUID is the id of nothing.
fn ids(params: &Params) -> Option<Vec<Uuid>> {
    params.text("_id").map(|text| text.split(',').filter_map(|id| id.trim().parse().ok()).collect())
}

/// The LOINC codes of `code`; a code of another system is of nothing here.
fn codes(params: &Params) -> Result<Option<Vec<String>>, ApiError> {
    let Some(text) = params.text("code") else { return Ok(None) };
    if text.trim().is_empty() {
        return Err(ApiError::invalid("code", "be a code, such as `http://loinc.org|718-7`"));
    }
    Ok(Some(tokens(text, LOINC)))
}

fn tokens(text: &str, system: &str) -> Vec<String> {
    let token = |token: &str| match token.rsplit_once('|') {
        None => Some(token.to_owned()),
        Some((of, code)) => (of == system).then(|| code.to_owned()),
    };
    text.split(',').map(str::trim).filter_map(token).collect()
}

/// A category is that of the code, so it narrows the codes.
async fn of_category(app: &AppState, person: &Person, params: &Params, search: &mut Search) -> Result<(), ApiError> {
    let Some(text) = params.text("category") else { return Ok(()) };
    let wanted = tokens(text, CATEGORY);
    let has = |code: &String| {
        let category = code.parse().ok().and_then(category_name);
        category.is_some_and(|category| wanted.iter().any(|wanted| wanted == category))
    };
    let mut codes = app.store.codes(&person.scope, app.clock.now()).await?;
    codes.retain(|code| has(code) && search.codes.as_ref().is_none_or(|asked| asked.contains(code)));
    search.codes = Some(codes);
    Ok(())
}
