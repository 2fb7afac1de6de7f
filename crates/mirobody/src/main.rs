//! The `mirobody` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    mirobody::cli::main()
}
