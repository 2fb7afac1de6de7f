//! A tool that panics is an answer, not the end of the turn.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
};

/// What `call` gives back, or `fault` when it panics. What the panic said stays where it was said.
pub async fn contained<T>(call: impl Future<Output = T>, fault: impl FnOnce() -> T) -> T {
    let mut call = pin!(call);
    let polled = std::future::poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| call.as_mut().poll(context))) {
        Ok(Poll::Ready(value)) => Poll::Ready(Some(value)),
        Ok(Poll::Pending) => Poll::Pending,
        Err(_) => Poll::Ready(None),
    });
    polled.await.unwrap_or_else(fault)
}
