//! Gene tests as reports name them, by the gene or by the disease and the gene, in the form LOINC has: `brca1 gene
//! mutations found`.
//!
//! True here: which of the words is a gene is for the look-up to say.

use super::{forms, tokens};

/// Words that say that a gene is looked at.
const TESTS: &[&str] = &[
    "sequencing",
    "seq",
    "deldup",
    "del/dup",
    "fgs",
    "mutation",
    "mutations",
    "variant",
    "variants",
    "allele",
    "gene",
    "family",
    "genotyping",
];
/// At most this many words are taken for the gene.
const MOST: usize = 4;

/// The forms of a name that says it is a gene's test; none when it does not, or is of an antibody.
pub(super) fn genes(body: &str) -> Vec<String> {
    let found: Vec<&str> = tokens::split(body).collect();
    let says = found.iter().any(|word| is_test(word)) && !found.iter().any(|word| forms::is_antibody(word));
    let symbols = found.iter().filter(|word| says && is_symbol(word));
    symbols.take(MOST).map(|word| format!("{word} gene mutations found")).collect()
}

fn is_test(word: &str) -> bool {
    TESTS.contains(&word)
}

fn is_symbol(word: &str) -> bool {
    (3..=9).contains(&word.len())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && !is_test(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gene_test_is_named_by_its_gene() {
        assert_eq!(genes("spink1 sequencing"), ["spink1 gene mutations found"]);
        assert_eq!(
            genes("gaucher disease (gba), allele 1"),
            ["gaucher", "disease", "gba"].map(|word| format!("{word} gene mutations found"))
        );
        assert!(genes("allele 1").is_empty() && genes("smith antibody gene").is_empty() && genes("glucose").is_empty());
    }
}
