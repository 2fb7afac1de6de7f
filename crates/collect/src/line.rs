//! Readings in free lines: `Fasting glucose: 97 mg/dL (ref 70-110)`, `血红蛋白 138 g/L 130-175`, `pulse 88/min`.
//!
//! A line is read only when everything behind the name is understood; prose gives nothing.

use crate::{
    lex, names, pressure,
    results::{self, fold},
    unit_shape,
    value::{self, Parts},
};

/// A name and its result as found in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The name as printed.
    pub name: String,
    /// The result's parts.
    pub parts: Parts,
}

/// A line longer than this is a paragraph; only its clauses are looked at.
const LONGEST: usize = 300;
/// A paragraph longer than this is not looked at.
const PARAGRAPH: usize = 4000;

/// The readings of a line.
pub(crate) fn read(text: &str) -> Vec<Found> {
    let text = text.trim();
    if !text.chars().any(char::is_alphabetic) || text.len() > PARAGRAPH {
        return Vec::new();
    }
    if text.len() <= LONGEST
        && let Some(found) = whole(text)
    {
        return vec![found];
    }
    clauses(text).into_iter().filter_map(clause).collect()
}

/// Whether a line has a number with a unit and nothing that could be its name.
pub(crate) fn is_nameless(text: &str) -> bool {
    let text = text.trim();
    text.len() <= 60
        && lex::number(text).is_some_and(|(_, rest)| {
            let unit = rest.trim();
            unit.contains('/') && unit_shape::is_unit(unit)
        })
}

fn whole(text: &str) -> Option<Found> {
    let (flag, text) = line_flag(text);
    let mut found = separated(text).or_else(|| unseparated(text))?;
    if !flag.is_empty() && found.parts.flag.is_empty() {
        flag.clone_into(&mut found.parts.flag);
    }
    Some(found)
}

/// A flag that opens the line, before the name.
fn line_flag(text: &str) -> (&str, &str) {
    const FLAGS: &[&str] = &["↑", "↓", "*", "H", "L", "HH", "LL", "↑↑", "↓↓"];
    let Some((flag, rest)) = results::leading_flag(text) else { return ("", text) };
    if FLAGS.contains(&flag) && rest.starts_with(char::is_alphabetic) { (flag, rest) } else { ("", text) }
}

/// `name: value …`
fn separated(text: &str) -> Option<Found> {
    let marks = text.char_indices().filter(|(_, c)| matches!(c, ':' | '：' | '=')).take(3);
    marks.into_iter().find_map(|(at, mark)| {
        let (name, rest) = (names::trimmed(&text[..at]), text[at + mark.len_utf8()..].trim());
        let parts = result(rest)?;
        let enough = !parts.unit.is_empty() || !parts.range.is_empty() || results::is_ordinal(&parts.value);
        let fits = (enough || stands_alone(name) || is_pressure(name, &parts)) && !is_taken(&parts);
        (fits && names::is_plain_name(name) && unit_fits(name, &parts)).then(|| found(name, parts))
    })
}

/// `name value unit …`, without a mark between name and value.
fn unseparated(text: &str) -> Option<Found> {
    value_starts(text)
        .into_iter()
        .find_map(|at| {
            let (name, rest) = (names::trimmed(&text[..at]), &text[at..]);
            let parts = result(rest)?;
            let measured = !parts.unit.is_empty() || !parts.range.is_empty() || is_bare_quantity(name);
            let fits = (measured || is_pressure(name, &parts)) && !is_taken(&parts);
            (fits && names::is_plain_name(name) && unit_fits(name, &parts)).then(|| found(name, parts))
        })
        .or_else(|| worded(text))
}

/// `HBsAg Negative`, `尿蛋白 阴性 阴性`.
fn worded(text: &str) -> Option<Found> {
    let (before, last) = text.rsplit_once(char::is_whitespace)?;
    if !results::is_ordinal(last) || !is_strong(last) {
        return None;
    }
    let repeated = before.trim_end().rsplit_once(char::is_whitespace).filter(|(_, word)| is_strong(word));
    let (name, value, range) = match repeated {
        Some((name, value)) => (name, value, last),
        None => (before, last, ""),
    };
    let name = names::trimmed(name);
    let short = name.split_whitespace().count() <= 4;
    let parts = Parts { value: value.to_owned(), range: range.to_owned(), exact: true, ..Parts::default() };
    (short && names::is_plain_name(name)).then(|| found(name, parts))
}

/// Words that are a result in any sentence; `normal`, `clear` or `few` are not.
fn is_strong(word: &str) -> bool {
    const STRONG: &[&str] = &[
        "negative",
        "positive",
        "negatief",
        "positief",
        "négatif",
        "positif",
        "negativ",
        "positiv",
        "negativo",
        "positivo",
        "阴性",
        "阳性",
        "陰性",
        "陽性",
        "弱阳性",
        "reactive",
        "nonreactive",
        "non-reactive",
        "음성",
        "양성",
    ];
    STRONG.contains(&fold(word).as_str())
}

fn found(name: &str, parts: Parts) -> Found {
    Found { name: name.to_owned(), parts }
}

/// A result with nothing left over: a number with its tail, or a word that is a result.
fn result(rest: &str) -> Option<Parts> {
    let parts = value::read(rest, false);
    parts.exact.then_some(parts)
}

/// Where a value could begin: a number behind a blank, or behind a character of a script without blanks.
fn value_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut before = '0';
    for (at, c) in text.char_indices() {
        let opens = c.is_ascii_digit() || "<>≤≥＜＞↑↓".contains(c);
        let apart = before.is_whitespace() || (before.is_alphabetic() && !before.is_ascii()) || ")）".contains(before);
        if opens && apart && starts.len() < 8 {
            starts.push(at);
        }
        before = c;
    }
    starts
}

/// A dose rather than a result.
fn is_taken(parts: &Parts) -> bool {
    parts.range.is_empty() && (unit_shape::is_dose(&parts.unit) || is_dose_rate(&parts.unit))
}

fn is_dose_rate(unit: &str) -> bool {
    let unit = unit.to_lowercase();
    ["/day", "/d", "/dag", "/kg", "/week", "/dose", "/jour", "/tag", "/日", "/天"].iter().any(|end| unit.ends_with(end))
}

/// `C` and `F` are degrees only behind a temperature; `s`, `%` and the like fit anything.
fn unit_fits(name: &str, parts: &Parts) -> bool {
    let degrees = ["C", "F", "c", "f"].contains(&parts.unit.as_str());
    let folded = fold(name);
    !degrees || ["temp", "体温", "fever", "fièvre", "koorts", "fieber"].iter().any(|w| folded.contains(w))
}

/// Quantities printed without a unit.
fn stands_alone(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "inr",
        "ph",
        "bmi",
        "ratio",
        "index",
        "specific gravity",
        "sg",
        "pulse",
        "heart rate",
        "a/g ratio",
        "pt-inr",
        "脉搏",
        "心率",
        "脈拍",
        "s.g.",
        "hr",
        "body mass index",
    ];
    let folded = fold(name);
    NAMES.contains(&folded.as_str())
        || folded.ends_with(" ratio")
        || folded.ends_with(" ph")
        || folded.ends_with(" index")
}

/// Those that even without a colon can be nothing else.
fn is_bare_quantity(name: &str) -> bool {
    ["inr", "ph", "bmi", "pulse", "heart rate", "specific gravity"].contains(&fold(name).as_str())
}

fn is_pressure(name: &str, parts: &Parts) -> bool {
    parts.value.contains('/') && pressure::is_named(name)
}

/// The clauses of prose: what stands between full stops, commas and semicolons followed by a blank.
fn clauses(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, n)| *n);
        let ends =
            matches!(c, '。' | '；' | '，') || (matches!(c, '.' | ',' | ';') && next.is_none_or(char::is_whitespace));
        if ends {
            pieces.push(&text[from..at]);
            from = at + c.len_utf8();
        }
    }
    pieces.push(&text[from..]);
    pieces.truncate(64);
    pieces
}

fn clause(text: &str) -> Option<Found> {
    let text = text.trim();
    let found = (text.len() <= 80).then(|| separated(text).or_else(|| numbered(text)))??;
    (found.name.split_whitespace().count() <= 4).then_some(found)
}

/// As `unseparated`, numbers only: a word in prose says too little.
fn numbered(text: &str) -> Option<Found> {
    unseparated(text).filter(|f| f.parts.value.contains(|c: char| c.is_numeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> [String; 5] {
        let found = read(text);
        assert_eq!(found.len(), 1, "{text}");
        let Found { name, parts } = found[0].clone();
        [name, parts.value, parts.unit, parts.range, parts.flag]
    }

    #[test]
    fn lines_of_results() {
        let cases = [
            ("Fasting glucose: 97 mg/dL (ref 70-110)", ["Fasting glucose", "97", "mg/dL", "(ref 70-110)", ""]),
            ("Hemoglobin 13.5 g/dL 12-16", ["Hemoglobin", "13.5", "g/dL", "12-16", ""]),
            ("Hemoglobin: 13.5 g/dL", ["Hemoglobin", "13.5", "g/dL", "", ""]),
            ("血红蛋白 138 g/L 130-175", ["血红蛋白", "138", "g/L", "130-175", ""]),
            ("血红蛋白：138g/L", ["血红蛋白", "138", "g/L", "", ""]),
            ("Vitamin B12 350 pg/mL 200-900 L", ["Vitamin B12", "350", "pg/mL", "200-900", "L"]),
            ("H Glucose 118 mg/dL 65-99", ["Glucose", "118", "mg/dL", "65-99", "H"]),
            ("↑ 白细胞 11.2 10^9/L 3.5-9.5", ["白细胞", "11.2", "10^9/L", "3.5-9.5", "↑"]),
            ("hs-CRP <0.3 mg/L <3.0", ["hs-CRP", "<0.3", "mg/L", "<3.0", ""]),
            ("Kalium 5,4 mmol/L", ["Kalium", "5,4", "mmol/L", "", ""]),
            ("HBsAg: Negative", ["HBsAg", "Negative", "", "", ""]),
            ("尿蛋白 阴性", ["尿蛋白", "阴性", "", "", ""]),
            ("pH 7.4", ["pH", "7.4", "", "", ""]),
            ("Glucosa 95 mg/dL 70 - 100", ["Glucosa", "95", "mg/dL", "70 - 100", ""]),
            ("WBC 11.2 x10^3/uL H 4.0-10.0", ["WBC", "11.2", "x10^3/uL", "4.0-10.0", "H"]),
            ("INR: 1.1", ["INR", "1.1", "", "", ""]),
            ("- TSH 2.1 mIU/L (0.4-4.0)", ["TSH", "2.1", "mIU/L", "(0.4-4.0)", ""]),
            ("Glucose 118 H 65-99 mg/dL", ["Glucose", "118", "mg/dL", "65-99", "H"]),
            ("25-OH vitamin D 18.2 ng/mL", ["25-OH vitamin D", "18.2", "ng/mL", "", ""]),
        ];
        for (text, wanted) in cases {
            assert_eq!(row(text), wanted.map(String::from), "{text}");
        }
    }

    #[test]
    fn prose_and_furniture_give_nothing() {
        for text in [
            "I walked the dog this morning and felt fine.",
            "I walked 5 km in 50 min.",
            "Tel: 09/332.34.34",
            "Page 1 of 2",
            "Patient ID: 123456",
            "DOB: 1980-01-02",
            "Age: 45 years",
            "Metformin 500 mg",
            "Metformin 500 mg/day twice",
            "C. Heymanslaan 10 - B 9000 Gent",
            "Phone 555-1234",
            "Collected: 2026-04-11 07:45",
            "Order 12345",
            "The test came back positive",
            "Take 2 tablets every day",
            "2026-01-03",
            "BTP concentratie CSV: 5.4-23.8 mg/L is normaal",
            "Room: 12",
            "Visit 3",
            "年龄：45",
            "电话：13800138000",
            "Fax: 09/332.49.85",
            "See you at 10:30",
        ] {
            assert_eq!(read(text), Vec::new(), "{text}");
        }
    }

    #[test]
    fn a_note_may_hold_measurements() {
        let found = read("Outpatient note 2026-01-03. Temp 38.2 C, pulse 88/min. Impression: viral pharyngitis.");
        let short: Vec<_> =
            found.iter().map(|f| (f.name.as_str(), f.parts.value.as_str(), f.parts.unit.as_str())).collect();
        assert_eq!(short, [("Temp", "38.2", "C"), ("pulse", "88", "/min")]);
    }

    #[test]
    fn a_number_without_a_name_is_noticed() {
        assert!(is_nameless("13.5 g/dL"));
        assert!(!is_nameless("Hemoglobin 13.5 g/dL"));
        assert!(!is_nameless("2026-01-02"));
    }
}
