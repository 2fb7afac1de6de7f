//! Words of a test's name that are not its analyte: quantity, time, challenge, method, noise; by language.

/// What kind of quantity a name asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A number of things: `count`, `absolute`, `#`, `计数`.
    Count,
    /// A part of a whole: `%`, `fraction`, `百分比`.
    Fraction,
    /// `ratio`, `比值`.
    Ratio,
    /// `activity`.
    Activity,
    /// `titer`.
    Titre,
    /// Present or not: `qualitative`, `screen`, `定性`.
    Presence,
    /// A number of any kind: `quantitative`, `level`, `定量`.
    Quantity,
}

/// What else a name can state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Extra {
    /// `fasting`, `空腹`.
    Fasting,
    /// `24h`, `daily` urine.
    Day,
    /// `random`, `spot`.
    Random,
    /// `trough`.
    Trough,
    /// `peak`.
    Peak,
    /// `post`, `after`, `餐后`: some challenge, read further by its own words.
    Post,
    /// `panel`, `profile`.
    Panel,
    /// A part of the white cells, as the Nordic prefix `l-` says.
    Fraction,
}

/// The part a word plays in a name, when it is not the analyte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Kind(Kind),
    Extra(Extra),
    /// The start of LOINC METHOD values, casefolded, that the word names.
    Method(&'static str),
    Noise,
}

const KINDS: &[(Kind, &[&str])] = &[
    (
        Kind::Count,
        &[
            "count",
            "counts",
            "absolute",
            "abs",
            "cnt",
            "#",
            "number",
            "arv",
            "计数",
            "绝对值",
            "绝对计数",
            "绝对数",
            "数目",
            "総数",
            "aantal",
            "anzahl",
            "nombre",
            "absoluut",
        ],
    ),
    (
        Kind::Fraction,
        &[
            "%",
            "percent",
            "percentage",
            "pct",
            "fraction",
            "suhtarv",
            "osakaal",
            "百分比",
            "百分率",
            "百分数",
            "比例",
            "percentage",
            "relative",
            "分類",
        ],
    ),
    (Kind::Ratio, &["ratio", "index", "suhe", "比值", "比", "比率"]),
    (Kind::Activity, &["activity", "act", "actvty", "actv", "aktiivsus", "活性", "activiteit"]),
    (Kind::Titre, &["titer", "titre", "titr", "titers", "tiiter", "滴度"]),
    (
        Kind::Presence,
        &[
            "qualitative",
            "qual",
            "ql",
            "screen",
            "screening",
            "scr",
            "scrn",
            "scn",
            "sõeluuring",
            "presence",
            "定性",
            "筛查",
            "筛选",
            "detection",
        ],
    ),
    (
        Kind::Quantity,
        &[
            "quantitative",
            "quant",
            "qn",
            "qnt",
            "quan",
            "quantitation",
            "level",
            "levels",
            "lvl",
            "value",
            "hulk",
            "conc",
            "concentration",
            "kontsentratsioon",
            "定量",
            "浓度",
            "含量",
            "水平",
            "値",
            "濃度",
            "值",
        ],
    ),
];

const EXTRAS: &[(Extra, &[&str])] = &[
    (
        Extra::Fasting,
        &[
            "fasting",
            "fast",
            "fbs",
            "空腹",
            "nuchter",
            "à jeun",
            "nüchtern",
            "ayunas",
            "digiuno",
            "jejum",
            "空腹時",
            "空腹时",
        ],
    ),
    (
        Extra::Day,
        &[
            "24h",
            "24hr",
            "24hrs",
            "24hour",
            "24-hour",
            "24-hr",
            "daily",
            "day",
            "ööpäevas",
            "ööpäevane",
            "24小时",
            "24時間",
            "ööpäeva",
            "24u",
        ],
    ),
    (Extra::Random, &["random", "rand", "随机", "随時", "随意"]),
    (Extra::Trough, &["trough", "谷浓度", "谷"]),
    (Extra::Peak, &["peak", "峰浓度"]),
    (Extra::Post, &["post", "after", "餐后", "食後", "postprandial", "pp", "challenge", "stimulated", "na"]),
    (Extra::Panel, &["panel", "profile", "pnl", "battery", "组合", "paneel"]),
];

const METHODS: &[(&str, &[&str])] = &[
    ("automated count", &["automated", "auto"]),
    ("manual count", &["manual", "manuaalne"]),
    ("ia", &["eia", "elisa", "immunoassay", "ia", "cia", "clia"]),
    ("ria", &["ria"]),
    ("if", &["ifa", "if", "fluorescent", "immunofluorescence"]),
    ("ib", &["blot", "wb", "immunoblot", "immunoblotting"]),
    ("probe.amp.tar", &["pcr", "naa", "naat", "tma"]),
    ("confirm", &["confirm", "confirmation", "confirmatory", "conf", "cnf", "gc/ms", "gcms", "gc-ms"]),
    ("screen", &["screen", "screening"]),
    ("calculated", &["calculated", "calc", "calculation", "arvutuslik", "计算", "计算的"]),
    ("test strip", &["dipstick", "strip", "ribatest"]),
    ("flow cytometry", &["cytometry"]),
    ("culture", &["culture", "külv", "培养"]),
    ("electrophoresis", &["electrophoresis", "elektroforees", "elp"]),
    ("microscopy.light", &["microscopy", "mikroskoopia", "microscopic"]),
    ("comp fix", &["cf"]),
    ("rast", &["rast"]),
    ("mic", &["mik", "mic"]),
    ("agar diffusion", &["disk"]),
    ("gradient strip", &["e-test", "etest"]),
    ("hplc", &["hplc"]),
    ("genotyping", &["genotyping"]),
    ("sequencing", &["sequencing"]),
];

const NOISE: &[&str] = &[
    "test",
    "tests",
    "testing",
    "result",
    "results",
    "by",
    "in",
    "of",
    "the",
    "and",
    "for",
    "with",
    "assay",
    "measurement",
    "measured",
    "lab",
    "laboratory",
    "analysis",
    "determination",
    "检测",
    "测定",
    "试验",
    "检查",
    "検査",
    "測定",
    "määramine",
    "uuring",
    "serology",
    "evaluation",
    "reflex",
    "rfx",
    "rflx",
    "to",
    "mass",
    "volume",
    "ref",
    "status",
    "bepaling",
    "de",
    "la",
    "du",
    "des",
    "van",
    "het",
    "von",
    "im",
    "der",
    "en",
    "reported",
    "allergen",
    "food",
    "your",
    "is",
    "at",
    "on",
    "from",
    "per",
    "only",
    "stat",
    "rdl",
    "or",
    "icma",
    "eclia",
    "cmia",
    "lc/ms",
    "lc-ms",
    "lcms",
    "lc/ms/ms",
    "lc-ms/ms",
    "lc-ms-ms",
    "hplc-ms/ms",
    "ed/lc-ms/ms",
    "ms/ms",
];

impl Role {
    /// Whether a name without the word may be another test: `ck index` is no creatine kinase.
    pub(crate) fn matters(self) -> bool {
        match self {
            Self::Noise | Self::Kind(Kind::Count | Kind::Fraction | Kind::Activity | Kind::Quantity) => false,
            Self::Kind(Kind::Ratio | Kind::Titre | Kind::Presence) | Self::Extra(_) | Self::Method(_) => true,
        }
    }
}

/// The part a folded word plays, if it has one.
pub(crate) fn role(word: &str) -> Option<Role> {
    fn find<T: Copy>(table: &[(T, &[&str])], word: &str) -> Option<T> {
        table.iter().find(|(_, words)| words.contains(&word)).map(|(meaning, _)| *meaning)
    }
    find(KINDS, word)
        .map(Role::Kind)
        .or_else(|| find(EXTRAS, word).map(Role::Extra))
        .or_else(|| find(METHODS, word).map(Role::Method))
        .or_else(|| NOISE.contains(&word).then_some(Role::Noise))
}

/// What kind of test a name asks for beside its analyte, in one word each and in this order.
pub(crate) const TEST_KINDS: [&str; 7] = ["quant", "qual", "screen", "confirm", "titer", "culture", "pcr"];

/// The kind of test a word with a role names, if it names one.
pub(crate) fn test_kind(word: &str, role: Role) -> Option<&'static str> {
    match role {
        Role::Kind(Kind::Quantity) => Some("quant"),
        Role::Kind(Kind::Presence) if word.starts_with("sc") => Some("screen"),
        Role::Kind(Kind::Presence) => Some("qual"),
        Role::Kind(Kind::Titre) => Some("titer"),
        Role::Method("confirm") => Some("confirm"),
        Role::Method("culture") => Some("culture"),
        Role::Method("probe.amp.tar") => Some("pcr"),
        _ => None,
    }
}

/// Words of scripts without spaces, to be cut off a name's ends.
pub(crate) fn unspaced() -> impl Iterator<Item = (&'static str, Role)> {
    let kinds = KINDS.iter().flat_map(|(kind, words)| words.iter().map(move |word| (*word, Role::Kind(*kind))));
    let extras = EXTRAS.iter().flat_map(|(extra, words)| words.iter().map(move |word| (*word, Role::Extra(*extra))));
    let methods =
        METHODS.iter().flat_map(|(method, words)| words.iter().map(move |word| (*word, Role::Method(method))));
    let noise = NOISE.iter().map(|word| (*word, Role::Noise));
    kinds
        .chain(extras)
        .chain(methods)
        .chain(noise)
        .filter(|(word, _)| word.chars().next().is_some_and(crate::text::is_cjk))
}
