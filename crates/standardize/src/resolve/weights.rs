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
    Curated = 0.431,
    /// The long common name itself.
    LongName = 2.677,
    /// The whole component.
    Component = -0.338,
    /// The component before its challenge.
    Analyte = 1.104,
    /// A designation.
    Designation = 1.097,
    /// How near the nearest printed form is.
    Cosine = 0.433,
    /// The same, where only words led to the code.
    CosineAlone = 3.124,
    /// Only words led to the code.
    WordsAlone = -2.973,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -0.788,
    /// The part of the designation's codes that have this analyte.
    Share = 0.642,
    /// What was dropped from the name to find it.
    Cost = -1.294,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -1.377,
    /// Words among them that the vocabulary knows, so that they must mean something.
    UnexplainedKnown = -0.997,
    /// The part of the name's words that the code's own texts hold.
    Covered = 1.357,
    /// Words of the analyte that the name does not hold.
    Unasked = -0.444,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 0.976,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -0.944,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -2.405,
    /// The component is a ratio and the name says none.
    RatioUnasked = -0.776,
    /// The name says ratio and the code is none.
    RatioMissing = -2.762,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -0.512,
    /// The challenge is by something that the name does not name.
    AgentUnnamed = -0.632,
    /// The challenge is the stated one.
    ChallengeAgrees = -0.950,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -2.059,
    /// The stated specimen agrees.
    SpecimenAgrees = 3.757,
    /// The stated specimen does not.
    SpecimenDiffers = -0.675,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 1.954,
    /// The unit fits the property.
    UnitAgrees = 1.134,
    /// The unit's most usual property.
    UnitFirst = 0.586,
    /// The unit contradicts the property.
    UnitDiffers = -1.115,
    /// The unit is one of the code's examples.
    UnitExample = 1.242,
    /// The quantity word fits.
    KindAgrees = 1.170,
    /// The quantity word does not.
    KindDiffers = -1.160,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 0.867,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.468,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.000,
    /// It does not.
    ScaleDiffers = -3.000,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = -0.102,
    /// The time is the stated one.
    TimeAgrees = 1.398,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -1.269,
    /// The code has no method.
    Methodless = 0.657,
    /// The method is the stated one.
    MethodAgrees = 4.161,
    /// A method is stated and the code has another.
    MethodDiffers = 0.712,
    /// Commonness.
    Tier = 2.922,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.512,
    /// A panel that was not asked for.
    PanelUnasked = -0.786,
    /// A panel that was asked for.
    PanelAgrees = 0.944,
    /// Panel asked for, and this is none.
    PanelMissing = -0.944,
    /// Susceptibility, which names must ask for.
    Susceptibility = 0.062,
    /// An allergy test's antibody.
    Allergy = -0.778,
    /// A long component.
    ComponentLength = 0.596,
    /// The part of the weight of the name's words that code and form explain.
    CoveredWeight = 2.300,
    /// The part of the weight of the analyte's words that the name holds.
    AnalyteWeight = -0.307,
    /// The most telling word that neither code nor form explains, as a part of the name's most telling one.
    TellingMissing = -0.680,
    /// A unit is printed that nobody reads, and the code is a number.
    UnreadNumber = 0.554,
    /// Nothing is printed of the unit, and the code is a mass concentration.
    PlainMass = -0.569,
    /// Nothing is printed of the unit, and the code is a molar concentration.
    PlainMoles = -0.407,
    /// Nothing is printed of the unit, and the code is in arbitrary units.
    PlainArbitrary = -0.292,
    /// Nothing is printed of the unit, and the code is an enzyme's activity.
    PlainActivity = 0.122,
    /// Nothing is printed of the unit, and the code is a count.
    PlainCount = -0.413,
    /// Nothing is printed of the unit, and the code is a fraction.
    PlainFraction = 0.233,
    /// Nothing is printed of the unit, and the code is a presence.
    PlainPresence = -0.688,
    /// Nothing is printed of the unit, and the code is a titre.
    PlainTitre = 0.079,
    /// Nothing is printed of the unit, and the code is a ratio.
    PlainRatio = 0.204,
    /// Nothing is printed of the unit, and the code is an amount per time.
    PlainRate = 0.203,
    /// Nothing is printed of the unit, and the code is a finding.
    PlainFinding = 0.183,
    /// Nothing is printed of the unit, and the code is ordinal.
    PlainOrdinal = 1.034,
    /// Nothing is printed of the unit, and the code is nominal.
    PlainNominal = 0.343,
    /// No specimen is stated, and the code's is serum or plasma.
    UnsaidSerum = -0.941,
    /// No specimen is stated, and the code's is blood.
    UnsaidBlood = -1.158,
    /// No specimen is stated, and the code's is urine.
    UnsaidUrine = 0.071,
    /// No specimen is stated, and the code's is any site of an infection.
    UnsaidSite = 0.719,
    /// No specimen is stated, and the code's is any other.
    UnsaidOther = -0.181,
    /// No specimen is stated, and the code's is a body fluid.
    UnsaidFluid = -1.322,
    /// No specimen is stated, and the code's is the patient.
    UnsaidPatient = -1.465,
    /// No method is stated, and the code's is an automated count.
    MethodAutomated = -0.377,
    /// No method is stated, and the code's is a manual count.
    MethodManual = 0.469,
    /// No method is stated, and the code's is a test strip.
    MethodStrip = -0.764,
    /// No method is stated, and the code's is a calculation.
    MethodCalculated = 0.205,
    /// No method is stated, and the code's is an immunoassay.
    MethodImmunoassay = 0.272,
    /// No method is stated, and the code's is immune fluorescence.
    MethodFluorescence = 0.468,
    /// No method is stated, and the code's is microscopy.
    MethodMicroscopy = 1.170,
    /// No method is stated, and the code's is amplification.
    MethodProbe = 0.574,
    /// No method is stated, and the code's is screening or confirmation.
    MethodScreen = -0.285,
    /// No method is stated, and the code's is culture.
    MethodCulture = 0.019,
    /// The code's class: microbiology.
    ClassMicrobiology = -0.867,
    /// The code's class: susceptibility.
    ClassSusceptibility = -0.268,
    /// The code's class: drugs and toxicology.
    ClassDrug = -1.229,
    /// The code's class: challenges.
    ClassChallenge = -1.090,
    /// The code's class: serology.
    ClassSerology = -0.965,
    /// The code's class: haematology.
    ClassHaematology = -0.842,
    /// The code's class: coagulation.
    ClassCoagulation = -0.715,
    /// The code's class: urinalysis.
    ClassUrinalysis = -0.958,
    /// The code's class: chemistry.
    ClassChemistry = -0.719,
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
    bias: -1.718,
    weights: [
        2.491, 1.945, -0.103, 1.460, 0.061, 0.167, 0.200, -1.965, -0.061, -0.561, -0.445, -0.127, 0.938, -0.860,
        -0.136, -0.102, -0.367, -1.367, -0.974, 0.832, 0.153, 0.718, 1.028, -1.211, -0.233, 0.381, -0.822, -0.509,
        0.709, -1.211, 0.307, 0.265, -0.153, -0.103, 0.614, -0.249, -0.603, -0.240, -0.026, -0.553, 0.171, -0.120,
        -0.177, -0.102,
    ],
};

/// P(exact code).
const EXACT: Confidence = Confidence {
    bias: -1.582,
    weights: [
        0.824, 0.316, -0.116, 1.924, -0.431, 0.381, 0.406, -1.615, 0.114, -1.626, 2.133, -0.748, 0.994, -0.284, -0.124,
        0.219, -0.188, -1.564, -0.635, 0.534, 0.376, 0.283, 1.005, -0.884, -0.662, -0.169, -0.876, -0.710, 0.201,
        -0.603, -0.237, 0.094, -0.026, -0.073, 0.796, -0.012, -0.139, -0.312, 0.363, 0.016, 0.135, -0.133, -0.405,
        -0.076,
    ],
};

/// P(analyte) of a curated name.
const CURATED_ANALYTE: Confidence<CURATED_SIGNALS> = Confidence {
    bias: 1.838,
    weights: [
        -0.313, 0.751, 0.330, 0.126, -0.210, 0.299, -0.515, 0.183, -0.104, -0.206, 0.357, 0.584, 1.076, 0.251, -0.622,
        -0.897, -0.012, 0.202, 0.205, -0.746, 0.573, 1.215, -0.097, 0.496,
    ],
};

/// P(exact code) of a curated name.
const CURATED_EXACT: Confidence<CURATED_SIGNALS> = Confidence {
    bias: 1.470,
    weights: [
        0.028, 0.682, -0.067, 0.148, -0.334, -0.569, -0.729, -0.106, 0.059, -0.236, 0.306, -0.238, 2.200, -0.283,
        0.053, -0.805, -0.758, -0.863, 0.939, -0.436, 0.390, -0.148, 0.020, -0.073,
    ],
};

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.915;

/// Below this P(analyte) nothing fits at all.
pub(crate) const HOPELESS: f32 = 0.5;
