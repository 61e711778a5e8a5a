//! Seqbell facts.
