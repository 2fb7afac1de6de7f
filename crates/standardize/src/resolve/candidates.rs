//! The codes a name could mean: everything its forms lead to, with how each was found.

use mirobody_vocab::{Axes, Document, Row, Rows, Vocabulary};

use super::{near, wording::Wording};
use crate::{
    name::{Name, Part, Specimen, Variant},
    quick::{Map, Quick},
};

/// Few names have more candidates.
const USUAL: usize = 112;
/// Forms with more codes than this say too little.
const MOST_ROWS: u32 = 400;
/// A designation most of whose codes have one analyte names it; nothing in it is then a typing error.
const CLEAR: f32 = 0.6;

/// How a form led to a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Channel {
    Words,
    Designation,
    Analyte,
    Component,
    LongName,
    Curated,
}

impl Channel {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Designation => "designation",
            Self::Analyte | Self::Component => "component",
            Self::LongName => "long-name",
            Self::Curated => "curated",
        }
    }
}

/// A code and the best ways it was found.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) row: Row,
    /// Without the long common name, which few candidates are asked for.
    pub(crate) axes: Axes<'static>,
    /// The analyte: the component before any challenge.
    pub(crate) head: &'static str,
    /// Whether the component is of one thing to another.
    pub(crate) ratio: bool,
    /// Bit per [`Channel`].
    pub(crate) channels: u8,
    /// Codes of the smallest designation that led here; 0 when none did.
    pub(crate) posting: u32,
    /// The largest part this analyte has in a designation's codes.
    pub(crate) share: f32,
    /// The cheapest form that led here.
    pub(crate) cost: u8,
    /// Its place among the name's forms.
    pub(crate) variant: usize,
    /// The specimen that form had cut off.
    pub(crate) specimen: Option<Specimen>,
    /// How near the nearest printed form in the word index is.
    pub(crate) cosine: f32,
    /// That form.
    pub(crate) nearest: Option<Document>,
    /// The designation that is one of the name's forms and led here.
    pub(crate) designation: Option<Document>,
}

impl Candidate {
    pub(crate) fn has(&self, channel: Channel) -> bool {
        self.channels & (1 << channel as u8) != 0
    }

    pub(crate) fn long_name(&self) -> &'static str {
        Vocabulary::embedded().long_name_of(self.row)
    }

    pub(crate) fn best_channel(&self) -> Channel {
        use Channel::{Analyte, Component, Curated, Designation, LongName};
        [Curated, LongName, Component, Analyte, Designation]
            .into_iter()
            .find(|channel| self.has(*channel))
            .unwrap_or(Channel::Words)
    }
}

/// The component before any challenge.
pub(crate) fn head(component: &str) -> &str {
    component.split_once('^').map_or(component, |(head, _)| head)
}

/// All candidates of a name.
pub(crate) struct Pool {
    vocabulary: &'static Vocabulary,
    pub(crate) found: Vec<Candidate>,
    /// The ways to word the name: as printed, then as its forms have it.
    pub(crate) wordings: Vec<Wording>,
    /// Where each row stands among them.
    places: Map<u32, u32>,
}

impl Pool {
    pub(crate) fn gather(vocabulary: &'static Vocabulary, name: &Name) -> Self {
        let places = Map::with_capacity_and_hasher(USUAL, Quick::default());
        let mut pool = Self { vocabulary, found: Vec::with_capacity(USUAL), wordings: Vec::new(), places };
        for (at, variant) in name.variants.iter().enumerate() {
            pool.look_up(at, variant);
        }
        let spell = !pool.knows(name);
        pool.wordings = Wording::all(vocabulary, &name.queries, spell);
        pool.by_words(name);
        pool
    }

    /// Whether the name as it stands, but for words of other axes, is a component or a designation of few analytes.
    fn knows(&self, name: &Name) -> bool {
        let whole = |variant: usize| {
            name.variants.get(variant).is_some_and(|variant| variant.part == Part::Whole && variant.cost <= 1)
        };
        self.found.iter().any(|candidate| {
            whole(candidate.variant) && (candidate.has(Channel::Component) || candidate.share >= CLEAR)
        })
    }

    fn look_up(&mut self, at: usize, variant: &Variant) {
        let text = variant.text.as_str();
        if text.len() > 4
            && let Some(row) = self.vocabulary.long_name(text)
        {
            self.add(row, Channel::LongName, at, variant);
        }
        if text.contains('^') {
            for row in self.vocabulary.component(text) {
                self.add(row, Channel::Component, at, variant);
            }
        }
        for row in self.vocabulary.analyte(text) {
            let place = self.add(row, Channel::Analyte, at, variant);
            if self.found[place].axes.component.len() == text.len() {
                self.found[place].channels |= 1 << Channel::Component as u8;
            }
        }
        self.designation(at, variant);
    }

    fn designation(&mut self, at: usize, variant: &Variant) {
        let Some(document) = self.vocabulary.designation_document(&variant.text) else { return };
        let rows: Rows = self.vocabulary.document_rows(document);
        self.add_run(rows, Channel::Designation, at, variant, |candidate| {
            candidate.designation = candidate.designation.or(Some(document));
        });
    }

    /// Rows of one analyte lie together, so each analyte's share is a run's length.
    fn add_run(&mut self, rows: Rows, channel: Channel, at: usize, variant: &Variant, mark: impl Fn(&mut Candidate)) {
        let size = rows.len() as u32;
        let mut run: Vec<usize> = Vec::with_capacity(rows.len());
        let mut run_head = "";
        for row in rows {
            let place = self.add(row, channel, at, variant);
            mark(&mut self.found[place]);
            let head = self.found[place].head;
            if !std::ptr::eq(head, run_head) && head != run_head {
                self.close_run(&run, size);
                run.clear();
                run_head = head;
            }
            run.push(place);
        }
        self.close_run(&run, size);
    }

    fn close_run(&mut self, run: &[usize], size: u32) {
        let share = run.len() as f32 / size.max(1) as f32;
        for place in run {
            let candidate = &mut self.found[*place];
            candidate.share = candidate.share.max(share);
            candidate.posting = if candidate.posting == 0 { size } else { candidate.posting.min(size) };
        }
    }

    /// What the word index finds for the name's words.
    fn by_words(&mut self, name: &Name) {
        let Some(whole) = name.variants.first() else { return };
        for near in near::nearest(self.vocabulary, &self.wordings) {
            let rows = self.vocabulary.document_rows(near.document);
            if rows.len() as u32 <= MOST_ROWS {
                self.add_run(rows, Channel::Words, 0, whole, |candidate| {
                    if near.cosine > candidate.cosine {
                        (candidate.cosine, candidate.nearest) = (near.cosine, Some(near.document));
                    }
                });
            }
        }
    }

    pub(crate) fn add(&mut self, row: Row, channel: Channel, at: usize, variant: &Variant) -> usize {
        let bit = 1 << channel as u8;
        let next = self.found.len() as u32;
        let place = *self.places.entry(row.index() as u32).or_insert(next) as usize;
        if let Some(known) = self.found.get_mut(place) {
            // Forms come cheapest first, so the first that led here stays.
            known.channels |= bit;
            return place;
        }
        let axes = self.vocabulary.axes_without_name(row);
        // Rows of one component follow one another.
        let last = self.found.last().filter(|last| std::ptr::eq(last.axes.component, axes.component));
        let (head, ratio) =
            last.map_or_else(|| (head(axes.component), axes.component.contains('/')), |last| (last.head, last.ratio));
        self.found.push(Candidate {
            row,
            axes,
            head,
            ratio,
            channels: bit,
            posting: 0,
            share: 0.0,
            cost: variant.cost,
            variant: at,
            specimen: variant.specimen,
            cosine: 0.0,
            nearest: None,
            designation: None,
        });
        place
    }
}
