//! A static file server that behaves as a careful host would: true content types, true 404s, CORS, and on demand a
//! strict policy and a sub-path. For development and tests: it refuses to know compression, TLS and writing.

mod mime;
mod route;

use std::fs::File;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, anyhow, bail};
use tiny_http::{Header, Method, Request, Response, StatusCode};

use route::Route;

/// What the pages must live with, on any host.
pub(crate) const CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Browsers open about six connections to a host; a waiting one occupies nobody.
const WORKERS: usize = 4;

/// Ports tried, from the wanted one on.
const PORTS_TRIED: u16 = 20;

/// Where to listen.
pub(crate) struct Listen {
    /// Address or name.
    pub(crate) host: String,
    /// Wanted port; 0 for any.
    pub(crate) port: u16,
}

/// A folder, and how it appears.
pub(crate) struct Mount {
    /// The folder, without links or dots in its name.
    folder: PathBuf,
    /// Begins and ends with a slash.
    prefix: String,
    csp: bool,
}

impl Mount {
    /// Puts `folder` under `prefix`, with or without the strict policy.
    ///
    /// # Errors
    /// When there is no such folder.
    pub(crate) fn new(folder: &Path, prefix: &str, csp: bool) -> Result<Self> {
        let folder =
            folder.canonicalize().with_context(|| format!("there is no folder {} to serve", folder.display()))?;
        if !folder.is_dir() {
            bail!("{} is not a folder", folder.display());
        }
        let inner = prefix.trim_matches('/');
        let prefix = if inner.is_empty() { "/".to_owned() } else { format!("/{inner}/") };
        Ok(Self { folder, prefix, csp })
    }
}

/// A running server; it stops when dropped.
pub(crate) struct Server {
    http: Arc<tiny_http::Server>,
    address: SocketAddr,
    prefix: String,
    workers: Vec<JoinHandle<()>>,
}

impl Server {
    /// Address of the mounted folder, with the closing slash.
    pub(crate) fn url(&self) -> String {
        format!("http://{}{}", self.address, self.prefix)
    }

    /// Serves until the program is interrupted.
    pub(crate) fn wait(mut self) -> Result<()> {
        for worker in self.workers.drain(..) {
            worker.join().map_err(|_| anyhow!("a thread of the server died"))?;
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for _ in &self.workers {
            self.http.unblock();
        }
        for worker in self.workers.drain(..) {
            // A thread that died has already said so; there is nobody left to tell.
            let _ended = worker.join();
        }
    }
}

/// Starts serving in the background.
///
/// # Errors
/// When no port can be had.
pub(crate) fn start(listen: &Listen, mount: Mount) -> Result<Server> {
    let listener = bind(listen)?;
    let address = listener.local_addr()?;
    let http = tiny_http::Server::from_listener(listener, None).map_err(|error| anyhow!("cannot serve: {error}"))?;
    let http = Arc::new(http);
    let prefix = mount.prefix.clone();
    let mount = Arc::new(mount);
    let workers = (0..WORKERS).map(|_| work(Arc::clone(&http), Arc::clone(&mount))).collect();
    Ok(Server { http, address, prefix, workers })
}

/// Starts, prints the address on standard output, and stays.
pub(crate) fn forever(listen: &Listen, mount: Mount) -> Result<()> {
    let server = start(listen, mount)?;
    print(&server.url());
    server.wait()
}

/// One line of result on standard output, at once. A reader who has gone is no error.
pub(crate) fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    let _gone = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn bind(listen: &Listen) -> Result<TcpListener> {
    let host = listen.host.as_str();
    let last = if listen.port == 0 { 0 } else { listen.port.saturating_add(PORTS_TRIED) };
    (listen.port..=last).find_map(|port| TcpListener::bind((host, port)).ok()).with_context(|| {
        format!("no port from {} to {last} can be had on {host}: choose another with --port", listen.port)
    })
}

fn work(http: Arc<tiny_http::Server>, mount: Arc<Mount>) -> JoinHandle<()> {
    thread::spawn(move || {
        // `recv` ends with an error when the server is told to stop.
        while let Ok(request) = http.recv() {
            // A browser that hangs up before the last byte is none of our business.
            let _hung_up = answer(request, &mount);
        }
    })
}

fn answer(request: Request, mount: &Mount) -> std::io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return refuse(request, mount, 405, "Only GET and HEAD.\n");
    }
    match route::route(&mount.prefix, request.url()) {
        Route::File(relative) => file(request, mount, &relative),
        Route::Redirect(to) => redirect(request, mount, &to),
        Route::Nothing => refuse(request, mount, 404, "Not found.\n"),
    }
}

fn file(request: Request, mount: &Mount, relative: &Path) -> std::io::Result<()> {
    let Some(path) = inside(&mount.folder, relative) else {
        return refuse(request, mount, 404, "Not found.\n");
    };
    if path.is_dir() {
        let to = route::with_slash(request.url());
        return redirect(request, mount, &to);
    }
    let Ok(file) = File::open(&path) else {
        return refuse(request, mount, 404, "Not found.\n");
    };
    let tag = tag(&file);
    let known =
        request.headers().iter().any(|header| header.field.equiv("If-None-Match") && header.value.as_str() == tag);
    if known {
        return request.respond(dress(Response::empty(304), mount, &[("ETag", &tag)]));
    }
    let headers = [("Content-Type", mime::content_type(&path)), ("ETag", tag.as_str())];
    // In one piece, so that the length is told.
    let response = Response::from_file(file).with_chunked_threshold(usize::MAX);
    request.respond(dress(response, mount, &headers))
}

/// The file that is meant, unless it lies outside by way of a link.
fn inside(folder: &Path, relative: &Path) -> Option<PathBuf> {
    let path = folder.join(relative).canonicalize().ok()?;
    path.starts_with(folder).then_some(path)
}

/// Changes whenever the file does: browsers may keep it, but ask each time.
fn tag(file: &File) -> String {
    let Ok(about) = file.metadata() else { return "\"\"".to_owned() };
    let written = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    format!("\"{:x}-{:x}\"", about.len(), written.as_nanos())
}

fn redirect(request: Request, mount: &Mount, to: &str) -> std::io::Result<()> {
    request.respond(dress(Response::empty(308), mount, &[("Location", to)]))
}

fn refuse(request: Request, mount: &Mount, status: u16, text: &str) -> std::io::Result<()> {
    let response = Response::from_string(text).with_status_code(StatusCode(status));
    request.respond(dress(response, mount, &[("Content-Type", "text/plain; charset=utf-8")]))
}

/// Adds the headers of this answer and those of every answer.
fn dress<R: std::io::Read>(mut response: Response<R>, mount: &Mount, own: &[(&str, &str)]) -> Response<R> {
    let always =
        [("Access-Control-Allow-Origin", "*"), ("Cache-Control", "no-cache"), ("X-Content-Type-Options", "nosniff")];
    let policy = mount.csp.then_some(("Content-Security-Policy", CSP));
    for (name, value) in own.iter().chain(&always).chain(&policy) {
        if let Ok(header) = Header::from_bytes(*name, *value) {
            response.add_header(header);
        }
    }
    response
}

#[cfg(test)]
mod tests;
