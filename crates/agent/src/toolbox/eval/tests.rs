//! Scripts that work, and scripts that mean no good.

use std::sync::Mutex;

use super::*;

/// Tools that note who called them with what.
#[derive(Default)]
struct Noted(Mutex<Vec<(String, Value)>>);

impl Others for Noted {
    fn names(&self) -> Vec<String> {
        ["query_health_data", "read_file"].map(str::to_owned).to_vec()
    }

    fn call<'a>(&'a self, name: &'a str, arguments: Map<String, Value>) -> Calling<'a> {
        Box::pin(async move {
            let failed = arguments.contains_key("fail");
            self.0.lock().unwrap().push((name.to_owned(), Value::Object(arguments)));
            if failed {
                return Output::refused("fail: no");
            }
            Output { text: "a table".to_owned(), ..Output::data(json!({"rows": [{"value": 5}, {"value": 7.5}]})) }
        })
    }
}

async fn run(code: &str) -> Output {
    ran_with(&Noted::default(), code).await
}

async fn ran_with(others: &Noted, code: &str) -> Output {
    let Value::Object(arguments) = json!({"code": code}) else { unreachable!() };
    Eval.ran(others, &arguments).await.unwrap_or_else(|refusal| refusal)
}

#[tokio::test]
async fn the_last_expression_is_the_result() {
    for (code, result) in [
        ("1 + 2", "3"),
        ("const values = [4, 8]; values.reduce((a, b) => a + b) / values.length", "6"),
        ("({a: [1, null, 'é']})", r#"{"a":[1,null,"é"]}"#),
        ("total = 0; for (const n of [1, 2]) total += n; total", "3"),
        ("await Promise.resolve(7)", "7"),
        ("(async () => { await null; return 8 })()", "8"),
        ("new Date('2024-02-01') - new Date('2024-01-31')", "86400000"),
        ("/(\\d+)/.exec('LDL 182')[1]", r#""182""#),
        ("new Map([[1, 2]]).size + new Set([1]).size", "2"),
        ("let x = 1", "undefined"),
        ("", "undefined"),
    ] {
        let output = run(code).await;
        assert_eq!((output.text.as_str(), output.failed), (format!("result: {result}\n").as_str(), false), "{code}");
    }
    assert_eq!(run("[1]").await.structured, json!({"result": [1], "console": "", "is_cut": false}));
}

#[tokio::test]
async fn the_console_is_told_beside_the_result_or_the_fault() {
    let output = run("console.log('a', {b: 1}, undefined, [2]); console.error(new TypeError('no')); 3").await;
    assert_eq!(output.text, "result: 3\nconsole:\na {\"b\":1} undefined [2]\nTypeError: no\n");
    let failed = run("console.log('before');\nmissing()").await;
    assert!(failed.failed && failed.text.contains("ReferenceError: missing is not defined"), "{}", failed.text);
    assert!(failed.text.contains("script:2") && failed.text.ends_with("console:\nbefore\n"), "{}", failed.text);
    for (code, told) in [
        ("throw 'a word'", "it threw a word"),
        ("let let = 1", "SyntaxError"),
        ("const a = {}; a.a = a; a", "circular"),
        ("10n", "BigInt"),
        ("await new Promise(() => {})", "a promise that nothing settles"),
        ("await Promise.reject(new Error('late'))", "Error: late"),
    ] {
        let failed = run(code).await;
        assert!(failed.failed && failed.text.contains(told), "{code}: {}", failed.text);
    }
}

#[tokio::test]
async fn a_script_that_does_not_end_is_ended() {
    for code in [
        "for (;;) {}",
        "for (;;) { try { for (;;) {} } catch {} finally { continue } }",
        "/(a+)+$/.test('a'.repeat(40) + 'b')",
        "await (async () => { for (;;) await null })()",
        "({toJSON() { for (;;) {} }})",
        "new Set({[Symbol.iterator]: () => ({next: Object})})",
    ] {
        let output = run(code).await;
        assert!(output.failed && output.text.contains("ended after two seconds"), "{code}: {}", output.text);
    }
}

#[tokio::test]
async fn memory_and_stack_have_an_end() {
    for code in [
        "const again = () => Promise.resolve().then(again); await again()",
        "const all = []; for (;;) all.push(new Array(1000).fill(1))",
        "let text = 'x'; for (;;) text += text",
        "new ArrayBuffer(64 * 1024 * 1024)",
        "'x'.repeat(2 ** 29)",
        "const f = () => f() + 1; f()",
        "const f = () => [0].map(f); f()",
        "JSON.parse('['.repeat(100000) + ']'.repeat(100000))",
        "let deep = []; for (let n = 0; n < 100000; n++) deep = [deep]; JSON.stringify(deep)",
        "new RegExp('('.repeat(100000) + ')'.repeat(100000))",
    ] {
        let output = run(code).await;
        assert!(output.failed, "{code}: {}", output.text);
    }
    assert_eq!(run("2 + 2").await.text, "result: 4\n", "the next one is none the worse");
}

#[tokio::test]
async fn a_length_that_is_only_claimed_keeps_nothing_busy() {
    let sparse = "const a = []; a.length = 2 ** 32 - 1; const far = {length: 2 ** 53 - 1}; const far_too = {get length() { \
        return 2 ** 53 - 1 }}; const last = {__proto__: far};";
    for code in [
        "a.reverse()",
        "a.sort()",
        "a.join()",
        "String(a)",
        "[].concat(a)",
        "[[a]].flat(Infinity)",
        "[1].flatMap(() => a)",
        "JSON.stringify({}, a)",
        "String.raw({raw: a})",
        "[].reverse.call(far)",
        "[].copyWithin.call(far, 1, 0)",
        "[].concat.call([], {...far, [Symbol.isConcatSpreadable]: true})",
        "[].reverse.call(far_too)",
        "[].reverse.call(last)",
        "new Set([].values.call(far))",
        "new Proxy([], {})",
        "'a'.repeat(1e7).indexOf('a'.repeat(5e6) + 'b')",
        "'a'.repeat(1e7).split({toString: () => 'a'.repeat(5e6) + 'b'})",
    ] {
        let output = run(&format!("{sparse} {code}")).await;
        assert!(output.failed, "{code}: {}", output.text);
    }
    for (code, result) in [
        ("String([1, [2, 3]]) + [4].toLocaleString()", "\"1,2,34\""),
        ("[[1, [2, [3]]], , 4].flat(2)", "[1,2,[3],4]"),
        ("[1, 2].flatMap(x => [x, [x]])", "[1,[1],2,[2]]"),
        ("[...'ab', ...[1, 2], ...new Set([3])]", r#"["a","b",1,2,3]"#),
        ("(function () { return [].slice.call(arguments, 1) })(1, 2)", "[2]"),
        ("'aXbX'.replace('X', '-') + 'aXbX'.replaceAll('X', () => '+') + 'ab'.replace(/b/g, 'c')", "\"a-bXa+b+ac\""),
        (
            "['abc'.split(), 'a,b'.split(',', 1), 'a1b'.split(/\\d/), 'undefined'.indexOf()]",
            r#"[["abc"],["a"],["a","b"],0]"#,
        ),
        ("String.raw`a\\n${1}b`", "\"a\\\\n1b\""),
        ("JSON.stringify({a: 1, b: 2}, ['a'])", r#""{\"a\":1}""#),
        ("[3, 1, 2].sort((a, b) => b - a).concat([4], 5).indexOf(4)", "3"),
        ("Array.from({length: 3}, (_, at) => at).fill(7, 2)", "[0,1,7]"),
    ] {
        assert_eq!(run(code).await.text, format!("result: {result}\n"), "{code}");
    }
}

#[tokio::test]
async fn there_is_no_way_out() {
    let names = "['fetch', 'require', 'process', 'std', 'os', 'bjson', 'Worker', 'XMLHttpRequest', 'WebSocket', \
        'setTimeout', 'setInterval', 'Atomics', 'SharedArrayBuffer', 'performance', 'print', 'scriptArgs', 'Deno', \
        'Bun', 'navigator', 'gc'].filter(name => name in globalThis)";
    assert_eq!(run(names).await.text, "result: []\n");
    for code in ["import std from 'std'", "await import('std')", "await import('/etc/passwd')", "require('fs')"] {
        assert!(run(code).await.failed, "{code}");
    }
    assert_eq!(run("globalThis.left = 1; left").await.text, "result: 1\n");
    assert_eq!(run("typeof left").await.text, "result: \"undefined\"\n", "nothing is kept from one to the next");
}

#[tokio::test]
async fn the_other_tools_are_called_from_it() {
    let noted = Noted::default();
    let code = "const {text, data} = tools.query_health_data({query: 'LDL', limit: 2});\n\
        const again = await tools.read_file({path: '/notes/a.md'});\n\
        [text, again.text, data.rows.reduce((sum, row) => sum + row.value, 0)]";
    assert_eq!(ran_with(&noted, code).await.text, "result: [\"a table\",\"a table\",12.5]\n");
    let made = noted.0.lock().unwrap().clone();
    let wanted =
        [("query_health_data", json!({"query": "LDL", "limit": 2})), ("read_file", json!({"path": "/notes/a.md"}))];
    assert_eq!(made, wanted.map(|(name, arguments)| (name.to_owned(), arguments)));
    let caught = run("try { tools.read_file({fail: 1}) } catch (error) { error.message }").await;
    assert!(caught.text.contains("fail: no") && !caught.failed, "{}", caught.text);
    for bad in ["tools.read_file(3)", "tools.read_file([1])", "tools.read_file('x')", "tools.read_file(() => 1)"] {
        let failed = run(bad).await;
        assert!(failed.failed && failed.text.contains("one object, of its parameters"), "{bad}: {}", failed.text);
    }
    assert_eq!(run("tools.read_file().text").await.text, "result: \"a table\"\n");
}

#[tokio::test]
async fn a_script_calls_so_many_tools_and_no_more() {
    let noted = Noted::default();
    let code = "let made = 0; try { for (;;) { tools.read_file({n: made}); made++ } } catch (error) { made }";
    assert_eq!(ran_with(&noted, code).await.text, "result: 30\n");
    assert_eq!(noted.0.lock().unwrap().len(), 30);
}

#[tokio::test]
async fn no_trick_on_the_tools_reaches_another() {
    let noted = Noted::default();
    let code = "'use strict';
        const tried = [];
        const attempt = (what, f) => { try { const gave = f(); tried.push([what, gave === undefined ? null : typeof gave]) } catch { tried.push([what, 'threw']) } };
        attempt('names', () => { if (Object.keys(tools).join() !== 'query_health_data,read_file') return 'others' });
        attempt('missing', () => tools.write_file);
        attempt('prototype', () => Object.getPrototypeOf(tools) ?? undefined);
        attempt('inherited', () => tools.constructor ?? tools.__proto__ ?? tools.toString);
        attempt('add', () => { tools.task = 1 });
        attempt('rename', () => Object.defineProperty(tools.read_file, 'name', {value: 'task'}));
        attempt('replace', () => { tools.read_file = () => 1 });
        Array.prototype[Symbol.iterator] = function* () { yield 'task' };
        Object.prototype.name = 'task';
        JSON.stringify = () => '{\"name\": \"task\"}';
        String.prototype.toString = () => 'task';
        attempt('call', () => tools.read_file.call('task', {a: 1}));
        attempt('apply', () => Reflect.apply(tools.read_file, 'task', [{b: 1}]));
        attempt('construct', () => new tools.read_file({c: 1}));
        attempt('arguments', () => tools.read_file.arguments);
        tried";
    let output = ran_with(&noted, code).await;
    let tried: Vec<(String, Option<String>)> =
        serde_json::from_value(output.structured["result"].clone()).unwrap_or_else(|_| panic!("{}", output.text));
    for (what, gave) in tried {
        let expected = match what.as_str() {
            "names" | "missing" | "prototype" | "inherited" => None,
            "call" | "apply" => Some("object"),
            _ => Some("threw"),
        };
        assert_eq!(gave.as_deref(), expected, "{what}: {}", output.text);
    }
    let made = noted.0.lock().unwrap().clone();
    assert_eq!(made.len(), 2);
    assert!(made.iter().all(|(name, _)| name == "read_file"), "{made:?}");
}

#[tokio::test]
async fn what_is_told_has_a_size_and_says_that_it_was_cut() {
    let long = run("'é'.repeat(20000)").await;
    assert!(
        long.text.starts_with("result (cut: 11999 of 40002 bytes; let the script give less): \"é"),
        "{:.90}",
        long.text
    );
    assert!(long.text.len() < 20_000 && !long.failed);
    assert_eq!((&long.structured["result"], &long.structured["is_cut"]), (&Value::Null, &json!(true)));
    let talk = run("for (let n = 0; n < 10000; n++) console.log('é'.repeat(7)); 'é'.repeat(20000)").await;
    assert!(talk.text.contains("console (cut: more was written than is told):\néé"), "{:.90}", talk.text);
    assert!(talk.text.len() < 21_000, "{}", talk.text.len());
    let thrown = run("throw 'x'.repeat(100000)").await;
    assert!(thrown.failed && thrown.text.len() < 1_500, "{}", thrown.text.len());
}

#[tokio::test]
async fn it_is_a_means_like_the_others() {
    assert_eq!((Eval.family(), Eval.only_looks_up(), Eval.spec().name.as_str()), (Family::Means, false, "eval"));
    assert!(crate::toolbox::MEANS.contains(&"eval"));
    for (arguments, reason) in [
        (json!({}), "code: required"),
        (json!({"code": 1}), "code: not a text"),
        (json!({"code": "x".repeat(LONGEST + 1)}), "code: longer than 20000 characters"),
        (json!({"code": "1", "timeout": 1}), "timeout: unknown parameter"),
    ] {
        let Value::Object(arguments) = arguments else { unreachable!() };
        let refused = Eval.ran(&Noted::default(), &arguments).await.unwrap_err();
        assert!(refused.text.contains(reason), "{}", refused.text);
    }
}
