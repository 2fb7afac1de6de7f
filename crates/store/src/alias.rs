//! What a person has decided about the names their laboratories print.

use jiff::Timestamp;
use mirobody_standardize::{Alias, AliasKey, Aliases, Condition, UnitFamily};
use mirobody_vocab::{Loinc, fold};

use crate::{
    Scope, Store, StoreError, codec,
    db::{Write, query::query},
    store::stored,
    subject,
};

/// The longest text of an alias, in bytes: together they are a key.
const MAX_TEXT: usize = 600;
/// The most aliases of one subject.
pub const MAX_ALIASES: usize = 1000;

const LIST: &str = "SELECT name, unit_family, specimen, laboratory, loinc, said_us FROM alias WHERE subject = $1 \
    ORDER BY said_us, name_key, unit_family, specimen_key, laboratory_key";
const OTHERS: &str = "SELECT count(*) FROM alias WHERE subject = $1 AND NOT (name_key = $2 AND unit_family = $3 \
    AND specimen_key = $4 AND laboratory_key = $5)";
const PUT: &str = "INSERT INTO alias (subject, name_key, unit_family, specimen_key, laboratory_key, name, \
    specimen, laboratory, loinc, said_us) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
    ON CONFLICT (subject, name_key, unit_family, specimen_key, laboratory_key) DO UPDATE SET name = excluded.name, \
    specimen = excluded.specimen, laboratory = excluded.laboratory, loinc = excluded.loinc, said_us = excluded.said_us";
const REMOVE: &str = "DELETE FROM alias WHERE subject = $1 AND name_key = $2 AND ($3 IS NULL OR unit_family = $3) \
    AND ($4 IS NULL OR specimen_key = $4) AND ($5 IS NULL OR laboratory_key = $5)";

/// An alias and since when it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidAlias {
    /// The alias.
    pub alias: Alias,
    /// When it was last said.
    pub said: Timestamp,
}

/// Which aliases of a name are meant. None: whatever the condition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AliasFilter {
    /// The name, as given.
    pub name: String,
    /// Those for this unit family.
    pub unit_family: Option<UnitFamily>,
    /// Those for this specimen.
    pub specimen: Option<String>,
    /// Those for this laboratory.
    pub laboratory: Option<String>,
}

type Row = (String, String, String, String, Option<String>, i64);

impl Store {
    /// The aliases of a subject, in the order they were said.
    pub async fn aliases(&self, scope: &Scope) -> Result<Vec<SaidAlias>, StoreError> {
        let rows: Vec<Row> = query(LIST).bind(scope.subject()).all(&mut self.read().await?).await?;
        rows.into_iter().map(said).collect()
    }

    /// The aliases of a subject, ready to be asked.
    pub async fn alias_table(&self, scope: &Scope) -> Result<Aliases, StoreError> {
        Ok(Aliases::new(self.aliases(scope).await?.iter().map(|said| &said.alias)))
    }

    /// Keeps an alias. One with the same name and condition is replaced.
    pub async fn put_alias(&self, scope: &Scope, alias: &Alias, now: Timestamp) -> Result<(), StoreError> {
        let mut write = self.write_of(scope).await?;
        subject::alive(&mut write, scope).await?;
        put(&mut write, scope, alias, now).await?;
        write.commit().await
    }

    /// Forgets aliases, and says how many there were.
    pub async fn remove_aliases(&self, scope: &Scope, filter: &AliasFilter) -> Result<u64, StoreError> {
        let query = query(REMOVE).bind(scope.subject()).bind(fold(&filter.name));
        let query = query.bind(filter.unit_family.map(UnitFamily::name));
        let query = query.bind(filter.specimen.as_deref().map(fold)).bind(filter.laboratory.as_deref().map(fold));
        let mut write = self.write_of(scope).await?;
        let removed = query.run(&mut write).await?;
        write.commit().await?;
        Ok(removed)
    }
}

async fn put(write: &mut Write, scope: &Scope, alias: &Alias, now: Timestamp) -> Result<(), StoreError> {
    let AliasKey { name, unit_family, specimen, laboratory } = alias.key();
    for (field, text) in [("name", &name), ("specimen", &specimen), ("laboratory", &laboratory)] {
        if text.len() > MAX_TEXT {
            return Err(StoreError::Invalid { field, message: "at most 600 bytes of text" });
        }
    }
    let others = query(OTHERS).bind(scope.subject());
    let others = others.bind(&name).bind(unit_family).bind(&specimen).bind(&laboratory);
    let count: i64 = others.only(&mut *write).await?;
    if count as usize >= MAX_ALIASES {
        return Err(StoreError::Invalid { field: "name", message: "there are 1000 aliases already; remove some" });
    }
    let condition = alias.condition();
    let query = query(PUT).bind(scope.subject()).bind(name).bind(unit_family).bind(specimen).bind(laboratory);
    let query = query.bind(alias.name()).bind(&condition.specimen).bind(&condition.laboratory);
    let query = query.bind(alias.loinc().map(|code| code.to_string())).bind(codec::micros(now));
    query.run(write).await?;
    Ok(())
}

fn said((name, family, specimen, laboratory, loinc, said): Row) -> Result<SaidAlias, StoreError> {
    let unit_family = match family.as_str() {
        "" => None,
        family => Some(UnitFamily::named(family).ok_or(StoreError::Damaged("alias"))?),
    };
    let loinc = loinc.map(|code| stored::<Loinc>(&code, "alias")).transpose()?;
    let condition = Condition { unit_family, specimen, laboratory };
    Ok(SaidAlias { alias: Alias::stored(&name, condition, loinc), said: codec::instant(said)? })
}
