//! `mirobody mcp install`: what a client's own file has to say.

use std::{env, path::PathBuf, process::ExitCode};

use mirobody_store::LOCAL_ACCOUNT;
use serde_json::{Value, json};

use super::file::{self, Place};
use crate::cli::{
    args::mcp::{InstallArgs, McpClient},
    exit::Failure,
    terminal,
};

/// What the server is called in the client.
const NAME: &str = "mirobody";

/// Prints the configuration, or writes it.
pub fn run(args: &InstallArgs) -> Result<ExitCode, Failure> {
    let entry = entry(args)?;
    let place = place(args.client);
    let path = match &args.file {
        Some(path) => Ok(path.clone()),
        None => usual_file(args.client),
    };
    if args.write {
        let path = path?;
        let before = file::write(&path, &place, NAME, &entry)?;
        terminal::note(&format!("written to {}; restart the client", path.display()));
        if let Some(before) = before {
            terminal::note(&format!("the file as it was: {}", before.display()));
        }
    } else {
        terminal::write(&file::alone(&place, NAME, &entry))?;
        if let Ok(path) = path {
            terminal::note(&format!("this belongs in {}; --write puts it there", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// How the client reaches the record.
fn entry(args: &InstallArgs) -> Result<Value, Failure> {
    let Some(url) = &args.url else { return program(args) };
    let plain = url.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\\');
    if !plain || !(url.starts_with("http://") || url.starts_with("https://")) {
        return Err(Failure::usage("--url must be an address that begins with http:// or https://"));
    }
    Ok(match args.client {
        // Its file knows programs only, so one stands between.
        McpClient::Claude => json!({"command": "npx", "args": ["-y", "mcp-remote", url]}),
        McpClient::Vscode => json!({"type": "http", "url": url}),
        McpClient::Cursor | McpClient::Codex => json!({"url": url}),
    })
}

/// This program, on the record it works on now.
fn program(args: &InstallArgs) -> Result<Value, Failure> {
    let program = env::current_exe()?;
    let program = program.to_str().ok_or_else(|| Failure::machine("the path of this program is not UTF-8"))?;
    let mut arguments = vec!["mcp", "--record", "--user", &args.person.user];
    if args.person.account != LOCAL_ACCOUNT {
        arguments.extend(["--account", &args.person.account]);
    }
    let mut entry = json!({"command": program, "args": arguments});
    if args.client == McpClient::Vscode {
        entry["type"] = "stdio".into();
    }
    // The client starts it from elsewhere and without what this shell has set.
    if let Some(home) = env::var("MIROBODY_HOME").ok().filter(|home| !home.is_empty()) {
        let home = std::path::absolute(home)?;
        entry["env"] = json!({"MIROBODY_HOME": home.to_string_lossy()});
    }
    Ok(entry)
}

const fn place(client: McpClient) -> Place {
    match client {
        McpClient::Claude | McpClient::Cursor => Place::Json("mcpServers"),
        McpClient::Vscode => Place::Json("servers"),
        McpClient::Codex => Place::Toml("mcp_servers"),
    }
}

/// Where the client looks for it on this kind of machine.
fn usual_file(client: McpClient) -> Result<PathBuf, Failure> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).map(PathBuf::from);
    let home = home.ok_or_else(|| Failure::machine("no home directory: name the client's file with --file"))?;
    let settings = if cfg!(target_os = "macos") {
        home.join("Library/Application Support")
    } else if cfg!(windows) {
        env::var_os("APPDATA").map_or_else(|| home.join("AppData/Roaming"), PathBuf::from)
    } else {
        env::var_os("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from)
    };
    Ok(match client {
        McpClient::Claude => settings.join("Claude/claude_desktop_config.json"),
        McpClient::Cursor => home.join(".cursor/mcp.json"),
        McpClient::Codex => {
            env::var_os("CODEX_HOME").map_or_else(|| home.join(".codex"), PathBuf::from).join("config.toml")
        }
        McpClient::Vscode => settings.join("Code/User/mcp.json"),
    })
}
