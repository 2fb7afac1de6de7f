//! The build script: `data/` in, one vocabulary file in `OUT_DIR` out.
//!
//! True here: this file reads and writes; what the bytes are is decided in `compile`, from inputs to bytes, so that
//! the tests can call it too.

mod compile;
#[path = "../src/fold.rs"]
mod fold;
#[path = "../src/layout.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod layout;
#[path = "../src/loinc.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod loinc;
#[path = "../src/spelling.rs"]
#[expect(dead_code, reason = "shared with the crate, which uses the rest")]
mod spelling;
#[path = "../src/tokens.rs"]
mod tokens;

use std::{
    error::Error,
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use compile::{Inputs, NameFile};

fn main() -> Result<(), Box<dyn Error>> {
    declare_inputs();
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let loinc = root.join("data/loinc");
    let codes = fs::read(loinc.join("loinc_codes.tsv.zst"))?;
    let designations = fs::read(loinc.join("loinc_designations.tsv.zst"))?;
    let release = fs::read_to_string(loinc.join("VERSION"))?;
    let names = tables(&root.join("data/names"))?;
    let words = tables(&root.join("data/words"))?;

    let parts = names.iter().chain(&words).flat_map(|file| [file.name.as_bytes(), file.text.as_bytes()]);
    let stamp = compile::stamp(release.trim(), [&codes[..], &designations[..]].into_iter().chain(parts));
    let (codes, designations) = (decompress(&codes)?, decompress(&designations)?);
    let inputs = Inputs { stamp: &stamp, codes: &codes, designations: &designations, names: &names, words: &words };
    let bundle = compile::compile(&inputs).map_err(|problem| problem.to_string())?;
    fs::write(Path::new(&std::env::var("OUT_DIR")?).join("vocabulary.bin"), bundle)?;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]
fn declare_inputs() {
    for input in ["build", "data/loinc", "data/names", "data/words", "data/chinese"] {
        println!("cargo::rerun-if-changed={input}");
    }
}

fn decompress(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    ruzstd::decoding::StreamingDecoder::new(bytes)?.read_to_string(&mut text)?;
    Ok(text)
}

/// The tables in a folder of ours, by name; none is fine.
fn tables(folder: &Path) -> Result<Vec<NameFile>, Box<dyn Error>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tsv") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push(NameFile { name, text: fs::read_to_string(&path)? });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
