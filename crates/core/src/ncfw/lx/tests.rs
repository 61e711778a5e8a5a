//! The decoder against the printed bytes.
