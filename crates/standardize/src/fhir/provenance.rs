//! What R4 has no field for, as extensions: every printed field, the coding decision, the marks, the place.

use mirobody_vocab::{Loinc, Vocabulary};

use super::{
    About,
    element::Coding,
    exact::Exact,
    extension::{Extension, Value},
    urls,
};
use crate::{Candidate, Coded, Decision, Reading};

/// All that is said of a reading beside R4's own fields.
pub(super) fn of(coded: &Coded, about: &About) -> Vec<Extension> {
    let marks = coded.marks.iter().map(|mark| Extension::code(urls::MARK, mark.as_str()));
    as_printed(&coded.reading, &about.time_text)
        .into_iter()
        .chain(Extension::parts(urls::CODING_DECISION, decision(&coded.decision, about)))
        .chain(Extension::text(urls::SERIES, &coded.series))
        .chain(marks)
        .collect()
}

/// Where a reading was found.
pub(super) fn found_at(about: &About) -> Option<Extension> {
    let count = |name: &str, count: Option<u32>| {
        count.filter(|count| *count > 0).map(|count| Extension::value(name, Value::Count(count)))
    };
    let parts = [Extension::text("file", &about.file), count("page", about.page), count("line", about.line)];
    Extension::parts(urls::FOUND_AT, parts.into_iter().flatten().collect())
}

/// Every field that was printed, so that the reading can be put together again to the letter.
fn as_printed(reading: &Reading, time: &str) -> Option<Extension> {
    let fields = [
        ("name", reading.name.as_str()),
        ("value", &reading.value),
        ("unit", &reading.unit),
        ("specimen", &reading.specimen),
        ("range", &reading.range),
        ("flag", &reading.flag),
        ("language", &reading.language),
        ("time", time),
    ];
    let printed = fields.into_iter().filter_map(|(name, text)| Extension::text(name, text));
    Extension::parts(urls::AS_PRINTED, printed.collect())
}

fn decision(decision: &Decision, about: &About) -> Vec<Extension> {
    let share = |name: &str, share: f32| Extension::value(name, Value::Decimal(Exact::share(share)));
    let mut parts = vec![Extension::code("outcome", decision.outcome.as_str())];
    if !decision.method.is_empty() {
        parts.push(Extension::code("method", decision.method));
    }
    parts.extend(decision.evidence.iter().map(|agreed| Extension::code("evidence", agreed)));
    parts.push(share("confidence", decision.confidence));
    parts.push(share("exact-confidence", decision.exact_confidence));
    parts.extend(Extension::text("reason", &decision.reason));
    parts.extend(decision.rejected.map(|code| Extension::value("rejected", Value::Coding(loinc(code)))));
    parts.extend(decision.alternatives.iter().filter_map(alternative));
    let vocabulary = about.vocabulary.as_deref().unwrap_or_else(|| Vocabulary::embedded().stamp());
    parts.extend(Extension::text("vocabulary", vocabulary));
    parts
}

fn alternative(other: &Candidate) -> Option<Extension> {
    let score = Extension::value("score", Value::Decimal(Exact::share(other.score)));
    Extension::parts("alternative", vec![Extension::value("code", Value::Coding(loinc(other.loinc))), score])
}

/// A LOINC code with its release and long common name.
pub(super) fn loinc(code: Loinc) -> Coding {
    let vocabulary = Vocabulary::embedded();
    let name = vocabulary.row(code).map(|row| vocabulary.axes(row).long_name.to_owned());
    let release = vocabulary.stamp().strip_prefix("loinc-").and_then(|stamp| stamp.split('+').next());
    Coding {
        system: Some(urls::LOINC.to_owned()),
        version: release.filter(|release| !release.is_empty()).map(str::to_owned),
        code: Some(code.to_string()),
        display: name.filter(|name| !name.is_empty()),
    }
}
