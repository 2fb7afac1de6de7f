//! Verdicts, sentence by sentence; no byte of a text is lost.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn step(id: &str, name: &str, arguments: Value, data: Value) -> ToolStep {
    ToolStep { id: id.into(), name: name.into(), arguments, result: data.to_string(), data }
}

fn readings() -> ToolStep {
    let data = json!({
        "view": "raw", "window": "2026-05-01..2026-06-30", "count": 5, "unmatched": ["vitamin 777"],
        "rows": [
            {"indicator": "LDL-C", "time": "2026-06-10", "value": "97", "unit": "mg/dL", "ref": "0-100", "code": "13457-7",
             "source": "upload", "page": 2, "file": "f9-41"},
            {"indicator": "LDL-C", "time": "2026-05-04", "value": "143.7", "unit": "mg/dL", "code": "13457-7",
             "source": "upload", "page": 3, "file": "f9-52"},
            {"indicator": "HbA1c", "time": "2026-06-10", "value": "6.13", "unit": "%", "source": "api"},
            {"indicator": "HbA1c", "time": "2026-05-04", "value": "6.48", "unit": "%", "source": "api"},
            {"indicator": "Weight", "time": "2026-06-10 07:30", "value": "81.4", "unit": "kg", "source": "device, garmin 7"},
        ],
    });
    step("call_a", "query_health_data", json!({}), data)
}

fn statistics() -> ToolStep {
    let data = json!({"rows": [{"indicator": "Glucose", "count": 9, "unit": "mg/dL", "min": 88, "max": 131.5, "avg": 104.25,
        "min_date": "2026-03-02", "max_date": "2026-04-09"}]});
    step("call_b", "query_health_data", json!({}), data)
}

fn others() -> Vec<(ToolStep, Family)> {
    vec![
        (readings(), Family::Health),
        (statistics(), Family::Health),
        (
            step(
                "call_c",
                "search_medical_evidence",
                json!({}),
                json!({"results": [{"summary": "a target of 55 mg/dL"}]}),
            ),
            Family::Evidence,
        ),
        (step("call_d", "mcp__f__dose", json!({}), json!({"text": "at most 2550 mg"})), Family::Attached),
        (step("call_e", "eval", json!({"code": "1"}), json!({"result": 2.4142})), Family::Means),
        (step("call_f", "write_todos", json!({}), json!({"todos": ["say 666 mg/dL"]})), Family::Means),
        (
            ToolStep {
                result: "Ferritin 312 ng/mL".into(),
                ..step("call_g", "read_file", json!({"path": "/files/f9-77"}), json!({}))
            },
            Family::Means,
        ),
    ]
}

/// What is told of an answer that came in pieces of so many characters.
fn told_in(text: &str, asked: &str, size: usize) -> Vec<Checked> {
    let (steps, families): (Vec<ToolStep>, Vec<Family>) = others().into_iter().unzip();
    let said = [
        Message::user(asked),
        Message::Assistant(mirobody_llm::Said { text: "It was 5001.".into(), ..Default::default() }),
    ];
    let mut checker = Checker::new(&said, Some("It is 2026-06-20 and 400 words are enough."));
    for (place, (step, family)) in steps.iter().zip(families).enumerate() {
        checker.read(place, step, family);
    }
    let chars: Vec<char> = text.chars().collect();
    for piece in chars.chunks(size) {
        checker.write(&piece.iter().collect::<String>(), &steps);
    }
    checker.end(&steps);
    checker.into_checked()
}

fn told(text: &str) -> Vec<Checked> {
    told_in(text, "Was it above 130 on 3 March 2026?", usize::MAX)
}

/// The verdict of the numbers of a text, in short.
fn verdicts(text: &str) -> String {
    let short = |one: &Checked| format!("{}={}", one.written, one.verdict.as_str());
    told(text).iter().map(short).collect::<Vec<_>>().join("; ")
}

#[test]
fn each_number_has_its_verdict() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("Your LDL-C is **97 mg/dL**.", "97 mg/dL=supported"),
        ("LDL-C fell from 143.7 to 97 mg/dL.", "143.7=supported; 97 mg/dL=supported"),
        ("LDL-C was about 144 mg/dL.", "144 mg/dL=rounded"),
        ("HbA1c is 6.1%, before 6.5 %", "6.1%=rounded; 6.5 %=rounded"),
        ("HbA1c is 6.2%", "6.2%=not_found"),
        ("That is 2.51 mmol/L of LDL-C.", "2.51 mmol/L=converted"),
        ("That is 2.61 mmol/L of LDL-C.", "2.61 mmol/L=not_found"),
        ("Weight: 179.5 lb", "179.5 lb=converted"),
        ("LDL-C is 97 mmol/L.", "97 mmol/L=other_unit"),
        ("LDL-C fell by 46.7 mg/dL.", "46.7 mg/dL=not_declared"),
        ("LDL-C fell by 32.5%.", "32.5%=not_declared"),
        ("LDL-C was 120.4 mg/dL on average.", "120.4 mg/dL=not_declared"),
        ("LDL-C fell by 46.9 mg/dL.", "46.9 mg/dL=not_found"),
        (
            "Glucose rose by 43.5 mg/dL, from 88 to 131.5 mg/dL.",
            "43.5 mg/dL=not_declared; 88=supported; 131.5 mg/dL=supported",
        ),
        ("You asked about 130 mg/dL.", "130 mg/dL=from_question"),
        ("Aim for 55 mg/dL.", "55 mg/dL=cited"),
        ("Take at most 2550 mg.", "2550 mg=cited"),
        ("The script gave 2.4142.", "2.4142=worked_out"),
        (
            "The plan says 666 mg/dL, and 777, and 5001, and 400.",
            "666 mg/dL=not_found; 777=not_found; 5001=not_found; 400=not_found",
        ),
        ("Ferritin was 312 ng/mL.", "312 ng/mL=supported"),
        (
            "On 2026-06-10 and on June 10, on 11 June 2026",
            "2026-06-10=supported; June 10=supported; 11 June 2026=not_found",
        ),
        (
            "Today, 20 June 2026; you said 3 March; in 2026",
            "20 June 2026=from_question; 3 March=from_question; 2026=supported",
        ),
        ("am 10. Juni 2026: 143,7 mg/dL", "10. Juni 2026=supported; 143,7 mg/dL=supported"),
        (
            "le 4 mai 2026, LDL-C 143,7 mg/dL ; 98 mg/dL",
            "4 mai 2026=supported; 143,7 mg/dL=supported; 98 mg/dL=not_found",
        ),
        ("el 10 de junio de 2026: 97 mg/dL", "10 de junio de 2026=supported; 97 mg/dL=supported"),
        (
            "2026年6月10日的LDL-C是97 mg/dL。之前是150 mg/dL。",
            "2026年6月10日=supported; 97 mg/dL=supported; 150 mg/dL=not_found",
        ),
        ("1. HbA1c\n2. LDL-C 97\n3. CRP", "97=supported"),
        ("**1.** first\n\n**2.** second", ""),
        ("| LDL-C | 97 | 143.7 |\n|---|---|---|\n", "97=supported; 143.7=supported"),
        ("Nothing was found about B12 or T3.", ""),
    ] {
        let found = verdicts(text);
        if found != expected {
            wrong.push(format!("{text}\n  {found}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_no_reading_is_told_apart() {
    let kinds = |text: &str| told(text).iter().map(|one| one.kind.as_str()).collect::<Vec<_>>().join(" ");
    for (text, expected) in [
        ("Measure again in 1-2 weeks, 3 times.", "span span span"),
        ("请在3个月后复查。", "span"),
        ("Nimm 30 Minuten frei", "span"),
        ("Two of 7 things", "plain"),
        ("It was 98 mg/dL, then 9.8, then 171", "value value value"),
        ("on 2026-06-10, in June 2026", "day day"),
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

#[test]
fn a_number_has_the_row_and_the_file_behind_it() {
    let all = told("LDL-C was 143.7 mg/dL; glucose at least 88 mg/dL; ferritin 312 ng/mL.");
    let [ldl, glucose, ferritin] = all.as_slice() else { panic!("{all:?}") };
    let source = |one: &Checked| one.sources[0].clone();
    let expected = Source {
        tool: "query_health_data".into(),
        call_id: "call_a".into(),
        step: Some(0),
        row: Some("/rows/1".into()),
        field: "value".into(),
        date: Some("2026-05-04".into()),
        file: Some("f9-52".into()),
        page: Some(3),
    };
    assert_eq!((ldl.sources.len(), source(ldl)), (1, expected));
    let least = source(glucose);
    assert_eq!((least.step, least.field.as_str(), least.date.as_deref()), (Some(1), "min", Some("2026-03-02")));
    assert_eq!((source(ferritin).row, source(ferritin).file.as_deref()), (None, Some("f9-77")));
}

#[test]
fn the_row_of_the_day_in_the_sentence_comes_first() {
    let row = |time: &str| json!({"indicator": "Pulse", "time": time, "value": "61", "unit": "/min"});
    let data = json!({"rows": [row("2026-06-03"), row("2026-06-02"), row("2026-06-01")]});
    let steps = [step("call_a", "query_health_data", json!({}), data)];
    let one = checked("Pulse was 61/min on 2026-06-02.", &[], &steps, &[]);
    assert_eq!(one[0].sources.iter().filter_map(|source| source.row.as_deref()).collect::<Vec<_>>(), ["/rows/1"]);
}

#[test]
fn places_are_code_points_of_the_answer() {
    let text = "血糖は 97 mg/dL です。🩸 次に −46.7 mg/dL。\n\nÉ: 143.7 mg/dL";
    let chars: Vec<char> = text.chars().collect();
    let all = told(text);
    assert_eq!(all.len(), 3, "{all:?}");
    for one in &all {
        assert_eq!(chars[one.start..one.end].iter().collect::<String>(), one.written);
    }
    assert_eq!(all[1].written, "−46.7 mg/dL");
}

#[test]
fn a_chart_is_checked_point_by_point() {
    let text = "So it is:\n```vis-chart\n{\"type\":\"line\",\"title\":\"LDL-C 99\",\"axisYTitle\":\"mg/dL\",\"data\":[\
        {\"time\":\"2026-06-10\",\"value\":97},{\"time\":\"2026-06-11\",\"value\":98.5}]}\n```\nWell.";
    assert_eq!(verdicts(text), "2026-06-10=supported; 97=supported; 2026-06-11=not_found; 98.5=not_found");
}

#[test]
fn a_result_of_an_earlier_turn_supports_too_and_a_models_answer_does_not() {
    let earlier = |name: &str, text: &str| Message::Tool {
        call_id: "call_old".into(),
        name: name.into(),
        result: vec![Part::Text(text.to_owned())],
    };
    let said = [earlier("query_health_data", "LDL-C | 88.8 mg/dL"), earlier("task", "LDL-C is 77.7 mg/dL")];
    let steps = [readings()];
    let mut checker = Checker::new(&said, None);
    checker.read(0, &steps[0], Family::Health);
    let all = checker.write("It was 88.8 mg/dL. Or 77.7 mg/dL?\n", &steps);
    assert_eq!(all.iter().map(|one| one.verdict.as_str()).collect::<Vec<_>>(), ["supported", "not_found"]);
    assert_eq!((all[0].sources[0].call_id.as_str(), all[0].sources[0].step), ("call_old", None));
}

#[test]
fn without_a_tool_nothing_is_checked() {
    let mut checker = Checker::new(&[], None);
    assert_eq!(checker.write("It is 97 mg/dL.\n", &[]), []);
    assert!(checker.into_checked().is_empty());
}

#[test]
fn sentences_end_where_they_should() {
    for (text, expected) in [
        ("LDL is 3.5. It fell.", vec!["LDL is 3.5.", " It fell."]),
        ("Dr. Lee, e.g. at 5 p.m. on 10. Juni. Gut!", vec!["Dr. Lee, e.g. at 5 p.m. on 10. Juni.", " Gut!"]),
        ("好。是97吗？对！完", vec!["好。", "是97吗？", "对！", "完"]),
        ("1. one\n2. two\n", vec!["1. one\n", "2. two\n"]),
        ("| a | 1. |\n| b |", vec!["| a | 1. |\n", "| b |"]),
        ("(It is so.) **Yes.** No", vec!["(It is so.)", " **Yes.**", " No"]),
        ("```vis-chart\n{\"a\": 1.\n}\n```\nx", vec!["```vis-chart\n{\"a\": 1.\n}\n```\n", "x"]),
    ] {
        let mut sentences = Sentences::default();
        let mut all = sentences.push(text);
        all.push(sentences.rest());
        all.retain(|one| !one.is_empty());
        assert_eq!(all, expected);
    }
}

fn piece() -> impl Strategy<Value = String> {
    let known = [
        ".",
        ". ",
        "\n",
        "。",
        "？",
        "!",
        " ",
        "97",
        "143.7 mg/dL",
        "-46.7",
        "1. ",
        "e.g. ",
        "Dr. ",
        "```",
        "vis-chart",
        "\n```\n",
        "```vis-chart\n",
        "\"data\"",
        "10. Juni",
        "2026-06-10",
        "LDL-C",
        "garmin 7",
        "%",
        "−",
        "🩸",
        "79228162514264337593543950335",
        "0.0000000000000000000000000001",
        "1,234.5",
        "|",
        "**",
        "\u{1}",
        "年",
        "weeks",
        "mmol/L",
    ];
    prop_oneof![prop::sample::select(known.to_vec()).prop_map(str::to_owned), "\\PC{0,8}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_sentences_are_the_text_however_it_came(pieces in prop::collection::vec(piece(), 0..24), size in 1_usize..9) {
        let text = pieces.concat();
        let mut whole = Sentences::default();
        let mut at_once = whole.push(&text);
        at_once.push(whole.rest());
        let mut parts = Sentences::default();
        let chars: Vec<char> = text.chars().collect();
        let mut streamed: Vec<String> =
            chars.chunks(size).flat_map(|piece| parts.push(&piece.iter().collect::<String>())).collect();
        streamed.push(parts.rest());
        prop_assert_eq!(at_once.concat(), text);
        prop_assert_eq!(streamed, at_once);
    }

    #[test]
    fn any_text_is_checked_and_every_number_stands_where_it_is_said_to(
        pieces in prop::collection::vec(piece(), 0..16), size in 1_usize..9
    ) {
        let text = pieces.concat();
        let all = told_in(&text, &text, size);
        let chars: Vec<char> = text.chars().collect();
        for one in &all {
            prop_assert_eq!(chars[one.start..one.end].iter().collect::<String>(), one.written.clone());
        }
        prop_assert!(all.windows(2).all(|pair| pair[0].end <= pair[1].start));
        prop_assert_eq!(&all, &told_in(&text, &text, usize::MAX));
    }
}
