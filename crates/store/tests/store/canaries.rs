//! Nothing of an erased subject is on disk: every text and every byte string of every row there was is searched for in
//! everything the engine and the store have written.
//!
//! The tables and columns are read from the database itself. Each text of the subject is first replaced by one of its
//! own, where it is no key; then all of them are read back, must be found on disk, and after erasure and the documented
//! maintenance must not. A table that holds nothing of the subject at that point fails the test, unless it is listed
//! as being about nobody: whoever adds a table writes to it in [`fill`].

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
};

use aho_corasick::AhoCorasick;
use jiff::SignedDuration;
use mirobody_standardize::{Alias, Condition};
use mirobody_store::{
    Attempt, Change, MemoryFact, NameVector, NewFile, NewGrant, NewNote, NewObservation, NewResponse, ProfileChange,
    Retention, Sample, SampleBatch, SampledSeries, Scope, Store,
};
use mirobody_testbed::{PrivatePostgres, Programs};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};

use crate::{
    harness::tests,
    support::{Bench, Database, Engine, bench_on, file, now, reading, told},
};

/// Tables with nothing of a person in them, and why.
const ABOUT_NOBODY: [(&str, &str); 13] = [
    ("_sqlx_migrations", "the schema's own history"),
    ("account", "whose key it is; not whose data"),
    ("api_key", "likewise"),
    ("account_cap", "likewise"),
    ("audit", "what was done to accounts and keys, by their numbers"),
    ("rate_minute", "how often a key was used"),
    ("usage_day", "likewise"),
    ("oauth_client", "what a program says of itself"),
    ("schedule", "when which work is due"),
    ("counter", "a number"),
    ("unfinished", "what the program has left to do at its start"),
    ("record", "the name of a directory"),
    ("doomed_blob", "random names of files that are being removed; searched for as file.blob"),
];
/// Texts that rows are found by, and so are not replaced: table and column.
const KEYS: [(&str, &str); 13] = [
    ("alias", "name_key"),
    ("alias", "unit_family"),
    ("alias", "specimen_key"),
    ("alias", "laboratory_key"),
    ("file", "key"),
    ("file", "blob"),
    ("file_text", "key"),
    ("file_content", "key"),
    ("complaint", "file_key"),
    ("note", "id"),
    ("note_origin", "note"),
    ("observation", "file_key"),
    ("observation_past", "file_key"),
];
/// Words that stand in other rows too, so that finding them says nothing.
const SHORTEST: usize = 8;

/// Letters that no page compression can shorten.
fn noise(seed: &mut u64, length: usize) -> String {
    let letter = |seed: &mut u64| {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[(*seed >> 32) as usize % 64])
    };
    (0..length).map(|_| letter(seed)).collect()
}

/// Something in every table, in pages that were split and rows that were moved and deleted.
async fn fill(store: &Store, scope: &Scope, name: &str, seed: &mut u64) {
    for round in 0..12 {
        let session = Retention::Session(format!("{name}-session-{}", noise(seed, 20)));
        let new =
            NewFile { retention: session.clone(), ..file(&format!("{name}-{round}"), noise(seed, 5000).as_bytes()) };
        let kept = store.put_file(scope, new, now()).await.unwrap();
        let pages = [noise(seed, 20_000), noise(seed, 30)];
        assert!(store.set_file_text(scope, &kept.key, &pages, &noise(seed, 100)).await.unwrap());
        complaints(store, scope, &kept.key, &session, seed).await;
        conversation(store, scope, seed).await;
        let mut rows = Vec::new();
        for _ in 0..30 {
            let length = 40 + (*seed % 3000) as usize;
            let mut new = reading(&format!("{name} {}", noise(seed, 12)), &noise(seed, length), "", "2026-01-01");
            new.coded.series = format!("{name}-{}", noise(seed, length / 4));
            rows.push(NewObservation { file_key: Some(kept.key.clone()), retention: session.clone(), ..new });
        }
        let ids = store.append(scope, rows).await.unwrap();
        for id in ids.iter().step_by(7) {
            assert_eq!(store.delete_one(scope, *id).await.unwrap(), 1);
        }
        let change = Change { at: now(), by_key: None };
        for (nth, id) in ids.iter().enumerate().skip(1).step_by(7) {
            if nth % 2 == 0 {
                assert!(store.retract(scope, *id, change).await.unwrap());
            } else {
                let new = reading(&format!("{name} {}", noise(seed, 12)), &noise(seed, 60), "", "2026-01-01");
                let new = NewObservation { file_key: Some(kept.key.clone()), ..new };
                store.amend(scope, *id, new, change, None).await.unwrap().unwrap();
            }
        }
    }
    let salt = i64::from(*seed as u16);
    let sample = |n: i64| Sample {
        start: now().checked_add(SignedDuration::from_secs(n * n)).unwrap(),
        end: now().checked_add(SignedDuration::from_secs(n * n)).unwrap(),
        offset: None,
        day: "2026-06-20".parse().unwrap(),
        value: (n * 37 % 101 + salt * n % 1009).into(),
    };
    let of = SampledSeries { series: noise(seed, 40), name: noise(seed, 40), loinc: None };
    let batch = SampleBatch { of, tag: noise(seed, 40), unit: "/min".into(), samples: (1..200).map(sample).collect() };
    store.append_samples(scope, &batch).await.unwrap();
    let mut hash = || mirobody_store::sha256(noise(seed, 40).as_bytes());
    let attempt = Attempt { key: hash(), request: hash() };
    store.claim(scope, &attempt, now()).await.unwrap();
    store.finish(scope, &attempt, &noise(seed, 40)).await.unwrap();
    store.new_link(scope, now()).await.unwrap();
    store.new_sign_in_code(scope, now()).await.unwrap();
    let grant = NewGrant {
        client: noise(seed, 40),
        scopes: noise(seed, 40),
        resource: noise(seed, 40),
        redirect: noise(seed, 40),
        challenge: noise(seed, 40),
    };
    store.grant(scope, None, &grant, now()).await.unwrap();
    let text = |text: &str| Some(text.to_owned());
    let change = ProfileChange {
        zone: text("America/Argentina/ComodRivadavia"),
        sex: text("female"),
        birth_date: text("1931-07-23"),
        units: text("conventional"),
        language: text("en"),
        ..ProfileChange::default()
    };
    store.set_profile(scope, &change, now()).await.unwrap();
    for series in store.series(scope, now()).await.unwrap().into_iter().take(40) {
        let numbers = noise(seed, 64).bytes().map(f32::from).collect();
        let text_sha256 = mirobody_store::sha256(noise(seed, 40).as_bytes());
        let vector = NameVector { series: series.series, text_sha256, vector: numbers };
        store.put_name_vectors(scope, &noise(seed, 40), &[vector]).await.unwrap();
    }
    for _ in 0..20 {
        let (path, text, origin) = (noise(seed, 40), noise(seed, 3000), noise(seed, 40));
        let note = NewNote { path: &path, text: &text, origin: &origin };
        store.write_note(scope, note, now()).await.unwrap();
        store.rewrite_note(scope, &path, &origin, now(), |was| Some(format!("{was} again"))).await.unwrap();
    }
    let condition = Condition { specimen: noise(seed, 40), laboratory: noise(seed, 40), ..Condition::default() };
    store.put_alias(scope, &Alias::stored(&noise(seed, 40), condition, None), now()).await.unwrap();
}

/// A conversation of a session, an answer of which is gone, and what was remembered of it.
async fn conversation(store: &Store, scope: &Scope, seed: &mut u64) {
    let session = noise(seed, 40);
    for _ in 0..3 {
        let thread = store.session_thread(scope, &session, now()).await.unwrap();
        let (id, body, said) = (noise(seed, 40), noise(seed, 700), noise(seed, 500));
        let pending = [noise(seed, 40)];
        let new = NewResponse {
            id: &id,
            thread: thread.as_ref(),
            session: Some(&session),
            body: &body,
            said: &said,
            pending: &pending,
            tells: true,
        };
        store.put_response(scope, &new, now()).await.unwrap();
        let fact = MemoryFact { fact: noise(seed, 60), said: now() };
        store.remember(scope, &id, &[fact]).await.unwrap();
        if let Some(thread) = thread {
            store.delete_response(scope, &thread.parent, now()).await.unwrap();
        }
    }
}

/// A complaint that has a code and one that has none.
async fn complaints(store: &Store, scope: &Scope, file_key: &str, session: &Retention, seed: &mut u64) {
    let mut new = told(&["headache for three days", "pain"], "2026-01-01");
    for one in &mut new {
        one.words.sentence = noise(seed, 500);
        (one.file_key, one.retention) = (Some(file_key.to_owned()), session.clone());
    }
    assert_eq!(store.append_complaints(scope, &new, None).await.unwrap().len(), 2);
}

/// A connection beside the store's.
enum Raw {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

const COLUMNS_SQLITE: &str = "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c \
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type IN ('TEXT', 'BLOB') ORDER BY 1, 2";
const TABLES_SQLITE: &str = "SELECT name, '' FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
const COLUMNS_POSTGRES: &str = "SELECT table_name::text, column_name::text FROM information_schema.columns \
    WHERE table_schema = current_schema() AND data_type NOT IN ('bigint', 'boolean') ORDER BY 1, 2";
const TEXTS_SQLITE: &str = "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c \
    WHERE t.type = 'table' AND c.type = 'TEXT'";
const TEXTS_POSTGRES: &str = "SELECT table_name::text, column_name::text FROM information_schema.columns \
    WHERE table_schema = current_schema() AND data_type = 'text'";
const TABLES_POSTGRES: &str = "SELECT table_name::text, '' FROM information_schema.tables \
    WHERE table_schema = current_schema()";

const SUBJECT: &str = "SELECT CAST(id AS TEXT), '' FROM subject WHERE user_name LIKE 'zyxomab%'";

impl Raw {
    async fn of(bench: &Bench) -> Self {
        match &bench.database {
            None => {
                let url = format!("sqlite://{}", bench.dir.path().join("mirobody.db").display());
                Self::Sqlite(SqliteConnection::connect(&url).await.unwrap())
            }
            Some(database) => Self::Postgres(PgConnection::connect(&database.url).await.unwrap()),
        }
    }

    async fn pairs(&mut self, [sqlite, postgres]: [&'static str; 2]) -> Vec<(String, String)> {
        match self {
            Self::Sqlite(raw) => sqlx::query_as(sqlite).fetch_all(raw).await.unwrap(),
            Self::Postgres(raw) => sqlx::query_as(postgres).fetch_all(raw).await.unwrap(),
        }
    }

    async fn run(&mut self, sql: String) {
        let sql = AssertSqlSafe(sql);
        match self {
            Self::Sqlite(raw) => drop(sqlx::query(sql).execute(raw).await.unwrap()),
            Self::Postgres(raw) => drop(sqlx::query(sql).execute(raw).await.unwrap()),
        }
    }

    /// The values of a column as bytes.
    async fn bytes(&mut self, table: &str, column: &str, whose: &str) -> Vec<Vec<u8>> {
        let condition = format!("{whose} AND {column} IS NOT NULL");
        let select = |what: &str| AssertSqlSafe(["SELECT ", what, " FROM ", table, " WHERE ", &condition].concat());
        match self {
            Self::Sqlite(raw) => {
                sqlx::query_scalar(select(&format!("CAST({column} AS BLOB)"))).fetch_all(raw).await.unwrap()
            }
            Self::Postgres(raw) => {
                let bytea = format!(
                    "CASE WHEN pg_typeof({column}) = 'bytea'::regtype THEN {column}::text::bytea \
                     ELSE convert_to({column}::text, 'UTF8') END"
                );
                sqlx::query_scalar(select(&bytea)).fetch_all(raw).await.unwrap()
            }
        }
    }
}

/// The condition for the rows of a subject.
fn whose(table: &str, subject: &str) -> String {
    if table == "subject" { format!("id = {subject}") } else { format!("subject = {subject}") }
}

/// Every text and byte string of the subject, by where it stands. Each text that is no key is one of its own first.
async fn canaries(raw: &mut Raw, subject: &str) -> BTreeMap<String, Vec<Vec<u8>>> {
    let tables = raw.pairs([TABLES_SQLITE, TABLES_POSTGRES]).await;
    let columns = raw.pairs([COLUMNS_SQLITE, COLUMNS_POSTGRES]).await;
    let texts = raw.pairs([TEXTS_SQLITE, TEXTS_POSTGRES]).await;
    let mut found = BTreeMap::new();
    for (table, _) in tables.iter().filter(|(table, _)| ABOUT_NOBODY.iter().all(|(nobody, _)| table != nobody)) {
        let whose = whose(table, subject);
        for (_, column) in columns.iter().filter(|(of, _)| of == table) {
            let marker = format!("canary-{table}-{column}-");
            let is_text = texts.iter().any(|(of, text)| of == table && text == column);
            if is_text && !KEYS.contains(&(table.as_str(), column.as_str())) {
                // Before what is there, which in parts is long enough to be kept apart from its row.
                let value = format!("'{marker}' || coalesce({column}, '')");
                raw.run(["UPDATE ", table, " SET ", column, " = ", &value, " WHERE ", &whose].concat()).await;
            }
            let values = raw.bytes(table, column, &whose).await;
            found.insert(format!("{table}.{column}"), needles(&marker, values));
        }
    }
    let empty: Vec<_> = found.iter().filter(|(_, values)| values.is_empty()).map(|(place, _)| place).collect();
    assert_eq!(empty, ["alias.unit_family"], "these hold nothing of the subject: write to them in `fill`");
    found
}

/// Everything in the files below these directories.
fn on_disk(dirs: &[PathBuf]) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for dir in dirs {
        for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap() {
                kind if kind.is_dir() => all.extend(on_disk(&[entry.path()])),
                // A file may be gone by the time it is read, as those of a server's statistics are.
                kind if kind.is_file() => all.extend(fs::read(entry.path()).ok().map(|bytes| (entry.path(), bytes))),
                _ => {}
            }
        }
    }
    all
}

/// What the values of a column are known by: the marker they all begin with, or each value; and how the long ones end.
fn needles(marker: &str, values: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    const LONG: usize = 2000;
    const PART: usize = 40;
    let ends = values.iter().filter(|value| value.len() > LONG).map(|value| value[value.len() - PART..].to_vec());
    let mut needles: Vec<Vec<u8>> = ends.collect();
    if !values.is_empty() && values.iter().all(|value| value.starts_with(marker.as_bytes())) {
        needles.push(marker.as_bytes().to_vec());
    } else {
        let telling = values.into_iter().filter(|value| value.len() >= SHORTEST);
        // A page holds no more than a part of a long one, and blocks of samples begin alike.
        needles.extend(telling.map(|value| value[value.len().saturating_sub(PART)..].to_vec()));
    }
    needles
}

/// What of it is in which files.
fn traces(
    canaries: &BTreeMap<String, Vec<Vec<u8>>>,
    disk: &[(PathBuf, Vec<u8>)],
) -> BTreeMap<String, BTreeSet<PathBuf>> {
    let all: Vec<(&String, &Vec<u8>)> =
        canaries.iter().flat_map(|(place, needles)| needles.iter().map(move |needle| (place, needle))).collect();
    let search = AhoCorasick::new(all.iter().map(|(_, needle)| needle)).unwrap();
    let mut found = BTreeMap::<String, BTreeSet<PathBuf>>::new();
    for (path, bytes) in disk {
        for hit in search.find_overlapping_iter(bytes) {
            let (place, _) = all[hit.pattern().as_usize()];
            found.entry(place.clone()).or_default().insert(path.clone());
        }
    }
    found
}

async fn nothing_of_an_erased_subject_is_on_disk(engine: Engine) {
    let server = (engine == Engine::Postgres).then(documented_server);
    let database = match &server {
        Some(server) => Some(Database::on(&server.url("postgres")).await),
        None => None,
    };
    let bench = bench_on(database).await;
    let dirs: Vec<PathBuf> = [Some(bench.dir.path()), server.as_ref().map(PrivatePostgres::dir)]
        .into_iter()
        .flatten()
        .map(Path::to_owned)
        .collect();
    let mut seed = 88_172_645_463_325_252;
    let account = bench.store.local_account().await.unwrap();
    let scope = account.subject(&bench.store, "zyxomab-erasable@example.org").await.unwrap();
    fill(&bench.store, &scope, "Zyxomab", &mut seed).await;
    fill(&bench.store, &bench.b, "Keptomab", &mut seed).await;
    let mut raw = Raw::of(&bench).await;
    let ids = raw.pairs([SUBJECT; 2]).await;
    // What waits for a worker, and a key that only an operator's key would have made.
    let subject = &ids[0].0;
    let values = format!(" VALUES ('kind', 'about', {subject}, 0, 0, 'error', 'lease')");
    raw.run(["INSERT INTO job (kind, about, subject, after_us, failures, error, lease)", &values].concat()).await;
    let wrapped =
        if server.is_some() { "'the wrapped key of the subject'::bytea" } else { "x'746865207772617070656420'" };
    raw.run(["INSERT INTO subject_key (subject, wrapped) VALUES (", subject, ", ", wrapped, ")"].concat()).await;
    let canaries = canaries(&mut raw, subject).await;
    if server.is_some() {
        raw.run("ANALYZE".to_owned()).await;
        raw.run("CHECKPOINT".to_owned()).await;
    }
    let (before, files) = (traces(&canaries, &on_disk(&dirs)), canaries.len());
    assert_eq!(before.len(), files - 1, "a search that finds too little: {:?}", before.keys());
    let kept = bench.store.list(&bench.b, &mirobody_store::ListFilter::default(), now()).await.unwrap();
    bench.store.delete_subject(&scope).await.unwrap().unwrap();
    drop(raw);
    let done = bench.store.maintain(&bench.store.admin().system(), now()).await.unwrap();
    assert!(done.is_complete(), "{done:?}");
    let after = traces(&canaries, &on_disk(&dirs));
    assert!(after.is_empty(), "still on disk: {after:#?}");
    assert_eq!(bench.store.list(&bench.b, &mirobody_store::ListFilter::default(), now()).await.unwrap(), kept);
}

/// A server as docs/record.md asks for.
fn documented_server() -> PrivatePostgres {
    let programs = Programs::find().expect("this test needs PostgreSQL's programs, not only a server");
    PrivatePostgres::start(&programs, &env::temp_dir(), &[("wal_recycle", "off")]).unwrap()
}

tests! {
    both: [nothing_of_an_erased_subject_is_on_disk],
}
