//! The last way to a name: by the nearness of its meaning, where the person has configured a provider for that.
//!
//! True here: it is asked only for names that nothing is known of and nothing else matched; what it finds is said to be
//! found so; vectors are kept for each subject and made anew for another model or another name; a provider that fails
//! leaves the search without it, and that is said. Must not be here: who the provider is, or how it is spoken to.

use std::{collections::HashMap, fmt, pin::Pin};

use mirobody_store::{NameVector, Scope, Store, StoreError, sha256};

use crate::select::Indicator;

/// What the answer to a call that used it must say.
pub const NEAR: &str =
    "a name was matched by nearness of meaning, not by words or code; check that it is the test meant";
/// What is said when the provider failed.
pub(crate) const FAILED: &str = "the embedding provider did not answer; names were looked for without it";

/// The provider gave no vectors. Why is for its own log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the embedding provider gave no vectors")]
pub struct NotEmbedded;

/// Vectors, one for each text.
pub type Vectors<'a> = Pin<Box<dyn Future<Output = Result<Vec<Vec<f32>>, NotEmbedded>> + Send + 'a>>;

/// Tells where texts lie in the space of a model.
pub trait Embedder: Send + Sync + fmt::Debug {
    /// Provider and model: vectors of another are of no use beside these.
    fn model(&self) -> &str;

    /// The vectors of some texts, in their order.
    fn embed<'a>(&'a self, texts: &'a [String]) -> Vectors<'a>;
}

/// The least cosine of a match.
const FLOOR: f32 = 0.6;
/// What is as near as the nearest, but for this.
const MARGIN: f32 = 0.02;
/// The most series that one name means by nearness.
const MOST_FOUND: usize = 3;
/// The most series whose vectors are made in one call; the others wait for the next.
const MOST_MADE: usize = 200;

/// A subject's series and an embedder for them.
pub(crate) struct Near<'a> {
    pub(crate) store: &'a Store,
    pub(crate) scope: &'a Scope,
    pub(crate) embedder: &'a dyn Embedder,
}

/// Why nothing was looked for.
pub(crate) enum Fault {
    Store(StoreError),
    Provider,
}

impl Near<'_> {
    /// The series nearest to each name, as far as any is near.
    pub(crate) async fn nearest(&self, series: &[Indicator], names: &[String]) -> Result<Vec<Vec<usize>>, Fault> {
        let model = self.embedder.model();
        let kept = self.store.name_vectors(self.scope, model).await.map_err(Fault::Store)?;
        let mut known: HashMap<String, NameVector> = kept.into_iter().map(|one| (one.series.clone(), one)).collect();
        let missing = missing(series, &known);
        let mut texts = names.to_vec();
        texts.extend(missing.iter().map(|(_, text)| text.clone()));
        let mut vectors = self.embedder.embed(&texts).await.map_err(|NotEmbedded| Fault::Provider)?;
        if vectors.len() != texts.len() {
            return Err(Fault::Provider);
        }
        let made = vectors.split_off(names.len());
        let new: Vec<NameVector> =
            missing.into_iter().zip(made).map(|((series, text), vector)| of(series, &text, vector)).collect();
        if !new.is_empty() {
            self.store.put_name_vectors(self.scope, model, &new).await.map_err(Fault::Store)?;
        }
        known.extend(new.into_iter().map(|one| (one.series.clone(), one)));
        Ok(vectors.iter().map(|asked| nearest(series, &known, asked)).collect())
    }
}

fn of(series: String, text: &str, vector: Vec<f32>) -> NameVector {
    NameVector { series, text_sha256: sha256(text.as_bytes()), vector }
}

/// The series without a vector of their present names, each with the text to make it from.
fn missing(series: &[Indicator], known: &HashMap<String, NameVector>) -> Vec<(String, String)> {
    let wanted = series.iter().map(|indicator| (indicator.series.clone(), text(indicator)));
    let is_missing = |(series, text): &(String, String)| {
        known.get(series).is_none_or(|one| one.text_sha256 != sha256(text.as_bytes()))
    };
    wanted.filter(is_missing).take(MOST_MADE).collect()
}

/// What a series is called: its names and its code's.
fn text(indicator: &Indicator) -> String {
    let mut names: Vec<&str> = indicator.names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.extend(indicator.canonical.as_deref());
    names.join("; ")
}

fn nearest(series: &[Indicator], known: &HashMap<String, NameVector>, asked: &[f32]) -> Vec<usize> {
    let cosine_to = |(index, indicator): (usize, &Indicator)| {
        let cosine = cosine(asked, &known.get(&indicator.series)?.vector)?;
        (cosine >= FLOOR).then_some((index, cosine))
    };
    let mut near: Vec<(usize, f32)> = series.iter().enumerate().filter_map(cosine_to).collect();
    near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let best = near.first().map_or(0.0, |(_, cosine)| *cosine);
    near.iter().take(MOST_FOUND).filter(|(_, cosine)| *cosine >= best - MARGIN).map(|(index, _)| *index).collect()
}

/// None when they are not of one space, or one of them points nowhere.
fn cosine(a: &[f32], b: &[f32]) -> Option<f32> {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    (a.len() == b.len() && lengths > 0.0 && lengths.is_finite()).then(|| dot(a, b) / lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearness_is_of_direction_and_of_one_space() {
        for (a, b, expected) in [
            (&[1.0, 0.0][..], &[2.0, 0.0][..], Some(1.0)),
            (&[1.0, 0.0], &[0.0, 1.0], Some(0.0)),
            (&[1.0, 0.0], &[-1.0, 0.0], Some(-1.0)),
            (&[1.0], &[1.0, 0.0], None),
            (&[0.0, 0.0], &[1.0, 0.0], None),
            (&[f32::NAN, 0.0], &[1.0, 0.0], None),
        ] {
            assert_eq!(cosine(a, b), expected, "{a:?} {b:?}");
        }
    }
}
