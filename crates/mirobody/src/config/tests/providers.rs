//! Model providers, as files and the environment name them.

use std::fs;

use mirobody_llm::{Kind, Secret};
use serde_json::json;

use super::load;

const BLOCKS: &str = "
PROVIDERS_DEEP:
  gemini-3.5-flash:
    llm_type: google-genai
    api_key: GOOGLE_API_KEY
    model: gemini-3.5-flash
    temperature: 1.0
  claude-sonnet:
    llm_type: openai
    api_key: COMPANY_GATEWAY
    base_url: https://openrouter.ai/api/v1
    model: anthropic/claude-sonnet-4.6
    supports_pdf: true
    provider:
      order: [anthropic]
  nameless:
    llm_type: openai
PROVIDERS_BASE:
  claude-sonnet:
    llm_type: anthropic
    model: another
  local:
    base_url: http://127.0.0.1:11434/v1
    model: qwen3
MODELS_FLASH: [local, gemini-3.5-flash]
COMPANY_GATEWAY: a-secret-key
";

#[test]
fn blocks_are_read_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.yaml"), BLOCKS).unwrap();
    let config = load(folder.path(), &[("MODELS_EXPERT", "claude-sonnet, local")]).unwrap();
    let names: Vec<_> = config.llm.providers.iter().map(|one| (one.name.as_str(), one.kind)).collect();
    let expected = [("gemini-3.5-flash", Kind::Gemini), ("claude-sonnet", Kind::OpenAi), ("local", Kind::OpenAi)];
    assert_eq!(names, expected);
    let [gemini, claude, local] = config.llm.providers.as_slice() else { unreachable!() };
    assert_eq!((gemini.key.as_ref().unwrap().secret.as_ref(), gemini.images), (None, true));
    assert_eq!(gemini.base_url, "https://generativelanguage.googleapis.com/v1beta");
    assert_eq!(claude.key.as_ref().unwrap().secret, Some(Secret::new("a-secret-key")));
    assert_eq!((claude.images, claude.documents), (false, true));
    assert_eq!(json!(claude.extra), json!({"provider": {"order": ["anthropic"]}}));
    assert_eq!((&local.key, local.model.as_str()), (&None, "qwen3"));
    let tiers: Vec<_> = config.llm.tiers.iter().map(|tier| tier.providers.join("+")).collect();
    assert_eq!(tiers, ["local+gemini-3.5-flash", "claude-sonnet+local"]);
    assert_eq!(config.warnings, ["PROVIDERS_DEEP: nameless has no model and is ignored"]);
    assert!(config.models().unwrap().is_some());
    assert!(!format!("{config:?}").contains("a-secret-key"));
}

#[test]
fn a_key_is_the_environments_first() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.yaml"), BLOCKS).unwrap();
    let config = load(folder.path(), &[("COMPANY_GATEWAY", "another")]).unwrap();
    assert_eq!(config.llm.providers[1].key.as_ref().unwrap().secret, Some(Secret::new("another")));
}

#[test]
fn one_model_takes_two_lines_and_a_key_alone_asks_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let load = |keys: &[(&str, &str)]| load(folder.path(), keys);
    for key in ["OPENAI_API_KEY", "OPENROUTER_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "LLM_API_KEY"] {
        assert!(load(&[(key, "k")]).unwrap().models().unwrap().is_none(), "{key}");
    }
    let two = [("LLM_BASE_URL", "http://127.0.0.1:1/v1"), ("LLM_MODEL", "m")];
    let config = load(&two).unwrap();
    assert_eq!((config.llm.providers[0].name.as_str(), &config.llm.providers[0].key), ("m", &None));
    assert!(config.models().unwrap().is_some());
    for (one, missing) in [(two[0], "LLM_MODEL"), (two[1], "LLM_BASE_URL")] {
        assert!(load(&[one]).unwrap_err().to_string().starts_with(missing));
    }
    let far = [("LLM_BASE_URL", "http://models.lan/v1"), two[1]];
    assert!(load(&far).unwrap().models().unwrap_err().to_string().contains("https"));
    assert!(load(&[far[0], far[1], ("LLM_ALLOW_HTTP", "true")]).unwrap().models().is_ok());
    let in_the_environment = ("PROVIDERS_DEEP", r#"{"a": {"llm_type": "anthropic", "model": "c"}}"#);
    assert_eq!(load(&[two[0], two[1], in_the_environment]).unwrap().llm.providers[1].kind, Kind::Anthropic);
}

#[test]
fn what_is_wrong_is_named_and_no_key_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    for (block, wrong) in [
        (json!({"llm_type": "openai", "model": "m", "api_key": "sk-secret"}), "api_key of p must be the name"),
        (json!({"llm_type": "cohere", "model": "m"}), "llm_type of p must be"),
        (json!({"model": "m"}), "llm_type of p must be"),
        (json!({"llm_type": "openai", "model": "m", "supports_pdf": "perhaps"}), "supports_pdf of p must be"),
        (json!("sk-secret"), "PROVIDERS_DEEP must be a map"),
    ] {
        let text = json!({"p": block}).to_string();
        let error = load(folder.path(), &[("PROVIDERS_DEEP", &text)]).unwrap_err().to_string();
        assert!(error.contains(wrong) && !error.contains("secret"), "{error}");
    }
    let two = [("LLM_BASE_URL", "http://127.0.0.1:1/v1"), ("LLM_MODEL", "m"), ("MODELS_FLASH", "n")];
    let error = load(folder.path(), &two).unwrap().models().unwrap_err().to_string();
    assert!(error.contains("mirobody-flash names the model provider n"), "{error}");
    assert!(load(folder.path(), &[("LLM_TIMEOUT", "0")]).is_err());
    assert!(
        load(folder.path(), &[("LLM_PROXY", "http://u:secret@h")])
            .is_ok_and(|config| !format!("{config:?}").contains("secret"))
    );
}
