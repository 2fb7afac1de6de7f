//! Every parameter of every endpoint with what it cannot hold: a 4xx that names it, or a success that is right; never a
//! 5xx, never a byte of another tenant.
//!
//! The parameters come from the document of the API, so one that is added is tested, and one that is described and not
//! read fails.

mod calls;
mod values;

use std::collections::BTreeSet;

use self::calls::{Call, Place, World};
use crate::support::Reply;

/// What a parameter was given.
struct Try {
    call: Call,
    place: Place,
    name: String,
    what: &'static str,
}

#[tokio::test]
async fn every_parameter_of_every_endpoint_survives_everything() {
    let world = World::start().await;
    let mut tried = BTreeSet::new();
    let mut faults = Vec::new();
    for call in world.calls() {
        for (place, name) in world.parameters(&call) {
            tried.insert((call.id, place, name.clone()));
            for (what, value) in values::all(&world) {
                let sent = Try { call: call.clone(), place, name: name.clone(), what };
                faults.extend(fault(&world, &sent, &value).await);
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(tried.len() > 60, "{} parameters were found in the document", tried.len());
    world.nothing_is_lost().await;
}

/// What is wrong with the answer, if anything.
async fn fault(world: &World, sent: &Try, value: &values::Raw) -> Option<String> {
    let reply = world.send(&sent.call.with(sent.place, &sent.name, value)).await;
    let short: String = reply.text.chars().take(300).collect();
    let place = format!("{} {:?} {} = {}: {} {short}", sent.call.id, sent.place, sent.name, sent.what, reply.status);
    let refused = reply.status >= 400;
    let sound = reply.status < 500
        && !reply.text.contains(World::CANARY)
        && !(refused && reply.text.contains(values::MARK))
        && (!refused || names_its_parameter(sent, &reply));
    (!sound).then_some(place)
}

/// A wrong value is named; what leads nowhere is a 404, and what breaks the whole body is not one field's fault.
fn names_its_parameter(sent: &Try, reply: &Reply) -> bool {
    // A source too many or too few, a retention without its session, an end before its beginning: two fields' faults.
    const PAIRS: [&[&str]; 5] = [
        &["text", "file_key", "file"],
        &["retention", "session_id"],
        &["loinc", "uncoded"],
        &["time", "end_time"],
        &["from", "to"],
    ];
    if sent.call.is_fhir() {
        return reply.json()["issue"][0]["details"]["text"].is_string();
    }
    let (status, code, param) = reply.error();
    if status == 404
        || (status == 401 && sent.name == "key")
        || matches!(code.as_deref(), Some("invalid_json" | "invalid_multipart" | "not_a_websocket"))
    {
        return true;
    }
    let Some(param) = param else { return matches!(sent.name.as_str(), "text" | "file_key" | "file") };
    let last = param.rsplit('.').next().unwrap_or_default();
    let pair = PAIRS.iter().any(|pair| pair.contains(&sent.name.as_str()) && pair.contains(&last));
    let own = sent.call.full_name(&sent.name);
    pair || param == own || param.starts_with(&format!("{own}["))
}

#[tokio::test]
async fn a_wrong_type_is_always_refused_by_name() {
    let world = World::start().await;
    for call in world.calls() {
        for (name, kinds) in world.fields(&call) {
            for (kind, raw) in values::KINDS {
                if kinds.contains(kind) || *kind == "null" {
                    continue;
                }
                let reply = world.send(&call.with(Place::Body, &name, &values::Raw::json(raw))).await;
                let place = format!("{} {name} = {raw}: {} {}", call.id, reply.status, reply.text);
                let (status, _, param) = reply.error();
                assert_eq!((status, param), (400, Some(call.full_name(&name))), "{place}");
            }
        }
    }
}

#[tokio::test]
async fn a_body_cut_short_anywhere_changes_nothing() {
    let world = World::start().await;
    for call in world.calls() {
        let Some(body) = call.body_text() else { continue };
        for at in (0..body.len()).filter(|at| body.is_char_boundary(*at)) {
            let reply = world.send(&call.with_body(&body[..at])).await;
            assert_eq!(reply.error().0, 400, "{} {}: {}", call.id, &body[..at], reply.text);
        }
    }
    world.nothing_is_lost().await;
}

#[tokio::test]
async fn times_far_away_are_refused_or_kept_as_they_are() {
    let world = World::start().await;
    let call = world.call("writeRecords").with(Place::Body, "end_time", &values::Raw::json("null"));
    let day = [
        ("2026-06-17T11:00:00Z", true),
        ("2026-06-18T12:00:01Z", false),
        ("2999-01-01T00:00:00Z", false),
        ("9999-12-31T23:59:59Z", false),
        ("10000-01-01T00:00:00Z", false),
        ("+262143-01-01T00:00:00Z", false),
        ("1880-01-02T00:00:00Z", true),
        ("1879-12-30T00:00:00Z", false),
        ("0001-01-01T00:00:00Z", false),
        ("-009999-01-01T00:00:00Z", false),
        ("2026-02-30", false),
        ("2026-06-16T24:00:01Z", false),
        ("2026-06-16T07:30:60Z", true),
        ("2026-06-16T07:30:00+25:59", true),
        ("2026-06-16T07:30:00+26:00", false),
        ("1781611200", false),
    ];
    for (time, taken) in day {
        let text = values::Raw::json(&format!("{time:?}"));
        let reply = world.send(&call.with(Place::Body, "time", &text)).await;
        assert!(reply.status == 200 || reply.status == 400, "{time}: {}", reply.text);
        if reply.status == 400 {
            assert_eq!(reply.error().2.as_deref(), Some("records[0].time"), "{time}");
        }
        assert_eq!(reply.status == 200, taken, "{time}: {}", reply.text);
    }
}

#[tokio::test]
async fn what_is_anothers_is_not_there() {
    let world = World::start().await;
    let others = world.others();
    for (method, path) in others.paths() {
        let reply = world.ask(&method, &path).await;
        let nothing = reply.status == 404 || reply.json()["deleted"] == 0;
        assert!(nothing && !reply.text.contains(World::CANARY), "{method} {path}: {} {}", reply.status, reply.text);
    }
    world.nothing_is_lost().await;
}
