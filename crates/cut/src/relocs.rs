//! What refers to what, as the linker wrote it down: functions and pieces of data, from the sections that `--emit-relocs` keeps.
//! Code alone does not say it, since a piece of data is just a number there.
#![expect(clippy::wildcard_enum_match_arm, reason = "the kinds of section and symbol are another crate's, and grow")]

use std::collections::HashMap;
use std::ops::Range;

use anyhow::{Context, Result};
use wasmparser::{KnownCustom, Linking, Parser, Payload, RelocSectionReader, RelocationType, SymbolInfo};

/// A function of the linked module, by its place among all functions, or a piece of data, by its place in [`References::pieces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Item {
    Function(u32),
    Data(usize),
}

/// A stretch of bytes that is kept or left out as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) segment: usize,
    pub(crate) bytes: Range<usize>,
}

/// The whole web of references.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// Names of the functions; one name may stand for several.
    pub(crate) names: HashMap<String, Vec<u32>>,
    pub(crate) pieces: Vec<Piece>,
    /// What each item refers to.
    pub(crate) from: HashMap<Item, Vec<Item>>,
}

/// The sections of a linked module that matter here.
#[derive(Default)]
struct Sections<'a> {
    /// Place of each body in the code section, in the order of the functions that have one.
    bodies: Vec<Range<usize>>,
    /// Functions without a body.
    imported: u32,
    /// Place of each segment's bytes in the data section.
    segments: Vec<Range<usize>>,
    symbols: Vec<SymbolInfo<'a>>,
    /// Numbers of the code and the data section, as relocations name them.
    code: Option<u32>,
    data: Option<u32>,
    relocations: Vec<RelocSectionReader<'a>>,
}

impl References {
    /// Reads a module that was linked with `--emit-relocs`.
    ///
    /// # Errors
    /// It is no such module.
    pub(crate) fn read(linked: &[u8]) -> Result<Self> {
        let sections = sections(linked)?;
        anyhow::ensure!(!sections.symbols.is_empty(), "the module has no symbols: link it with --emit-relocs");
        let (pieces, places) = pieces(&sections.symbols);
        let mut found = Self { pieces, ..Self::default() };
        for symbol in &sections.symbols {
            if let SymbolInfo::Func { index, name: Some(name), .. } = symbol {
                for name in [Some(*name), without_hash(name)].into_iter().flatten() {
                    let same = found.names.entry(name.to_owned()).or_default();
                    if !same.contains(index) {
                        same.push(*index);
                    }
                }
            }
        }
        for reader in &sections.relocations {
            for entry in reader.entries() {
                let entry = entry?;
                // A type has no symbol; its number only looks like one.
                if entry.ty == RelocationType::TypeIndexLeb {
                    continue;
                }
                let symbol = usize::try_from(entry.index)?;
                let Some(to) = target(&sections.symbols, &places, symbol) else { continue };
                let offset = usize::try_from(entry.offset)?;
                let from = if Some(reader.section_index()) == sections.code {
                    sections.function_at(offset)
                } else if Some(reader.section_index()) == sections.data {
                    sections.segment_at(offset).and_then(|(segment, at)| found.piece_at(segment, at))
                } else {
                    continue;
                };
                let from = from.with_context(|| format!("a relocation at {offset} lies nowhere"))?;
                found.from.entry(from).or_default().push(to);
            }
        }
        Ok(found)
    }

    fn piece_at(&self, segment: usize, at: usize) -> Option<Item> {
        let after = self.pieces.partition_point(|piece| (piece.segment, piece.bytes.start) <= (segment, at));
        let index = after.checked_sub(1)?;
        let piece = &self.pieces[index];
        (piece.segment == segment && piece.bytes.contains(&at)).then_some(Item::Data(index))
    }
}

impl Sections<'_> {
    fn function_at(&self, offset: usize) -> Option<Item> {
        let index = self.bodies.partition_point(|body| body.end <= offset);
        let body = self.bodies.get(index)?;
        body.contains(&offset).then(|| Item::Function(self.imported + index as u32))
    }

    fn segment_at(&self, offset: usize) -> Option<(usize, usize)> {
        let segment = self.segments.iter().position(|bytes| bytes.contains(&offset))?;
        Some((segment, offset - self.segments[segment].start))
    }
}

fn sections(linked: &[u8]) -> Result<Sections<'_>> {
    let mut found = Sections::default();
    let (mut number, mut code_start) = (0, 0);
    for payload in Parser::new(0).parse_all(linked) {
        let payload = payload?;
        match &payload {
            Payload::ImportSection(imports) => {
                for import in imports.clone().into_imports() {
                    if matches!(import?.ty, wasmparser::TypeRef::Func(_)) {
                        found.imported += 1;
                    }
                }
            }
            Payload::CodeSectionStart { range, .. } => {
                found.code = Some(number);
                code_start = range.start;
            }
            Payload::CodeSectionEntry(body) => {
                let range = body.range();
                found.bodies.push(range.start - code_start..range.end - code_start);
            }
            Payload::DataSection(segments) => {
                found.data = Some(number);
                let start = segments.range().start;
                for segment in segments.clone() {
                    let segment = segment?;
                    // The bytes are the last part of a segment.
                    let end = segment.range.end - start;
                    found.segments.push(end - segment.data.len()..end);
                }
            }
            Payload::CustomSection(custom) => match custom.as_known() {
                KnownCustom::Linking(linking) => {
                    for part in linking.subsections() {
                        if let Linking::SymbolTable(symbols) = part? {
                            found.symbols = symbols.into_iter().collect::<Result<_, _>>()?;
                        }
                    }
                }
                KnownCustom::Reloc(reader) => found.relocations.push(reader),
                _ => (),
            },
            _ => (),
        }
        // Every payload is a section but the bodies and the frame of the module itself.
        if payload.as_section().is_some() {
            number += 1;
        }
    }
    Ok(found)
}

/// The pieces of data in the order of their places, overlapping symbols as one; and the piece of each symbol.
fn pieces(symbols: &[SymbolInfo<'_>]) -> (Vec<Piece>, HashMap<usize, usize>) {
    let mut data: Vec<(usize, Range<usize>, usize)> = symbols
        .iter()
        .enumerate()
        .filter_map(|(symbol, info)| match info {
            SymbolInfo::Data { symbol: Some(place), .. } if place.size > 0 => {
                let (start, size) = (place.offset as usize, place.size as usize);
                Some((place.index as usize, start..start + size, symbol))
            }
            _ => None,
        })
        .collect();
    data.sort_by_key(|(segment, bytes, _)| (*segment, bytes.start));
    let mut pieces: Vec<Piece> = Vec::new();
    let mut places = HashMap::new();
    for (segment, bytes, symbol) in data {
        match pieces.last_mut() {
            Some(last) if last.segment == segment && bytes.start < last.bytes.end => {
                last.bytes.end = last.bytes.end.max(bytes.end);
            }
            _ => pieces.push(Piece { segment, bytes }),
        }
        places.insert(symbol, pieces.len() - 1);
    }
    (pieces, places)
}

/// What a relocation points to; nothing for types, globals and tables, which every part has.
fn target(symbols: &[SymbolInfo<'_>], places: &HashMap<usize, usize>, symbol: usize) -> Option<Item> {
    match symbols.get(symbol)? {
        SymbolInfo::Func { index, .. } => Some(Item::Function(*index)),
        SymbolInfo::Data { .. } => places.get(&symbol).map(|piece| Item::Data(*piece)),
        _ => None,
    }
}

/// A name as wasm-bindgen exports it: its macro has added a hash, so that two crates may have the same.
fn without_hash(name: &str) -> Option<&str> {
    let (before, hash) = name.rsplit_once('_')?;
    (hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(before)
}
