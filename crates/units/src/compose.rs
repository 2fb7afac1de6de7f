//! A printed unit nobody listed, read part by part: `Millimol pro Liter`, `nmol·L⁻¹`, `ug/mg Kreatinin`.

use crate::{
    part::{Part, part, substance},
    tables,
};

/// The most divisions a unit has.
const MOST_PARTS: usize = 5;

/// The UCUM spelling of a folded print, when every part of it is known.
pub(crate) fn compose(folded: &str) -> Option<String> {
    let divided = divisions(folded);
    if divided.len() > MOST_PARTS {
        return None;
    }
    let mut unit = Unit::default();
    for (at, text) in divided.iter().enumerate() {
        unit.take(at > 0, text)?;
    }
    unit.finish()
}

/// The text split at `/` and at words that mean it.
fn divisions(folded: &str) -> Vec<String> {
    // The point of 1.73 m2 is no product's.
    let mut text = folded.replace(['每', '毎'], "/").replace("1.73", "173").replace("1,73", "173").replace(" x ", ".");
    if text.contains(' ') {
        let words: Vec<&str> = text.split(' ').map(|w| if is_per(w) { "/" } else { w }).collect();
        text = words.join(" ");
    }
    text.split('/').map(|part| part.trim().to_owned()).collect()
}

fn is_per(word: &str) -> bool {
    word.len() <= 8 && tables::find(tables::PER, &word.to_lowercase()).is_some()
}

/// What has been read so far.
#[derive(Default)]
struct Unit {
    over: Vec<String>,
    under: Vec<String>,
}

impl Unit {
    /// One part of the text, which may itself be a product with negative powers.
    fn take(&mut self, divides: bool, text: &str) -> Option<()> {
        if text.is_empty() || text == "1" {
            return (!divides).then_some(());
        }
        let body =
            if divides { text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text) } else { text };
        if divides && self.names_the_last(body) {
            return Some(());
        }
        if let Some(Part { code, inverted }) = part(body, divides) {
            self.put(divides != inverted, code);
            return Some(());
        }
        let factors: Vec<&str> = body.split(['.', '*']).map(str::trim).filter(|f| !f.is_empty()).collect();
        if factors.len() < 2 {
            return None;
        }
        for factor in factors {
            let Part { code, inverted } = part(factor, divides)?;
            self.put(divides != inverted, code);
        }
        Some(())
    }

    /// `mg/g/creat` is `mg/g creat`.
    fn names_the_last(&mut self, word: &str) -> bool {
        let (Some(last), Some(of)) = (self.under.last_mut(), substance(word)) else { return false };
        let named = of.starts_with('{') && !last.ends_with('}');
        if named {
            last.push_str(of);
        }
        named
    }

    fn put(&mut self, divides: bool, code: String) {
        if !code.is_empty() {
            if divides { self.under.push(code) } else { self.over.push(code) }
        }
    }

    fn finish(mut self) -> Option<String> {
        self.settle_fibrinogen_units();
        self.settle_one_cell();
        if self.over.is_empty() && self.under.is_empty() {
            return None;
        }
        // A unit is not multiplied by the things it counts: `U*cells` is no quantity.
        if self.over.len() > 1 && self.over.iter().any(|part| part.starts_with('{')) {
            return None;
        }
        let mut out = self.over.join(".");
        for part in &self.under {
            out.push('/');
            out.push_str(part);
        }
        Some(out)
    }

    /// What one cell holds is printed as `pg`, `pg/cell` and `pg/RBC`.
    fn settle_one_cell(&mut self) {
        let held =
            matches!(self.over.as_slice(), [one] if matches!(one.as_str(), "pg" | "fg" | "fmol" | "amol" | "fL"));
        if held && matches!(self.under.as_slice(), [one] if matches!(one.as_str(), "{cells}" | "{RBCs}" | "{RBC}")) {
            self.under.clear();
        }
    }

    /// D-dimer is printed `mg/L FEU` and `mg FEU/L`: the mass is what is in fibrinogen equivalents.
    fn settle_fibrinogen_units(&mut self) {
        let (Some(over), Some(under)) = (self.over.last_mut(), self.under.last_mut()) else { return };
        for mark in ["{FEU}", "{DDU}"] {
            if let Some(bare) = under.strip_suffix(mark).map(str::to_owned) {
                *under = bare;
                over.push_str(mark);
            }
        }
    }
}
