//! The profile and the history of zones.

use jiff::tz::TimeZone;
use mirobody_store::{ProfileChange, Sex, Store, UnitSystem};

use crate::{
    harness::tests,
    support::{Engine, at, bench, now},
};

#[expect(clippy::unnecessary_wraps, reason = "every field of a change is optional")]
fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn zone(name: &str, from: Option<&str>) -> ProfileChange {
    ProfileChange { zone: text(name), zone_from: from.map(at), ..ProfileChange::default() }
}

async fn fields_are_set_kept_and_cleared(engine: Engine) {
    let bench = bench(engine).await;
    let change = ProfileChange {
        sex: text("Female"),
        birth_date: text("1980-03-17"),
        units: text("si"),
        language: text("zh-Hant"),
        ..ProfileChange::default()
    };
    bench.store.set_profile(&bench.a, &change, now()).await.unwrap();
    let change = ProfileChange { units: text("conventional"), language: text(""), ..ProfileChange::default() };
    bench.store.set_profile(&bench.a, &change, now()).await.unwrap();
    let profile = bench.store.profile(&bench.a).await.unwrap();
    assert_eq!((profile.sex, profile.units), (Some(Sex::Female), Some(UnitSystem::Conventional)));
    assert_eq!((profile.birth_date.unwrap().to_string().as_str(), profile.language), ("1980-03-17", None));
    let other = bench.store.profile(&bench.b).await.unwrap();
    assert_eq!((other.sex, other.birth_date, other.units), (None, None, None));
}

async fn a_field_that_cannot_be_is_named_and_nothing_is_changed(engine: Engine) {
    let bench = bench(engine).await;
    let none = ProfileChange::default;
    let table = [
        ("zone", zone("Mars/Olympus", None)),
        ("zone", zone("+02:00", None)),
        ("sex", ProfileChange { sex: text("yes"), ..none() }),
        ("birth_date", ProfileChange { birth_date: text("1980-02-30"), ..none() }),
        ("birth_date", ProfileChange { birth_date: text("2026-06-23"), ..none() }),
        ("birth_date", ProfileChange { birth_date: text("0001-01-01"), ..none() }),
        ("units", ProfileChange { units: text("metric"), ..none() }),
        ("language", ProfileChange { language: text("e n"), ..none() }),
    ];
    for (field, change) in table {
        let change = ProfileChange { sex: change.sex.clone().or_else(|| text("male")), ..change };
        let error = bench.store.set_profile(&bench.a, &change, now()).await.unwrap_err();
        assert_eq!((error.code(), error.field()), ("invalid_value", Some(field)));
        assert_eq!(bench.store.profile(&bench.a).await.unwrap().sex, None);
    }
    assert_eq!(bench.store.profile(&bench.b).await.unwrap().sex, None);
}

async fn a_subject_lives_where_they_said_at_each_instant(engine: Engine) {
    let bench = bench(engine).await;
    let (tokyo, paris) =
        (zone("asia/tokyo", Some("2024-01-01T00:00:00Z")), zone("Europe/Paris", Some("2025-01-01T00:00:00Z")));
    for change in [&tokyo, &paris] {
        bench.store.set_profile(&bench.a, change, now()).await.unwrap();
    }
    let profile = bench.store.profile(&bench.a).await.unwrap();
    let table = [
        ("2023-06-01T00:00:00Z", "UTC"),
        ("2024-06-01T00:00:00Z", "Asia/Tokyo"),
        ("2025-01-01T00:00:00Z", "Europe/Paris"),
    ];
    for (instant, name) in table {
        assert_eq!(profile.zone_at(at(instant)).iana_name(), Some(name), "{instant}");
    }
    assert!(bench.store.profile(&bench.b).await.unwrap().zones.is_empty());
    bench.store.set_profile(&bench.a, &zone("America/New_York", None), now()).await.unwrap();
    let profile = bench.store.profile(&bench.a).await.unwrap();
    assert_eq!(profile.zones.iter().map(|span| span.name.as_str()).collect::<Vec<_>>(), ["America/New_York"]);
    assert_eq!(profile.zone_at(at("1990-01-01T00:00:00Z")).iana_name(), Some("America/New_York"));
}

async fn who_named_no_zone_lives_in_the_default_one(engine: Engine) {
    let bench = bench(engine).await;
    let store: Store = bench.store.clone().with_default_zone(TimeZone::get("Asia/Shanghai").unwrap());
    store.set_profile(&bench.b, &zone("Asia/Tokyo", None), now()).await.unwrap();
    assert_eq!(store.profile(&bench.a).await.unwrap().zone_at(now()).iana_name(), Some("Asia/Shanghai"));
    assert_eq!(store.profile(&bench.b).await.unwrap().zone_at(now()).iana_name(), Some("Asia/Tokyo"));
}

tests! {
    both: [fields_are_set_kept_and_cleared, a_field_that_cannot_be_is_named_and_nothing_is_changed, a_subject_lives_where_they_said_at_each_instant, who_named_no_zone_lives_in_the_default_one],
}
