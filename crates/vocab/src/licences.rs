//! Whose work the vocabularies are, and the notices that travel with them.

/// One vocabulary's licence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Licence {
    /// The vocabulary's name.
    pub name: &'static str,
    /// The release in this program.
    pub version: &'static str,
    /// Who holds the rights.
    pub holder: &'static str,
    /// The notice, as it must be shown.
    pub notice: &'static str,
}

/// The third-party vocabularies in this program.
pub fn licences() -> &'static [Licence] {
    LICENCES
}

const LICENCES: &[Licence] = &[
    Licence {
        name: "LOINC",
        version: include_str!("../data/loinc/VERSION").trim_ascii_end(),
        holder: "Regenstrief Institute, Inc. and the LOINC Committee",
        notice: concat!(
            include_str!("../data/loinc/LOINC_short_license.txt"),
            "\n\n",
            include_str!("../data/loinc/NOTICE")
        ),
    },
    Licence {
        name: "UCUM",
        version: "2.2",
        holder: "Regenstrief Institute, Inc. and the UCUM Organization",
        notice: concat!(include_str!("../data/ucum/NOTICE"), "\n\n", include_str!("../data/ucum/UCUM-LICENSE.md")),
    },
    Licence {
        name: "ICPC-3",
        version: "retrieved 2026-09-22",
        holder: "WONCA, the World Organization of Family Doctors",
        notice: include_str!("../data/icpc3/NOTICE"),
    },
    Licence { name: "CPIC", version: "1.60.0", holder: "CPIC", notice: include_str!("../data/cpic/NOTICE") },
    Licence {
        name: "dbSNP",
        version: "155 (common, selected sites)",
        holder: "NCBI; tracks by UCSC",
        notice: include_str!("../data/dbsnp/NOTICE"),
    },
    Licence {
        name: "OpenCC",
        version: "1.4.2",
        holder: "the OpenCC authors",
        notice: include_str!("../data/chinese/NOTICE"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vocabulary_has_its_notice() {
        let names: Vec<_> = licences().iter().map(|licence| licence.name).collect();
        assert_eq!(names, ["LOINC", "UCUM", "ICPC-3", "CPIC", "dbSNP", "OpenCC"]);
        for licence in licences() {
            assert!(licence.notice.len() > 100 && !licence.version.is_empty(), "{}", licence.name);
        }
        let loinc = licences()[0];
        assert!(loinc.notice.contains(&format!("LOINC release {}", loinc.version)));
    }
}
