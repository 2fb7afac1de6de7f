//! What the model was sent: never two people's records in one request, and of a conversation that goes on what was said.

use std::sync::{Mutex, PoisonError};

use mirobody_testbed::Asked;

use super::people::Person;

/// Looks at the requests to the model.
pub struct Watch {
    /// Of each person, what shows that a request is about them.
    signs: Vec<Vec<String>>,
    /// What they say of themselves, which later turns are told.
    facts: Vec<String>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
pub struct Seen {
    /// How many requests there were.
    pub requests: usize,
    /// To how many of them something was told that the person had said in another conversation.
    pub reminded: usize,
    /// What was wrong with them.
    pub violations: Vec<String>,
}

impl Watch {
    /// For these people.
    pub fn new(people: &[Person]) -> Self {
        let signs = |person: &Person| {
            let canaries = person.canaries().into_iter().map(str::to_owned);
            canaries.chain([format!("for={};", person.mark)]).collect()
        };
        let facts = people.iter().map(|person| person.fact.clone()).collect();
        Self { signs: people.iter().map(signs).collect(), facts, seen: Mutex::default() }
    }

    /// Looks at these.
    pub fn look(&self, requests: Vec<Asked>) {
        for asked in requests {
            let body = asked.body.to_string();
            let violation = self.violation(&asked.said(), &body);
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.requests += 1;
            seen.reminded += usize::from(self.is_reminded(&asked));
            seen.violations.extend(violation);
        }
    }

    fn is_reminded(&self, asked: &Asked) -> bool {
        let messages = asked.body["messages"].as_array().into_iter().flatten();
        let mut ours = messages.filter(|message| message["role"] == "system").map(ToString::to_string);
        ours.any(|text| self.facts.iter().any(|fact| text.contains(fact.as_str())))
    }

    fn violation(&self, said: &str, body: &str) -> Option<String> {
        let shows = |signs: &&Vec<String>| signs.iter().any(|sign| body.contains(sign.as_str()));
        if self.signs.iter().filter(shows).count() > 1 {
            return Some(format!("the model was sent two people's records in one request: {said}"));
        }
        let followed = said.split_once("chained=").and_then(|(_, rest)| rest.split(';').next())?;
        let is_told = body.contains(&format!("turn={followed};"));
        (!is_told).then(|| format!("what follows turn {followed} is not told of it"))
    }

    /// What was seen.
    pub fn end(self) -> Seen {
        self.seen.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_people_in_one_request_and_a_forgotten_turn_are_found() {
        let signs = [["231.5", "for=a;"], ["262.5", "for=b;"]].map(|signs| signs.map(str::to_owned).to_vec());
        let watch = Watch { signs: signs.to_vec(), facts: Vec::new(), seen: Mutex::default() };
        assert_eq!(watch.violation("", "for=a; 231.5 95"), None);
        assert!(watch.violation("", "for=a; 262.5").unwrap().contains("two people"));
        assert_eq!(watch.violation("chained=7;for=a;", "turn=7;for=a; chained=7;"), None);
        assert!(watch.violation("chained=7;for=a;", "turn=77;for=a; chained=7;").unwrap().contains("not told"));
    }
}
