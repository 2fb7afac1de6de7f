//! Every question of `questions/`, asked of a real store that also holds another person's record. Each answer is also held
//! against the tool results of its turn, number by number.

#![expect(clippy::panic, reason = "a test fails where it stands")]

use std::collections::BTreeMap;

use crate::support::{RECORDS, World, sections, table};
use mirobody_agent::{Answer, Grounds, Message};

const QUESTIONS: [(&str, &str); 6] = [
    ("English", include_str!("../questions/english.md")),
    ("Chinese", include_str!("../questions/chinese.md")),
    ("Japanese", include_str!("../questions/japanese.md")),
    ("German", include_str!("../questions/german.md")),
    ("French", include_str!("../questions/french.md")),
    ("Spanish", include_str!("../questions/spanish.md")),
];

/// Numbers only the other person's record holds.
const PLANTED: [&str; 4] = ["987.6", "876.5", "765.4", "98765"];

/// The rows of a language whose heading holds `part`.
fn rows(text: &str, part: &str) -> Vec<Vec<String>> {
    let sections = sections(text);
    let wanted = sections.iter().filter(|(name, _)| name.starts_with("Questions") && name.contains(part));
    wanted.flat_map(|(_, body)| table(body)).collect()
}

async fn ask_all(text: &str) {
    let records = sections(RECORDS);
    let mut failures = Vec::new();
    let mut worlds = BTreeMap::new();
    for row in rows(text, "") {
        let [question, record, must, must_not] = row.as_slice() else { panic!("four cells: {row:?}") };
        if !worlds.contains_key(record) {
            let planted = table(&records["Record other"]);
            worlds.insert(record.clone(), World::new(&table(&records[&format!("Record {record}")]), &planted).await);
        }
        let messages = question.split("//").map(|text| Message::user(text.trim())).collect();
        let answer = worlds[record].ask(messages).await;
        let wrong = [facts(&answer, must, must_not), grounds(question, &answer)].concat();
        failures.extend(
            wrong
                .iter()
                .map(|what| format!("{question}\n  {what}\n  in: {}\n  plan: {}", answer.content, answer.reasoning)),
        );
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
}

/// What the answer lacks, and what it has and should not.
fn facts(answer: &Answer, must: &str, must_not: &str) -> Vec<String> {
    let whole = format!("{answer:?}");
    let facts = |text: &str| {
        text.split(';').map(|fact| fact.trim().to_owned()).filter(|fact| !fact.is_empty()).collect::<Vec<_>>()
    };
    let said = |fact: &String| answer.content.contains(fact.as_str());
    let lacks = facts(must).into_iter().filter(|fact| !said(fact)).map(|fact| format!("lacks {fact:?}"));
    let has = facts(must_not).into_iter().filter(said).map(|fact| format!("has {fact:?}"));
    let leaks = PLANTED.iter().filter(|number| whole.contains(**number)).map(|number| format!("leaks {number}"));
    lacks.chain(has).chain(leaks).collect()
}

/// The numbers of the answer that no tool result and no declared working supports.
fn grounds(question: &str, answer: &Answer) -> Vec<String> {
    let results = answer.tool_steps.iter().map(|step| &step.data);
    let grounds = Grounds::new(results, question, &answer.derived);
    let faults = grounds.faults(&answer.content).into_iter().chain(grounds.unfounded().iter().cloned());
    faults.map(|fault| format!("not grounded: {fault:?}")).collect()
}

#[tokio::test]
async fn every_question_in_english() {
    ask_all(QUESTIONS[0].1).await;
}

#[tokio::test]
async fn every_question_in_chinese() {
    ask_all(QUESTIONS[1].1).await;
}

#[tokio::test]
async fn every_question_in_japanese() {
    ask_all(QUESTIONS[2].1).await;
}

#[tokio::test]
async fn every_question_in_german() {
    ask_all(QUESTIONS[3].1).await;
}

#[tokio::test]
async fn every_question_in_french() {
    ask_all(QUESTIONS[4].1).await;
}

#[tokio::test]
async fn every_question_in_spanish() {
    ask_all(QUESTIONS[5].1).await;
}

#[test]
fn a_fifth_of_the_questions_must_be_declined_or_never_recorded() {
    let count = |part: &str| -> usize { QUESTIONS.iter().map(|(_, text)| rows(text, part).len()).sum() };
    assert!(count("") >= 300, "{} questions", count(""));
    assert!(count("declined") * 5 >= count(""), "{} of {}", count("declined"), count(""));
    for (language, text) in QUESTIONS {
        assert!(rows(text, "").len() >= 40, "{language}");
    }
}
