//! Turns that run scripts.

use mirobody_testbed::{Reply, Say};
use serde_json::{Value, json};

use super::{Bench, bench, streaming::whole};

fn script(bench: &Bench, code: &str) {
    bench.model.queue(Reply::Say(Say::call("eval", json!({"code": code}).to_string())));
}

#[tokio::test]
async fn the_tools_that_a_script_calls_are_steps_and_the_answer_rests_on_them() {
    let bench = bench().await;
    bench.glucose().await;
    let code = "const {data} = tools.query_health_data({keywords: ['glucose'], view: 'raw'}); console.log(data.rows[0].unit); \
        data.rows.reduce((sum, row) => sum + Number(row.value), 0) / data.rows.length";
    script(&bench, code);
    let answer = bench.answer(json!({"input": "What is my mean glucose?"})).await;
    let steps = answer["tool_steps"].as_array().unwrap();
    let names: Vec<&Value> = steps.iter().map(|step| &step["name"]).collect();
    assert_eq!(names, ["eval", "query_health_data"], "{answer}");
    assert!(steps[0]["result"].as_str().unwrap().starts_with("result: 137.45"), "{answer}");
    let ids: Vec<&Value> = steps.iter().map(|step| &step["id"]).collect();
    assert_eq!(ids, ["mtc_0", "mtc_1"]);
    let records = answer["health_records"].as_array().unwrap();
    assert_eq!((records.len(), &records[0]["tool"]), (1, &json!("query_health_data")));
    assert!(records[0]["data"].as_str().unwrap().contains("143.7"));
    let told = bench.told();
    assert!(told.contains("137.45") && !told.contains("131.2"), "the model is told what the script said: {told}");
}

#[tokio::test]
async fn whoever_watches_a_turn_is_told_of_the_calls_of_a_script_too() {
    let bench = bench().await;
    script(&bench, "tools.list_family_members(); 1");
    let events = bench.events(json!({"input": "x"})).await;
    let steps = whole(&events)["response"]["tool_steps"].as_array().unwrap();
    let told = |kind: &str| events.iter().filter(|event| event["type"].as_str().unwrap().ends_with(kind)).count();
    assert_eq!((steps.len(), told("mirobody_tool_call"), told("mirobody_tool_result")), (2, 2, 2));
}

#[tokio::test]
async fn a_script_calls_what_looks_something_up_and_nothing_else() {
    let bench = bench().await;
    script(&bench, "Object.keys(tools).sort()");
    let answer = bench.answer(json!({"input": "x"})).await;
    let result = answer["tool_steps"][0]["result"].as_str().unwrap();
    let wanted =
        ["glob", "grep", "list_clinical_records", "list_family_members", "ls", "query_health_data", "read_file"];
    assert_eq!(result, format!("result: {}\n", json!(wanted)));
}

#[tokio::test]
async fn what_a_script_calls_counts_for_the_turn() {
    let bench = bench().await;
    bench.glucose().await;
    let code = "const said = []; for (let n = 10; n < 24; n++) try { \
        tools.query_health_data({keywords: ['glucose'], end: `2026-06-${n}`}); said.push('ok') } catch (error) { \
        said.push(error.message) } said";
    script(&bench, code);
    let answer = bench.answer(json!({"input": "x"})).await;
    let result = answer["tool_steps"][0]["result"].as_str().unwrap().trim();
    let said: Vec<String> = serde_json::from_str(result.strip_prefix("result: ").unwrap()).unwrap();
    assert_eq!((said.len(), said.iter().filter(|said| *said == "ok").count()), (14, 12), "{result}");
    assert!(said[12].contains("the calls of this tool are used up"), "{result}");
    assert_eq!(answer["tool_steps"].as_array().unwrap().len(), 15, "what was refused is a step too");
    script(&bench, "for (let n = 0; n < 3; n++) tools.list_family_members({}); 1");
    let answer = bench.answer(json!({"input": "x"})).await;
    let result = answer["tool_steps"][0]["result"].as_str().unwrap();
    assert!(result.contains("already answered"), "{result}");
}

#[tokio::test]
async fn a_script_reads_the_record_of_its_turn_alone() {
    let bench = bench().await;
    bench.glucose().await;
    script(
        &bench,
        "try { tools.query_health_data({query: 'glucose', user: 'alice'}) } catch (error) { error.message }",
    );
    let answer = bench.answer(json!({"user": "mallory", "input": "x"})).await;
    assert!(!answer.to_string().contains("143.7"), "{answer}");
}

#[tokio::test]
async fn no_caller_takes_its_name_and_without_tools_it_is_not_there() {
    let bench = bench().await;
    bench.answer(json!({"input": "hi"})).await;
    assert!(bench.offered().contains(&"eval".to_owned()));
    bench.answer(json!({"input": "hi", "builtin_tools": "none"})).await;
    assert!(!bench.offered().contains(&"eval".to_owned()));
    let tool = json!({"type": "function", "name": "eval", "parameters": {"type": "object"}});
    assert_eq!(bench.ask(json!({"input": "hi", "tools": [tool]})).await.status, 400);
}
