//! What the machine does on its DMA side: writes that land, rings that are set up, triggers of the control plane.
//!
//! Where an address leads is `fabric`'s business, what a register does is `udma`'s.

use crate::event::{Detail, Warning};
use crate::fabric::{self, Behind, Decoded, Heard, Landing, Reach};
use crate::udma::control::{self, Signal};
use crate::udma::{CHANGE_STATE, COUNT_MASK, MARKER, RingKey, SAMPLE_LENGTH};
use crate::{Lines, Machine, Refused, Unknown, Word};
use alloc::format;
use seqbell_facts::{ChannelDescriptor, DoorbellValue, Evidence, MarkerPolarity, Switch};

/// The completion word of a ring (switch `marker_polarity`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Completion {
    /// What the host reads.
    pub word: Word,
    /// Whether it goes on.
    pub done: bool,
}

/// What an action came to, and whether it deserves a word.
type Done = Result<(Detail, Option<Warning>), Refused>;

impl Machine {
    /// What a host that waits for the marker of a ring finds; none where nobody waits.
    pub fn completion(&self, key: RingKey) -> Option<Completion> {
        let done = self.ring(key).marker_copied()?;
        let rests_on = Switch::MarkerPolarity.fact().evidence;
        let known = |value| Word::new(value, rests_on);
        let word = match (self.assumptions.marker_polarity(), done) {
            // The destination is zeroed, and the last descriptor copies the marker there.
            (MarkerPolarity::EqualDone, false) => known(0),
            (MarkerPolarity::EqualDone, true) | (MarkerPolarity::EqualPending, false) => known(MARKER),
            // It was overwritten; nobody says with what.
            (MarkerPolarity::EqualPending, true) => Word::unknown(),
        };
        Some(Completion { word, done })
    }

    /// Which engines listen and what is on the bus: a broadcast may carry another word than the count (switch `doorbell_value`).
    fn on_the_bus(&self, reach: Reach, count: u32) -> (u16, u32) {
        match (reach, self.assumptions.doorbell_value()) {
            (Reach::Group { mask, .. }, DoorbellValue::BroadcastWord) => (mask, u32::from(!mask) << 16 | 0x100),
            (Reach::Group { mask, .. }, DoorbellValue::Count) => (mask, count),
            (Reach::Engine(_), DoorbellValue::BroadcastWord | DoorbellValue::Count) => (u16::MAX, count),
        }
    }

    /// A doorbell is rung.
    pub(crate) fn ring_now(&mut self, lines: Lines, count: u32) -> Done {
        let sum = fabric::doorbell(self.generation, lines.direction, lines.reach, lines.queue)?;
        let (mask, value) = self.on_the_bus(lines.reach, count);
        self.land(sum.addr, value, mask)
    }

    /// A write on the DMA side arrives.
    pub(crate) fn land(&mut self, addr: u64, value: u32, mask: u16) -> Done {
        let nowhere = |warning| Ok((Detail::Landed(Landing { addr, value, heard: None, event: None }), warning));
        let (behind, direction, queue, offset) = match fabric::decode(self.generation, addr)? {
            Decoded::Queue { behind, direction, queue, offset } => (behind, direction, queue, offset),
            Decoded::Unit { behind: Behind::Engine(engine), direction, offset: CHANGE_STATE } => {
                self.udma.change_state(engine, direction, value);
                return nowhere(None);
            }
            Decoded::Event(slot) => {
                let warning = self.udma.semaphores_mut().write(slot, value);
                return Ok((Detail::Landed(Landing { addr, value, heard: None, event: Some(slot) }), warning));
            }
            Decoded::Unit { .. } | Decoded::Glue { .. } => return nowhere(Some(Warning::NotModelled)),
            Decoded::Local(_) | Decoded::Control { .. } => return nowhere(Some(Warning::OtherSpace)),
            Decoded::View { .. } => return nowhere(Some(Warning::NotModelled)),
            Decoded::Hole(_) => return nowhere(Some(Warning::Hole)),
        };
        let (first, mask, broadcast) = match behind {
            Behind::Engine(engine) => (engine, 1, false),
            Behind::Group(group) => (u16::from(group) * fabric::GROUP_ENGINES, mask, true),
        };
        let heard = Heard { direction, queue, offset, first, mask, broadcast };
        self.check_rings(heard)?;
        let warning = self.udma.write(self.generation, heard, value);
        Ok((Detail::Landed(Landing { addr, value, heard: Some(heard), event: None }), warning))
    }

    /// Without a sample ring nobody knows where a ring that nobody set up would wrap (switch `channel_descriptor`).
    fn check_rings(&self, heard: Heard) -> Result<(), Refused> {
        let unknown = self.assumptions.channel_descriptor() == ChannelDescriptor::Unknown;
        let sample = |engine| self.ring(RingKey { engine, direction: heard.direction, queue: heard.queue }).sample;
        if unknown && heard.offset == fabric::TAIL_INC && heard.engines().any(sample) {
            return Err(Refused::Unknown(Unknown {
                what: "the length of this ring",
                why: "the descriptor that gives base and length is not in the image, and nobody set the ring up",
                source: "G31",
            }));
        }
        Ok(())
    }

    /// The generation has this ring.
    fn check_key(&self, key: RingKey) -> Result<(), Refused> {
        fabric::engine_base(self.generation, key.engine)?;
        fabric::check_queue(key.queue)
    }

    pub(crate) fn set_up(&mut self, key: RingKey, base: u64, length: u32) -> Done {
        self.check_key(key)?;
        if length == 0 || length > COUNT_MASK {
            return Err(Refused::Range {
                what: "length",
                value: u64::from(length),
                allowed: format!("1 to {COUNT_MASK:#x} descriptors (a sample ring has {SAMPLE_LENGTH})"),
            });
        }
        self.udma.set_up(key, base, length);
        Ok((Detail::None, None))
    }

    pub(crate) fn consume(&mut self, count: u32, engine: Option<u16>) -> Done {
        engine.map_or(Ok(()), |e| fabric::engine_base(self.generation, e).map(drop))?;
        self.udma.consume(count, engine);
        Ok((Detail::None, None))
    }

    pub(crate) fn set_rate(&mut self, count: u32, engine: Option<u16>) -> Done {
        engine.map_or(Ok(()), |e| fabric::engine_base(self.generation, e).map(drop))?;
        self.udma.set_rate(count, engine);
        Ok((Detail::None, None))
    }

    pub(crate) fn await_marker(&mut self, key: RingKey, count: u32) -> Done {
        self.check_key(key)?;
        if count == 0 {
            return Err(Refused::Rule("the marker is a descriptor: at least one has to follow [n-for-a-copy]".into()));
        }
        self.udma.await_marker(key, count);
        Ok((Detail::None, None))
    }

    /// The host waits for a semaphore. Nothing happens while it would wait, so that case is refused.
    pub(crate) fn await_semaphore(&mut self, tpb: u8, index: u8, target: u32) -> Done {
        let slot = fabric::EventSlot { tpb, window: 1, index };
        fabric::encode(self.generation, &Decoded::Event(slot))?;
        let count = self.udma.semaphores().count(tpb, index);
        if !self.udma.semaphores_mut().take(tpb, index, target) {
            return Err(Refused::Rule(format!(
                "semaphore {index} of TPB_{tpb} is {count}: the wait for {target} would not end [regaddr.resolver.add_semaphore_wait_ge_and_dec]"
            )));
        }
        Ok((Detail::None, None))
    }

    /// A control-plane write: it touches no ring. Returns the evidence of its place and value too.
    pub(crate) fn trigger(&mut self, signal: Signal) -> Result<Evidence, Refused> {
        let trigger = control::trigger(self.generation, signal)?;
        self.control.write(&trigger);
        Ok(trigger.evidence)
    }
}
