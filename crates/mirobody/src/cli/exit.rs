//! Exit codes and the failures behind them.

use std::{fmt::Display, process::ExitCode};

/// What the exit code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The honest answer is no.
    No = 1,
    /// The command was typed wrong, in a way that only its record can tell.
    #[cfg(feature = "server")]
    Usage = 2,
    /// An input could not be read.
    Input = 3,
    /// The machine is in the way.
    Machine = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command ended without its result.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What happened and what to do.
    pub message: String,
}

impl Failure {
    /// Typed wrong.
    #[cfg(feature = "server")]
    pub fn usage(message: impl Display) -> Self {
        Self { exit: Exit::Usage, message: message.to_string() }
    }

    /// An input could not be read.
    pub fn input(message: impl Display) -> Self {
        Self { exit: Exit::Input, message: message.to_string() }
    }

    /// The machine is in the way.
    pub fn machine(message: impl Display) -> Self {
        Self { exit: Exit::Machine, message: message.to_string() }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::machine(error)
    }
}

#[cfg(feature = "server")]
impl From<mirobody_store::StoreError> for Failure {
    fn from(error: mirobody_store::StoreError) -> Self {
        if error.field().is_some() { Self::usage(error) } else { Self::machine(error) }
    }
}

#[cfg(feature = "server")]
impl From<crate::config::ConfigError> for Failure {
    fn from(error: crate::config::ConfigError) -> Self {
        Self::machine(error)
    }
}

/// 0 when `yes`, 1 otherwise.
pub fn yes_or_no(yes: bool) -> ExitCode {
    if yes { ExitCode::SUCCESS } else { Exit::No.into() }
}
