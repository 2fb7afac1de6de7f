//! PubMed over its E-utilities: a search for numbers, then the articles of those numbers.

use serde::Deserialize;

use crate::{
    Document, Fault, Kind, Publication, Reference, Search,
    http::Service,
    publication::{authors, year},
    settings::Online,
    xml::Element,
};

/// What a guideline or consensus is marked as.
const GUIDELINES: &str = "(guideline[pt] OR practice guideline[pt] OR consensus development conference[pt])";
/// A year after all others.
const LAST_YEAR: &str = "3000";

#[derive(Debug)]
pub(crate) struct PubMed {
    pub(crate) service: Service,
    tool: String,
    email: String,
}

#[derive(Deserialize)]
struct Answer {
    esearchresult: Numbers,
}

#[derive(Deserialize)]
struct Numbers {
    #[serde(default)]
    idlist: Vec<String>,
}

impl PubMed {
    pub(crate) fn new(service: Service, online: &Online) -> Self {
        Self { service, tool: online.tool.clone(), email: online.email.clone() }
    }

    pub(crate) async fn search(&self, search: &Search) -> Result<Vec<Publication>, Fault> {
        let term = match search.kind {
            Some(Kind::Guideline) => format!("({}) AND {GUIDELINES}", search.query),
            _ => search.query.clone(),
        };
        let (most, from) = (search.limit.to_string(), search.from_year.map(|year| year.to_string()));
        let mut query = vec![("term", term.as_str()), ("retmode", "json"), ("retmax", &most), ("sort", "relevance")];
        if let Some(from) = &from {
            query.extend([("datetype", "pdat"), ("mindate", from.as_str()), ("maxdate", LAST_YEAR)]);
        }
        let body = self.get("esearch.fcgi", &query).await?;
        let answer: Answer = serde_json::from_str(&body).map_err(|_| Fault::Answer)?;
        let numbers: Vec<u32> = answer.esearchresult.idlist.iter().filter_map(|id| id.parse().ok()).collect();
        let articles = if numbers.is_empty() { Vec::new() } else { self.articles(&numbers).await? };
        // In the order of the search, which is that of relevance.
        let of = |number: &u32| articles.iter().find(|article| article.reference == Reference::Pmid(*number)).cloned();
        Ok(numbers.iter().filter_map(of).collect())
    }

    pub(crate) async fn read(&self, number: u32) -> Result<Document, Fault> {
        let article = self.articles(&[number]).await?.into_iter().next();
        article.map(Publication::into_document).ok_or(Fault::NotFound)
    }

    async fn articles(&self, numbers: &[u32]) -> Result<Vec<Publication>, Fault> {
        let numbers = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let body = self.get("efetch.fcgi", &[("id", &numbers), ("retmode", "xml")]).await?;
        let root = Element::read(&body).ok_or(Fault::Answer)?;
        Ok(root.all("PubmedArticle").filter_map(article).collect())
    }

    async fn get(&self, path: &str, query: &[(&str, &str)]) -> Result<std::sync::Arc<str>, Fault> {
        let mut all = vec![("db", "pubmed"), ("tool", self.tool.as_str())];
        if !self.email.is_empty() {
            all.push(("email", self.email.as_str()));
        }
        all.extend_from_slice(query);
        self.service.get(path, &all).await
    }
}

fn article(element: &Element) -> Option<Publication> {
    let citation = element.at(&["MedlineCitation"])?;
    let article = citation.at(&["Article"])?;
    let number = citation.text_at(&["PMID"]).parse().ok()?;
    let id = |kind: &str| {
        let ids = element.at(&["PubmedData", "ArticleIdList"])?;
        Some(ids.all("ArticleId").find(|id| id.attribute("IdType") == Some(kind))?.line())
    };
    let types: Vec<String> =
        article.at(&["PublicationTypeList"]).into_iter().flat_map(Element::elements).map(Element::line).collect();
    Some(Publication {
        reference: Reference::Pmid(number),
        full_text: id("pmc").and_then(|id| format!("pmc:{id}").parse().ok()),
        doi: id("doi").and_then(|id| format!("doi:{id}").parse().ok()),
        title: article.text_at(&["ArticleTitle"]),
        year: published(article),
        journal: article.text_at(&["Journal", "Title"]),
        kind: Kind::of_types(types.iter().map(String::as_str)),
        authors: authors(&names(article)),
        summary: summary(article),
    })
}

fn published(article: &Element) -> Option<u16> {
    let date = article.at(&["Journal", "JournalIssue", "PubDate"])?;
    year(&date.text_at(&["Year"])).or_else(|| year(&date.text_at(&["MedlineDate"])))
}

fn names(article: &Element) -> Vec<String> {
    let author = |author: &Element| {
        let (last, initials) = (author.text_at(&["LastName"]), author.text_at(&["Initials"]));
        let name = if last.is_empty() { author.text_at(&["CollectiveName"]) } else { format!("{last} {initials}") };
        name.trim().to_owned()
    };
    article.at(&["AuthorList"]).into_iter().flat_map(|list| list.all("Author")).map(author).collect()
}

fn summary(article: &Element) -> String {
    let part = |part: &Element| match part.attribute("Label") {
        Some(label) => format!("{label}: {}", part.line()),
        None => part.line(),
    };
    let parts = article.at(&["Abstract"]).into_iter().flat_map(|text| text.all("AbstractText")).map(part);
    parts.collect::<Vec<_>>().join("\n")
}
