//! `mirobody resolve --explain`: how a decision came about, on paper.

use std::fmt::Write as _;

use mirobody_standardize::{Decision, Inspected, Judged, ReadName, Reading, Weighed};
use mirobody_vocab::{Loinc, Vocabulary};
use serde_json::{Value, json};

use super::{
    resolve::{doubt, percent, rounded},
    terminal,
};

/// At most this many features are shown for, and as many against.
const MAIN: usize = 3;
/// What adds less than this decides nothing.
const LITTLE: f32 = 0.1;

/// The explanation of one decision, for a terminal of a width.
pub fn text(reading: &Reading, inspected: &Inspected, width: Option<u16>) -> String {
    let decision = &inspected.decision;
    let mut out = String::new();
    let printed = [&reading.name, &reading.value, &reading.unit, &reading.specimen];
    let printed: Vec<&str> = printed.into_iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
    let _ = writeln!(out, "{}", printed.join("  "));
    section(&mut out, "decision", &decided(decision));
    section(&mut out, "read", &read(&inspected.read));
    let (fit, ruled_out): (Vec<_>, Vec<_>) = inspected.candidates.iter().partition(|one| one.conflict.is_none());
    let width = width.map(|width| width.saturating_sub(INDENT.len() as u16));
    if !fit.is_empty() {
        let header = ["CODE", "SHARE", "NAME", "FOR", "AGAINST"];
        let table = terminal::aligned(&header, fit.iter().map(|one| row(one)).collect(), width);
        section(&mut out, "candidates", &lines(&table));
    }
    if !ruled_out.is_empty() {
        let header = ["CODE", "NAME", "BECAUSE"];
        let table = terminal::aligned(&header, ruled_out.iter().map(|one| ruled_out_row(one)).collect(), width);
        section(&mut out, "ruled out", &lines(&table));
    }
    out
}

const INDENT: &str = "    ";

fn section(out: &mut String, heading: &str, lines: &[String]) {
    let _ = writeln!(out, "  {heading}");
    for line in lines {
        let _ = writeln!(out, "{INDENT}{line}");
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn decided(decision: &Decision) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(code), Some(canonical)) = (decision.loinc, decision.canonical) {
        lines.push(format!("{code} {canonical}"));
    } else {
        lines.push(format!("{}: {}", decision.outcome.as_str(), decision.reason));
    }
    if !decision.method.is_empty() {
        lines.push(format!("found by {}, because of {}", decision.method, decision.evidence.join(", ")));
    }
    let (analyte, code) = (percent(decision.confidence), percent(decision.exact_confidence));
    if decision.confidence > 0.0 {
        lines.push(format!("analyte sure {analyte}, code sure {code}"));
    }
    lines.extend(doubt(decision));
    lines.extend(decision.rejected.filter(|_| decision.loinc.is_some()).map(moved));
    lines
}

fn moved(from: Loinc) -> String {
    let vocabulary = Vocabulary::embedded();
    let name = vocabulary.row(from).map_or("", |row| vocabulary.axes(row).long_name);
    format!("by its name alone it would be {from} {name}")
}

fn read(read: &ReadName) -> Vec<String> {
    let properties = read.properties.join(", ");
    let unit = if read.unit.is_empty() { String::new() } else { format!("{} ({properties})", read.unit) };
    let panel = if read.panel { "yes" } else { "" };
    let parts = [
        ("analyte", read.words.join(" ")),
        ("specimen", read.specimen.clone()),
        ("kind", read.kind.clone()),
        ("time", read.time.join(", ")),
        ("challenge", read.challenge.join(", ")),
        ("method", read.method.to_owned()),
        ("panel", panel.to_owned()),
        ("unit", unit),
        ("value", read.value.clone()),
        ("without a unit", read.prior.to_owned()),
    ];
    parts.iter().filter(|(_, said)| !said.is_empty()).map(|(what, said)| format!("{what:<14} {said}")).collect()
}

fn row(one: &Judged) -> Vec<String> {
    let speaks_for = main(&one.features, |adds| adds >= LITTLE);
    let against = main(&one.features, |adds| adds <= -LITTLE);
    vec![one.loinc.to_string(), percent(one.share), one.canonical.to_owned(), speaks_for, against]
}

fn main(features: &[Weighed], wanted: impl Fn(f32) -> bool) -> String {
    let shown = features.iter().filter(|weighed| wanted(weighed.adds)).take(MAIN);
    shown.map(|weighed| format!("{} {:+.1}", weighed.feature, weighed.adds)).collect::<Vec<_>>().join(", ")
}

fn ruled_out_row(one: &Judged) -> Vec<String> {
    let because = one.conflict.map_or_else(String::new, |field| format!("the {field} does not fit"));
    vec![one.loinc.to_string(), one.canonical.to_owned(), because]
}

/// Everything that was read and judged, with every feature.
pub fn as_value(inspected: &Inspected) -> Value {
    let read = &inspected.read;
    json!({
        "read": {
            "words": read.words, "specimen": read.specimen, "kind": read.kind, "time": read.time,
            "challenge": read.challenge, "method": read.method, "panel": read.panel, "unit": read.unit,
            "properties": read.properties, "value": read.value, "prior": read.prior,
        },
        "candidates": inspected.candidates.iter().map(candidate).collect::<Vec<_>>(),
    })
}

fn candidate(one: &Judged) -> Value {
    let feature = |weighed: &Weighed| json!({"feature": weighed.feature, "value": rounded(weighed.value), "adds": rounded(weighed.adds)});
    json!({
        "loinc": one.loinc.to_string(),
        "canonical": one.canonical,
        "share": rounded(one.share),
        "score": rounded(one.score),
        "conflict": one.conflict,
        "features": one.features.iter().map(feature).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use mirobody_standardize::{Candidate, Outcome};

    use super::*;

    fn weighed(feature: &str, value: f32, adds: f32) -> Weighed {
        Weighed { feature: feature.to_owned(), value, adds }
    }

    fn judged(code: &str, canonical: &'static str, share: f32, features: Vec<Weighed>) -> Judged {
        let score = features.iter().map(|weighed| weighed.adds).sum();
        Judged { loinc: code.parse().unwrap(), canonical, share, score, features, conflict: None }
    }

    fn reading() -> Reading {
        Reading { name: "Glucose, fasting".into(), value: "5.4".into(), unit: "mmol/L".into(), ..Reading::default() }
    }

    /// As decided and judged by nobody: what is drawn must not change with the weights.
    fn inspected() -> Inspected {
        let mole = "Fasting glucose [Moles/volume] in Serum or Plasma";
        let blood = "Fasting glucose [Moles/volume] in Capillary blood by Glucometer";
        let features = vec![
            weighed("specimen usual", 1.0, 3.25),
            weighed("unexplained", 0.5, -1.02),
            weighed("unit agrees", 1.0, 0.9),
            weighed("share", 0.4, 0.3),
            weighed("tier", 0.5, 0.2),
            weighed("cost", 0.25, -0.1),
            weighed("unasked", 0.1, -0.02),
        ];
        let mut mass = judged("1558-6", "Fasting glucose [Mass/volume] in Serum or Plasma", 0.01, Vec::new());
        mass.conflict = Some("unit");
        Inspected {
            decision: Decision {
                outcome: Outcome::Coded,
                loinc: "14771-0".parse().ok(),
                canonical: Some(mole),
                method: "designation",
                evidence: vec!["name", "unit"],
                confidence: 0.97,
                exact_confidence: 0.55,
                reason: String::new(),
                rejected: "1558-6".parse().ok(),
                alternatives: vec![Candidate { loinc: "14770-2".parse().unwrap(), canonical: blood, score: 0.3 }],
            },
            read: ReadName {
                words: vec!["glucose".into()],
                challenge: vec!["fasting"],
                unit: "mmol/L".into(),
                properties: &["SCnc"],
                value: "number".into(),
                prior: "moles",
                ..ReadName::default()
            },
            candidates: vec![
                judged("14771-0", mole, 0.62, features),
                judged("14770-2", blood, 0.3, vec![weighed("method differs", 1.0, -0.9)]),
                mass,
            ],
        }
    }

    #[test]
    fn a_decision_is_drawn_with_what_was_read_and_judged() {
        let text = text(&reading(), &inspected(), None);
        let decision = "Glucose, fasting  5.4  mmol/L\n  decision\n    \
            14771-0 Fasting glucose [Moles/volume] in Serum or Plasma\n    \
            found by designation, because of name, unit\n    \
            analyte sure 97 %, code sure 55 %\n    \
            code not certain: specimen, method undecided; could be 14770-2 \
            Fasting glucose [Moles/volume] in Capillary blood by Glucometer\n    \
            by its name alone it would be 1558-6 Fasting glucose [Mass/volume] in Serum or Plasma\n  read\n";
        assert!(text.starts_with(decision), "{text}");
        // The main features only, the weightiest first, and nothing that decides little.
        for part in ["specimen usual +3.2, unit agrees +0.9, share +0.3", "unexplained -1.0", "the unit does not fit"] {
            assert!(text.contains(part), "{part}:\n{text}");
        }
        assert!(!text.contains("tier +0.2") && !text.contains("unasked"), "{text}");
        let ruled_out = text.split("  ruled out\n").nth(1).unwrap_or_default();
        assert!(ruled_out.contains("1558-6") && !ruled_out.contains("14771-0"), "{text}");
    }

    #[test]
    fn a_name_without_a_code_is_drawn_with_the_reason() {
        let mut inspected = inspected();
        inspected.decision = Decision {
            outcome: Outcome::Refused,
            loinc: None,
            canonical: None,
            method: "",
            evidence: Vec::new(),
            confidence: 0.0,
            exact_confidence: 0.0,
            reason: "a category, not one test".into(),
            rejected: None,
            alternatives: Vec::new(),
        };
        inspected.candidates.clear();
        let text = text(&reading(), &inspected, None);
        assert!(text.contains("  decision\n    refused: a category, not one test\n  read\n"), "{text}");
        assert!(!text.contains("candidates") && !text.contains("ruled out") && !text.contains("sure"), "{text}");
    }

    #[test]
    fn the_json_has_every_feature() {
        let value = as_value(&inspected());
        assert_eq!(value["candidates"][0]["features"].as_array().map(Vec::len), Some(7));
        assert_eq!(value["candidates"][2]["conflict"], "unit");
        assert_eq!(value["read"]["challenge"][0], "fasting");
    }
}
