//! `mirobody alias`: a person's own codes for names.

use std::process::ExitCode;

use mirobody_standardize::{Alias, AliasError, Aliases, Condition, UnitFamily};
use mirobody_store::{AliasFilter, LOCAL_ACCOUNT, SaidAlias};
use mirobody_vocab::Vocabulary;
use serde_json::{Value, json};

use super::{
    args::alias::{AliasAction, AliasArgs, AliasCondition},
    args::recorded::Person,
    exit,
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};

/// Says, lists or forgets aliases.
pub fn run(args: &AliasArgs) -> Result<ExitCode, Failure> {
    match &args.action {
        AliasAction::Add { name, code, condition, person, .. } => {
            add(&alias(name, code.as_deref(), condition)?, person)
        }
        AliasAction::List { person, json } => list(person, *json),
        AliasAction::Remove { name, condition, person } => remove(&filter(name, condition)?, person),
    }
}

/// The aliases of a person of this machine's own account; none for someone who is not known.
pub fn known(user: &str) -> Result<Aliases, Failure> {
    let person = &Person { user: user.to_owned(), account: LOCAL_ACCOUNT.to_owned() };
    block_on(async {
        let record = Record::open().await?;
        match record.known_person(person).await? {
            Some(scope) => Ok(record.store.alias_table(&scope).await?),
            None => Ok(Aliases::default()),
        }
    })
}

fn add(alias: &Alias, person: &Person) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(person).await?;
        record.store.put_alias(&scope, alias, now()).await?;
        terminal::note(&format!("{}: {}, for readings from now on", alias.name(), meaning(alias)));
        Ok(ExitCode::SUCCESS)
    })
}

fn list(person: &Person, as_json: bool) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(person).await?;
        let said = record.store.aliases(&scope).await?;
        if as_json {
            terminal::json(&said.iter().map(as_value).collect::<Vec<_>>())?;
        } else if said.is_empty() {
            terminal::note("no alias; `mirobody alias add` says what a name means");
        } else {
            let header = ["NAME", "UNIT", "SPECIMEN", "LABORATORY", "SINCE", "MEANS"];
            terminal::table(&header, said.iter().map(row).collect())?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn remove(filter: &AliasFilter, person: &Person) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(person).await?;
        let gone = record.store.remove_aliases(&scope, filter).await?;
        terminal::note(&if gone == 0 { "no such alias".to_owned() } else { format!("{gone} forgotten") });
        Ok(exit::yes_or_no(gone > 0))
    })
}

fn alias(name: &str, code: Option<&str>, condition: &AliasCondition) -> Result<Alias, Failure> {
    let loinc = code.map(str::parse).transpose().map_err(|_| invalid(AliasError::Code))?;
    let condition = Condition {
        unit_family: family(condition)?,
        specimen: condition.specimen.clone().unwrap_or_default(),
        laboratory: condition.laboratory.clone().unwrap_or_default(),
    };
    Alias::new(name, condition, loinc).map_err(invalid)
}

fn filter(name: &str, condition: &AliasCondition) -> Result<AliasFilter, Failure> {
    Ok(AliasFilter {
        name: name.to_owned(),
        unit_family: family(condition)?,
        specimen: condition.specimen.clone(),
        laboratory: condition.laboratory.clone(),
    })
}

fn family(condition: &AliasCondition) -> Result<Option<UnitFamily>, Failure> {
    let Some(unit) = &condition.unit else { return Ok(None) };
    let unknown = || Failure::usage("--unit must be a known unit, such as mg/dL, or a family, such as mass");
    UnitFamily::read(unit).map(Some).ok_or_else(unknown)
}

fn invalid(error: AliasError) -> Failure {
    Failure::usage(format!("the {} must {}", error.field(), error.must()))
}

fn meaning(alias: &Alias) -> String {
    let Some(code) = alias.loinc() else { return "left uncoded".to_owned() };
    format!("{code} {}", canonical(alias).unwrap_or("(not in this vocabulary)"))
}

fn canonical(alias: &Alias) -> Option<&'static str> {
    let vocabulary = Vocabulary::embedded();
    alias.loinc().and_then(|code| vocabulary.row(code)).map(|row| vocabulary.axes(row).long_name)
}

fn row(said: &SaidAlias) -> Vec<String> {
    let condition = said.alias.condition();
    let any = |text: &str| if text.is_empty() { "any".to_owned() } else { text.to_owned() };
    vec![
        said.alias.name().to_owned(),
        any(condition.unit_family.map_or("", UnitFamily::name)),
        any(&condition.specimen),
        any(&condition.laboratory),
        said.said.strftime("%Y-%m-%d").to_string(),
        meaning(&said.alias),
    ]
}

fn as_value(said: &SaidAlias) -> Value {
    let (alias, condition) = (&said.alias, said.alias.condition());
    json!({
        "name": alias.name(),
        "loinc": alias.loinc().map(|code| code.to_string()),
        "canonical": canonical(alias),
        "unit_family": condition.unit_family.map(UnitFamily::name),
        "specimen": condition.specimen,
        "laboratory": condition.laboratory,
        "since": said.said.to_string(),
    })
}
