//! Vectors of names: of one model, of one subject, and gone with what they are of.

use mirobody_store::{ListFilter, NameVector, Scope, Store, sha256};

use crate::{
    harness::tests,
    support::{Engine, bench, now, reading},
};

fn vector(series: &str, numbers: &[f32]) -> NameVector {
    NameVector { series: series.to_owned(), text_sha256: sha256(series.as_bytes()), vector: numbers.to_vec() }
}

async fn write(store: &Store, scope: &Scope, names: &[&str]) -> Vec<String> {
    let rows = names.iter().map(|name| reading(name, "5", "mg/dL", "2026-01-01")).collect();
    store.append(scope, rows).await.unwrap();
    store.series(scope, now()).await.unwrap().into_iter().map(|series| series.series).collect()
}

async fn series_of(store: &Store, scope: &Scope, model: &str) -> Vec<String> {
    let mut all: Vec<String> =
        store.name_vectors(scope, model).await.unwrap().into_iter().map(|one| one.series).collect();
    all.sort_unstable();
    all
}

async fn a_vector_is_of_one_model_and_of_one_subject(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let series = write(store, &bench.a, &["Glucose", "Sodium"]).await;
    write(store, &bench.b, &["Glucose"]).await;
    let two = [vector(&series[0], &[0.25, -1.0]), vector(&series[1], &[1.0, 0.5]), vector("no such series", &[1.0])];
    store.put_name_vectors(&bench.a, "one", &two).await.unwrap();
    let kept = store.name_vectors(&bench.a, "one").await.unwrap();
    assert_eq!(kept, two[..2]);
    assert!(store.name_vectors(&bench.b, "one").await.unwrap().is_empty());
    // Another model's replaces it.
    store.put_name_vectors(&bench.a, "two", &[vector(&series[0], &[3.0])]).await.unwrap();
    assert_eq!(series_of(store, &bench.a, "one").await, [series[1].clone()]);
    assert_eq!(store.name_vectors(&bench.a, "two").await.unwrap()[0].vector, [3.0]);
}

async fn a_vector_goes_with_its_series_and_with_its_subject(engine: Engine) {
    let bench = bench(engine).await;
    let store = &bench.store;
    let series = write(store, &bench.a, &["Glucose", "Sodium"]).await;
    let others = write(store, &bench.b, &["Glucose"]).await;
    let all = series.iter().map(|series| vector(series, &[1.0])).collect::<Vec<_>>();
    store.put_name_vectors(&bench.a, "one", &all).await.unwrap();
    store.put_name_vectors(&bench.b, "one", &[vector(&others[0], &[1.0])]).await.unwrap();
    let page = store.list(&bench.a, &ListFilter::default(), now()).await.unwrap();
    let sodium = page.rows.iter().find(|row| row.name == "Sodium").unwrap();
    assert_eq!(store.delete_one(&bench.a, sodium.id).await.unwrap(), 1);
    assert_eq!(series_of(store, &bench.a, "one").await.len(), 1);
    store.delete_subject(&bench.a).await.unwrap().unwrap();
    assert!(store.put_name_vectors(&bench.a, "one", &all).await.is_err());
    assert_eq!(series_of(store, &bench.b, "one").await, others);
}

tests! {
    both: [a_vector_is_of_one_model_and_of_one_subject, a_vector_goes_with_its_series_and_with_its_subject],
}
