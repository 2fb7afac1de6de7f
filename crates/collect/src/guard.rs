//! True here: a panic inside a young parser becomes `None`, and its message (which may quote the document) is not
//! printed.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}
static HOOK: Once = Once::new();

/// Runs `read`; a panic in it is `None`.
pub(crate) fn guarded<T>(read: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(silence_when_quiet);
    let before = QUIET.replace(true);
    let outcome = catch_unwind(AssertUnwindSafe(read)).ok();
    QUIET.set(before);
    outcome
}

/// Chains to the hook that was there, so other threads and other code keep their messages.
fn silence_when_quiet() {
    let earlier = take_hook();
    set_hook(Box::new(move |info| {
        if !QUIET.try_with(Cell::get).unwrap_or(false) {
            earlier(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_none_and_the_next_call_works() {
        assert_eq!(guarded(|| -> u8 { panic!("secret") }), None);
        assert_eq!(guarded(|| 3), Some(3));
    }
}
