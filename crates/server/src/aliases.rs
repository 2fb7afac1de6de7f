//! `/v1/subjects/{user}/aliases`: what a person has decided about the names their laboratories print.
//!
//! They hold for readings that come in from then on; what is recorded keeps the code it was given.

use axum::{Json, extract::State};
use mirobody_standardize::{Alias, AliasError, Condition, UnitFamily};
use mirobody_store::{AliasFilter, SaidAlias, normalise_user};
use mirobody_vocab::Vocabulary;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    auth::Caller,
    body::JsonBytes,
    data::{Deleted, row::printed},
    object::Object,
    openapi::{Absent, AliasFilter as Filter, Invalid, Keyed, Large, NewAlias},
    params::Params,
    segment::Segment,
    time::stamp,
};

/// What a name means for one person.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Alias)]
pub struct Row {
    /// The name as given.
    #[schema(example = "Hb")]
    name: String,
    /// The code it stands for; null when it gets none.
    #[schema(example = "718-7")]
    loinc: Option<String>,
    /// The long common name of the code.
    canonical_name: Option<&'static str>,
    /// Whether the name gets no code.
    uncoded: bool,
    /// Only with units of this family; null: with any.
    unit_family: Option<&'static str>,
    /// Only with this specimen; null: with any.
    specimen: Option<String>,
    /// Only from this laboratory; null: from any.
    laboratory: Option<String>,
    /// When it was said.
    since: String,
}

/// The aliases of a person, in the order they were said.
#[derive(Debug, Serialize, ToSchema)]
pub struct AliasList {
    #[schema(example = "list")]
    object: &'static str,
    data: Vec<Row>,
    /// Whose they are, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// The alias as it stands now.
#[derive(Debug, Serialize, ToSchema)]
pub struct AliasKept {
    #[serde(flatten)]
    alias: Row,
    #[schema(example = "alias")]
    object: &'static str,
    /// Whose it is, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// List a person's aliases
///
/// In the order they were said.
#[utoipa::path(
    get,
    path = "/subjects/{user}/aliases",
    operation_id = "listAliases",
    tag = "aliases",
    params(("user" = String, Path, description = "The person, as the caller calls them.", example = "alice")),
    responses((status = 200, description = "The aliases.", body = AliasList), Invalid, Absent, Keyed)
)]
pub async fn list(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
) -> Result<Json<AliasList>, ApiError> {
    let said = match account.find_subject(&app.store, &user).await? {
        Some(scope) => app.store.aliases(&scope).await?,
        None => Vec::new(),
    };
    let data = said.iter().map(row).collect();
    Ok(Json(AliasList { object: "list", data, subject: normalise_user(&user) }))
}

/// Keep an alias
///
/// One of the same name, unit family, specimen and laboratory is replaced. It holds for readings that come in from then
/// on.
#[utoipa::path(
    put,
    path = "/subjects/{user}/aliases",
    operation_id = "putAlias",
    tag = "aliases",
    params(("user" = String, Path, description = "The person, as the caller calls them.", example = "alice")),
    request_body = NewAlias,
    responses((status = 200, description = "It is kept.", body = AliasKept), Invalid, Absent, Large, Keyed)
)]
pub async fn put(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
    JsonBytes(body): JsonBytes,
) -> Result<Json<AliasKept>, ApiError> {
    let alias = alias(&Object::body(&body)?)?;
    let scope = account.subject(&app.store, &user).await?;
    let said = app.clock.now();
    app.store.put_alias(&scope, &alias, said).await?;
    let alias = row(&SaidAlias { alias, said });
    Ok(Json(AliasKept { alias, object: "alias", subject: scope.user().to_owned() }))
}

/// Forget aliases
///
/// Those of a name: all of them, or those of the conditions that are given.
#[utoipa::path(
    delete,
    path = "/subjects/{user}/aliases",
    operation_id = "removeAliases",
    tag = "aliases",
    params(("user" = String, Path, description = "The person, as the caller calls them.", example = "alice"), Filter),
    responses((status = 200, description = "They are forgotten.", body = Deleted), Invalid, Absent, Keyed)
)]
pub async fn remove(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
    params: Params,
) -> Result<Json<Deleted>, ApiError> {
    let filter = filter(&params)?;
    let deleted = match account.find_subject(&app.store, &user).await? {
        Some(scope) => app.store.remove_aliases(&scope, &filter).await?,
        None => 0,
    };
    Ok(Json(Deleted { status: "ok", deleted, subject: normalise_user(&user) }))
}

fn alias(object: &Object<'_>) -> Result<Alias, ApiError> {
    let name = object.text("name")?.ok_or_else(|| ApiError::missing("name"))?;
    let condition = Condition {
        unit_family: object.text("unit")?.map(|text| family(&text)).transpose()?.flatten(),
        specimen: object.text("specimen")?.unwrap_or_default(),
        laboratory: object.text("laboratory")?.unwrap_or_default(),
    };
    let uncoded = object.flag("uncoded")?.unwrap_or(false);
    let loinc = match (object.text("loinc")?, uncoded) {
        (Some(code), false) => Some(code.parse().map_err(|_| invalid(AliasError::Code))?),
        (None, true) => None,
        (None, false) => return Err(ApiError::missing("loinc")),
        (Some(_), true) => return Err(ApiError::invalid("uncoded", "not be true beside a `loinc`")),
    };
    Alias::new(&name, condition, loinc).map_err(invalid)
}

fn filter(params: &Params) -> Result<AliasFilter, ApiError> {
    // An empty name names nothing: it must not become every name.
    let name = params.text("name").filter(|name| !name.trim().is_empty()).ok_or_else(|| ApiError::missing("name"))?;
    Ok(AliasFilter {
        name: name.to_owned(),
        unit_family: params.text("unit").map(family).transpose()?.flatten(),
        specimen: params.text("specimen").map(str::to_owned),
        laboratory: params.text("laboratory").map(str::to_owned),
    })
}

/// A family by its name or by one of its units; nothing for an empty text.
fn family(text: &str) -> Result<Option<UnitFamily>, ApiError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let unknown = || ApiError::invalid("unit", "be a known unit, such as `mg/dL`, or a family, such as `mass`");
    UnitFamily::read(text).map(Some).ok_or_else(unknown)
}

fn invalid(error: AliasError) -> ApiError {
    ApiError::invalid(error.field(), error.must())
}

fn row(said: &SaidAlias) -> Row {
    let (alias, condition) = (&said.alias, said.alias.condition());
    let vocabulary = Vocabulary::embedded();
    let canonical = alias.loinc().and_then(|code| vocabulary.row(code)).map(|row| vocabulary.axes(row).long_name);
    Row {
        name: alias.name().to_owned(),
        loinc: alias.loinc().map(|code| code.to_string()),
        canonical_name: canonical,
        uncoded: alias.loinc().is_none(),
        unit_family: condition.unit_family.map(UnitFamily::name),
        specimen: printed(&condition.specimen),
        laboratory: printed(&condition.laboratory),
        since: stamp(said.said, None),
    }
}
