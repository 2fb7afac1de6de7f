//! What comes back: the rows and everything a program needs beside them.
//!
//! Governance and the built-in answerer read this, never the rendered text.

use mirobody_derive::LocalDay;

use crate::{complaints::Complaints, request::View, rows::Rows};

/// What every readings answer says about absence.
pub const ABSENCE: &str = "no data for an indicator means it was never recorded, not that the condition is absent";

/// How the shape of a series is told.
pub const SHAPE: &str = "shape: each day counts once; first third of the days against the last third; up or down is \
    more than 2 % and more than the scatter of the days; slope by least squares";

/// Whether the call did what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// All of it.
    Ok,
    /// Some of it; the notes say what is missing.
    Partial,
    /// Nothing.
    Error,
}

impl Status {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Partial => "partial",
            Self::Error => "error",
        }
    }
}

/// Whether the same call can succeed later or with other arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// Changed arguments or another try can help.
    Recoverable,
    /// Nothing the caller does will help.
    Unrecoverable,
}

impl ErrorClass {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Recoverable => "recoverable",
            Self::Unrecoverable => "unrecoverable",
        }
    }
}

/// What kind of failure it was: a closed set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The arguments do not fit the schema.
    InvalidArguments,
    /// The record could not be reached.
    Unavailable,
    /// What was named is not recorded.
    NoData,
    /// The caller may not read this.
    Denied,
    /// A fault of ours.
    Internal,
    /// The same call already failed, or was answered, in this turn.
    RepeatedCall,
    /// The tools of this turn have done as much as they may.
    BudgetSpent,
}

impl ErrorKind {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArguments => "invalid_arguments",
            Self::Unavailable => "unavailable",
            Self::NoData => "no_data",
            Self::Denied => "denied",
            Self::Internal => "internal",
            Self::RepeatedCall => "repeated_call",
            Self::BudgetSpent => "budget_spent",
        }
    }

    /// Whether another try can help.
    pub const fn class(self) -> ErrorClass {
        match self {
            Self::InvalidArguments | Self::Unavailable | Self::NoData => ErrorClass::Recoverable,
            Self::Denied | Self::Internal | Self::RepeatedCall | Self::BudgetSpent => ErrorClass::Unrecoverable,
        }
    }

    /// Whether the very same call can succeed when it is made again: only what failed outside of it passes.
    pub const fn may_pass(self) -> bool {
        matches!(self, Self::Unavailable)
    }
}

/// What the caller can do next: a closed set, and never something the next call would refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NextStep {
    /// Ask for fewer days.
    NarrowWindow,
    /// Ask for `view=stats` of the same names.
    ViewStats,
    /// Name exact series in `indicators`.
    UseIndicators,
    /// Choose a name from the list in this answer.
    PickFromCatalog,
}

impl NextStep {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NarrowWindow => "narrow_window",
            Self::ViewStats => "view_stats",
            Self::UseIndicators => "use_indicators",
            Self::PickFromCatalog => "pick_from_catalog",
        }
    }
}

/// How an indicator's numbers came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provenance {
    /// As the source recorded them.
    Measured,
    /// As the person reported it.
    Reported,
    /// Worked out here from recorded readings.
    Computed,
    /// Worked out here, from the one source that counts for each day.
    Elected,
}

impl Provenance {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Reported => "reported",
            Self::Computed => "computed",
            Self::Elected => "elected",
        }
    }
}

/// The days an indicator is recorded on, whatever the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The indicator's printed name.
    pub indicator: String,
    /// Its first day.
    pub first: LocalDay,
    /// Its last day.
    pub last: LocalDay,
}

/// What became of a name that was not simply found as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameRead {
    /// The name that was asked for.
    pub asked: String,
    /// What it was taken for.
    pub read: ReadAs,
}

/// What a name was taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadAs {
    /// This name, in which it was found.
    Name(String),
    /// Any of these recorded tests; all were read, and the name does not tell which is meant.
    Ambiguous(Vec<String>),
    /// These, by the nearness of their meaning alone.
    Near(Vec<String>),
    /// Nothing: it is not recorded. These share its analyte or its words, and were not read.
    Related(Vec<String>),
}

impl NameRead {
    /// Whether it leaves the caller other names to choose from.
    pub const fn offers_others(&self) -> bool {
        matches!(self.read, ReadAs::Ambiguous(_) | ReadAs::Near(_) | ReadAs::Related(_))
    }

    /// Whether only the nearness of meaning speaks for it.
    pub const fn is_near(&self) -> bool {
        matches!(self.read, ReadAs::Near(_))
    }

    /// The same as a sentence.
    pub(crate) fn note(&self) -> String {
        let asked = &self.asked;
        match &self.read {
            ReadAs::Name(name) => format!("\"{asked}\" was read as {name}"),
            ReadAs::Ambiguous(names) => format!("\"{asked}\" fits several tests: {}", names.join("; ")),
            ReadAs::Near(names) => format!("\"{asked}\" was matched by its meaning alone, to {}", names.join("; ")),
            ReadAs::Related(names) => {
                format!("\"{asked}\" itself is not recorded; related, and not read: {}", names.join("; "))
            }
        }
    }
}

/// What the rows are rows of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meta {
    /// `all recorded data`, or the days asked for.
    pub window: String,
    /// The subject's zone.
    pub tz: String,
    /// `tz_exact`: every row carries its local day.
    pub window_semantics: &'static str,
    /// The view that was applied; none for a catalogue.
    pub view: Option<View>,
    /// Rows in `data`.
    pub row_count: usize,
    /// Readings in the window before the cut, when there was one and it is known.
    pub total: Option<usize>,
    /// Whether rows were left out.
    pub truncated: bool,
    /// Series in the record.
    pub catalog_total: usize,
    /// Names that were asked for and are not recorded.
    pub unmatched: Vec<String>,
    /// Names that were not simply found as they stand.
    pub names: Vec<NameRead>,
    /// The indicators read, with their whole span.
    pub spans: Vec<Span>,
    /// What a reader must know about these rows.
    pub notes: Vec<String>,
}

/// The answer to one query.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// Whether the call did what it was asked.
    pub status: Status,
    /// The rows.
    pub data: Rows,
    /// What the person reported: the second table.
    pub complaints: Complaints,
    /// What they are rows of.
    pub meta: Meta,
    /// Set when status is `error`, or when nothing that was named is recorded.
    pub error_class: Option<ErrorClass>,
    /// Set together with the class.
    pub error_kind: Option<ErrorKind>,
    /// How each indicator's numbers came to be.
    pub provenance: Vec<(String, Provenance)>,
    /// Methodology, never findings.
    pub assumptions: Vec<&'static str>,
    /// What the caller can do next.
    pub next_steps: Vec<NextStep>,
}

impl Envelope {
    /// A call that could not be done. `reason` says what to do and holds no health content.
    pub fn error(kind: ErrorKind, reason: impl Into<String>) -> Self {
        Self {
            status: Status::Error,
            data: Rows::Catalogue(Vec::new()),
            complaints: Complaints::None,
            meta: Meta {
                window: String::new(),
                tz: String::new(),
                window_semantics: "tz_exact",
                view: None,
                row_count: 0,
                total: None,
                truncated: false,
                catalog_total: 0,
                unmatched: Vec::new(),
                names: Vec::new(),
                spans: Vec::new(),
                notes: vec![reason.into()],
            },
            error_class: Some(kind.class()),
            error_kind: Some(kind),
            provenance: Vec::new(),
            assumptions: vec![ABSENCE],
            next_steps: Vec::new(),
        }
    }
}
