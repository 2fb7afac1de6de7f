//! `mirobody demo`: a synthetic person, loaded through the same path as real documents.

use std::{path::Path, process::ExitCode};

use mirobody_ingest::Ingest;

use super::{
    args::recorded::DemoArgs,
    exit::Failure,
    import, keys,
    record::{Record, block_on},
    serve, terminal,
};

/// The synthetic person, as the API's `user` field names them.
const USER: &str = "demo";

macro_rules! document {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../data/demo/", $name)) as &[u8])
    };
}

/// Three years of reports in three languages, and half a year of readings taken at home.
const DOCUMENTS: [(&str, &[u8]); 6] = [
    document!("checkup-2023-05-11.txt"),
    document!("checkup-2024-05-16.csv"),
    document!("体检报告-2025-05-20.csv"),
    document!("laboratorium-2025-11-18.txt"),
    document!("checkup-2026-05-19.txt"),
    document!("home-log-2026.csv"),
];

/// Loads the person; with `--serve`, prints how to ask and serves.
pub fn run(args: &DemoArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        load(&record).await?;
        if !args.serve {
            terminal::line("try: mirobody ask --user demo \"How is my LDL trending?\"")?;
            return Ok(ExitCode::SUCCESS);
        }
        let address = serve::address(&record.config, &args.listen);
        let key = fresh_key(&record).await?;
        let listener = serve::bind(&address).await?;
        terminal::line(&invitation(&key, &address))?;
        serve::until_stopped(record, listener).await
    })
}

async fn load(record: &Record) -> Result<(), Failure> {
    let scope = record.local_person(USER).await?;
    let ingest = Ingest::new(record.store.clone());
    let have = record.store.files(&scope, super::record::now()).await?;
    let mut readings = 0;
    for (name, bytes) in DOCUMENTS {
        if have.iter().any(|file| file.name == name) {
            continue;
        }
        readings += import::document(&ingest, &scope, Path::new(name), bytes.to_vec()).await?.readings;
    }
    terminal::note(&format!("synthetic person `{USER}`: {readings} new readings from {} documents", DOCUMENTS.len()));
    Ok(())
}

/// A new key for this run; the keys of earlier runs end.
async fn fresh_key(record: &Record) -> Result<String, Failure> {
    const LABEL: &str = "demo";
    let admin = record.store.admin();
    for key in admin.list_keys().await? {
        if key.label == LABEL && !key.revoked {
            admin.revoke_key(key.id).await?;
        }
    }
    Ok(keys::new_key(record, mirobody_store::LOCAL_ACCOUNT, LABEL, None).await?.secret)
}

fn invitation(key: &str, address: &str) -> String {
    let body = format!(
        "{{\"user\": \"{USER}\", \"messages\": [{{\"role\": \"user\", \"content\": \"How is my LDL trending?\"}}]}}"
    );
    format!(
        "\nAPI key (shown this once): {key}\nServing on http://{address}, stop with Ctrl-C. Try:\n\n\
         curl -s http://{address}/v1/chat/completions -H 'Authorization: Bearer {key}' \
         -H 'Content-Type: application/json' -d '{body}'\n"
    )
}
