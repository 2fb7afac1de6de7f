//! Spellings: one word for those that are written in several ways.
//!
//! True here: the build script compiles this very file, so the index and what is asked of it hold the same words.
//! Must not be here: words of which one is a broader or another thing.

/// Equal, or equal but for a plural.
pub fn same_word(a: &str, b: &str) -> bool {
    a == b || singular(a) == singular(b)
}

/// The form of a token under which the index holds it: its one spelling, in the singular.
pub fn indexed(token: &str) -> &str {
    singular(canonical(token))
}

fn singular(word: &str) -> &str {
    if word.len() > 4 && word.is_ascii() && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") {
        word.strip_suffix('s').unwrap_or(word)
    } else {
        word
    }
}

/// Words that say nothing of the analyte.
pub fn is_filler(word: &str) -> bool {
    matches!(word, "of" | "the" | "in" | "and" | "by" | "for" | "with" | "total" | "or" | "to")
}

/// Words where a difference is a different test: numbers, Roman numerals, Ig classes, single letters, nucleic acids.
pub fn is_marker(word: &str) -> bool {
    let short = word.len() <= 2 && word.bytes().all(|b| b.is_ascii_alphanumeric());
    short && word != "ab"
        || word.bytes().any(|b| b.is_ascii_digit())
        || matches!(
            word,
            "iga"
                | "igg"
                | "igm"
                | "ige"
                | "igd"
                | "ab"
                | "ag"
                | "dna"
                | "rna"
                | "iii"
                | "vii"
                | "viii"
                | "xii"
                | "xiii"
                | "alpha"
                | "beta"
                | "gamma"
                | "delta"
                | "kappa"
                | "lambda"
                | "free"
                | "bound"
                | "direct"
                | "indirect"
                | "ionized"
                | "small"
                | "nonfree"
                | "conjugated"
        )
}

/// One spelling for words that are written in several ways.
pub fn canonical(word: &str) -> &str {
    let Some(&first) = word.as_bytes().first() else { return word };
    let (start, end) = (STARTS[first as usize] as usize, STARTS[first as usize + 1] as usize);
    SPELLINGS[start..end].iter().find(|(other, _)| *other == word).map_or(word, |(_, one)| one)
}

/// Where the spellings that start with each byte begin; asked for every word of every candidate.
static STARTS: [u16; 257] = {
    let mut starts = [0; 257];
    let (mut byte, mut at) = (0, 0);
    while byte < 257 {
        while at < SPELLINGS.len() && (SPELLINGS[at].0.as_bytes()[0] as usize) < byte {
            at += 1;
        }
        starts[byte] = at as u16;
        byte += 1;
    }
    starts
};

/// Another spelling and the one it stands for, sorted by the former.
const SPELLINGS: &[(&str, &str)] = &[
    ("a1", "alpha"),
    ("abs", "ab"),
    ("ac", "acid"),
    ("alb", "albumin"),
    ("alfa", "alpha"),
    ("alk", "alkaline"),
    ("anti", "ab"),
    ("antibodies", "ab"),
    ("antibody", "ab"),
    ("antigeen", "ag"),
    ("antigen", "ag"),
    ("antigens", "ag"),
    ("antikehad", "ab"),
    ("baso", "basophils"),
    ("basophil", "basophils"),
    ("basos", "basophils"),
    ("beeta", "beta"),
    ("bili", "bilirubin"),
    ("ca", "calcium"),
    ("chol", "cholesterol"),
    ("cholest", "cholesterol"),
    ("crea", "creatinine"),
    ("creat", "creatinine"),
    ("crt", "creatinine"),
    ("eos", "eosinophils"),
    ("eosinophil", "eosinophils"),
    ("erythrocyte", "erythrocytes"),
    ("gam", "gamma"),
    ("glu", "glucose"),
    ("gluc", "glucose"),
    ("haematocrit", "hematocrit"),
    ("haemoglobin", "hemoglobin"),
    ("hb", "hemoglobin"),
    ("hct", "hematocrit"),
    ("hep", "hepatitis"),
    ("hgb", "hemoglobin"),
    ("i", "1"),
    ("ii", "2"),
    ("iii", "3"),
    ("immunoglobulins", "immunoglobulin"),
    ("iv", "4"),
    ("ix", "9"),
    ("k", "potassium"),
    ("leucocytes", "leukocytes"),
    ("leukocyte", "leukocytes"),
    ("lymph", "lymphocytes"),
    ("lymphocyte", "lymphocytes"),
    ("lymphs", "lymphocytes"),
    ("mikroskoopia", "microscopy"),
    ("mono", "monocytes"),
    ("monocyte", "monocytes"),
    ("monos", "monocytes"),
    ("na", "sodium"),
    ("neut", "neutrophils"),
    ("neutrophil", "neutrophils"),
    ("neuts", "neutrophils"),
    ("nonbound", "free"),
    ("oestradiol", "estradiol"),
    ("phos", "phosphatase"),
    ("phosphate", "phosphorus"),
    ("platelet", "platelets"),
    ("plt", "platelets"),
    ("press", "pressure"),
    ("prot", "protein"),
    ("ptase", "phosphatase"),
    ("rbc", "erythrocytes"),
    ("rbcs", "erythrocytes"),
    ("rto", "ratio"),
    ("temp", "temperature"),
    ("tg", "triglyceride"),
    ("thrombocytes", "platelets"),
    ("trans", "transferase"),
    ("trig", "triglyceride"),
    ("trigl", "triglyceride"),
    ("triglycerides", "triglyceride"),
    ("unbound", "free"),
    ("uric", "urate"),
    ("v", "5"),
    ("vaba", "free"),
    ("vii", "7"),
    ("viii", "8"),
    ("viral", "virus"),
    ("viruse", "virus"),
    ("vit", "vitamin"),
    ("vol", "volume"),
    ("wbc", "leukocytes"),
    ("wbcs", "leukocytes"),
    ("x", "10"),
    ("xi", "11"),
    ("xii", "12"),
    ("xiii", "13"),
    ("α", "alpha"),
    ("β", "beta"),
    ("γ", "gamma"),
    ("抗体", "ab"),
    ("抗原", "ag"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_sorted_and_lead_to_one_that_stands() {
        assert!(SPELLINGS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(SPELLINGS.iter().all(|(other, one)| canonical(one) == *one && canonical(other) == *one));
    }
}
