//! R4's category of an observation, from the class LOINC files its code under.
//!
//! A class that mixes kinds (`CLIN`, `H&P.HX`, `DEVICES`) gives none: the category is optional, and a wrong one hides
//! the reading from whoever filters by it.

use super::{
    element::{CodeableConcept, Coding},
    urls, vital,
};
use mirobody_vocab::{Loinc, Vocabulary};

struct Category {
    code: &'static str,
    display: &'static str,
    /// LOINC classes up to the first dot, without `PANEL.`.
    classes: &'static [&'static str],
}

const LABORATORY: Category = Category {
    code: "laboratory",
    display: "Laboratory",
    classes: &[
        "ABXBACT", "ALLERGY", "BLDBK", "CHAL", "CHALSKIN", "CHEM", "COAG", "CYTO", "DRUG/TOX", "FERT", "HEM/BC", "HLA",
        "HNA", "HPA", "MICRO", "MOLPATH", "PATH", "SERO", "UA",
    ],
};
const VITAL_SIGNS: Category = Category {
    code: "vital-signs",
    display: "Vital Signs",
    classes: &["BDYCRC", "BDYHGT", "BDYSURF", "BDYTMP", "BDYWGT", "BP", "HRTRATE", "RESP", "VITALS"],
};
const PROCEDURE: Category =
    Category { code: "procedure", display: "Procedure", classes: &["EKG", "ENDO", "HEMODYN", "PULM"] };
const IMAGING: Category = Category { code: "imaging", display: "Imaging", classes: &["US"] };
/// Where the part before the dot says too little.
const WHOLE: [(&str, &Category); 5] = [
    ("CARD.PROC", &PROCEDURE),
    ("CARD.US", &IMAGING),
    ("CARD.US.DICOM", &IMAGING),
    ("H&P.HX.LAB", &LABORATORY),
    ("H&P.PX", &EXAM),
];
const EXAM: Category = Category { code: "exam", display: "Exam", classes: &["SKNFLD"] };
const ALL: [&Category; 5] = [&LABORATORY, &VITAL_SIGNS, &PROCEDURE, &IMAGING, &EXAM];

/// The category's code of a code: `laboratory`, `vital-signs`, ….
pub fn name(loinc: Loinc) -> Option<&'static str> {
    category(loinc).map(|category| category.code)
}

fn category(loinc: Loinc) -> Option<&'static Category> {
    let vocabulary = Vocabulary::embedded();
    if vital::is_sign(loinc) { Some(&VITAL_SIGNS) } else { of_class(vocabulary.axes(vocabulary.row(loinc)?).class) }
}

/// The category of a code.
pub(super) fn of(loinc: Loinc) -> Option<CodeableConcept> {
    let category = category(loinc)?;
    let coding = vec![Coding::of(urls::CATEGORY, category.code, category.display)];
    Some(CodeableConcept { coding, ..CodeableConcept::default() })
}

fn of_class(class: &str) -> Option<&'static Category> {
    let class = class.strip_prefix("PANEL.").unwrap_or(class);
    let whole = WHOLE.iter().find(|(name, _)| *name == class).map(|(_, category)| *category);
    let head = class.split('.').next().unwrap_or(class);
    whole.or_else(|| ALL.into_iter().find(|category| category.classes.contains(&head)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_gives_its_category_and_a_mixed_one_none() {
        let shown = |class| of_class(class).map(|category| category.code);
        for (class, category) in [
            ("CHEM", "laboratory"),
            ("PANEL.HEM/BC", "laboratory"),
            ("MOLPATH.MUT", "laboratory"),
            ("H&P.HX.LAB", "laboratory"),
            ("BP.ATOM", "vital-signs"),
            ("PANEL.BP", "vital-signs"),
            ("HRTRATE.TIMED.MOL", "vital-signs"),
            ("EKG.MEAS", "procedure"),
            ("CARD.US.DICOM", "imaging"),
            ("US.URO", "imaging"),
            ("H&P.PX", "exam"),
        ] {
            assert_eq!(shown(class), Some(category), "{class}");
        }
        for class in ["CLIN", "H&P.HX", "DEVICES", "CLIN.RISK", "", "PANEL.CLIN"] {
            assert_eq!(shown(class), None, "{class}");
        }
    }

    #[test]
    fn every_class_named_here_is_in_the_vocabulary() {
        let vocabulary = Vocabulary::embedded();
        let known: std::collections::HashSet<&str> = vocabulary.rows().map(|row| vocabulary.axes(row).class).collect();
        let heads: std::collections::HashSet<&str> = known
            .iter()
            .map(|class| class.strip_prefix("PANEL.").unwrap_or(class).split('.').next().unwrap_or(""))
            .collect();
        let named = ALL.iter().flat_map(|category| category.classes);
        let missing: Vec<_> = named.filter(|class| !heads.contains(**class)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(WHOLE.iter().all(|(class, _)| known.contains(class)));
    }
}
