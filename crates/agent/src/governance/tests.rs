//! A turn's calls, by table: which run, which are refused, and why.

use serde_json::json;

use super::*;

const READ: &str = "query_health_indicators";
const NOW: Duration = Duration::ZERO;

fn ok(rows: usize, text: &str) -> Output {
    Output { text: text.to_owned(), structured: json!({}), failed: false, kind: None, rows, parts: Vec::new() }
}

fn failed(kind: ErrorKind) -> Output {
    Output::error(kind, "x")
}

fn ask(governor: &mut Governor, tool: &str, arguments: &Value) -> Result<Admitted, ErrorKind> {
    let object = arguments.as_object().unwrap();
    governor.admit(tool, Given::Object(object), NOW).map_err(|refusal| refusal.kind.unwrap())
}

#[test]
fn the_same_call_in_any_writing_is_refused_when_it_cannot_succeed() {
    let first = json!({"keywords": ["HDL", "LDL"], "start": "2026-01-01"});
    for (kind, again) in [
        (ErrorKind::InvalidArguments, Err(ErrorKind::RepeatedCall)),
        (ErrorKind::Denied, Err(ErrorKind::RepeatedCall)),
        (ErrorKind::Internal, Err(ErrorKind::RepeatedCall)),
        (ErrorKind::Unavailable, Ok(())),
    ] {
        for same in [
            first.clone(),
            json!({"start": "2026-01-01", "keywords": ["LDL", "HDL"]}),
            json!({"start": " 2026-01-01 ", "keywords": ["LDL", "HDL", "HDL"], "end": null}),
            json!({"start": "2026-01-01", "keywords": "HDL, LDL"}),
        ] {
            let mut governor = Governor::new(Limits::default());
            let call = ask(&mut governor, READ, &first).unwrap();
            governor.settle(&call, &failed(kind));
            assert_eq!(ask(&mut governor, READ, &same).map(|_| ()), again, "{kind:?} {same}");
            for other in [json!({"keywords": ["HDL"]}), json!({})] {
                assert!(ask(&mut governor, READ, &other).is_ok(), "{kind:?} {other}");
            }
            assert!(ask(&mut governor, "resolve_indicator", &first).is_ok(), "another tool is another call");
        }
    }
}

#[test]
fn an_answered_call_runs_twice_and_no_more() {
    let mut governor = Governor::new(Limits::default());
    for _ in 0..2 {
        let call = ask(&mut governor, READ, &json!({})).unwrap();
        governor.settle(&call, &ok(3, "three rows"));
    }
    assert_eq!(ask(&mut governor, READ, &json!({})), Err(ErrorKind::RepeatedCall));
    assert!(governor.offers(READ, NOW));
}

#[test]
fn calls_of_one_reply_are_counted_before_the_first_has_run() {
    let mut governor = Governor::new(Limits { calls: 5, calls_of_one: 4, ..Limits::default() });
    let mut asked = |tool: &str, n: usize| ask(&mut governor, tool, &json!({"keywords": [n.to_string()]})).map(drop);
    assert!((0..4).all(|n| asked(READ, n).is_ok()));
    assert_eq!(asked(READ, 4), Err(ErrorKind::BudgetSpent), "of one tool");
    assert_eq!(asked("query_medications", 0), Ok(()));
    assert_eq!(asked("query_genetic_data", 0), Err(ErrorKind::BudgetSpent), "of all");
    let mut governor = Governor::new(Limits::default());
    let runs = (0..9).filter(|_| ask(&mut governor, READ, &json!({})).is_ok()).count();
    assert_eq!(runs, SAME_CALL, "the same call");
}

#[test]
fn each_budget_ends_the_tools_and_says_to_answer() {
    let limits =
        Limits { calls: 4, calls_of_one: 3, rows: 100, bytes: 1000, time: Duration::from_mins(1), failures: 3 };
    let long = "x".repeat(600);
    for (outputs, elapsed, expected) in [
        (vec![ok(1, ""); 2], 0, None),
        (vec![ok(1, ""); 3], 0, Some(Spent::ThisTool)),
        (vec![ok(60, ""); 2], 0, Some(Spent::Rows)),
        (vec![ok(0, &long); 2], 0, Some(Spent::Bytes)),
        (vec![ok(1, "")], 60, Some(Spent::Time)),
        (vec![failed(ErrorKind::Unavailable); 3], 0, Some(Spent::Failures)),
        (vec![failed(ErrorKind::Unavailable), failed(ErrorKind::Unavailable), ok(1, "")], 0, Some(Spent::ThisTool)),
    ] {
        let mut governor = Governor::new(limits);
        for (at, output) in outputs.iter().enumerate() {
            let call = ask(&mut governor, READ, &json!({"keywords": [at.to_string()]})).unwrap();
            governor.settle(&call, output);
        }
        let elapsed = Duration::from_secs(elapsed);
        assert_eq!(governor.spent(READ, elapsed), expected);
        let next = governor.admit(READ, Given::Text("{}"), elapsed);
        assert_eq!(next.is_ok(), expected.is_none(), "{expected:?}");
        if let Err(refusal) = next {
            assert_eq!(refusal.kind, Some(ErrorKind::BudgetSpent));
            assert!(refusal.text.contains("answer from what was read"), "{}", refusal.text);
        }
        let others = matches!(expected, None | Some(Spent::ThisTool));
        assert_eq!(governor.offers("convert_unit", elapsed), others, "{expected:?}");
    }
}

#[test]
fn the_calls_of_all_tools_are_counted_together() {
    let mut governor = Governor::new(Limits { calls: 2, ..Limits::default() });
    for tool in [READ, "convert_unit"] {
        let call = ask(&mut governor, tool, &json!({})).unwrap();
        governor.settle(&call, &ok(0, ""));
    }
    assert_eq!(governor.spent("normalize_unit", NOW), Some(Spent::Calls));
}

#[test]
fn what_no_tool_can_be_called_with_is_refused_and_counts_as_a_failure() {
    let mut governor = Governor::new(Limits { failures: 2, ..Limits::default() });
    let refused = governor.admit("no_such_tool", Given::Text("{}"), NOW).unwrap_err();
    assert_eq!(refused.kind, Some(ErrorKind::InvalidArguments));
    let broken = governor.admit(READ, Given::Text(r#"{"keywords": ["ferr"#), NOW).unwrap_err();
    assert_eq!(broken.kind, Some(ErrorKind::InvalidArguments));
    assert!(broken.failed && !broken.text.contains("ferr"));
    assert_eq!(governor.spent(READ, NOW), Some(Spent::Failures));
}

#[test]
fn repaired_arguments_are_those_the_tool_gets() {
    let mut governor = Governor::new(Limits::default());
    let call = governor.admit(READ, Given::Text("{'keywords': ['HDL'],}"), NOW).unwrap();
    assert_eq!(Value::Object(call.arguments), json!({"keywords": ["HDL"]}));
    assert_eq!(call.repairs, [Repair::TrailingComma, Repair::SingleQuotes]);
}

#[tokio::test]
async fn a_tool_that_panics_is_an_answer_that_says_nothing_of_what_it_was_doing() {
    let output = contained(async { panic!("ferritin 97") }, Output::fault).await;
    assert_eq!((output.failed, output.kind), (true, Some(ErrorKind::Internal)));
    assert!(!output.text.contains("97"));
    let fine = contained(async { ok(1, "fine") }, Output::fault).await;
    assert_eq!(fine.text, "fine");
}
