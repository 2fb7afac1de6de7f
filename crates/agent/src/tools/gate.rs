//! What a tool needs before it is of use, and whether an account has it.

use jiff::Timestamp;
use mirobody_store::{Scope, Store};

/// What there must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: it works on what it is given, for anyone.
    Nothing,
    /// A reading or a reported complaint.
    Readings,
    /// A medication plan.
    Medications,
    /// An active set of genotypes.
    Genotypes,
    /// The caller's own machine: it may read a file there.
    Machine,
}

/// Which kinds of data an account has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holds {
    readings: bool,
    medications: bool,
    genotypes: bool,
}

impl Holds {
    /// Nothing: a caller without an account.
    pub const NOTHING: Self = Self { readings: false, medications: false, genotypes: false };

    /// What the record holds at `now`. A record that cannot be looked into hides nothing: to take tools from somebody
    /// who has the data is the worse mistake.
    pub async fn of(store: &Store, scope: &Scope, now: Timestamp) -> Self {
        let readings = store.has_readings(scope, now).await.unwrap_or(true)
            || store.has_complaints(scope, now).await.unwrap_or(true);
        // Neither has a table yet, so nobody has any.
        Self { readings, ..Self::NOTHING }
    }

    /// Whether what a tool needs is there.
    pub const fn meet(self, needs: Needs) -> bool {
        match needs {
            Needs::Nothing => true,
            Needs::Readings => self.readings,
            Needs::Medications => self.medications,
            Needs::Genotypes => self.genotypes,
            Needs::Machine => false,
        }
    }
}
