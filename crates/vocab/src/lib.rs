//! The compiled terminology bundle.
//!
//! True here: the bundle is one file of bytes, made by the build script from `data/`, embedded in the program and
//! read in place; nothing is built at start. Only this crate knows its layout. Must not be here: I/O, a clock, or
//! any decision about what a name means (that is `mirobody-standardize`).
//!
//! - [`fold`] is the form in which names are compared. Whoever looks a name up folds it first.
//! - [`Vocabulary`] answers: which [`Row`]s does a folded name lead to, and what are a row's [`Axes`].
//! - [`Vocabulary::word_postings`] answers which printed forms hold a word, for ranking, and [`Vocabulary::document_words`]
//!   which words a form holds.
//! - [`Vocabulary::word`] answers which English words a word of another language stands for.
//! - [`Complaints`] answers: what does a phrase of a language mean, and what is an ICPC-3 code called. [`units`] cuts a
//!   text into what can be asked.
//! - [`licences`] says whose work the vocabularies are.
//!
//! A designation's rows are *related* to it, not all *named* by it. Designations that would lead to more than 500
//! codes (`platelets`, `igg`, `ph`…) or are longer than 50 characters are not there: match those through
//! [`Vocabulary::component`] and [`Vocabulary::long_name`].

#[cfg(test)]
#[path = "../build/compile/mod.rs"]
mod compile;
#[cfg(test)]
mod compile_tests;
#[cfg_attr(not(test), expect(dead_code, reason = "shared with the build script, which uses the rest"))]
mod complaint_layout;
#[cfg(test)]
mod complaint_tests;
mod complaints;
mod curated;
mod documents;
mod fold;
mod icpc;
mod index;
mod language;
mod layout;
mod licences;
mod lists;
mod loinc;
mod phrase;
mod role;
mod rows;
mod similar;
mod spelling;
mod stem;
mod strings;
mod texts;
mod tokens;
mod vocabulary;
mod words;

pub use complaints::{Complaints, Part, PhraseMeaning, Place, Symptom};
pub use curated::{Curated, CuratedNames};
pub use documents::{Document, DocumentKind, Documents};
pub use fold::fold;
pub use icpc::{Icpc, NotIcpc};
pub use index::{DocumentWords, Word};
pub use language::{Language, UnknownLanguage};
pub use licences::{Licence, licences};
pub use loinc::{Loinc, NotLoinc};
pub use phrase::{Unit, UnitKind, units, word_key};
pub use role::Role;
pub use rows::{Row, Rows};
pub use spelling::{canonical, indexed, is_filler, is_marker, same_word};
pub use tokens::tokens;
pub use vocabulary::{Axes, Vocabulary};
pub use words::{Ending, Endings, Meaning};
