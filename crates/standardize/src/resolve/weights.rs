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
    Curated = -0.216,
    /// The long common name itself.
    LongName = 2.140,
    /// The whole component.
    Component = 0.165,
    /// The component before its challenge.
    Analyte = 0.174,
    /// A designation.
    Designation = 0.345,
    /// How near the nearest printed form is.
    Cosine = 3.806,
    /// The same, where only words led to the code.
    CosineAlone = 4.003,
    /// Only words led to the code.
    WordsAlone = -3.718,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -1.243,
    /// The part of the designation's codes that have this analyte.
    Share = 0.812,
    /// What was dropped from the name to find it.
    Cost = -0.271,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -3.484,
    /// Words among them that the vocabulary knows, so that they must mean something.
    UnexplainedKnown = 0.0,
    /// The part of the name's words that the code's own texts hold.
    Covered = 1.380,
    /// Words of the analyte that the name does not hold.
    Unasked = -0.124,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 0.742,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -0.958,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -2.262,
    /// The component is a ratio and the name says none.
    RatioUnasked = -0.152,
    /// The name says ratio and the code is none.
    RatioMissing = -0.452,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -0.825,
    /// The challenge is the stated one.
    ChallengeAgrees = 1.239,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -1.283,
    /// The stated specimen agrees.
    SpecimenAgrees = 4.366,
    /// The stated specimen does not.
    SpecimenDiffers = -0.516,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 0.649,
    /// The unit fits the property.
    UnitAgrees = 1.056,
    /// The unit's most usual property.
    UnitFirst = 0.743,
    /// The unit contradicts the property.
    UnitDiffers = -1.619,
    /// The unit is one of the code's examples.
    UnitExample = 1.525,
    /// The quantity word fits.
    KindAgrees = 1.196,
    /// The quantity word does not.
    KindDiffers = -1.177,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 0.971,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.058,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.0,
    /// It does not.
    ScaleDiffers = -3.0,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = -0.565,
    /// The time is the stated one.
    TimeAgrees = 1.462,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -1.004,
    /// The code has no method.
    Methodless = 0.524,
    /// The method is the stated one.
    MethodAgrees = 3.401,
    /// A method is stated and the code has another.
    MethodDiffers = 0.933,
    /// Commonness.
    Tier = 3.752,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.490,
    /// A panel that was not asked for.
    PanelUnasked = -1.025,
    /// A panel that was asked for.
    PanelAgrees = 0.503,
    /// Panel asked for, and this is none.
    PanelMissing = -0.503,
    /// Susceptibility, which names must ask for.
    Susceptibility = 0.907,
    /// An allergy test's antibody.
    Allergy = 0.765,
    /// A long component.
    ComponentLength = 0.080,
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
    bias: -2.561,
    weights: [
        3.434, 1.011, 0.128, 0.841, 0.217, -0.422, -0.571, -0.599, 0.410, 0.179, -0.351, 0.446, 0.809, -1.371, -0.062,
        0.670, -0.165, -1.286, -0.769, 0.763, 0.104, 1.628, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    ],
};

/// P(exact code).
pub(crate) const EXACT: Confidence = Confidence {
    bias: -1.760,
    weights: [
        0.955, -0.277, -0.587, 1.416, -0.083, -0.162, -0.767, -0.355, 0.575, -0.762, 2.459, -0.265, 0.769, -1.259,
        -0.224, 0.518, 0.278, -1.356, -0.842, 0.676, -0.084, 1.013, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    ],
};

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.85;

/// Below this P(analyte) nothing fits at all.
pub(crate) const HOPELESS: f32 = 0.35;
