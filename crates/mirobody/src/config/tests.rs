//! The order of the layers, one test for each rule.

use std::{collections::BTreeMap, fs, path::Path};

use super::{Config, ConfigError, Sources};

fn load(folder: &Path, variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let mut environment: BTreeMap<_, _> = variables.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    environment.entry("HOME".into()).or_insert_with(|| "/home/someone".into());
    Config::from_sources(&Sources { folder: folder.to_owned(), environment })
}

#[test]
fn each_layer_wins_over_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let port = |variables: &[(&str, &str)]| load(folder.path(), variables).unwrap().port;
    assert_eq!(port(&[]), 18080);
    write("config.yaml", "HTTP_PORT: 1001\n");
    assert_eq!(port(&[]), 1001);
    write("config.dev.yaml", "http_port: 1002\n");
    assert_eq!(port(&[]), 1002);
    write("config.key.yaml", "HTTP_PORT: 1003\n");
    assert_eq!(port(&[]), 1003);
    write(".env", "HTTP_PORT=1004\n");
    assert_eq!(port(&[]), 1004);
    assert_eq!(port(&[("HTTP_PORT", "1005")]), 1005);
}

#[test]
fn env_names_the_override_file_from_dotenv_or_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(".env", "# which one\nexport ENV=\"lab\"\n");
    write("config.lab.yaml", "HTTP_PORT: 1\n");
    write("config.prod.yaml", "HTTP_PORT: 2\n");
    assert_eq!(load(folder.path(), &[]).unwrap().port, 1);
    assert_eq!(load(folder.path(), &[("ENV", "prod")]).unwrap().port, 2);
}

#[test]
fn unknown_keys_are_reported_by_name_and_place_and_never_by_value() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.yaml"), "HTTP_PROT: secret\n").unwrap();
    fs::write(folder.path().join(".env"), "not a pair\n").unwrap();
    let warnings = load(folder.path(), &[("MIROBODY_HOEM", "x")]).unwrap().warnings.join("\n");
    for part in ["config.yaml: unknown key HTTP_PROT", "environment: unknown key MIROBODY_HOEM", ".env: line 1"] {
        assert!(warnings.contains(part), "{warnings}");
    }
    assert!(!warnings.contains("secret"));
}

#[test]
fn a_broken_file_or_value_is_an_error_that_quotes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.yaml"), "A_KEY: [secret\nB: {").unwrap();
    let error = load(folder.path(), &[]).unwrap_err().to_string();
    assert!(error.contains("config.yaml") && !error.contains("secret"), "{error}");
    fs::write(folder.path().join("config.yaml"), "DEFAULT_TIMEZONE: Mars/Olympus\n").unwrap();
    assert!(load(folder.path(), &[]).unwrap_err().to_string().contains("DEFAULT_TIMEZONE must be"));
}

#[test]
fn the_data_directory_has_a_place_in_the_users_own() {
    let folder = tempfile::tempdir().unwrap();
    let home = |variables: &[(&str, &str)]| load(folder.path(), variables).unwrap().home.display().to_string();
    assert_eq!(home(&[]), "/home/someone/.local/share/mirobody");
    assert_eq!(home(&[("XDG_DATA_HOME", "/data")]), "/data/mirobody");
    assert_eq!(home(&[("MIROBODY_HOME", "/m")]), "/m");
}

#[test]
fn encryption_keys_are_long_enough_and_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let load = |key: &str, previous: &str| {
        let keys = [("HOME", "/h"), ("PG_ENCRYPTION_KEY", key), ("PG_ENCRYPTION_KEY_PREVIOUS", previous)];
        load(folder.path(), &keys)
    };
    let config = load("0123456789abcdef-secret", "an older secret of ours, and one before that").unwrap();
    let shown = format!("{config:?}");
    assert!(!shown.contains("secret") && !shown.contains("0123456789"), "{shown}");
    for (key, previous) in [("tooshort", ""), ("", "tooshort")] {
        let error = load(key, previous).unwrap_err().to_string();
        assert!(error.contains("16 characters") && !error.contains("tooshort"), "{error}");
    }
}

#[test]
fn the_database_is_named_by_its_url_which_is_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let load = |url: &str| load(folder.path(), &[("HOME", "/h"), ("DATABASE_URL", url)]);
    assert!(!load("").unwrap().location.is_postgres());
    let config = load("postgres://u:secret@localhost/d").unwrap();
    assert!(config.location.is_postgres() && !format!("{config:?}").contains("secret"));
    let error = load("mysql://u:secret@localhost/d").unwrap_err().to_string();
    assert!(error.starts_with("DATABASE_URL must be postgres://") && !error.contains("secret"), "{error}");
}
