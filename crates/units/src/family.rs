//! The family of quantity a unit belongs to: the coarse answer to "what is measured", shared with the name tables.

use crate::{
    amount::Quotient,
    shape::{MASS, Shape},
    tables,
    ucum::Ucum,
};

macro_rules! families {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)+) => {
        /// A family of quantities.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Family { $($(#[$doc])* $variant,)+ }

        impl Family {
            /// Every family.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name used in tables.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The family of a table name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

families! {
    /// Mass concentration: `mg/dL`.
    Mass = "mass",
    /// Substance concentration: `mmol/L`, `meq/L`.
    Moles = "moles",
    /// Number concentration: `10*9/L`.
    Count = "count",
    /// Number per microscopy field: `/[HPF]`.
    PerField = "perfield",
    /// A part of a whole: `%`, `L/L`.
    Fraction = "fraction",
    /// Enzyme activity, alone or per volume or mass: `U/L`, `ukat/L`.
    Catalytic = "catalytic",
    /// International and other arbitrary units: `[IU]/mL`, `[arb'U]/mL`, an index.
    Arbitrary = "arbitrary",
    /// A duration: `s`.
    Time = "time",
    /// A plain number or ratio: `1`, `{INR}`.
    Ratio = "ratio",
    /// Mass of one entity: `pg`.
    EntMass = "entmass",
    /// Volume of one entity: `fL`.
    EntVol = "entvol",
    /// Flow: `mL/min`, also per body surface.
    VolRate = "volrate",
    /// Pressure: `mm[Hg]`.
    Pressure = "pressure",
    /// Temperature: `Cel`.
    Temperature = "temperature",
    /// Length: `cm`.
    Length = "length",
    /// A mass: `kg`.
    MassOnly = "mass_only",
    /// An amount of substance: `mmol`.
    MolesOnly = "moles_only",
    /// A volume: `mL`.
    Volume = "volume",
    /// An area: `m2`.
    Area = "area",
    /// Something per time: `/min`.
    Frequency = "rate",
    /// Mass per time: `mg/(24.h)`.
    MassRate = "massrate",
    /// Substance per time: `mmol/(24.h)`.
    MolesRate = "molesrate",
    /// Mass per mass: `mg/g{creat}`.
    MassRatio = "massratio",
    /// Substance per substance: `mmol/mol`.
    MolesRatio = "molratio",
    /// Mass per substance or substance per mass: `mg/mmol{creat}`.
    MixedRatio = "massmolratio",
    /// Osmoles per mass or volume: `mosm/kg`.
    Osmolality = "osmolality",
    /// Mass per area: `kg/m2`.
    AreaMass = "areamass",
    /// Length per time: `mm/h`.
    Velocity = "velocity",
    /// Electric potential: `mV`.
    Potential = "potential",
    /// Energy: `kcal`.
    Energy = "energy",
    /// A plane angle: `deg`.
    Angle = "angle",
    /// A dilution: `{titer}`.
    Titer = "titer",
    /// The logarithm of a concentration: `{Log_copies}/mL`.
    Log = "log",
    /// Acidity: `[pH]`.
    Acidity = "acidity",
    /// Number of things: `{#}`, `{steps}`.
    Number = "number",
    /// Mass per area and time: `mg/m2/d`.
    AreaMassRate = "areamassrate",
    /// Volume per mass: `mL/kg`.
    VolumeContent = "volcontent",
    /// Number per mass: `10*6/kg`.
    NumberContent = "numcontent",
    /// Volume per pressure, of lungs and vessels: `mL/cm[H2O]`.
    Compliance = "compliance",
    /// Pressure per flow: `cm[H2O]/(L/s)`, `dyn.s/cm5`.
    Resistance = "resistance",
    /// Flow per pressure: `L/min/mm[Hg]`.
    Conductance = "conductance",
    /// Viscosity: `mPa.s`.
    Viscosity = "viscosity",
    /// A result on a scale of its own: `{score}`.
    Score = "score",
}

/// The family of a unit; none when the unit measures nothing this crate knows.
pub fn family(unit: &Ucum) -> Option<Family> {
    if let Some((family, _)) = tables::find(tables::PROPERTIES, unit.as_str()) {
        return Family::from_name(family);
    }
    classify(unit)
}

/// The family by what the unit expression says.
pub(crate) fn classify(unit: &Ucum) -> Option<Family> {
    if let Some(family) = by_name(unit.as_str()) {
        return Some(family);
    }
    let shape = Shape::of(unit)?;
    if let Named::As(family) = named(&shape) {
        return family;
    }
    if !shape.value.arbitrary.is_empty() {
        return arbitrary(&shape);
    }
    if shape.value.special.is_some() {
        return special(&shape);
    }
    proper(&shape, unit.as_str())
}

/// Units whose name says more than their dimension.
fn by_name(code: &str) -> Option<Family> {
    Some(match code {
        "pg" | "fg" => Family::EntMass,
        "fL" => Family::EntVol,
        "%" | "10*-3" | "[ppth]" | "[ppm]" | "[ppb]" => Family::Fraction,
        "{#}" | "{steps}" | "{count}" | "{counts}" | "{cells}" | "{copies}" => Family::Number,
        "{INR}" | "{s_co_ratio}" | "{M.o.M}" | "{ratio}" | "{Ratio}" | "1" => Family::Ratio,
        "{score}" | "{Zscore}" => Family::Score,
        "cP" | "P" | "mPa.s" | "Pa.s" => Family::Viscosity,
        _ if code.starts_with('%') => Family::Fraction,
        _ => return None,
    })
}

/// Whether a name decides the family.
enum Named {
    As(Option<Family>),
    ByDimension,
}

/// Units that are, or stand over, nothing but a name.
fn named(shape: &Shape) -> Named {
    let Some((name, power)) = shape.named.first() else { return Named::ByDimension };
    let lower = name.to_ascii_lowercase();
    Named::As(match lower.as_str() {
        "[hpf]" | "[lpf]" => (shape.dim == [0; 7]).then_some(Family::PerField),
        "feu" | "ddu" => Some(Family::Mass),
        "1.73_m2" | "tv" => return Named::ByDimension,
        _ if *power < 0 => return Named::ByDimension,
        "titer" => Some(Family::Titer),
        _ if lower.starts_with("log") => Some(Family::Log),
        _ if lower.contains("index") || lower == "coi" || lower.ends_with("'u") || lower == "ru" || lower == "bau" => {
            Some(Family::Arbitrary)
        }
        _ => None,
    })
}

fn arbitrary(shape: &Shape) -> Option<Family> {
    shape.value.arbitrary.iter().any(|(_, power)| *power > 0).then_some(Family::Arbitrary)
}

fn special(shape: &Shape) -> Option<Family> {
    if shape.dim == TEMPERATURE {
        return Some(Family::Temperature);
    }
    match shape.value.special.map(|term| term.unit.code) {
        Some("[pH]") => Some(Family::Acidity),
        _ => None,
    }
}

const TEMPERATURE: [i8; 7] = [0, 0, 0, 0, 1, 0, 0];

/// Families by exponents of length, time and mass, and of moles.
fn proper(shape: &Shape, code: &str) -> Option<Family> {
    if shape.osmoles != 0 {
        return Some(Family::Osmolality);
    }
    if shape.enzyme > 0 {
        return Some(Family::Catalytic);
    }
    let [length, time, mass, angle, temperature, charge, light] = shape.dim;
    if [angle, temperature, charge, light] != [0; 4] {
        return electric_or_angle(shape.dim);
    }
    let moles = shape.moles + shape.equivalents;
    let family = match (length, time, mass, moles) {
        (0, 0, 0, 0) => number(shape, code)?,
        (-3, 0, 1, 0) => Family::Mass,
        (-3, 0, 0, 1) => Family::Moles,
        (-3, 0, 0, 0) => Family::Count,
        (-3, -1, 0 | 1, 0 | 1) | (0, -1, -1, 1) => Family::Catalytic,
        (0, 1, 0, 0) => Family::Time,
        (0, -1, 0, 0) => Family::Frequency,
        (0, 0, 1, 0) => Family::MassOnly,
        (0, 0, 0, 1) => Family::MolesOnly,
        (0, -1, 1, 0) => Family::MassRate,
        (0, -1, 0, 1) => Family::MolesRate,
        (0, 0, -1, 1) | (0, 0, 1, -1) => Family::MixedRatio,
        (1, 0, 0, 0) => Family::Length,
        (2, 0, 0, 0) => Family::Area,
        (3, 0, 0, 0) => Family::Volume,
        (3 | 1, -1, 0, 0) if volume_over_time(code) => Family::VolRate,
        (3, -1, -1, 0) => Family::VolRate,
        (1, -1, 0, 0) => Family::Velocity,
        (-1, -2, 1, 0) => Family::Pressure,
        (-2, 0, 1, 0) => Family::AreaMass,
        (2, -2 | -3, 1, 0) => Family::Energy,
        (-2, -1, 1, 0) => Family::AreaMassRate,
        (3, 0, -1, 0) => Family::VolumeContent,
        (0, 0, -1, 0) => Family::NumberContent,
        (4, 2, -1, 0) => Family::Compliance,
        (-4, -1, 1, 0) => Family::Resistance,
        (4, 1, -1, 0) => Family::Conductance,
        _ => return None,
    };
    Some(family)
}

fn number(shape: &Shape, code: &str) -> Option<Family> {
    Some(match shape.quotient {
        Quotient::Mass => Family::MassRatio,
        Quotient::Moles => Family::MolesRatio,
        Quotient::Volume => Family::Fraction,
        Quotient::None if code.starts_with("/10") => Family::Fraction,
        Quotient::None if code.starts_with("10*") || code.contains("/10*") => Family::Number,
        Quotient::None => return (!code.contains('{')).then_some(Family::Ratio),
    })
}

/// `L/min/m2` has the dimension of a speed and is a flow.
fn volume_over_time(code: &str) -> bool {
    code.split('/').next().is_some_and(|over| over.ends_with('L') || over.ends_with("m3"))
}

fn electric_or_angle(dim: [i8; 7]) -> Option<Family> {
    match dim {
        TEMPERATURE => Some(Family::Temperature),
        [0, 0, 0, 1, 0, 0, 0] => Some(Family::Angle),
        [2, -2, 1, 0, 0, -1, 0] => Some(Family::Potential),
        _ => None,
    }
}

const _: () = assert!(MASS == 2, "the exponents are named by their place");
