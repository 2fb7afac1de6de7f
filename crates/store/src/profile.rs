//! What is known of a subject beside the readings: where they live, and how they want to see numbers.

use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};

use crate::{
    Scope, Store, StoreError, codec,
    db::{Write, query::query},
    subject,
};

const PROFILE: &str = "SELECT sex, birth_date, units, language FROM subject WHERE id = $1 AND NOT erased";
const ZONES: &str = "SELECT from_us, zone FROM subject_zone WHERE subject = $1 ORDER BY from_us";
const SET_SEX: &str = "UPDATE subject SET sex = $2 WHERE id = $1";
const SET_BIRTH_DATE: &str = "UPDATE subject SET birth_date = $2 WHERE id = $1";
const SET_UNITS: &str = "UPDATE subject SET units = $2 WHERE id = $1";
const SET_LANGUAGE: &str = "UPDATE subject SET language = $2 WHERE id = $1";
const DROP_ZONES_SINCE: &str = "DELETE FROM subject_zone WHERE subject = $1 AND from_us >= $2";
const ADD_ZONE: &str = "INSERT INTO subject_zone (subject, from_us, zone) VALUES ($1, $2, $3)";

/// Sex, for reference ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
    /// Neither.
    Other,
}

impl Sex {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Female => "female",
            Self::Male => "male",
            Self::Other => "other",
        }
    }

    fn read(text: &str) -> Option<Self> {
        [Self::Female, Self::Male, Self::Other].into_iter().find(|sex| sex.as_str() == text)
    }
}

/// Which units a person wants to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnitSystem {
    /// mmol/L, µmol/L, g/L.
    Si,
    /// mg/dL, g/dL.
    Conventional,
}

impl UnitSystem {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Si => "si",
            Self::Conventional => "conventional",
        }
    }

    fn read(text: &str) -> Option<Self> {
        [Self::Si, Self::Conventional].into_iter().find(|system| system.as_str() == text)
    }
}

/// Where the subject has lived since an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneFrom {
    /// Since when.
    pub from: Timestamp,
    /// The zone.
    pub zone: TimeZone,
    /// Its IANA name: `Europe/Brussels`.
    pub name: String,
}

/// What is known of a subject beside the readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Where the subject lived, the earliest first.
    pub zones: Vec<ZoneFrom>,
    /// Where a subject that named no zone lives.
    pub default_zone: TimeZone,
    /// Sex.
    pub sex: Option<Sex>,
    /// Birth date.
    pub birth_date: Option<Date>,
    /// Preferred units; none to show what was printed.
    pub units: Option<UnitSystem>,
    /// Preferred language, BCP 47.
    pub language: Option<String>,
}

impl Profile {
    /// A profile in which nothing was said.
    pub const fn empty(default_zone: TimeZone) -> Self {
        Self { zones: Vec::new(), default_zone, sex: None, birth_date: None, units: None, language: None }
    }

    /// The zone the subject lived in at an instant.
    pub fn zone_at(&self, instant: Timestamp) -> TimeZone {
        let last = self.zones.iter().rfind(|span| span.from <= instant);
        last.map_or_else(|| self.default_zone.clone(), |span| span.zone.clone())
    }
}

/// A change to a profile. None leaves a field as it is; an empty string clears it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileChange {
    /// IANA name of a time zone.
    pub zone: Option<String>,
    /// Since when the subject lives in `zone`; none for always, which replaces the history.
    pub zone_from: Option<Timestamp>,
    /// `female`, `male` or `other`.
    pub sex: Option<String>,
    /// `YYYY-MM-DD`.
    pub birth_date: Option<String>,
    /// `si` or `conventional`.
    pub units: Option<String>,
    /// BCP 47: `en`, `zh-Hant`.
    pub language: Option<String>,
}

type Fields = (Option<String>, Option<String>, Option<String>, Option<String>);

impl Store {
    /// The profile of a subject.
    pub async fn profile(&self, scope: &Scope) -> Result<Profile, StoreError> {
        let mut read = self.read().await?;
        let fields: Option<Fields> = query(PROFILE).bind(scope.subject()).first(&mut read).await?;
        let (sex, birth_date, units, language) = fields.unwrap_or_default();
        let zones: Vec<(i64, String)> = query(ZONES).bind(scope.subject()).all(&mut read).await?;
        Ok(Profile {
            zones: zones.into_iter().map(span).collect::<Result<_, _>>()?,
            default_zone: self.default_zone().clone(),
            sex: known(sex, Sex::read)?,
            birth_date: known(birth_date, |text| text.parse().ok())?,
            units: known(units, UnitSystem::read)?,
            language,
        })
    }

    /// Changes a profile: all of the change or, when a field cannot be, none of it.
    pub async fn set_profile(&self, scope: &Scope, change: &ProfileChange, now: Timestamp) -> Result<(), StoreError> {
        let checked = Checked::of(change, now)?;
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        let fields = [
            (SET_SEX, checked.sex),
            (SET_BIRTH_DATE, checked.birth_date),
            (SET_UNITS, checked.units),
            (SET_LANGUAGE, checked.language),
        ];
        for (sql, field) in fields {
            let Edit::Set(value) = field else { continue };
            query(sql).bind(scope.subject()).bind(value).run(&mut write).await?;
        }
        if let Edit::Set(zone) = checked.zone {
            set_zone(&mut write, scope, zone, change.zone_from).await?;
        }
        write.commit().await
    }
}

/// Who says since when they live somewhere takes back what they said of later times.
async fn set_zone(
    write: &mut Write,
    scope: &Scope,
    zone: Option<String>,
    from: Option<Timestamp>,
) -> Result<(), StoreError> {
    let from = codec::micros(from.unwrap_or(Timestamp::MIN));
    query(DROP_ZONES_SINCE).bind(scope.subject()).bind(from).run(&mut *write).await?;
    if let Some(zone) = zone {
        query(ADD_ZONE).bind(scope.subject()).bind(from).bind(zone).run(write).await?;
    }
    Ok(())
}

fn span((from, name): (i64, String)) -> Result<ZoneFrom, StoreError> {
    let zone = TimeZone::get(&name).map_err(|_| StoreError::Damaged("time zone"))?;
    Ok(ZoneFrom { from: codec::instant(from)?, zone, name })
}

fn known<T>(stored: Option<String>, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, StoreError> {
    stored.map(|text| read(&text).ok_or(StoreError::Damaged("profile"))).transpose()
}

/// What a change does to one field.
enum Edit {
    Keep,
    /// To this value, or to nothing.
    Set(Option<String>),
}

/// A change whose fields can all be.
struct Checked {
    zone: Edit,
    sex: Edit,
    birth_date: Edit,
    units: Edit,
    language: Edit,
}

impl Checked {
    fn of(change: &ProfileChange, now: Timestamp) -> Result<Self, StoreError> {
        // A birth on the far side of the date line is at most a day ahead of UTC.
        let tomorrow = TimeZone::UTC.to_datetime(now).date().saturating_add(1.day());
        let birth_date = |text: &str| birth_date(text, tomorrow);
        Ok(Self {
            zone: field("zone", "an IANA time zone such as Europe/Brussels", change.zone.as_deref(), zone)?,
            sex: field("sex", "female, male or other", change.sex.as_deref(), sex)?,
            birth_date: field(
                "birth_date",
                "a past date such as 1980-03-17",
                change.birth_date.as_deref(),
                birth_date,
            )?,
            units: field("units", "si or conventional", change.units.as_deref(), units)?,
            language: field("language", "a language tag such as en or zh-Hant", change.language.as_deref(), language)?,
        })
    }
}

fn field(
    field: &'static str,
    message: &'static str,
    text: Option<&str>,
    read: impl Fn(&str) -> Option<String>,
) -> Result<Edit, StoreError> {
    match text.map(str::trim) {
        None => Ok(Edit::Keep),
        Some("") => Ok(Edit::Set(None)),
        Some(text) => read(text).map(|value| Edit::Set(Some(value))).ok_or(StoreError::Invalid { field, message }),
    }
}

/// The zone's own spelling of its name; `Local` and fixed offsets are not places.
fn zone(text: &str) -> Option<String> {
    TimeZone::get(text).ok()?.iana_name().map(str::to_owned)
}

fn sex(text: &str) -> Option<String> {
    Sex::read(&text.to_ascii_lowercase()).map(|sex| sex.as_str().to_owned())
}

fn units(text: &str) -> Option<String> {
    UnitSystem::read(&text.to_ascii_lowercase()).map(|system| system.as_str().to_owned())
}

fn birth_date(text: &str, tomorrow: Date) -> Option<String> {
    let date = text.parse::<mirobody_derive::LocalDay>().ok()?;
    (date.date().year() >= 1850 && date.date() <= tomorrow).then(|| date.to_string())
}

fn language(text: &str) -> Option<String> {
    let tags =
        text.split('-').all(|tag| (1..=8).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric()));
    let primary =
        text.split('-').next().is_some_and(|tag| tag.len() >= 2 && tag.bytes().all(|b| b.is_ascii_alphabetic()));
    (tags && primary && text.len() <= 35).then(|| text.to_owned())
}
