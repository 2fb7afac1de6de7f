//! Trials as ClinicalTrials.gov tells them.

use serde_json::{Value, json};

use super::{Answer, is_for_nothing, json, refused};

const ID: &str = "NCT00000001";
const TITLE: &str = "Statins Against Placebo in Muscle Pain";

fn trial() -> Value {
    json!({
        "protocolSection": {
            "identificationModule": {"nctId": ID, "briefTitle": TITLE, "officialTitle": TITLE},
            "statusModule": {
                "overallStatus": "COMPLETED",
                "startDateStruct": {"date": "2019-03", "type": "ACTUAL"},
                "completionDateStruct": {"date": "2021-01-31"},
            },
            "sponsorCollaboratorsModule": {"leadSponsor": {"name": "University of Nowhere", "class": "OTHER"}},
            "descriptionModule": {"briefSummary": "Does a statin\n\nhurt?", "detailedDescription": "Six periods."},
            "conditionsModule": {"conditions": ["Myalgia"]},
            "designModule": {"phases": ["PHASE4"], "enrollmentInfo": {"count": 200, "type": "ACTUAL"}},
            "armsInterventionsModule": {"interventions": [{"type": "DRUG", "name": "Atorvastatin"}]},
            "outcomesModule": {"primaryOutcomes": [{"measure": "Muscle symptoms", "timeFrame": "12 months"}]},
            "eligibilityModule": {"eligibilityCriteria": "Adults who stopped a statin"},
        },
        "hasResults": true,
    })
}

pub(super) fn search<'q>(asked: impl Fn(&'static str) -> &'q str) -> Answer {
    let later = asked("filter.advanced").strip_prefix("AREA[StartDate]RANGE[").is_some_and(|from| from > "2019-03");
    let found = !later && !is_for_nothing(asked("query.term"));
    json(&json!({"studies": if found { vec![trial()] } else { Vec::new() }}))
}

pub(super) fn study(id: &str) -> Answer {
    if id == ID { json(&trial()) } else { refused(404) }
}
