//! Panels: a name that stands for several tests finds each of them.

use std::{collections::HashMap, sync::LazyLock};

use crate::names::tokens;

/// A panel's names in any language, the codes of its commonest members, and words by which a member without a code is
/// known.
pub(crate) struct Panel {
    names: &'static [&'static str],
    pub(crate) codes: &'static [&'static str],
    pub(crate) words: &'static [&'static str],
}

const PANELS: &[Panel] = &[
    Panel {
        names: &[
            "blood pressure",
            "bp",
            "血压",
            "血圧",
            "血圧値",
            "blutdruck",
            "tension artérielle",
            "pression artérielle",
            "presión arterial",
            "tensión arterial",
            "pressione arteriosa",
            "pressão arterial",
            "bloeddruk",
            "혈압",
            "артериальное давление",
        ],
        codes: &["8480-6", "8462-4"],
        words: &["systolic", "diastolic", "收缩压", "舒张压", "収縮期", "拡張期"],
    },
    Panel {
        names: &[
            "lipid",
            "lipid panel",
            "lipid profile",
            "blood lipid",
            "cholesterol panel",
            "血脂",
            "血脂四项",
            "脂質",
            "脂質検査",
            "lipidprofil",
            "blutfett",
            "blutfette",
            "lipidwerte",
            "bilan lipidique",
            "perfil lipídico",
            "profilo lipidico",
        ],
        codes: &["2093-3", "2085-9", "13457-7", "2571-8", "43396-1"],
        words: &["cholesterol", "triglyceride", "ldl", "hdl", "胆固醇", "甘油三酯"],
    },
    Panel {
        names: &[
            "kidney function",
            "renal function",
            "renal panel",
            "肾功能",
            "肾功",
            "腎機能",
            "nierenwerte",
            "nierenfunktion",
            "fonction rénale",
            "función renal",
            "funzione renale",
            "função renal",
        ],
        codes: &["2160-0", "3094-0", "3091-6", "22664-7", "98979-8", "3084-1"],
        words: &["creatinine", "urea", "egfr", "肌酐", "尿素"],
    },
    Panel {
        names: &[
            "liver function",
            "liver panel",
            "liver enzyme",
            "hepatic panel",
            "肝功能",
            "肝功",
            "肝機能",
            "leberwerte",
            "leberfunktion",
            "bilan hépatique",
            "fonction hépatique",
            "función hepática",
            "perfil hepático",
            "funzione epatica",
        ],
        codes: &["1742-6", "1920-8", "2324-2", "6768-6", "1975-2", "1751-7"],
        words: &["alt", "ast", "ggt", "bilirubin", "转氨酶", "胆红素"],
    },
    Panel {
        names: &[
            "thyroid",
            "thyroid function",
            "thyroid panel",
            "甲状腺",
            "甲状腺功能",
            "甲状腺機能",
            "甲功",
            "schilddrüse",
            "schilddrüsenwerte",
            "bilan thyroïdien",
            "thyroïde",
            "tiroide",
            "tiroides",
            "perfil tiroideo",
        ],
        codes: &["3016-3", "3024-7", "3051-0"],
        words: &["tsh", "ft4", "ft3", "促甲状腺激素"],
    },
    Panel {
        names: &["electrolyte", "电解质", "電解質", "elektrolyte", "électrolyte", "electrolito", "elettroliti"],
        codes: &["2951-2", "2823-3", "2075-0", "17861-6"],
        words: &["sodium", "potassium", "chloride", "calcium", "钠", "钾", "氯"],
    },
    Panel {
        names: &[
            "blood count",
            "complete blood count",
            "cbc",
            "full blood count",
            "fbc",
            "血常规",
            "血球計算",
            "血算",
            "blutbild",
            "hémogramme",
            "numération formule sanguine",
            "nfs",
            "hemograma",
            "emocromo",
        ],
        codes: &["6690-2", "789-8", "718-7", "4544-3", "787-2", "777-3"],
        words: &["hemoglobin", "haemoglobin", "platelet", "leukocyte", "erythrocyte", "白细胞", "红细胞", "血小板"],
    },
    Panel {
        names: &["vital sign", "vital", "生命体征", "バイタル", "バイタルサイン", "vitalzeichen", "signo vitale"],
        codes: &["8480-6", "8462-4", "8867-4", "8310-5", "9279-1", "59408-5"],
        words: &["systolic", "diastolic", "pulse", "temperature", "体温", "心率", "脉搏"],
    },
    Panel {
        names: &["iron study", "iron panel", "iron status", "铁代谢", "eisenstatus", "bilan martial"],
        codes: &["2498-4", "2276-4", "2500-7", "2502-3", "3034-6"],
        words: &["ferritin", "transferrin", "tibc", "铁蛋白", "转铁蛋白"],
    },
    Panel {
        names: &[
            "coagulation",
            "clotting",
            "coagulation panel",
            "凝血",
            "凝血功能",
            "凝固検査",
            "gerinnung",
            "coagulación",
        ],
        codes: &["5902-2", "6301-6", "14979-9", "3173-2", "3255-7"],
        words: &["inr", "prothrombin", "aptt", "fibrinogen", "凝血酶原", "纤维蛋白原"],
    },
];

/// The panels by the words of their names, as a name that is asked for is split into words.
static BY_WORDS: LazyLock<HashMap<String, &'static Panel>> = LazyLock::new(|| {
    let named = |panel: &'static Panel| panel.names.iter().map(move |name| (tokens(name).join(" "), panel));
    PANELS.iter().flat_map(named).collect()
});

/// Whether a name stands for several tests.
pub fn is_panel(name: &str) -> bool {
    panel(&tokens(name)).is_some()
}

/// The panel with this name, given as its words.
pub(crate) fn panel(words: &[String]) -> Option<&'static Panel> {
    BY_WORDS.get(words.join(" ").as_str()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_is_found_by_each_of_its_names_and_a_name_is_of_one_panel() {
        for panel in PANELS {
            for name in panel.names {
                assert_eq!(BY_WORDS.get(&tokens(name).join(" ")).unwrap().codes, panel.codes, "{name}");
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
