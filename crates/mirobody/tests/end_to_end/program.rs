//! Running the program with a data directory of its own.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};

use tempfile::TempDir;

/// The program and a data directory.
pub struct Program {
    folder: TempDir,
}

/// What a run printed and how it ended.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Program {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The folder it runs in; the data directory is `home` in it.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn home(&self) -> std::path::PathBuf {
        self.folder().join("home")
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mirobody"));
        command.args(arguments).current_dir(self.folder()).env_clear();
        command.env("HOME", self.folder()).env("MIROBODY_HOME", self.home()).env("LOG_LEVEL", "debug");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        ran(self.command(arguments).output().unwrap())
    }

    /// Runs and expects success; gives what was printed.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {} {}", ran.out, ran.err);
        ran.out
    }

    pub fn json(&self, arguments: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.ok(arguments)).unwrap()
    }

    /// Writes a file beside the data directory.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.folder().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }

    pub fn with_input(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        ran(child.wait_with_output().unwrap())
    }

    pub fn key(&self, account: &str) -> String {
        let made = self.json(&["keys", "create", "--account", account, "--json"]);
        made["secret"].as_str().unwrap().to_owned()
    }

    pub fn serve(&self) -> Server {
        self.serve_with(&[])
    }

    /// Serves with these settings too.
    pub fn serve_with(&self, settings: &[(&str, &str)]) -> Server {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let log = std::fs::File::create(self.folder().join("log.txt")).unwrap();
        let mut command = self.command(&["serve", "--port", &port.to_string()]);
        command.envs(settings.iter().copied());
        let child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let server = Server { child, port };
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        server
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder().join("log.txt")).unwrap()
    }
}

fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A running server, ended on drop.
pub struct Server {
    child: Child,
    port: u16,
}

/// An HTTP answer.
pub struct Reply {
    pub status: u16,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.body))
    }
}

impl Server {
    /// Sends a form with a file.
    pub fn upload(&self, path: &str, key: &str, fields: &[(&str, &str)], file: &str) -> Reply {
        let field = |(name, value): &(&str, &str)| {
            format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let fields: Vec<String> = fields.iter().map(field).collect();
        let head = "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n";
        let form = [&fields.concat(), head, file, "\r\n--XX--\r\n"].concat();
        self.send("POST", path, key, "multipart/form-data; boundary=XX", &form)
    }

    /// One request over a connection of its own.
    pub fn call(&self, method: &str, path: &str, key: &str, body: &str) -> Reply {
        self.send(method, path, key, "application/json", body)
    }

    fn send(&self, method: &str, path: &str, key: &str, kind: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\
             Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        reply(&String::from_utf8_lossy(&bytes))
    }

    /// Asks it to stop as an operator would, and waits for it.
    pub fn stop(&mut self) -> i32 {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

fn reply(text: &str) -> Reply {
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    Reply { status, body: if chunked { unchunk(body) } else { body.to_owned() } }
}

fn unchunk(mut body: &str) -> String {
    let mut out = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || size > rest.len() {
            break;
        }
        out.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    out
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
