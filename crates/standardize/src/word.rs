//! The words a decision is made of, so that one that was stored can be put together again.

/// Every method and every evidence there has been.
const WORDS: [&str; 14] = [
    "alias",
    "long-name",
    "curated",
    "designation",
    "component",
    "words",
    "name",
    "unit",
    "specimen",
    "scale",
    "time",
    "report",
    "person",
    "laboratory",
];

/// The word as decisions have it; none for one this program does not know.
pub fn word(text: &str) -> Option<&'static str> {
    WORDS.into_iter().find(|word| *word == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reading, code_all};

    #[test]
    fn every_word_of_a_decision_is_known() {
        let printed = [
            ("LDL-C", "3.1", "mmol/L", ""),
            ("血红蛋白", "135", "g/L", ""),
            ("Glucose, serum", "97", "mg/dL", "serum"),
            ("Urine protein", "+", "", "urine"),
            ("Hemoglobin [Mass/volume] in Blood", "13", "g/dL", ""),
            ("CRP", "<0.5", "mg/L", ""),
            ("Sodium", "140", "mmol/L", ""),
            ("24h urine protein", "90", "mg/24h", ""),
            ("Kreatinin i serum", "80", "umol/L", ""),
            ("glycated hemoglobin A1c fraction", "5.4", "%", ""),
            ("Thyroid peroxidase antibody titer", "1:80", "", ""),
            ("Body weight", "70", "kg", ""),
        ];
        let reading = |(name, value, unit, specimen): (&str, &str, &str, &str)| Reading {
            name: name.into(),
            value: value.into(),
            unit: unit.into(),
            specimen: specimen.into(),
            ..Reading::default()
        };
        let decisions: Vec<_> = code_all(&printed.map(reading)).into_iter().map(|coded| coded.decision).collect();
        assert!(decisions.iter().filter(|decision| decision.loinc.is_some()).count() > 6);
        for decision in decisions {
            let words = decision.evidence.iter().chain([&decision.method]).filter(|word| !word.is_empty());
            for one in words {
                assert_eq!(word(one), Some(*one));
            }
        }
    }
}
