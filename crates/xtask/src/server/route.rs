//! From the path of a request to the name of a file, as text only. It refuses to look at the disk,
//! and it never yields a name that leads out of the folder.

use std::path::PathBuf;

/// Where a request leads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// This file or folder, relative to the mount.
    File(PathBuf),
    /// The same with a closing slash.
    Redirect(String),
    /// Outside the mount, malformed, or an attempt to climb out.
    Nothing,
}

/// Routes the request target `url` (path and query) for a mount under `prefix`, which begins and ends with a slash.
pub(crate) fn route(prefix: &str, url: &str) -> Route {
    let path = path_of(url);
    if prefix.strip_suffix('/').is_some_and(|bare| !bare.is_empty() && bare == path) {
        return Route::Redirect(with_slash(url));
    }
    let Some(inner) = path.strip_prefix(prefix) else { return Route::Nothing };
    let (inner, is_folder) = match inner.strip_suffix('/') {
        Some(folder) => (folder, true),
        None => (inner, inner.is_empty()),
    };
    let mut file = PathBuf::new();
    for segment in inner.split('/').filter(|_| !inner.is_empty()) {
        match name(segment) {
            Some(name) => file.push(name),
            None => return Route::Nothing,
        }
    }
    if is_folder {
        file.push("index.html");
    }
    Route::File(file)
}

/// `url` with a slash after its path; the query stays. One leading slash only, so that it cannot name another host.
pub(crate) fn with_slash(url: &str) -> String {
    let path = path_of(url);
    format!("/{}/{}", path.trim_matches('/'), &url[path.len()..])
}

fn path_of(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

/// One decoded segment, if it is a plain visible file name. Decoded once: a name that still needs decoding is just a name.
fn name(segment: &str) -> Option<String> {
    let name = decode(segment)?;
    let plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', ':', '\0']);
    plain.then_some(name)
}

fn decode(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' { hex(rest.next()?)? << 4 | hex(rest.next()?)? } else { byte });
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::{Route, route, with_slash};

    fn file(path: &str) -> Route {
        Route::File(path.into())
    }

    #[test]
    fn plain_names_lead_to_files() {
        for (url, path) in [
            ("/", "index.html"),
            ("/?a=/../b", "index.html"),
            ("/boot.js", "boot.js"),
            ("/boot.js?v=1", "boot.js"),
            ("/a/b.css", "a/b.css"),
            ("/a/", "a/index.html"),
            ("/a%20b", "a b"),
            ("/%c3%a9", "é"),
            ("/%252e%252e", "%2e%2e"),
        ] {
            assert_eq!(route("/", url), file(path), "{url}");
        }
    }

    #[test]
    fn nothing_climbs_out() {
        for url in [
            "/..",
            "/../x",
            "/a/../../x",
            "/%2e%2e/x",
            "/%2E%2e/x",
            "/.%2e/x",
            "/a%2f..%2f..%2fx",
            "/..%5cx",
            "/a\\..\\x",
            "//etc/passwd",
            "/%2fetc/passwd",
            "/a//b",
            "/.git/config",
            "/./x",
            "/c:/x",
            "/a%00.html",
            "/%",
            "/%2",
            "/%zz",
            "/%+1",
            "/%ff",
            "",
            "x",
            "http://elsewhere/",
        ] {
            assert_eq!(route("/", url), Route::Nothing, "{url}");
        }
    }

    #[test]
    fn a_mount_answers_under_its_prefix_only() {
        let at = |url| route("/docs/x/", url);
        assert_eq!(at("/docs/x/"), file("index.html"));
        assert_eq!(at("/docs/x/boot.js"), file("boot.js"));
        assert_eq!(at("/docs/x?q"), Route::Redirect("/docs/x/?q".into()));
        for url in ["/", "/boot.js", "/docs/", "/docs/xy/", "/docs/x/../y", "/docs/x/%2e%2e/y", "/docs/%78/"] {
            assert_eq!(at(url), Route::Nothing, "{url}");
        }
    }

    #[test]
    fn a_redirect_stays_on_this_host() {
        assert_eq!(with_slash("//elsewhere"), "/elsewhere/");
        assert_eq!(with_slash("/a?b#c"), "/a/?b#c");
    }
}
