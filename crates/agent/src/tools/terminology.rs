//! The three tools of names and units: for anyone, on what they are given.

use std::str::FromStr;

use mirobody_standardize::{Options, Reading, inspect};
use mirobody_units::{Printed, Ucum, convert as converted, properties, read};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Declared, Needs, Output, ToolName,
    arguments::{MOST, schema},
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::doc_link_with_quotes, reason = "the texts are shown to clients, and these are JSON lists")]
pub(crate) struct Names {
    /// Names as printed, in any language, such as ["LDL-C", "血红蛋白"].
    #[schemars(length(min = 1, max = MOST))]
    names: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::doc_link_with_quotes, reason = "the texts are shown to clients, and these are JSON lists")]
pub(crate) struct Units {
    /// Units as printed, such as ["mg/dL", "毫摩尔每升", "次/分"].
    #[schemars(length(min = 1, max = MOST))]
    units: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conversion {
    /// The value, a decimal number.
    #[schemars(extend("type" = ["number", "string"]))]
    value: Value,
    /// Its unit as printed.
    from_unit: String,
    /// The unit wanted.
    to_unit: String,
    /// LOINC code of what was measured, such as 14749-6: needed between mass and moles.
    loinc_code: Option<String>,
}

pub(crate) fn resolve_indicator() -> Declared {
    Declared {
        tool: ToolName::ResolveIndicator,
        name: "resolve_indicator",
        title: "Names to LOINC",
        description: "Names of tests, as printed and in any language, to LOINC codes; all of them in one call. One \
            result for each name, in order: name, resolved, loinc (empty when unresolved), canonical (the LOINC long \
            common name), candidates (how many codes were weighed) and, when unresolved, reason. A name without a \
            code has no code: report it as unmatched and make none up. A group of tests, such as blood pressure, has \
            none either: ask which measurement is meant. Two names with one code are the same test.",
        schema: schema::<Names>(),
        needs: Needs::Nothing,
    }
}

pub(crate) fn convert_unit() -> Declared {
    Declared {
        tool: ToolName::ConvertUnit,
        name: "convert_unit",
        title: "Unit conversion",
        description: "A value in another unit, exactly: converted, from_ucum and to_ucum; or converted null and the \
            reason. Between mass and moles it needs loinc_code. [IU] and U are not the same and are not converted.",
        schema: schema::<Conversion>(),
        needs: Needs::Nothing,
    }
}

pub(crate) fn normalize_unit() -> Declared {
    Declared {
        tool: ToolName::NormalizeUnit,
        name: "normalize_unit",
        title: "Units to UCUM",
        description: "Units as printed, in any language, to UCUM. One result for each, in order: unit, ucum (empty \
            when it is not known) and family (the LOINC property, such as SCnc: values of one family can be \
            compared).",
        schema: schema::<Units>(),
        needs: Needs::Nothing,
    }
}

pub(crate) fn resolve(arguments: Names) -> Output {
    let results: Vec<Value> = arguments.names.iter().map(|name| resolved(name)).collect();
    Output::data(json!({"results": results}))
}

fn resolved(name: &str) -> Value {
    let reading = Reading { name: name.to_owned(), ..Reading::default() };
    let inspected = inspect(&reading, &Options::default());
    let decision = &inspected.decision;
    let loinc = decision.loinc.map(|loinc| loinc.to_string());
    let mut result = json!({
        "name": name,
        "resolved": loinc.is_some(),
        "loinc": loinc.clone().unwrap_or_default(),
        "canonical": decision.canonical.unwrap_or_default(),
        "candidates": inspected.candidates.len(),
    });
    if loinc.is_none() {
        result["reason"] = decision.reason.as_str().into();
    }
    result
}

pub(crate) fn normalize(arguments: Units) -> Output {
    let results: Vec<Value> = arguments.units.iter().map(|unit| normalized(unit)).collect();
    Output::data(json!({"results": results}))
}

fn normalized(printed: &str) -> Value {
    let (ucum, family) = match read(printed) {
        Printed::Known(unit) => (unit.as_str().to_owned(), properties(&unit).first().copied().unwrap_or_default()),
        Printed::None | Printed::Unknown | Printed::Competing(..) => (String::new(), ""),
    };
    json!({"unit": printed, "ucum": ucum, "family": family})
}

pub(crate) fn convert(arguments: Conversion) -> Output {
    let (from, to) = (read(&arguments.from_unit), read(&arguments.to_unit));
    let Some(value) = decimal(&arguments.value) else {
        return Output::refused("value: not a decimal number");
    };
    let loinc = arguments.loinc_code.as_deref().map(str::trim).filter(|code| !code.is_empty());
    let (number, reason) = match (&from, &to) {
        (Printed::Known(from), Printed::Known(to)) => match converted(value, from, to, loinc) {
            Ok(number) => (number_value(number), None),
            Err(error) => (Value::Null, Some(error.to_string())),
        },
        (Printed::Known(_), _) => (Value::Null, Some("to_unit is not a known unit".to_owned())),
        _ => (Value::Null, Some("from_unit is not a known unit".to_owned())),
    };
    let mut result = json!({"converted": number, "from_ucum": ucum(&from), "to_ucum": ucum(&to)});
    if let Some(reason) = reason {
        result["reason"] = reason.into();
    }
    Output::data(result)
}

fn ucum(printed: &Printed) -> Option<&str> {
    match printed {
        Printed::Known(unit) => Some(Ucum::as_str(unit)),
        _ => None,
    }
}

/// A number with the digits it was written with.
fn decimal(value: &Value) -> Option<Decimal> {
    let digits = value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned());
    Decimal::from_str(&digits).or_else(|_| Decimal::from_scientific(&digits)).ok()
}

/// A JSON number when that loses nothing, else its digits.
fn number_value(number: Decimal) -> Value {
    let digits = number.normalize().to_string();
    match serde_json::from_str::<serde_json::Number>(&digits) {
        Ok(number) if number.to_string() == digits => number.into(),
        _ => digits.into(),
    }
}
