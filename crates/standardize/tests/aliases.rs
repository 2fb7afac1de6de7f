//! What a person has decided about a name sticks, and where it stops.

use mirobody_standardize::{
    Alias, AliasError, Aliases, Condition, Decision, Options, Outcome, Reading, UnitFamily, resolve, resolve_with,
};

/// An alias of a table: name, unit family, specimen, laboratory, code (or `-`).
fn alias([name, family, specimen, laboratory, code]: [&str; 5]) -> Result<Alias, AliasError> {
    let condition = Condition {
        unit_family: UnitFamily::named(family),
        specimen: specimen.to_owned(),
        laboratory: laboratory.to_owned(),
    };
    Alias::new(name, condition, code.parse().ok())
}

/// What was decided at the person named as these tests need it.
const ALIASES: [[&str; 5]; 9] = [
    ["Mystery 7", "", "", "", "2345-7"],
    ["Hb", "", "", "", "20509-6"],
    ["CRP", "", "", "", "-"],
    ["Protein", "", "urine", "", "2888-6"],
    ["Vit D", "moles", "", "", "68438-1"],
    ["WBC", "", "", "Synlab", "26464-8"],
    ["Sugar", "", "", "", "2345-7"],
    ["Sugar", "", "", "Synlab", "2339-0"],
    ["Sugar", "moles", "", "", "14749-6"],
];

fn decide(reading: &Reading, origin: &str) -> Decision {
    let all: Vec<Alias> = ALIASES.into_iter().filter_map(|row| alias(row).ok()).collect();
    assert_eq!(all.len(), ALIASES.len(), "every alias of the table can be");
    let table = Aliases::new(&all);
    resolve_with(reading, &Options { aliases: Some(&table.at([origin])), ..Options::default() })
}

fn reading([name, value, unit, specimen]: [&str; 4]) -> Reading {
    let own = |text: &str| text.to_owned();
    Reading { name: own(name), value: own(value), unit: own(unit), specimen: own(specimen), ..Reading::default() }
}

fn shown(decision: &Decision) -> String {
    decision.loinc.map_or_else(|| format!("{:?}", decision.outcome).to_lowercase(), |code| code.to_string())
}

#[test]
fn a_confirmed_name_has_its_code_wherever_it_holds() {
    // Name, value, unit, specimen; where it is from; the code, or `-` for any outcome without one.
    let table = [
        (["Mystery 7", "", "", ""], "", "2345-7"),
        ([" mystery  7 ", "97", "mg/dL", ""], "", "2345-7"),
        // The unit moves it to the sibling, and what no sibling fits is refused.
        (["Mystery 7", "5.4", "mmol/L", ""], "", "14749-6"),
        (["Mystery 7", "62", "%", ""], "", "refused"),
        (["Mystery 7", "negative", "", ""], "", "refused"),
        // It says nothing about another specimen.
        (["Mystery 7", "5.4", "mmol/L", "urine"], "", "-"),
        // It comes before a curated name.
        (["Hb", "14", "g/dL", ""], "", "20509-6"),
        (["CRP", "3", "mg/L", ""], "", "refused"),
        // Only in its specimen, with its unit, from its laboratory.
        (["Protein", "30", "mg/dL", "urine"], "", "2888-6"),
        (["Sugar", "97", "mg/dL", ""], "", "2345-7"),
        (["Sugar", "5.4", "mmol/L", ""], "", "14749-6"),
        (["Sugar", "97", "mg/dL", ""], "SYNLAB Trier, page 1", "2339-0"),
        (["WBC", "7.1", "10*9/L", ""], "Synlab", "26464-8"),
        (["WBC", "7.1", "10*9/L", ""], "Labcorp", "6690-2"),
    ];
    let wrong: Vec<String> = table
        .into_iter()
        .map(|(row, origin, code)| (row, origin, code, shown(&decide(&reading(row), origin))))
        .filter(|(.., code, got)| if *code == "-" { got.contains('-') } else { got != code })
        .map(|(row, origin, code, got)| format!("{row:?} {origin}: want {code}, got {got}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_decision_says_whose_it_is() {
    let own = decide(&reading(["Mystery 7", "97", "mg/dL", ""]), "");
    assert_eq!((own.method, own.confidence), ("alias", 1.0));
    assert_eq!(own.evidence, ["name", "unit", "scale", "person"]);
    let laboratory = decide(&reading(["WBC", "7.1", "10*9/L", ""]), "Synlab");
    assert_eq!(laboratory.evidence.last(), Some(&"laboratory"));
    let uncoded = decide(&reading(["CRP", "3", "mg/L", ""]), "");
    assert_eq!((uncoded.outcome, uncoded.method), (Outcome::Refused, "alias"));
    assert_eq!((uncoded.evidence.as_slice(), uncoded.reason.as_str()), (&["person"][..], "left uncoded by choice"));
    let moved = decide(&reading(["Mystery 7", "5.4", "mmol/L", ""]), "");
    assert_eq!(moved.rejected.map(|code| code.to_string()).as_deref(), Some("2345-7"));
}

#[test]
fn a_person_without_aliases_is_answered_as_anyone() {
    let table = Aliases::default();
    for row in [["Hb", "14", "g/dL", ""], ["CRP", "", "", ""], ["zz", "", "", ""], ["", "", "", ""]] {
        let reading = reading(row);
        let options = Options { aliases: Some(&table.at([])), ..Options::default() };
        assert_eq!(resolve_with(&reading, &options), resolve(&reading));
    }
}

#[test]
fn what_is_said_last_about_the_same_reading_holds() {
    let said = [["Sugar", "", "blood", "", "2339-0"], ["Sugar", "", "Blut", "", "2345-7"]];
    let all: Vec<Alias> = said.into_iter().map(|row| alias(row).unwrap()).collect();
    let table = Aliases::new(&all);
    let options = Options { aliases: Some(&table.at([])), ..Options::default() };
    assert_eq!(shown(&resolve_with(&reading(["Sugar", "", "", "blood"]), &options)), "2345-7");
}

#[test]
fn a_code_the_vocabulary_has_lost_is_not_replaced_by_a_guess() {
    let lost = [Alias::stored("Hb", Condition::default(), "99999-5".parse().ok())];
    let table = Aliases::new(&lost);
    let decision = resolve_with(
        &reading(["Hb", "14", "g/dL", ""]),
        &Options { aliases: Some(&table.at([])), ..Options::default() },
    );
    assert!(decision.loinc.is_none() && decision.reason.contains("99999-5"), "{decision:?}");
}

#[test]
fn an_alias_that_cannot_be_is_refused_with_the_field_at_fault() {
    let long = "x".repeat(201);
    let table = [
        (["", "", "", "", "2345-7"], AliasError::Name),
        (["--", "", "", "", "2345-7"], AliasError::Name),
        ([long.as_str(), "", "", "", "2345-7"], AliasError::Name),
        (["Sugar", "", "moonlight", "", "2345-7"], AliasError::Specimen),
        (["Sugar", "", "", "--", "2345-7"], AliasError::Laboratory),
        (["Sugar", "", "", "", "99999-5"], AliasError::Code),
        (["Sugar", "moles", "", "", "2345-7"], AliasError::UnitOfCode),
        (["Sugar", "", "urine", "", "2345-7"], AliasError::SpecimenOfCode),
    ];
    for (row, error) in table {
        assert_eq!(alias(row).map(|_| ()), Err(error), "{row:?}");
        assert!(!error.field().is_empty() && !error.must().is_empty());
    }
}
