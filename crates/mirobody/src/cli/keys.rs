//! `mirobody keys`: API keys.

use std::process::ExitCode;

use mirobody_store::{LOCAL_ACCOUNT, NewKey};
use serde_json::json;

use super::{
    args::recorded::{KeysAction, KeysArgs},
    exit,
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};

/// Makes, lists or ends keys.
pub fn run(args: &KeysArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        match &args.action {
            KeysAction::Create { label, account, rpm, json } => create(&record, account, label, *rpm, *json).await,
            KeysAction::List(args) => list(&record, args.json).await,
            KeysAction::Revoke { id } => revoke(&record, id).await,
        }
    })
}

async fn create(
    record: &Record,
    account: &str,
    label: &str,
    rpm: Option<u32>,
    as_json: bool,
) -> Result<ExitCode, Failure> {
    let key = new_key(record, account, label, rpm).await?;
    if as_json {
        terminal::json(&json!({"id": key.id, "account": account, "label": label, "secret": key.secret}))?;
    } else {
        terminal::line(&key.secret)?;
        terminal::note(&format!("key {} of account {account}; the secret is not shown again", key.id));
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(record: &Record, as_json: bool) -> Result<ExitCode, Failure> {
    let keys = record.store.admin().list_keys().await?;
    if as_json {
        let value = |key: &mirobody_store::KeyInfo| {
            json!({
                "id": key.id, "account": key.account, "label": key.label, "rpm": key.rpm,
                "created": key.created.to_string(), "revoked": key.revoked,
            })
        };
        terminal::json(&keys.iter().map(value).collect::<Vec<_>>())?;
    } else {
        let row = |key: &mirobody_store::KeyInfo| {
            let state = if key.revoked { "revoked" } else { "active" };
            let created = key.created.strftime("%Y-%m-%d").to_string();
            vec![key.id.to_string(), key.account.clone(), key.label.clone(), key.rpm.to_string(), created, state.into()]
        };
        terminal::table(&["ID", "ACCOUNT", "LABEL", "RPM", "CREATED", "STATE"], keys.iter().map(row).collect())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A new key of the account of that name; the people of the account `local` are those of the command line.
pub async fn new_key(record: &Record, account: &str, label: &str, rpm: Option<u32>) -> Result<NewKey, Failure> {
    let admin = record.store.admin();
    let account = if account == LOCAL_ACCOUNT {
        record.store.local_account().await?.account()
    } else {
        admin.ensure_account(account).await?
    };
    let rpm = rpm.unwrap_or(record.config.requests_per_minute);
    Ok(admin.create_key(account, label, rpm, now()).await?)
}

async fn revoke(record: &Record, id: &str) -> Result<ExitCode, Failure> {
    let id = id.parse().map_err(|_| Failure::usage("a key's id is the number that `mirobody keys list` shows"))?;
    let revoked = record.store.admin().revoke_key(id).await?;
    terminal::note(if revoked { "revoked" } else { "no active key has this id" });
    Ok(exit::yes_or_no(revoked))
}
