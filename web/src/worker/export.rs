//! A session in other people's formats.

use std::io::{self, Write};

use seqbell_export::diagram::{dot, mermaid, scxml, state_svg};
use seqbell_export::{Language, c_header, code, fanout_svg, json, rings_svg, svd, text, timeline_svg, walk};
use seqbell_script::Session;

use super::{Tell, session};
use crate::protocol::{Format, Progress};

/// Bytes that are made in a browser at most; the command line writes files of any size.
pub const BYTES_MAX: usize = 64 << 20;

/// The file, as bytes of text.
///
/// # Errors
/// A sentence: the session cannot be made again, the generation has nothing of this kind, or the file is too long.
pub fn export(script: &str, format: Format, tell: Tell) -> Result<Vec<u8>, String> {
    tell(&|| Progress { percent: None, words: "making the session again".into() });
    let session = session(script)?;
    tell(&|| Progress { percent: None, words: format!("writing {}", format.file_name()) });
    let (timeline, generation) = (session.timeline(), session.generation());
    let mut out = Capped::default();
    let streamed = match format {
        Format::Text => lines(&session, &mut out),
        Format::Jsonl => objects(&session, &mut out),
        Format::Vcd => seqbell_export::vcd(timeline, &mut out),
        Format::Perfetto => seqbell_export::perfetto(timeline, &mut out),
        Format::Timeline => out.write_all(timeline_svg(timeline).as_bytes()),
        Format::Fanout => out.write_all(fanout_svg(timeline).as_bytes()),
        Format::Rings => out.write_all(rings_svg(session.machine()).as_bytes()),
        Format::Diagram => out.write_all(state_svg(Some(session.machine())).as_bytes()),
        Format::Dot => out.write_all(dot().as_bytes()),
        Format::Mermaid => out.write_all(mermaid().as_bytes()),
        Format::Scxml => out.write_all(scxml().as_bytes()),
        Format::Svd => out.write_all(svd(generation).map_err(|refused| refused.to_string())?.as_bytes()),
        Format::Header => out.write_all(c_header(generation).map_err(|refused| refused.to_string())?.as_bytes()),
        Format::C => out.write_all(code(timeline, Language::C).as_bytes()),
        Format::Rust => out.write_all(code(timeline, Language::Rust).as_bytes()),
        Format::Python => out.write_all(code(timeline, Language::Python).as_bytes()),
        Format::Shell => out.write_all(code(timeline, Language::Shell).as_bytes()),
    };
    streamed.map_err(|error| error.to_string())?;
    Ok(out.bytes)
}

/// Every event as a line, then where the machine is.
fn lines(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let (timeline, generation) = (session.timeline(), session.generation());
    walk(timeline, |_, event| match event {
        Some(event) => writeln!(out, "{}", text::event(event, generation, &text::plain)),
        None => Ok(()),
    })?;
    writeln!(out, "\n{}", text::end(session.machine(), timeline.digest(), &text::plain))
}

/// The same as objects.
fn objects(session: &Session, out: &mut dyn Write) -> io::Result<()> {
    let (timeline, generation) = (session.timeline(), session.generation());
    walk(timeline, |_, event| match event {
        Some(event) => writeln!(out, "{}", json::event(event, generation)),
        None => Ok(()),
    })?;
    writeln!(out, "{}", json::end(session.machine(), timeline.digest()))
}

/// Bytes up to [`BYTES_MAX`].
#[derive(Default)]
struct Capped {
    bytes: Vec<u8>,
}

impl Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > BYTES_MAX {
            return Err(io::Error::other(TOO_LONG));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const TOO_LONG: &str =
    "The file is longer than 64 MiB, which is more than is made in a browser: `seqbell run` writes files of any size.";

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "write start_ctrl 1\nuntil state == RUNNING\nring m2s group=1 queue=3 count=6\nstep 20\n";

    #[test]
    fn every_format_is_made_and_holds_what_it_should() {
        for format in Format::ALL {
            let bytes = export(SCRIPT, format, &mut |_| {}).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            let holds = match format {
                Format::Text => "true state  RUNNING",
                Format::Jsonl => "{\"step\":0,",
                Format::Vcd => "$enddefinitions",
                Format::Perfetto => "\"traceEvents\"",
                Format::Timeline | Format::Fanout | Format::Rings | Format::Diagram => "<svg",
                Format::Dot => "digraph",
                Format::Mermaid => "stateDiagram-v2",
                Format::Scxml => "<scxml",
                Format::Svd => "<peripheral>",
                Format::Header => "#define",
                Format::C => "writel",
                Format::Rust => "write_volatile",
                Format::Python => "mmap",
                Format::Shell => "devmem",
            };
            assert!(text.contains(holds), "{format:?}: {}", text.chars().take(80).collect::<String>());
            assert!(text.ends_with('\n'), "{format:?}");
        }
    }

    #[test]
    fn the_last_object_has_the_digest_of_the_session() {
        let text = String::from_utf8(export(SCRIPT, Format::Jsonl, &mut |_| {}).unwrap()).unwrap();
        let session = session(SCRIPT).unwrap();
        assert!(text.trim_end().ends_with(&format!("\"digest\":\"{:#018x}\"}}", session.timeline().digest())));
        assert_eq!(text.lines().count() as u64, session.machine().steps() + 2 + 1, "steps, host actions, end");
    }

    #[test]
    fn a_generation_without_an_image_and_a_file_without_end_are_sentences() {
        assert!(export("generation maverick\n", Format::C, &mut |_| {}).unwrap_err().contains("line 1"));
        let mut out = Capped::default();
        assert!(out.write_all(&vec![b'x'; BYTES_MAX]).is_ok());
        assert!(out.write_all(b"x").unwrap_err().to_string().contains("64 MiB"));
    }
}
