//! What administrators did: to which account or key, when, and by which way. It outlives what it is about, and holds no name.
//!
//! Must not be here: anything of a person.

use jiff::Timestamp;
use sqlx::FromRow;

use crate::{
    Admin, StoreError, codec,
    db::{Write, query::query},
};

const ADD: &str = "INSERT INTO audit (at_us, way, action, account, api_key, amount) VALUES ($1, $2, $3, $4, $5, $6)";
const NEWEST: &str = "SELECT id, at_us, way, action, account, api_key, amount FROM audit WHERE id < $1 \
    ORDER BY id DESC LIMIT $2";

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// An account was made.
    MakeAccount,
    /// A key was made.
    MakeKey,
    /// A key's requests a minute were set.
    SetRate,
    /// A key was revoked.
    RevokeKey,
    /// An account's cap was set or taken away.
    SetCap,
}

impl Action {
    const fn as_str(self) -> &'static str {
        match self {
            Self::MakeAccount => "account.create",
            Self::MakeKey => "key.create",
            Self::SetRate => "key.set_rpm",
            Self::RevokeKey => "key.revoke",
            Self::SetCap => "account.set_cap",
        }
    }
}

/// Who is noted, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Auditor {
    way: &'static str,
    at: Timestamp,
}

/// Something an administrator did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// Its number: later is greater.
    pub id: i64,
    /// When.
    pub at: Timestamp,
    /// `command line` or `http`.
    pub way: String,
    /// What: `key.create`.
    pub action: String,
    /// To which account.
    pub account: Option<i64>,
    /// To which key.
    pub key: Option<i64>,
    /// How much: requests a minute, or millionths of a US dollar a month.
    pub amount: Option<i64>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    at_us: i64,
    way: String,
    action: String,
    account: Option<i64>,
    api_key: Option<i64>,
    amount: Option<i64>,
}

impl Admin {
    /// The same, where every change is noted as made this way now.
    #[must_use]
    pub fn audited(mut self, way: &'static str, now: Timestamp) -> Self {
        self.auditor = Some(Auditor { way, at: now });
        self
    }

    /// The newest before this number, at most so many.
    pub async fn audit(&self, before: i64, limit: u32) -> Result<Vec<Audited>, StoreError> {
        let rows: Vec<Row> = query(NEWEST).bind(before).bind(limit).all(&mut self.store().read().await?).await?;
        let read = |row: Row| {
            let at = codec::instant(row.at_us)?;
            let Row { id, way, action, account, api_key: key, amount, .. } = row;
            Ok(Audited { id, at, way, action, account, key, amount })
        };
        rows.into_iter().map(read).collect()
    }

    /// In the transaction of what is noted.
    pub(crate) async fn note(
        &self,
        write: &mut Write,
        action: Action,
        account: Option<i64>,
        key: Option<i64>,
        amount: Option<i64>,
    ) -> Result<(), StoreError> {
        let Some(auditor) = self.auditor else { return Ok(()) };
        let add = query(ADD).bind(codec::micros(auditor.at)).bind(auditor.way).bind(action.as_str());
        add.bind(account).bind(key).bind(amount).run(write).await.map(drop)
    }
}
