//! ClinicalTrials.gov, version 2 of its API.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::{
    Document, Fault, Kind, Publication, Reference, Search, http::Service, markup::paragraphs, publication::year,
};

#[derive(Debug)]
pub(crate) struct Trials {
    pub(crate) service: Service,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    studies: Vec<Study>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Study {
    protocol_section: Protocol,
    has_results: bool,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_field_names, reason = "as the service names them")]
struct Protocol {
    identification_module: Identification,
    status_module: Status,
    sponsor_collaborators_module: Sponsors,
    description_module: Description,
    conditions_module: Conditions,
    design_module: Design,
    arms_interventions_module: Interventions,
    outcomes_module: Outcomes,
    eligibility_module: Eligibility,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Identification {
    nct_id: String,
    brief_title: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_field_names, reason = "as the service names them")]
struct Status {
    overall_status: String,
    start_date_struct: Date,
    completion_date_struct: Date,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Date {
    date: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Sponsors {
    lead_sponsor: Named,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Named {
    name: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Description {
    brief_summary: String,
    detailed_description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Conditions {
    conditions: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Design {
    phases: Vec<String>,
    enrollment_info: Enrollment,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Enrollment {
    count: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Interventions {
    interventions: Vec<Named>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Outcomes {
    primary_outcomes: Vec<Outcome>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Outcome {
    measure: String,
    time_frame: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Eligibility {
    eligibility_criteria: String,
}

impl Trials {
    pub(crate) async fn search(&self, search: &Search) -> Result<Vec<Publication>, Fault> {
        let most = search.limit.to_string();
        let since = search.from_year.map(|year| format!("AREA[StartDate]RANGE[{year}-01-01,MAX]"));
        let mut query = vec![("query.term", search.query.as_str()), ("pageSize", &most), ("format", "json")];
        query.extend(since.as_deref().map(|since| ("filter.advanced", since)));
        let body = self.service.get("studies", &query).await?;
        let answer: Answer = serde_json::from_str(&body).map_err(|_| Fault::Answer)?;
        Ok(answer.studies.iter().filter_map(Study::publication).collect())
    }

    pub(crate) async fn read(&self, number: u32) -> Result<Document, Fault> {
        let body = self.service.get(&format!("studies/NCT{number:08}"), &[("format", "json")]).await?;
        let study: Study = serde_json::from_str(&body).map_err(|_| Fault::Answer)?;
        let publication = study.publication().ok_or(Fault::Answer)?;
        Ok(Document { publication, text: study.text(), is_full_text: true })
    }
}

impl Study {
    fn publication(&self) -> Option<Publication> {
        let protocol = &self.protocol_section;
        Some(Publication {
            reference: format!("nct:{}", protocol.identification_module.nct_id).parse::<Reference>().ok()?,
            full_text: None,
            doi: None,
            title: protocol.identification_module.brief_title.clone(),
            year: year(&protocol.status_module.start_date_struct.date),
            journal: protocol.sponsor_collaborators_module.lead_sponsor.name.clone(),
            kind: Kind::Trial,
            authors: String::new(),
            summary: format!("{}. {}", self.standing(), paragraphs(&protocol.description_module.brief_summary)),
        })
    }

    /// `COMPLETED, PHASE3, 120 people, with results`.
    fn standing(&self) -> String {
        let protocol = &self.protocol_section;
        let people = protocol.design_module.enrollment_info.count.map(|count| format!("{count} people"));
        let results = if self.has_results { "with results" } else { "without results" };
        let phases = protocol.design_module.phases.join("/");
        let parts =
            [protocol.status_module.overall_status.as_str(), &phases, people.as_deref().unwrap_or_default(), results];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    fn text(&self) -> String {
        let protocol = &self.protocol_section;
        let names = |list: &[Named]| list.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join("; ");
        let outcome = |outcome: &Outcome| format!("{} ({})", outcome.measure, outcome.time_frame);
        let outcomes = protocol.outcomes_module.primary_outcomes.iter().map(outcome).collect::<Vec<_>>().join("; ");
        let status = &protocol.status_module;
        let parts = [
            ("Status", self.standing()),
            ("Start", status.start_date_struct.date.clone()),
            ("Completion", status.completion_date_struct.date.clone()),
            ("Conditions", protocol.conditions_module.conditions.join("; ")),
            ("Interventions", names(&protocol.arms_interventions_module.interventions)),
            ("Primary outcomes", outcomes),
            ("Summary", paragraphs(&protocol.description_module.brief_summary)),
            ("Description", paragraphs(&protocol.description_module.detailed_description)),
            ("Eligibility", paragraphs(&protocol.eligibility_module.eligibility_criteria)),
        ];
        let mut text = String::new();
        for (name, value) in parts.iter().filter(|(_, value)| !value.is_empty()) {
            // Writing to a text cannot fail.
            _ = writeln!(text, "{name}: {value}");
        }
        text
    }
}
