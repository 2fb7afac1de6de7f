//! The file of a client: one entry put in, everything else left as it was.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

use crate::cli::exit::Failure;

/// Where in the file the entries are.
pub enum Place {
    /// In an object of a JSON document.
    Json(&'static str),
    /// In a table of a TOML document.
    Toml(&'static str),
}

/// A file with this entry alone.
pub fn alone(place: &Place, name: &str, entry: &Value) -> String {
    match place {
        Place::Json(section) => in_json("", section, name, entry).unwrap_or_default(),
        Place::Toml(section) => in_toml("", section, name, entry),
    }
}

/// Puts the entry into the file. Where the file as it was has been kept, if there was one.
pub fn write(path: &Path, place: &Place, name: &str, entry: &Value) -> Result<Option<PathBuf>, Failure> {
    let before = match fs::read_to_string(path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::input(format!("{}: {error}", path.display()))),
    };
    let text = before.as_deref().unwrap_or_default();
    let after = match place {
        Place::Json(section) => in_json(text, section, name, entry)
            .ok_or_else(|| Failure::input(format!("{}: not plain JSON; add the entry by hand", path.display())))?,
        Place::Toml(section) => in_toml(text, section, name, entry),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let kept = match &before {
        Some(_) => Some(keep(path)?),
        None => None,
    };
    replace(path, &after)?;
    Ok(kept)
}

/// The document with the entry; none when it cannot be read as one.
fn in_json(text: &str, section: &str, name: &str, entry: &Value) -> Option<String> {
    let mut document = if text.trim().is_empty() { Map::new() } else { serde_json::from_str(text).ok()? };
    let entries = document.entry(section).or_insert_with(|| Value::Object(Map::new()));
    entries.as_object_mut()?.insert(name.to_owned(), entry.clone());
    serde_json::to_string_pretty(&document).ok().map(|text| text + "\n")
}

/// The document with the entry's table at its end, and without the one there was. All other lines stay as they are.
fn in_toml(text: &str, section: &str, name: &str, entry: &Value) -> String {
    let table = format!("{section}.{name}");
    let mut kept = String::with_capacity(text.len());
    let mut ours = false;
    for line in text.split_inclusive('\n') {
        if let Some(header) = header(line) {
            ours = header == table || header.strip_prefix(&table).is_some_and(|rest| rest.starts_with('.'));
        }
        if !ours {
            kept.push_str(line);
        }
    }
    if !kept.is_empty() && !kept.ends_with('\n') {
        kept.push('\n');
    }
    if !kept.is_empty() && !kept.ends_with("\n\n") {
        kept.push('\n');
    }
    let pairs = entry.as_object().into_iter().flatten();
    let lines: Vec<String> = pairs.map(|(key, value)| format!("{key} = {}\n", toml(value))).collect();
    format!("{kept}[{table}]\n{}", lines.concat())
}

/// The name of the table that a line begins, without quotes and spaces.
fn header(line: &str) -> Option<String> {
    let name = line.trim_start().strip_prefix('[')?.split(']').next()?;
    Some(name.chars().filter(|c| !c.is_whitespace() && *c != '"' && *c != '\'').collect())
}

/// Text, lists of it and objects of it, which JSON and TOML write nearly alike.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(pairs) => {
            let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key} = {}", toml(value))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Copies the file beside itself, under a name that is free.
fn keep(path: &Path) -> Result<PathBuf, Failure> {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 0 { ".bak".to_owned() } else { format!(".bak{number}") });
        PathBuf::from(name)
    };
    let free = (0..1000).map(named).find(|copy| !copy.exists());
    let copy = free.ok_or_else(|| Failure::machine("too many copies of the client's file; remove some"))?;
    fs::copy(path, &copy)?;
    Ok(copy)
}

/// The whole file or nothing. A new one is the person's alone: there may be a secret in it.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    if let Ok(before) = fs::metadata(path) {
        fs::set_permissions(&new, before.permissions())?;
    }
    Ok(fs::rename(&new, path)?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_keeps_the_rest_in_its_order() {
        let before =
            r#"{"theme": "dark", "mcpServers": {"other": {"command": "x"}, "mirobody": {"command": "old"}}, "z": 1}"#;
        let after = in_json(before, "mcpServers", "mirobody", &json!({"command": "new"})).unwrap();
        let read: Value = serde_json::from_str(&after).unwrap();
        let names: Vec<&String> = read.as_object().unwrap().keys().collect();
        assert_eq!(names, ["theme", "mcpServers", "z"]);
        assert_eq!(read["mcpServers"], json!({"other": {"command": "x"}, "mirobody": {"command": "new"}}));
        for bad in ["// a comment\n{}", "[]", "{", r#"{"mcpServers": 1}"#] {
            assert_eq!(in_json(bad, "mcpServers", "mirobody", &json!({})), None, "{bad}");
        }
    }

    #[test]
    fn toml_keeps_every_other_line() {
        let before = "model = \"x\" # mine\n\n[mcp_servers.mirobody]\ncommand = \"old\"\n[mcp_servers.mirobody.env]\nA = \"1\"\n\
                      [mcp_servers.mirobody2]\nurl = \"u\"\n";
        let entry = json!({"command": "a \"b\"", "args": ["mcp", "--record"], "env": {"MIROBODY_HOME": "/x"}});
        let wanted = "model = \"x\" # mine\n\n[mcp_servers.mirobody2]\nurl = \"u\"\n\n[mcp_servers.mirobody]\n\
                      command = \"a \\\"b\\\"\"\nargs = [\"mcp\", \"--record\"]\nenv = { MIROBODY_HOME = \"/x\" }\n";
        let after = in_toml(before, "mcp_servers", "mirobody", &entry);
        assert_eq!(after, wanted);
        assert_eq!(in_toml(&after, "mcp_servers", "mirobody", &entry), wanted, "again is the same");
    }

    #[test]
    fn the_file_as_it_was_is_kept_each_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/mcp.json");
        let place = Place::Json("servers");
        assert_eq!(write(&path, &place, "mirobody", &json!({"n": 1})).unwrap(), None);
        let first = write(&path, &place, "mirobody", &json!({"n": 2})).unwrap().unwrap();
        let second = write(&path, &place, "mirobody", &json!({"n": 3})).unwrap().unwrap();
        assert!(first != second && fs::read_to_string(first).unwrap().contains("\"n\": 1"));
        assert!(fs::read_to_string(path).unwrap().contains("\"n\": 3"));
    }
}
