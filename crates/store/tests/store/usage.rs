//! What keys have used, over several servers.

use jiff::{SignedDuration, civil::date};
use mirobody_store::{Minute, Usage, UsageOfKey};

use crate::{
    harness::tests,
    support::{Engine, bench, now},
};

fn tokens(micro_usd: u64) -> Usage {
    Usage { requests: 1, input_tokens: 10, output_tokens: 2, micro_usd }
}

async fn usage_adds_up_by_key_and_day_and_an_account_is_billed_for_all_its_keys(engine: Engine) {
    let bench = bench(engine).await;
    let (store, admin) = (&bench.store, bench.store.admin());
    let (system, now) = (admin.system(), now());
    let (mine, other) = (admin.create_account("mine").await.unwrap(), admin.create_account("other").await.unwrap());
    let key = admin.create_key(mine, "k", 60, now).await.unwrap().id;
    let used = |account, key, cost| UsageOfKey { account, key, usage: tokens(cost) };
    store
        .add_usage(&system, &[used(mine, Some(key), 700), used(mine, None, 50), used(other, None, 9)], now)
        .await
        .unwrap();
    store.add_usage(&system, &[used(mine, Some(key), 300)], now).await.unwrap();
    store.add_usage(&system, &[used(mine, Some(key), 5)], now + SignedDuration::from_hours(24 * 15)).await.unwrap();
    let days = admin.usage(date(2026, 6, 1), date(2026, 6, 30)).await.unwrap();
    let shown: Vec<_> =
        days.iter().map(|day| (day.account, day.key, day.usage.requests, day.usage.micro_usd)).collect();
    assert_eq!(shown, [(mine, None, 1, 50), (mine, Some(key), 2, 1000), (other, None, 1, 9)]);
    let account = admin.account(mine).await.unwrap().unwrap();
    assert_eq!(account.billed(store, now).await.unwrap(), (1050, None), "July is another month");
    admin.set_cap(mine, Some(5_000_000)).await.unwrap();
    assert_eq!(account.billed(store, now).await.unwrap(), (1050, Some(5_000_000)));
    let account = admin.account(other).await.unwrap().unwrap();
    assert_eq!(account.billed(store, now).await.unwrap(), (9, None));
}

async fn servers_count_one_minute_together(engine: Engine) {
    let bench = bench(engine).await;
    let (store, admin) = (&bench.store, bench.store.admin());
    let (system, now) = (admin.system(), now());
    let account = admin.create_account("mine").await.unwrap();
    let key = admin.create_key(account, "k", 60, now).await.unwrap().id;
    let other = admin.create_key(account, "l", 60, now).await.unwrap().id;
    let second = SignedDuration::from_secs(1);
    let count = async |key, requests, at| store.count_requests(&system, key, requests, at).await.unwrap();
    let start = now.as_second();
    assert_eq!(count(key, 3, now).await, Minute { start, used: 3 });
    assert_eq!(count(key, 4, now + second * 59).await, Minute { start, used: 7 });
    assert_eq!(count(other, 1, now + second).await, Minute { start: start + 1, used: 1 });
    assert_eq!(count(key, 2, now + second * 60).await, Minute { start: start + 60, used: 2 });
    assert_eq!(count(key, 1, now).await, Minute { start, used: 1 }, "a clock that was set back");
}

tests! {
    both: [
        usage_adds_up_by_key_and_day_and_an_account_is_billed_for_all_its_keys,
        servers_count_one_minute_together,
    ],
}
