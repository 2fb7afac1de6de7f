//! The two shapes that several sections share: a table of strings, and lists of rows.

use std::collections::HashMap;

/// Strings, each kept once. Number 0 is the empty string.
pub struct Strings {
    starts: Vec<u32>,
    text: String,
    known: HashMap<String, u32>,
}

impl Default for Strings {
    fn default() -> Self {
        Self { starts: vec![0], text: String::new(), known: HashMap::from([(String::new(), 0)]) }
    }
}

impl Strings {
    /// The string's number.
    pub fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.known.get(text) {
            return number;
        }
        self.next(text)
    }

    /// A number for the string that is one more than the last one given, whether or not it has another.
    pub fn next(&mut self, text: &str) -> u32 {
        let number = self.starts.len() as u32;
        self.starts.push(self.text.len() as u32);
        self.text.push_str(text);
        self.known.insert(text.to_owned(), number);
        number
    }

    /// Where each string starts, and the end.
    pub fn starts(&self) -> Vec<u8> {
        let end = self.text.len() as u32;
        self.starts.iter().chain([&end]).flat_map(|start| start.to_le_bytes()).collect()
    }

    /// The strings themselves.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// Lists of ascending numbers, each list kept once.
#[derive(Default)]
pub struct Lists {
    bytes: Vec<u8>,
    known: HashMap<Vec<u8>, u32>,
}

impl Lists {
    /// Where the list starts.
    pub fn start(&mut self, numbers: &[u32]) -> u32 {
        let coded = encode(numbers);
        if let Some(&start) = self.known.get(&coded) {
            return start;
        }
        let start = self.bytes.len() as u32;
        self.bytes.extend(&coded);
        self.known.insert(coded, start);
        start
    }

    /// The lists themselves.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// How many numbers, the first, then the distance from each to the next.
fn encode(numbers: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(numbers.len() + 4);
    push_varint(&mut bytes, numbers.len() as u32);
    let mut last = 0;
    for &number in numbers {
        push_varint(&mut bytes, number - last);
        last = number;
    }
    bytes
}

/// Appends a variable-length number.
pub fn push_varint(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
