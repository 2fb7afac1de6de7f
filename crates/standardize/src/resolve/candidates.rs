//! The codes a name could mean: everything its forms lead to, with how each was found.

use std::collections::HashMap;

use mirobody_vocab::{Axes, Row, Rows, Vocabulary};

use crate::name::{Name, Specimen, Variant};

/// How a form led to a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Channel {
    Designation,
    Analyte,
    Component,
    LongName,
    Curated,
}

impl Channel {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Designation => "designation",
            Self::Analyte => "component",
            Self::Component => "component",
            Self::LongName => "long-name",
            Self::Curated => "curated",
        }
    }
}

/// A code and the best ways it was found.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) row: Row,
    pub(crate) axes: Axes<'static>,
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
}

impl Candidate {
    pub(crate) fn has(&self, channel: Channel) -> bool {
        self.channels & (1 << channel as u8) != 0
    }

    pub(crate) fn best_channel(&self) -> Channel {
        use Channel::{Analyte, Component, Curated, Designation, LongName};
        [Curated, LongName, Component, Analyte].into_iter().find(|channel| self.has(*channel)).unwrap_or(Designation)
    }

    /// The analyte: the component before any challenge.
    pub(crate) fn head(&self) -> &'static str {
        head(self.axes.component)
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
    places: HashMap<usize, usize>,
}

impl Pool {
    pub(crate) fn gather(vocabulary: &'static Vocabulary, name: &Name) -> Self {
        let mut pool = Self { vocabulary, found: Vec::new(), places: HashMap::new() };
        for (at, variant) in name.variants.iter().enumerate() {
            pool.look_up(at, variant);
        }
        pool
    }

    fn look_up(&mut self, at: usize, variant: &Variant) {
        let text = variant.text.as_str();
        if text.len() > 4
            && let Some(row) = self.vocabulary.long_name(text)
        {
            self.add(row, Channel::LongName, at, variant);
        }
        for row in self.vocabulary.component(text) {
            self.add(row, Channel::Component, at, variant);
        }
        for row in self.vocabulary.analyte(text) {
            self.add(row, Channel::Analyte, at, variant);
        }
        self.designation(at, variant);
    }

    /// Rows of one analyte lie together, so each analyte's share is a run's length.
    fn designation(&mut self, at: usize, variant: &Variant) {
        let rows: Rows = self.vocabulary.designation(&variant.text);
        let size = rows.len() as u32;
        let mut run: Vec<usize> = Vec::new();
        let mut run_head = "";
        for row in rows {
            let place = self.add(row, Channel::Designation, at, variant);
            let head = self.found[place].head();
            if head != run_head {
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

    pub(crate) fn add(&mut self, row: Row, channel: Channel, at: usize, variant: &Variant) -> usize {
        let bit = 1 << channel as u8;
        if let Some(place) = self.places.get(&row.index()) {
            // Forms come cheapest first, so the first that led here stays.
            self.found[*place].channels |= bit;
            return *place;
        }
        let place = self.found.len();
        self.places.insert(row.index(), place);
        self.found.push(Candidate {
            row,
            axes: self.vocabulary.axes(row),
            channels: bit,
            posting: 0,
            share: 0.0,
            cost: variant.cost,
            variant: at,
            specimen: variant.specimen,
        });
        place
    }
}
