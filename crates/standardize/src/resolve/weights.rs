//! The ranker's and the confidence's weights: one table each, fitted offline, read here as constants.

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
    Curated = -0.224,
    /// The long common name itself.
    LongName = 2.225,
    /// The whole component.
    Component = -0.514,
    /// The component before its challenge.
    Analyte = 0.772,
    /// A designation.
    Designation = 0.464,
    /// How near the nearest printed form is.
    Cosine = 2.484,
    /// The same, where only words led to the code.
    CosineAlone = 3.482,
    /// Only words led to the code.
    WordsAlone = -3.454,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -0.884,
    /// The part of the designation's codes that have this analyte.
    Share = 0.735,
    /// What was dropped from the name to find it.
    Cost = -0.649,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -2.023,
    /// Words among them that the vocabulary knows, so that they must mean something.
    UnexplainedKnown = -1.530,
    /// The part of the name's words that the code's own texts hold.
    Covered = 0.825,
    /// Words of the analyte that the name does not hold.
    Unasked = -1.014,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 2.146,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -0.709,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -2.281,
    /// The component is a ratio and the name says none.
    RatioUnasked = -0.288,
    /// The name says ratio and the code is none.
    RatioMissing = -1.261,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -1.194,
    /// The challenge is the stated one.
    ChallengeAgrees = 1.240,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -1.235,
    /// The stated specimen agrees.
    SpecimenAgrees = 4.565,
    /// The stated specimen does not.
    SpecimenDiffers = -0.477,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 1.552,
    /// The unit fits the property.
    UnitAgrees = 1.244,
    /// The unit's most usual property.
    UnitFirst = 0.515,
    /// The unit contradicts the property.
    UnitDiffers = -1.217,
    /// The unit is one of the code's examples.
    UnitExample = 1.561,
    /// The quantity word fits.
    KindAgrees = 1.266,
    /// The quantity word does not.
    KindDiffers = -1.255,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 1.546,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.041,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.0,
    /// It does not.
    ScaleDiffers = -3.0,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = -0.213,
    /// The time is the stated one.
    TimeAgrees = 1.350,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -0.981,
    /// The code has no method.
    Methodless = 0.626,
    /// The method is the stated one.
    MethodAgrees = 3.312,
    /// A method is stated and the code has another.
    MethodDiffers = 0.758,
    /// Commonness.
    Tier = 3.640,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.406,
    /// A panel that was not asked for.
    PanelUnasked = -0.849,
    /// A panel that was asked for.
    PanelAgrees = 0.649,
    /// Panel asked for, and this is none.
    PanelMissing = -0.648,
    /// Susceptibility, which names must ask for.
    Susceptibility = 0.165,
    /// An allergy test's antibody.
    Allergy = 0.024,
    /// A long component.
    ComponentLength = 0.821,
    /// The part of the weight of the name's words that code and form explain.
    CoveredWeight = 1.732,
    /// The part of the weight of the analyte's words that the name holds.
    AnalyteWeight = -1.246,
    /// A unit is printed that nobody reads, and the code is a number.
    UnreadNumber = 0.700,
    /// Nothing is printed of the unit, and the code is a mass concentration.
    PlainMass = -0.028,
    /// Nothing is printed of the unit, and the code is a molar concentration.
    PlainMoles = -0.651,
    /// Nothing is printed of the unit, and the code is in arbitrary units.
    PlainArbitrary = -0.005,
    /// Nothing is printed of the unit, and the code is an enzyme's activity.
    PlainActivity = 0.351,
    /// Nothing is printed of the unit, and the code is a count.
    PlainCount = -0.033,
    /// Nothing is printed of the unit, and the code is a fraction.
    PlainFraction = -0.044,
    /// Nothing is printed of the unit, and the code is a presence.
    PlainPresence = -1.071,
    /// Nothing is printed of the unit, and the code is a titre.
    PlainTitre = 0.084,
    /// Nothing is printed of the unit, and the code is a ratio.
    PlainRatio = 0.636,
    /// Nothing is printed of the unit, and the code is an amount per time.
    PlainRate = 0.330,
    /// Nothing is printed of the unit, and the code is a finding.
    PlainFinding = -0.093,
    /// Nothing is printed of the unit, and the code is ordinal.
    PlainOrdinal = 1.487,
    /// Nothing is printed of the unit, and the code is nominal.
    PlainNominal = 0.944,
    /// Nothing is printed of the unit, and the code is a text.
    PlainNarrative = 0.000,
    /// No specimen is stated, and the code's is serum or plasma.
    UnsaidSerum = -0.786,
    /// No specimen is stated, and the code's is blood.
    UnsaidBlood = -1.255,
    /// No specimen is stated, and the code's is urine.
    UnsaidUrine = -0.086,
    /// No specimen is stated, and the code's is any site of an infection.
    UnsaidSite = 0.430,
    /// No specimen is stated, and the code's is any other.
    UnsaidOther = -0.741,
    /// No specimen is stated, and the code's is a body fluid.
    UnsaidFluid = -1.356,
    /// No specimen is stated, and the code's is the patient.
    UnsaidPatient = -1.332,
    /// No method is stated, and the code's is an automated count.
    MethodAutomated = -0.713,
    /// No method is stated, and the code's is a manual count.
    MethodManual = -0.854,
    /// No method is stated, and the code's is a test strip.
    MethodStrip = -0.730,
    /// No method is stated, and the code's is a calculation.
    MethodCalculated = -0.358,
    /// No method is stated, and the code's is an immunoassay.
    MethodImmunoassay = 0.180,
    /// No method is stated, and the code's is immune fluorescence.
    MethodFluorescence = 0.696,
    /// No method is stated, and the code's is microscopy.
    MethodMicroscopy = 0.751,
    /// No method is stated, and the code's is amplification.
    MethodProbe = 0.553,
    /// No method is stated, and the code's is screening or confirmation.
    MethodScreen = 0.056,
    /// No method is stated, and the code's is culture.
    MethodCulture = -0.174,
    /// The code's class: microbiology.
    ClassMicrobiology = -0.557,
    /// The code's class: susceptibility.
    ClassSusceptibility = 0.031,
    /// The code's class: drugs and toxicology.
    ClassDrug = -0.764,
    /// The code's class: cell markers.
    ClassCells = 0.000,
    /// The code's class: challenges.
    ClassChallenge = -0.678,
    /// The code's class: serology.
    ClassSerology = -0.471,
    /// The code's class: haematology.
    ClassHaematology = -0.846,
    /// The code's class: coagulation.
    ClassCoagulation = -0.731,
    /// The code's class: urinalysis.
    ClassUrinalysis = -0.827,
    /// The code's class: chemistry.
    ClassChemistry = -0.903,
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
}

impl Model {
    /// The model in use.
    pub const FITTED: &Self = &Self { weights: WEIGHTS, analyte: ANALYTE, exact: EXACT };
}

/// How sure an answer is, from what is known of the ranking: a logistic.
#[derive(Debug, Clone, PartialEq)]
pub struct Confidence {
    /// Its bias.
    pub bias: f32,
    /// A weight for each signal.
    pub weights: [f32; SIGNALS],
}

/// What the confidence looks at; see `decide::signals`.
pub const SIGNALS: usize = 28;

/// P(analyte).
const ANALYTE: Confidence = Confidence {
    bias: -1.924,
    weights: [
        3.578, 1.079, -0.083, 1.013, 0.159, -0.369, -0.336, -0.898, 0.382, 0.316, -0.351, 0.296, 0.423, -1.400, -0.320,
        -0.036, -0.044, -1.017, -0.676, 0.677, -0.161, 1.302, 0.645, -1.601, -0.167, 0.045, -0.758, 0.226,
    ],
};

/// P(exact code).
const EXACT: Confidence = Confidence {
    bias: -1.176,
    weights: [
        1.129, -0.153, -0.414, 1.670, -0.274, -0.165, 0.072, -1.410, 0.571, -1.164, 2.261, -0.445, 0.438, -0.867,
        -0.214, -0.151, 0.362, -0.994, -0.994, 0.526, -0.306, 0.704, 0.750, -1.183, -0.666, -0.796, -0.667, -0.062,
    ],
};

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.85;

/// Below this P(analyte) nothing fits at all.
pub(crate) const HOPELESS: f32 = 0.35;
