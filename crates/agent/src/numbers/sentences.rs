//! A text in sentences, as it comes.
//!
//! The sentences, one after the other, are the text, and they are the same however it was cut into pieces. A line is a
//! sentence at least: an item of a list, a row of a table. A chart is one. A point ends a sentence only where it can be
//! nothing else: one too few costs a moment, one too many would part a number from its unit.

/// What stands before a point that ends nothing, in lower case.
const ABBREVIATED: &[&str] = &[
    "approx", "aprox", "avg", "bzw", "ca", "dr", "dra", "eg", "env", "etc", "evtl", "ex", "fig", "ggf", "ie", "inkl",
    "incl", "max", "min", "mr", "mrs", "ms", "no", "nr", "núm", "prof", "resp", "sog", "sr", "sra", "st", "tab", "vgl",
    "vs",
];
/// What may stand between the end of a sentence and the space after it.
const CLOSING: &[char] = &['"', '\'', ')', ']', '*', '_', '”', '’', '»', '）', '」', '』', '】'];
const FENCE: &str = "```";
const CHART: &str = "```vis-chart";

/// A text as it comes.
#[derive(Debug, Default)]
pub(crate) struct Sentences {
    held: String,
    /// How much of it was looked at.
    seen: usize,
}

impl Sentences {
    /// More of it came: the sentences that ended.
    pub(crate) fn push(&mut self, text: &str) -> Vec<String> {
        self.held.push_str(text);
        let (mut ended, mut begin) = (Vec::new(), 0);
        while let Some(rest) = self.held.get(begin..) {
            match end(rest, self.seen) {
                Ok(length) => {
                    ended.extend(rest.get(..length).map(str::to_owned));
                    (begin, self.seen) = (begin + length, 0);
                }
                Err(seen) => {
                    self.seen = seen;
                    break;
                }
            }
        }
        self.held.drain(..begin);
        ended
    }

    /// The text is over: what did not end.
    pub(crate) fn rest(&mut self) -> String {
        self.seen = 0;
        std::mem::take(&mut self.held)
    }
}

/// Where the first sentence ends, or else how much need not be looked at again when more has come.
fn end(text: &str, seen: usize) -> Result<usize, usize> {
    let head = text.get(..CHART.len()).unwrap_or(text);
    if text.is_empty() || CHART.starts_with(head) {
        return end_of_chart(text).ok_or(0);
    }
    for (at, c) in text.get(seen..).unwrap_or_default().char_indices() {
        let (from, after) = (seen + at, seen + at + c.len_utf8());
        match c {
            '\n' | '。' | '！' | '？' => return Ok(after),
            '.' | '!' | '?' => match ends(text, from, after) {
                Some(true) => return Ok(past_closing(text, after)),
                Some(false) => {}
                None => return Err(from),
            },
            _ => {}
        }
    }
    Err(text.len())
}

/// A chart ends with the line of its closing fence.
fn end_of_chart(text: &str) -> Option<usize> {
    let body = text.get(CHART.len()..)?;
    let is_line = |at: usize| body.get(..at).is_some_and(|before| before.ends_with('\n'));
    let (close, _) = body.match_indices(FENCE).find(|(at, _)| is_line(*at))?;
    let from = CHART.len() + close;
    text.get(from..)?.find('\n').map(|line| from + line + 1)
}

/// Whether the mark between `from` and `after` ends a sentence; none when more has to come to tell.
fn ends(text: &str, from: usize, after: usize) -> Option<bool> {
    let next = text.get(past_closing(text, after)..).unwrap_or_default().chars().next()?;
    if !next.is_whitespace() {
        return Some(false);
    }
    let is_point = text.get(from..after) == Some(".");
    Some(!is_point || !is_abbreviated(text.get(..from).unwrap_or_default()))
}

fn past_closing(text: &str, after: usize) -> usize {
    let rest = text.get(after..).unwrap_or_default();
    after + rest.len() - rest.trim_start_matches(CLOSING).len()
}

/// Whether what stands before a point is a short form, one letter, or a numeral: of a list, or of a day in a month.
fn is_abbreviated(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || "([{*_\"'/".contains(c)).next().unwrap_or_default();
    let last = word.rsplit('.').next().unwrap_or_default();
    let is_numeral = !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = last.chars().count() == 1 && last.chars().all(char::is_alphabetic);
    is_numeral || (is_letter && last.is_ascii()) || ABBREVIATED.contains(&last.to_lowercase().as_str())
}
