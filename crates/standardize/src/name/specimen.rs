//! Specimens: the words that name them in each language, and the LOINC systems they agree with.
//!
//! Blood agrees with serum and plasma, because a report that says `Blood` names the tube; serum never agrees with
//! whole blood.

/// A specimen as a name or a report states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Specimen {
    Serum,
    Plasma,
    SerumOrPlasma,
    Blood,
    WholeBlood,
    ArterialBlood,
    VenousBlood,
    MixedVenousBlood,
    CapillaryBlood,
    CordBlood,
    BloodSpot,
    Urine,
    UrineSediment,
    Csf,
    Stool,
    Saliva,
    Semen,
    Sputum,
    Throat,
    Nose,
    Genital,
    Pleural,
    Peritoneal,
    Synovial,
    Pericardial,
    Amniotic,
    BodyFluid,
    Dialysis,
    Gastric,
    Lavage,
    BoneMarrow,
    Tissue,
    Hair,
    Stone,
    RedCells,
    WhiteCells,
    Sweat,
    Milk,
    Isolate,
    Vitreous,
    Meconium,
    Skin,
    Nail,
    Wound,
    Pus,
    Urethra,
    Eye,
    Ear,
    Bile,
    Prostatic,
    Patient,
    /// A word that says only that there is a specimen, or two that exclude each other.
    Other,
}

use Specimen as S;

impl Specimen {
    /// Blood or a part of it, as it is drawn for most tests.
    pub(crate) fn is_usual(self) -> bool {
        matches!(self, S::Serum | S::Plasma | S::SerumOrPlasma | S::Blood | S::WholeBlood)
    }
}

/// Words by specimen; folded. One that is also an analyte or part of one (`urea`) must not be here.
const WORDS: &[(Specimen, &[&str])] = &[
    (S::Serum, &["serum", "ser", "sera", "seerumis", "seerum", "sérum", "suero", "siero", "soro", "血清"]),
    (
        S::Plasma,
        &["plasma", "plas", "plasmas", "plasmassa", "血浆", "血漿", "heparineplasma", "citraatplasma", "fluoride"],
    ),
    (
        S::SerumOrPlasma,
        &[
            "serpl",
            "sepl",
            "ser/plas",
            "ser/pla",
            "s/p",
            "serum/plasma",
            "seerumis/plasmas",
            "seerumis/plasmas/veres",
            "serum/plas",
        ],
    ),
    (
        S::Blood,
        &[
            "blood",
            "bld",
            "bloed",
            "sang",
            "sangre",
            "sangue",
            "blut",
            "veres",
            "veri",
            "血",
            "血液",
            "blood/serum",
            "edta",
        ],
    ),
    (
        S::WholeBlood,
        &["wb", "wbld", "whole-blood", "täisveres", "全血", "edta-volbloed", "citraatvolbloed", "volbloed", "vollblut"],
    ),
    (S::ArterialBlood, &["arterial", "blda", "art", "动脉血", "動脈血", "动脉", "arteriaalses", "arteriaalne"]),
    (S::VenousBlood, &["venous", "bldv", "静脉血", "静脈血", "venoosses", "venoosne"]),
    (S::MixedVenousBlood, &["mixed-venous"]),
    (S::CapillaryBlood, &["capillary", "bldc", "末梢血", "毛細血管血", "kapillaarveres", "fingerstick", "poc", "poct"]),
    (S::CordBlood, &["cord", "bldco", "脐血", "臍帯血", "nabaväädiveres"]),
    (S::BloodSpot, &["dbs", "bldspot"]),
    (
        S::Urine,
        &[
            "urine",
            "urin",
            "urn",
            "ur",
            "uriini",
            "uriinis",
            "urinary",
            "orina",
            "urina",
            "urinaire",
            "尿",
            "尿液",
            "尿中",
            "尿检",
            "ua",
            "ööpäevauriinis",
            "24h-urine",
            "urine-24h",
        ],
    ),
    (S::UrineSediment, &["urns", "uriinisademes", "sademes", "尿沉渣"]),
    (
        S::Csf,
        &[
            "csf",
            "liquor",
            "liikvoris",
            "likvor",
            "cerebrospinal",
            "spinal",
            "脑脊液",
            "髄液",
            "lcr",
            "lumbaal",
            "脑脊髓液",
        ],
    ),
    (
        S::Stool,
        &[
            "stool", "stl", "feces", "faeces", "fecal", "faecal", "stools", "roojas", "粪便", "大便", "便", "粪",
            "fezes", "heces", "凳子",
        ],
    ),
    (S::Saliva, &["saliva", "sal", "süljes", "唾液", "oral"]),
    (S::Semen, &["semen", "sem", "seminal", "sperma", "spermas", "精液"]),
    (S::Sputum, &["sputum", "spt", "röga", "rögas", "痰"]),
    (S::Throat, &["throat", "thrt", "pharyngeal", "keel", "咽拭子", "neelus"]),
    (S::Nose, &["nose", "nasal", "nasopharyngeal", "nph", "鼻咽"]),
    (S::Genital, &["vaginal", "vagina", "cervical", "cvx", "genital", "tupes", "thinprep", "阴道"]),
    (S::Pleural, &["pleural", "plr", "pleurafluid", "pleuravedelikus", "胸水", "胸腔积液", "胸膜的", "胸腔", "胸膜"]),
    (S::Peritoneal, &["ascites", "peritoneal", "periton", "asc", "prt", "astsiidivedelikus", "腹水", "腹腔积液"]),
    (S::Synovial, &["synovial", "synv", "joint", "syn", "snv", "liigesevedelikus", "关节液", "gewrichtsvocht", "滑液"]),
    (S::Pericardial, &["pericardial", "pericard", "pcar", "perikardivedelikus", "心包积液"]),
    (S::Amniotic, &["amniotic", "amn", "amnf", "lootevees", "羊水"]),
    (S::BodyFluid, &["fluid", "fluids", "fld", "serous", "bodyfluid", "bf", "vedelikus", "体液", "其他体液", "fl"]),
    (S::Dialysis, &["dialysate", "dialysis", "dial", "dialüsaadis", "透析液"]),
    (S::Gastric, &["gastric", "gast", "胃液"]),
    (S::Lavage, &["bal", "lavage", "bronchial", "bronhiaalloputusvedelikus"]),
    (S::BoneMarrow, &["marrow", "luuüdis", "骨髓", "骨髄"]),
    (S::Tissue, &["tissue", "tiss", "koes", "组织", "biopsy"]),
    (S::Hair, &["hair", "juustes", "毛发", "头发"]),
    (S::Stone, &["stone", "calculus", "calculi", "kivis", "结石"]),
    (S::RedCells, &["rbcs", "erütrotsüütides", "红细胞内"]),
    (S::WhiteCells, &["leukotsüütides"]),
    (S::Sweat, &["sweat", "higis", "汗液"]),
    (S::Milk, &["milk", "rinnapiimas"]),
    (S::Isolate, &["isolate", "isol", "bact", "islt"]),
    (S::Vitreous, &["vitreous"]),
    (S::Meconium, &["meconium", "mec"]),
    (S::Skin, &["skin-specimen"]),
    (S::Nail, &["nail", "nails"]),
    (S::Wound, &["wound"]),
    (S::Pus, &["pus", "abscess"]),
    (S::Urethra, &["urethra", "urethral"]),
    (S::Eye, &["eye", "conjunctival", "conjunctiva"]),
    (S::Ear, &["ear"]),
    (S::Bile, &["bile-fluid"]),
    (S::Prostatic, &["prostatic-fluid"]),
    (S::Other, &["specimen", "spec", "unsp", "materjalis", "proovis", "monster"]),
];

/// Prefixes before a dash that name a specimen in Nordic and Dutch codes: `s-`, `fp-`, `du-`.
const PREFIXES: &[(&str, Specimen, Option<super::Extra>)] = &[
    ("s", S::Serum, None),
    ("p", S::Plasma, None),
    ("b", S::Blood, None),
    ("u", S::Urine, None),
    ("fs", S::Serum, Some(super::Extra::Fasting)),
    ("fp", S::Plasma, Some(super::Extra::Fasting)),
    ("fb", S::Blood, Some(super::Extra::Fasting)),
    ("du", S::Urine, Some(super::Extra::Day)),
    ("cu", S::Urine, None),
    ("nu", S::Urine, None),
    ("li", S::Csf, None),
    ("f", S::Stool, None),
    ("as", S::Peritoneal, None),
    ("ab", S::ArterialBlood, None),
    ("cb", S::CapillaryBlood, None),
    ("vb", S::VenousBlood, None),
    ("ub", S::CordBlood, None),
    ("am", S::Amniotic, None),
    ("bm", S::BoneMarrow, None),
    ("e", S::RedCells, None),
    ("l", S::Blood, Some(super::Extra::Fraction)),
    ("pf", S::Pleural, None),
    ("sy", S::Synovial, None),
    ("ts", S::Tissue, None),
    ("sp", S::Semen, None),
    ("ex", S::Sputum, None),
    ("pt", S::Patient, None),
    ("du24", S::Urine, Some(super::Extra::Day)),
];

/// Parts of the compound words that languages make for fluids: `ascitesvocht`, `Perikardflüssigkeit`, `liquide pleural`.
/// The place first; then what says only that it is a fluid, so that it is never taken for blood.
const FLUID_PARTS: &[(&str, Specimen)] = &[
    ("ascit", S::Peritoneal),
    ("aszit", S::Peritoneal),
    ("periton", S::Peritoneal),
    ("pleura", S::Pleural),
    ("pericard", S::Pericardial),
    ("perikard", S::Pericardial),
    ("péricard", S::Pericardial),
    ("synovi", S::Synovial),
    ("gewricht", S::Synovial),
    ("gelenk", S::Synovial),
    ("amnio", S::Amniotic),
    ("vruchtwater", S::Amniotic),
    ("fruchtwasser", S::Amniotic),
    ("cerebrospin", S::Csf),
    ("zerebrospin", S::Csf),
    ("céphalo-rachid", S::Csf),
    ("lumba", S::Csf),
    ("dialys", S::Dialysis),
    ("vocht", S::BodyFluid),
    ("vloeistof", S::BodyFluid),
    ("flüssigkeit", S::BodyFluid),
    ("punct", S::BodyFluid),
    ("punkt", S::BodyFluid),
    ("liquide", S::BodyFluid),
    ("líquido", S::BodyFluid),
    ("liquido", S::BodyFluid),
    ("exsudat", S::BodyFluid),
    ("exudat", S::BodyFluid),
    ("drain", S::BodyFluid),
    ("etter", S::BodyFluid),
];

fn of_fluid(folded: &str) -> Option<Specimen> {
    FLUID_PARTS.iter().find(|(part, _)| folded.contains(part)).map(|(_, specimen)| *specimen)
}

/// The specimen a word names.
pub(crate) fn of_word(word: &str) -> Option<Specimen> {
    WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(specimen, _)| *specimen)
}

/// The specimen a code's prefix names.
pub(crate) fn of_prefix(prefix: &str) -> Option<(Specimen, Option<super::Extra>)> {
    PREFIXES.iter().find(|(known, ..)| *known == prefix).map(|(_, specimen, extra)| (*specimen, *extra))
}

/// The specimen words of scripts without spaces, longest first per specimen, to be cut off a name's ends.
pub(crate) fn unspaced() -> impl Iterator<Item = (&'static str, Specimen)> {
    WORDS
        .iter()
        .flat_map(|(specimen, words)| words.iter().map(move |word| (*word, *specimen)))
        .filter(|(word, _)| word.chars().next().is_some_and(crate::text::is_cjk))
}

/// The specimen a printed specimen field names.
pub(crate) fn of_field(folded: &str) -> Option<Specimen> {
    if folded.is_empty() {
        return None;
    }
    if let Some(whole) = of_word(folded) {
        return Some(whole);
    }
    let mut found = None;
    for word in folded.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '/')) {
        if matches!(found, None | Some(S::BodyFluid | S::Blood)) {
            found = of_word(word).or(found);
        }
    }
    match found {
        None | Some(S::BodyFluid) => of_fluid(folded).or(found),
        known => known,
    }
}

/// How LOINC writes a fluid inside a component: `amylase.periton fld/amylase.serum`.
pub(crate) fn in_components(specimen: Specimen) -> &'static [&'static str] {
    match specimen {
        S::Peritoneal => &["periton fld"],
        S::Pleural => &["plr fld", "pleur fld"],
        S::Pericardial => &["pericard fld"],
        S::Synovial => &["synv fld"],
        S::Csf => &["csf"],
        S::Urine => &["urine"],
        S::BodyFluid => &["fld", "body fld"],
        _ => &[],
    }
}

/// How well a LOINC system agrees with a stated specimen: 1 exactly, 0 not at all.
pub(crate) fn agreement(stated: Specimen, system: &str) -> f32 {
    // A part of the patient that a specimen comes from is no other specimen: `Stool^Patient.gastrointestinal`.
    let system = system.split_once("^Patient.").map_or(system, |(own, _)| own);
    let table: &[(&str, f32)] = match stated {
        S::Serum => &[("Ser", 1.0), ("Ser/Plas", 1.0), ("Ser/Plas/Bld", 0.8), ("Ser+Bld", 0.5)],
        S::Plasma => &[("Plas", 1.0), ("Ser/Plas", 0.9), ("PPP", 0.9), ("Ser/Plas/Bld", 0.8), ("PRP", 0.3)],
        S::SerumOrPlasma => &[("Ser/Plas", 1.0), ("Ser", 0.9), ("Plas", 0.8), ("PPP", 0.7), ("Ser/Plas/Bld", 0.8)],
        S::Blood => &[
            ("Bld", 1.0),
            ("Ser/Plas", 0.9),
            ("Ser", 0.85),
            ("Plas", 0.8),
            ("PPP", 0.85),
            ("Ser/Plas/Bld", 0.9),
            ("RBC", 0.6),
            ("BldA", 0.5),
            ("BldV", 0.5),
            ("Bld/Tiss", 0.6),
            ("BldMV", 0.3),
            ("BldC", 0.3),
            ("PRP", 0.3),
        ],
        S::WholeBlood => &[("Bld", 1.0), ("Ser/Plas/Bld", 0.7), ("RBC", 0.6), ("Bld/Tiss", 0.6)],
        S::ArterialBlood => &[("BldA", 1.0), ("Arterial system", 0.9), ("Bld", 0.4)],
        S::VenousBlood => &[("BldV", 1.0), ("Bld", 0.6)],
        S::MixedVenousBlood => &[("BldMV", 1.0), ("BldV", 0.5), ("Bld", 0.4)],
        S::CapillaryBlood => &[("BldC", 1.0), ("Bld", 0.5)],
        S::CordBlood => &[("BldCo", 1.0), ("BldCoA", 0.7), ("BldCoV", 0.7), ("TissCo", 0.7)],
        S::BloodSpot => &[("Bld.dot", 1.0), ("Bld", 0.3)],
        S::Urine => &[("Urine", 1.0), ("Urine sed", 0.8)],
        S::UrineSediment => &[("Urine sed", 1.0), ("Urine", 0.5)],
        S::Csf => &[("CSF", 1.0)],
        S::Stool => &[("Stool", 1.0)],
        S::Saliva => &[("Saliva", 1.0), ("Oral fld", 0.9)],
        S::Semen => &[("Semen", 1.0), ("Smn", 1.0), ("Seminal plasma", 0.8)],
        S::Sputum => &[("Sputum", 1.0), ("Respiratory system specimen.lower", 0.6)],
        S::Throat => &[("Thrt", 1.0), ("Respiratory system specimen.upper", 0.6)],
        S::Nose => &[("Nose", 1.0), ("Nph", 1.0), ("Respiratory system specimen.upper", 0.6)],
        S::Genital => &[("Genital", 1.0), ("Vag", 1.0), ("Cvx", 1.0), ("Cvx/Vag", 1.0)],
        S::Pleural => &[("Plr fld", 1.0), ("Body fld", 0.3)],
        S::Peritoneal => &[("Periton fld", 1.0), ("Body fld", 0.3)],
        S::Synovial => &[("Synv fld", 1.0), ("Body fld", 0.3)],
        S::Pericardial => &[("Pericard fld", 1.0), ("Body fld", 0.3)],
        S::Amniotic => &[("Amnio fld", 1.0)],
        S::BodyFluid => &[("Body fld", 1.0), ("Synv fld", 0.3), ("Plr fld", 0.3), ("Periton fld", 0.3), ("XXX", 0.3)],
        S::Dialysis => &[("Dial fld", 1.0), ("Dial fld prt", 0.9)],
        S::Gastric => &[("Gast fld", 1.0)],
        S::Lavage => &[("BAL", 1.0), ("Bronchial", 0.9), ("Respiratory system specimen.lower", 0.6)],
        S::BoneMarrow => &[("Bone mar", 1.0), ("Bld/Bone mar", 0.9), ("Bld/Tiss", 0.5)],
        S::Tissue => &[("Tiss", 1.0), ("Bld/Tiss", 0.7), ("Cancer specimen", 0.4)],
        S::Hair => &[("Hair", 1.0)],
        S::Stone => &[("Calculus", 1.0)],
        S::RedCells => &[("RBC", 1.0), ("Bld", 0.6)],
        S::WhiteCells => &[("WBC", 1.0), ("Bld", 0.7)],
        S::Sweat => &[("Sweat", 1.0)],
        S::Milk => &[("Milk", 1.0)],
        S::Isolate => &[("Isolate", 1.0), ("Isolate/Specimen", 0.8)],
        S::Vitreous => &[("Vitr fld", 1.0)],
        S::Meconium => &[("Meconium", 1.0)],
        S::Skin => &[("Skin", 1.0), ("Tiss", 0.5)],
        S::Nail => &[("Nail", 1.0)],
        S::Wound => &[("Wound", 1.0), ("XXX", 0.5)],
        S::Pus => &[("Pus", 1.0), ("Abscess", 1.0), ("Wound", 0.6), ("XXX", 0.5)],
        S::Urethra => &[("Urethra", 1.0), ("Genital", 0.7)],
        S::Eye => &[("Eye", 1.0), ("Cnjt", 0.9), ("Ocular fld", 0.7), ("Cornea/Conjunctiva", 0.7)],
        S::Ear => &[("Ear", 1.0)],
        S::Bile => &[("Bil fld", 1.0), ("Body fld", 0.5)],
        S::Prostatic => &[("Prostatic fld", 1.0)],
        S::Patient => &[("^Patient", 1.0)],
        S::Other => &[("XXX", 1.0), ("{Specimen}", 0.8), ("Specimen", 0.8)],
    };
    table.iter().find(|(known, _)| *known == system).map_or(0.0, |(_, fit)| *fit)
}

/// How usual a system is when a name states none.
pub(crate) fn unstated(system: &str) -> f32 {
    match system {
        "Ser/Plas" | "Bld" => 1.0,
        "Ser" | "PPP" | "^Patient" => 0.8,
        "Plas" | "Ser/Plas/Bld" => 0.6,
        "RBC" | "Bld/Tiss" | "XXX" | "BldA" | "Isolate" => 0.4,
        "Urine" => 0.2,
        _ => 0.0,
    }
}

/// Whether a LOINC system is a specimen that a stated one can contradict; a part of the body or the patient is not.
pub(crate) fn is_specimen(system: &str) -> bool {
    !matches!(system, "" | "^Patient") && !system.contains("system") && !system.starts_with("Heart")
}
