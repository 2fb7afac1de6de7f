//! What keys have used: requests a minute for their allowance, requests and tokens a day for their bill.
//!
//! True here: counts are shared by all servers of a record, which add what they have counted every so often; an
//! allowance is therefore a floor and not an exact ceiling. Money is whole millionths of a US dollar. Must not be here:
//! prices, and what is answered when an allowance is used up.

use jiff::{Timestamp, civil::Date, tz::Offset};
use sqlx::FromRow;

use crate::{
    AccountScope, Admin, Store, StoreError, SystemScope,
    db::{Write, query::query},
    store::stored,
};

/// What a key used since it was last added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Requests.
    pub requests: u64,
    /// Tokens a model read.
    pub input_tokens: u64,
    /// Tokens a model wrote.
    pub output_tokens: u64,
    /// What they cost, in millionths of a US dollar.
    pub micro_usd: u64,
}

/// Usage to be added to a key's day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsageOfKey {
    /// The account.
    pub account: i64,
    /// The key; none for what the account used without one.
    pub key: Option<i64>,
    /// What it used.
    pub usage: Usage,
}

/// A day of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageDay {
    /// The account.
    pub account: i64,
    /// The key.
    pub key: Option<i64>,
    /// The day, in UTC.
    pub day: Date,
    /// What was used on it.
    pub usage: Usage,
}

/// A key's running minute, over all servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minute {
    /// When it started, in seconds since 1970.
    pub start: i64,
    /// Requests in it.
    pub used: u64,
}

const ADD: &str = "INSERT INTO usage_day (account, key, day, requests, input_tokens, output_tokens, micro_usd) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account, key, day) DO UPDATE SET \
    requests = usage_day.requests + excluded.requests, \
    input_tokens = usage_day.input_tokens + excluded.input_tokens, \
    output_tokens = usage_day.output_tokens + excluded.output_tokens, \
    micro_usd = usage_day.micro_usd + excluded.micro_usd";
const DAYS: &str = "SELECT account, key, day, requests, input_tokens, output_tokens, micro_usd FROM usage_day \
    WHERE day >= $1 AND day <= $2 ORDER BY account, key, day";
const BILLED: &str = "SELECT CAST(COALESCE(SUM(micro_usd), 0) AS BIGINT) FROM usage_day \
    WHERE account = $1 AND day >= $2 AND day <= $3";
const CAP: &str = "SELECT cap_micro_usd FROM account_cap WHERE account = $1";
const SET_CAP: &str = "INSERT INTO account_cap (account, cap_micro_usd) VALUES ($1, $2) \
    ON CONFLICT (account) DO UPDATE SET cap_micro_usd = excluded.cap_micro_usd";
const NO_CAP: &str = "DELETE FROM account_cap WHERE account = $1";
/// The minute goes on while it lasts; a clock that was set back starts another.
const COUNT: &str = "INSERT INTO rate_minute (key, start_s, used) VALUES ($1, $2, $3) \
    ON CONFLICT (key) DO UPDATE SET \
    used = CASE WHEN excluded.start_s - rate_minute.start_s BETWEEN 0 AND 59 \
        THEN rate_minute.used + excluded.used ELSE excluded.used END, \
    start_s = CASE WHEN excluded.start_s - rate_minute.start_s BETWEEN 0 AND 59 \
        THEN rate_minute.start_s ELSE excluded.start_s END \
    RETURNING start_s, used";

/// The key of usage without a key.
const NO_KEY: i64 = 0;

#[derive(FromRow)]
struct Row {
    account: i64,
    key: i64,
    day: String,
    requests: i64,
    input_tokens: i64,
    output_tokens: i64,
    micro_usd: i64,
}

impl Store {
    /// Adds what keys have used to their day in UTC.
    pub async fn add_usage(&self, _: &SystemScope, used: &[UsageOfKey], now: Timestamp) -> Result<(), StoreError> {
        let day = utc(now).to_string();
        let mut write = self.write().await?;
        for used in used {
            add(&mut write, used, &day).await?;
        }
        write.commit().await
    }

    /// Adds requests to a key's running minute, and says how it stands over all servers.
    pub async fn count_requests(
        &self,
        _: &SystemScope,
        key: i64,
        requests: u64,
        now: Timestamp,
    ) -> Result<Minute, StoreError> {
        let count = query(COUNT).bind(key).bind(now.as_second()).bind(signed(requests));
        let mut write = self.write().await?;
        let row: Option<(i64, i64)> = count.first(&mut write).await?;
        write.commit().await?;
        let (start, used) = row.unwrap_or((now.as_second(), signed(requests)));
        Ok(Minute { start, used: used.unsigned_abs() })
    }
}

async fn add(write: &mut Write, used: &UsageOfKey, day: &str) -> Result<(), StoreError> {
    let Usage { requests, input_tokens, output_tokens, micro_usd } = used.usage;
    let add = query(ADD).bind(used.account).bind(used.key.unwrap_or(NO_KEY)).bind(day).bind(signed(requests));
    let add = add.bind(signed(input_tokens)).bind(signed(output_tokens)).bind(signed(micro_usd));
    add.run(write).await.map(drop)
}

impl AccountScope {
    /// What the account has been billed in the month of `now` (UTC), in millionths of a US dollar, and its cap.
    pub async fn billed(&self, store: &Store, now: Timestamp) -> Result<(u64, Option<u64>), StoreError> {
        let day = utc(now);
        let mut read = store.read().await?;
        let cap: Option<i64> = query(CAP).bind(self.account()).value(&mut read).await?;
        let month = query(BILLED).bind(self.account()).bind(day.first_of_month().to_string());
        let billed: i64 = month.bind(day.last_of_month().to_string()).only(&mut read).await?;
        Ok((billed.unsigned_abs(), cap.map(i64::unsigned_abs)))
    }
}

impl Admin {
    /// What every key used from one day to another in UTC, both included.
    pub async fn usage(&self, from: Date, to: Date) -> Result<Vec<UsageDay>, StoreError> {
        let days = query(DAYS).bind(from.to_string()).bind(to.to_string());
        let rows: Vec<Row> = days.all(&mut self.store().read().await?).await?;
        rows.into_iter().map(read).collect()
    }

    /// How much an account may be billed a month, in millionths of a US dollar; none for no cap.
    pub async fn set_cap(&self, account: i64, cap: Option<u64>) -> Result<(), StoreError> {
        let mut write = self.store().write().await?;
        match cap {
            Some(cap) => query(SET_CAP).bind(account).bind(signed(cap)).run(&mut write).await?,
            None => query(NO_CAP).bind(account).run(&mut write).await?,
        };
        write.commit().await
    }
}

fn read(row: Row) -> Result<UsageDay, StoreError> {
    Ok(UsageDay {
        account: row.account,
        key: Some(row.key).filter(|key| *key != NO_KEY),
        day: stored(&row.day, "day")?,
        usage: Usage {
            requests: row.requests.unsigned_abs(),
            input_tokens: row.input_tokens.unsigned_abs(),
            output_tokens: row.output_tokens.unsigned_abs(),
            micro_usd: row.micro_usd.unsigned_abs(),
        },
    })
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn utc(now: Timestamp) -> Date {
    Offset::UTC.to_datetime(now).date()
}
