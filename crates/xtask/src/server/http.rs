//! As much of HTTP/1.1 as a static server needs: heads of requests in, answers with a known length out.
//! It refuses to know files and folders by name.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};

/// The longest head that is read. Browsers stay far below.
const HEAD_LIMIT_BYTES: u64 = 16 * 1024;

/// What a client may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Head and body.
    Get,
    /// The head only.
    Head,
    /// Anything else.
    Other,
}

/// The head of a request, as far as it matters here.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: Method,
    /// Path and query, as sent.
    pub(crate) target: String,
    /// The version of the file that the client has.
    pub(crate) if_none_match: Option<String>,
    /// Whether the connection stays open after the answer.
    pub(crate) keep_alive: bool,
}

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    Request(Request),
    /// Not HTTP, or a head that is too long.
    Malformed,
    /// The client has gone.
    End,
}

/// What is sent after the head.
pub(crate) enum Body {
    Empty,
    Text(&'static str),
    /// A file and its length in bytes.
    File(File, u64),
}

/// An answer; the length is added when it is sent.
pub(crate) struct Answer {
    pub(crate) status: Status,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Body,
}

/// The outcomes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ok,
    NotModified,
    PermanentRedirect,
    BadRequest,
    NotFound,
    MethodNotAllowed,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::NotModified => "304 Not Modified",
            Self::PermanentRedirect => "308 Permanent Redirect",
            Self::BadRequest => "400 Bad Request",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
        }
    }
}

/// Reads the next head.
///
/// # Errors
/// When the connection breaks.
pub(crate) fn read(from: &mut impl BufRead) -> io::Result<Incoming> {
    let mut limited = from.take(HEAD_LIMIT_BYTES);
    let mut lines = Vec::new();
    loop {
        let mut line = Vec::new();
        limited.read_until(b'\n', &mut line)?;
        let complete = line.ends_with(b"\n");
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        match (complete, line.is_empty(), lines.is_empty()) {
            (false, true, true) => return Ok(Incoming::End),
            (false, _, _) => return Ok(Incoming::Malformed),
            (true, true, true) => {}
            (true, true, false) => return Ok(parse(&lines).map_or(Incoming::Malformed, Incoming::Request)),
            (true, false, _) => lines.push(line),
        }
    }
}

fn parse(lines: &[String]) -> Option<Request> {
    let (first, headers) = lines.split_first()?;
    let mut words = first.split(' ');
    let (method, target, version) = (words.next()?, words.next()?, words.next()?);
    if !version.starts_with("HTTP/1.") || words.next().is_some() || target.contains(char::is_control) {
        return None;
    }
    let header = |wanted: &str| {
        let mut fields = headers.iter().filter_map(|line| line.split_once(':'));
        fields.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.trim())
    };
    let method = match method {
        "GET" => Method::Get,
        "HEAD" => Method::Head,
        _ => Method::Other,
    };
    // A body would have to be read to find the next head: whoever sends one is let go.
    let has_body =
        header("Content-Length").is_some_and(|length| length != "0") || header("Transfer-Encoding").is_some();
    let wants_close = header("Connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
    Some(Request {
        method,
        target: target.to_owned(),
        if_none_match: header("If-None-Match").map(str::to_owned),
        keep_alive: version == "HTTP/1.1" && !wants_close && !has_body,
    })
}

/// Sends `answer`; to a `HEAD` only its head.
///
/// # Errors
/// When the connection breaks, or a file shrinks while it is sent.
pub(crate) fn write(to: &mut impl Write, method: Method, keep_alive: bool, answer: Answer) -> io::Result<()> {
    let length = match &answer.body {
        Body::Empty => 0,
        Body::Text(text) => text.len() as u64,
        Body::File(_, length) => *length,
    };
    let mut head = format!("HTTP/1.1 {}\r\n", answer.status.line());
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if answer.status != Status::NotModified {
        head.push_str(&format!("Content-Length: {length}\r\n"));
    }
    head.push_str(if keep_alive { "\r\n" } else { "Connection: close\r\n\r\n" });
    to.write_all(head.as_bytes())?;
    match answer.body {
        Body::File(file, length) if method != Method::Head => {
            let sent = io::copy(&mut file.take(length), to)?;
            if sent < length {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the file shrank while it was sent"));
            }
        }
        Body::Text(text) if method != Method::Head => to.write_all(text.as_bytes())?,
        Body::Empty | Body::Text(_) | Body::File(..) => {}
    }
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::{Incoming, Method, Request, read};

    fn request(text: &str) -> Request {
        match read(&mut text.as_bytes()).unwrap() {
            Incoming::Request(request) => request,
            other @ (Incoming::Malformed | Incoming::End) => panic!("{other:?} from {text}"),
        }
    }

    #[test]
    fn heads_are_read_one_after_the_other() {
        let mut stream =
            "GET /a HTTP/1.1\r\nHost: x\r\n\r\n\r\nHEAD /b HTTP/1.1\r\nif-none-match: \"t\"\r\n\r\n".as_bytes();
        let Incoming::Request(first) = read(&mut stream).unwrap() else { panic!("no first request") };
        assert_eq!((first.method, first.target.as_str(), first.if_none_match), (Method::Get, "/a", None));
        let Incoming::Request(second) = read(&mut stream).unwrap() else { panic!("no second request") };
        assert_eq!((second.method, second.if_none_match.as_deref()), (Method::Head, Some("\"t\"")));
        assert_eq!(read(&mut stream).unwrap(), Incoming::End);
    }

    #[test]
    fn a_connection_stays_open_only_when_that_is_safe() {
        for (text, kept) in [
            ("GET / HTTP/1.1\r\n\r\n", true),
            ("GET / HTTP/1.0\r\n\r\n", false),
            ("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n", false),
            ("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", false),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", false),
        ] {
            assert_eq!(request(text).keep_alive, kept, "{text}");
        }
    }

    #[test]
    fn nonsense_is_noticed() {
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000));
        for text in [
            "hello\r\n\r\n",
            "GET /\r\n\r\n",
            "GET / b HTTP/1.1\r\n\r\n",
            "GET / HTTP/2\r\n\r\n",
            "GET /\rX HTTP/1.1\r\n\r\n",
            "GET / HT",
            &long,
        ] {
            assert_eq!(read(&mut text.as_bytes()).unwrap(), Incoming::Malformed, "{text:.40}");
        }
    }
}
