//! The ranker's and the confidence's weights: one table each, fitted offline, read here as constants.

use super::certainty::CURATED_SIGNALS;

/// One thing a candidate is judged by.
macro_rules! features {
    ($($(#[$doc:meta])* $name:ident = $weight:expr,)*) => {
        /// What a candidate is judged by. Each is about 0 to 1.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Feature { $($(#[$doc])* $name,)* }

        impl Feature {
            /// The features in order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();
        }

        /// The weight of each feature, in the order of [`Feature::ALL`].
        const WEIGHTS: [f32; Feature::COUNT] = [$($weight,)*];
    };
}

features! {
    /// A curated name leads to this code.
    Curated = 0.190,
    /// The long common name itself.
    LongName = 2.562,
    /// The whole component.
    Component = -0.455,
    /// The component before its challenge.
    Analyte = 1.093,
    /// A designation.
    Designation = 1.238,
    /// How near the nearest printed form is.
    Cosine = 0.219,
    /// The same, where only words led to the code.
    CosineAlone = 3.242,
    /// Only words led to the code.
    WordsAlone = -3.007,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -0.885,
    /// The part of the designation's codes that have this analyte.
    Share = 0.485,
    /// What was dropped from the name to find it.
    Cost = -1.311,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -1.368,
    /// Words among them that the vocabulary knows, so that they must mean something.
    UnexplainedKnown = -1.082,
    /// The part of the name's words that the code's own texts hold.
    Covered = 1.190,
    /// Words of the analyte that the name does not hold.
    Unasked = -0.738,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 0.547,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -0.860,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -2.271,
    /// The component is a ratio and the name says none.
    RatioUnasked = -0.577,
    /// The name says ratio and the code is none.
    RatioMissing = -2.543,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -1.071,
    /// The challenge is the stated one.
    ChallengeAgrees = -1.048,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -2.008,
    /// The stated specimen agrees.
    SpecimenAgrees = 4.057,
    /// The stated specimen does not.
    SpecimenDiffers = -0.401,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 2.063,
    /// The unit fits the property.
    UnitAgrees = 1.097,
    /// The unit's most usual property.
    UnitFirst = 0.716,
    /// The unit contradicts the property.
    UnitDiffers = -1.077,
    /// The unit is one of the code's examples.
    UnitExample = 1.198,
    /// The quantity word fits.
    KindAgrees = 1.242,
    /// The quantity word does not.
    KindDiffers = -1.233,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 0.885,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.327,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.000,
    /// It does not.
    ScaleDiffers = -3.000,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = -0.171,
    /// The time is the stated one.
    TimeAgrees = 1.445,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -1.245,
    /// The code has no method.
    Methodless = 0.675,
    /// The method is the stated one.
    MethodAgrees = 3.921,
    /// A method is stated and the code has another.
    MethodDiffers = 0.571,
    /// Commonness.
    Tier = 2.952,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.546,
    /// A panel that was not asked for.
    PanelUnasked = -0.636,
    /// A panel that was asked for.
    PanelAgrees = 0.898,
    /// Panel asked for, and this is none.
    PanelMissing = -0.898,
    /// Susceptibility, which names must ask for.
    Susceptibility = -0.033,
    /// An allergy test's antibody.
    Allergy = -0.780,
    /// A long component.
    ComponentLength = 0.271,
    /// The part of the weight of the name's words that code and form explain.
    CoveredWeight = 3.666,
    /// The part of the weight of the analyte's words that the name holds.
    AnalyteWeight = -0.079,
    /// The most telling word that neither code nor form explains, as a part of the name's most telling one.
    TellingMissing = -0.300,
    /// A unit is printed that nobody reads, and the code is a number.
    UnreadNumber = 0.367,
    /// Nothing is printed of the unit, and the code is a mass concentration.
    PlainMass = -0.322,
    /// Nothing is printed of the unit, and the code is a molar concentration.
    PlainMoles = -0.336,
    /// Nothing is printed of the unit, and the code is in arbitrary units.
    PlainArbitrary = -0.192,
    /// Nothing is printed of the unit, and the code is an enzyme's activity.
    PlainActivity = -0.172,
    /// Nothing is printed of the unit, and the code is a count.
    PlainCount = -0.319,
    /// Nothing is printed of the unit, and the code is a fraction.
    PlainFraction = 0.401,
    /// Nothing is printed of the unit, and the code is a presence.
    PlainPresence = -0.571,
    /// Nothing is printed of the unit, and the code is a titre.
    PlainTitre = -0.010,
    /// Nothing is printed of the unit, and the code is a ratio.
    PlainRatio = 0.190,
    /// Nothing is printed of the unit, and the code is an amount per time.
    PlainRate = 0.154,
    /// Nothing is printed of the unit, and the code is a finding.
    PlainFinding = 0.223,
    /// Nothing is printed of the unit, and the code is ordinal.
    PlainOrdinal = 0.970,
    /// Nothing is printed of the unit, and the code is nominal.
    PlainNominal = 0.319,
    /// No specimen is stated, and the code's is serum or plasma.
    UnsaidSerum = -0.969,
    /// No specimen is stated, and the code's is blood.
    UnsaidBlood = -1.295,
    /// No specimen is stated, and the code's is urine.
    UnsaidUrine = 0.003,
    /// No specimen is stated, and the code's is any site of an infection.
    UnsaidSite = 0.539,
    /// No specimen is stated, and the code's is any other.
    UnsaidOther = -0.316,
    /// No specimen is stated, and the code's is a body fluid.
    UnsaidFluid = -1.303,
    /// No specimen is stated, and the code's is the patient.
    UnsaidPatient = -1.408,
    /// No method is stated, and the code's is an automated count.
    MethodAutomated = -0.355,
    /// No method is stated, and the code's is a manual count.
    MethodManual = -0.077,
    /// No method is stated, and the code's is a test strip.
    MethodStrip = -0.900,
    /// No method is stated, and the code's is a calculation.
    MethodCalculated = 0.047,
    /// No method is stated, and the code's is an immunoassay.
    MethodImmunoassay = 0.284,
    /// No method is stated, and the code's is immune fluorescence.
    MethodFluorescence = 0.658,
    /// No method is stated, and the code's is microscopy.
    MethodMicroscopy = 1.004,
    /// No method is stated, and the code's is amplification.
    MethodProbe = 0.330,
    /// No method is stated, and the code's is screening or confirmation.
    MethodScreen = -0.276,
    /// No method is stated, and the code's is culture.
    MethodCulture = -0.402,
    /// The code's class: microbiology.
    ClassMicrobiology = -0.624,
    /// The code's class: susceptibility.
    ClassSusceptibility = -0.134,
    /// The code's class: drugs and toxicology.
    ClassDrug = -1.092,
    /// The code's class: challenges.
    ClassChallenge = -1.144,
    /// The code's class: serology.
    ClassSerology = -1.051,
    /// The code's class: haematology.
    ClassHaematology = -0.711,
    /// The code's class: coagulation.
    ClassCoagulation = -0.834,
    /// The code's class: urinalysis.
    ClassUrinalysis = -0.715,
    /// The code's class: chemistry.
    ClassChemistry = -0.722,
}

/// Everything that is fitted.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Of the features, in the order of [`Feature::ALL`].
    pub weights: [f32; Feature::COUNT],
    /// P(analyte).
    pub analyte: Confidence,
    /// P(exact code).
    pub exact: Confidence,
    /// P(analyte) of a curated name.
    pub curated_analyte: Confidence<CURATED_SIGNALS>,
    /// P(exact code) of a curated name.
    pub curated_exact: Confidence<CURATED_SIGNALS>,
}

impl Model {
    /// The model in use.
    pub const FITTED: &Self = &Self {
        weights: WEIGHTS,
        analyte: ANALYTE,
        exact: EXACT,
        curated_analyte: CURATED_ANALYTE,
        curated_exact: CURATED_EXACT,
    };
}

/// How sure an answer is, from what is known of the ranking: a logistic.
#[derive(Debug, Clone, PartialEq)]
pub struct Confidence<const N: usize = SIGNALS> {
    /// Its bias.
    pub bias: f32,
    /// A weight for each signal.
    pub weights: [f32; N],
}

/// What the confidence looks at; see `decide::signals`.
pub const SIGNALS: usize = 30;

/// P(analyte).
const ANALYTE: Confidence = Confidence {
    bias: -1.791,
    weights: [
        2.789, 1.697, -0.040, 1.368, 0.082, 0.112, -0.047, -1.964, -0.153, -0.357, -0.475, 0.056, 0.794, -1.144,
        -0.172, -0.139, -0.016, -1.264, -0.726, 0.844, 0.161, 0.985, 1.197, -1.203, -0.414, 0.025, -0.633, -0.642, 0.0,
        0.0,
    ],
};

/// P(exact code).
const EXACT: Confidence = Confidence {
    bias: -1.420,
    weights: [
        0.995, 0.312, -0.231, 1.930, -0.213, 0.214, -0.050, -1.771, -0.163, -1.662, 2.057, -0.661, 0.836, -0.585,
        -0.058, 0.246, 0.032, -1.446, -0.944, 0.501, 0.412, 0.752, 0.969, -1.075, -0.746, -0.495, -0.432, -0.888, 0.0,
        0.0,
    ],
};

/// P(analyte) of a curated name.
const CURATED_ANALYTE: Confidence<CURATED_SIGNALS> = Confidence {
    bias: 1.442,
    weights: [
        -0.174, 0.686, 0.372, 0.223, -0.242, 0.566, -0.442, -0.022, -0.130, -0.024, 0.233, 0.788, 1.326, -0.058,
        -0.625, -0.851, -0.140, -0.032, -0.263, -0.582, 0.796, 1.265, -0.091, 0.768,
    ],
};

/// P(exact code) of a curated name.
const CURATED_EXACT: Confidence<CURATED_SIGNALS> = Confidence {
    bias: 1.172,
    weights: [
        0.092, 0.560, -0.145, 0.174, -0.441, -0.360, -0.669, -0.052, 0.051, -0.214, 0.341, -0.204, 2.453, -0.437,
        -0.017, -0.681, -0.778, -0.893, 0.469, -0.506, 0.536, -0.112, -0.081, 0.185,
    ],
};

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.85;

/// Below this P(analyte) nothing fits at all.
pub(crate) const HOPELESS: f32 = 0.35;
