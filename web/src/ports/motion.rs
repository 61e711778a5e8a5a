//! Whether the reader wants motion.

/// The reader asked for as little motion as possible.
pub fn reduced() -> bool {
    let asked =
        web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    asked.is_some_and(|query| query.matches())
}
