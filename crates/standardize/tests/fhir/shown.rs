//! An observation as one line a clinician can read.

use crate::exactly::Json;

/// The result: `< 0.5 mg/L [mg/L]`, with the UCUM code in brackets when it is known.
pub fn finding(of: &Json) -> String {
    let shown = [
        of.at("valueQuantity").map(quantity),
        of.at("valueRange").map(|range| format!("{} to {}", part(range, "low"), part(range, "high"))),
        of.at("valueRatio").map(|ratio| format!("{} : {}", part(ratio, "numerator"), part(ratio, "denominator"))),
        of.at("valueCodeableConcept").map(concept),
        of.at("valueString").map(|_| format!("text {}", of.text("valueString"))),
        of.at("dataAbsentReason").map(|reason| format!("absent {}", concept(reason))),
    ];
    let shown: Vec<String> = shown.into_iter().flatten().collect();
    shown.join(" AND ")
}

/// Codes and the printed words: `plus-2 POS "++"`.
pub fn concept(of: &Json) -> String {
    let codes = of.items("coding").iter().map(|coding| coding.text("code").to_owned());
    let words = Some(of.text("text")).filter(|text| !text.is_empty()).map(|text| format!("\"{text}\""));
    codes.chain(words).collect::<Vec<_>>().join(" ")
}

/// The interpretations: `H "H"`, and `from range` for one that was not printed.
pub fn interpretations(of: &Json) -> String {
    let one = |item: &Json| match item.text("extension.0.valueCode") {
        "reference-range" => format!("{} from range", concept(item)),
        _ => concept(item),
    };
    of.items("interpretation").iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The reference range: `4.0..6.0 %`, `..<5.0 mg/L`, or nothing but its text.
pub fn range(of: &Json) -> String {
    let Some(range) = of.at("referenceRange.0") else { return String::new() };
    let bound = |name: &str, sign: &str| {
        let excluded = range.text(&format!("{name}.extension.0.valueBoolean")) == "true";
        format!("{}{}", if excluded { sign } else { "" }, range.text(&format!("{name}.value")))
    };
    let either = ["low", "high"].into_iter().find(|name| range.at(name).is_some());
    match either {
        None => format!("\"{}\"", range.text("text")),
        Some(name) => format!("{}..{} {}", bound("low", ">"), bound("high", "<"), range.text(&format!("{name}.code"))),
    }
}

fn part(of: &Json, name: &str) -> String {
    of.at(name).map(quantity).unwrap_or_default()
}

fn quantity(of: &Json) -> String {
    let code = Some(of.text("code")).filter(|code| !code.is_empty()).map(|code| format!("[{code}]"));
    let words = [of.text("comparator"), of.text("value"), of.text("unit")].map(str::to_owned);
    words.into_iter().filter(|word| !word.is_empty()).chain(code).collect::<Vec<_>>().join(" ")
}
