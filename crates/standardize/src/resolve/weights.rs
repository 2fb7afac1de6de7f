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
    Curated = 0.063,
    /// The long common name itself.
    LongName = 2.537,
    /// The whole component.
    Component = -0.725,
    /// The component before its challenge.
    Analyte = 1.174,
    /// A designation.
    Designation = 1.282,
    /// How near the nearest printed form is.
    Cosine = 0.464,
    /// The same, where only words led to the code.
    CosineAlone = 4.056,
    /// Only words led to the code.
    WordsAlone = -3.519,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -0.862,
    /// The part of the designation's codes that have this analyte.
    Share = 0.614,
    /// What was dropped from the name to find it.
    Cost = -1.354,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -1.781,
    /// Words among them that the vocabulary knows, so that they must mean something.
    UnexplainedKnown = -0.602,
    /// The part of the name's words that the code's own texts hold.
    Covered = 1.197,
    /// Words of the analyte that the name does not hold.
    Unasked = -0.229,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 0.951,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -0.826,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -2.513,
    /// The component is a ratio and the name says none.
    RatioUnasked = -0.687,
    /// The name says ratio and the code is none.
    RatioMissing = -2.491,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -1.108,
    /// The challenge is the stated one.
    ChallengeAgrees = -1.019,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -1.871,
    /// The stated specimen agrees.
    SpecimenAgrees = 4.783,
    /// The stated specimen does not.
    SpecimenDiffers = -0.344,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 2.114,
    /// The unit fits the property.
    UnitAgrees = 1.102,
    /// The unit's most usual property.
    UnitFirst = 0.401,
    /// The unit contradicts the property.
    UnitDiffers = -1.070,
    /// The unit is one of the code's examples.
    UnitExample = 1.788,
    /// The quantity word fits.
    KindAgrees = 1.019,
    /// The quantity word does not.
    KindDiffers = -1.006,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 0.930,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.265,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.000,
    /// It does not.
    ScaleDiffers = -3.000,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = -0.007,
    /// The time is the stated one.
    TimeAgrees = 1.553,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -0.942,
    /// The code has no method.
    Methodless = 0.502,
    /// The method is the stated one.
    MethodAgrees = 3.554,
    /// A method is stated and the code has another.
    MethodDiffers = 0.274,
    /// Commonness.
    Tier = 3.215,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.436,
    /// A panel that was not asked for.
    PanelUnasked = -0.918,
    /// A panel that was asked for.
    PanelAgrees = 0.866,
    /// Panel asked for, and this is none.
    PanelMissing = -0.865,
    /// Susceptibility, which names must ask for.
    Susceptibility = -0.111,
    /// An allergy test's antibody.
    Allergy = -0.796,
    /// A long component.
    ComponentLength = 0.197,
    /// The part of the weight of the name's words that code and form explain.
    CoveredWeight = 3.688,
    /// The part of the weight of the analyte's words that the name holds.
    AnalyteWeight = -0.406,
    /// The most telling word that neither code nor form explains, as a part of the name's most telling one.
    TellingMissing = -0.300,
    /// A unit is printed that nobody reads, and the code is a number.
    UnreadNumber = 0.491,
    /// Nothing is printed of the unit, and the code is a mass concentration.
    PlainMass = -0.403,
    /// Nothing is printed of the unit, and the code is a molar concentration.
    PlainMoles = -0.433,
    /// Nothing is printed of the unit, and the code is in arbitrary units.
    PlainArbitrary = -0.467,
    /// Nothing is printed of the unit, and the code is an enzyme's activity.
    PlainActivity = -0.242,
    /// Nothing is printed of the unit, and the code is a count.
    PlainCount = 0.010,
    /// Nothing is printed of the unit, and the code is a fraction.
    PlainFraction = 0.496,
    /// Nothing is printed of the unit, and the code is a presence.
    PlainPresence = -0.742,
    /// Nothing is printed of the unit, and the code is a titre.
    PlainTitre = -0.083,
    /// Nothing is printed of the unit, and the code is a ratio.
    PlainRatio = 0.432,
    /// Nothing is printed of the unit, and the code is an amount per time.
    PlainRate = 0.146,
    /// Nothing is printed of the unit, and the code is a finding.
    PlainFinding = 0.363,
    /// Nothing is printed of the unit, and the code is ordinal.
    PlainOrdinal = 1.048,
    /// Nothing is printed of the unit, and the code is nominal.
    PlainNominal = 0.254,
    /// No specimen is stated, and the code's is serum or plasma.
    UnsaidSerum = -1.035,
    /// No specimen is stated, and the code's is blood.
    UnsaidBlood = -1.426,
    /// No specimen is stated, and the code's is urine.
    UnsaidUrine = -0.169,
    /// No specimen is stated, and the code's is any site of an infection.
    UnsaidSite = 0.337,
    /// No specimen is stated, and the code's is any other.
    UnsaidOther = -0.552,
    /// No specimen is stated, and the code's is a body fluid.
    UnsaidFluid = -1.434,
    /// No specimen is stated, and the code's is the patient.
    UnsaidPatient = -1.521,
    /// No method is stated, and the code's is an automated count.
    MethodAutomated = -0.482,
    /// No method is stated, and the code's is a manual count.
    MethodManual = -0.269,
    /// No method is stated, and the code's is a test strip.
    MethodStrip = -0.647,
    /// No method is stated, and the code's is a calculation.
    MethodCalculated = -0.368,
    /// No method is stated, and the code's is an immunoassay.
    MethodImmunoassay = 0.019,
    /// No method is stated, and the code's is immune fluorescence.
    MethodFluorescence = 0.368,
    /// No method is stated, and the code's is microscopy.
    MethodMicroscopy = 0.884,
    /// No method is stated, and the code's is amplification.
    MethodProbe = 0.235,
    /// No method is stated, and the code's is screening or confirmation.
    MethodScreen = -0.170,
    /// No method is stated, and the code's is culture.
    MethodCulture = -0.253,
    /// The code's class: microbiology.
    ClassMicrobiology = -0.801,
    /// The code's class: susceptibility.
    ClassSusceptibility = -0.236,
    /// The code's class: drugs and toxicology.
    ClassDrug = -1.080,
    /// The code's class: challenges.
    ClassChallenge = -1.185,
    /// The code's class: serology.
    ClassSerology = -0.841,
    /// The code's class: haematology.
    ClassHaematology = -0.695,
    /// The code's class: coagulation.
    ClassCoagulation = -0.754,
    /// The code's class: urinalysis.
    ClassUrinalysis = -0.800,
    /// The code's class: chemistry.
    ClassChemistry = -0.821,
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
pub const SIGNALS: usize = 30;

/// P(analyte).
const ANALYTE: Confidence = Confidence {
    bias: -1.951,
    weights: [
        3.031, 1.947, 0.239, 1.213, 0.035, 0.022, -0.128, -1.776, -0.157, -0.024, -0.271, 0.353, 0.504, -0.979, -0.178,
        0.336, -0.134, -0.999, -0.431, 0.593, 0.036, 0.856, 1.058, -1.198, -0.365, 0.281, -0.967, -0.728, 0.0, 0.0,
    ],
};

/// P(exact code).
const EXACT: Confidence = Confidence {
    bias: -1.739,
    weights: [
        1.076, 0.197, -0.467, 1.901, 0.001, 0.221, 0.072, -1.542, -0.203, -1.460, 2.276, -0.456, 0.612, -0.246, -0.073,
        0.533, -0.011, -1.235, -0.610, 0.451, 0.478, 0.621, 0.776, -1.006, -0.805, -0.444, -0.552, -0.705, 0.0, 0.0,
    ],
};

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.85;

/// Below this P(analyte) nothing fits at all.
pub(crate) const HOPELESS: f32 = 0.35;
