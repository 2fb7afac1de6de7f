//! What one message says by itself, and what it takes from the messages before it.

use jiff::civil::Date;
use mirobody_query::Indicator;

use super::{
    Ask, AskedUnit, Bucket, ChartKind, Days, Intent, Mention, Question, asked_unit, chart,
    compare::{self, Compared},
    intent, mention, off_limits, threshold, window,
    words::Words,
};

/// One message, part by part.
pub(super) struct Parts {
    intent: Option<Intent>,
    mentions: Vec<Mention>,
    days: Option<Days>,
    unit: Option<AskedUnit>,
    chart: Option<ChartKind>,
    most: Option<usize>,
    start_unknown: Option<String>,
    unread: String,
    left_aside: Vec<String>,
    greeting: bool,
    follows_on: bool,
    off_limits: off_limits::OffLimits,
}

impl Parts {
    pub(super) fn read(text: &str, indicators: &[Indicator], today: Date) -> Self {
        let mut words = Words::read(text);
        let off_limits = off_limits::read(&words);
        let greeting = intent::is_greeting(&words);
        let follows_on = intent::follows_on(&words);
        let unit = asked_unit::take(&mut words);
        let chart = chart::take(&mut words);
        let turned = compare::take_turned(&mut words, today);
        let compared = if turned.is_some() { Compared::default() } else { compare::take(&mut words, today) };
        let days = compared.window.or_else(|| window::take_window(&mut words, today));
        let most = window::take_most(&mut words);
        let threshold = threshold::take(&mut words);
        let buckets = intent::take_bucket(&mut words);
        let mentions = mention::take(&mut words, indicators);
        let intent = intent::take(&mut words, threshold);
        let compare = compared.sides.map(|(first, second)| Intent::Compare(first, second));
        let named = !mentions.is_empty();
        // An average per day is the average of the days.
        let daily = matches!(buckets, Some(Intent::Buckets(Bucket::Day, false))) && intent == Some(Intent::Stats);
        let turned = turned.map(|(then, now)| Intent::Turned(then, now));
        let intent = turned.or(compare).or(buckets.filter(|_| !daily)).or(intent);
        let lists = most.is_some() && matches!(intent, None | Some(Intent::Latest));
        let intent = if lists { Some(Intent::List) } else { intent };
        Self {
            // A list of everything, with something named, is a list of that.
            intent: if named && intent == Some(Intent::Catalogue) { Some(Intent::List) } else { intent },
            mentions,
            days,
            unit,
            chart,
            most,
            start_unknown: compared.start_unknown,
            unread: mention::unread(&words),
            left_aside: mention::left_aside(&words),
            greeting,
            follows_on,
            off_limits,
        }
    }

    /// What is not answered, whatever else the message says.
    pub(super) const fn declined(&self) -> Option<Question> {
        if self.off_limits.advice {
            return Some(Question::Advice);
        }
        if self.off_limits.other_person { Some(Question::OtherPerson) } else { None }
    }

    /// Whether the message needs nothing from the one before.
    pub(super) fn stands_alone(&self) -> bool {
        let complete = !self.mentions.is_empty() && self.intent.is_some();
        let whole = matches!(self.intent, Some(Intent::Catalogue | Intent::Abnormal | Intent::Turned(..)));
        complete || (whole && !self.follows_on) || (self.greeting && self.mentions.is_empty())
    }

    /// Fills what a follow-up leaves out from the message before.
    pub(super) fn continued(mut self, before: Option<&Self>) -> Self {
        let Some(before) = before else { return self };
        let names_new = !self.mentions.is_empty();
        let says_more = self.intent.is_some() || self.days.is_some() || self.unit.is_some() || self.chart.is_some();
        if !names_new && self.unread.is_empty() && says_more {
            self.mentions.clone_from(&before.mentions);
        }
        self.answer_the_start(before);
        if self.intent.is_none() && (self.follows_on || !names_new) {
            self.carry_on(before);
            if !names_new && self.unread.is_empty() {
                self.mentions.clone_from(&before.mentions);
            }
        }
        self
    }

    /// A day alone, after it was asked for, is the day that something was started on.
    fn answer_the_start(&mut self, before: &Self) {
        let Some(start) = self.days.and_then(|days| days.start).filter(|_| before.start_unknown.is_some()) else {
            return;
        };
        let Ok(day_before) = start.date().yesterday() else { return };
        let first = Days { start: None, end: Some(day_before.into()) };
        self.intent = Some(Intent::Compare(first, Days { start: Some(start), end: None }));
        self.days = None;
    }

    fn carry_on(&mut self, before: &Self) {
        self.intent.clone_from(&before.intent);
        if matches!(self.intent, Some(Intent::Compare(..))) && self.days.is_some() {
            // Another time after a comparison is a time of its own.
            self.intent = Some(Intent::Stats);
        }
        self.days = self.days.or(before.days);
        if self.unit.is_none() {
            self.unit.clone_from(&before.unit);
        }
    }

    /// `Give me a summary` names no test and no time: the list of what is recorded answers it.
    fn is_about_everything(&self) -> bool {
        let open = matches!(self.intent, Some(Intent::List | Intent::Count | Intent::Stats));
        open && self.mentions.is_empty() && self.days.is_none() && self.unread.is_empty()
    }

    pub(super) fn question(self) -> Question {
        if self.greeting && self.mentions.is_empty() && self.intent.is_none() {
            return Question::Greeting;
        }
        if let Some(what) = self.start_unknown.filter(|_| !matches!(self.intent, Some(Intent::Compare(..)))) {
            return Question::StartUnknown(what);
        }
        let everything = Self { start_unknown: None, ..self };
        if everything.is_about_everything() {
            return Question::Ask(Ask {
                intent: Intent::Catalogue,
                mentions: Vec::new(),
                days: None,
                most: None,
                unit: None,
                chart: None,
                unread: String::new(),
                left_aside: Vec::new(),
            });
        }
        everything.asked()
    }

    fn asked(mut self) -> Question {
        if let Some(chart) = self.chart {
            self.intent = Some(chart.intent(self.intent));
        }
        let judges = matches!(self.intent, Some(Intent::Ever(_, None) | Intent::Judge));
        if judges && self.mentions.is_empty() && self.unread.is_empty() {
            // `Are any of my results high?` is about all of them.
            self.intent = Some(Intent::Abnormal);
        }
        let of_a_time = matches!(self.intent, None | Some(Intent::List | Intent::Latest)) && self.days.is_some();
        if of_a_time && self.mentions.is_empty() && self.unread.is_empty() {
            // `My results of May` are all that were recorded then.
            self.intent = Some(Intent::List);
        }
        let whole = matches!(self.intent, Some(Intent::Catalogue | Intent::Abnormal | Intent::Turned(..)));
        let listed = self.intent == Some(Intent::List) && self.days.is_some() && self.unread.is_empty();
        if self.mentions.is_empty() && !whole && !listed {
            return Question::Unread(self.unread);
        }
        let by_default = if self.days.is_some() { Intent::List } else { Intent::Latest };
        Question::Ask(Ask {
            intent: self.intent.unwrap_or(by_default),
            mentions: self.mentions,
            days: self.days,
            most: self.most,
            unit: self.unit,
            chart: self.chart,
            unread: self.unread,
            left_aside: self.left_aside,
        })
    }
}
