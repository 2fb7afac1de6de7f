//! What the symbols of a unit are amounts of, where UCUM's dimension does not say, and on which side of the line.

/// What a symbol is an amount of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Amount {
    Moles,
    Enzyme,
    Equivalents,
    Osmoles,
    Mass,
    Volume,
    Other,
}

/// What a number without dimension divides by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotient {
    None,
    Mass,
    Moles,
    Volume,
}

impl Amount {
    /// The amount behind a symbol with or without a prefix.
    pub(crate) fn of(symbol: &str) -> Self {
        let is = |atom: &str| symbol.strip_suffix(atom).is_some_and(|prefix| prefix.len() <= 2);
        match symbol {
            "[HPF]" | "[LPF]" => Self::Other,
            _ if is("osm") => Self::Osmoles,
            _ if is("mol") => Self::Moles,
            _ if is("kat") || is("U") => Self::Enzyme,
            _ if is("eq") => Self::Equivalents,
            _ if is("L") => Self::Volume,
            _ if symbol != "deg" && symbol.len() <= 2 && is("g") => Self::Mass,
            _ => Self::Other,
        }
    }

    /// Whether a molar mass or a charge turns it into another amount.
    fn is_of_substance(self) -> bool {
        matches!(self, Self::Mass | Self::Moles | Self::Equivalents)
    }
}

/// What stands above and below the line.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Sides {
    over: Vec<Amount>,
    under: Vec<Amount>,
}

impl Sides {
    pub(crate) fn add(&mut self, kind: Amount, power: i8) {
        if power > 0 { self.over.push(kind) } else { self.under.push(kind) }
    }

    pub(crate) fn quotient(&self) -> Quotient {
        let both = |kind| self.over.contains(&kind) && self.under.contains(&kind);
        if both(Amount::Moles) {
            Quotient::Moles
        } else if both(Amount::Mass) {
            Quotient::Mass
        } else if both(Amount::Volume) {
            Quotient::Volume
        } else {
            Quotient::None
        }
    }

    /// The amount of substance on each side, when there is at most one on each.
    pub(crate) fn substances(&self) -> Option<(Option<Amount>, Option<Amount>)> {
        let one = |side: &[Amount]| {
            let mut found = side.iter().copied().filter(|kind| kind.is_of_substance());
            let first = found.next();
            found.next().is_none().then_some(first)
        };
        Some((one(&self.over)?, one(&self.under)?))
    }
}

/// A number of no stated quotient meets any of mass or volume (`0.45 L/L` is `45 %`); a quotient of moles meets only
/// its like: a percent of HbA1c is not ten of its mmol/mol.
pub(crate) fn quotients_meet(a: Quotient, b: Quotient) -> bool {
    a == b || (a == Quotient::None && b != Quotient::Moles) || (b == Quotient::None && a != Quotient::Moles)
}
