//! The cut: which codes of a release can hold one reading of a person.
//!
//! True here: a class must be named to be kept, so a class that is new in a release is left out until someone has
//! looked at it. Rows whose text others hold rights on are left out, not reproduced.

use super::Row;

/// What becomes of a row, and the first reason why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It is in the vocabulary.
    Kept,
    /// It is not active.
    Status,
    /// It is neither laboratory nor clinical.
    ClassType,
    /// Someone else holds rights on its text.
    Licence,
    /// Its class never holds a reading: surveys, documents, radiology, administration.
    Class,
    /// Its value is a document, a narrative or a set.
    Scale,
    /// History and physical findings are readings only as a quantity or a grade.
    HistoryScale,
}

/// Decides about one row of the main table.
pub fn fate(row: &Row) -> anyhow::Result<Fate> {
    let (class, scale) = (row.get("CLASS")?, row.get("SCALE_TYP")?);
    Ok(if row.get("STATUS")? != "ACTIVE" {
        Fate::Status
    } else if !matches!(row.get("CLASSTYPE")?, "1" | "2") {
        Fate::ClassType
    } else if !row.get("EXTERNAL_COPYRIGHT_NOTICE")?.trim().is_empty() {
        Fate::Licence
    } else if !CLASSES.iter().any(|line| line.split(' ').any(|kept| kept.replace('_', " ") == class)) {
        Fate::Class
    } else if !holds_a_value(class, scale) {
        Fate::Scale
    } else if class.starts_with("H&P") && !matches!(scale, "Qn" | "Ord") {
        Fate::HistoryScale
    } else {
        Fate::Kept
    })
}

/// A panel has no scale of its own and is kept so that an order's name is known as one.
fn holds_a_value(class: &str, scale: &str) -> bool {
    match scale {
        "Doc" | "Nar" | "Set" | "Multi" => false,
        "-" => class.starts_with("PANEL."),
        _ => true,
    }
}

/// The classes that are kept, `_` for a space.
const CLASSES: &[&str] = &[
    // laboratory
    "ABXBACT ALLERGY BLDBK BLDBK.GENOTYPING CHAL CHAL.ROUTINE CHALSKIN CHEM COAG CYTO DRUG/TOX ENDO.GI FERT HEM/BC HLA",
    "HNA HPA MICRO MOLPATH MOLPATH.DEL MOLPATH.DELDUP MOLPATH.INV MOLPATH.MISC MOLPATH.MUT MOLPATH.NUCREPEAT",
    "MOLPATH.PHARMG MOLPATH.REARRANGE MOLPATH.TRISOMY MOLPATH.TRNLOC PATH PATH.HISTO PATH.PROTOCOLS.BRST",
    "PATH.PROTOCOLS.GENER PATH.PROTOCOLS.PROST PATH.PROTOCOLS.SKIN SERO UA",
    // clinical
    "BDYCRC.ATOM BDYCRC.MOLEC BDYHGT.ATOM BDYHGT.MOLEC BDYSURF.ATOM BDYTMP.ATOM BDYTMP.MOLEC BDYTMP.TIMED.MOLEC",
    "BDYWGT.ATOM BDYWGT.MOLEC BP.ATOM BP.CENT.MOLEC BP.MOLEC BP.PSTN.MOLEC BP.TIMED.MOLEC BP.VENOUS.MOLEC CARD.PROC",
    "CARD.RISK CARD.US CARD.US.DICOM CARDIO-PULM CLIN CLIN.RISK CLIN.VET DEVICES EKG.ATOM EKG.IMP EKG.MEAS H&P.HX",
    "H&P.HX.LAB H&P.PX H&P.SURG_PROC HEMODYN.ATOM HEMODYN.MOLEC HRTRATE.ATOM HRTRATE.MOLEC HRTRATE.PSTN.MOLEC",
    "HRTRATE.TIMED.MOL IEEE_Rosetta NEURO NUTRITION&DIETETICS OBGYN PULM RESP.ATOM RESP.MOLEC RESP.TIMED.MOLEC",
    "SKNFLD.MOLEC US.URO",
    // panels
    "PANEL.ABXBACT PANEL.ALLERGY PANEL.BDYTMP PANEL.BLDBK PANEL.BLDBK.GENOTYPE PANEL.BP PANEL.CHAL PANEL.CHEM",
    "PANEL.CLIN PANEL.CLIN.RISK PANEL.COAG PANEL.DRUG/TOX PANEL.H&P PANEL.HEM/BC PANEL.HLA PANEL.MICRO PANEL.MOLPATH",
    "PANEL.MOLPATH.PHARMG PANEL.NUTRITION&DIET PANEL.PHR PANEL.PULM PANEL.SERO PANEL.UA PANEL.VITALS",
];
