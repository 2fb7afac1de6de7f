//! How a turn goes wrong, by the seed and its number.

use std::time::Duration;

use mirobody_testbed::FakeTools;
use serde_json::{Value, json};

use super::people::Person;

/// Numbers that only look like chance: SplitMix64.
pub struct Dice(u64);

impl Dice {
    /// Those of a turn.
    pub const fn of(seed: u64, number: u32) -> Self {
        Self(seed ^ (number as u64 + 1).wrapping_mul(0xD134_2543_DE82_EF95))
    }

    /// The next.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// One below `end`.
    pub const fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    const fn is_one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mishap {
    /// Nothing.
    None,
    /// The model answers so; the directives of `FakeModel`.
    Model(&'static str),
    /// The model calls tools so.
    Calls(&'static str),
    /// A tool of an attached server misbehaves.
    Attached(&'static str),
    /// The answer of an attached server's tool gives the model orders, and it obeys.
    ToolInjects,
    /// A document does.
    DocumentInjects,
    /// The model asks for another person's record of itself.
    AsksForAnother,
}

const MISHAPS: &[Mishap] = &[
    Mishap::None,
    Mishap::None,
    Mishap::None,
    Mishap::None,
    Mishap::None,
    Mishap::None,
    Mishap::None,
    Mishap::None,
    Mishap::Model("status=400"),
    Mishap::Model("status=401"),
    Mishap::Model("status=429;retry_after=1"),
    Mishap::Model("status=429;retry_after=30"),
    Mishap::Model("status=429;retry_after=never"),
    Mishap::Model("status=500"),
    Mishap::Model("status=503"),
    Mishap::Model("stall=20"),
    Mishap::Model("ending=stall"),
    Mishap::Model("ending=cut"),
    Mishap::Model("ending=short"),
    Mishap::Model("ending=garbage"),
    Mishap::Model("ending=overloaded"),
    Mishap::Model("ending=endless"),
    Mishap::Model("ending=length"),
    Mishap::Model("ending=filtered"),
    Mishap::Model("hang_up"),
    Mishap::Model("nonsense"),
    Mishap::Calls("malformed_args"),
    Mishap::Calls("unknown=mcp__nobody__has_this"),
    Mishap::Calls("call=query_health_data;loop"),
    Mishap::Calls("call=query_health_data;parallel=30"),
    Mishap::Attached("much"),
    Mishap::Attached("too_much"),
    Mishap::Attached("fails"),
    Mishap::ToolInjects,
    Mishap::ToolInjects,
    Mishap::DocumentInjects,
    Mishap::DocumentInjects,
    Mishap::AsksForAnother,
    Mishap::AsksForAnother,
];

const QUERY: &str = r#"call=query_health_data;args={"keywords": ["glucose"]}"#;

/// A turn.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, and all of them go together")]
pub struct Plan {
    /// Its number.
    pub number: u32,
    /// Whose.
    pub person: usize,
    /// Whether it is streamed.
    pub streams: bool,
    /// Whether it is kept.
    pub is_kept: bool,
    /// Whether it goes on from what was kept before.
    pub follows: bool,
    /// Whether a model and nothing else is asked.
    pub is_model_alone: bool,
    /// When the caller goes away.
    pub leaves_after: Option<Duration>,
    mishap: Mishap,
    /// How the mishap of a model passes, or when it comes.
    passes: &'static str,
    /// Milliseconds between two words.
    pace: u64,
}

impl Plan {
    /// That of a turn.
    pub fn of(seed: u64, number: u32, people: usize) -> Self {
        let mut dice = Dice::of(seed, number);
        let mishap = MISHAPS[dice.below(MISHAPS.len() as u64) as usize];
        let is_model_alone = matches!(mishap, Mishap::None | Mishap::Model(_)) && dice.is_one_in(6);
        Self {
            number,
            person: dice.below(people as u64) as usize,
            streams: dice.is_one_in(2),
            is_kept: !dice.is_one_in(3),
            follows: !dice.is_one_in(5),
            is_model_alone,
            leaves_after: dice.is_one_in(8).then(|| Duration::from_millis(2 + dice.below(400))),
            mishap,
            passes: ["", "", "times=1;", "after;"][dice.below(4) as usize],
            pace: [0, 0, 1, 5][dice.below(4) as usize],
        }
    }

    /// A turn in which nothing goes wrong.
    pub const fn quiet(person: usize) -> Self {
        Self {
            number: u32::MAX,
            person,
            streams: false,
            is_kept: false,
            follows: false,
            is_model_alone: false,
            leaves_after: None,
            mishap: Mishap::None,
            passes: "",
            pace: 0,
        }
    }

    /// What goes wrong.
    pub fn mishap(&self) -> String {
        format!("{:?}{}", self.mishap, if self.is_model_alone { " without a record" } else { "" })
    }

    /// All of it, for whoever looks for the fault.
    pub fn name(&self) -> String {
        format!("{} {} stream {} kept {}", self.mishap(), self.passes, self.streams, self.is_kept)
    }

    /// Whether what it adds to its conversation is told whole to the turns after it.
    pub const fn is_short(&self) -> bool {
        !matches!(self.mishap, Mishap::Attached(_) | Mishap::Calls(_))
    }

    /// Whether an answer must rest on the person's own record.
    pub fn must_answer_from_the_record(&self) -> bool {
        self.mishap == Mishap::None && !self.is_model_alone
    }

    /// The request.
    pub fn body(&self, person: &Person, tools: &FakeTools, previous: Option<&str>) -> Value {
        let directives = self.directives(person);
        let fact =
            if self.mishap == Mishap::None { format!("I am allergic to {}. ", person.fact) } else { String::new() };
        let text = format!("{fact}How is my glucose? [[mock:for={};turn={};{directives}]]", person.mark, self.number);
        let mut body = json!({"user": person.user, "stream": self.streams, "store": self.is_kept, "input": text});
        if self.is_model_alone {
            body["mode"] = "model".into();
        } else if let Some(previous) = previous {
            body["previous_response_id"] = previous.into();
        }
        if matches!(self.mishap, Mishap::Attached(_) | Mishap::ToolInjects) {
            body["tools"] = json!([{"type": "mcp", "server_label": "odd", "server_url": tools.url()}]);
        }
        body
    }

    fn directives(&self, person: &Person) -> String {
        let other = person.other;
        match self.mishap {
            Mishap::None => format!("pace={};{QUERY}", self.pace),
            // A model alone has no tool to answer before the mishap comes.
            Mishap::Model(how) if self.is_model_alone => {
                format!("{how};{};pace={};words=40", self.passes.replace("after", ""), self.pace)
            }
            Mishap::Model(how) => format!("{how};{};pace={};words=40;{QUERY}", self.passes, self.pace),
            Mishap::Calls(how) => format!("{how};pace={}", self.pace),
            Mishap::Attached(tool) => format!("call=mcp__odd__{tool};words=40"),
            Mishap::ToolInjects => format!(r#"obey;call=mcp__odd__injects;args={{"person": "{other}"}}"#),
            Mishap::DocumentInjects => format!(r#"obey;call=read_file;args={{"path": "{}"}}"#, person.document),
            Mishap::AsksForAnother => {
                format!(r#"call=query_health_data;args={{"keywords": ["glucose"], "user": "{other}"}}"#)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_a_number_are_always_the_same_turn_and_others_are_others() {
        let shown = |seed: u64| (0..200).map(|number| format!("{:?}", Plan::of(seed, number, 4))).collect::<Vec<_>>();
        assert_eq!(shown(7), shown(7));
        assert_ne!(shown(7), shown(8));
        let plans: Vec<Plan> = (0..2000).map(|number| Plan::of(7, number, 4)).collect();
        for mishap in MISHAPS {
            assert!(plans.iter().any(|plan| plan.mishap == *mishap), "{mishap:?} never happens");
        }
        assert!((0..4).all(|person| plans.iter().any(|plan| plan.person == person && plan.leaves_after.is_some())));
    }
}
