//! Panels: a name that stands for several tests finds each of them.

use crate::names::tokens;

/// A panel's names in folded form and the codes of its commonest members.
struct Panel {
    names: &'static [&'static str],
    members: &'static [&'static str],
}

const PANELS: &[Panel] = &[
    Panel { names: &["blood pressure", "bp", "血压", "血圧"], members: &["8480-6", "8462-4"] },
    Panel {
        names: &["lipid", "lipid panel", "lipid profile", "blood lipid", "cholesterol panel", "血脂", "血脂四项"],
        members: &["2093-3", "2085-9", "13457-7", "2571-8", "43396-1"],
    },
    Panel {
        names: &["kidney function", "renal function", "renal panel", "肾功能", "肾功"],
        members: &["2160-0", "3094-0", "98979-8", "3084-1"],
    },
    Panel {
        names: &["liver function", "liver panel", "liver enzyme", "hepatic panel", "肝功能", "肝功"],
        members: &["1742-6", "1920-8", "2324-2", "6768-6", "1975-2", "1751-7"],
    },
    Panel {
        names: &["thyroid", "thyroid function", "thyroid panel", "甲状腺", "甲状腺功能", "甲功"],
        members: &["3016-3", "3024-7", "3051-0"],
    },
    Panel { names: &["electrolyte", "电解质"], members: &["2951-2", "2823-3", "2075-0", "17861-6"] },
    Panel {
        names: &["blood count", "complete blood count", "cbc", "full blood count", "fbc", "血常规"],
        members: &["6690-2", "789-8", "718-7", "4544-3", "787-2", "777-3"],
    },
];

/// Whether a name stands for several tests.
pub fn is_panel(name: &str) -> bool {
    members(&tokens(name).join(" ")).is_some()
}

/// The member codes of the panel whose name has these words, joined by spaces.
pub(crate) fn members(words: &str) -> Option<&'static [&'static str]> {
    PANELS.iter().find(|panel| panel.names.contains(&words)).map(|panel| panel.members)
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
        for code in PANELS.iter().flat_map(|panel| panel.members) {
            assert!(code.parse().ok().and_then(crate::terms::Concept::of_code).is_some(), "{code}");
        }
    }
}
