//! The server over a real socket and a real folder.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{CSP, Listen, Mount, Server, mime, start};

/// A folder `site` with a secret beside it, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let top = std::env::temp_dir().join(format!("seqbell-xtask-{name}-{}", std::process::id()));
        let site = top.join("site");
        fs::create_dir_all(site.join("sub")).unwrap();
        fs::write(top.join("secret"), "secret").unwrap();
        fs::write(site.join("index.html"), "top").unwrap();
        fs::write(site.join("sub/index.html"), "below").unwrap();
        fs::write(site.join("a_bg.wasm"), "\0".repeat(100_000)).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(top.join("secret"), site.join("link")).unwrap();
        Self(top)
    }

    fn serve(&self, prefix: &str, csp: bool) -> Server {
        let mount = Mount::new(&self.0.join("site"), prefix, csp).unwrap();
        start(&Listen { host: "127.0.0.1".into(), port: 0 }, mount).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _left_behind = fs::remove_dir_all(&self.0);
    }
}

fn ask(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    write!(stream, "{request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn status(server: &Server, request: &str) -> u16 {
    ask(server, request).split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn files_have_their_type_and_the_common_headers() {
    let folder = Folder::new("headers");
    let server = folder.serve("/", true);
    let answer = ask(&server, "GET /a_bg.wasm");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    for line in [
        "Content-Type: application/wasm",
        "Content-Length: 100000",
        "Access-Control-Allow-Origin: *",
        "Cache-Control: no-cache",
        &format!("Content-Security-Policy: {CSP}"),
    ] {
        assert!(answer.lines().any(|have| have == line), "no `{line}` in\n{answer}");
    }
    assert!(!ask(&folder.serve("/", false), "GET /").contains("Content-Security-Policy"));
}

#[test]
fn answers_are_honest() {
    let folder = Folder::new("honest");
    let server = folder.serve("/docs/x", false);
    for (request, expected) in [
        ("GET /docs/x/", 200),
        ("HEAD /docs/x/", 200),
        ("GET /docs/x/sub/", 200),
        ("GET /docs/x", 308),
        ("GET /docs/x/sub", 308),
        ("GET /docs/x/nothing", 404),
        ("GET /docs/x/nothing/", 404),
        ("GET /docs/x/../secret", 404),
        ("GET /docs/x/%2e%2e/secret", 404),
        ("GET /docs/x/link", 404),
        ("GET /", 404),
        ("POST /docs/x/", 405),
    ] {
        assert_eq!(status(&server, request), expected, "{request}");
    }
}

#[test]
fn a_file_that_has_not_changed_is_not_sent_again() {
    let folder = Folder::new("tag");
    let server = folder.serve("/", false);
    let first = ask(&server, "GET /");
    let tag = first.lines().find_map(|line| line.strip_prefix("ETag: ")).unwrap().to_owned();
    let again = |server| status(server, &format!("GET / HTTP/1.1\r\nIf-None-Match: {tag}\r\nX:"));
    assert_eq!(again(&server), 304);
    fs::write(folder.0.join("site/index.html"), "changed").unwrap();
    assert_eq!(again(&server), 200);
}

#[test]
fn idle_connections_keep_nobody_waiting() {
    let folder = Folder::new("idle");
    let server = folder.serve("/", false);
    let mut open: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    for stream in open.iter_mut().rev() {
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        for _ in 0..2 {
            stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
            assert_eq!(body(stream), "top");
        }
    }
}

/// Reads one answer from a connection that stays open.
fn body(stream: &mut TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut bytes = vec![0; length];
    reader.read_exact(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn content_types() {
    let types = ["a.HTML", "a.mjs", "a.tar.gz", "a", "boot.bell"].map(|name| mime::content_type(Path::new(name)));
    assert_eq!(
        types,
        [
            "text/html; charset=utf-8",
            "text/javascript; charset=utf-8",
            "application/octet-stream",
            "application/octet-stream",
            "text/plain; charset=utf-8"
        ]
    );
}
