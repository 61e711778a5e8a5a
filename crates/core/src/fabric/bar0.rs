//! The host's view: offsets in PCI BAR0 and the SoC addresses behind them. It knows no bus and no process.

use super::family;
use crate::refused::Refused;
use alloc::string::ToString;
use seqbell_facts::{BAR0_WINDOWS, DmaFamily, Generation};

/// The SoC address behind an offset in BAR0.
///
/// # Errors
/// [`Refused::Rule`] where the generation's view is not known; [`Refused::NoAddress`] where no window is.
pub fn soc_address(g: Generation, bar0_offset: u64) -> Result<u64, Refused> {
    match family(g)? {
        DmaFamily::Sunda => Err(Refused::Rule("what Sunda shows through BAR0 is not known".to_string())),
        DmaFamily::V3 => BAR0_WINDOWS
            .iter()
            .find_map(|w| {
                let inside = bar0_offset.checked_sub(w.bar0_offset)?;
                (inside < w.size).then_some(w.region_base + inside)
            })
            .ok_or_else(|| Refused::NoAddress { addr: bar0_offset, why: "no window of BAR0 is there".to_string() }),
    }
}

/// The offset in BAR0 that shows an SoC address; none where no window does.
pub fn bus_address(g: Generation, addr: u64) -> Option<u64> {
    match family(g).ok()? {
        DmaFamily::Sunda => None,
        DmaFamily::V3 => BAR0_WINDOWS.iter().find_map(|w| {
            let inside = addr.checked_sub(w.region_base)?;
            (inside < w.size).then_some(w.bar0_offset + inside)
        }),
    }
}
