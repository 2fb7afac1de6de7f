//! The tools, declared once: for MCP, for the agent and for checking what they are called with.
//!
//! True here: a schema is made from the type its arguments are read into, once a process, flat and closed; the order is
//! always the same; no argument names a person; a call never fails, a fault is an answer too. Must not be here: a
//! protocol, or who may call.

mod absent;
mod arguments;
mod check;
mod complaint;
mod gate;
mod output;
mod readings;
mod report;
mod terminology;

use std::sync::LazyLock;

use jiff::Timestamp;
use mirobody_query::Embedder;
use mirobody_store::{Scope, Store};
use serde_json::{Map, Value};

pub(crate) use check::checked;
pub use gate::{Holds, Needs};
pub use output::Output;

use crate::governance::contained;

/// Which tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolName {
    /// Readings of the record.
    QueryHealthIndicators,
    /// Medication plans, doses and courses of the record.
    QueryMedications,
    /// Genotypes of the record.
    QueryGeneticData,
    /// Drugs and genes against the genotypes of the record.
    QueryPharmacogenomics,
    /// Names to LOINC codes.
    ResolveIndicator,
    /// A value in another unit.
    ConvertUnit,
    /// Printed units to UCUM.
    NormalizeUnit,
    /// A reading to FHIR.
    StandardizeReading,
    /// A sentence to ICPC-3.
    StandardizeComplaint,
    /// A document to FHIR.
    StandardizeReport,
}

/// A tool as it is offered.
#[derive(Debug)]
pub struct Declared {
    /// Which it is.
    pub tool: ToolName,
    /// Its name on the wire.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is for, and what its answer means.
    pub description: &'static str,
    /// JSON Schema of its arguments: flat and closed.
    pub schema: Map<String, Value>,
    /// What there must be for it to be of use.
    pub needs: Needs,
}

static TOOLS: LazyLock<Vec<Declared>> = LazyLock::new(|| {
    vec![
        readings::declared(),
        absent::medications(),
        absent::genetic_data(),
        absent::pharmacogenomics(),
        terminology::resolve_indicator(),
        terminology::convert_unit(),
        terminology::normalize_unit(),
        report::reading(),
        complaint::declared(),
        report::declared(),
    ]
});

/// Every tool, in the order it is offered.
pub fn all() -> &'static [Declared] {
    &TOOLS
}

/// The tool of that name.
pub fn find(name: &str) -> Option<&'static Declared> {
    all().iter().find(|declared| declared.name == name)
}

/// The record a tool is called on.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// Where it is.
    pub store: &'a Store,
    /// Whose it is.
    pub scope: &'a Scope,
    /// The moment of the call.
    pub now: Timestamp,
    /// What tells names by their meaning, where that is configured.
    pub embedder: Option<&'a dyn Embedder>,
}

impl Declared {
    /// Whether it reads a record.
    pub fn needs_record(&self) -> bool {
        matches!(self.needs, Needs::Readings | Needs::Medications | Needs::Genotypes)
    }

    /// The arguments as the tool will read them, when they fit.
    pub(crate) fn fitting(&self, arguments: &Map<String, Value>) -> Option<Map<String, Value>> {
        checked(&self.schema, arguments).ok()
    }

    /// Calls a tool that reads the record. A panic in it is an answer too.
    pub async fn call(&self, record: Record<'_>, arguments: &Map<String, Value>) -> Output {
        contained(Box::pin(self.called(record, arguments)), Output::fault).await
    }

    async fn called(&self, record: Record<'_>, arguments: &Map<String, Value>) -> Output {
        let arguments = match checked(&self.schema, arguments) {
            Ok(arguments) => arguments,
            Err(reason) => return Output::refused(reason),
        };
        match self.tool {
            ToolName::QueryHealthIndicators => readings::call(record, &arguments).await,
            ToolName::QueryMedications => absent::no_medications(&arguments),
            ToolName::QueryGeneticData => absent::no_genotypes(absent::GENETIC_DATA),
            ToolName::QueryPharmacogenomics => absent::no_genotypes(absent::PHARMACOGENOMICS),
            _ => self.worked_out(arguments),
        }
    }

    /// Calls a tool that needs no record. It may take a while: a document is read in it.
    pub fn call_here(&self, arguments: &Map<String, Value>) -> Output {
        match checked(&self.schema, arguments) {
            Ok(arguments) => self.worked_out(arguments),
            Err(reason) => Output::refused(reason),
        }
    }

    fn worked_out(&self, arguments: Map<String, Value>) -> Output {
        let arguments = Value::Object(arguments);
        match self.tool {
            ToolName::ResolveIndicator => output::of(arguments, terminology::resolve),
            ToolName::ConvertUnit => output::of(arguments, terminology::convert),
            ToolName::NormalizeUnit => output::of(arguments, terminology::normalize),
            ToolName::StandardizeReading => output::of(arguments, report::standardize_reading),
            ToolName::StandardizeComplaint => output::of(arguments, complaint::standardize),
            ToolName::StandardizeReport => output::of(arguments, report::standardize),
            _ => Output::unavailable(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(name: &str, arguments: Value) -> Output {
        find(name).unwrap().call_here(arguments.as_object().unwrap())
    }

    #[test]
    fn every_schema_is_flat_closed_and_names_nobody() {
        for declared in all() {
            assert_eq!(declared.schema["additionalProperties"], false, "{}", declared.name);
            for (name, property) in declared.schema["properties"].as_object().unwrap() {
                assert!(!["user", "user_id", "user_info", "member"].contains(&name.as_str()));
                let flat = property["type"].is_string() || property["type"] == json!(["number", "string"]);
                assert!(flat && property["description"].is_string(), "{}.{name}: {property}", declared.name);
                assert!(property.get("default").is_none() && property.get("$ref").is_none());
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_by_the_name_of_the_parameter() {
        for (tool, arguments, reason) in [
            ("resolve_indicator", json!({}), "names: required"),
            ("resolve_indicator", json!({"names": []}), "names: at least 1"),
            ("resolve_indicator", json!({"names": [3]}), "names: not a list of texts"),
            ("resolve_indicator", json!({"names": ["a"], "x": 1}), "x: unknown parameter"),
            ("convert_unit", json!({"value": 100}), "from_unit: required"),
            ("convert_unit", json!({"value": [], "from_unit": "g", "to_unit": "mg"}), "value: not a number or text"),
            ("standardize_report", json!({"text": "a", "path": "b"}), "path: give text or path, not both"),
            ("standardize_report", json!({}), "text: give text or path"),
        ] {
            let output = call(tool, arguments.clone());
            assert!(output.failed, "{tool} {arguments}");
            let wanted = format!("error (invalid_arguments): {reason}. Fix the arguments and try once more.");
            assert_eq!(output.text, wanted, "{tool} {arguments}");
        }
    }

    #[test]
    fn a_name_becomes_a_code_and_a_group_of_tests_does_not() {
        let output = call("resolve_indicator", json!({"names": ["血红蛋白", "blood pressure", "zz unheard of thing"]}));
        let results = &output.structured["results"];
        assert_eq!((&results[0]["loinc"], &results[0]["resolved"]), (&json!("718-7"), &json!(true)));
        assert!(results[0]["candidates"].as_u64().unwrap() > 1);
        assert_eq!((&results[1]["resolved"], &results[1]["loinc"]), (&json!(false), &json!("")));
        assert_eq!(results[2]["name"], "zz unheard of thing");
        assert!(!output.failed);
    }

    #[test]
    fn units_are_read_and_converted_exactly_or_refused() {
        let output = call("normalize_unit", json!({"units": ["mg/dL", "毫摩尔每升", "zzz"]}));
        let units: Vec<_> = output.structured["results"].as_array().unwrap().iter().map(|row| &row["ucum"]).collect();
        assert_eq!(units, ["mg/dL", "mmol/L", ""]);
        assert_eq!(output.structured["results"][1]["family"], "SCnc");
        let glucose = json!({"value": "5.40", "from_unit": "mmol/l", "to_unit": "mg/dL", "loinc_code": "14749-6"});
        assert_eq!(call("convert_unit", glucose.clone()).structured["converted"], 97.2864);
        let without = json!({"value": 5.4, "from_unit": "mmol/l", "to_unit": "mg/dL"});
        let refused = call("convert_unit", without);
        assert!(refused.structured["converted"].is_null() && refused.structured["reason"].is_string(), "{refused:?}");
    }

    #[test]
    fn a_reading_a_complaint_and_a_document_become_codes() {
        let reading = call("standardize_reading", json!({"name": "血红蛋白", "value": "13.5", "unit": "g/dL"}));
        assert_eq!(reading.structured["observations"][0]["resourceType"], "Observation");
        assert!(reading.text.contains("718-7"));
        let complaint = call("standardize_complaint", json!({"text": "headache for three days, no fever"}));
        assert_eq!(complaint.structured["complaints"][0]["status"], "affirmed");
        assert_eq!(complaint.structured["complaints"][1]["status"], "negated");
        let report = call("standardize_report", json!({"text": "Hemoglobin 13.5 g/dL 12.0-16.0\nCRP < 0.5 mg/L"}));
        assert_eq!((&report.structured["coded"], &report.structured["of"]), (&json!(2), &json!(2)), "{report:?}");
        let missing = call("standardize_report", json!({"path": "/no/such/file"}));
        assert!(missing.failed && missing.text.starts_with("error (unavailable): "), "{missing:?}");
    }
}
