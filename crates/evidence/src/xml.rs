//! XML as a tree: bounded, without external entities, and as forgiving as it must be.

use quick_xml::{
    Reader,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};

/// How deep a tree may be.
const DEEPEST: usize = 100;
/// How many elements it may have.
const MOST: usize = 300_000;

/// An element.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Node>,
}

/// What is in an element.
#[derive(Debug)]
pub(crate) enum Node {
    Text(String),
    Element(Element),
}

impl Element {
    /// The root of a document; none when it is not one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut reader = Reader::from_str(text);
        let mut open = vec![Self::default()];
        let mut count = 0;
        loop {
            match reader.read_event().ok()? {
                Event::Start(start) => open.push(Self::of(&start)),
                Event::Empty(start) => open.last_mut()?.children.push(Node::Element(Self::of(&start))),
                Event::End(_) => {
                    let done = open.pop()?;
                    open.last_mut()?.children.push(Node::Element(done));
                }
                Event::Text(text) => open.last_mut()?.text(&text.xml10_content()),
                Event::CData(text) => open.last_mut()?.text(&text.xml10_content()),
                Event::GeneralRef(name) => open.last_mut()?.text(&meant(&name.into_inner())),
                Event::Eof => break,
                _ => {}
            }
            count += 1;
            if open.len() > DEEPEST || count > MOST {
                return None;
            }
        }
        let [document] = <[Self; 1]>::try_from(open).ok()?;
        document.children.into_iter().find_map(|child| if let Node::Element(root) = child { Some(root) } else { None })
    }

    fn of(start: &BytesStart<'_>) -> Self {
        let attribute = |attribute: quick_xml::events::attributes::Attribute<'_>| {
            (attribute.key.local_name().as_ref().to_owned(), attribute.value.to_string())
        };
        let attributes = start.attributes().flatten().map(attribute).collect();
        Self { name: start.local_name().as_ref().to_owned(), attributes, children: Vec::new() }
    }

    fn text(&mut self, text: &str) {
        match self.children.last_mut() {
            Some(Node::Text(before)) => before.push_str(text),
            _ => self.children.push(Node::Text(text.to_owned())),
        }
    }

    /// The elements in this one.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| if let Node::Element(element) = child { Some(element) } else { None })
    }

    /// Those of a name.
    pub(crate) fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Self> {
        self.elements().filter(move |element| element.name == name)
    }

    /// The first at the end of a way of names.
    pub(crate) fn at(&self, way: &[&str]) -> Option<&Self> {
        match way {
            [] => Some(self),
            [first, rest @ ..] => self.all(first).find_map(|element| element.at(rest)),
        }
    }

    /// The text at the end of a way, in one line; empty when there is none.
    pub(crate) fn text_at(&self, way: &[&str]) -> String {
        self.at(way).map(Self::line).unwrap_or_default()
    }

    /// An attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// All text in it, in one line.
    pub(crate) fn line(&self) -> String {
        let mut text = String::new();
        self.gather(&mut text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn gather(&self, text: &mut String) {
        for child in &self.children {
            match child {
                Node::Text(own) => text.push_str(own),
                Node::Element(element) => element.gather(text),
            }
        }
    }
}

/// What a reference stands for: a character, or nothing when only a document type would know.
fn meant(name: &str) -> String {
    let code = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    });
    let named = || resolve_predefined_entity(name).unwrap_or_default().to_owned();
    code.and_then(char::from_u32).map_or_else(named, String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_becomes_a_tree() {
        let text = "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n\
            <x:a><b k=\"v\">one <i>two</i>&amp;&#x3b1;&e;\n three</b><b/><c><![CDATA[<d>]]></c></x:a>";
        let root = Element::read(text).unwrap();
        assert_eq!((root.name.as_str(), root.all("b").count()), ("a", 2));
        assert_eq!(root.text_at(&["b"]), "one two&α three");
        assert_eq!(root.at(&["b"]).unwrap().attribute("k"), Some("v"));
        assert_eq!((root.text_at(&["c"]), root.text_at(&["c", "d"])), ("<d>".to_owned(), String::new()));
    }

    #[test]
    fn what_is_no_document_is_none() {
        let deep = "<a>".repeat(200) + &"</a>".repeat(200);
        for text in ["", "text", "<a>", "<a></b>", "<a", "<a></a></a>", &deep] {
            assert!(Element::read(text).is_none(), "{text:.20}");
        }
    }
}
