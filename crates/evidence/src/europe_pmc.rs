//! Europe PMC: a search over articles and preprints, and the full text of those that are open.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::{
    Document, Fault, Kind, Publication, Reference, Search,
    http::Service,
    markup::plain,
    publication::year,
    xml::{Element, Node},
};

#[derive(Debug)]
pub(crate) struct EuropePmc {
    pub(crate) service: Service,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    result_list: Results,
}

#[derive(Deserialize)]
struct Results {
    #[serde(default)]
    result: Vec<Article>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Article {
    pmid: Option<String>,
    pmcid: Option<String>,
    doi: Option<String>,
    title: String,
    author_string: String,
    journal_info: JournalInfo,
    pub_year: String,
    abstract_text: String,
    pub_type_list: Types,
    is_open_access: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JournalInfo {
    journal: Journal,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Journal {
    title: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Types {
    pub_type: Vec<String>,
}

impl EuropePmc {
    pub(crate) async fn search(&self, search: &Search) -> Result<Vec<Publication>, Fault> {
        let mut query = format!("({})", bare(&search.query));
        if search.kind == Some(Kind::Guideline) {
            query += " AND (PUB_TYPE:\"guideline\" OR PUB_TYPE:\"practice guideline\")";
        }
        if let Some(from) = search.from_year {
            // Writing to a text cannot fail.
            _ = write!(query, " AND PUB_YEAR:[{from} TO 3000]");
        }
        self.articles(&query, search.limit).await
    }

    /// What is known of an article, and its text when that is open.
    pub(crate) async fn read(&self, reference: &Reference) -> Result<Document, Fault> {
        let query = match reference {
            Reference::Pmid(number) => format!("EXT_ID:{number} AND SRC:MED"),
            Reference::Pmc(number) => format!("PMCID:PMC{number}"),
            Reference::Doi(doi) => format!("DOI:\"{doi}\""),
            Reference::Nct(_) => return Err(Fault::NotFound),
        };
        let article = self.articles(&query, 1).await?.into_iter().next().ok_or(Fault::NotFound)?;
        let Reference::Pmc(number) = reference else { return Ok(article.into_document()) };
        match self.full_text(*number).await {
            Ok(text) => Ok(Document { publication: article, text, is_full_text: true }),
            // Its abstract is better than nothing.
            Err(Fault::NotFound) => Ok(article.into_document()),
            Err(fault) => Err(fault),
        }
    }

    async fn full_text(&self, number: u32) -> Result<String, Fault> {
        let body = self.service.get(&format!("PMC{number}/fullTextXML"), &[]).await?;
        let root = Element::read(&body).ok_or(Fault::Answer)?;
        let mut text = String::new();
        for part in [&["front", "article-meta", "abstract"][..], &["body"][..]] {
            root.at(part).into_iter().for_each(|element| told(element, &mut text));
        }
        if text.trim().is_empty() { Err(Fault::NotFound) } else { Ok(text.trim().to_owned()) }
    }

    async fn articles(&self, query: &str, most: usize) -> Result<Vec<Publication>, Fault> {
        let most = most.to_string();
        let query = [("query", query), ("format", "json"), ("resultType", "core"), ("pageSize", &most)];
        let body = self.service.get("search", &query).await?;
        let answer: Answer = serde_json::from_str(&body).map_err(|_| Fault::Answer)?;
        Ok(answer.result_list.result.into_iter().filter_map(Article::publication).collect())
    }
}

/// The words of a search without the signs that would widen it.
fn bare(query: &str) -> String {
    query.chars().filter(|c| !"()[]{}:\\*?~^".contains(*c)).collect()
}

impl Article {
    fn publication(self) -> Option<Publication> {
        let read = |scheme: &str, id: &Option<String>| -> Option<Reference> {
            format!("{scheme}:{}", id.as_deref()?).parse().ok()
        };
        let (pmid, pmc, doi) = (read("pmid", &self.pmid), read("pmc", &self.pmcid), read("doi", &self.doi));
        let open = pmc.clone().filter(|_| self.is_open_access == "Y");
        Some(Publication {
            reference: pmid.or(pmc).or_else(|| doi.clone())?,
            full_text: open,
            doi,
            title: plain(&self.title),
            year: year(&self.pub_year),
            journal: self.journal_info.journal.title,
            kind: Kind::of_types(self.pub_type_list.pub_type.iter().map(String::as_str)),
            authors: first_authors(&self.author_string),
            summary: plain(&self.abstract_text),
        })
    }
}

fn first_authors(text: &str) -> String {
    let names: Vec<String> = text.trim_end_matches('.').split(", ").map(str::to_owned).collect();
    crate::publication::authors(&names)
}

/// The elements whose text is told as a paragraph.
const PARAGRAPHS: [&str; 5] = ["p", "title", "td", "th", "list-item"];
/// Those that are left out: they say nothing without a picture.
const LEFT_OUT: [&str; 4] = ["fig", "graphic", "disp-formula", "ref-list"];

/// The paragraphs of a text, each on a line of its own; a title stands apart.
fn told(element: &Element, text: &mut String) {
    for child in &element.children {
        let Node::Element(child) = child else { continue };
        let name = child.name.as_str();
        if LEFT_OUT.contains(&name) {
            continue;
        }
        if PARAGRAPHS.contains(&name) {
            let line = child.line();
            let before = if name == "title" { "\n## " } else { "" };
            if !line.is_empty() {
                text.extend([before, &line, "\n"]);
            }
        } else {
            told(child, text);
        }
    }
}
