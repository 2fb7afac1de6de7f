//! `mirobody keys`: API keys.

use std::process::ExitCode;

use jiff::{civil::Date, tz::Offset};
use mirobody_store::{Admin, NewKey, UsageDay, micro_usd, usd};
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
            KeysAction::Usage { from, to, json } => usage(&record, from.as_deref(), to.as_deref(), *json).await,
            KeysAction::Cap { account, usd } => cap(&record, account, usd).await,
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
    let admin = admin(record);
    let account = admin.account_of(account).await?;
    let rpm = rpm.unwrap_or(record.config.requests_per_minute);
    Ok(admin.create_key(account, label, rpm, now()).await?)
}

async fn usage(record: &Record, from: Option<&str>, to: Option<&str>, as_json: bool) -> Result<ExitCode, Failure> {
    let today = Offset::UTC.to_datetime(now()).date();
    let from = from.map_or(Ok(today), |text| day("--from", text))?;
    let to = to.map_or(Ok(from), |text| day("--to", text))?;
    let days = record.store.admin().usage(from, to).await?;
    if as_json {
        let value = |day: &UsageDay| {
            let used = day.usage;
            json!({
                "day": day.day, "account": day.account, "key": day.key, "requests": used.requests,
                "input_tokens": used.input_tokens, "output_tokens": used.output_tokens, "usd": usd(used.micro_usd),
            })
        };
        terminal::json(&days.iter().map(value).collect::<Vec<_>>())?;
    } else {
        let row = |day: &UsageDay| {
            let key = day.key.map_or_else(|| "-".to_owned(), |key| key.to_string());
            let used = day.usage;
            let counts = [used.requests, used.input_tokens, used.output_tokens].map(|count| count.to_string());
            let [requests, input, output] = counts;
            vec![day.day.to_string(), day.account.to_string(), key, requests, input, output, usd(used.micro_usd)]
        };
        let header = ["DAY", "ACCOUNT", "KEY", "REQUESTS", "TOKENS IN", "TOKENS OUT", "USD"];
        terminal::table(&header, days.iter().map(row).collect())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn day(option: &str, text: &str) -> Result<Date, Failure> {
    text.parse().map_err(|_| Failure::usage(format!("{option} must be a date such as 2026-06-16")))
}

async fn cap(record: &Record, account: &str, amount: &str) -> Result<ExitCode, Failure> {
    let cap = match amount {
        "none" => None,
        amount => Some(
            micro_usd(amount).ok_or_else(|| Failure::usage("a cap is in US dollars, such as 20 or 2.50, or none"))?,
        ),
    };
    let admin = admin(record);
    let id = admin.account_of(account).await?;
    admin.set_cap(id, cap).await?;
    let said = cap.map_or_else(|| "no cap".to_owned(), |cap| format!("{} USD a month", usd(cap)));
    terminal::note(&format!("account {account}: {said}"));
    Ok(ExitCode::SUCCESS)
}

/// Changes from here are noted as such.
fn admin(record: &Record) -> Admin {
    record.store.admin().audited("command line", now())
}

async fn revoke(record: &Record, id: &str) -> Result<ExitCode, Failure> {
    let id = id.parse().map_err(|_| Failure::usage("a key's id is the number that `mirobody keys list` shows"))?;
    let revoked = admin(record).revoke_key(id).await?;
    terminal::note(if revoked { "revoked" } else { "no active key has this id" });
    Ok(exit::yes_or_no(revoked))
}
