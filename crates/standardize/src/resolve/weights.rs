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
    Curated = 6.0,
    /// The long common name itself.
    LongName = 6.0,
    /// The whole component.
    Component = 3.0,
    /// The component before its challenge.
    Analyte = 2.0,
    /// A designation.
    Designation = 1.0,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -1.0,
    /// The part of the designation's codes that have this analyte.
    Share = 1.5,
    /// What was dropped from the name to find it.
    Cost = -2.0,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -3.0,
    /// The part of the name's words that the code's own texts hold.
    Covered = 1.5,
    /// Words of the analyte that the name does not hold.
    Unasked = -1.5,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 1.0,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -3.0,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -1.5,
    /// The component is a ratio and the name says none.
    RatioUnasked = -1.5,
    /// The name says ratio and the code is none.
    RatioMissing = -1.0,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -3.0,
    /// The challenge is the stated one.
    ChallengeAgrees = 3.0,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -2.0,
    /// The stated specimen agrees.
    SpecimenAgrees = 2.5,
    /// The stated specimen does not.
    SpecimenDiffers = -3.0,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 2.0,
    /// The unit fits the property.
    UnitAgrees = 2.5,
    /// The unit's most usual property.
    UnitFirst = 0.5,
    /// The unit contradicts the property.
    UnitDiffers = -4.0,
    /// The unit is one of the code's examples.
    UnitExample = 1.0,
    /// The quantity word fits.
    KindAgrees = 1.5,
    /// The quantity word does not.
    KindDiffers = -1.5,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 0.5,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.5,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.0,
    /// It does not.
    ScaleDiffers = -4.0,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = 0.5,
    /// The time is the stated one.
    TimeAgrees = 2.0,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -3.0,
    /// The code has no method.
    Methodless = 1.0,
    /// The method is the stated one.
    MethodAgrees = 1.5,
    /// A method is stated and the code has another.
    MethodDiffers = -1.0,
    /// Commonness.
    Tier = 2.5,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.5,
    /// A panel that was not asked for.
    PanelUnasked = -4.0,
    /// A panel that was asked for.
    PanelAgrees = 2.0,
    /// Panel asked for, and this is none.
    PanelMissing = -2.0,
    /// Susceptibility, which names must ask for.
    Susceptibility = -1.0,
    /// An allergy test's antibody.
    Allergy = 0.0,
    /// A long component.
    ComponentLength = -0.5,
}

/// How sure the answer's analyte is, from what is known of the ranking: weights of a logistic.
pub(crate) struct Confidence {
    pub(crate) bias: f32,
    pub(crate) weights: [f32; SIGNALS],
}

/// What the confidence looks at; see `decide::signals`.
pub(crate) const SIGNALS: usize = 12;

/// P(analyte).
pub(crate) const ANALYTE: Confidence =
    Confidence { bias: -1.0, weights: [3.0, 1.0, 2.0, 2.0, 1.0, 0.5, -1.0, -3.0, 1.0, -1.0, 0.5, 0.3] };

/// P(exact code).
pub(crate) const EXACT: Confidence =
    Confidence { bias: -2.0, weights: [1.0, 0.5, 2.0, 2.0, 1.0, 0.5, -1.0, -2.0, 0.5, -1.0, 2.0, 0.3] };

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.80;
