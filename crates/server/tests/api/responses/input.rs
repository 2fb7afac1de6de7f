//! What may be said, and how a model is told.

use serde_json::json;

use super::{bench, book, calls, message, outputs};

#[tokio::test]
async fn what_is_wrong_with_an_item_is_named() {
    let bench = bench().await;
    for (input, param) in [
        (json!(null), "input"),
        (json!(""), "input"),
        (json!([]), "input"),
        (json!(7), "input"),
        (json!([{"role": "nobody", "content": "x"}]), "input[0].role"),
        (json!([{"role": "user"}]), "input[0].content"),
        (json!([{"type": "item_reference", "id": "x"}]), "input[0].type"),
        (
            json!([{"role": "user", "content": [{"type": "input_image", "image_url": "http://10.0.0.1/a.png"}]}]),
            "input[0].content[0].image_url",
        ),
        (json!([{"type": "function_call", "name": "x"}]), "input[0].call_id"),
        (json!([{"type": "function_call_output", "call_id": "x", "output": "y"}]), "input"),
    ] {
        let reply = bench.ask(json!({"input": input})).await;
        assert_eq!((reply.status, reply.error().2.as_deref()), (400, Some(param)), "{input} {}", reply.text);
    }
    assert!(bench.model.seen().is_empty());
}

#[tokio::test]
async fn a_whole_transcript_can_be_sent_again() {
    let bench = bench().await;
    let handed =
        bench.answer(json!({"input": "book [[mock:call=book_appointment]]", "tools": [book()], "store": false})).await;
    let made = calls(&handed);
    let mut items = vec![json!({"role": "user", "content": "book"})];
    items.extend(made.iter().cloned());
    items.extend(outputs(&made, "Booked: 12").as_array().unwrap().clone());
    let answer = bench.answer(json!({"input": items, "tools": [book()], "store": false})).await;
    assert!(answer["output_text"].as_str().unwrap().contains("12"));
    let told = bench.told();
    assert!(told.contains("\"tool_calls\"") && told.contains("\"tool_call_id\""), "{told}");
}

#[tokio::test]
async fn a_picture_reaches_the_model() {
    let bench = bench().await;
    let content = json!([{"type": "input_text", "text": "what is it?"},
        {"type": "input_image", "image_url": "data:image/png;base64,aGVsbG8="}]);
    bench.answer(json!({"input": [{"role": "user", "content": content}], "builtin_tools": "none"})).await;
    assert!(bench.told().contains("data:image/png;base64,aGVsbG8="));
}

#[tokio::test]
async fn the_outputs_of_a_resume_are_exactly_those_that_wait() {
    let bench = bench().await;
    let handed =
        bench.answer(json!({"input": "book [[mock:call=book_appointment;parallel=2]]", "tools": [book()]})).await;
    let made = calls(&handed);
    assert_eq!(made.len(), 2);
    let id = &handed["id"];
    let other = json!([{"type": "function_call_output", "call_id": "call_bogus", "output": "x"}]);
    let mut mixed = outputs(&made, "x").as_array().unwrap().clone();
    mixed.push(json!({"role": "user", "content": "also"}));
    for (input, wanted) in [
        (other, "unknown call_id(s): [\"call_bogus\"]".to_owned()),
        (outputs(&made[..1], "x"), format!("missing function_call_output for call_id(s): [{}]", made[1]["call_id"])),
        (
            json!(mixed),
            "cannot mix message items with function_call_output when resuming via previous_response_id".to_owned(),
        ),
        (
            json!("so?"),
            "previous response has pending function call(s) — provide function_call_output items for: ".to_owned(),
        ),
    ] {
        let reply = bench.ask(json!({"input": input, "previous_response_id": id})).await;
        assert_eq!(reply.status, 400);
        assert!(message(&reply).contains(&wanted), "{}", reply.text);
    }
    bench.answer(json!({"input": outputs(&made, "Booked: 1"), "previous_response_id": id})).await;
    let again = bench.ask(json!({"input": outputs(&made, "Booked: 1"), "previous_response_id": id})).await;
    assert_eq!((again.status, message(&again).as_str()), (400, "previous response has no pending function calls"));
}
