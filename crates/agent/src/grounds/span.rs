//! Lengths of time as sentences write them after a number: advice is full of them, and they are no readings.

/// The beginning of what may follow a number, in lower case. Words are ended by something that is no letter.
const WORDS: &[&str] = &[
    "second", "seconds", "minute", "minutes", "min", "mins", "hour", "hours", "h", "day", "days", "week", "weeks",
    "month", "months", "year", "years", "times", "sekunden", "minuten", "stunde", "stunden", "tag", "tage", "tagen",
    "woche", "wochen", "monat", "monate", "monaten", "jahr", "jahre", "jahren", "heures", "heure", "jour", "jours",
    "semaine", "semaines", "mois", "an", "ans", "année", "années", "minutos", "hora", "horas", "día", "días", "semana",
    "semanas", "mes", "meses", "año", "años", "fois", "mal", "veces",
];
/// The same where words are not parted by spaces.
const UNSPACED: &[&str] = &[
    "秒", "分钟", "分鐘", "小时", "小時", "時間", "天", "日", "周", "週", "星期", "个月", "個月", "か月", "ヶ月",
    "ヵ月", "年", "次", "回",
];

/// Whether a length of time follows a number, or how often: `after` is the text after its digits.
pub(super) fn follows(after: &str) -> bool {
    let after = after.trim_start_matches([' ', '\u{a0}', '-', '–']);
    if UNSPACED.iter().any(|word| after.starts_with(word)) {
        return true;
    }
    let word = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    WORDS.contains(&word.as_str())
}

/// The same of a range: `1-2 weeks`.
pub(super) fn follows_range(after: &str) -> bool {
    let rest = after.trim_start_matches([' ', '-', '–', '—', '~', '～', '至', '到']);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    digits > 0 && rest.len() < after.len() && follows(rest.get(digits..).unwrap_or_default())
}
