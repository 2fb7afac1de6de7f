//! Text that may yet turn out to be no part of the answer.
//!
//! A model often says what it is about to look up before it calls a tool. An answer is one text without that, so the first
//! words of a reply are held back until they are too many for such a remark, or the reply ends.

/// A remark is shorter than this, in characters.
const REMARK: usize = 240;

/// The text of one reply as it comes.
#[derive(Debug, Default)]
pub(super) struct Hold {
    held: String,
    flows: bool,
}

impl Hold {
    /// More of it came; what may be passed on is given back.
    pub(super) fn push(&mut self, text: &str) -> Option<String> {
        if self.flows {
            return Some(text.to_owned());
        }
        self.held.push_str(text);
        self.flows = self.held.chars().nth(REMARK).is_some();
        self.flows.then(|| std::mem::take(&mut self.held))
    }

    /// What is held at the end of the reply.
    pub(super) fn rest(self) -> String {
        self.held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_held_and_an_answer_flows() {
        let mut short = Hold::default();
        assert_eq!(short.push("I will look "), None);
        assert_eq!(short.push("that up."), None);
        assert_eq!(short.rest(), "I will look that up.");
        let mut long = Hold::default();
        let first = "x".repeat(REMARK);
        assert_eq!(long.push(&first), None);
        assert_eq!(long.push("y"), Some(first + "y"));
        assert_eq!(long.push("z"), Some("z".to_owned()));
        assert_eq!(long.rest(), "");
    }
}
