//! Every record of the facts by id. The long texts are a document of their own.

use crate::{Basis, Confidence, Evidence, FactId};

/// A record: what a link can point at.
#[derive(Debug)]
pub struct RecordRef {
    /// Its id.
    pub id: FactId,
    /// The kind of record, a key of the data files.
    pub kind: &'static str,
    /// How well it is known.
    pub evidence: Evidence,
}

/// The record with this id.
pub fn record(id: &str) -> Option<&'static RecordRef> {
    RECORDS.binary_search_by(|row| row.id.cmp(id)).ok().map(|place| &RECORDS[place])
}

include!(concat!(env!("OUT_DIR"), "/record.rs"));

/// The long texts as JSON: a list of `{id, kind, file, parent, confidence, basis, source, note, fields}`, by id.
///
/// `source` is a text or a list of texts, `note` may be missing, `parent` is the id of the record that a nested one is
/// in and may be missing, and `fields` holds every other key of the record;
/// addresses, masks and bytes are "0x" texts there.
#[cfg(feature = "texts")]
pub const TEXTS_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/texts.json"));
