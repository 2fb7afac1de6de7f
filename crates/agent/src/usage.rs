//! A documented estimate of tokens, for a turn that no vendor counted.
//!
//! A Han or kana character is one token; of everything else, four bytes are one token. A text that is not empty is at
//! least one token.

use crate::turn::{Billed, Message, ToolStep, Usage};

/// Estimated tokens of a text.
pub(crate) fn tokens(text: &str) -> u64 {
    let (mut wide, mut bytes) = (0_u64, 0_u64);
    for c in text.chars() {
        if mirobody_query::is_unspaced(c) {
            wide += 1;
        } else {
            bytes += c.len_utf8() as u64;
        }
    }
    wide + bytes.div_ceil(4)
}

/// The account of a turn.
pub(crate) fn account(messages: &[Message], system: &str, reasoning: &str, steps: &[ToolStep], content: &str) -> Usage {
    let prompt_tokens = messages.iter().map(|message| tokens(&message.text)).sum::<u64>().max(1);
    let completion_tokens = tokens(content).max(1);
    let (system_tokens, reasoning_tokens) = (tokens(system), tokens(reasoning));
    let read: u64 = steps.iter().map(|step| tokens(&step.result)).sum();
    let called: u64 = steps.iter().map(|step| tokens(&step.arguments.to_string())).sum();
    let input = prompt_tokens + system_tokens + read;
    let output = completion_tokens + reasoning_tokens + called;
    Usage {
        prompt_tokens,
        completion_tokens,
        total_tokens: prompt_tokens + completion_tokens,
        system_tokens,
        reasoning_tokens,
        cached_tokens: 0,
        billed: Billed { input, output, total: input + output },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bytes_or_one_han_character_are_a_token() {
        for (text, expected) in [("", 0), ("a", 1), ("glucose", 2), ("空腹血糖", 4), ("LDL 胆固醇", 4)] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
