//! `/v1/subjects/{user}/profile`: where a person lives and has lived, their sex, birth date, units and language.
//!
//! What is said here decides the days of readings that come in from then on; what is recorded keeps its day.

use axum::{Json, extract::State};
use jiff::{Timestamp, tz::TimeZone};
use mirobody_derive::When;
use mirobody_store::{Profile, ProfileChange, normalise_user};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ApiError, AppState,
    auth::Caller,
    body::JsonBytes,
    object::Object,
    openapi::{Absent, Invalid, Keyed, Large, NewProfile},
    segment::Segment,
    time::stamp,
};

/// What is known of a person beside the readings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Profile)]
pub struct Known {
    #[schema(example = "profile")]
    object: &'static str,
    /// Where they live: an IANA time zone; the server's default when they have not said.
    #[schema(example = "Europe/Brussels")]
    zone: String,
    /// Where they have lived, the earliest first; empty when they have not said.
    zones: Vec<Lived>,
    #[schema(example = "female")]
    sex: Option<&'static str>,
    #[schema(example = "1984-05-02")]
    birth_date: Option<String>,
    /// Preferred units.
    #[schema(example = "si")]
    units: Option<&'static str>,
    /// Preferred language, BCP 47.
    #[schema(example = "nl")]
    language: Option<String>,
    /// Whose it is, as it is kept.
    #[schema(example = "alice")]
    subject: String,
}

/// A time zone and since when.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LivedIn)]
pub struct Lived {
    #[schema(example = "Europe/Brussels")]
    zone: String,
    /// Null: always.
    since: Option<String>,
}

/// Show a person's profile
///
/// Everything is null for one who has said nothing.
#[utoipa::path(
    get,
    path = "/subjects/{user}/profile",
    operation_id = "showProfile",
    tag = "lifecycle",
    params(("user" = String, Path, description = "The person, as the caller calls them.", example = "alice")),
    responses((status = 200, description = "The profile.", body = Known), Invalid, Absent, Keyed)
)]
pub async fn show(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
) -> Result<Json<Known>, ApiError> {
    let profile = match account.find_subject(&app.store, &user).await? {
        Some(scope) => app.store.profile(&scope).await?,
        None => Profile::empty(app.store.default_zone().clone()),
    };
    Ok(Json(known(&profile, app.clock.now(), normalise_user(&user))))
}

/// Change a person's profile
///
/// A field that is left out stays as it is; an empty text clears it. All of the change is kept, or none of it.
#[utoipa::path(
    put,
    path = "/subjects/{user}/profile",
    operation_id = "putProfile",
    tag = "lifecycle",
    params(("user" = String, Path, description = "The person, as the caller calls them.", example = "alice")),
    request_body = NewProfile,
    responses((status = 200, description = "The profile as it is now.", body = Known), Invalid, Absent, Large, Keyed)
)]
pub async fn put(
    State(app): State<AppState>,
    Caller(account): Caller,
    Segment(user): Segment,
    JsonBytes(body): JsonBytes,
) -> Result<Json<Known>, ApiError> {
    let change = change(&Object::body(&body)?)?;
    let (scope, now) = (account.subject(&app.store, &user).await?, app.clock.now());
    app.store.set_profile(&scope, &change, now).await?;
    let profile = app.store.profile(&scope).await?;
    Ok(Json(known(&profile, now, scope.user().to_owned())))
}

fn change(object: &Object<'_>) -> Result<ProfileChange, ApiError> {
    let zone = object.text("zone")?;
    let zone_from = object.text("zone_from")?.map(|text| since(&text, zone.as_deref())).transpose()?;
    Ok(ProfileChange {
        zone,
        zone_from,
        sex: object.text("sex")?,
        birth_date: object.text("birth_date")?,
        units: object.text("units")?,
        language: object.text("language")?,
    })
}

/// An instant, or the start of a day in the zone that is moved to.
fn since(text: &str, zone: Option<&str>) -> Result<Timestamp, ApiError> {
    let zone = zone.ok_or_else(|| ApiError::missing("zone"))?;
    let zone = TimeZone::get(zone).map_err(|_| ApiError::invalid("zone", "be an IANA time zone"))?;
    let read = When::read(text, &zone).map(|when| when.start);
    read.map_err(|_| ApiError::invalid("zone_from", "be a date such as 2026-06-16, or RFC 3339"))
}

fn known(profile: &Profile, now: Timestamp, subject: String) -> Known {
    let current = profile.zones.iter().rfind(|span| span.from <= now).map(|span| span.name.clone());
    let default = profile.default_zone.iana_name().unwrap_or("UTC").to_owned();
    let lived = |span: &mirobody_store::ZoneFrom| Lived {
        zone: span.name.clone(),
        since: (span.from != Timestamp::MIN).then(|| stamp(span.from, None)),
    };
    Known {
        object: "profile",
        zone: current.unwrap_or(default),
        zones: profile.zones.iter().map(lived).collect(),
        sex: profile.sex.map(mirobody_store::Sex::as_str),
        birth_date: profile.birth_date.map(|date| date.to_string()),
        units: profile.units.map(mirobody_store::UnitSystem::as_str),
        language: profile.language.clone(),
        subject,
    }
}
