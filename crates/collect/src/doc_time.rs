//! When a document's specimens were taken: labelled dates, ranked, and the order of day and month for the document.

use crate::{
    RowTime,
    dates::{self, Form, Found, Order},
    page::Line,
    results::fold,
};

/// Labels by rank: collection before receipt and report, those before a bare `date`.
const LABELS: [(u8, &[&str]); 3] = [
    (
        0,
        &[
            "collected",
            "collection",
            "drawn",
            "sampled",
            "sample date",
            "specimen date",
            "date taken",
            "taken",
            "afname",
            "staalname",
            "afgenomen",
            "prélèvement",
            "prélevé",
            "preleve",
            "prelevement",
            "entnahme",
            "abnahme",
            "extracción",
            "toma de muestra",
            "prelievo",
            "colheita",
            "coleta",
            "采样",
            "采集",
            "採取",
            "採血",
            "抽血",
            "采血",
            "送检时间",
            "検査日",
            "检验日期",
            "检查日期",
            "採檢",
            "채취",
            "provtagning",
            "provdatum",
            "proevetagning",
            "näytteenotto",
        ],
    ),
    (
        1,
        &[
            "received",
            "reported",
            "report",
            "resulted",
            "verified",
            "ontvangst",
            "ontvangen",
            "verslag",
            "rapport",
            "reçu",
            "réception",
            "edité",
            "eingang",
            "befund",
            "bericht",
            "fecha de informe",
            "informe",
            "报告",
            "接收",
            "審核",
            "审核",
            "報告",
            "受付",
            "检测日期",
            "测试日期",
            "test date",
            "performed",
        ],
    ),
    (
        2,
        &[
            "date",
            "datum",
            "fecha",
            "data",
            "日期",
            "时间",
            "時間",
            "日付",
            "voorschrift",
            "visit",
            "when",
            "day",
            "day",
        ],
    ),
];

const BIRTH: &[&str] = &[
    "birth",
    "born",
    "dob",
    "geboren",
    "geboorte",
    "geb.",
    "naissance",
    "né le",
    "née le",
    "nacimiento",
    "nascita",
    "geburt",
    "出生",
    "生年月日",
    "생년월일",
    "°",
    "d.o.b",
];

const PRINTED: &[&str] =
    &["print", "afgedrukt", "imprimé", "gedruckt", "打印", "印刷", "expir", "geldig", "valid until", "impreso"];

struct Labelled {
    rank: u8,
    text: String,
    found: Found,
}

/// What the document says of its time, and the order its dates are in.
pub(crate) fn read(lines: &[Line], language: Option<&str>) -> (RowTime, Order) {
    let dated = gather(lines);
    let order = order_of(&dated, language);
    let labelled: Vec<&Labelled> = dated.iter().filter(|d| d.rank <= 2).collect();
    let best = labelled.iter().map(|d| d.rank).min();
    let time = match best {
        Some(rank) => earliest(labelled.iter().filter(|d| d.rank == rank).copied(), order),
        None => lone(&dated, order),
    };
    (time, order)
}

/// Every date of the free lines with the rank of the label before it; dates of births and printing have none.
fn gather(lines: &[Line]) -> Vec<Labelled> {
    let mut dated = Vec::new();
    for line in lines {
        let text = line.text();
        let mut from = 0;
        for found in dates::all_in(&text) {
            let label = text.get(from..found.start).unwrap_or_default();
            from = found.end;
            let printed = text.get(found.start..found.end).unwrap_or_default().to_owned();
            let found = Found { start: 0, end: printed.len(), ..found };
            dated.push(Labelled { rank: rank(label), text: printed, found });
        }
    }
    dated
}

const UNLABELLED: u8 = 3;
const EXCLUDED: u8 = 9;

fn rank(label: &str) -> u8 {
    let near: String = label.chars().rev().take(48).collect::<Vec<_>>().into_iter().rev().collect();
    let folded = near.to_lowercase();
    if BIRTH.iter().chain(PRINTED).any(|w| folded.contains(w)) {
        return EXCLUDED;
    }
    let hit = LABELS.iter().find(|(_, words)| words.iter().any(|w| folded.contains(w)));
    hit.map_or(UNLABELLED, |(rank, _)| *rank)
}

/// Day or month first: a number over 12 shows it; else the language does; English leaves it open.
fn order_of(dated: &[Labelled], language: Option<&str>) -> Order {
    let (mut day_first, mut month_first) = (false, false);
    for item in dated {
        if let Form::Open(a, b, _) = item.found.form {
            day_first |= a > 12 && b <= 12;
            month_first |= b > 12 && a <= 12;
        }
    }
    match (day_first, month_first) {
        (true, false) => Order::DayFirst,
        (false, true) => Order::MonthFirst,
        (false, false) if matches!(language, Some("nl" | "fr" | "de" | "es" | "it" | "pt")) => Order::DayFirst,
        (true, true) | (false, false) => Order::Open,
    }
}

fn earliest<'a>(items: impl Iterator<Item = &'a Labelled>, order: Order) -> RowTime {
    let mut times: Vec<RowTime> = items.map(|i| dates::said(&i.text, &i.found, order)).collect();
    times.sort_by_key(|time| match time {
        RowTime::Said { iso, .. } => (0, iso.clone()),
        RowTime::Ambiguous { .. } => (1, String::new()),
        RowTime::Impossible { .. } => (2, String::new()),
        RowTime::Unsaid => (3, String::new()),
    });
    times.into_iter().next().unwrap_or_default()
}

/// A single date without a label is the document's; several are nobody's.
fn lone(dated: &[Labelled], order: Order) -> RowTime {
    let free: Vec<&Labelled> = dated.iter().filter(|d| d.rank == UNLABELLED).collect();
    let same = free.windows(2).all(|pair| pair[0].found.form == pair[1].found.form);
    if same { earliest(free.into_iter(), order) } else { RowTime::Unsaid }
}

/// Whether a heading names a date column.
pub(crate) fn is_date_heading(text: &str) -> bool {
    let folded = fold(text);
    let exact = [
        "date",
        "datum",
        "time",
        "datetime",
        "date/time",
        "timestamp",
        "fecha",
        "data",
        "日期",
        "时间",
        "時間",
        "日付",
        "tijd",
        "heure",
        "day",
        "measured at",
        "effective",
        "effectivedatetime",
        "日時",
    ];
    exact.contains(&folded.as_str())
        || LABELS[0].1.iter().any(|w| folded.contains(w))
        || (folded.split(['_', ' ']).any(|w| w == "date" || w == "datum") && rank(&folded) != EXCLUDED)
        || folded.ends_with("日期") && !folded.contains("出生")
        || folded.ends_with("时间")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::plain_cells;

    fn time(text: &str, language: Option<&str>) -> RowTime {
        let line = |t: &str| Line { page: 1, number: 1, cells: plain_cells(t), grid: 0 };
        read(&text.lines().map(line).collect::<Vec<_>>(), language).0
    }

    fn iso(text: &str) -> String {
        match time(text, None) {
            RowTime::Said { iso, .. } => iso,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn collection_comes_before_report_and_birth_never() {
        assert_eq!(iso("采样时间：2026-03-04 08:15 报告日期：2026-03-05\n出生日期：1980-01-02"), "2026-03-04T08:15:00");
        assert_eq!(iso("Reported: 2026-04-12\nCollected: 2026-04-11 07:45"), "2026-04-11T07:45:00");
        assert_eq!(iso("DOB: 01/02/1980\nDate: 2026-05-02"), "2026-05-02");
        assert_eq!(iso("°21/08/1901 Man\nstaalname:   19/11/21"), "2021-11-19");
    }

    #[test]
    fn day_and_month_are_decided_for_the_document() {
        assert_eq!(iso("Collected: 04/05/2026\nReported: 16/05/2026"), "2026-05-04");
        assert_eq!(iso("Collected: 04/05/2026\nReported: 04/16/2026"), "2026-04-05");
        assert!(matches!(time("Collected: 04/05/2026", None), RowTime::Ambiguous { .. }));
        assert!(matches!(time("Afname: 04/05/2026", Some("nl")), RowTime::Said { .. }));
        assert!(matches!(time("Collected: 2026-02-30", None), RowTime::Impossible { .. }));
    }

    #[test]
    fn one_bare_date_counts_and_two_do_not() {
        assert_eq!(iso("Outpatient note 2026-01-03. Temp 38.2 C"), "2026-01-03");
        assert_eq!(time("2026-01-03 and 2026-01-04", None), RowTime::Unsaid);
    }
}
