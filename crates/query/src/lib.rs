//! The one read authority: which readings a question means, over which days, and how they are put.
//!
//! True here: every surface reads a record through [`run`]; what the person reported is a second table beside the readings; dates are the subject's own local days, inclusive; numbers
//! of different units are converted or left out with a note, never mixed; a cut is announced. Must not be here: SQL,
//! HTTP, a clock, prose for people, or a decision about what a name's code is.

mod asked;
mod chosen;
mod compact;
mod complaints;
mod envelope;
mod found;
mod known;
pub mod mirror;
mod names;
mod near;
mod numbers;
mod panels;
mod points;
mod request;
mod rest;
mod round;
mod rows;
mod run;
mod select;
mod shape;
mod spelling;
mod table;
mod terms;
mod views;
mod window;

pub use compact::render_compact;
pub use complaints::{
    ComplaintRow, Complaints, REPORTS, ReportBucketRow, ReportRow, Reports, complaint_codes, reported,
};
pub use envelope::{
    ABSENCE, Envelope, ErrorClass, ErrorKind, Meta, NameRead, NextStep, Provenance, ReadAs, SHAPE, Span, Status,
};
pub use known::Known;
pub use names::{display_name, has_han, is_unspaced, tokens};
pub use near::{Embedder, NEAR, NotEmbedded, Vectors};
pub use panels::is_panel;
pub use request::{HealthQuery, ROW_CAP, SERIES_CAP, Selector, View};
pub use rest::render_rest;
pub use rows::{BucketRow, CatalogueRow, Mark, ReadingRow, Rows, StatsRow};
pub use run::{indicators, run, run_with};
pub use select::{Fit, Hit, Indicator, Search, Sought, find, look_for, search};
pub use shape::{Form, NoShape, Shape, Way};
pub use terms::{Concept, Kinship, Meaning, named_exactly};
