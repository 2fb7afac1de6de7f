//! Panels: a name that stands for several tests finds each of them.

use crate::names::tokens;

/// A panel's names in folded form, the codes of its commonest members, and words by which a member without a code is
/// known.
pub(crate) struct Panel {
    names: &'static [&'static str],
    pub(crate) codes: &'static [&'static str],
    pub(crate) words: &'static [&'static str],
}

const PANELS: &[Panel] = &[
    Panel {
        names: &["blood pressure", "bp", "血压", "血圧"],
        codes: &["8480-6", "8462-4"],
        words: &["systolic", "diastolic", "收缩压", "舒张压", "収縮期", "拡張期"],
    },
    Panel {
        names: &["lipid", "lipid panel", "lipid profile", "blood lipid", "cholesterol panel", "血脂", "血脂四项"],
        codes: &["2093-3", "2085-9", "13457-7", "2571-8", "43396-1"],
        words: &["cholesterol", "triglyceride", "ldl", "hdl", "胆固醇", "甘油三酯"],
    },
    Panel {
        names: &["kidney function", "renal function", "renal panel", "肾功能", "肾功"],
        codes: &["2160-0", "3094-0", "3091-6", "22664-7", "98979-8", "3084-1"],
        words: &["creatinine", "urea", "egfr", "肌酐", "尿素"],
    },
    Panel {
        names: &["liver function", "liver panel", "liver enzyme", "hepatic panel", "肝功能", "肝功"],
        codes: &["1742-6", "1920-8", "2324-2", "6768-6", "1975-2", "1751-7"],
        words: &["alt", "ast", "ggt", "bilirubin", "转氨酶", "胆红素"],
    },
    Panel {
        names: &["thyroid", "thyroid function", "thyroid panel", "甲状腺", "甲状腺功能", "甲功"],
        codes: &["3016-3", "3024-7", "3051-0"],
        words: &["tsh", "ft4", "ft3", "促甲状腺激素"],
    },
    Panel {
        names: &["electrolyte", "电解质"],
        codes: &["2951-2", "2823-3", "2075-0", "17861-6"],
        words: &["sodium", "potassium", "chloride", "calcium", "钠", "钾", "氯"],
    },
    Panel {
        names: &["blood count", "complete blood count", "cbc", "full blood count", "fbc", "血常规"],
        codes: &["6690-2", "789-8", "718-7", "4544-3", "787-2", "777-3"],
        words: &["hemoglobin", "haemoglobin", "platelet", "leukocyte", "erythrocyte", "白细胞", "红细胞", "血小板"],
    },
];

/// Whether a name stands for several tests.
pub fn is_panel(name: &str) -> bool {
    panel(&tokens(name)).is_some()
}

/// The panel with this name, given as its words.
pub(crate) fn panel(words: &[String]) -> Option<&'static Panel> {
    let name = words.join(" ");
    PANELS.iter().find(|panel| panel.names.contains(&name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_name_is_written_as_its_words() {
        for panel in PANELS {
            for name in panel.names {
                assert_eq!(tokens(name).join(" "), *name);
            }
        }
    }

    #[test]
    fn every_member_is_a_code_the_vocabulary_holds() {
        for code in PANELS.iter().flat_map(|panel| panel.codes) {
            assert!(code.parse().ok().and_then(crate::terms::Concept::of_code).is_some(), "{code}");
        }
    }
}
