//! Events as JSON, as every door writes them.

pub(crate) use seqbell_export::json::{address, back, end, event, evidence, hex};
