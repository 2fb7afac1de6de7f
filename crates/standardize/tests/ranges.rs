//! The table of printed reference ranges, and when a range decides a flag.

use mirobody_standardize::{Bound, Flag, NumberStyle, ReferenceRange, flag, range, value};

const TABLE: &str = include_str!("ranges.tsv");

fn style(printed: &str) -> NumberStyle {
    match printed {
        "." => NumberStyle::Point,
        "," => NumberStyle::Comma,
        _ => NumberStyle::Unknown,
    }
}

fn shown(range: &ReferenceRange) -> String {
    let side = |bound: Option<Bound>, inside: char, outside: char| match bound {
        None => (String::new(), outside),
        Some(bound) => (bound.number.to_string(), if bound.inclusive { inside } else { outside }),
    };
    if range.low.is_none() && range.high.is_none() {
        return "unread".to_owned();
    }
    let ((low, open), (high, close)) = (side(range.low, '[', '('), side(range.high, ']', ')'));
    format!("{open}{low}, {high}{close}")
}

#[test]
fn ranges_are_read_as_the_table_says() {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [printed, number_style, wanted, unit] = cells[..] else { panic!("four columns: {line}") };
        let read = range::read(printed, style(number_style));
        let got_unit = read.unit.as_ref().map_or("", |unit| unit.as_str());
        if (shown(&read).as_str(), got_unit) != (wanted, unit) || read.text != printed.trim() {
            failures.push(format!("{printed:?}: want {wanted} {unit:?}, got {} {got_unit:?}", shown(&read)));
        }
        count += 1;
    }
    assert!(count > 30, "the table is cut short");
    assert!(failures.is_empty(), "{} rows fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_range_gives_a_flag_only_when_it_decides() {
    let cases = [
        ("5", "3-10", Some(Flag::Normal)),
        ("3", "3-10", Some(Flag::Normal)),
        ("2.9", "3-10", Some(Flag::Low)),
        ("10.1", "3-10", Some(Flag::High)),
        ("5", "<5", Some(Flag::High)),
        ("5", "<=5", Some(Flag::Normal)),
        ("<5", "0-4", None),
        ("<3", "3-10", Some(Flag::Low)),
        ("<3", "0-5", Some(Flag::Normal)),
        ("<3", "1-5", None),
        ("<5", "<5", Some(Flag::Normal)),
        (">10", "3-10", Some(Flag::High)),
        (">=10", "3-10", None),
        (">90", ">60", Some(Flag::Normal)),
        (">50", ">60", None),
        ("4-5", "3-10", Some(Flag::Normal)),
        ("2-5", "3-10", None),
        ("negative", "3-10", None),
        ("5", "Negative", None),
        ("5", "M: 3-4 F: 6-7", None),
    ];
    for (printed, bounds, flag) in cases {
        let value = value::read(printed, NumberStyle::Unknown).value;
        let range = range::read(bounds, NumberStyle::Unknown);
        assert_eq!(flag::against(&value, None, &range), flag, "{printed} against {bounds}");
    }
}

#[test]
fn a_range_in_another_unit_decides_nothing() {
    let range = range::read("3.9-6.1 mmol/L", NumberStyle::Unknown);
    let value = value::read("100", NumberStyle::Unknown).value;
    let unit = |code: &str| mirobody_units::Ucum::parse(code).unwrap();
    assert_eq!(flag::against(&value, Some(&unit("mg/dL")), &range), None);
    assert_eq!(flag::against(&value, None, &range), None);
    assert_eq!(flag::against(&value, Some(&unit("mmol/L")), &range), Some(Flag::High));
}

#[test]
fn printed_flags_are_read() {
    for (printed, flag) in [
        ("H", Some(Flag::High)),
        ("LL", Some(Flag::Low)),
        ("↑", Some(Flag::High)),
        ("↓", Some(Flag::Low)),
        ("*", Some(Flag::Abnormal)),
        ("偏低", Some(Flag::Low)),
        ("偏高", Some(Flag::High)),
        ("(H)", Some(Flag::High)),
        ("Ｈ", Some(Flag::High)),
        ("high", Some(Flag::High)),
        ("正常", Some(Flag::Normal)),
        ("", None),
        ("ask your doctor", None),
    ] {
        assert_eq!(flag::read(printed), flag, "{printed}");
    }
}
