//! Content types by file name. Browsers stream-compile wasm only under its true type.

use std::path::Path;

/// The `Content-Type` of a file; bytes without a known meaning are just bytes.
pub(crate) fn content_type(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|text| text.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "md" => "text/markdown; charset=utf-8",
        "txt" | "bell" | "toml" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
