//! Arguments that are almost JSON.
//!
//! True here: only what can be meant in one way is put right, and each repair is named. Whatever would need a value to be
//! guessed is refused: an open string, a number that may have been cut off, a missing value, an apostrophe between
//! single quotes.

use serde_json::{Map, Value};

/// Something that was put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Repair {
    /// Nothing was written: no arguments.
    Empty,
    /// A code fence around it.
    Fence,
    /// The object was written as the text of a JSON string.
    Encoded,
    /// A comma before a closing bracket or at the end.
    TrailingComma,
    /// Closing brackets were missing at the end.
    Unclosed,
    /// Closing brackets too many at the end.
    Overclosed,
    /// Single quotes in place of double ones.
    SingleQuotes,
    /// A name without quotes.
    BareName,
    /// `None`, `True` and the like.
    Word,
    /// A date without quotes.
    BareDate,
}

/// The object that `text` means and what had to be put right, or what is wrong with it, without a word of it.
pub(super) fn object(text: &str) -> Result<(Map<String, Value>, Vec<Repair>), String> {
    let mut repairs = Vec::new();
    let value = value(text, &mut repairs)?;
    let value = match value {
        Value::String(inner) => {
            repairs.push(Repair::Encoded);
            self::value(&inner, &mut repairs)?
        }
        plain => plain,
    };
    repairs.sort_unstable();
    repairs.dedup();
    match value {
        Value::Object(object) => Ok((object, repairs)),
        Value::Null => Ok((Map::new(), repairs)),
        _ => Err("arguments: not an object".to_owned()),
    }
}

fn value(text: &str, repairs: &mut Vec<Repair>) -> Result<Value, String> {
    let text = unfenced(text.trim(), repairs);
    if text.is_empty() {
        repairs.push(Repair::Empty);
        return Ok(Value::Null);
    }
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        Err(error) => mended(text, repairs)
            .and_then(|mended| serde_json::from_str(&mended).ok())
            .ok_or_else(|| format!("arguments: not JSON, at line {} column {}", error.line(), error.column())),
    }
}

fn unfenced<'t>(text: &'t str, repairs: &mut Vec<Repair>) -> &'t str {
    let Some(inner) = text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) else { return text };
    repairs.push(Repair::Fence);
    let inner = inner.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    inner.trim()
}

/// A piece of the text.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    /// A bracket, comma or colon.
    Mark(char),
    /// A text, as JSON writes it.
    Text(String),
    /// Anything else: a number, a word, a date.
    Word(String),
}

/// The text as JSON, as far as that needs no guess.
fn mended(text: &str, repairs: &mut Vec<Repair>) -> Option<String> {
    let tokens = tokens(text, repairs)?;
    let mut open = Vec::new();
    let mut out: Vec<Token> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Mark(mark @ ('}' | ']')) => {
                drop_comma(&mut out, repairs);
                match open.pop() {
                    Some(expected) if expected == *mark => out.push(token.clone()),
                    None if !out.is_empty() => repairs.push(Repair::Overclosed),
                    _ => return None,
                }
            }
            // Anything after the end is another value.
            _ if open.is_empty() && !out.is_empty() => return None,
            Token::Mark(mark) => {
                open.extend(closing(*mark));
                out.push(token.clone());
            }
            Token::Text(_) => out.push(token.clone()),
            Token::Word(word) => out.push(read_word(word, tokens.get(at + 1), repairs)),
        }
    }
    close(&mut out, open, repairs)?;
    Some(out.iter().map(Token::written).collect())
}

const fn closing(mark: char) -> Option<char> {
    match mark {
        '{' => Some('}'),
        '[' => Some(']'),
        _ => None,
    }
}

fn drop_comma(out: &mut Vec<Token>, repairs: &mut Vec<Repair>) {
    if out.last() == Some(&Token::Mark(',')) {
        out.pop();
        repairs.push(Repair::TrailingComma);
    }
}

/// Closes what is open, unless its last value may have been cut off.
fn close(out: &mut Vec<Token>, open: Vec<char>, repairs: &mut Vec<Repair>) -> Option<()> {
    if open.is_empty() {
        return Some(());
    }
    drop_comma(out, repairs);
    let cut_off = match out.last()? {
        Token::Mark(mark) => *mark == ':',
        // A text before which there is no colon may be a name without its value: JSON itself refuses that.
        Token::Text(_) => false,
        Token::Word(word) => !matches!(word.as_str(), "null" | "true" | "false"),
    };
    repairs.push(Repair::Unclosed);
    out.extend(open.into_iter().rev().map(Token::Mark));
    (!cut_off).then_some(())
}

fn read_word(word: &str, next: Option<&Token>, repairs: &mut Vec<Repair>) -> Token {
    let quoted = |repair, repairs: &mut Vec<Repair>| {
        repairs.push(repair);
        Token::Text(Value::from(word).to_string())
    };
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if next == Some(&Token::Mark(':')) && is_name {
        return quoted(Repair::BareName, repairs);
    }
    if is_date(word) {
        return quoted(Repair::BareDate, repairs);
    }
    let plain = match word {
        "None" | "none" | "nil" | "undefined" | "NULL" | "Null" => "null",
        "True" | "TRUE" => "true",
        "False" | "FALSE" => "false",
        other => other,
    };
    if plain != word {
        repairs.push(Repair::Word);
    }
    Token::Word(plain.to_owned())
}

fn is_date(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() == 10
        && bytes
            .iter()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() })
}

impl Token {
    fn written(&self) -> String {
        match self {
            Self::Mark(mark) => mark.to_string(),
            Self::Text(text) | Self::Word(text) => text.clone(),
        }
    }
}

/// The pieces; none when a text is open, or when it is not clear where one ends.
fn tokens(text: &str, repairs: &mut Vec<Repair>) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '{' | '}' | '[' | ']' | ',' | ':' => {
                tokens.push(Token::Mark(first));
                1
            }
            '"' => {
                let length = double_quoted(rest)?;
                tokens.push(Token::Text(rest[..length].to_owned()));
                length
            }
            '\'' => {
                let length = single_quoted(rest)?;
                repairs.push(Repair::SingleQuotes);
                tokens.push(Token::Text(Value::from(&rest[1..length - 1]).to_string()));
                length
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "{}[],:\"'".contains(c);
                let length = rest.find(ends).unwrap_or(rest.len());
                tokens.push(Token::Word(rest[..length].to_owned()));
                length
            }
        };
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

fn double_quoted(rest: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A text between single quotes that holds neither a quote nor a backslash: what follows the second shows it ends there.
fn single_quoted(rest: &str) -> Option<usize> {
    let end = rest[1..].find(['\'', '"', '\\'])? + 1;
    let after = rest[end + 1..].trim_start();
    let ends = after.is_empty() || after.starts_with([',', ':', '}', ']']);
    (rest[end..].starts_with('\'') && ends).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_can_be_meant_in_one_way_is_put_right_and_named() {
        use Repair::*;
        let plain = json!({"keywords": ["HDL", "LDL"], "view": "stats"});
        for (text, expected, repairs) in [
            (r#"{"keywords":["HDL","LDL"],"view":"stats"}"#, &plain, &[][..]),
            ("", &json!({}), &[Empty]),
            ("null", &json!({}), &[]),
            ("```json\n{\"keywords\":[\"HDL\",\"LDL\"],\"view\":\"stats\"}\n```", &plain, &[Fence]),
            (r#"{"keywords":["HDL","LDL",],"view":"stats",}"#, &plain, &[TrailingComma]),
            (r#"{"keywords":["HDL","LDL"],"view":"stats""#, &plain, &[Unclosed]),
            (r#"{"view":"stats","keywords":["HDL","LDL""#, &plain, &[Unclosed]),
            (r#"{"view":"stats","keywords":["HDL","LDL"],"#, &plain, &[TrailingComma, Unclosed]),
            (r#"{"keywords":["HDL","LDL"],"view":"stats"}}"#, &plain, &[Overclosed]),
            ("{'keywords': ['HDL', 'LDL'], 'view': 'stats'}", &plain, &[SingleQuotes]),
            (r#"{keywords: ["HDL","LDL"], view: "stats"}"#, &plain, &[BareName]),
            (r#"{"view": None, "a": True, "b": undefined}"#, &json!({"view": null, "a": true, "b": null}), &[Word]),
            (
                r#"{"start": 2026-01-01, "end": 2026-02-01}"#,
                &json!({"start": "2026-01-01", "end": "2026-02-01"}),
                &[BareDate],
            ),
            (r#""{\"view\":\"stats\"}""#, &json!({"view": "stats"}), &[Encoded]),
            // What stands in a text stays as it is.
            (
                r#"{"keywords":["None, True, 2026-01-01,}"],}"#,
                &json!({"keywords": ["None, True, 2026-01-01,}"]}),
                &[TrailingComma],
            ),
            (r#"{"keywords":["Crohn's"],}"#, &json!({"keywords": ["Crohn's"]}), &[TrailingComma]),
        ] {
            let (object, put_right) = object(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((&Value::Object(object), &put_right[..]), (expected, repairs), "{text}");
        }
    }

    #[test]
    fn what_would_need_a_guess_is_refused_without_a_word_of_it() {
        for text in [
            r#"{"keywords":["ferri"#,
            r#"{"keywords":["ferritin"],"start":"2026-0"#,
            r#"{"limit": 12"#,
            r#"{"view":"#,
            r#"{"view""#,
            "{'keywords': ['Crohn's disease']}",
            r#"{"view":"stats"} {"view":"raw"}"#,
            r#"{"a":"b"]"#,
            "ferritin please",
            r#"{"view" "ferritin"}"#,
            r#"{"view": ferritin}"#,
            "]",
            "[1, 2",
        ] {
            let refused = object(text).unwrap_err();
            assert!(refused.starts_with("arguments: not "), "{text}: {refused}");
            assert!(!refused.contains("ferri") && !refused.contains("Crohn"), "{refused}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics_and_json_is_never_changed(text in ".{0,60}", number in 0..1000_i64) {
            let _ = object(&text);
            let whole = json!({"a": [text, null, number], "b": {"c": true}});
            let read = object(&whole.to_string());
            proptest::prop_assert_eq!(read, Ok((whole.as_object().cloned().unwrap_or_default(), Vec::new())));
        }
    }
}
