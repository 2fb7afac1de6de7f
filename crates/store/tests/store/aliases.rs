//! Aliases: kept, replaced, removed, for their own subject only.

use jiff::SignedDuration;
use mirobody_standardize::{Alias, Condition, UnitFamily};
use mirobody_store::{AliasFilter, MAX_ALIASES, Scope, Store, StoreError};

use crate::{
    harness::tests,
    support::{Engine, bench, now},
};

/// Name, unit family, specimen, laboratory, code or `-`.
fn alias([name, family, specimen, laboratory, code]: [&str; 5]) -> Alias {
    let condition =
        Condition { unit_family: UnitFamily::named(family), specimen: specimen.into(), laboratory: laboratory.into() };
    Alias::new(name, condition, code.parse().ok()).unwrap()
}

async fn shown(store: &Store, scope: &Scope) -> Vec<String> {
    let row = |alias: &Alias| {
        let condition = alias.condition();
        let family = condition.unit_family.map_or("", UnitFamily::name);
        let code = alias.loinc().map_or_else(|| "-".to_owned(), |code| code.to_string());
        format!("{} [{family}] {{{}}} {} = {code}", alias.name(), condition.specimen, condition.laboratory)
    };
    store.aliases(scope).await.unwrap().iter().map(|said| row(&said.alias)).collect()
}

async fn an_alias_is_kept_as_given_and_said_again_replaces_it(engine: Engine) {
    let bench = bench(engine).await;
    let said = [
        ["Hb ", "", "", "", "718-7"],
        ["Hb", "moles", "", "", "59260-0"],
        ["Sugar", "", "Urine", "Synlab", "-"],
        ["HB", "", "", "", "20509-6"],
    ];
    for (minute, row) in said.into_iter().enumerate() {
        let at = now().checked_add(SignedDuration::from_mins(minute as i64)).unwrap();
        bench.store.put_alias(&bench.a, &alias(row), at).await.unwrap();
    }
    bench.store.put_alias(&bench.b, &alias(["Hb", "", "", "", "718-7"]), now()).await.unwrap();
    let kept = ["Hb [moles] {}  = 59260-0", "Sugar [] {Urine} Synlab = -", "HB [] {}  = 20509-6"];
    assert_eq!(shown(&bench.store, &bench.a).await, kept);
    assert_eq!(shown(&bench.store, &bench.b).await, ["Hb [] {}  = 718-7"]);
}

async fn a_removal_takes_those_that_are_meant(engine: Engine) {
    let bench = bench(engine).await;
    let said = [
        ["Hb", "", "", "", "718-7"],
        ["Hb", "moles", "", "", "59260-0"],
        ["Hb", "", "", "Synlab", "20509-6"],
        ["Sugar", "", "", "", "2345-7"],
    ];
    for scope in [&bench.a, &bench.b] {
        for row in said {
            bench.store.put_alias(scope, &alias(row), now()).await.unwrap();
        }
    }
    let of = |name: &str| AliasFilter { name: name.into(), ..AliasFilter::default() };
    let gone = async |filter: AliasFilter| bench.store.remove_aliases(&bench.a, &filter).await.unwrap();
    assert_eq!(gone(of("nothing")).await, 0);
    assert_eq!(gone(AliasFilter { laboratory: Some("SYNLAB".into()), ..of("hb") }).await, 1);
    assert_eq!(gone(AliasFilter { unit_family: UnitFamily::named("mass"), ..of("hb") }).await, 0);
    assert_eq!(gone(of("ＨＢ")).await, 2);
    assert_eq!(shown(&bench.store, &bench.a).await, ["Sugar [] {}  = 2345-7"]);
    assert_eq!(shown(&bench.store, &bench.b).await.len(), 4);
}

async fn there_is_an_end_to_them_and_the_last_can_still_be_changed(engine: Engine) {
    let bench = bench(engine).await;
    for n in 0..MAX_ALIASES {
        bench.store.put_alias(&bench.a, &alias([&format!("test {n}"), "", "", "", "718-7"]), now()).await.unwrap();
    }
    let one_more = bench.store.put_alias(&bench.a, &alias(["one more", "", "", "", "718-7"]), now()).await;
    assert!(matches!(one_more, Err(StoreError::Invalid { field: "name", .. })), "{one_more:?}");
    bench.store.put_alias(&bench.a, &alias(["test 7", "", "", "", "20509-6"]), now()).await.unwrap();
    bench.store.put_alias(&bench.b, &alias(["one more", "", "", "", "718-7"]), now()).await.unwrap();
    assert_eq!(bench.store.aliases(&bench.a).await.unwrap().len(), MAX_ALIASES);
}

tests! {
    both: [an_alias_is_kept_as_given_and_said_again_replaces_it, a_removal_takes_those_that_are_meant, there_is_an_end_to_them_and_the_last_can_still_be_changed],
}
