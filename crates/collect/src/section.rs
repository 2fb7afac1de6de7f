//! Headings inside a report: which of them say what the specimen is.

use crate::results::fold;

const SPECIMENS: &[&str] = &[
    "urine",
    "urin",
    "urina",
    "orina",
    "urinalysis",
    "serum",
    "plasma",
    "whole blood",
    "capillary blood",
    "venous blood",
    "arterial",
    "csf",
    "cerebrospinal",
    "lumbaal",
    "liquor",
    "faeces",
    "feces",
    "stool",
    "fecal",
    "ontlasting",
    "selles",
    "stuhl",
    "saliva",
    "speeksel",
    "salive",
    "speichel",
    "sperma",
    "semen",
    "sputum",
    "pleura",
    "ascites",
    "pericard",
    "punctievocht",
    "synovial",
    "gewrichtsvocht",
    "neusvocht",
    "zweet",
    "sweat",
    "breast milk",
    "amnio",
    "vruchtwater",
    "etter",
    "keel",
    "vagina",
    "cervicovaginaal",
    "dialys",
    "haar",
    "尿",
    "血清",
    "血浆",
    "血漿",
    "全血",
    "脑脊液",
    "粪",
    "便",
    "唾液",
    "痰",
    "精液",
    "胸水",
    "腹水",
    "髄液",
    "白带",
    "urinary",
    "stolgang",
];

/// Departments: a heading that starts anew, with the usual specimen.
const DEPARTMENTS: &[&str] = &[
    "hematology",
    "haematology",
    "hematologie",
    "hämatologie",
    "chemistry",
    "biochemistry",
    "biochemie",
    "scheikunde",
    "coagulation",
    "stolling",
    "bloedstolling",
    "hormones",
    "hormonologie",
    "endocrin",
    "lipid",
    "immunology",
    "serolog",
    "thyroid",
    "schildklier",
    "vitamin",
    "electrolyt",
    "elektrolyt",
    "enzymes",
    "liver",
    "kidney",
    "inflam",
    "allerg",
    "blood count",
    "cbc",
    "metabolic panel",
    "hématologie",
    "biochimie",
    "blood",
    "bloed",
    "sang",
    "blut",
    "tumor",
    "血常规",
    "生化",
    "血液",
    "免疫",
    "凝血",
];

/// What a heading does to the specimen of the rows below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heading {
    /// It names the specimen.
    Specimen,
    /// It starts a part that the specimen above does not hold for.
    Anew,
    /// It changes nothing: a group within the part.
    Inner,
}

/// Reads a heading.
pub(crate) fn read(text: &str) -> Heading {
    let folded = fold(text);
    let has = |list: &[&str]| list.iter().any(|w| folded.contains(w));
    if has(SPECIMENS) {
        return Heading::Specimen;
    }
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let capitals = letters().count() >= 3 && letters().all(|c| !c.is_lowercase());
    if capitals || has(DEPARTMENTS) { Heading::Anew } else { Heading::Inner }
}

/// Whether a line is short and plain enough to be a heading at all.
pub(crate) fn is_heading(text: &str) -> bool {
    let text = text.trim().trim_start_matches('#').trim();
    let count = text.chars().count();
    (2..=60).contains(&count)
        && !text.ends_with(['.', '。', ',', ';'])
        && text.chars().filter(char::is_ascii_digit).count() <= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings() {
        for (text, heading) in [
            ("URINE", Heading::Specimen),
            ("URINE (24u)", Heading::Specimen),
            ("MICROBIOLOGIE URINE", Heading::Specimen),
            ("尿常规", Heading::Specimen),
            ("Serum", Heading::Specimen),
            ("HEMATOLOGIE", Heading::Anew),
            ("Formule", Heading::Inner),
            ("Chemistry", Heading::Anew),
        ] {
            assert_eq!(read(text), heading, "{text}");
        }
    }
}
