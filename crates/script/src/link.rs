//! A session as a short text that fits into the fragment of a web address: a version, a checksum, the script.
//!
//! A link opens for ever, or says in a sentence why not. Input and output are capped: a small link cannot grow large.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The version that is written. Older ones are read for ever.
const VERSION: &str = "s1";
/// The longest link that is read, in characters.
pub const LINK_MAX: usize = 16_384;
/// The longest script that a link holds, in bytes.
pub const SCRIPT_MAX: usize = 65_536;
/// Best compression.
const LEVEL: u8 = 10;
/// Without a table: one that makes it fast weighs 16 KB that nothing can compress, and a link is short.
const SUM: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// A link for a script.
///
/// # Errors
/// A sentence if the script is too long for a link.
pub fn encode(script: &str) -> Result<String, String> {
    if script.len() > SCRIPT_MAX {
        return Err(format!(
            "the session is too long for a link: {} of at most {SCRIPT_MAX} bytes; save it as a script instead",
            script.len()
        ));
    }
    let packed = compress_to_vec(script.as_bytes(), LEVEL);
    // The checksum is of what is written: unpacking passes over bits behind the end of the stream.
    let mut bytes = SUM.checksum(&packed).to_be_bytes().to_vec();
    bytes.extend(packed);
    let link = format!("{VERSION}.{}", URL_SAFE_NO_PAD.encode(bytes));
    if link.len() > LINK_MAX {
        return Err(format!(
            "the session is too long for a link: {} of at most {LINK_MAX} characters; save it as a script instead",
            link.len()
        ));
    }
    Ok(link)
}

/// The script in a link; a leading `#` is allowed.
///
/// # Errors
/// A sentence that says what is wrong with the link.
pub fn decode(link: &str) -> Result<String, String> {
    let link = link.trim().trim_start_matches('#');
    if link.len() > LINK_MAX {
        return Err(format!("this link is longer than any that Seqbell writes ({LINK_MAX} characters)"));
    }
    let (version, body) = link.split_once('.').ok_or("this is not a Seqbell link: it has no version")?;
    if version != VERSION {
        return Err(format!(
            "this link has version `{}`; this Seqbell reads {VERSION}",
            version.chars().take(12).collect::<String>()
        ));
    }
    let damaged = || "this link is damaged or was cut off: its checksum does not fit".to_owned();
    let bytes = URL_SAFE_NO_PAD.decode(body).map_err(|_| damaged())?;
    let (sum, packed) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    if SUM.checksum(packed) != u32::from_be_bytes(*sum) {
        return Err(damaged());
    }
    let script = decompress_to_vec_with_limit(packed, SCRIPT_MAX).map_err(|_| damaged())?;
    String::from_utf8(script).map_err(|_| damaged())
}
