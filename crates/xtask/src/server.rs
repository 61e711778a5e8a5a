//! A static file server that behaves as a careful host would: true content types, true 404s, CORS, and on demand a
//! strict policy and a sub-path. For development and tests: it refuses to know compression, TLS and writing.

mod http;
mod mime;
mod route;

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};

use http::{Answer, Body, Incoming, Method, Request, Status};
use route::Route;

/// What the pages must live with, on any host.
pub(crate) const CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// A connection that says nothing for so long is closed.
const IDLE: Duration = Duration::from_secs(60);

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

/// A running server; it takes no new connections once dropped.
pub(crate) struct Server {
    address: SocketAddr,
    prefix: String,
    stopping: Arc<AtomicBool>,
    accepting: Option<JoinHandle<()>>,
}

impl Server {
    /// Address of the mounted folder, with the closing slash.
    pub(crate) fn url(&self) -> String {
        format!("http://{}{}", self.address, self.prefix)
    }

    /// Serves until the program is interrupted.
    pub(crate) fn wait(mut self) -> Result<()> {
        let accepting = self.accepting.take();
        accepting.map_or(Ok(()), |thread| thread.join().map_err(|_| anyhow!("the server's thread died")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let Some(thread) = self.accepting.take() else { return };
        self.stopping.store(true, Ordering::Release);
        // One last connection wakes the thread that waits for connections.
        if TcpStream::connect(self.address).is_ok() {
            // A thread that died has already said so; there is nobody left to tell.
            let _ended = thread.join();
        }
    }
}

/// Starts serving in the background: one thread a connection, so that none waits for another.
///
/// # Errors
/// When no port can be had.
pub(crate) fn start(listen: &Listen, mount: Mount) -> Result<Server> {
    let listener = bind(listen)?;
    let address = listener.local_addr()?;
    let prefix = mount.prefix.clone();
    let stopping = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&stopping);
    let accepting = thread::spawn(move || accept(&listener, &Arc::new(mount), &stop));
    Ok(Server { address, prefix, stopping, accepting: Some(accepting) })
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

fn accept(listener: &TcpListener, mount: &Arc<Mount>, stopping: &AtomicBool) {
    for stream in listener.incoming() {
        if stopping.load(Ordering::Acquire) {
            return;
        }
        // A client that is gone before it was greeted is none of our business.
        let Ok(stream) = stream else { continue };
        let mount = Arc::clone(mount);
        thread::spawn(move || {
            // Nor is one that hangs up before the last byte.
            let _hung_up = converse(&stream, &mount);
        });
    }
}

fn converse(stream: &TcpStream, mount: &Mount) -> io::Result<()> {
    stream.set_read_timeout(Some(IDLE))?;
    stream.set_nodelay(true)?;
    let mut from = BufReader::new(stream);
    let mut to = stream;
    loop {
        match http::read(&mut from)? {
            Incoming::End => return Ok(()),
            Incoming::Malformed => {
                return http::write(&mut to, Method::Get, false, mount.text(Status::BadRequest, "Not a request.\n"));
            }
            Incoming::Request(request) => {
                http::write(&mut to, request.method, request.keep_alive, mount.answer(&request))?;
                if !request.keep_alive {
                    return Ok(());
                }
            }
        }
    }
}

impl Mount {
    fn answer(&self, request: &Request) -> Answer {
        if request.method == Method::Other {
            return self.text(Status::MethodNotAllowed, "Only GET and HEAD.\n");
        }
        match route::route(&self.prefix, &request.target) {
            Route::File(relative) => {
                self.file(request, &relative).unwrap_or_else(|| self.text(Status::NotFound, "Not found.\n"))
            }
            Route::Redirect(to) => self.redirect(to),
            Route::Nothing => self.text(Status::NotFound, "Not found.\n"),
        }
    }

    fn file(&self, request: &Request, relative: &Path) -> Option<Answer> {
        let path = inside(&self.folder, relative)?;
        if path.is_dir() {
            return Some(self.redirect(route::with_slash(&request.target)));
        }
        let file = File::open(&path).ok()?;
        let length = file.metadata().ok()?.len();
        let tag = tag(&file);
        if request.if_none_match.as_ref() == Some(&tag) {
            return Some(self.dress(Status::NotModified, vec![("ETag", tag)], Body::Empty));
        }
        let headers = vec![("Content-Type", mime::content_type(&path).to_owned()), ("ETag", tag)];
        Some(self.dress(Status::Ok, headers, Body::File(file, length)))
    }

    fn redirect(&self, to: String) -> Answer {
        self.dress(Status::PermanentRedirect, vec![("Location", to)], Body::Empty)
    }

    fn text(&self, status: Status, text: &'static str) -> Answer {
        self.dress(status, vec![("Content-Type", "text/plain; charset=utf-8".to_owned())], Body::Text(text))
    }

    /// Adds the headers that every answer has. Browsers may keep a file, but must ask each time.
    fn dress(&self, status: Status, mut headers: Vec<(&'static str, String)>, body: Body) -> Answer {
        let always = [
            ("Access-Control-Allow-Origin", "*"),
            ("Cache-Control", "no-cache"),
            ("X-Content-Type-Options", "nosniff"),
        ];
        let policy = self.csp.then_some(("Content-Security-Policy", CSP));
        headers.extend(always.into_iter().chain(policy).map(|(name, value)| (name, value.to_owned())));
        Answer { status, headers, body }
    }
}

/// The file that is meant, unless it lies outside by way of a link.
fn inside(folder: &Path, relative: &Path) -> Option<PathBuf> {
    let path = folder.join(relative).canonicalize().ok()?;
    path.starts_with(folder).then_some(path)
}

/// Changes whenever the file does.
fn tag(file: &File) -> String {
    let Ok(about) = file.metadata() else { return "\"\"".to_owned() };
    let written = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    format!("\"{:x}-{:x}\"", about.len(), written.as_nanos())
}

#[cfg(test)]
mod tests;
