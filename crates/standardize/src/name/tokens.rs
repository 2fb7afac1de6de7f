//! Words of names, and when two of them are the same word.

/// Splits a folded text into words. Dashes and dots stay inside: `ldl-c`, `ab.ige`, `1.25`.
pub(crate) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}' | ':' | '"' | '、' | '+' | '\'')
    })
    .map(|word| if word.len() > 1 { word.trim_matches(['-', '.', '/', '*', '_']) } else { word })
    .filter(|word| !word.is_empty() && *word != "-" && *word != "&")
}

/// The small parts of words that are compared: split at every dash, dot and slash too.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '%' && c != '#').filter(|part| !part.is_empty())
}

/// A set of words to compare others with.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tokens {
    words: Vec<String>,
}

impl Tokens {
    pub(crate) fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut all = Vec::new();
        for word in words.flat_map(parts) {
            let word = canonical(word);
            if !all.iter().any(|known: &String| known == word) && !is_filler(word) {
                all.push(word.to_owned());
            }
        }
        Self { words: all }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether one of these words is the same as this.
    pub(crate) fn contains(&self, part: &str) -> bool {
        let part = canonical(part);
        self.words.iter().any(|word| same(word, part))
    }
}

/// Equal, or equal but for a plural.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a == b || singular(a) == singular(b)
}

fn singular(word: &str) -> &str {
    if word.len() > 4 && word.is_ascii() && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") {
        word.strip_suffix('s').unwrap_or(word)
    } else {
        word
    }
}

fn is_filler(word: &str) -> bool {
    matches!(word, "of" | "the" | "in" | "and" | "by" | "for" | "with" | "total" | "or" | "to")
}

/// Words where a difference is a different test: numbers, Roman numerals, Ig classes, single letters, nucleic acids.
pub(crate) fn is_marker(word: &str) -> bool {
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
pub(crate) fn canonical(word: &str) -> &str {
    const SAME: &[(&str, &[&str])] = &[
        ("ab", &["antibody", "antibodies", "abs", "anti", "antikehad", "抗体"]),
        ("ag", &["antigen", "antigens", "antigeen", "抗原"]),
        ("alpha", &["α", "alfa", "a1"]),
        ("beta", &["β", "beeta"]),
        ("gamma", &["γ", "gam"]),
        ("cholesterol", &["chol", "cholest"]),
        ("triglyceride", &["trig", "trigl", "triglycerides", "tg"]),
        ("creatinine", &["creat", "crea", "crt"]),
        ("bilirubin", &["bili"]),
        ("hemoglobin", &["hgb", "hb", "haemoglobin"]),
        ("erythrocytes", &["rbc", "rbcs", "erythrocyte"]),
        ("leukocytes", &["wbc", "wbcs", "leukocyte", "leucocytes"]),
        ("platelets", &["plt", "thrombocytes", "platelet"]),
        ("neutrophils", &["neut", "neuts", "neutrophil"]),
        ("lymphocytes", &["lymph", "lymphs", "lymphocyte"]),
        ("monocytes", &["mono", "monos", "monocyte"]),
        ("eosinophils", &["eos", "eosinophil"]),
        ("basophils", &["baso", "basos", "basophil"]),
        ("phosphatase", &["phos", "ptase"]),
        ("alkaline", &["alk"]),
        ("protein", &["prot"]),
        ("calcium", &["ca"]),
        ("albumin", &["alb"]),
        ("glucose", &["glu", "gluc"]),
        ("potassium", &["k"]),
        ("sodium", &["na"]),
        ("vitamin", &["vit"]),
        ("immunoglobulin", &["immunoglobulins"]),
        ("virus", &["viruse", "viral"]),
        ("estradiol", &["oestradiol"]),
        ("temperature", &["temp"]),
        ("hematocrit", &["hct", "haematocrit"]),
        ("acid", &["ac"]),
        ("urate", &["uric"]),
        ("volume", &["vol"]),
        ("pressure", &["press"]),
        ("transferase", &["trans"]),
        ("ratio", &["rto"]),
        ("hepatitis", &["hep"]),
        ("phosphorus", &["phosphate"]),
        ("2", &["ii"]),
        ("1", &["i"]),
        ("3", &["iii"]),
        ("4", &["iv"]),
        ("5", &["v"]),
        ("7", &["vii"]),
        ("8", &["viii"]),
        ("9", &["ix"]),
        ("10", &["x"]),
        ("11", &["xi"]),
        ("12", &["xii"]),
        ("13", &["xiii"]),
    ];
    SAME.iter().find(|(_, others)| others.contains(&word)).map_or(word, |(one, _)| one)
}
