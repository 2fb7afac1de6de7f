//! `:streamGenerateContent` of Google.

mod body;
mod contents;
mod read;

pub(super) use self::{body::body, read::Gemini};

/// Marks a call whose id the vendor gave: with the others it is sent none.
const GIVEN: &str = "given";
/// What a part is signed with.
const SIGNATURE: &str = "thoughtSignature";
