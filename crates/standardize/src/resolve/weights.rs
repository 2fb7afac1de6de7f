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
        pub(crate) const WEIGHTS: [f32; Feature::COUNT] = [$($weight,)*];
    };
}

features! {
    /// A curated name leads to this code.
    Curated = -0.761,
    /// The long common name itself.
    LongName = 2.146,
    /// The whole component.
    Component = -0.152,
    /// The component before its challenge.
    Analyte = 0.490,
    /// A designation.
    Designation = 0.556,
    /// How near the nearest printed form is.
    Cosine = 3.632,
    /// The same, where only words led to the code.
    CosineAlone = 3.820,
    /// Only words led to the code.
    WordsAlone = -3.432,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -1.220,
    /// The part of the designation's codes that have this analyte.
    Share = 0.744,
    /// What was dropped from the name to find it.
    Cost = -0.382,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -2.052,
    /// Words among them that the vocabulary knows, so that they must mean something.
    UnexplainedKnown = -2.661,
    /// The part of the name's words that the code's own texts hold.
    Covered = 1.186,
    /// Words of the analyte that the name does not hold.
    Unasked = -0.343,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 0.686,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -0.736,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -2.254,
    /// The component is a ratio and the name says none.
    RatioUnasked = -0.175,
    /// The name says ratio and the code is none.
    RatioMissing = -0.569,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -0.941,
    /// The challenge is the stated one.
    ChallengeAgrees = 1.195,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -1.292,
    /// The stated specimen agrees.
    SpecimenAgrees = 4.371,
    /// The stated specimen does not.
    SpecimenDiffers = -0.446,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 0.679,
    /// The unit fits the property.
    UnitAgrees = 1.343,
    /// The unit's most usual property.
    UnitFirst = 0.605,
    /// The unit contradicts the property.
    UnitDiffers = -1.292,
    /// The unit is one of the code's examples.
    UnitExample = 1.524,
    /// The quantity word fits.
    KindAgrees = 1.193,
    /// The quantity word does not.
    KindDiffers = -1.175,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 0.937,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.065,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.0,
    /// It does not.
    ScaleDiffers = -3.0,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = -0.552,
    /// The time is the stated one.
    TimeAgrees = 1.252,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -1.109,
    /// The code has no method.
    Methodless = 0.522,
    /// The method is the stated one.
    MethodAgrees = 3.387,
    /// A method is stated and the code has another.
    MethodDiffers = 0.916,
    /// Commonness.
    Tier = 3.698,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.505,
    /// A panel that was not asked for.
    PanelUnasked = -1.063,
    /// A panel that was asked for.
    PanelAgrees = 0.491,
    /// Panel asked for, and this is none.
    PanelMissing = -0.490,
    /// Susceptibility, which names must ask for.
    Susceptibility = 0.844,
    /// An allergy test's antibody.
    Allergy = 0.677,
    /// A long component.
    ComponentLength = 0.213,
}

/// How sure the answer's analyte is, from what is known of the ranking: weights of a logistic.
pub(crate) struct Confidence {
    pub(crate) bias: f32,
    pub(crate) weights: [f32; SIGNALS],
}

/// What the confidence looks at; see `decide::signals`.
pub(crate) const SIGNALS: usize = 28;

/// P(analyte).
pub(crate) const ANALYTE: Confidence = Confidence {
    bias: -2.512,
    weights: [
        3.318, 1.265, -0.263, 0.849, 0.251, -0.345, -0.514, -0.567, 0.288, 0.383, -0.413, 0.476, 0.755, -1.567, -0.240,
        0.399, -0.024, -1.187, -0.512, 0.707, 0.140, 1.746, 0.301, -1.275, -0.073, 0.070, -0.734, 0.248,
    ],
};

/// P(exact code).
pub(crate) const EXACT: Confidence = Confidence {
    bias: -1.847,
    weights: [
        0.856, -0.144, -0.241, 1.514, -0.130, -0.114, -0.782, -0.313, 0.528, -0.689, 2.367, -0.221, 0.825, -1.323,
        -0.319, 0.259, 0.301, -1.154, -0.655, 0.633, -0.005, 1.059, 0.370, -1.043, -0.250, -0.205, -0.349, 0.318,
    ],
};

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.85;

/// Below this P(analyte) nothing fits at all.
pub(crate) const HOPELESS: f32 = 0.35;
