//! A file of the user, read piece by piece. Between two pieces the page is free, so that no task is long.

use std::cell::Cell;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{File, FileReader, js_sys};
use yew::Callback;

use seqbell_script::core::facts::Generation;

use crate::intake::{BYTES_MAX, Intake, Summary};

/// Bytes of a piece: some hundreds of lines, a few milliseconds of work.
const PIECE: u32 = 32 << 10;
/// Pieces between two looks at the progress.
const GLANCE: u32 = 8;

thread_local! {
    static NUMBER: Cell<u32> = const { Cell::new(0) };
}

/// A log on its way.
struct Reading {
    file: File,
    number: u32,
    size: u32,
    at: u32,
    intake: Intake,
    on: Callback<Summary>,
}

/// Reads a log and tells what it came to, now and then on the way and at its end. A newer log stops an older one.
pub fn read(file: File, generation: Generation, on: Callback<Summary>) {
    let number = NUMBER.get() + 1;
    NUMBER.set(number);
    // A length beyond 32 bits is beyond the limit too.
    let size = if file.size() > f64::from(BYTES_MAX) { BYTES_MAX } else { file.size() as u32 };
    next(Reading { file, number, size, at: 0, intake: Intake::new(generation), on });
}

/// Reads the next piece, or ends.
fn next(mut reading: Reading) {
    if NUMBER.get() != reading.number {
        return;
    }
    if reading.at >= reading.size {
        reading.intake.end();
        return reading.tell(None);
    }
    if reading.at.is_multiple_of(PIECE * GLANCE) {
        reading.tell(None);
    }
    let end = (reading.at + PIECE).min(reading.size);
    let piece = reading.file.slice_with_f64_and_f64(f64::from(reading.at), f64::from(end));
    let (Ok(piece), Ok(reader)) = (piece, FileReader::new()) else { return reading.tell(Some(BROKEN)) };
    reading.at = end;
    let asked = reader.clone();
    let loaded = Closure::once_into_js(move || match asked.result() {
        Ok(buffer) if buffer.is_instance_of::<js_sys::ArrayBuffer>() => {
            reading.intake.take(&js_sys::Uint8Array::new(&buffer).to_vec());
            next(reading);
        }
        Ok(_) | Err(_) => reading.tell(Some(BROKEN)),
    });
    reader.set_onloadend(Some(loaded.unchecked_ref()));
    // A piece of a file can be asked for; that it cannot be read is told by the event.
    let _ = reader.read_as_array_buffer(&piece);
}

const BROKEN: &str = "The browser could not read the file to its end.";

impl Reading {
    fn tell(&self, broken: Option<&'static str>) {
        self.on.emit(Summary {
            number: self.number,
            name: self.file.name().into(),
            percent: (u64::from(self.at) * 100).checked_div(u64::from(self.size)).map_or(100, |percent| percent as u32),
            cut: self.file.size() > f64::from(BYTES_MAX),
            broken: broken.map(Into::into),
            ..self.intake.summary()
        });
    }
}
