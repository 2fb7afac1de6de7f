//! Nothing but public addresses is connected to.

use std::{
    net::TcpListener,
    sync::{Arc, Mutex},
};

use mirobody_attach::{AttachError, Attached, Policy, Why};

use crate::support::{Fake, Names, quick, spec};

async fn attach(policy: &Policy, url: String) -> Result<(), AttachError> {
    Attached::connect(&[spec("a", url)], policy).await.map(drop)
}

fn names(places: &[&[&'static str]]) -> Arc<Names> {
    Arc::new(Names(Mutex::new(places.iter().map(|place| place.to_vec()).collect())))
}

#[tokio::test]
async fn this_machine_is_not_reached_unless_its_operator_says_so() {
    let fake = Fake::start().await;
    let nobody = Policy::default().with_patience(quick());
    for host in ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]", "localhost"] {
        let url = format!("http://{host}:{}/secret", fake.port);
        assert_eq!(attach(&nobody, url).await, Err(AttachError::NotPublic), "{host}");
    }
    let other = Policy::new(vec!["127.0.0.1:1".parse().unwrap()]).with_patience(quick());
    assert_eq!(attach(&other, fake.url("/secret")).await, Err(AttachError::NotPublic));
    assert_eq!(fake.hits(), 0);
    assert_eq!(attach(&fake.policy(), fake.url("/mcp")).await, Ok(()));
}

/// The name has a public address while it is looked at, and this machine's when it is connected to.
#[tokio::test]
async fn a_name_that_changes_its_address_is_refused() {
    let fake = Fake::start().await;
    let url = format!("http://rebinding.test:{}/secret", fake.port);
    for places in [&[&["8.8.8.8"][..], &["127.0.0.1"]][..], &[&["8.8.8.8"], &["8.8.8.8", "127.0.0.1"]]] {
        let policy = Policy::with_lookup(Vec::new(), names(places)).with_patience(quick());
        assert_eq!(attach(&policy, url.clone()).await, Err(AttachError::NotPublic));
    }
    assert_eq!(fake.hits(), 0);
}

#[tokio::test]
async fn a_listed_name_leads_where_it_leads() {
    let fake = Fake::start().await;
    let listed = vec![format!("tools.test:{}", fake.port).parse().unwrap()];
    let policy = Policy::with_lookup(listed, names(&[&["127.0.0.1"]])).with_patience(quick());
    assert_eq!(attach(&policy, format!("http://tools.test:{}/mcp", fake.port)).await, Ok(()));
    assert_eq!(attach(&policy, format!("http://other.test:{}/mcp", fake.port)).await, Err(AttachError::NotPublic));
}

#[tokio::test]
async fn nobody_there_is_unreachable() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let policy = Policy::new(vec![address.to_string().parse().unwrap()]).with_patience(quick());
    let unreachable = Err(AttachError::Unusable { label: "a".into(), why: Why::Unreachable });
    assert_eq!(attach(&policy, format!("http://{address}/mcp")).await, unreachable);
    let nameless = Policy::with_lookup(Vec::new(), names(&[&[]])).with_patience(quick());
    assert_eq!(attach(&nameless, "https://nobody.invalid/mcp".into()).await, unreachable);
}
