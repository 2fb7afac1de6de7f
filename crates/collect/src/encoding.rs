//! Bytes to text: byte-order mark, strict UTF-8, UTF-16 by its zeros, else the most plausible legacy encoding.
//!
//! GB18030 decodes almost anything, so the candidates are scored by how much their characters look like a document.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::kind::utf16_zeros;

/// The text of `bytes`. Never fails: what fits no encoding is windows-1252, which has a character for every byte.
pub(crate) fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    if utf16_zeros(bytes, 1) {
        return UTF_16LE.decode_without_bom_handling(bytes).0.into_owned();
    }
    if utf16_zeros(bytes, 0) {
        return UTF_16BE.decode_without_bom_handling(bytes).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    legacy(bytes).decode_without_bom_handling(bytes).0.into_owned()
}

const SAMPLE: usize = 256 * 1024;

fn legacy(bytes: &[u8]) -> &'static Encoding {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let guess = detected(sample);
    let mut best = (WINDOWS_1252, i64::MIN);
    for encoding in [GB18030, BIG5, SHIFT_JIS, EUC_KR, WINDOWS_1252] {
        let bonus = if encoding == guess || (encoding == GB18030 && guess.name() == "GBK") { BONUS } else { 0 };
        let score = plausibility(sample, encoding) + bonus;
        if score > best.1 {
            best = (encoding, score);
        }
    }
    let enough = sample.iter().filter(|b| !b.is_ascii()).count() >= 8;
    if guess.is_single_byte() && best.0 == WINDOWS_1252 && enough { guess } else { best.0 }
}

/// How much the statistical detector's word counts, per mille of the best possible score.
const BONUS: i64 = 250;

fn detected(sample: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// The mean worth of the characters beyond ASCII, per mille; broken sequences cost much.
fn plausibility(sample: &[u8], encoding: &'static Encoding) -> i64 {
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let (mut sum, mut count) = (0_i64, 0_i64);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        sum += worth(c, encoding);
        count += 1;
    }
    if count == 0 { 0 } else { (sum - eaten(sample, &text, encoding)) / count }
}

/// What it costs that letters of the Latin alphabet were eaten as second bytes: `µm` in Western text is one Korean
/// syllable or one rare Han character. Big5 writes a third of its characters so, the other two hardly any.
fn eaten(sample: &[u8], text: &str, encoding: &'static Encoding) -> i64 {
    let each = if encoding == BIG5 {
        600
    } else if encoding == GB18030 || encoding == EUC_KR {
        1500
    } else {
        0
    };
    let before = sample.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let after = text.bytes().filter(u8::is_ascii_alphabetic).count();
    (before as i64 - after as i64).max(0) * each
}

fn worth(c: char, encoding: &'static Encoding) -> i64 {
    match c {
        '\u{fffd}' => -6000,
        '\u{80}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}' => -3000,
        '\u{3041}'..='\u{30ff}' if encoding == SHIFT_JIS => 1000,
        '\u{ac00}'..='\u{d7a3}' if encoding == EUC_KR => 1000,
        '\u{ff61}'..='\u{ff9f}' => -500,
        '\u{4e00}'..='\u{9fa5}' => 600 + common(c),
        '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff5e}' => 800,
        'À'..='ÿ' | 'µ' | '°' | '±' | '²' | '³' if encoding == WINDOWS_1252 => 450,
        'α'..='ω' | '↑' | '↓' | '≤' | '≥' | '℃' => 600,
        '\u{a0}'..='\u{24f}' | '\u{2010}'..='\u{2122}' => 100,
        _ => -800,
    }
}

/// The characters a laboratory report is made of, in each of the three scripts.
fn common(c: char) -> i64 {
    const COMMON: &str = "检验项目结果单位参考范围提示血红蛋白细胞计数尿糖清总胆固醇甘油三酯性阴阳期日年月姓名男女报告采样时间的医院白\
        檢驗項目結果單位參考範圍報告採檢驗總膽固醇紅蛋細胞數檢查醫院年月時間値検査項基準値氏名性別結果単位血糖総";
    if COMMON.contains(c) { 400 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZH: &str = "检验项目,结果,单位,参考范围\n血红蛋白,138,g/L,130-175\n";

    #[test]
    fn each_encoding_reads_back() {
        let cases = [
            (GB18030, ZH),
            (BIG5, "檢驗項目,結果,單位\n血紅蛋白,138,g/L\n總膽固醇,5.2,mmol/L\n"),
            (SHIFT_JIS, "検査項目,結果,単位\nヘモグロビン,13.5,g/dL\n"),
            (EUC_KR, "검사항목,결과,단위\n혈색소,13.5,g/dL\n"),
            (WINDOWS_1252, "Hématies,4,5,T/l\nPrélèvement: 03/04/2026\nProtéines,72,g/l\n"),
        ];
        for (encoding, text) in cases {
            let (bytes, _, lossy) = encoding.encode(text);
            assert!(!lossy);
            assert_eq!(decode(&bytes), text, "{}", encoding.name());
        }
    }

    #[test]
    fn marks_and_utf16_are_seen() {
        let le: Vec<u8> = ZH.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&[b"\xff\xfe".as_slice(), &le].concat()), ZH);
        let plain: Vec<u8> = "Glucose,97,mg/dL\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&plain), "Glucose,97,mg/dL\n");
        assert_eq!(decode(b"\xef\xbb\xbfGlucose"), "Glucose");
    }

    #[test]
    fn one_accented_letter_is_western() {
        assert_eq!(decode(b"Ov\xe4rde 5,4 mmol/l\n"), "Ovärde 5,4 mmol/l\n");
        assert_eq!(decode(b"Kreatinin 88 \xb5mol/l\n"), "Kreatinin 88 µmol/l\n");
    }
}
