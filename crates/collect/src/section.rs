//! Headings inside a report: which of them say what the specimen is.

use crate::results::fold;

/// Specimens as words of their own.
const SPECIMENS: &[&str] = &[
    "urine",
    "urin",
    "urina",
    "orina",
    "urinalysis",
    "urinary",
    "serum",
    "plasma",
    "arterial",
    "csf",
    "cerebrospinal",
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
    "ascites",
    "zweet",
    "sweat",
    "etter",
    "keel",
    "vagina",
    "cervicovaginaal",
    "haar",
    "bal",
    "pleura",
    "pericard",
    "dialysaat",
];

/// Beginnings of words for a specimen: `pleuravocht`, `lumbaalvocht`.
const STEMS: &[&str] = &[
    "lumbaal",
    "pleurav",
    "ascitesv",
    "pericardv",
    "punctievocht",
    "synovial",
    "gewrichtsvocht",
    "neusvocht",
    "amnio",
    "vruchtwater",
    "urines",
    "urinesed",
    "plasmas",
];

/// Parts of a text without word breaks.
const CJK: &[&str] =
    &["尿", "血清", "血浆", "血漿", "全血", "脑脊液", "粪", "便", "唾液", "痰", "精液", "胸水", "腹水", "髄液", "白带"];

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
    if names_specimen(&folded) {
        return Heading::Specimen;
    }
    if is_capitals(text) || has(DEPARTMENTS) { Heading::Anew } else { Heading::Inner }
}

/// Whether a heading is in capitals: a part rather than a group.
pub(crate) fn is_capitals(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().count() >= 3 && letters().all(|c| !c.is_lowercase())
}

fn names_specimen(folded: &str) -> bool {
    let mut words = folded.split(|c: char| !c.is_alphanumeric());
    let worded = words.any(|w| SPECIMENS.contains(&w) || STEMS.iter().any(|s| w.starts_with(s)));
    let blood = ["whole blood", "capillary blood", "venous blood", "breast milk"].iter().any(|w| folded.contains(w));
    worded || blood || CJK.iter().any(|w| folded.contains(w))
}

/// A row that says where the rows below it come from: `Herkomst: Cerebrospinaal vocht`.
pub(crate) fn is_origin(name: &str, value: &str) -> bool {
    const LABELS: &[&str] = &[
        "herkomst",
        "specimen",
        "specimen source",
        "specimen type",
        "sample type",
        "标本",
        "标本类型",
        "样本类型",
        "検体",
    ];
    LABELS.contains(&fold(name).as_str()) && names_specimen(&fold(value))
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
            ("Pleuravocht", Heading::Specimen),
            ("Plasmatische stolling", Heading::Inner),
            ("Formule", Heading::Inner),
            ("Chemistry", Heading::Anew),
        ] {
            assert_eq!(read(text), heading, "{text}");
        }
    }
}
