//! Powers of ten that are part of a number: `3.2e4`, `10^3`, `5 x10⁵`. One before a slash belongs to the unit.

use rust_decimal::Decimal;

/// The number times the power of ten behind it, and the rest.
pub(super) fn times(number: Decimal, behind: &str) -> (Decimal, &str) {
    let Some((base, power, rest)) = power_of_ten(number, behind) else { return (number, behind) };
    let scaled = (0..power.unsigned_abs()).try_fold(base, |value, _| {
        if power > 0 { value.checked_mul(Decimal::TEN) } else { value.checked_div(Decimal::TEN) }
    });
    scaled.map_or((number, behind), |value| (value.normalize(), rest))
}

/// What follows `10` when a power of ten does.
pub(super) fn after_ten(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("10")?;
    let marked = rest.strip_prefix(['^', '*', 'e', 'E']);
    marked.or_else(|| rest.starts_with(|c| superscript(c).is_some()).then_some(rest))
}

fn power_of_ten(number: Decimal, behind: &str) -> Option<(Decimal, i32, &str)> {
    let (base, rest) = if let Some(rest) = behind.strip_prefix(['e', 'E']) {
        (number, rest)
    } else if number == Decimal::TEN && (behind.starts_with('^') || behind.starts_with(|c| superscript(c).is_some())) {
        (Decimal::ONE, behind.trim_start_matches('^'))
    } else {
        let marked = behind.trim_start().strip_prefix(['x', 'X', '×', '*', '·'])?.trim_start();
        (number, after_ten(marked)?)
    };
    let (power, after) = exponent(rest)?;
    let alone = after.is_empty() || after.starts_with(' ') && !after.trim_start().starts_with('/');
    alone.then_some((base, power, after))
}

/// A signed exponent of at most two digits, plain or raised, and the rest.
fn exponent(text: &str) -> Option<(i32, &str)> {
    let plain = |c: char| superscript(c).unwrap_or(c);
    let end = text.char_indices().find(|(at, c)| !is_part(*at, plain(*c))).map_or(text.len(), |(at, _)| at);
    let (digits, rest) = text.split_at(end);
    let digits: String = digits.chars().map(plain).collect();
    let power: i32 = digits.strip_prefix('+').unwrap_or(&digits).parse().ok()?;
    (power.abs() <= 18).then_some((power, rest))
}

fn is_part(at: usize, c: char) -> bool {
    c.is_ascii_digit() || at == 0 && matches!(c, '+' | '-')
}

/// The plain form of a raised digit or sign.
fn superscript(c: char) -> Option<char> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
    let at = RAISED.chars().position(|raised| raised == c)?;
    "0123456789+-".chars().nth(at)
}
