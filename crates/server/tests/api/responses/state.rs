//! What is kept, by whom it can be continued, and how it ends.

use serde_json::{Value, json};

use super::{Bench, bench, book, calls, outputs};

const MONTH: i64 = 31 * 86_400;

fn path(answer: &Value) -> String {
    format!("/v1/responses/{}", answer["id"].as_str().unwrap())
}

impl Bench {
    async fn status(&self, key: &str, answer: &Value) -> u16 {
        self.server.get(key, &path(answer)).await.status
    }
}

#[tokio::test]
async fn a_response_is_read_back_as_it_was_given_until_it_is_deleted() {
    let bench = bench().await;
    let (ann, bob) = (bench.server.ann.clone(), bench.server.bob.clone());
    let answer = bench.answer(json!({"input": "hi"})).await;
    assert_eq!(bench.server.get(&ann, &path(&answer)).await.json(), answer);
    assert_eq!(bench.status(&bob, &answer).await, 404);
    assert_eq!(bench.server.delete(&bob, &path(&answer)).await.status, 404);
    let gone = bench.server.delete(&ann, &path(&answer)).await.json();
    assert_eq!(gone, json!({"id": answer["id"], "object": "response", "deleted": true}));
    assert_eq!(bench.status(&ann, &answer).await, 404);
    assert_eq!(bench.server.delete(&ann, &path(&answer)).await.status, 404);
    let left_no_trace = bench.answer(json!({"input": "hi", "store": false})).await;
    assert_eq!(bench.status(&ann, &left_no_trace).await, 404);
}

#[tokio::test]
async fn a_conversation_goes_on_from_its_own_ancestors_alone() {
    let bench = bench().await;
    let root = bench.answer(json!({"input": "the root is AAA", "instructions": "whisper SSS"})).await;
    bench.answer(json!({"input": "one BBB", "previous_response_id": root["id"]})).await;
    bench.answer(json!({"input": "two CCC", "previous_response_id": root["id"]})).await;
    let told = bench.told();
    assert!(told.contains("AAA") && told.contains("CCC") && !told.contains("BBB") && !told.contains("SSS"), "{told}");
    for (user, key) in [("bob", &bench.server.ann), ("alice", &bench.server.bob)] {
        let body = json!({"user": user, "input": "what?", "previous_response_id": root["id"]});
        let reply = bench.server.post(key, "/v1/responses", body).await;
        assert_eq!(reply.status, 404, "{}", reply.text);
    }
}

#[tokio::test]
async fn a_session_is_one_conversation_of_one_person() {
    let bench = bench().await;
    let first = bench.answer(json!({"input": "my dog is AAA", "session_id": "s"})).await;
    bench.answer(json!({"input": "who?", "session_id": "s"})).await;
    assert!(bench.told().contains("AAA"));
    for body in
        [json!({"input": "who?", "session_id": "t"}), json!({"input": "who?", "session_id": "s", "user": "bob"})]
    {
        bench.answer(body).await;
        assert!(!bench.told().contains("AAA"));
    }
    bench.server.advance(MONTH);
    assert_eq!(bench.status(&bench.server.ann.clone(), &first).await, 200, "a session does not expire");
    let ended = bench.server.delete(&bench.server.ann, "/v1/sessions/s?user=alice").await.json();
    assert_eq!(ended["deleted"], 1);
    assert_eq!(bench.status(&bench.server.ann.clone(), &first).await, 200, "its responses stay");
    bench.answer(json!({"input": "who?", "session_id": "s"})).await;
    assert!(!bench.told().contains("AAA"), "the session starts anew");
    bench.answer(json!({"input": "who?", "previous_response_id": first["id"]})).await;
    assert!(bench.told().contains("AAA"), "its responses can be continued");
}

#[tokio::test]
async fn what_was_said_goes_with_the_last_response_of_its_conversation() {
    let bench = bench().await;
    let ann = bench.server.ann.clone();
    let first = bench.answer(json!({"input": "my cat is AAA", "session_id": "s"})).await;
    let second = bench.answer(json!({"input": "ok", "session_id": "s"})).await;
    bench.server.delete(&ann, &path(&first)).await;
    bench.answer(json!({"input": "who?", "previous_response_id": second["id"], "store": false})).await;
    assert!(bench.told().contains("AAA"), "the later one still knows");
    bench.server.delete(&ann, &path(&second)).await;
    bench.answer(json!({"input": "who?", "session_id": "s"})).await;
    assert!(!bench.told().contains("AAA"));
}

#[tokio::test]
async fn a_response_without_a_session_expires_after_thirty_days() {
    let bench = bench().await;
    let answer = bench.answer(json!({"input": "hi"})).await;
    bench.server.advance(MONTH);
    assert_eq!(bench.status(&bench.server.ann.clone(), &answer).await, 404);
    let reply = bench.ask(json!({"input": "x", "previous_response_id": answer["id"]})).await;
    assert_eq!(reply.status, 404);
}

#[tokio::test]
async fn calls_are_answered_once_and_given_back_when_the_turn_fails() {
    let bench = bench().await;
    let body = json!({"input": "book [[mock:call=book_appointment]]", "tools": [book()]});
    let handed = bench.answer(body).await;
    let made = calls(&handed);
    bench.model.queue(mirobody_testbed::Reply::Status(400, Vec::new(), "{}".to_owned()));
    let body = json!({"input": outputs(&made, "Booked: 1"), "previous_response_id": handed["id"]});
    assert_eq!(bench.ask(body.clone()).await.status, 502);
    let both = tokio::join!(bench.ask(body.clone()), bench.ask(body.clone()));
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    let kept_nothing =
        bench.answer(json!({"input": "book [[mock:call=book_appointment]]", "tools": [book()], "store": false})).await;
    let body = json!({"input": outputs(&calls(&kept_nothing), "x"), "previous_response_id": kept_nothing["id"]});
    assert_eq!(bench.ask(body).await.status, 404);
}

#[tokio::test]
async fn an_erased_person_leaves_no_response() {
    let bench = bench().await;
    let answer = bench.answer(json!({"input": "my secret is AAA", "session_id": "s"})).await;
    let erased = bench.server.delete(&bench.server.ann, "/v1/subjects/alice").await.json();
    assert_eq!(erased["deleted"]["conversations"], 1);
    assert_eq!(bench.status(&bench.server.ann.clone(), &answer).await, 404);
    bench.answer(json!({"input": "what?", "session_id": "s"})).await;
    assert!(!bench.told().contains("AAA"));
}
