//! The name of a state: 128 bits over a machine's projection. It knows no field of the machine.
//!
//! The bytes are mixed in the same way on every platform, so a browser counts the states that a native run counts.

use std::hash::Hasher;

/// Two states with the same key are taken as the same state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(u128);

impl Key {
    /// A key that no two different messages share in practice.
    pub(crate) fn of(feed: impl FnOnce(&mut Mixer)) -> Self {
        let mut mixer = Mixer { lanes: [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344] };
        feed(&mut mixer);
        Key(u128::from(mixer.lanes[0]) << 64 | u128::from(mixer.finish()))
    }
}

/// Two multiply-and-fold lanes.
pub(crate) struct Mixer {
    lanes: [u64; 2],
}

const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];

impl Mixer {
    fn mix(&mut self, word: u64) {
        for (lane, factor) in self.lanes.iter_mut().zip(FACTORS) {
            let product = u128::from(*lane ^ word).wrapping_mul(u128::from(factor));
            *lane = (product as u64) ^ ((product >> 64) as u64).rotate_left(23).wrapping_add(factor);
        }
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word.iter_mut().zip(chunk).for_each(|(to, from)| *to = *from);
            self.mix(u64::from_le_bytes(word));
        }
        self.mix(bytes.len() as u64);
    }

    fn write_u8(&mut self, i: u8) {
        self.mix(u64::from(i));
    }

    fn write_u16(&mut self, i: u16) {
        self.mix(u64::from(i));
    }

    fn write_u32(&mut self, i: u32) {
        self.mix(u64::from(i));
    }

    fn write_u64(&mut self, i: u64) {
        self.mix(i);
    }

    // A length or a discriminant is 64 bits wide everywhere, also on wasm32.
    fn write_usize(&mut self, i: usize) {
        self.mix(i as u64);
    }

    fn write_isize(&mut self, i: isize) {
        self.mix(i as u64);
    }

    fn finish(&self) -> u64 {
        let [a, b] = self.lanes;
        a.rotate_left(29) ^ b.wrapping_mul(FACTORS[0])
    }
}
