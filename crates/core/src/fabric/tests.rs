//! The map against the public constants, computed here and not by our own sums.

use super::*;
use crate::csr::Csr;
use alloc::vec::Vec;
use std::collections::BTreeMap;

extern crate std;

const V3: [Generation; 3] = [Generation::Cayman, Generation::Mariana, Generation::MarianaPlus];

/// `bases[eng / 32] + (eng % 32) * 0x100000` of the driver's address map, and its four host engines.
fn v3_engine(engine: u16) -> u64 {
    let bases = [0x0010_0200_0000, 0x0050_0400_0000, 0x8010_0200_0000, 0x8050_0400_0000];
    let hosts = [0x0080_0680_0000, 0x0080_0690_0000, 0x8080_0680_0000, 0x8080_0690_0000];
    match engine {
        0..128 => bases[usize::from(engine / 32)] + u64::from(engine % 32) * 0x10_0000,
        _ => hosts[usize::from(engine - 128)],
    }
}

/// The driver's V2 map: 16 engines a core, 0x40000 apart, then D2H and H2D.
fn sunda_engine(engine: u16) -> u64 {
    match engine {
        0..16 => 0x0fff_f000_0000 + u64::from(engine) * 0x4_0000,
        16..32 => 0x0fff_f070_0000 + u64::from(engine - 16) * 0x4_0000,
        32 => 0x0fff_f060_0000,
        _ => 0x0fff_f0d0_0000,
    }
}

/// The eight windows as the host library's table prints them.
const WINDOWS: [u64; 8] = [
    0x0010_0208_0000,
    0x0010_0308_0000,
    0x0050_0408_0000,
    0x0050_0508_0000,
    0x8010_0208_0000,
    0x8010_0308_0000,
    0x8050_0408_0000,
    0x8050_0508_0000,
];

/// Every uDMA of a generation, with its first address.
fn units(g: Generation) -> Vec<(Behind, u64)> {
    if g == Generation::Sunda {
        return (0..34).map(|e| (Behind::Engine(e), sunda_engine(e))).collect();
    }
    let engines = (0..132).map(|e| (Behind::Engine(e), v3_engine(e)));
    let groups = WINDOWS.iter().zip(0..).map(|(addr, g)| (Behind::Group(g), *addr));
    engines.chain(groups).collect()
}

fn block(direction: Direction) -> u64 {
    match direction {
        Direction::M2s => 0,
        Direction::S2m => 0x2_0000,
    }
}

/// Every engine and group, both directions, all queues, a register and the ends of the bank; both ways.
#[test]
fn queue_banks_round_trip() {
    for g in [Generation::Sunda].into_iter().chain(V3) {
        let mut seen = BTreeMap::new();
        for (behind, base) in units(g) {
            for direction in Direction::ALL {
                for queue in 0..16u8 {
                    for offset in [0x0, 0x28, 0x38, 0xffc] {
                        let addr = base + block(direction) + (u64::from(queue) + 1) * 0x1000 + u64::from(offset);
                        let what = Decoded::Queue { behind, direction, queue, offset };
                        assert_eq!(decode(g, addr), Ok(what.clone()), "{addr:#x}");
                        assert_eq!(encode(g, &what), Ok(addr), "{what:?}");
                        assert_eq!(seen.insert(addr, what), None, "{addr:#x} is two things");
                    }
                }
            }
        }
        assert_eq!(seen.len(), if g == Generation::Sunda { 34 } else { 140 } * 2 * 16 * 4);
    }
}

/// The doorbell sum is the same address, and its explanation names what went into it.
#[test]
fn doorbells_explain_themselves() {
    for g in [Generation::Sunda].into_iter().chain(V3) {
        for (behind, base) in units(g) {
            for direction in Direction::ALL {
                for queue in 0..16 {
                    let reach = match behind {
                        Behind::Engine(engine) => Reach::Engine(engine),
                        Behind::Group(group) => Reach::Group { group, mask: u16::MAX },
                    };
                    let sum = doorbell(g, direction, reach, queue).expect("on the map");
                    assert_eq!(sum.addr, base + block(direction) + (u64::from(queue) + 1) * 0x1000 + 0x38);
                    let found = explain(g, sum.addr).expect("runs");
                    assert_eq!(
                        (found.behind, found.direction, found.queue),
                        (Some(behind), Some(direction), Some(queue))
                    );
                    let name = if direction == Direction::M2s { "TDRTP_inc" } else { "RDRTP_inc" };
                    assert_eq!(found.register.expect("a register").name, name);
                    let die = (g != Generation::Sunda).then_some(u8::from(base & 1 << 47 != 0));
                    assert_eq!(found.die, die);
                }
            }
        }
    }
}

#[test]
fn other_blocks_round_trip() {
    for g in V3 {
        let bases = [0x28, 0x38, 0x68, 0x78].map(|byte: u64| byte << 32 | 0x270_0000);
        let bases = bases.into_iter().chain(bases.map(|base| base | 1 << 47));
        for (base, tpb) in bases.zip(0..) {
            for (window, offset) in [0x0, 0x1000, 0x1400, 0x1800, 0x1c00].into_iter().enumerate() {
                for index in [0u8, 1, 255] {
                    let what = Decoded::Event(EventSlot { tpb, window: window as u8, index });
                    let addr = base + offset + 4 * u64::from(index);
                    assert_eq!((decode(g, addr), encode(g, &what)), (Ok(what), Ok(addr)));
                }
            }
        }
        for engine in 0..132 {
            let (what, addr) = (Decoded::Glue { engine, offset: 0x100 }, v3_engine(engine) + 0x4_0100);
            assert_eq!((decode(g, addr), encode(g, &what)), (Ok(what), Ok(addr)));
        }
        let (what, addr) = (
            Decoded::Unit { behind: Behind::Group(3), direction: Direction::S2m, offset: 0x204 },
            WINDOWS[3] + 0x2_0204,
        );
        assert_eq!((decode(g, addr), encode(g, &what)), (Ok(what), Ok(addr)));
        let (what, addr) = (Decoded::Local(Csr::RESUME_PC_LO), 0x0400_1060);
        assert_eq!((decode(g, addr), encode(g, &what)), (Ok(what), Ok(addr)));
        let (what, addr) = (Decoded::Control { offset: 0x15a0 }, 0x6_15a0);
        assert_eq!((decode(g, addr), encode(g, &what)), (Ok(what), Ok(addr)));
    }
}

/// Every register of every aperture, by the names of the facts.
#[test]
fn apertures_round_trip() {
    for g in [Generation::Sunda].into_iter().chain(V3) {
        let placed = crate::bus::every().filter_map(|csr| Some((csr, encode(g, &Decoded::Local(csr)).ok()?)));
        let mut count = 0;
        for (csr, addr) in placed {
            assert_eq!(decode(g, addr), Ok(Decoded::Local(csr)), "{addr:#x}");
            count += 1;
        }
        assert!(count >= 4, "{}", g.label());
    }
}

#[test]
fn holes_say_what_they_are() {
    let why = |g, addr| explain(g, addr).expect("runs").reason.expect("no register");
    let cayman = |addr| why(Generation::Cayman, addr);
    assert_eq!(cayman(0x10_0201_1038), "a hole: queue 16 does not exist, the banks end with queue 15");
    assert!(cayman(0x10_0203_8000).starts_with("the general registers"));
    assert!(cayman(0x10_0218_0000).starts_with("engine 1 has no broadcast window"));
    assert!(cayman(0x10_020c_0000).starts_with("the slot of engine 0"));
    assert!(cayman(0x80_0688_0000).starts_with("engine 128 is a host-transfer engine"));
    assert!(cayman(0x10_0200_103a).contains("4-byte aligned"));
    assert!(cayman(0x10_0200_105c).starts_with("no register is known at 0x5c"));
    assert!(cayman(0x10_0202_10e0).starts_with("the data tail is M2S only"));
    assert!(cayman(0x28_0270_2000).starts_with("the event aperture of TPB_0, behind"));
    assert!(cayman(0x20_0000_0000).starts_with("the address space of TPB_0"));
    assert!(cayman(0x10_0000_0000).starts_with("the APB region of SE_0"));
    assert!(cayman(0x80_0000_0000).starts_with("the I/O region IO_0"));
    assert!(cayman(0x8200_1038).contains("offset in BAR0"));
    assert!(cayman(0x7fff_0000_0000).starts_with("nothing of the known map"));
    assert!(cayman(1 << 53).contains("48 bits"));
    assert!(why(Generation::Sunda, 0x0fff_f000_10e0).contains("does not exist on Sunda"));
    assert!(why(Generation::Sunda, 0x0fff_f040_0000).starts_with("the application glue of engine 0"));
    assert!(why(Generation::Sunda, 0x10_0208_1038).starts_with("nothing of Sunda's known map"));
}

/// What the trap of the doubled offset lands on: the next engine's own doorbell.
#[test]
fn the_doubled_offset_is_engine_one() {
    let found = explain(Generation::Cayman, 0x10_0210_1038).expect("runs");
    assert_eq!(found.behind, Some(Behind::Engine(1)));
    assert!(found.note.expect("a note").contains("added twice"));
}

/// The windows of the driver's address map; outside them nothing.
#[test]
fn bar0_both_ways() {
    for (region, offset) in
        [(0x10u64 << 32, 0x8000_0000u64), (0x8050 << 32, 0xb000_0000), (0x80 << 32, 0), (0x8070 << 32, 0xec00_0000)]
    {
        for inside in [0, 0x200_1038, 0x3ff_fffc] {
            assert_eq!(soc_address(Generation::Mariana, offset + inside), Ok(region + inside));
            assert_eq!(bus_address(Generation::Mariana, region + inside), Some(offset + inside));
        }
    }
    assert_eq!(soc_address(Generation::Cayman, 0x8200_1038), Ok(0x10_0200_1038));
    assert!(soc_address(Generation::Cayman, 0xf000_0000).is_err());
    assert!(soc_address(Generation::Sunda, 0).is_err());
    assert_eq!(bus_address(Generation::Sunda, 0x0fff_f000_0000), None);
}

/// Anything may be asked; whatever is no hole goes back to the same address.
#[test]
fn any_address_is_answered() {
    let bases = units(Generation::Cayman);
    let mut x = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..200_000 {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        let (_, unit) = bases[(x >> 50) as usize % bases.len()];
        let near = [x & 0xffff_ffff_ffff, unit + (x & 0x1f_ffff), x & 0xffff_ffff, x][(x >> 33) as usize % 4];
        for g in [Generation::Sunda, Generation::Cayman] {
            let found = explain(g, near).expect("the generation runs");
            assert_eq!(found.register.is_some(), found.reason.is_none());
            if let Some(what) = found.decoded().filter(|what| !matches!(what, Decoded::Hole(_))) {
                assert_eq!(encode(g, what), Ok(near), "{what:?}");
            }
            found.fields(x as u32);
        }
    }
}
