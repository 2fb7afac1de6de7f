//! What keys use, told to the other servers of the record, and what accounts may be billed.
//!
//! True here: counting a request never waits for the database. A server tells what it counted every so often, and learns
//! what the others did; an allowance may be passed by what was counted in between. Must not be here: prices.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use mirobody_store::{AccountScope, StoreError, SystemScope, Usage, UsageOfKey};

use crate::{ApiError, AppState};

/// What this server knows of usage.
#[derive(Debug, Default)]
pub struct Ledger {
    accounts: Mutex<HashMap<i64, Account>>,
}

/// An account that was here.
#[derive(Debug, Default)]
struct Account {
    /// Requests by key, since the record was last told.
    requests: HashMap<Option<i64>, u64>,
    /// Whether it was here since its bill was last looked at.
    seen: bool,
    /// What it was billed this month, and what it may be, in millionths of a US dollar.
    billed: u64,
    cap: Option<u64>,
}

impl Ledger {
    /// Counts a request, unless the account's month is used up.
    pub fn count(&self, scope: &AccountScope) -> Result<(), ApiError> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let account = accounts.entry(scope.account()).or_default();
        account.seen = true;
        if let Some(cap) = account.cap.filter(|cap| account.billed >= *cap) {
            return Err(ApiError::OverCap { cap, billed: account.billed });
        }
        *account.requests.entry(scope.key().map(|key| key.id)).or_default() += 1;
        Ok(())
    }

    /// What was counted since this was last asked, and the accounts that were here.
    fn unsent(&self) -> (Vec<UsageOfKey>, Vec<i64>) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut used, mut seen) = (Vec::new(), Vec::new());
        for (number, account) in accounts.iter_mut().filter(|(_, account)| account.seen) {
            account.seen = false;
            seen.push(*number);
            let of_key =
                |(key, requests)| UsageOfKey { account: *number, key, usage: Usage { requests, ..Usage::default() } };
            used.extend(account.requests.drain().map(of_key));
        }
        (used, seen)
    }

    /// Counts again what could not be told.
    fn give_back(&self, used: &[UsageOfKey]) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        for used in used {
            let Some(account) = accounts.get_mut(&used.account) else { continue };
            account.seen = true;
            *account.requests.entry(used.key).or_default() += used.usage.requests;
        }
    }

    fn stands(&self, account: i64, billed: u64, cap: Option<u64>) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = accounts.get_mut(&account) {
            (account.billed, account.cap) = (billed, cap);
        }
    }
}

impl AppState {
    /// Tells the record what was counted since the last time, and learns how the minutes and months stand.
    pub async fn share_usage(&self, system: &SystemScope) -> Result<(), StoreError> {
        let now = self.clock.now();
        for (key, requests) in self.limits.unsent() {
            if let Some(id) = key {
                let minute = self.store.count_requests(system, id, requests, now).await?;
                self.limits.stands(key, minute.start, minute.used);
            }
        }
        let (used, accounts) = self.ledger.unsent();
        if !used.is_empty()
            && let Err(error) = self.store.add_usage(system, &used, now).await
        {
            self.ledger.give_back(&used);
            return Err(error);
        }
        // Of accounts that were here since the last time, in one look; of the others nothing is new.
        for bill in self.store.bills(system, &accounts, now).await? {
            self.ledger.stands(bill.account, bill.billed, bill.cap);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn account(store: &mirobody_store::Store, name: &str) -> AccountScope {
        let admin = store.admin();
        admin.account(admin.create_account(name).await.unwrap()).await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn requests_are_told_once_and_a_cap_holds_for_its_account_only() {
        let dir = tempfile::tempdir().unwrap();
        let store = mirobody_store::Store::open(dir.path()).await.unwrap();
        let (mine, other) = (account(&store, "mine").await, account(&store, "other").await);
        let ledger = Ledger::default();
        for _ in 0..3 {
            ledger.count(&mine).unwrap();
        }
        let (used, seen) = ledger.unsent();
        assert_eq!((used.len(), used[0].usage.requests, seen.len()), (1, 3, 1));
        ledger.give_back(&used);
        assert_eq!(ledger.unsent().0, used, "what could not be told is told the next time");
        assert!(ledger.unsent().0.is_empty());
        ledger.stands(mine.account(), 5_000_000, Some(5_000_000));
        let refused = ledger.count(&mine).unwrap_err();
        let words = "You have reached your $5 monthly API usage limit (billed $5.00 this month).";
        assert!(refused.to_string().starts_with(words), "{refused}");
        assert_eq!(ledger.unsent().1.len(), 1, "its bill is looked at again");
        ledger.count(&other).unwrap();
        ledger.stands(mine.account(), 5_000_000, Some(9_000_000));
        ledger.count(&mine).unwrap();
    }
}
