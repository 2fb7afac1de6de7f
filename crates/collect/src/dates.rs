//! Dates as printed: every form, without deciding what the document leaves open.

use jiff::civil::Date;

use crate::RowTime;

/// A date found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it (and the clock time behind it) ends.
    pub end: usize,
    /// Its numbers.
    pub form: Form,
    /// `07:45:00` or with an offset, as ISO; empty without.
    pub clock: String,
}

/// The numbers of a date and what their order says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Year, month and day are certain.
    Certain(i16, u8, u8),
    /// `a/b/year`: day and month either way round.
    Open(u8, u8, i16),
}

/// Which number comes first in `a/b/year` throughout a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Order {
    /// 16/03/2022
    DayFirst,
    /// 03/16/2022
    MonthFirst,
    /// Nothing decides.
    #[default]
    Open,
}

/// The first date in `text`.
pub(crate) fn first_in(text: &str) -> Option<Found> {
    all_in(text).into_iter().next()
}

/// Every date in `text`.
pub(crate) fn all_in(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut free = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let joined =
            before.is_ascii_digit() || (before.is_alphabetic() && before.is_ascii()) || "./-,".contains(before);
        let starts = at >= free && !joined && (c.is_ascii_digit() || c.is_alphabetic() && c.is_ascii());
        before = c;
        if !starts {
            continue;
        }
        if let Some((form, length)) = at_front(&text[at..]) {
            let (clock, more) = clock(&text[at + length..]);
            free = at + length + more;
            found.push(Found { start: at, end: free, form, clock });
        }
    }
    found
}

/// A date at the front and its length.
fn at_front(text: &str) -> Option<(Form, usize)> {
    numeric(text).or_else(|| with_month_name(text)).or_else(|| compact(text))
}

/// Digits at the front, at most four.
fn integer(text: &str) -> Option<(i16, usize)> {
    let count = text.bytes().take(5).take_while(u8::is_ascii_digit).count();
    ((1..=4).contains(&count)).then(|| text[..count].parse().ok().map(|n| (n, count)))?
}

/// `2026-01-03`, `2026年1月3日`, `16/03/22`, `16.03.2022`.
fn numeric(text: &str) -> Option<(Form, usize)> {
    let (a, a_len) = integer(text)?;
    let mark = text[a_len..].chars().next().filter(|c| "-/.年".contains(*c))?;
    let second = a_len + mark.len_utf8();
    let (b, b_len) = integer(&text[second..]).filter(|(_, n)| *n <= 2)?;
    let close = text[second + b_len..].chars().next()?;
    let fits = if mark == '年' { close == '月' } else { close == mark };
    let third = second + b_len + close.len_utf8();
    let (c, c_len) = fits.then(|| integer(&text[third..])).flatten()?;
    let mut end = third + c_len;
    if text[end..].starts_with('日') {
        end += '日'.len_utf8();
    }
    let clean = !text[end..].starts_with(|n: char| n.is_ascii_digit() || (n == mark && mark != '.') || n == '%');
    let form = clean.then(|| ordered((a, a_len), (b, b_len), (c, c_len), mark)).flatten()?;
    Some((form, end))
}

fn ordered(a: (i16, usize), b: (i16, usize), c: (i16, usize), mark: char) -> Option<Form> {
    let small = |n: i16| u8::try_from(n).ok();
    if a.1 == 4 {
        return (c.1 <= 2).then(|| Some(Form::Certain(a.0, small(b.0)?, small(c.0)?)))?;
    }
    let known = c.1 == 4 || (c.1 == 2 && b.1 == 2 && a.1 <= 2);
    if !known || a.1 > 2 {
        return None;
    }
    let year = if c.1 == 4 { c.0 } else { full_year(c.0) };
    if mark == '.' {
        return (b.0 <= 12 || c.1 == 4).then(|| Some(Form::Certain(year, small(b.0)?, small(a.0)?)))?;
    }
    Some(Form::Open(small(a.0)?, small(b.0)?, year))
}

/// Two digits of a year: no report is from before 1970.
fn full_year(short: i16) -> i16 {
    if short < 70 { 2000 + short } else { 1900 + short }
}

/// `20260103` with a plausible year, alone.
fn compact(text: &str) -> Option<(Form, usize)> {
    let count = text.bytes().take(9).take_while(u8::is_ascii_digit).count();
    let year: i16 = (count == 8).then(|| text[..4].parse().ok())??;
    let (month, day) = (text[4..6].parse().ok()?, text[6..8].parse().ok()?);
    let sane = (1970..2070).contains(&year) && Date::new(year, month, day).is_ok();
    sane.then_some((Form::Certain(year, month as u8, day as u8), 8))
}

/// `3 Jan 2026`, `3. Januar 2026`, `Jan 3, 2026`, `03-Jan-2026`.
fn with_month_name(text: &str) -> Option<(Form, usize)> {
    if let Some((day, length)) = integer(text).filter(|(_, n)| *n <= 2) {
        let rest = text[length..].trim_start_matches(['.', '-', ' ', '/']).trim_start_matches("de ");
        let (month, word) = month_name(rest)?;
        let tail = rest[word..].trim_start_matches(['.', '-', ' ', ',', '/']).trim_start_matches("de ");
        let (year, digits) = integer(tail).filter(|(_, n)| *n == 4)?;
        let end = text.len() - tail.len() + digits;
        return Some((Form::Certain(year, month, day as u8), end));
    }
    let (month, word) = month_name(text)?;
    let rest = text[word..].trim_start_matches(['.', ' ']);
    let (day, length) = integer(rest).filter(|(_, n)| *n <= 2)?;
    let tail = rest[length..].trim_start_matches(['s', 't', 'n', 'd', 'r', 'h']).trim_start_matches([',', ' ']);
    let (year, digits) = integer(tail).filter(|(_, n)| *n == 4)?;
    Some((Form::Certain(year, month, day as u8), text.len() - tail.len() + digits))
}

const MONTHS: &[(&str, u8)] = &[
    ("january", 1),
    ("jan", 1),
    ("janvier", 1),
    ("januari", 1),
    ("januar", 1),
    ("enero", 1),
    ("gennaio", 1),
    ("february", 2),
    ("feb", 2),
    ("février", 2),
    ("februari", 2),
    ("februar", 2),
    ("febrero", 2),
    ("febbraio", 2),
    ("march", 3),
    ("mar", 3),
    ("mars", 3),
    ("maart", 3),
    ("mrt", 3),
    ("märz", 3),
    ("marzo", 3),
    ("april", 4),
    ("apr", 4),
    ("avril", 4),
    ("abril", 4),
    ("aprile", 4),
    ("may", 5),
    ("mai", 5),
    ("mei", 5),
    ("mayo", 5),
    ("maggio", 5),
    ("june", 6),
    ("jun", 6),
    ("juin", 6),
    ("juni", 6),
    ("junio", 6),
    ("giugno", 6),
    ("july", 7),
    ("jul", 7),
    ("juillet", 7),
    ("juli", 7),
    ("julio", 7),
    ("luglio", 7),
    ("august", 8),
    ("aug", 8),
    ("août", 8),
    ("augustus", 8),
    ("agosto", 8),
    ("september", 9),
    ("sep", 9),
    ("sept", 9),
    ("septembre", 9),
    ("october", 10),
    ("oct", 10),
    ("okt", 10),
    ("oktober", 10),
    ("octobre", 10),
    ("november", 11),
    ("nov", 11),
    ("december", 12),
    ("dec", 12),
    ("dez", 12),
];

fn month_name(text: &str) -> Option<(u8, usize)> {
    let end = text.char_indices().take(12).find(|(_, c)| !c.is_alphabetic()).map_or(text.len().min(24), |(at, _)| at);
    let word = text.get(..end)?.to_lowercase();
    MONTHS.iter().find(|(name, _)| *name == word).map(|(_, month)| (*month, end))
}

/// A clock time behind a date: its ISO form and how much text it took.
fn clock(text: &str) -> (String, usize) {
    let rest = text.trim_start_matches([' ', ',', 'T']);
    let skipped = text.len() - rest.len();
    let rest = if skipped > 3 { return (String::new(), 0) } else { rest };
    let Some((hour, h_len)) = integer(rest).filter(|(h, n)| *n <= 2 && *h < 24) else { return (String::new(), 0) };
    let Some(after) = rest[h_len..].strip_prefix([':', '：']) else { return (String::new(), 0) };
    let Some((minute, 2)) = integer(after).filter(|(m, _)| *m < 60) else { return (String::new(), 0) };
    let mut tail = &after[2..];
    let mut second = 0;
    if let Some((s, 2)) = tail.strip_prefix(':').and_then(integer).filter(|(s, _)| *s < 60) {
        second = s;
        tail = &tail[3..];
    }
    let hour = afternoon(hour, tail);
    let (zone, zone_len) = zone(tail);
    let used = text.len() - tail.len() + zone_len;
    (format!("{hour:02}:{minute:02}:{second:02}{zone}"), used)
}

fn afternoon(hour: i16, tail: &str) -> i16 {
    let mark = tail.trim_start().get(..2).unwrap_or_default().to_ascii_lowercase();
    match (mark.as_str(), hour) {
        ("pm", 1..=11) => hour + 12,
        ("am", 12) => 0,
        _ => hour,
    }
}

/// `Z` or `+02:00` right behind a clock time.
fn zone(tail: &str) -> (&str, usize) {
    let fraction = tail.strip_prefix('.').map_or(0, |f| 1 + f.bytes().take_while(u8::is_ascii_digit).count());
    let tail = tail.get(fraction..).unwrap_or_default();
    if tail.starts_with('Z') {
        return ("Z", fraction + 1);
    }
    let signed = tail.starts_with(['+', '-']);
    let shape = tail
        .as_bytes()
        .get(1..6)
        .is_some_and(|b| b[2] == b':' && [b[0], b[1], b[3], b[4]].iter().all(u8::is_ascii_digit));
    if signed && shape { (&tail[..6], fraction + 6) } else { ("", 0) }
}

/// What `text` (the date `found` in it) says, under the document's `order`.
pub(crate) fn said(text: &str, found: &Found, order: Order) -> RowTime {
    let printed = text.get(found.start..found.end).unwrap_or_default().trim().to_owned();
    let ymd = match (found.form, order) {
        (Form::Certain(y, m, d), _) => (y, m, d),
        (Form::Open(a, b, y), _) if a == b => (y, a, b),
        (Form::Open(a, b, y), _) if a > 12 => (y, b, a),
        (Form::Open(a, b, y), _) if b > 12 => (y, a, b),
        (Form::Open(a, b, y), Order::DayFirst) => (y, b, a),
        (Form::Open(a, b, y), Order::MonthFirst) => (y, a, b),
        (Form::Open(..), Order::Open) => return RowTime::Ambiguous { text: printed },
    };
    let Some(date) = possible(ymd) else { return RowTime::Impossible { text: printed } };
    let iso = if found.clock.is_empty() { date.to_string() } else { format!("{date}T{}", found.clock) };
    RowTime::Said { iso, text: printed }
}

fn possible((year, month, day): (i16, u8, u8)) -> Option<Date> {
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    (1900..2200).contains(&year).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, order: Order) -> RowTime {
        first_in(text).map_or(RowTime::Unsaid, |found| said(text, &found, order))
    }

    fn iso(text: &str) -> String {
        match read(text, Order::DayFirst) {
            RowTime::Said { iso, .. } => iso,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn every_form_of_a_date() {
        let cases = [
            ("2026-03-04", "2026-03-04"),
            ("2026/3/4 08:15", "2026-03-04T08:15:00"),
            ("2026年3月4日 8:15", "2026-03-04T08:15:00"),
            ("16/03/22 10:38", "2022-03-16T10:38:00"),
            ("4.3.2026", "2026-03-04"),
            ("04.03.26", "2026-03-04"),
            ("20260304", "2026-03-04"),
            ("3 Jan 2026", "2026-01-03"),
            ("Jan 3, 2026 1:05 PM", "2026-01-03T13:05:00"),
            ("3. März 2026", "2026-03-03"),
            ("03-Feb-2026", "2026-02-03"),
            ("2026-03-04T08:15:00+02:00", "2026-03-04T08:15:00+02:00"),
            ("2026-03-04T08:15:00Z", "2026-03-04T08:15:00Z"),
        ];
        for (text, wanted) in cases {
            assert_eq!(iso(text), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_no_date() {
        for text in [
            "138",
            "3.50-9.50",
            "1.73",
            "12-16",
            "4/5",
            "09/332.49.85",
            "8-44700-73-383",
            "815.333.046",
            "1.2.3",
            "B12",
        ] {
            assert_eq!(first_in(text), None, "{text}");
        }
    }

    #[test]
    fn impossible_and_open_dates_are_said_to_be() {
        for text in ["2026-02-30", "2026-13-01", "31/02/2026", "32/01/2026"] {
            assert_eq!(read(text, Order::DayFirst), RowTime::Impossible { text: text.into() }, "{text}");
        }
        assert_eq!(read("04/05/2026", Order::Open), RowTime::Ambiguous { text: "04/05/2026".into() });
        assert!(matches!(read("05/05/2026", Order::Open), RowTime::Said { .. }));
    }
}
