//! What keys have used: requests a minute for their allowance, requests and tokens a day for their bill.
//!
//! True here: counts are shared by all servers of a record, which add what they have counted every so often; an
//! allowance is therefore a floor and not an exact ceiling. Money is whole millionths of a US dollar. Must not be here:
//! prices, and what is answered when an allowance is used up.

use jiff::{Timestamp, civil::Date, tz::Offset};
use rust_decimal::Decimal;
use sqlx::FromRow;

use crate::{
    AccountScope, Admin, Store, StoreError, SystemScope, audit,
    db::{Write, build::Builder, query::query},
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

/// An account as listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountInfo {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What it may be billed a month, in millionths of a US dollar; none: no cap.
    pub cap: Option<u64>,
    /// What it was billed this month.
    pub billed: u64,
}

/// Millionths of a US dollar from an amount in dollars: `20`, `2.50`. None when it is no such amount.
pub fn micro_usd(text: &str) -> Option<u64> {
    let text = text.trim();
    // The decimal's own reader takes `1e3` and `1_000` too.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let amount: Decimal = text.parse().ok().filter(|_| is_plain)?;
    let micro = amount.checked_mul(1_000_000.into())?;
    let whole = u64::try_from(micro).ok().filter(|_| micro.fract().is_zero())?;
    i64::try_from(whole).ok().map(|_| whole)
}

/// An amount in US dollars: `20.000000`.
pub fn usd(micro: u64) -> String {
    format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000)
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
/// With the last day of the month and [`BILLS_OF`] after it.
const BILLS: &str = "SELECT a.id, CAST(COALESCE((SELECT SUM(micro_usd) FROM usage_day u WHERE u.account = a.id \
    AND u.day >= ";
const BILLS_OF: &str = "), 0) AS BIGINT), c.cap_micro_usd FROM account a LEFT JOIN account_cap c ON c.account = a.id \
    WHERE a.id IN (";
const ACCOUNTS: &str = "SELECT a.id, a.name, c.cap_micro_usd, CAST(COALESCE((SELECT SUM(micro_usd) FROM usage_day u \
    WHERE u.account = a.id AND u.day >= $1 AND u.day <= $2), 0) AS BIGINT) FROM account a \
    LEFT JOIN account_cap c ON c.account = a.id ORDER BY a.id";
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

    /// How the months of some accounts stand, in one look.
    pub async fn bills(&self, _: &SystemScope, accounts: &[i64], now: Timestamp) -> Result<Vec<Bill>, StoreError> {
        bills(self, accounts, now).await
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
        let bills = bills(store, &[self.account()], now).await?;
        Ok(bills.first().map_or((0, None), |bill| (bill.billed, bill.cap)))
    }
}

/// How an account's month stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bill {
    /// The account.
    pub account: i64,
    /// What it was billed, in millionths of a US dollar.
    pub billed: u64,
    /// What it may be; none: no cap.
    pub cap: Option<u64>,
}

/// Of all these accounts at once.
async fn bills(store: &Store, accounts: &[i64], now: Timestamp) -> Result<Vec<Bill>, StoreError> {
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let day = utc(now);
    let mut select = Builder::new(store.dialect(), BILLS);
    select.bind(day.first_of_month().to_string()).push(" AND u.day <= ").bind(day.last_of_month().to_string());
    select.push(BILLS_OF).list(accounts.iter().copied()).push(")");
    let rows: Vec<(i64, i64, Option<i64>)> = select.query().all(&mut store.read().await?).await?;
    let bill = |(account, billed, cap): (i64, i64, Option<i64>)| Bill {
        account,
        billed: billed.unsigned_abs(),
        cap: cap.map(i64::unsigned_abs),
    };
    Ok(rows.into_iter().map(bill).collect())
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
        let mut write = self.write().await?;
        match cap {
            Some(cap) => query(SET_CAP).bind(account).bind(signed(cap)).run(&mut write).await?,
            None => query(NO_CAP).bind(account).run(&mut write).await?,
        };
        self.note(&mut write, audit::Action::SetCap, Some(account), None, cap.map(signed)).await?;
        write.commit().await
    }

    /// Every account, with what it was billed in the month of `now` (UTC) and what it may be.
    pub async fn accounts(&self, now: Timestamp) -> Result<Vec<AccountInfo>, StoreError> {
        let day = utc(now);
        let accounts = query(ACCOUNTS).bind(day.first_of_month().to_string()).bind(day.last_of_month().to_string());
        let rows: Vec<(i64, String, Option<i64>, i64)> = accounts.all(&mut self.store().read().await?).await?;
        let account = |(id, name, cap, billed): (i64, String, Option<i64>, i64)| AccountInfo {
            id,
            name,
            cap: cap.map(i64::unsigned_abs),
            billed: billed.unsigned_abs(),
        };
        Ok(rows.into_iter().map(account).collect())
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
