//! Folding: the one form in which names are compared, in the bundle and in what is looked up.
//!
//! True here: [`fold`] is idempotent, and the build script compiles this very file, so a key in the bundle and a
//! name that is asked for can only differ if they differ to a reader. Must not be here: dropping of words or
//! punctuation, which would be a decision about meaning.

use std::borrow::Cow;

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

/// Pairs of a traditional character and its simplified form, sorted; every line is seven bytes.
const TRADITIONAL: &[u8] = include_bytes!("../data/chinese/traditional.txt");
const PAIR: usize = 7;

/// Some marks only compose after others have been dropped; two passes do in practice.
const MAX_PASSES: usize = 4;

/// The folded form of a name: NFKC, full case folding, one kind of dash and apostrophe, simplified Chinese, plain
/// `i`, Russian `ё` as `е`, single spaces and none beside Chinese or Japanese characters.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return fold_ascii(text);
    }
    let mut folded = pass(text);
    for _ in 1..MAX_PASSES {
        if folded.chars().all(is_settled) {
            break;
        }
        let again = pass(&folded);
        if again == folded {
            break;
        }
        folded = again;
    }
    folded
}

fn fold_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.make_ascii_lowercase();
    out
}

fn pass(text: &str) -> String {
    let chars = text.chars().filter(|&c| !is_ignorable(c)).nfkc().default_case_fold().map(replace).nfkc();
    let mut out = String::with_capacity(text.len());
    let (mut last, mut space) = (None, false);
    for c in chars {
        if c.is_whitespace() {
            space = last.is_some();
            continue;
        }
        if c == DOT_ABOVE && last == Some('i') && !space {
            continue;
        }
        if space && !is_unspaced(c) && !last.is_some_and(is_unspaced) {
            out.push(' ');
        }
        out.push(c);
        (last, space) = (Some(c), false);
    }
    out
}

/// What case folding leaves of a capital dotted `İ`: an `i` and this mark.
const DOT_ABOVE: char = '\u{307}';

fn replace(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{2e3a}' | '\u{2e3b}' | '\u{fe58}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' | '\u{2032}' => '\'',
        'ı' => 'i',
        'ё' => 'е',
        '\u{3400}'..='\u{9fff}' => simplify(c),
        other => other,
    }
}

fn simplify(c: char) -> char {
    let mut buffer = [0; 4];
    let wanted = c.encode_utf8(&mut buffer).as_bytes();
    let (mut low, mut high) = (0, TRADITIONAL.len() / PAIR);
    while low < high {
        let middle = usize::midpoint(low, high);
        let pair = TRADITIONAL.get(middle * PAIR..middle * PAIR + PAIR).unwrap_or_default();
        let (traditional, rest) = pair.split_at_checked(3).unwrap_or_default();
        match traditional.cmp(wanted) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return first_char(rest).unwrap_or(c),
        }
    }
    c
}

fn first_char(bytes: &[u8]) -> Option<char> {
    std::str::from_utf8(bytes).ok()?.chars().next()
}

/// Soft hyphens, joiners, direction marks and variation selectors: nothing a reader sees.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// A folded text with Latin letters only as they are without accents: `hämoglobin` and `hamoglobin` are one word.
pub fn without_accents(folded: &str) -> Cow<'_, str> {
    let accented = |c: char| matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
    if !folded.contains(accented) {
        return Cow::Borrowed(folded);
    }
    let plain = |c: char| match c {
        'ł' => 'l',
        'ø' => 'o',
        c if accented(c) => std::iter::once(c).nfd().next().unwrap_or(c),
        c => c,
    };
    Cow::Owned(folded.chars().map(plain).collect())
}

/// Chinese characters and Japanese kana, which are written without spaces. Korean is not.
pub fn is_unspaced(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3040}'..='\u{30ff}')
}

/// A Chinese character.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3005}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Characters that a second pass cannot change when the whole text is made of them.
fn is_settled(c: char) -> bool {
    // A second mark on `ё` composes again what the first pass made plain.
    let again = c == 'ё';
    !again
        && matches!(c, '\0'..='\u{24f}' | '\u{391}'..='\u{481}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{3001}'..='\u{3002}' | '\u{1ea0}'..='\u{1ef9}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_fold_as_a_reader_compares_them() {
        for (printed, folded) in [
            ("  Hemoglobin\tA1c ", "hemoglobin a1c"),
            ("HÄMOGLOBIN", "hämoglobin"),
            ("Ha\u{308}moglobin", "hämoglobin"),
            ("Größe", "grösse"),
            ("ＷＢＣ（白细胞）", "wbc(白细胞)"),
            ("白 细胞 计数", "白细胞计数"),
            ("紅血球 數目", "红血球数目"),
            ("鐵蛋白", "铁蛋白"),
            ("25−OH–Vitamin D", "25-oh-vitamin d"),
            ("CO₂ 10⁹", "co2 109"),
            ("İDRAR", "idrar"),
            ("kısmi TROMBOPLASTİN", "kismi tromboplastin"),
            ("Жёлчные кислоты", "желчные кислоты"),
            ("Erythro\u{ad}zyten", "erythrozyten"),
            ("5′-Nucleotidase", "5'-nucleotidase"),
            ("d’Ortho", "d'ortho"),
            ("µmol", "μmol"),
            ("헤모글로빈  수치", "헤모글로빈 수치"),
            ("ｶﾞﾝ", "ガン"),
            ("ΠΡΩΤΕΪΝΗΣ", "πρωτεϊνησ"),
            ("\u{a0}", ""),
        ] {
            assert_eq!(fold(printed), folded, "{printed:?}");
        }
    }

    #[test]
    fn accents_of_latin_letters_are_left_out() {
        for (folded, plain) in [("créatinine", "creatinine"), ("białko", "bialko"), ("й", "й"), ("血", "血")] {
            assert_eq!(without_accents(folded), plain);
        }
    }

    #[test]
    fn every_character_folds_to_something_stable() {
        for c in char::MIN..=char::MAX {
            for text in [format!("{c}"), format!("a {c}i")] {
                let once = fold(&text);
                assert_eq!(fold(&once), once, "{c:?}");
            }
        }
    }

    #[test]
    fn the_table_is_sorted_and_never_maps_twice() {
        let lines: Vec<_> = std::str::from_utf8(TRADITIONAL).unwrap().lines().collect();
        assert_eq!(lines.len() * PAIR, TRADITIONAL.len());
        assert!(lines.is_sorted());
        for line in lines {
            let (from, to) = line.split_at(3);
            assert_eq!(fold(from), to);
            assert_eq!(fold(to), to);
        }
    }

    /// Characters whose folding hangs on their neighbours.
    fn awkward() -> impl Strategy<Value = String> {
        const CHARS: [char; 16] =
            ['i', 'ı', 'İ', '\u{307}', '\u{301}', '\u{345}', 'か', '゛', ' ', '가', 'ᄀ', 'ᅡ', '中', '-', 'Σ', 'ß'];
        prop::collection::vec(prop::sample::select(&CHARS[..]), 0..12).prop_map(String::from_iter)
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in prop_oneof!["\\PC{0,40}", awkward().boxed()]) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
