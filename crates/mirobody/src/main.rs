//! The `mirobody` program.

use std::process::ExitCode;

/// A request makes and drops thousands of small texts, and the allocator of the system spends a fifth of it on them.
#[cfg(feature = "server")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    mirobody::cli::main()
}
