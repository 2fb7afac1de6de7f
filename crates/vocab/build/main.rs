//! The build script: `data/` in, one vocabulary file in `OUT_DIR` out.
//!
//! True here: this file reads and writes; what the bytes are is decided in `compile`, from inputs to bytes, so that
//! the tests can call it too.

mod compile;
#[path = "../src/complaint_layout.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod complaint_layout;
#[path = "../src/fold.rs"]
mod fold;
#[path = "../src/icpc.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod icpc;
#[path = "../src/language.rs"]
mod language;
#[path = "../src/layout.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod layout;
#[path = "../src/loinc.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod loinc;
#[path = "../src/phrase.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod phrase;
#[path = "../src/role.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod role;
#[path = "../src/spelling.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod spelling;
#[path = "../src/stem.rs"]
mod stem;
#[path = "../src/tokens.rs"]
mod tokens;

use std::{
    error::Error,
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use compile::{Inputs, NameFile, complaints::ComplaintInputs};

fn main() -> Result<(), Box<dyn Error>> {
    declare_inputs();
    let data = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("data");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let vocabulary = vocabulary(&data)?;
    fs::write(out.join("vocabulary.bin"), vocabulary.bundle)?;
    fs::write(out.join("vocabulary.txt"), vocabulary.text)?;
    fs::write(out.join("complaints.bin"), complaints(&data)?)?;
    Ok(())
}

fn vocabulary(data: &Path) -> Result<compile::Compiled, Box<dyn Error>> {
    let loinc = data.join("loinc");
    let codes = fs::read(loinc.join("loinc_codes.tsv.zst"))?;
    let designations = fs::read(loinc.join("loinc_designations.tsv.zst"))?;
    let release = fs::read_to_string(loinc.join("VERSION"))?;
    let names = tables(&data.join("names"), "")?;
    let words = tables(&data.join("words"), "")?;

    let parts = names.iter().chain(&words).flat_map(|file| [file.name.as_bytes(), file.text.as_bytes()]);
    let stamp = compile::stamp(release.trim(), [&codes[..], &designations[..]].into_iter().chain(parts));
    let (codes, designations) = (decompress(&codes)?, decompress(&designations)?);
    let inputs = Inputs { stamp: &stamp, codes: &codes, designations: &designations, names: &names, words: &words };
    Ok(compile::compile(&inputs).map_err(|problem| problem.to_string())?)
}

fn complaints(data: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let icpc = fs::read_to_string(data.join("icpc3/icpc3.tsv"))?;
    let folder = data.join("complaints");
    let (phrases, words) = (tables(&folder, "")?, tables(&folder.join("words"), "words/")?);
    let (mut places, phrases): (Vec<_>, Vec<_>) = phrases.into_iter().partition(|file| file.name == "places.tsv");
    let places = places.pop().ok_or("there is no data/complaints/places.tsv")?;

    let files = phrases.iter().chain(&words).chain([&places]);
    let parts = files.flat_map(|file| [file.name.as_bytes(), file.text.as_bytes()]);
    let stamp = format!("icpc-3+{}", compile::digest([icpc.as_bytes()].into_iter().chain(parts)));
    let inputs = ComplaintInputs { stamp: &stamp, icpc: &icpc, phrases: &phrases, words: &words, places: &places };
    Ok(compile::complaints::compile(&inputs).map_err(|problem| problem.to_string())?)
}

#[expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]
fn declare_inputs() {
    for input in ["build", "data/loinc", "data/names", "data/words", "data/chinese", "data/icpc3", "data/complaints"] {
        println!("cargo::rerun-if-changed={input}");
    }
}

fn decompress(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    ruzstd::decoding::StreamingDecoder::new(bytes)?.read_to_string(&mut text)?;
    Ok(text)
}

/// The tables of a folder, by name; none is fine. What they are called in messages starts with `under`.
fn tables(folder: &Path, under: &str) -> Result<Vec<NameFile>, Box<dyn Error>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tsv") {
            let name = format!("{under}{}", path.file_name().unwrap_or_default().to_string_lossy());
            files.push(NameFile { name, text: fs::read_to_string(&path)? });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
