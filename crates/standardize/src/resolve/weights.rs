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
    Curated = 0.423,
    /// The long common name itself.
    LongName = 2.675,
    /// The whole component.
    Component = -0.370,
    /// The component before its challenge.
    Analyte = 1.156,
    /// A designation.
    Designation = 1.088,
    /// How near the nearest printed form is.
    Cosine = 0.380,
    /// The same, where only words led to the code.
    CosineAlone = 2.509,
    /// Only words led to the code.
    WordsAlone = -2.361,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -0.697,
    /// The part of the designation's codes that have this analyte.
    Share = 0.624,
    /// What was dropped from the name to find it.
    Cost = -1.149,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -1.579,
    /// Words among them that the vocabulary knows, so that they must mean something.
    UnexplainedKnown = -0.852,
    /// The part of the name's words that the code's own texts hold.
    Covered = 1.497,
    /// Words of the analyte that the name does not hold.
    Unasked = -0.472,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 0.914,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -1.030,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -2.512,
    /// The component is a ratio and the name says none.
    RatioUnasked = -0.752,
    /// The name says ratio and the code is none.
    RatioMissing = -2.861,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -0.489,
    /// The challenge is by something that the name does not name.
    AgentUnnamed = -0.661,
    /// The challenge is the stated one.
    ChallengeAgrees = -1.024,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -2.199,
    /// The stated specimen agrees.
    SpecimenAgrees = 3.802,
    /// The stated specimen does not.
    SpecimenDiffers = -0.634,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 1.786,
    /// The unit fits the property.
    UnitAgrees = 1.173,
    /// The unit's most usual property.
    UnitFirst = 0.644,
    /// The unit contradicts the property.
    UnitDiffers = -1.157,
    /// The unit is one of the code's examples.
    UnitExample = 1.279,
    /// The quantity word fits.
    KindAgrees = 1.220,
    /// The quantity word does not.
    KindDiffers = -1.212,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 0.897,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.473,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.000,
    /// It does not.
    ScaleDiffers = -3.000,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = -0.221,
    /// The time is the stated one.
    TimeAgrees = 1.337,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -1.345,
    /// The code has no method.
    Methodless = 0.762,
    /// The method is the stated one.
    MethodAgrees = 4.272,
    /// A method is stated and the code has another.
    MethodDiffers = 0.868,
    /// Commonness.
    Tier = 2.852,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.558,
    /// A panel that was not asked for.
    PanelUnasked = -0.821,
    /// A panel that was asked for.
    PanelAgrees = 0.853,
    /// Panel asked for, and this is none.
    PanelMissing = -0.852,
    /// Susceptibility, which names must ask for.
    Susceptibility = -0.010,
    /// An allergy test's antibody.
    Allergy = -1.022,
    /// A long component.
    ComponentLength = 0.665,
    /// The part of the weight of the name's words that code and form explain.
    CoveredWeight = 1.754,
    /// The part of the weight of the analyte's words that the name holds.
    AnalyteWeight = -0.399,
    /// The most telling word that neither code nor form explains, as a part of the name's most telling one.
    TellingMissing = -0.819,
    /// A unit is printed that nobody reads, and the code is a number.
    UnreadNumber = 0.535,
    /// Nothing is printed of the unit, and the code is a mass concentration.
    PlainMass = -0.553,
    /// Nothing is printed of the unit, and the code is a molar concentration.
    PlainMoles = -0.441,
    /// Nothing is printed of the unit, and the code is in arbitrary units.
    PlainArbitrary = -0.265,
    /// Nothing is printed of the unit, and the code is an enzyme's activity.
    PlainActivity = 0.087,
    /// Nothing is printed of the unit, and the code is a count.
    PlainCount = -0.340,
    /// Nothing is printed of the unit, and the code is a fraction.
    PlainFraction = 0.258,
    /// Nothing is printed of the unit, and the code is a presence.
    PlainPresence = -0.701,
    /// Nothing is printed of the unit, and the code is a titre.
    PlainTitre = 0.013,
    /// Nothing is printed of the unit, and the code is a ratio.
    PlainRatio = 0.126,
    /// Nothing is printed of the unit, and the code is an amount per time.
    PlainRate = 0.122,
    /// Nothing is printed of the unit, and the code is a finding.
    PlainFinding = 0.079,
    /// Nothing is printed of the unit, and the code is ordinal.
    PlainOrdinal = 0.996,
    /// Nothing is printed of the unit, and the code is nominal.
    PlainNominal = 0.352,
    /// No specimen is stated, and the code's is serum or plasma.
    UnsaidSerum = -0.820,
    /// No specimen is stated, and the code's is blood.
    UnsaidBlood = -0.960,
    /// No specimen is stated, and the code's is urine.
    UnsaidUrine = 0.085,
    /// No specimen is stated, and the code's is any site of an infection.
    UnsaidSite = 0.872,
    /// No specimen is stated, and the code's is any other.
    UnsaidOther = -0.106,
    /// No specimen is stated, and the code's is a body fluid.
    UnsaidFluid = -1.294,
    /// No specimen is stated, and the code's is the patient.
    UnsaidPatient = -1.375,
    /// No method is stated, and the code's is an automated count.
    MethodAutomated = -0.348,
    /// No method is stated, and the code's is a manual count.
    MethodManual = 0.517,
    /// No method is stated, and the code's is a test strip.
    MethodStrip = -0.908,
    /// No method is stated, and the code's is a calculation.
    MethodCalculated = 0.487,
    /// No method is stated, and the code's is an immunoassay.
    MethodImmunoassay = 0.345,
    /// No method is stated, and the code's is immune fluorescence.
    MethodFluorescence = 0.570,
    /// No method is stated, and the code's is microscopy.
    MethodMicroscopy = 1.229,
    /// No method is stated, and the code's is amplification.
    MethodProbe = 0.566,
    /// No method is stated, and the code's is screening or confirmation.
    MethodScreen = -0.221,
    /// No method is stated, and the code's is culture.
    MethodCulture = -0.049,
    /// The code's class: microbiology.
    ClassMicrobiology = -0.970,
    /// The code's class: susceptibility.
    ClassSusceptibility = -0.064,
    /// The code's class: drugs and toxicology.
    ClassDrug = -1.159,
    /// The code's class: challenges.
    ClassChallenge = -1.045,
    /// The code's class: serology.
    ClassSerology = -1.076,
    /// The code's class: haematology.
    ClassHaematology = -0.899,
    /// The code's class: coagulation.
    ClassCoagulation = -0.437,
    /// The code's class: urinalysis.
    ClassUrinalysis = -0.973,
    /// The code's class: chemistry.
    ClassChemistry = -0.605,
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
pub const SIGNALS: usize = 44;

/// P(analyte).
const ANALYTE: Confidence = Confidence {
    bias: -1.737,
    weights: [
        2.259, 1.839, -0.128, 1.382, -0.002, 0.273, 0.258, -1.711, 0.126, -0.596, -0.510, -0.169, 0.991, -0.997,
        -0.257, -0.145, -0.277, -1.476, -1.051, 0.953, 0.168, 0.606, 0.823, -1.440, -0.458, 0.264, -0.690, -0.168,
        0.656, -1.018, 0.557, 0.218, -0.207, -0.066, 0.573, -0.151, -0.547, -0.158, 0.024, -0.578, 0.182, -0.162,
        -0.394, -0.315,
    ],
};

/// P(exact code).
const EXACT: Confidence = Confidence {
    bias: -1.498,
    weights: [
        0.801, 0.207, -0.101, 1.905, -0.478, 0.382, 0.378, -1.557, 0.131, -1.523, 2.045, -0.736, 0.935, -0.335, -0.231,
        0.067, -0.117, -1.654, -0.642, 0.587, 0.441, 0.229, 0.902, -0.909, -0.762, -0.233, -0.714, -0.523, 0.223,
        -0.600, -0.173, 0.208, 0.063, -0.002, 0.805, 0.091, -0.150, -0.196, 0.382, 0.123, 0.085, -0.160, -0.484,
        -0.343,
    ],
};

/// P(analyte) of a curated name.
const CURATED_ANALYTE: Confidence<CURATED_SIGNALS> = Confidence {
    bias: 1.810,
    weights: [
        -0.325, 0.737, 0.328, 0.130, -0.220, 0.303, -0.506, 0.164, -0.127, -0.196, 0.366, 0.589, 1.084, 0.252, -0.605,
        -0.914, -0.019, 0.164, 0.198, -0.738, 0.597, 1.265, -0.069, 0.539,
    ],
};

/// P(exact code) of a curated name.
const CURATED_EXACT: Confidence<CURATED_SIGNALS> = Confidence {
    bias: 1.455,
    weights: [
        0.029, 0.678, -0.063, 0.179, -0.347, -0.573, -0.733, -0.143, 0.012, -0.230, 0.300, -0.237, 2.207, -0.287,
        0.026, -0.783, -0.761, -0.939, 0.928, -0.433, 0.465, -0.168, 0.036, -0.015,
    ],
};

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.915;

/// Below this P(analyte) nothing fits at all.
pub(crate) const HOPELESS: f32 = 0.5;
