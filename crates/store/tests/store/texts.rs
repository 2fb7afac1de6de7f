//! Text of every kind comes back as it was, is found and ordered the same on both engines, or is refused.

use mirobody_standardize::{Alias, Condition};
use mirobody_store::{AliasFilter, ListFilter, NewFile, NewObservation, ReadFilter, Retention, StoreError};

use crate::{
    harness::tests,
    support::{Engine, bench, file, glucose, now, reading},
};

fn is_refused<T: std::fmt::Debug>(outcome: Result<T, StoreError>) {
    let Err(error) = outcome else { panic!("{outcome:?}") };
    assert_eq!(error.code(), "invalid_value", "{error:?}");
}

async fn no_engine_is_given_a_nul(engine: Engine) {
    let bench = bench(engine).await;
    let (store, nul) = (&bench.store, "a\0b");
    let with = |change: fn(&mut NewObservation)| {
        let mut new = glucose("1", "2026-01-01");
        change(&mut new);
        vec![glucose("2", "2026-01-01"), new]
    };
    let changes: [fn(&mut NewObservation); 5] = [
        |new| new.coded.reading.name = "a\0b".into(),
        |new| new.coded.reading.value = "\0".into(),
        |new| new.tag = "\0".into(),
        |new| new.file_key = Some("\0".into()),
        |new| new.retention = Retention::Session("\0".into()),
    ];
    for change in changes {
        is_refused(store.append(&bench.a, with(change)).await);
    }
    assert!(store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows.is_empty(), "all or nothing");
    let named = NewFile { media_type: nul.into(), ..file("x", b"\0") };
    is_refused(store.put_file(&bench.a, named, now()).await);
    is_refused(store.file(&bench.a, nul, now()).await);
    is_refused(store.delete_file(&bench.a, nul).await);
    is_refused(store.delete_session(&bench.a, nul).await);
    is_refused(store.delete_matching(&bench.a, nul).await);
    let filter = ListFilter { indicator: Some(nul.into()), ..ListFilter::default() };
    is_refused(store.list(&bench.a, &filter, now()).await);
    let filter = ReadFilter { series: vec![nul.into()], ..ReadFilter::default() };
    is_refused(store.readings(&bench.a, &filter, now()).await);
    is_refused(store.put_alias(&bench.a, &Alias::stored("x", laboratory(nul), None), now()).await);
    let account = store.local_account().await.unwrap();
    is_refused(account.subject(store, nul).await);
    is_refused(store.admin().create_account(nul).await);
    assert!(store.files(&bench.b, now()).await.unwrap().is_empty());
}

fn laboratory(name: &str) -> Condition {
    Condition { laboratory: name.into(), ..Condition::default() }
}

async fn what_a_document_says_is_kept_without_its_nuls(engine: Engine) {
    let bench = bench(engine).await;
    for scope in [&bench.a, &bench.b] {
        let kept = bench.store.put_file(scope, file("x.txt", b"a\0b"), now()).await.unwrap();
        assert!(bench.store.set_file_text(scope, &kept.key, &["a\0b".into()], "c\0d").await.unwrap());
        let text = bench.store.file_text(scope, &kept.key, now()).await.unwrap().unwrap();
        assert_eq!((text.pages, text.abstract_text.as_str()), (vec!["a\u{fffd}b".to_owned()], "c\u{fffd}d"));
        assert_eq!(bench.store.file_bytes(scope, &kept.key, now()).await.unwrap().unwrap(), b"a\0b");
    }
}

async fn every_other_text_comes_back(engine: Engine) {
    let bench = bench(engine).await;
    let long = "長".repeat(3000);
    let names =
        ["'; DROP TABLE observation; --", "$1 ?1 :a @b %s \\", "😀 e\u{301} \u{202e}x", "\u{1}\u{7f}\u{feff}", &long];
    for scope in [&bench.a, &bench.b] {
        let rows = names.iter().map(|name| reading(name, "\n\t\"{}\"", "", "2026-01-01")).collect();
        bench.store.append(scope, rows).await.unwrap();
    }
    let rows = bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows;
    assert_eq!(rows.iter().rev().map(|row| row.name.as_str()).collect::<Vec<_>>(), names);
    assert!(rows.iter().all(|row| row.value_text == "\n\t\"{}\""));
    for name in names {
        let filter = ListFilter { indicator: Some(name.into()), ..ListFilter::default() };
        assert_eq!(bench.store.list(&bench.a, &filter, now()).await.unwrap().rows.len(), 1, "{name}");
    }
    let series = bench.store.series(&bench.a, now()).await.unwrap();
    assert_eq!(series.len(), names.len());
    for one in series {
        let filter = ReadFilter { series: vec![one.series], ..ReadFilter::default() };
        assert_eq!(bench.store.readings(&bench.a, &filter, now()).await.unwrap().len(), 1);
    }
}

/// Capitals before small letters, and letters with an accent after all of them: by bytes, not by a language.
async fn text_is_ordered_by_its_bytes(engine: Engine) {
    let bench = bench(engine).await;
    let laboratories = ["b", "é", "a-c", "ab", "Z", "0"];
    for scope in [&bench.a, &bench.b] {
        for name in laboratories {
            let alias = Alias::new("Hb", laboratory(name), None).unwrap();
            bench.store.put_alias(scope, &alias, now()).await.unwrap();
        }
    }
    let said = bench.store.aliases(&bench.a).await.unwrap();
    let order: Vec<_> = said.iter().map(|said| said.alias.key().laboratory).collect();
    let mut sorted = order.clone();
    sorted.sort();
    assert_eq!((order.len(), &order), (6, &sorted));
    assert_eq!(
        bench
            .store
            .remove_aliases(&bench.a, &AliasFilter { name: "hb".into(), ..AliasFilter::default() })
            .await
            .unwrap(),
        6
    );
    assert_eq!(bench.store.aliases(&bench.b).await.unwrap().len(), 6);
}

async fn what_would_be_too_long_a_key_is_refused(engine: Engine) {
    let bench = bench(engine).await;
    // Letters without a pattern, that no compression makes short.
    let mut seed = 7_u32;
    let mut letter = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + (seed >> 24) as u8 % 26)
    };
    let long: String = (0..8000).map(|_| letter()).collect();
    let session =
        |name: &str| NewObservation { retention: Retention::Session(name.into()), ..glucose("1", "2026-01-01") };
    is_refused(bench.store.append(&bench.a, vec![session(&long)]).await);
    bench.store.append(&bench.a, vec![session(&long[..600])]).await.unwrap();
    is_refused(
        bench
            .store
            .put_file(&bench.a, NewFile { retention: Retention::Session(long.clone()), ..file("x", b"x") }, now())
            .await,
    );
    is_refused(bench.store.put_alias(&bench.a, &Alias::stored("x", laboratory(&long), None), now()).await);
    bench.store.append(&bench.a, vec![reading(&long, "1", &long, "2026-01-01")]).await.unwrap();
    assert_eq!(bench.store.delete_session(&bench.a, &long).await.unwrap().records, 0);
    assert_eq!(bench.store.series(&bench.a, now()).await.unwrap().len(), 2);
    assert!(bench.store.series(&bench.b, now()).await.unwrap().is_empty());
}

tests! {
    both: [
        no_engine_is_given_a_nul,
        what_a_document_says_is_kept_without_its_nuls,
        every_other_text_comes_back,
        text_is_ordered_by_its_bytes,
        what_would_be_too_long_a_key_is_refused,
    ],
}
