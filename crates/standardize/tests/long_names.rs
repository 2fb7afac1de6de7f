//! The names LOINC itself gives: each is its own code, and damaged ones never make the resolver panic.

use mirobody_standardize::{Outcome, Reading, resolve};
use mirobody_vocab::{Axes, Row, Vocabulary};
use proptest::{prelude::*, sample::select};

fn axes(row: Row) -> Axes<'static> {
    Vocabulary::embedded().axes(row)
}

fn analyte(axes: &Axes<'static>) -> &'static str {
    axes.component.split('^').next().unwrap_or_default()
}

fn named(name: String) -> Reading {
    Reading { name, ..Reading::default() }
}

#[test]
fn a_long_common_name_is_its_own_code_and_never_another_analytes() {
    let vocabulary = Vocabulary::embedded();
    let (mut own, mut others) = (0_usize, Vec::new());
    for row in vocabulary.rows() {
        let meant = axes(row);
        let decision = resolve(&named(meant.long_name.to_owned()));
        match decision.loinc {
            Some(code) if code == meant.loinc => own += 1,
            Some(code) if analyte(&axes(vocabulary.row(code).unwrap())) != analyte(&meant) => {
                others.push(format!("{} {} -> {code}", meant.loinc, meant.long_name));
            }
            _ => {}
        }
    }
    assert!(others.is_empty(), "of another analyte:\n{}", others.join("\n"));
    let all = vocabulary.rows().len();
    assert!(own * 100 >= all * 99, "{own} of {all}");
}

/// A name of the vocabulary with pieces cut out, doubled, swapped for something else or joined to another name.
fn damaged() -> impl Strategy<Value = String> {
    let name = (0..Vocabulary::embedded().rows().len())
        .prop_map(|at| Vocabulary::embedded().rows().nth(at).map_or("", |row| axes(row).long_name));
    let noise = "\\PC{0,3}|[0-9(),/:^%+-]{0,4}|抗体|ä|İ|ß|ﬁ|\u{301}|の|ά| {2,5}";
    (name.clone(), name, noise, any::<(usize, usize, u8)>()).prop_map(|(one, other, noise, (at, length, how))| {
        let letters: Vec<char> = one.chars().collect();
        let at = at % (letters.len() + 1);
        let end = (at + length % 6).min(letters.len());
        let (start, cut, rest) = (&letters[..at], &letters[at..end], &letters[end..]);
        let text = |part: &[char]| part.iter().collect::<String>();
        match how % 4 {
            0 => text(start) + &noise + &text(rest),
            1 => text(start) + &text(cut) + &text(cut) + &noise + &text(rest),
            2 => text(start) + &noise + other,
            _ => text(rest) + &noise + &text(start),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_damaged_name_is_decided_without_a_panic(
        name in damaged(),
        language in select(vec!["", "en", "de", "et", "fi", "zh", "zh-Hant", "ja", "ko", "ru", "tr", "x-\u{130}"]),
        unit in select(vec!["", "mg/dL", "mmol/L", "%", "/24h", "10*9/L"]),
    ) {
        let reading = Reading { unit: unit.to_owned(), language: language.to_owned(), ..named(name) };
        let decision = resolve(&reading);
        prop_assert_eq!(decision.loinc.is_some(), decision.outcome == Outcome::Coded);
        prop_assert!((0.0..=1.0).contains(&decision.confidence) && decision.exact_confidence <= decision.confidence);
        prop_assert_eq!(resolve(&reading), decision);
    }
}
