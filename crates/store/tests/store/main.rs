//! The store through its public face, on both engines. Every test has two tenants, and what one does never shows to the
//! other.
//!
//! PostgreSQL is that of `TEST_DATABASE_URL`, a user who may create databases; without it, one that is started here
//! from Debian's packages and stopped at the end, even if tests fail. Where there is none, its half is marked ignored.

#[cfg(test)]
mod access;
#[cfg(test)]
mod aliases;
#[cfg(test)]
mod amend;
#[cfg(test)]
mod attempts;
#[cfg(test)]
mod backups;
#[cfg(test)]
mod buckets;
#[cfg(test)]
mod canaries;
#[cfg(test)]
mod catalogue;
#[cfg(test)]
mod complaints;
#[cfg(test)]
mod conversations;
#[cfg(test)]
mod days;
#[cfg(test)]
mod erase;
#[cfg(test)]
mod files;
#[cfg(test)]
mod harness;
#[cfg(test)]
mod isolation;
#[cfg(test)]
mod jobs;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod notes;
#[cfg(test)]
mod observations;
#[cfg(test)]
mod open;
#[cfg(test)]
mod postgres;
#[cfg(test)]
mod profile;
#[cfg(test)]
mod sealed;
#[cfg(test)]
mod search;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tenants;
#[cfg(test)]
mod texts;
#[cfg(test)]
mod transfer;
#[cfg(test)]
mod usage;
#[cfg(test)]
mod vectors;

#[cfg(test)]
fn main() -> std::process::ExitCode {
    let all = [
        access::TESTS,
        aliases::TESTS,
        amend::TESTS,
        attempts::TESTS,
        backups::TESTS,
        buckets::TESTS,
        canaries::TESTS,
        catalogue::TESTS,
        complaints::TESTS,
        conversations::TESTS,
        days::TESTS,
        erase::TESTS,
        files::TESTS,
        isolation::TESTS,
        jobs::TESTS,
        keys::TESTS,
        notes::TESTS,
        observations::TESTS,
        open::TESTS,
        postgres::TESTS,
        profile::TESTS,
        sealed::TESTS,
        search::TESTS,
        tenants::TESTS,
        texts::TESTS,
        transfer::TESTS,
        usage::TESTS,
        vectors::TESTS,
    ];
    harness::run(&all.concat())
}
