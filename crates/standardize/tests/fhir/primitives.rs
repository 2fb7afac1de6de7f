//! The forms of R4's primitive types.

use serde_json::Value;

/// What is wrong with a primitive value; none when nothing is, or the type is no primitive.
pub fn complaint(kind: &str, value: &Value) -> Option<String> {
    let right = match kind {
        "boolean" => value.is_boolean(),
        "decimal" => value.is_number(),
        "positiveInt" => value.as_u64().is_some_and(|number| number > 0),
        "integer" | "unsignedInt" => value.is_i64(),
        "string" | "markdown" => value.as_str().is_some_and(is_string),
        "code" => value.as_str().is_some_and(is_code),
        "uri" | "url" | "canonical" => value.as_str().is_some_and(is_uri),
        "id" => value.as_str().is_some_and(is_id),
        "dateTime" => value.as_str().is_some_and(is_date_time),
        "instant" => value.as_str().is_some_and(|text| text.contains('T') && is_date_time(text)),
        "time" => value.as_str().is_some_and(is_time),
        _ => return None,
    };
    (!right).then(|| format!("{value} is no {kind}"))
}

fn is_string(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().all(|c| c >= ' ' || matches!(c, '\t' | '\n' | '\r'))
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.split(' ').all(|word| !word.is_empty() && !word.contains(char::is_whitespace))
}

fn is_uri(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'))
}

fn is_date_time(text: &str) -> bool {
    match text.split_once('T') {
        None => is_date(text),
        Some((date, time)) => {
            let zone = time.find(['Z', '+', '-']).unwrap_or(time.len());
            date.len() == 10 && is_date(date) && is_time(&time[..zone]) && is_zone(&time[zone..])
        }
    }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    match parts.as_slice() {
        [year] => is_number(year, 4, 1..=9999),
        [year, month] => is_number(year, 4, 1..=9999) && is_number(month, 2, 1..=12),
        [_, _, _] => text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok(),
        _ => false,
    }
}

fn is_time(text: &str) -> bool {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let parts: Vec<&str> = clock.split(':').collect();
    let [hours, minutes, seconds] = parts.as_slice() else { return false };
    is_number(hours, 2, 0..=23)
        && is_number(minutes, 2, 0..=59)
        && is_number(seconds, 2, 0..=60)
        && !fraction.is_empty()
        && fraction.bytes().all(|b| b.is_ascii_digit())
}

fn is_zone(text: &str) -> bool {
    let offset = |text: &str| {
        text.split_once(':').is_some_and(|(hours, minutes)| {
            is_number(hours, 2, 0..=13) && is_number(minutes, 2, 0..=59) || (hours, minutes) == ("14", "00")
        })
    };
    text == "Z" || text.strip_prefix(['+', '-']).is_some_and(offset)
}

fn is_number(text: &str, digits: usize, within: std::ops::RangeInclusive<u32>) -> bool {
    text.len() == digits && text.parse().is_ok_and(|number| within.contains(&number))
}

#[test]
fn forms() {
    let text = |kind: &str, text: &str| complaint(kind, &Value::from(text)).is_none();
    for right in ["2026", "2026-06", "2026-06-16", "2026-06-16T07:30:00Z", "2026-06-16T07:30:00.25+02:00"] {
        assert!(text("dateTime", right), "{right}");
    }
    for wrong in ["", "2026-6-16", "2026-02-30", "2026-06-16T07:30:00", "2026-06-16T07:30Z", "2026-06-16T24:00:00Z"] {
        assert!(!text("dateTime", wrong), "{wrong}");
    }
    assert!(text("code", "mg/dL") && !text("code", " mg") && !text("code", "a  b") && !text("string", " "));
    assert!(text("id", "a-1.b") && !text("id", "a_b") && !text("uri", "a b"));
}
