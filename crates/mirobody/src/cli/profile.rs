//! `mirobody profile`: a person's zone, sex, birth date, units and language.

use std::process::ExitCode;

use jiff::Timestamp;
use mirobody_derive::{LocalDay, When};
use mirobody_store::{Profile, ProfileChange, ZoneFrom};
use serde_json::json;

use super::{
    args::recorded::{ProfileArgs, UnitSystem},
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};

/// Shows the profile, after changing what was given.
pub fn run(args: &ProfileArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(&args.person).await?;
        if let Some(change) = change(args)? {
            record.store.set_profile(&scope, &change, now()).await?;
        }
        let profile = record.store.profile(&scope).await?;
        show(&profile, &record.config.default_zone, args.json)?;
        Ok(ExitCode::SUCCESS)
    })
}

fn change(args: &ProfileArgs) -> Result<Option<ProfileChange>, Failure> {
    let change = ProfileChange {
        zone: args.zone.clone(),
        zone_from: since(args)?,
        sex: args.sex.clone(),
        birth_date: args.birth_date.clone(),
        units: args.units.map(|units| unit_system(units).to_owned()),
        language: args.language.clone(),
    };
    let given = [&change.zone, &change.sex, &change.birth_date, &change.units, &change.language];
    Ok(given.iter().any(|field| field.is_some()).then_some(change))
}

fn since(args: &ProfileArgs) -> Result<Option<Timestamp>, Failure> {
    let (Some(day), Some(zone)) = (&args.since, &args.zone) else { return Ok(None) };
    let zone = jiff::tz::TimeZone::get(zone).map_err(|_| Failure::usage("--zone must be an IANA time zone"))?;
    let day: LocalDay = day.parse().map_err(|error| Failure::usage(format!("--since: {error}")))?;
    let when = When::on_day(day.date(), &zone).map_err(|error| Failure::usage(format!("--since: {error}")))?;
    Ok(Some(when.start))
}

const fn unit_system(units: UnitSystem) -> &'static str {
    match units {
        UnitSystem::Si => "si",
        UnitSystem::Conventional => "conventional",
    }
}

fn show(profile: &Profile, default_zone: &str, as_json: bool) -> std::io::Result<()> {
    let said = Said::of(profile);
    if as_json {
        let zones = profile.zones.iter().map(|span| json!({"zone": span.name, "since": since_text(span)}));
        return terminal::json(&json!({
            "zones": zones.collect::<Vec<_>>(),
            "sex": said.sex, "birth_date": said.birth_date, "units": said.units, "language": said.language,
        }));
    }
    let mut rows: Vec<_> = profile.zones.iter().map(|span| vec!["zone".to_owned(), zone_span(span)]).collect();
    if rows.is_empty() {
        rows.push(vec!["zone".into(), format!("not said; {default_zone} is taken")]);
    }
    rows.push(vec!["sex".into(), or_not(said.sex)]);
    rows.push(vec!["birth date".into(), or_not(said.birth_date)]);
    rows.push(vec!["units".into(), or_not(said.units)]);
    rows.push(vec!["language".into(), or_not(said.language)]);
    terminal::table(&["PROFILE", ""], rows)
}

/// The fields in words.
struct Said {
    sex: Option<String>,
    birth_date: Option<String>,
    units: Option<String>,
    language: Option<String>,
}

impl Said {
    fn of(profile: &Profile) -> Self {
        Self {
            sex: profile.sex.map(|sex| sex.as_str().to_owned()),
            birth_date: profile.birth_date.map(|date| date.to_string()),
            units: profile.units.map(|units| units.as_str().to_owned()),
            language: profile.language.clone(),
        }
    }
}

fn or_not(said: Option<String>) -> String {
    said.unwrap_or_else(|| "not said".into())
}

/// Since when a zone holds; none when it always did.
fn since_text(span: &ZoneFrom) -> Option<String> {
    (span.from != Timestamp::MIN).then(|| LocalDay::of(span.from, &span.zone).to_string())
}

fn zone_span(span: &ZoneFrom) -> String {
    since_text(span).map_or_else(|| span.name.clone(), |day| format!("{} since {day}", span.name))
}
