//! The tools of data that no record holds yet: medications and genotypes. They stand with their schemas and their
//! gating, and answer that nothing is recorded.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Declared, Needs, Output, ToolName, arguments::schema};

/// What every answer about a plan says.
const PLAN: &str = "a plan is what the person intends to take; it is not a record of doses taken";
/// What every answer about doses says.
const LOG: &str = "a missing dose is not evidence that it was not taken";
/// What every answer about genotypes says.
const UNTYPED: &str = "a site that was not typed says nothing about the allele";

pub(crate) const GENETIC_DATA: &str = "query_genetic_data";
pub(crate) const PHARMACOGENOMICS: &str = "query_pharmacogenomics";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the schema is made from it")]
struct Medications {
    /// plan: what is intended; log: the doses recorded; history: the courses and why each closed. plan when left out.
    #[schemars(extend("enum" = ["plan", "log", "history"]))]
    view: Option<String>,
    /// Names of medications, in any language.
    #[schemars(length(max = 20))]
    keywords: Option<Vec<String>>,
    /// First day, YYYY-MM-DD, in the person's own time zone, inclusive. log defaults to the last 30 days.
    start: Option<String>,
    /// Last day, YYYY-MM-DD, inclusive.
    end: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the schema is made from it")]
struct Genotypes {
    /// dbSNP identifiers, such as rs4988235.
    #[schemars(length(max = 50))]
    rsids: Option<Vec<String>>,
    /// A gene, such as CYP2C19.
    gene: Option<String>,
    /// A chromosome, beside start, end and build: 1 to 22, X, Y or MT.
    chromosome: Option<String>,
    /// First position of the region, from 1.
    #[schemars(range(min = 1))]
    start: Option<i64>,
    /// Last position of the region, inclusive.
    #[schemars(range(min = 1))]
    end: Option<i64>,
    /// What the positions count on; raw reads the file's own coordinates.
    #[schemars(extend("enum" = ["GRCh37", "GRCh38", "raw"]))]
    build: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the schema is made from it")]
struct Pharmacogenomics {
    /// Names of drugs. With neither drugs nor genes: those of the person's plans.
    #[schemars(length(max = 10))]
    drugs: Option<Vec<String>>,
    /// Genes, such as CYP2D6.
    #[schemars(length(max = 10))]
    genes: Option<Vec<String>>,
}

pub(crate) fn medications() -> Declared {
    Declared {
        tool: ToolName::QueryMedications,
        name: "query_medications",
        title: "Medications",
        description: "Reads the person's own medications: plan (what they intend to take, in effect at some point in \
            the window), log (doses recorded in the window), history (courses, and why each closed). A plan is not a \
            record of doses taken, and a missing dose is not evidence that it was not taken.",
        schema: schema::<Medications>(),
        needs: Needs::Medications,
    }
}

pub(crate) fn genetic_data() -> Declared {
    Declared {
        tool: ToolName::QueryGeneticData,
        name: GENETIC_DATA,
        title: "Genotypes",
        description: "Reads the person's own genotype file by rsids, by gene, or by region (chromosome, start, end \
            and build). With none of them it describes the file. A site that was not typed says nothing about the \
            allele.",
        schema: schema::<Genotypes>(),
        needs: Needs::Genotypes,
    }
}

pub(crate) fn pharmacogenomics() -> Declared {
    Declared {
        tool: ToolName::QueryPharmacogenomics,
        name: PHARMACOGENOMICS,
        title: "Drugs and genes",
        description: "Checks which CPIC drug and gene pairs concern the person's own genotypes, and how many of the \
            sites that matter were typed. With neither drugs nor genes it takes those of the person's plans. It gives \
            no dose and no advice.",
        schema: schema::<Pharmacogenomics>(),
        needs: Needs::Genotypes,
    }
}

pub(crate) fn no_medications(arguments: &Map<String, Value>) -> Output {
    let view = arguments.get("view").and_then(Value::as_str).unwrap_or("plan");
    let assumption = if view == "log" { LOG } else { PLAN };
    nothing(view, "no medication is recorded", assumption)
}

pub(crate) fn no_genotypes(tool: &'static str) -> Output {
    let view = if tool == GENETIC_DATA { "profile" } else { "pairs" };
    nothing(view, "no genotype file is recorded", UNTYPED)
}

fn nothing(view: &str, note: &str, assumption: &str) -> Output {
    Output {
        text: format!("(no rows)\n\n(view={view}, rows=0)\nnotes: {note}\nassumptions: {assumption}"),
        structured: json!({
            "status": "ok",
            "view": view,
            "count": 0,
            "truncated": false,
            "rows": [],
            "notes": [note],
            "error_class": null,
            "error_kind": null,
            "assumptions": [assumption],
            "next_steps": [],
        }),
        failed: false,
        kind: None,
        rows: 0,
        parts: Vec::new(),
    }
}
