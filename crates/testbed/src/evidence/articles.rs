//! Articles as PubMed and Europe PMC tell them.

use serde_json::{Value, json};

use super::{Answer, has_a_word_of, is_for_nothing, json, refused};

struct Article {
    pmid: u32,
    pmc: Option<u32>,
    doi: &'static str,
    /// As it stands in XML.
    title: &'static str,
    year: u16,
    journal: &'static str,
    kind: &'static str,
    /// Parts with their labels.
    summary: &'static [(&'static str, &'static str)],
}

/// Two that both services know, and one that only Europe PMC does: it has no number in PubMed.
const ARTICLES: [Article; 3] = [
    Article {
        pmid: 11,
        pmc: Some(111),
        doi: "10.1000/One",
        title: "Statins &amp; muscle symptoms: a <i>blinded</i> trial",
        year: 2021,
        journal: "Journal of Invented Trials",
        kind: "Randomized Controlled Trial",
        summary: &[
            ("BACKGROUND", "Statins are blamed for muscle pain."),
            ("RESULTS", "Scores were 1.6 on statin and 1.7 on placebo (p &lt; 0.05)."),
        ],
    },
    Article {
        pmid: 12,
        pmc: None,
        doi: "10.1000/two",
        title: "Invented guideline on cholesterol and statins",
        year: 2018,
        journal: "Annals of Nowhere",
        kind: "Practice Guideline",
        summary: &[("", "Treat to a target.")],
    },
    Article {
        pmid: 0,
        pmc: None,
        doi: "10.1101/three",
        title: "Statins in a preprint",
        year: 2024,
        journal: "",
        kind: "Preprint",
        summary: &[("", "Not reviewed.")],
    },
];

impl Article {
    fn text(&self) -> String {
        let parts: Vec<&str> = self.summary.iter().map(|(_, text)| *text).collect();
        format!("{} {}", self.title, parts.join(" "))
    }

    fn is_guideline(&self) -> bool {
        self.kind.contains("Guideline")
    }

    fn xml(&self) -> String {
        let part = |(label, text): &(&str, &str)| match *label {
            "" => format!("<AbstractText>{text}</AbstractText>"),
            label => format!("<AbstractText Label=\"{label}\" NlmCategory=\"{label}\">{text}</AbstractText>"),
        };
        let summary: String = self.summary.iter().map(part).collect();
        let pmc = self.pmc.map(|pmc| format!("<ArticleId IdType=\"pmc\">PMC{pmc}</ArticleId>")).unwrap_or_default();
        format!(
            "<PubmedArticle><MedlineCitation Status=\"MEDLINE\"><PMID Version=\"1\">{pmid}</PMID><Article>\
             <Journal><JournalIssue><PubDate><Year>{year}</Year></PubDate></JournalIssue><Title>{journal}</Title>\
             </Journal><ArticleTitle>{title}</ArticleTitle><Abstract>{summary}</Abstract><AuthorList CompleteYN=\"Y\">\
             <Author><LastName>Nobody</LastName><Initials>N</Initials></Author><Author><CollectiveName>The Group\
             </CollectiveName></Author></AuthorList><PublicationTypeList><PublicationType UI=\"D0\">{kind}\
             </PublicationType></PublicationTypeList></Article><CommentsCorrectionsList><CommentsCorrections>\
             <PMID>99999</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation><PubmedData>\
             <ArticleIdList><ArticleId IdType=\"pubmed\">{pmid}</ArticleId><ArticleId IdType=\"doi\">{doi}</ArticleId>\
             {pmc}</ArticleIdList><ReferenceList><Reference><ArticleIdList><ArticleId IdType=\"doi\">10.9999/other\
             </ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>",
            pmid = self.pmid,
            year = self.year,
            journal = self.journal,
            title = self.title,
            kind = self.kind,
            doi = self.doi,
        )
    }

    fn json(&self) -> Value {
        let part = |(label, text): &(&str, &str)| format!("<h4>{label}</h4>{text}");
        let mut article = json!({
            "id": self.doi,
            "doi": self.doi,
            "title": self.title,
            "authorString": "Nobody N, Someone S, Other O, Last L.",
            "pubYear": self.year.to_string(),
            "abstractText": self.summary.iter().map(part).collect::<String>(),
            "pubTypeList": {"pubType": [self.kind]},
            "isOpenAccess": if self.pmc.is_some() { "Y" } else { "N" },
        });
        if self.pmid > 0 {
            article["pmid"] = self.pmid.to_string().into();
            article["journalInfo"] = json!({"journal": {"title": self.journal}});
        }
        if let Some(pmc) = self.pmc {
            article["pmcid"] = format!("PMC{pmc}").into();
        }
        article
    }
}

/// Those with a word of a query; all of them when none has one, so that whoever asks for something else is answered too.
fn matching<'a>(articles: Vec<&'a Article>, query: &str) -> Vec<&'a Article> {
    let found: Vec<&Article> = articles.iter().copied().filter(|one| has_a_word_of(&one.text(), query)).collect();
    if found.is_empty() && !is_for_nothing(query) { articles } else { found }
}

/// Numbers of articles. PubMed asks programs for their name.
pub(super) fn esearch<'q>(asked: impl Fn(&'static str) -> &'q str) -> Answer {
    if asked("db") != "pubmed" || asked("tool").is_empty() || asked("retmode") != "json" {
        return refused(400);
    }
    let (term, most) = (asked("term"), asked("retmax").parse().unwrap_or(20));
    let from = asked("mindate").parse().unwrap_or(0);
    let fits = |article: &&Article| {
        let kind = !term.contains("guideline[pt]") || article.is_guideline();
        article.pmid > 0 && kind && article.year >= from
    };
    let found = matching(ARTICLES.iter().filter(fits).collect(), term);
    let ids: Vec<String> = found.into_iter().take(most).map(|article| article.pmid.to_string()).collect();
    json(&json!({
        "header": {"type": "esearch", "version": "0.3"},
        "esearchresult": {"count": ids.len().to_string(), "retstart": "0", "idlist": ids},
    }))
}

/// Articles of numbers, the last first, as that service is free to.
pub(super) fn efetch<'q>(asked: impl Fn(&'static str) -> &'q str) -> Answer {
    if asked("db") != "pubmed" || asked("tool").is_empty() || asked("retmode") != "xml" {
        return refused(400);
    }
    let wanted: Vec<&str> = asked("id").split(',').collect();
    let found = ARTICLES.iter().rev().filter(|article| wanted.contains(&article.pmid.to_string().as_str()));
    let body: String = found.map(Article::xml).collect();
    let head = "<?xml version=\"1.0\" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC \"-//NLM//DTD PubMedArticle, 1st January \
                2025//EN\" \"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd\">\n";
    (200, "text/xml", format!("{head}<PubmedArticleSet>{body}</PubmedArticleSet>"))
}

/// Articles and preprints.
pub(super) fn search<'q>(asked: impl Fn(&'static str) -> &'q str) -> Answer {
    if asked("format") != "json" || asked("resultType") != "core" {
        return refused(400);
    }
    let (query, most) = (asked("query"), asked("pageSize").parse().unwrap_or(25));
    let one = |article: &&Article| {
        let pmc = article.pmc.map(|pmc| format!("PMCID:PMC{pmc}"));
        let doi = format!("DOI:\"{}\"", article.doi.to_lowercase());
        query == format!("EXT_ID:{} AND SRC:MED", article.pmid) || pmc.as_deref() == Some(query) || query == doi
    };
    let fits = |article: &&Article| !query.contains("PUB_TYPE") || article.is_guideline();
    let found = match query.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((words, _)) => matching(ARTICLES.iter().filter(fits).collect(), words),
        None => ARTICLES.iter().filter(one).collect(),
    };
    let found: Vec<Value> = found.into_iter().take(most).map(Article::json).collect();
    json(&json!({"version": "6.9", "hitCount": found.len(), "resultList": {"result": found}}))
}

/// The text of an article that is open.
pub(super) fn full_text(id: &str) -> Answer {
    if id != "PMC111" {
        return refused(404);
    }
    let text = "<article><front><article-meta><abstract><p>Statins are blamed.</p></abstract></article-meta></front>\
        <body><sec><title>Methods</title><p>We asked <bold>200</bold> people.</p><fig><caption><p>A figure.</p></caption>\
        </fig></sec><sec><title>Results</title><p>Nothing differed.</p></sec></body><back><ref-list><ref>Other</ref>\
        </ref-list></back></article>";
    (200, "application/xml", text.to_owned())
}
