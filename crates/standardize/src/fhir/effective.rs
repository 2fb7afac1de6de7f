//! When a reading was taken, as R4 writes it: with the source's own offset, or only the day.

use jiff::fmt::temporal::{DateTimeParser, PiecesOffset};
use serde::{Deserialize, Serialize};

use super::{
    extension::{Extension, Value},
    urls,
};

/// A moment, or from one moment to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effective {
    /// `effectiveDateTime`
    At(Moment),
    /// `effectivePeriod`; without an end it is still going on.
    During {
        /// When it began.
        start: Moment,
        /// When it ended.
        end: Option<Moment>,
    },
}

/// A moment as R4 can hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// `2026-06-16T07:30:00+02:00`, `2026-06-16`, `2026-06` or `2026`. The offset is the source's own.
    pub date_time: String,
    /// The clock time when the source wrote no zone. R4 has no such time, so `date_time` is the day.
    pub wall: Option<String>,
}

impl Moment {
    /// Reads ISO 8601: a date, or a date and a time, with or without an offset. None when it is neither.
    ///
    /// Nothing is converted: `Z` stays `Z` and `+02:00` stays `+02:00`.
    pub fn read(iso: &str) -> Option<Self> {
        let pieces = DateTimeParser::new().parse_pieces(iso.trim()).ok()?;
        let day = pieces.date();
        if day.year() < 1 {
            return None;
        }
        let Some(time) = pieces.time() else { return Some(Self { date_time: day.to_string(), wall: None }) };
        Some(match pieces.offset().and_then(offset) {
            Some(offset) => Self { date_time: format!("{day}T{time}{offset}"), wall: None },
            None => Self { date_time: day.to_string(), wall: Some(time.to_string()) },
        })
    }

    /// Whether at least the day is known.
    pub(super) fn has_day(&self) -> bool {
        self.date_time.len() >= "2026-06-16".len()
    }

    /// What R4 has no field for.
    pub(super) fn beside(&self) -> Option<Beside> {
        let wall = self.wall.clone()?;
        Some(Beside { extension: vec![Extension::value(urls::WALL_TIME, Value::Clock(wall))] })
    }

    /// Puts a moment together again.
    pub(super) fn joined(date_time: String, beside: Option<&Beside>) -> Self {
        let wall = beside.and_then(|beside| beside.extension.iter().find_map(wall_time));
        Self { date_time, wall }
    }
}

/// The offset as R4 writes it; none for one it has no form for.
fn offset(offset: PiecesOffset) -> Option<String> {
    let PiecesOffset::Numeric(numeric) = offset else { return Some("Z".to_owned()) };
    let seconds = numeric.offset().seconds();
    let (hours, minutes) = (seconds.abs() / 3600, seconds.abs() / 60 % 60);
    let sign = if seconds < 0 || numeric.is_negative() { '-' } else { '+' };
    (seconds % 60 == 0 && (hours < 14 || hours == 14 && minutes == 0)).then(|| format!("{sign}{hours:02}:{minutes:02}"))
}

fn wall_time(extension: &Extension) -> Option<String> {
    match &extension.content {
        super::extension::Content::Value(Value::Clock(time)) if extension.url == urls::WALL_TIME => Some(time.clone()),
        _ => None,
    }
}

/// The object beside a primitive value, `_effectiveDateTime`, which holds its extensions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Beside {
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "super::extension::known")]
    extension: Vec<Extension>,
}

/// `effectivePeriod`
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Period {
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(rename = "_start", skip_serializing_if = "Option::is_none")]
    start_beside: Option<Beside>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    #[serde(rename = "_end", skip_serializing_if = "Option::is_none")]
    end_beside: Option<Beside>,
}

impl Period {
    pub(super) fn of(start: Moment, end: Option<Moment>) -> Self {
        Self {
            start_beside: start.beside(),
            start: Some(start.date_time),
            end_beside: end.as_ref().and_then(Moment::beside),
            end: end.map(|end| end.date_time),
        }
    }

    /// None when it has no beginning.
    pub(super) fn read(self) -> Option<Effective> {
        let start = Moment::joined(self.start?, self.start_beside.as_ref());
        let end = self.end.map(|end| Moment::joined(end, self.end_beside.as_ref()));
        Some(Effective::During { start, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_keeps_its_own_offset_and_a_time_without_one_stands_beside_its_day() {
        let cases = [
            ("2026-06-16T07:30:00+02:00", "2026-06-16T07:30:00+02:00", None),
            ("2026-06-16T07:30:00-03:30", "2026-06-16T07:30:00-03:30", None),
            ("2026-06-16T07:30:00Z", "2026-06-16T07:30:00Z", None),
            ("2026-06-16T07:30:00+00:00", "2026-06-16T07:30:00+00:00", None),
            ("2026-06-16T07:30:00-00:30", "2026-06-16T07:30:00-00:30", None),
            ("2026-06-16T07:30+02:00", "2026-06-16T07:30:00+02:00", None),
            ("2026-06-16T07:30:00.25Z", "2026-06-16T07:30:00.25Z", None),
            ("2026-06-16", "2026-06-16", None),
            ("2026-06-16T07:30:00", "2026-06-16", Some("07:30:00")),
            ("2026-06-16T07:30:00+20:00", "2026-06-16", Some("07:30:00")),
        ];
        for (iso, date_time, wall) in cases {
            let moment = Moment::read(iso).unwrap();
            assert_eq!((moment.date_time.as_str(), moment.wall.as_deref()), (date_time, wall), "{iso}");
        }
        for wrong in ["", "yesterday", "2026-02-30", "2026-13-01T00:00:00Z", "07:30", "-000100-01-01"] {
            assert_eq!(Moment::read(wrong), None, "{wrong}");
        }
    }
}
