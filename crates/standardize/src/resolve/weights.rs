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
    Curated = -0.764,
    /// The long common name itself.
    LongName = 2.143,
    /// The whole component.
    Component = -0.149,
    /// The component before its challenge.
    Analyte = 0.490,
    /// A designation.
    Designation = 0.580,
    /// How near the nearest printed form is.
    Cosine = 3.567,
    /// The same, where only words led to the code.
    CosineAlone = 3.902,
    /// Only words led to the code.
    WordsAlone = -3.495,
    /// How many codes the designation has (log, of the smallest).
    PostingSize = -1.221,
    /// The part of the designation's codes that have this analyte.
    Share = 0.751,
    /// What was dropped from the name to find it.
    Cost = -0.413,
    /// The part of the name's words that the form and the code leave unexplained.
    Unexplained = -2.048,
    /// Words among them that the vocabulary knows, so that they must mean something.
    UnexplainedKnown = -2.648,
    /// The part of the name's words that the code's own texts hold.
    Covered = 1.196,
    /// Words of the analyte that the name does not hold.
    Unasked = -0.342,
    /// The part of the analyte's words that the name holds.
    AnalyteCovered = 0.671,
    /// Numbers, classes and letters of the name that the code lacks.
    MarkerMissing = -0.733,
    /// Numbers, classes and letters of the analyte that the name lacks.
    MarkerExtra = -2.258,
    /// The component is a ratio and the name says none.
    RatioUnasked = -0.176,
    /// The name says ratio and the code is none.
    RatioMissing = -0.568,
    /// The code has a challenge the name does not state.
    ChallengeUnasked = -0.940,
    /// The challenge is the stated one.
    ChallengeAgrees = 1.198,
    /// The name states a challenge and the code has none.
    ChallengeMissing = -1.294,
    /// The stated specimen agrees.
    SpecimenAgrees = 4.368,
    /// The stated specimen does not.
    SpecimenDiffers = -0.446,
    /// No specimen is stated: how usual the code's is.
    SpecimenUsual = 0.686,
    /// The unit fits the property.
    UnitAgrees = 1.343,
    /// The unit's most usual property.
    UnitFirst = 0.605,
    /// The unit contradicts the property.
    UnitDiffers = -1.292,
    /// The unit is one of the code's examples.
    UnitExample = 1.523,
    /// The quantity word fits.
    KindAgrees = 1.193,
    /// The quantity word does not.
    KindDiffers = -1.174,
    /// No unit, a language that mostly reports moles, and the code is in moles.
    MolesUsual = 0.940,
    /// No unit, a language that mostly reports mass, and the code is in mass.
    MassUsual = 0.065,
    /// The value's kind fits the scale.
    ScaleAgrees = 1.0,
    /// It does not.
    ScaleDiffers = -3.0,
    /// The scale is a number and nothing says otherwise.
    ScaleNumber = -0.553,
    /// The time is the stated one.
    TimeAgrees = 1.253,
    /// It is not, or is unusual and not stated.
    TimeDiffers = -1.109,
    /// The code has no method.
    Methodless = 0.521,
    /// The method is the stated one.
    MethodAgrees = 3.384,
    /// A method is stated and the code has another.
    MethodDiffers = 0.918,
    /// Commonness.
    Tier = 3.690,
    /// The commonest of its analyte among the candidates.
    TierBest = 0.508,
    /// A panel that was not asked for.
    PanelUnasked = -1.065,
    /// A panel that was asked for.
    PanelAgrees = 0.490,
    /// Panel asked for, and this is none.
    PanelMissing = -0.489,
    /// Susceptibility, which names must ask for.
    Susceptibility = 0.839,
    /// An allergy test's antibody.
    Allergy = 0.660,
    /// A long component.
    ComponentLength = 0.218,
    /// The part of the weight of the name's words that code and form explain.
    CoveredWeight = 0.0,
    /// The part of the weight of the analyte's words that the name holds.
    AnalyteWeight = 0.0,
    /// A unit is printed that nobody reads, and the code is a number.
    UnreadNumber = 0.0,
    /// Nothing is printed of the unit, and the code is a mass concentration.
    PlainMass = 0.0,
    /// Nothing is printed of the unit, and the code is a molar concentration.
    PlainMoles = 0.0,
    /// Nothing is printed of the unit, and the code is in arbitrary units.
    PlainArbitrary = 0.0,
    /// Nothing is printed of the unit, and the code is an enzyme's activity.
    PlainActivity = 0.0,
    /// Nothing is printed of the unit, and the code is a count.
    PlainCount = 0.0,
    /// Nothing is printed of the unit, and the code is a fraction.
    PlainFraction = 0.0,
    /// Nothing is printed of the unit, and the code is a presence.
    PlainPresence = 0.0,
    /// Nothing is printed of the unit, and the code is a titre.
    PlainTitre = 0.0,
    /// Nothing is printed of the unit, and the code is a ratio.
    PlainRatio = 0.0,
    /// Nothing is printed of the unit, and the code is an amount per time.
    PlainRate = 0.0,
    /// Nothing is printed of the unit, and the code is a finding.
    PlainFinding = 0.0,
    /// Nothing is printed of the unit, and the code is ordinal.
    PlainOrdinal = 0.0,
    /// Nothing is printed of the unit, and the code is nominal.
    PlainNominal = 0.0,
    /// Nothing is printed of the unit, and the code is a text.
    PlainNarrative = 0.0,
    /// No specimen is stated, and the code's is serum or plasma.
    UnsaidSerum = 0.0,
    /// No specimen is stated, and the code's is blood.
    UnsaidBlood = 0.0,
    /// No specimen is stated, and the code's is urine.
    UnsaidUrine = 0.0,
    /// No specimen is stated, and the code's is any site of an infection.
    UnsaidSite = 0.0,
    /// No specimen is stated, and the code's is any other.
    UnsaidOther = 0.0,
    /// No specimen is stated, and the code's is a body fluid.
    UnsaidFluid = 0.0,
    /// No specimen is stated, and the code's is the patient.
    UnsaidPatient = 0.0,
    /// No method is stated, and the code's is an automated count.
    MethodAutomated = 0.0,
    /// No method is stated, and the code's is a manual count.
    MethodManual = 0.0,
    /// No method is stated, and the code's is a test strip.
    MethodStrip = 0.0,
    /// No method is stated, and the code's is a calculation.
    MethodCalculated = 0.0,
    /// No method is stated, and the code's is an immunoassay.
    MethodImmunoassay = 0.0,
    /// No method is stated, and the code's is immune fluorescence.
    MethodFluorescence = 0.0,
    /// No method is stated, and the code's is microscopy.
    MethodMicroscopy = 0.0,
    /// No method is stated, and the code's is amplification.
    MethodProbe = 0.0,
    /// No method is stated, and the code's is screening or confirmation.
    MethodScreen = 0.0,
    /// No method is stated, and the code's is culture.
    MethodCulture = 0.0,
    /// The code's class: microbiology.
    ClassMicrobiology = 0.0,
    /// The code's class: susceptibility.
    ClassSusceptibility = 0.0,
    /// The code's class: drugs and toxicology.
    ClassDrug = 0.0,
    /// The code's class: cell markers.
    ClassCells = 0.0,
    /// The code's class: challenges.
    ClassChallenge = 0.0,
    /// The code's class: serology.
    ClassSerology = 0.0,
    /// The code's class: haematology.
    ClassHaematology = 0.0,
    /// The code's class: coagulation.
    ClassCoagulation = 0.0,
    /// The code's class: urinalysis.
    ClassUrinalysis = 0.0,
    /// The code's class: chemistry.
    ClassChemistry = 0.0,
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
    bias: -2.548,
    weights: [
        3.33, 1.24, -0.27, 0.85, 0.26, -0.34, -0.50, -0.58, 0.28, 0.40, -0.40, 0.48, 0.78, -1.57, -0.24, 0.39, -0.03,
        -1.18, -0.51, 0.71, 0.14, 1.76, 0.32, -1.28, -0.07, 0.07, -0.73, 0.26,
    ],
};

/// P(exact code).
const EXACT: Confidence = Confidence {
    bias: -1.869,
    weights: [
        0.86, -0.15, -0.24, 1.51, -0.13, -0.11, -0.77, -0.31, 0.53, -0.68, 2.37, -0.22, 0.84, -1.32, -0.32, 0.26, 0.30,
        -1.16, -0.66, 0.63, -0.01, 1.06, 0.37, -1.04, -0.25, -0.20, -0.35, 0.32,
    ],
};

/// Answers are given from this P(analyte) on.
pub(crate) const THRESHOLD: f32 = 0.85;

/// Below this P(analyte) nothing fits at all.
pub(crate) const HOPELESS: f32 = 0.35;
