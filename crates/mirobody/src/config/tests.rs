//! The order of the layers, one test for each rule.

use std::{collections::BTreeMap, fs, path::Path};

mod providers;

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

#[test]
fn a_bucket_is_whole_or_refused_and_its_secret_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let load = |more: &[(&str, &str)]| {
        let whole = [("HOME", "/h"), ("S3_KEY", "AK"), ("S3_TOKEN", "secret"), ("S3_REGION", "r"), ("S3_BUCKET", "b")];
        load(folder.path(), &[&whole[..], more].concat())
    };
    assert!(super::tests::load(folder.path(), &[("HOME", "/h")]).unwrap().location.bucket().is_none());
    let config = load(&[]).unwrap();
    assert!(!config.location.bucket().unwrap().path_style && !format!("{config:?}").contains("secret"));
    let minio = load(&[("S3_ENDPOINT", "http://localhost:9000")]).unwrap();
    assert!(minio.location.bucket().unwrap().path_style, "as such services want it");
    for (key, value) in [
        ("S3_TOKEN", ""),
        ("S3_BUCKET", ""),
        ("S3_REGION", ""),
        ("S3_ENDPOINT", "http://minio.example.org"),
        ("S3_PATH_STYLE", "perhaps"),
    ] {
        let error = load(&[(key, value)]).unwrap_err().to_string();
        assert!(error.starts_with(key) && !error.contains("secret"), "{error}");
    }
}

#[test]
fn the_clock_is_moved_for_tests_only() {
    let folder = tempfile::tempdir().unwrap();
    let load = |env: &str, offset: &str| load(folder.path(), &[("ENV", env), ("MIROBODY_CLOCK_OFFSET", offset)]);
    assert!(load("prod", "").unwrap().warnings.is_empty());
    assert!(load("dev", "31d").unwrap().warnings[0].contains("clock"));
    for (env, offset) in [("prod", "31d"), ("prod", "@file"), ("dev", "soon")] {
        assert!(load(env, offset).unwrap_err().to_string().starts_with("MIROBODY_CLOCK_OFFSET must be"), "{env}");
    }
}

#[test]
fn the_token_of_administration_is_given_as_its_hash() {
    let folder = tempfile::tempdir().unwrap();
    let load = |hash: &str| load(folder.path(), &[("ADMIN_TOKEN_SHA256", hash)]);
    assert_eq!(load("").unwrap().admin_token, None);
    assert_eq!(load(&"Ab".repeat(32)).unwrap().admin_token, Some([0xab; 32]));
    for bad in ["secret-token", &"a".repeat(63), &"g".repeat(64)] {
        let error = load(bad).unwrap_err().to_string();
        assert!(error.starts_with("ADMIN_TOKEN_SHA256 must be") && !error.contains("secret"), "{error}");
    }
}

#[test]
fn an_embedding_provider_is_named_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let load = |keys: &[(&str, &str)]| load(folder.path(), &[&[("HOME", "/h")], keys].concat());
    let compatible = ("EMBEDDING_PROVIDER", "compatible");
    for (keys, wrong) in [
        (&[("EMBEDDING_PROVIDER", "gemini")][..], "GOOGLE_API_KEY"),
        (&[("EMBEDDING_PROVIDER", "qwen"), ("GOOGLE_API_KEY", "a")], "DASHSCOPE_API_KEY"),
        (&[("EMBEDDING_PROVIDER", "none of ours")], "EMBEDDING_PROVIDER"),
        (&[compatible], "EMBEDDING_BASE_URL"),
        (&[compatible, ("EMBEDDING_BASE_URL", "http://127.0.0.1:1/v1")], "EMBEDDING_MODEL"),
    ] {
        let error = load(keys).unwrap_err().to_string();
        assert!(error.starts_with(wrong), "{keys:?}: {error}");
    }
    assert!(load(&[("GOOGLE_API_KEY", "a key")]).unwrap().embedder().unwrap().is_none(), "a key alone asks nobody");
    let gemini = load(&[("EMBEDDING_PROVIDER", "gemini"), ("GOOGLE_API_KEY", "a-secret-key")]).unwrap();
    assert!(gemini.embedder().unwrap().is_some() && !format!("{gemini:?}").contains("a-secret-key"));
    let clear = [compatible, ("EMBEDDING_BASE_URL", "http://example.org/v1"), ("EMBEDDING_MODEL", "m")];
    assert!(load(&clear).unwrap().embedder().unwrap_err().to_string().contains("https"));
}

#[test]
fn hosts_that_requests_may_attach_are_hosts() {
    let folder = tempfile::tempdir().unwrap();
    let load = |hosts: &str| load(folder.path(), &[("MCP_ATTACH_PRIVATE_HOSTS", hosts)]);
    assert!(load("").is_ok() && load("127.0.0.1:18098, tools.lan,").is_ok());
    for bad in ["http://tools.lan", "tools.lan tools.lan", "a@b"] {
        assert!(load(bad).unwrap_err().to_string().starts_with("MCP_ATTACH_PRIVATE_HOSTS must be"), "{bad}");
    }
}

#[test]
fn published_evidence_is_off_unless_it_is_enabled_or_there_is_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let load = |keys: &[(&str, &str)]| load(folder.path(), &[&[("HOME", "/h")], keys].concat());
    let enabled = ("EVIDENCE_ENABLED", "true");
    assert!(load(&[("EVIDENCE_EMAIL", "a@example.org")]).unwrap().library().unwrap().is_none());
    let usual = load(&[enabled]).unwrap();
    assert_eq!(usual.evidence.online, Some(mirobody_evidence::Online::default()), "one list of addresses");
    assert_eq!(usual.library().unwrap().unwrap().sources(), ["PubMed", "Europe PMC", "ClinicalTrials.gov"]);
    let one = load(&[enabled, ("EVIDENCE_PUBMED_URL", ""), ("EVIDENCE_TRIALS_URL", " ")]).unwrap();
    assert_eq!(one.library().unwrap().unwrap().sources(), ["Europe PMC"]);
    fs::write(folder.path().join("a.ndjson"), "{\"ref\": \"pmid:7\", \"title\": \"Statins\"}\nno record\n").unwrap();
    let index = load(&[("EVIDENCE_INDEX", folder.path().to_str().unwrap())]).unwrap();
    assert_eq!(index.library().unwrap().unwrap().sources(), ["offline index of 1 records (1 lines are none)"]);
    for (keys, wrong) in [
        (&[enabled, ("EVIDENCE_TRIALS_URL", "http://example.org")][..], "EVIDENCE_TRIALS_URL must be https"),
        (&[("EVIDENCE_INDEX", "/not/there")], "EVIDENCE_INDEX: the directory cannot be read"),
    ] {
        assert!(load(keys).unwrap().library().unwrap_err().to_string().starts_with(wrong), "{keys:?}");
    }
    assert!(load(&[("EVIDENCE_ENABLED", "perhaps")]).unwrap_err().to_string().starts_with("EVIDENCE_ENABLED must be"));
}

#[test]
fn skills_of_ones_own_stand_beside_those_that_are_shipped() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("one/our-checks/SKILL.md", "---\nname: our-checks\ndescription: ours\n---\n");
    write("two/trend-reading/SKILL.md", "---\nname: trend-reading\ndescription: in our way\n---\n");
    write("two/broken/SKILL.md", "# nothing");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let load = |dirs: &str| load(folder.path(), &[("HOME", "/h"), ("SKILL_DIRS", dirs)]).unwrap();
    assert_eq!(load("").skills().0.names().count(), 4);
    for dirs in [format!("{}, {},", one.display(), two.display()), format!("[{one:?}, {two:?}]")] {
        let (skills, bad) = load(&dirs).skills();
        assert_eq!(skills.names().count(), 5, "{dirs}");
        assert!(skills.listing().contains("trend-reading/SKILL.md): in our way\n"), "the operator's comes first");
        assert_eq!(bad.len(), 1);
        assert!(bad[0].place.ends_with("broken"));
    }
    let (skills, bad) = load("/not/there").skills();
    assert_eq!((skills.names().count(), bad.len()), (4, 1));
}

#[test]
fn what_a_model_works_by_can_be_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.jinja");
    let load = |paths: &str| load(folder.path(), &[("HOME", "/h"), ("PROMPTS_DEEP", paths)]).unwrap().prompts();
    assert!(load("").is_ok());
    fs::write(&path, "{{ rules }} Be brief.").unwrap();
    assert!(load(path.to_str().unwrap()).is_ok());
    fs::write(&path, "{{ ruels }}").unwrap();
    let error = load(path.to_str().unwrap()).unwrap_err().to_string();
    assert!(error.starts_with("PROMPTS_DEEP: ") && error.contains("own.jinja"), "{error}");
}
