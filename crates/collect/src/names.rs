//! Which texts can be the name of a test, and which are the furniture of a document: people, places, numbers, dates.

use crate::{dates, results::fold};

/// Words that make a line administrative wherever they stand in its label.
const FURNITURE: &[&str] = &[
    "phone",
    "tel",
    "telephone",
    "fax",
    "page",
    "pagina",
    "pages",
    "dob",
    "birth",
    "born",
    "age",
    "patient",
    "mrn",
    "address",
    "street",
    "zip",
    "room",
    "bed",
    "ward",
    "order",
    "account",
    "accession",
    "ordering",
    "physician",
    "doctor",
    "dr",
    "specimen id",
    "sample id",
    "lab id",
    "id",
    "nr",
    "npi",
    "clia",
    "report",
    "printed",
    "reported",
    "collected",
    "received",
    "date",
    "datum",
    "gender",
    "sex",
    "name",
    "naam",
    "patiënt",
    "geboren",
    "geslacht",
    "adres",
    "referentie",
    "ref",
    "voorschrift",
    "staalname",
    "ontvangst",
    "print",
    "status",
    "kopie aan",
    "mut",
    "erkenningsnummer",
    "labgids",
    "afgedrukt",
    "copy",
    "signed",
    "signature",
    "invoice",
    "price",
    "total due",
    "amount",
    "version",
    "route",
    "ingang",
    "visit",
    "appointment",
    "insurance",
    "policy",
    "medication",
    "dose",
    "dosage",
    "allergies",
    "impression",
    "diagnosis",
    "conclusion",
    "history",
    "comment",
    "note",
    "notes",
    "interpretation",
    "validated",
    "figure",
    "table",
    "chapter",
    "section",
    "email",
    "website",
    "www",
    "http",
    "barcode",
    "téléphone",
    "né",
    "née",
    "adresse",
    "prescripteur",
    "geboren am",
    "telefon",
    "straße",
    "seite",
    "年龄",
    "電話",
    "电话",
    "姓名",
    "性别",
    "性別",
    "地址",
    "住址",
    "病历号",
    "门诊号",
    "住院号",
    "科室",
    "床号",
    "医生",
    "检验者",
];

/// CJK furniture, looked for anywhere: those scripts have no word breaks.
const FURNITURE_CJK: &[&str] = &[
    "审核",
    "检验者",
    "送检",
    "报告者",
    "签名",
    "签字",
    "条码",
    "样本号",
    "标本号",
    "编号",
    "日期",
    "时间",
    "姓名",
    "性别",
    "年龄",
    "电话",
    "地址",
    "病历",
    "门诊号",
    "住院号",
    "科室",
    "床号",
    "医生",
    "医师",
    "氏名",
    "性別",
    "年齢",
    "患者",
    "住所",
    "電話",
    "担当医",
    "医院",
    "页码",
    "第1页",
    "身份证",
    "出生",
];

/// Words no test's name holds and prose is full of.
const PROSE: &[&str] = &[
    "i",
    "my",
    "me",
    "we",
    "he",
    "she",
    "you",
    "your",
    "his",
    "her",
    "they",
    "it",
    "the",
    "a",
    "an",
    "this",
    "that",
    "walked",
    "ran",
    "took",
    "ate",
    "slept",
    "drank",
    "felt",
    "feel",
    "went",
    "came",
    "did",
    "do",
    "have",
    "had",
    "has",
    "been",
    "about",
    "around",
    "take",
    "taken",
    "taking",
    "give",
    "given",
    "started",
    "every",
    "each",
    "than",
    "between",
    "if",
    "when",
    "then",
    "should",
    "would",
    "could",
    "please",
    "see",
    "test came",
    "bought",
    "cost",
    "lost",
    "gained",
    "drink",
    "eat",
];

/// Whether `text` can be the name of a test in a column that says so.
pub(crate) fn is_test_name(text: &str) -> bool {
    let count = text.chars().count();
    let folded = fold(text);
    (1..=90).contains(&count)
        && text.chars().any(char::is_alphabetic)
        && !is_label(&folded)
        && !is_variant_id(&folded)
        && !text.ends_with(['<', '>'])
        && dates::first_in(text).is_none()
}

/// Whether `text` can be a test's name in a free line, where nothing says that it is one.
pub(crate) fn is_plain_name(text: &str) -> bool {
    let words: Vec<String> = text.split_whitespace().map(fold).collect();
    is_test_name(text)
        && words.len() <= 8
        && !words.iter().any(|w| PROSE.contains(&w.as_str()))
        && !text.contains(['.', '?', '!', ';', '。', '！']) | is_abbreviated(text)
}

/// `Ratio tot.chol./HDL-chol.` has full stops inside its words only.
fn is_abbreviated(text: &str) -> bool {
    !text.contains(". ") && !text.contains(['?', '!', ';', '。', '！'])
}

/// Whether `text` is a label of the page rather than a result or a remark.
pub(crate) fn is_furniture(text: &str) -> bool {
    let folded = fold(text);
    FURNITURE_CJK.iter().any(|w| folded.contains(w))
}

/// Whether a folded text is a label of the page.
fn is_label(folded: &str) -> bool {
    let mut words = folded.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty());
    let first = words.next().unwrap_or_default();
    let listed = FURNITURE.contains(&folded) || FURNITURE.contains(&first);
    listed || FURNITURE_CJK.iter().any(|w| folded.contains(w)) || folded.contains('@') || folded.contains("://")
}

/// `rs4680`: a genotype, which is no reading.
fn is_variant_id(folded: &str) -> bool {
    folded.strip_prefix("rs").is_some_and(|d| d.len() >= 3 && d.bytes().all(|b| b.is_ascii_digit()))
}

/// The name without list marks in front and the lab's note marks behind: `- Glucose`, `• WBC`, `Titer*`.
pub(crate) fn trimmed(text: &str) -> &str {
    let text = text.trim().trim_start_matches(['•', '·', '●', '▪', '◦', '★', '☆', '※', '#', '>']).trim_start();
    let text = ["- ", "* ", "+ ", "– "].iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text);
    let text = numbered(text.trim_start_matches('*').trim_start());
    let text = text.strip_suffix(" -").or_else(|| text.strip_suffix(" –")).unwrap_or(text);
    text.trim_end_matches([':', '：', '=', '*', '°', '…', ' ', '\u{3000}']).trim_end()
}

/// Without a list's number in front: `1. Glucose`, `(2) ALT`.
fn numbered(text: &str) -> &str {
    let inside = text.trim_start_matches('(');
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = inside.len() - rest.len();
    let after = rest.strip_prefix(['.', ')', '、']).map(str::trim_start);
    match after {
        Some(name) if (1..=3).contains(&digits) && name.starts_with(char::is_alphabetic) => name,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn furniture_is_no_test() {
        for text in [
            "Tel",
            "Page",
            "Date of birth",
            "DOB",
            "Patient ID",
            "Age",
            "检验者",
            "审核者",
            "年龄",
            "rs4680",
            "Fax",
            "Afgedrukt op 01/04/2022",
            "12",
            "",
            "Ref",
        ] {
            assert!(!is_test_name(text), "{text}");
        }
        for text in
            ["Glucose", "血红蛋白", "25-OH-vitamine D", "Ratio tot.chol./HDL-chol.", "15' na 75g glucose", "IgG"]
        {
            assert!(is_plain_name(text), "{text}");
        }
        for text in ["I walked", "the dog", "She took", "Fine. Temp"] {
            assert!(!is_plain_name(text), "{text}");
        }
    }

    #[test]
    fn marks_come_off_a_name() {
        for (printed, name) in [
            ("- Glucose", "Glucose"),
            ("• WBC", "WBC"),
            ("Titer*", "Titer"),
            ("pH:", "pH"),
            ("1. Glucose", "Glucose"),
            ("(2) ALT", "ALT"),
            ("HDL -", "HDL"),
            ("25-OH vitamin D", "25-OH vitamin D"),
            ("*TSH", "TSH"),
        ] {
            assert_eq!(trimmed(printed), name);
        }
    }
}
