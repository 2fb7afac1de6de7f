//! A guess at the document's language, from its script and the words reports are built of; none when unsure.

use std::collections::HashSet;

const WORDS: [(&str, &[&str]); 7] = [
    (
        "nl",
        &[
            "analyse",
            "resultaat",
            "uitslag",
            "eenheid",
            "referentie",
            "staalname",
            "afname",
            "waarde",
            "geslacht",
            "geboren",
            "bepaling",
            "onderzoek",
            "laboratorium",
            "volgt",
            "bloed",
            "referentiewaarden",
            "normaalwaarde",
            "meting",
            "en",
            "van",
            "het",
        ],
    ),
    (
        "fr",
        &[
            "résultat",
            "résultats",
            "unité",
            "unités",
            "prélèvement",
            "valeurs",
            "référence",
            "analyses",
            "examen",
            "hématologie",
            "biochimie",
            "sang",
            "patiente",
            "sexe",
            "le",
            "de",
            "du",
        ],
    ),
    (
        "de",
        &[
            "ergebnis",
            "einheit",
            "referenzbereich",
            "referenz",
            "normbereich",
            "untersuchung",
            "messwert",
            "wert",
            "befund",
            "probe",
            "entnahme",
            "blut",
            "geburtsdatum",
            "und",
            "der",
            "die",
        ],
    ),
    (
        "en",
        &[
            "result",
            "results",
            "test",
            "unit",
            "units",
            "reference",
            "range",
            "collected",
            "reported",
            "flag",
            "specimen",
            "value",
            "date",
            "name",
            "interval",
            "normal",
            "the",
            "and",
            "of",
        ],
    ),
    (
        "es",
        &[
            "resultado",
            "resultados",
            "unidad",
            "unidades",
            "referencia",
            "valores",
            "prueba",
            "muestra",
            "fecha",
            "análisis",
            "sangre",
            "el",
            "los",
        ],
    ),
    (
        "it",
        &["risultato", "esame", "unità", "misura", "riferimento", "valori", "prelievo", "sangue", "esito", "il", "di"],
    ),
    ("pt", &["resultado", "unidade", "referência", "exame", "coleta", "valores", "sangue", "colheita", "não", "data"]),
];

/// The BCP 47 language of `text`, or none.
pub(crate) fn guess(text: &str) -> Option<&'static str> {
    script(text).or_else(|| words(text))
}

/// Kana is Japanese, Hangul Korean; Han without them is Chinese.
fn script(text: &str) -> Option<&'static str> {
    let (mut han, mut kana, mut hangul, mut latin) = (0_usize, 0_usize, 0_usize, 0_usize);
    for c in text.chars().take(200_000) {
        match c {
            '\u{3041}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9d}' => kana += 1,
            '\u{ac00}'..='\u{d7a3}' => hangul += 1,
            '\u{4e00}'..='\u{9fff}' => han += 1,
            c if c.is_alphabetic() => latin += 1,
            _ => {}
        }
    }
    let total = han + kana + hangul;
    if total < 2 || total * 12 < latin {
        return None;
    }
    Some(if kana * 10 > total || (kana > 0 && has_japanese_han(text)) {
        "ja"
    } else if hangul * 2 > total {
        "ko"
    } else if has_japanese_han(text) {
        "ja"
    } else {
        "zh"
    })
}

/// Characters only Japanese writes so.
fn has_japanese_han(text: &str) -> bool {
    text.chars().take(200_000).any(|c| "検値査単総塩圧".contains(c))
}

fn words(text: &str) -> Option<&'static str> {
    let lower = text.chars().take(200_000).collect::<String>().to_lowercase();
    let present: HashSet<&str> = lower.split(|c: char| !c.is_alphabetic()).collect();
    let mut scores: Vec<(usize, &'static str)> = WORDS
        .iter()
        .map(|(language, list)| (list.iter().filter(|w| present.contains(**w)).count(), *language))
        .collect();
    scores.sort_by(|a, b| b.cmp(a));
    match scores.as_slice() {
        [(best, language), (second, _), ..] if *best >= 2 && best > second => Some(language),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_show_their_language() {
        let cases = [
            ("Analyse Resultaat Eenheid Ref. waarde", Some("nl")),
            ("Analyses Résultats Unités Valeurs de référence", Some("fr")),
            ("Untersuchung Ergebnis Einheit Referenzbereich", Some("de")),
            ("Test Result Unit Reference Range", Some("en")),
            ("检验项目 结果 单位 参考范围", Some("zh")),
            ("検査項目 結果 単位 基準値", Some("ja")),
            ("ヘモグロビン 13.5 g/dL", Some("ja")),
            ("Hb 13.5 g/dL", None),
            ("", None),
        ];
        for (text, language) in cases {
            assert_eq!(guess(text), language, "{text}");
        }
    }
}
