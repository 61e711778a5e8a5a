//! Seqbell script.
