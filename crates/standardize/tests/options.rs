//! What a caller may ask of the resolver: without the curated names, and how sure it has to be.

use mirobody_standardize::{Options, Outcome, Reading, explain, resolve, resolve_with};

fn named(name: &str) -> Reading {
    Reading { name: name.to_owned(), ..Reading::default() }
}

fn code(name: &str, options: &Options) -> Option<String> {
    resolve_with(&named(name), options).loinc.map(|code| code.to_string())
}

#[test]
fn without_curated_names_their_codes_are_found_by_rank_and_their_refusals_are_gone() {
    let without = Options { curated: false, ..Options::default() };
    let decision = resolve_with(&named("Hemoglobin [Mass/volume] in Blood"), &without);
    assert_eq!(decision.method, "long-name");
    assert_eq!(decision.loinc.map(|code| code.to_string()).as_deref(), Some("718-7"));
    for name in ["WBC", "血红蛋白", "Blood pressure"] {
        assert_ne!(resolve_with(&named(name), &without).method, "curated", "{name}");
    }
    assert_eq!(resolve(&named("blood pressure")).outcome, Outcome::Refused);
    assert_ne!(resolve_with(&named("blood pressure"), &without).outcome, Outcome::Refused);
}

#[test]
fn a_curated_name_is_judged_only_when_curated_names_are_off() {
    let reading = named("Hb");
    assert!(explain(&reading, &Options::default()).is_none());
    let judged = explain(&reading, &Options { curated: false, ..Options::default() });
    assert!(judged.is_some_and(|judged| !judged.candidates.is_empty()));
}

#[test]
fn an_answer_less_sure_than_asked_for_is_kept_back_as_an_alternative() {
    let wanted = Options { min_confidence: Some(0.995), ..Options::default() };
    for name in ["Hb", "LDL-C", "Ceruloplasmin serum level"] {
        let given = resolve(&named(name));
        let kept_back = resolve_with(&named(name), &wanted);
        assert!(given.confidence < 0.995 && kept_back.loinc.is_none(), "{name}");
        assert_eq!(kept_back.outcome, Outcome::Ambiguous, "{name}");
        assert_eq!(kept_back.alternatives.first().map(|best| best.loinc), given.loinc, "{name}");
        assert!(!kept_back.reason.is_empty());
    }
}

#[test]
fn a_lower_bound_answers_what_the_fitted_one_does_not() {
    let names = ["Lead aVR", "lambda", "index", "factor", "resistance test", "stool test", "culture", "phase"];
    let unsure: Vec<_> =
        names.iter().map(|name| (name, resolve(&named(name)))).filter(|(_, it)| it.loinc.is_none()).collect();
    let answered = unsure.iter().filter(|(name, decision)| {
        let lower = Options { min_confidence: Some(decision.confidence), ..Options::default() };
        decision.confidence > 0.0 && code(name, &lower).is_some()
    });
    assert!(answered.count() > 0, "{unsure:?}");
}
