//! Seqbell core.
