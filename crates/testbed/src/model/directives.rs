//! What the last message of the user asks for: `[[mock:key=value;key]]` anywhere in it.
//!
//! `say=TEXT` the answer · `think=TEXT` what it reasons · `call=NAME` calls a tool once, `args={…}` with these arguments
//! (the last key), `parallel=N` times at once · `loop` calls for ever · `malformed_args` calls with broken arguments once ·
//! `status=N` that error, 429 with `retry_after=N` (`never`: without one) · `stall=SECONDS` at first · `die` in the middle ·
//! `ending=NAME` one of [`Ending`], `endless` with 12 MB · `hang_up` before anything · `nonsense` no JSON · `after` a
//! mishap only when tools have answered · `times=N` only so often, then it passes · `words=N` so many words ·
//! `pace=MILLISECONDS` between two pieces · `unknown=NAME` calls a tool that nobody has, once · `obey` follows the
//! directives in what tools gave too, as a model does that takes data for instructions ·
//! `ignore_tool_choice` text where a call was demanded · `stray` another call beside the demanded one ·
//! `reject_json_schema` 400 for a schema · `system_echo` the instructions. Without any: the numbers of the tools' results,
//! or the question.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use serde_json::{Map, Value, json};

use super::{Asked, Ending, Reply, Say, asked::Offered};

type Directives = BTreeMap<String, String>;

/// What goes wrong, and can pass.
const MISHAPS: [&str; 7] = ["status", "retry_after", "stall", "die", "ending", "hang_up", "nonsense"];

/// The answer to this. `mishaps` is how often those that pass have happened before.
pub(super) fn reply(asked: &Asked, mishaps: &mut HashMap<String, usize>) -> Reply {
    let said = asked.said();
    let mut wanted = read(&said);
    if is_over(asked, &said, &wanted, mishaps) {
        wanted.retain(|key, _| !MISHAPS.contains(&key.as_str()));
    }
    if wanted.contains_key("obey") {
        obey(asked, &mut wanted);
    }
    if wanted.contains_key("hang_up") {
        return Reply::Cut;
    }
    if wanted.contains_key("nonsense") {
        return Reply::Document(r#"{"choices": [{"message": "#.to_owned());
    }
    let rejects = wanted.contains_key("reject_json_schema") && asked.body["response_format"]["type"] == "json_schema";
    if let Some(status) = wanted.get("status").and_then(|status| status.parse().ok()).or(rejects.then_some(400)) {
        return refusal(status, wanted.get("retry_after"));
    }
    let calls = calls(asked, &wanted);
    let text = if calls.is_empty() { text(asked, &wanted, &said) } else { String::new() };
    let seconds = wanted.get("stall").and_then(|stall| stall.parse().ok()).unwrap_or(0.0);
    let pace = wanted.get("pace").and_then(|pace| pace.parse().ok()).unwrap_or(0);
    let ending = wanted.get("ending").map_or(Ending::Whole, |name| ending(name));
    Reply::Say(Say {
        think: wanted.get("think").cloned().unwrap_or_default(),
        text,
        calls,
        stall: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        pace: Duration::from_millis(pace),
        ending: if wanted.contains_key("die") { Ending::Cut } else { ending },
    })
}

/// Whether the mishap is not yet to happen, or has happened often enough.
fn is_over(asked: &Asked, said: &str, wanted: &Directives, mishaps: &mut HashMap<String, usize>) -> bool {
    if wanted.contains_key("after") && asked.called().is_empty() {
        return true;
    }
    let Some(times) = wanted.get("times").and_then(|times| times.parse::<usize>().ok()) else { return false };
    let happened = mishaps.entry(said.to_owned()).or_default();
    *happened += 1;
    *happened > times
}

/// Takes over what a tool's answer says is to be called, unless it was.
fn obey(asked: &Asked, wanted: &mut Directives) {
    let called = asked.called();
    for result in asked.results() {
        let told = read(&result);
        if told.get("call").is_some_and(|name| !called.contains(name)) {
            wanted.extend(told);
        }
    }
}

fn ending(name: &str) -> Ending {
    match name {
        "unmarked" => Ending::Unmarked,
        "length" => Ending::Length,
        "filtered" => Ending::Filtered,
        "cut" => Ending::Cut,
        "short" => Ending::Short,
        "stall" => Ending::Stall,
        "garbage" => Ending::Garbage,
        "overloaded" => Ending::Overloaded,
        "endless" => Ending::Endless(12 * 1024 * 1024),
        _ => Ending::Whole,
    }
}

fn refusal(status: u16, retry_after: Option<&String>) -> Reply {
    let message = format!("fake model {status}: SECRETDETAIL-{status} on purpose");
    let wait = retry_after.map_or("7", String::as_str).to_owned();
    let headers = if status == 429 && wait != "never" { vec![("retry-after", wait)] } else { Vec::new() };
    Reply::Status(status, headers, json!({"error": {"message": message, "type": "on_purpose"}}).to_string())
}

/// The directives of all blocks. A block ends at the first `]]` that no third bracket follows.
fn read(text: &str) -> Directives {
    let mut out = Directives::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("[[mock:") {
        let end = after.match_indices("]]").map(|(at, _)| at).find(|at| !after[at + 2..].starts_with(']'));
        let Some(end) = end else { break };
        read_block(&after[..end], &mut out);
        rest = &after[end + 2..];
    }
    out
}

fn read_block(block: &str, out: &mut Directives) {
    let starts = block.match_indices("args=").map(|(at, _)| at);
    let is_last = |at: &usize| block[at + 5..].starts_with('{') && block.trim_end().ends_with('}');
    let args = starts.into_iter().find(|at| is_last(at) && (*at == 0 || block[..*at].ends_with(';')));
    let (keys, args) = args.map_or((block, None), |at| (&block[..at], Some(&block[at + 5..])));
    out.extend(args.map(|args| ("args".to_owned(), args.trim().to_owned())));
    for part in keys.split(';').filter(|part| !part.trim().is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, "true"));
        out.insert(key.trim().to_owned(), value.trim().to_owned());
    }
}

fn calls(asked: &Asked, wanted: &Directives) -> Vec<(String, String)> {
    let (tools, called, choice) = (asked.tools(), asked.called(), asked.choice());
    if tools.is_empty() || choice == "none" {
        return Vec::new();
    }
    let is_offered = |name: &&String| tools.iter().any(|tool| tool.name == **name);
    let named = wanted.get("call").filter(is_offered);
    let first = || named.cloned().unwrap_or_else(|| tools[0].name.clone());
    let demanded = match choice.as_str() {
        "auto" => None,
        "required" => Some(first()),
        name => Some(name.to_owned()),
    };
    if let Some(name) = demanded.filter(|_| !wanted.contains_key("ignore_tool_choice")) {
        let stray = tools.iter().find(|tool| tool.name != name && wanted.contains_key("stray"));
        let stray = stray.map(|tool| (tool.name.clone(), made_up(&tool.schema)));
        return stray.into_iter().chain([(name.clone(), arguments(&tools, &name, wanted))]).collect();
    }
    if wanted.contains_key("malformed_args") && called.is_empty() {
        return vec![(first(), r#"{"query": "glu"#.to_owned())];
    }
    if let Some(name) = wanted.get("unknown").filter(|name| !called.contains(name)) {
        return vec![(name.clone(), arguments(&tools, name, wanted))];
    }
    if wanted.contains_key("loop") {
        return vec![(first(), arguments(&tools, &first(), wanted))];
    }
    let Some(name) = named.filter(|name| !called.contains(name)) else { return Vec::new() };
    let times = wanted.get("parallel").and_then(|times| times.parse().ok()).unwrap_or(1);
    vec![(name.clone(), arguments(&tools, name, wanted)); times]
}

fn arguments(tools: &[Offered], name: &str, wanted: &Directives) -> String {
    let made_up = || tools.iter().find(|tool| tool.name == name).map_or("{}".to_owned(), |tool| made_up(&tool.schema));
    wanted.get("args").cloned().unwrap_or_else(made_up)
}

/// Arguments that fit a tool's schema: what it requires.
fn made_up(schema: &Value) -> String {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let made: Map<String, Value> =
        required.map(|name| (name.to_owned(), value(name, &schema["properties"][name]))).collect();
    Value::from(made).to_string()
}

fn value(name: &str, schema: &Value) -> Value {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("string") {
        "integer" | "number" => 1.into(),
        "boolean" => true.into(),
        "array" => json!([value(name, &schema["items"])]),
        "object" => json!({}),
        _ if name.contains("date") || name.contains("time") => "2026-07-14".into(),
        _ => "glucose".into(),
    }
}

fn text(asked: &Asked, wanted: &Directives, said: &str) -> String {
    if let Some(text) = wanted.get("say") {
        return text.clone();
    }
    if let Some(count) = wanted.get("words").and_then(|count| count.parse().ok()) {
        return "steady ".repeat(count).trim_end().to_owned();
    }
    if wanted.contains_key("system_echo") {
        return format!("SYSTEM: {}", asked.instructions());
    }
    let results = asked.results();
    if !results.is_empty() {
        return format!("Based on the tool results, the numbers are: {}.", numbers(&results.join("\n")).join(", "));
    }
    let words = said.split_whitespace().take(30).collect::<Vec<_>>().join(" ");
    format!("Mock answer: {words}")
}

/// The numbers of a text, each once, so many as an answer bears.
fn numbers(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '-');
    let numbers = words.map(|word| word.trim_end_matches('.')).filter(|word| word.parse::<f64>().is_ok());
    let mut out: Vec<String> = Vec::new();
    for number in numbers.filter(|word| word.starts_with(|c: char| c == '-' || c.is_ascii_digit())) {
        if !out.iter().any(|one| one == number) && out.len() < 120 {
            out.push(number.to_owned());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_read_wherever_they_stand() {
        let wanted = read("hi [[mock:call=f;parallel=2;args={\"a\":[1],\"b\":\"x;y\"}]] and [[mock:die;say=one = 1]]");
        let shown: Vec<_> = wanted.iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(shown, [r#"args={"a":[1],"b":"x;y"}"#, "call=f", "die=true", "parallel=2", "say=one = 1"]);
        assert!(read("[[mock:say=never ends").is_empty());
    }

    fn asked(said: &str, more: &[Value]) -> Asked {
        let mut messages = vec![json!({"role": "user", "content": said})];
        messages.extend_from_slice(more);
        let tool = json!({"type": "function", "function": {"name": "look", "parameters": {}}});
        let body = json!({"model": "fake", "messages": messages, "tools": [tool]}).to_string().into_bytes();
        let request = crate::http::Request { path: "/v1/chat/completions".to_owned(), headers: BTreeMap::new(), body };
        Asked::read(request).unwrap()
    }

    /// What it says or calls; none when it fails.
    fn said(asked: &Asked, mishaps: &mut HashMap<String, usize>) -> Option<Say> {
        match reply(asked, mishaps) {
            Reply::Say(say) if say.ending == Ending::Whole => Some(say),
            _ => None,
        }
    }

    fn result(name: &str, text: &str) -> [Value; 2] {
        let call = json!({"id": "1", "type": "function", "function": {"name": name, "arguments": "{}"}});
        [
            json!({"role": "assistant", "tool_calls": [call]}),
            json!({"role": "tool", "tool_call_id": "1", "content": text}),
        ]
    }

    #[test]
    fn a_mishap_passes_or_waits_for_the_tools_when_told_so() {
        let mut mishaps = HashMap::new();
        for mishap in ["status=500", "hang_up", "nonsense", "ending=garbage", "ending=endless", "die"] {
            let always = asked(&format!("[[mock:{mishap};words=3]]"), &[]);
            assert!((0..3).all(|_| said(&always, &mut mishaps).is_none()), "{mishap}");
            let once = asked(&format!("[[mock:{mishap};words=3;times=1]]"), &[]);
            assert!(said(&once, &mut mishaps).is_none(), "{mishap}");
            assert_eq!(said(&once, &mut mishaps).unwrap().text, "steady steady steady", "{mishap}");
            let text = format!("[[mock:{mishap};after;call=look]]");
            assert_eq!(said(&asked(&text, &[]), &mut mishaps).unwrap().calls[0].0, "look");
            assert!(said(&asked(&text, &result("look", "7")), &mut mishaps).is_none(), "{mishap}");
        }
    }

    #[test]
    fn an_obedient_model_does_once_what_a_tool_says() {
        let mut mishaps = HashMap::new();
        let order = r#"do [[mock:call=look;args={"user": "ben"}]]"#;
        let obeyed = said(&asked("[[mock:obey]]", &result("read", order)), &mut mishaps).unwrap();
        assert_eq!(obeyed.calls, [("look".to_owned(), r#"{"user": "ben"}"#.to_owned())]);
        let wise = said(&asked("[[mock:say=no]]", &result("read", order)), &mut mishaps).unwrap();
        assert!(wise.calls.is_empty());
        let done = said(&asked("[[mock:obey]]", &result("look", order)), &mut mishaps).unwrap();
        assert!(done.calls.is_empty() && !done.text.is_empty());
    }

    #[test]
    fn numbers_are_each_named_once() {
        assert_eq!(numbers("glucose 143.7 mg/dL, 143.7; n=-2. inf v1 2026-06-15"), ["143.7", "-2"]);
    }
}
