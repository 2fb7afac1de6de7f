//! `/v1/subjects/{user}/aliases`: what a person has decided about the names their laboratories print.
//!
//! They hold for readings that come in from then on; what is recorded keeps the code it was given.

use axum::{Json, extract::State};
use mirobody_standardize::{Alias, AliasError, Condition, UnitFamily};
use mirobody_store::{AliasFilter, SaidAlias, normalise_user};
use mirobody_vocab::Vocabulary;
use serde_json::{Value, json};

use crate::{
    ApiError, AppState, auth::Caller, body::JsonBytes, object::Object, params::Params, segment::Segment, time::stamp,
};

/// Lists the aliases of a subject, in the order they were said.
pub async fn list(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
) -> Result<Json<Value>, ApiError> {
    let said = match account.find_subject(&app.store, &user).await? {
        Some(scope) => app.store.aliases(&scope).await?,
        None => Vec::new(),
    };
    let data: Vec<Value> = said.iter().map(row).collect();
    Ok(Json(json!({"object": "list", "data": data, "subject": normalise_user(&user)})))
}

/// Keeps an alias; one of the same name, unit family, specimen and laboratory is replaced.
pub async fn put(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
    JsonBytes(body): JsonBytes,
) -> Result<Json<Value>, ApiError> {
    let alias = alias(&Object::body(&body)?)?;
    let scope = account.subject(&app.store, &user).await?;
    let said = app.clock.now();
    app.store.put_alias(&scope, &alias, said).await?;
    let mut answer = row(&SaidAlias { alias, said });
    answer["object"] = json!("alias");
    answer["subject"] = json!(scope.user());
    Ok(Json(answer))
}

/// Forgets the aliases of a name: all of them, or those of the conditions that are given.
pub async fn remove(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
    params: Params,
) -> Result<Json<Value>, ApiError> {
    let filter = filter(&params)?;
    let deleted = match account.find_subject(&app.store, &user).await? {
        Some(scope) => app.store.remove_aliases(&scope, &filter).await?,
        None => 0,
    };
    Ok(Json(json!({"status": "ok", "deleted": deleted, "subject": normalise_user(&user)})))
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

fn row(said: &SaidAlias) -> Value {
    let (alias, condition) = (&said.alias, said.alias.condition());
    let printed = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let vocabulary = Vocabulary::embedded();
    let canonical = alias.loinc().and_then(|code| vocabulary.row(code)).map(|row| vocabulary.axes(row).long_name);
    json!({
        "name": alias.name(),
        "loinc": alias.loinc().map(|code| code.to_string()),
        "canonical_name": canonical,
        "uncoded": alias.loinc().is_none(),
        "unit_family": condition.unit_family.map(UnitFamily::name),
        "specimen": printed(&condition.specimen),
        "laboratory": printed(&condition.laboratory),
        "since": stamp(said.said, None),
    })
}
