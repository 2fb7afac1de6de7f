//! Questions about what the person reported: headaches, fever, a diagnosis.
//!
//! True here: a complaint is read from the question by the reader that reads what is told, and its reports come from the
//! tool like any reading. Must not be here: the words of an answer.

use jiff::civil::Date;
use mirobody_query::{ComplaintRow, Complaints, Envelope, ErrorKind, HealthQuery, ReportRow, Selector, View};
use mirobody_standardize::complaint::complaints;

use crate::{
    calls::Calls,
    question::{self, Ask, Days, Intent, Mention, Question},
};

/// The complaints a question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) named: Vec<Named>,
    pub(crate) days: Option<Days>,
}

impl Asked {
    /// As the person wrote them.
    pub(crate) fn words(&self) -> Vec<String> {
        self.named.iter().map(|named| named.said.clone()).collect()
    }

    /// The call that reads them.
    pub(crate) fn query(&self, view: View) -> HealthQuery {
        let (start, end) = self.days.map_or((None, None), |days| (days.start, days.end));
        HealthQuery { selector: Selector::Keywords(self.words()), start, end, view }
    }
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    /// As the person wrote it.
    pub(crate) said: String,
    /// ICPC-3 code.
    pub(crate) code: String,
}

impl Named {
    /// Whether a complaint of the record is this one or a kind of it.
    pub(crate) fn is(&self, complaint: &ComplaintRow) -> bool {
        complaint.is_of(&self.code)
    }
}

/// What was reported of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Told {
    /// Those that were ever reported, over the whole record.
    pub(crate) ever: Vec<ComplaintRow>,
    /// Within the window.
    pub(crate) stats: Vec<ComplaintRow>,
    /// The reports in the window, newest first.
    pub(crate) reports: Vec<ReportRow>,
    /// A call failed.
    pub(crate) failed: bool,
}

/// The complaints that the last of `messages` asks about, if the record or nothing else answers it. A message that only names
/// another time goes on from the one before.
pub(crate) fn read(messages: &[&str], question: &Question, ever: &[ComplaintRow], today: Date) -> Option<Asked> {
    let (last, earlier) = messages.split_last()?;
    let mut named = names(last);
    let days = question::window_of(last, today);
    if named.is_empty() && days.is_some() && names_nothing(question) {
        named = earlier.last().map(|before| names(before)).unwrap_or_default();
    }
    if rest(question.clone()).is_some() {
        // Something else is asked for too: complaints are told where there are any.
        named.retain(|named| ever.iter().any(|complaint| named.is(complaint)));
    }
    (!named.is_empty()).then_some(Asked { named, days })
}

fn names(text: &str) -> Vec<Named> {
    let mut all = Vec::<Named>::new();
    for found in complaints(text, None) {
        let Some(icpc) = found.coding.icpc() else { continue };
        let code = icpc.to_string();
        if all.iter().all(|named| named.code != code) {
            all.push(Named { said: found.said.to_owned(), code });
        }
    }
    all
}

fn names_nothing(question: &Question) -> bool {
    match question {
        Question::Ask(ask) => ask.mentions.is_empty() && matches!(ask.intent, Intent::List | Intent::Latest),
        Question::Unread(what) => what.is_empty(),
        _ => false,
    }
}

/// What a question asks beside complaints; none when that is all.
pub(crate) fn rest(question: Question) -> Option<Question> {
    let ask = match question {
        Question::Ask(ask) => ask,
        Question::Unread(_) => return None,
        other => return Some(other),
    };
    let is_test = |mention: &Mention| !mention.series.is_empty() || names(&mention.text).is_empty();
    let mentions: Vec<Mention> = ask.mentions.into_iter().filter(is_test).collect();
    (!mentions.is_empty()).then_some(Question::Ask(Ask { mentions, ..ask }))
}

impl Calls<'_> {
    /// What was reported of the complaints asked about.
    pub(crate) async fn told(&mut self, asked: &Asked, ever: &[ComplaintRow]) -> Told {
        let is_asked = |complaint: &&ComplaintRow| asked.named.iter().any(|named| named.is(complaint));
        let mut told = Told { ever: ever.iter().filter(is_asked).cloned().collect(), ..Told::default() };
        told.take(self.call(asked.query(View::Stats)).await);
        if !told.stats.is_empty() {
            told.take(self.call(asked.query(View::Raw)).await);
        }
        told
    }
}

impl Told {
    fn take(&mut self, envelope: Envelope) {
        self.failed |= envelope.status == mirobody_query::Status::Error;
        // In place of what nobody reported comes the list of what is there.
        let is_list = envelope.error_kind == Some(ErrorKind::NoData);
        match envelope.complaints {
            Complaints::Kinds(rows) if !is_list => self.stats = rows,
            Complaints::Reports(rows) => self.reports = rows,
            _ => {}
        }
    }
}
