//! Several ranges for several people: put together from their pieces, and chosen from.

use mirobody_units::{Ucum, convert};

use super::{
    bounds::Bounds,
    items::Item,
    who::{self, Label},
};
use crate::{
    flag,
    person::{Age, Person, Sex},
    reading::{AgeBound, Bound, Expected, RangePart, ReferenceRange, Who},
};

/// One range without its person.
pub(crate) struct Interval<'a> {
    low: Option<Bound>,
    high: Option<Bound>,
    unit: Option<&'a Ucum>,
    pub(crate) expected: Option<&'a Expected>,
}

impl<'a> Interval<'a> {
    pub(crate) fn of_range(range: &'a ReferenceRange) -> Self {
        Self { low: range.low, high: range.high, unit: range.unit.as_ref(), expected: range.expected.as_ref() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.low.is_none() && self.high.is_none() && self.expected.is_none()
    }

    /// The bounds in the unit of a value. None when the range has another unit that cannot be converted exactly.
    pub(crate) fn in_unit(&self, unit: Option<&Ucum>, loinc: Option<&str>) -> Option<flag::Bounds> {
        let Some(own) = self.unit else { return Some((self.low, self.high)) };
        let wanted = unit?;
        let converted = |bound: Option<Bound>| match bound {
            None => Some(None),
            Some(bound) => convert(bound.number, own, wanted, loinc).ok().map(|number| Some(Bound { number, ..bound })),
        };
        Some((converted(self.low)?, converted(self.high)?))
    }
}

impl RangePart {
    pub(crate) fn interval(&self) -> Interval<'_> {
        Interval { low: self.low, high: self.high, unit: self.unit.as_ref(), expected: None }
    }

    fn same_bounds(&self, other: &Self) -> bool {
        (self.low, self.high, &self.unit) == (other.low, other.high, &other.unit)
    }
}

/// Puts a list together: labels before their bounds, or all behind them. Numbers that are no bounds are no label.
pub(crate) fn assemble(items: Vec<Item<'_>>, language: &str) -> Option<ReferenceRange> {
    let worded = |text: &str| text.contains(|c: char| c.is_alphabetic() || matches!(c, '♂' | '♀'));
    if items.iter().any(|item| matches!(item, Item::Label(text) if !worded(text))) {
        return None;
    }
    let behind = matches!(items.first(), Some(Item::Bounds(bounds)) if bounds.age.is_none())
        && match items.last()? {
            Item::Label(_) => true,
            Item::Bounds(bounds) => bounds.age.is_some(),
        };
    let mut labelled = if behind { labels_behind(items) } else { labels_before(items) }?;
    share_unit(&mut labelled);
    let (labels, bounds): (Vec<Label>, Vec<Bounds>) = labelled.into_iter().unzip();
    let whos = understood(&labels, language);
    let parts: Vec<RangePart> = whos.into_iter().zip(bounds).map(|(who, bounds)| part(who, bounds)).collect();
    Some(into_range(parts))
}

fn part(who: Who, bounds: Bounds) -> RangePart {
    RangePart { who, low: bounds.low, high: bounds.high, unit: bounds.unit }
}

type Labelled = Vec<(Label, Bounds)>;

fn labels_before(items: Vec<Item<'_>>) -> Option<Labelled> {
    let mut parts = Labelled::new();
    let mut label = Label::default();
    let mut left = items.iter().filter(|item| matches!(item, Item::Bounds(_))).count();
    for item in items {
        match item {
            Item::Label(text) => label.join(Label::read(text)),
            Item::Bounds(bounds) => {
                left -= 1;
                let age = bounds.age.is_some() || label.age && bounds.unit.is_none() && label.who.from.is_none();
                if age && left > 0 {
                    label.aged(&bounds);
                } else {
                    parts.push((std::mem::take(&mut label), bounds));
                }
            }
        }
    }
    // What stands behind the last bounds says something about them that cannot be told.
    (label.is_silent() && !parts.is_empty()).then_some(parts)
}

fn labels_behind(items: Vec<Item<'_>>) -> Option<Labelled> {
    let mut parts = Labelled::new();
    for item in items {
        match item {
            Item::Label(text) => parts.last_mut()?.0.join(Label::read(text)),
            Item::Bounds(bounds) if bounds.age.is_some() => parts.last_mut()?.0.aged(&bounds),
            Item::Bounds(bounds) => parts.push((Label::default(), bounds)),
        }
    }
    Some(parts)
}

/// A unit printed once, behind the last range, is that of all.
fn share_unit(parts: &mut Labelled) {
    let Some(((_, last), before)) = parts.split_last_mut() else { return };
    if last.unit.is_some() && before.iter().all(|(_, bounds)| bounds.unit.is_none()) {
        for (_, bounds) in before {
            bounds.unit.clone_from(&last.unit);
        }
    }
}

/// Whom the labels mean, letters understood together.
fn understood(labels: &[Label], language: &str) -> Vec<Who> {
    let letters: Vec<&str> = labels.iter().filter_map(|label| label.letter.as_deref()).collect();
    let mut whos: Vec<Who> = labels.iter().map(|label| understood_one(label, &letters, language)).collect();
    // `Male: 18-60 y 13-17, > 60 y 12-16`: whether the second is for men only, nobody can tell.
    let mut sexed = false;
    for who in &mut whos {
        sexed |= who.sex.is_some();
        who.other |= sexed && who.sex.is_none() && (who.from.is_some() || who.to.is_some());
    }
    whos
}

fn understood_one(label: &Label, letters: &[&str], language: &str) -> Who {
    let mut who = label.who;
    if let Some(letter) = &label.letter {
        match (who::sex_of(letter, letters, language), who.sex) {
            (Some(sex), None) => who.sex = Some(sex),
            (Some(sex), Some(said)) if sex == said => {}
            _ => who.other = true,
        }
    }
    who
}

/// One range for everyone is the range, and so is the only one without a name among others: `Normal: < 5.7,
/// prediabetes: …`.
fn into_range(parts: Vec<RangePart>) -> ReferenceRange {
    let everyone = |part: &&RangePart| part.who == Who::default();
    let others = parts.iter().filter(|part| part.who.other).count();
    let one = parts.iter().find(everyone).filter(|_| others + 1 == parts.len());
    let mut range = one.map_or_else(ReferenceRange::default, |part| ReferenceRange {
        low: part.low,
        high: part.high,
        unit: part.unit.clone(),
        ..ReferenceRange::default()
    });
    // A single range for everyone has no parts; two without a label cannot be told apart.
    let nameless = parts.iter().filter(everyone).count();
    if parts.len() > 1 && nameless <= 1 || parts.len() == 1 && nameless == 0 {
        range.parts = parts;
    }
    range
}

/// Whether a range holds for a person: surely, surely not, or nobody can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Yes,
    No,
    Maybe,
}

fn holds(who: &Who, person: Person) -> Holds {
    let sex = match (who.sex, person.sex) {
        (None, _) => Holds::Yes,
        (Some(_), None) => Holds::Maybe,
        (Some(wanted), Some(sex)) => {
            if wanted == sex {
                Holds::Yes
            } else {
                Holds::No
            }
        }
    };
    let aged = |bound: Option<AgeBound>, fits: fn(u32, AgeBound) -> bool| match (bound, person.age) {
        (None, _) => Holds::Yes,
        (Some(_), None) => Holds::Maybe,
        (Some(bound), Some(age)) => {
            if fits(age_in(age, bound), bound) {
                Holds::Yes
            } else {
                Holds::No
            }
        }
    };
    let from = aged(who.from, |age, bound| age > bound.number || age == bound.number && bound.inclusive);
    let to = aged(who.to, |age, bound| age < bound.number || age == bound.number && bound.inclusive);
    let all = [sex, from, to];
    if all.contains(&Holds::No) {
        Holds::No
    } else if who.other || all.contains(&Holds::Maybe) {
        Holds::Maybe
    } else {
        Holds::Yes
    }
}

fn age_in(age: Age, bound: AgeBound) -> u32 {
    age.in_units(bound.unit)
}

/// The range that surely holds for a person, when no other may.
pub(crate) fn chosen(parts: &[RangePart], person: Person) -> Option<&RangePart> {
    let open: Vec<(&RangePart, Holds)> =
        parts.iter().map(|part| (part, holds(&part.who, person))).filter(|(_, holds)| *holds != Holds::No).collect();
    let (first, _) = open.first()?;
    let same = open.iter().all(|(part, _)| part.same_bounds(first));
    let sure = open.iter().any(|(_, holds)| *holds == Holds::Yes) || cover_everyone(parts);
    (same && sure).then_some(*first)
}

/// Whether everyone finds themselves in the parts, whoever they are.
pub(crate) fn cover_everyone(parts: &[RangePart]) -> bool {
    let only = |sex| Who { sex: Some(sex), ..Who::default() };
    let has = |who: Who| parts.iter().any(|part| part.who == who);
    let told = parts.iter().all(|part| !part.who.other);
    told && (has(Who::default()) || has(only(Sex::Male)) && has(only(Sex::Female)))
}
