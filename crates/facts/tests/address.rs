//! Device addresses: the two tables against each other, against the driver's map, and bit by bit.

mod data;

use seqbell_facts::{
    ALLOC_BITMAPS, BAR0_WINDOWS, BCAST, Band, DmaFamily, ENGINE_CLUSTERS, EVENT_APERTURES, EVENT_WINDOWS, QUEUE_BANK,
    REGADDR, SLOT_LAYOUT, UNIT_LAYOUTS,
};

const DIE: u64 = 1 << 47;

fn engine(family: DmaFamily, engine: u16) -> Option<u64> {
    let mut hits = ENGINE_CLUSTERS.iter().filter(|run| run.family == family).filter_map(|run| run.engine_base(engine));
    let hit = hits.next();
    assert_eq!(hits.next(), None, "engine {engine} is in two runs");
    hit
}

#[test]
fn twenty_entries_eight_bytes_apart() {
    assert_eq!(REGADDR.len(), 20);
    for (index, row) in data::rows("regaddr", "regaddr").iter().enumerate() {
        let index = index as i64;
        assert_eq!((data::int(row, "index"), data::int(row, "table_offset")), (index, 0x10 + 8 * index));
    }
    let bands: Vec<_> = REGADDR.iter().map(|entry| entry.band).collect();
    assert!(bands[..8].iter().all(|band| *band == Band::Event));
    assert!(bands[8..16].iter().all(|band| *band == Band::ApbBcast));
    assert!(bands[16..].iter().all(|band| *band == Band::HostSdma));
    assert_eq!(data::int(&data::only("regaddr", "table_location"), "ends_at"), 0x10 + 8 * 20);
}

#[test]
fn broadcast_is_the_register_address_plus_0x80000() {
    assert_eq!(BCAST.len(), 8);
    for (group, window) in BCAST.iter().enumerate() {
        assert_eq!(usize::from(window.group), group);
        assert_eq!(window.addr, REGADDR[8 + group].addr + 0x8_0000);
        assert_eq!(u64::from(window.die), window.addr >> 47 & 1);
    }
    assert_eq!(BCAST[0].addr, 0x0010_0208_0000);
}

#[test]
fn bit_47_tells_the_cores_apart() {
    for entry in REGADDR {
        assert_eq!(u64::from(entry.nc), entry.addr >> 47 & 1, "{}", entry.id);
        assert_eq!(entry.addr >> 48, 0, "{}", entry.id);
    }
    let twins = [0, 1, 2, 3, 8, 9, 10, 11].map(|i| (i, i + 4)).into_iter().chain([(16, 18), (17, 19)]);
    for (one, other) in twins {
        assert_eq!(REGADDR[one].addr ^ REGADDR[other].addr, DIE, "{one} and {other}");
    }
    let engine_bytes: Vec<_> = REGADDR[..4].iter().map(|entry| entry.addr >> 32 & 0xff).collect();
    assert_eq!(engine_bytes, [0x28, 0x38, 0x68, 0x78]);
}

#[test]
fn the_driver_has_132_engines_and_sunda_34() {
    let v3: Vec<u64> = (0..132).map(|number| engine(DmaFamily::V3, number).unwrap()).collect();
    assert_eq!(engine(DmaFamily::V3, 132), None);
    let sunda: Vec<u64> = (0..34).map(|number| engine(DmaFamily::Sunda, number).unwrap()).collect();
    assert_eq!(engine(DmaFamily::Sunda, 34), None);
    for engines in [&v3, &sunda] {
        let mut bases = engines.clone();
        bases.sort_unstable();
        bases.dedup();
        assert_eq!(bases.len(), engines.len());
    }
    assert_eq!(v3[0], 0x0010_0200_0000);
    assert_eq!(v3[127], 0x8050_0400_0000 + 31 * 0x10_0000);
    assert_eq!((v3[128], v3[131]), (0x0080_0680_0000, 0x8080_0690_0000));
    assert_eq!((sunda[15], sunda[16]), (0x0fff_f03c_0000, 0x0fff_f070_0000));
}

#[test]
fn the_firmware_table_is_the_drivers_map() {
    // Entries 8..15 are the first engine of each group of 16; 16..19 are the host engines.
    for group in 0..8 {
        assert_eq!(Some(REGADDR[8 + group].addr), engine(DmaFamily::V3, 16 * group as u16), "group {group}");
    }
    for host in 0..4 {
        assert_eq!(Some(REGADDR[16 + host].addr), engine(DmaFamily::V3, 128 + host as u16), "host engine {host}");
    }
    for (entry, aperture) in REGADDR.iter().zip(EVENT_APERTURES) {
        assert_eq!((entry.addr, entry.index), (aperture.addr, aperture.tpb));
        assert_eq!(aperture.addr, aperture.tpb_base + 0x8_0000_0000 + 0x270_0000);
    }
    assert_eq!(EVENT_APERTURES.len(), 8);
}

#[test]
fn adding_0x80000_twice_rings_the_neighbour() {
    let twice = BCAST[0].addr + u64::from(SLOT_LAYOUT.bcast_udma);
    assert_eq!(Some(twice), engine(DmaFamily::V3, 1));
    let settled = data::rows("udma_public", "settled");
    let doorbell = |base: u64| (base + 0x1038) as i64;
    assert_eq!(data::int(&settled[0], "m2s_r0_q0"), doorbell(BCAST[0].addr));
    assert_eq!(data::int(&settled[0], "s2m_r0_q0"), doorbell(BCAST[0].addr + 0x2_0000));
}

#[test]
fn sunda_names_two_cores_and_two_host_engines() {
    let row = data::rows("generations", "regaddr_table")
        .into_iter()
        .find(|row| data::text(row, "generation") == "sunda")
        .unwrap();
    let values = data::ints(&row, "values");
    assert_eq!(values.len() as i64, data::int(&row, "valid_entries"));
    assert_eq!(
        values[2..],
        [engine(DmaFamily::Sunda, 32).unwrap() as i64, engine(DmaFamily::Sunda, 33).unwrap() as i64]
    );
    assert_eq!(values[0] & 0xfff_ffff, 0xc270_0000 & 0xfff_ffff);
}

#[test]
fn units_and_slots_nest() {
    let unit = &UNIT_LAYOUTS[0];
    assert_eq!((unit.m2s, unit.s2m, unit.general), (0, 0x2_0000, 0x3_8000));
    assert_eq!((unit.general_ex, unit.span), (Some(0x3_c000), Some(0x4_0000)));
    assert_eq!(unit.m2s_window, Some(unit.s2m - unit.m2s));
    assert_eq!(unit.s2m_window, Some(unit.general - unit.s2m));
    let banks = QUEUE_BANK.first_offset + QUEUE_BANK.stride * u32::from(QUEUE_BANK.queues);
    assert_eq!(banks, 0x1_1000);
    assert!(Some(banks) <= unit.s2m_window);
    assert_eq!((SLOT_LAYOUT.udma, Some(SLOT_LAYOUT.sdma_glue)), (0, unit.span));
    assert!(SLOT_LAYOUT.bcast_udma + unit.span.unwrap() <= SLOT_LAYOUT.stride);
    for run in ENGINE_CLUSTERS.iter().filter(|run| run.family == DmaFamily::V3) {
        assert_eq!(run.stride, u64::from(SLOT_LAYOUT.stride), "{}", run.id);
    }
}

#[test]
fn every_v3_engine_is_seen_through_bar0() {
    let view = |addr: u64| {
        let inside = |window: &&seqbell_facts::Bar0Window| {
            (window.region_base..window.region_base + window.size).contains(&addr)
        };
        let mut hits = BAR0_WINDOWS.iter().filter(inside);
        let hit = hits.next().map(|window| window.bar0_offset + (addr - window.region_base));
        assert!(hits.next().is_none(), "{addr:#x} is in two windows");
        hit
    };
    // The example of the driver's map: engine 0, M2S, queue 0.
    assert_eq!(view(0x0010_0200_1038), Some(0x8200_1038));
    let mut seen: Vec<u64> = (0..132).map(|number| view(engine(DmaFamily::V3, number).unwrap()).unwrap()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 132);
    let mut windows: Vec<_> = BAR0_WINDOWS.iter().map(|window| (window.bar0_offset, window.size)).collect();
    windows.sort_unstable();
    assert!(windows.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
    for aperture in EVENT_APERTURES {
        assert!(
            BAR0_WINDOWS.iter().any(|window| window.name == aperture.name && window.region_base == aperture.tpb_base)
        );
    }
}

#[test]
fn allocation_words_are_two_halves() {
    assert_eq!(ALLOC_BITMAPS.len(), 8);
    for (row, bitmap) in data::rows("regaddr", "alloc_bitmap").iter().zip(ALLOC_BITMAPS) {
        assert_eq!(bitmap.value, u64::from(bitmap.engine_mask) | u64::from(bitmap.queue_mask) << 32, "{}", bitmap.id);
        let mask: i64 = data::ints(row, "engines").iter().map(|engine| 1 << engine).sum();
        assert_eq!(i64::from(bitmap.engine_mask), mask, "{}", bitmap.id);
    }
}

#[test]
fn event_windows_stand_in_order() {
    let offsets: Vec<_> = EVENT_WINDOWS.iter().map(|window| window.offset).collect();
    assert_eq!(offsets, [0, 0x1000, 0x1400, 0x1800, 0x1c00]);
    for (op, window) in data::rows("udma", "semaphore_op").iter().zip(&EVENT_WINDOWS[1..]) {
        assert_eq!(data::int(op, "window"), i64::from(window.offset), "{}", data::id(op));
    }
}

#[test]
fn algorithm_slots_shift_from_v3_to_v4() {
    let rows = data::rows("regaddr", "algo_type");
    assert_eq!(rows.len(), 12);
    for row in &rows {
        let shift = match data::int(row, "index") {
            3 => 0x2c,
            9 => 0x14,
            _ => 0x18,
        };
        assert_eq!(data::int(row, "v4") - data::int(row, "v3"), shift, "{}", data::id(row));
    }
}

#[test]
fn command_trampolines_call_where_they_say() {
    let vector = data::rows("regaddr", "command_vector")
        .into_iter()
        .find(|row| data::text(row, "generation") == "cayman")
        .unwrap();
    let slots = data::ints(&vector, "slots");
    for row in data::rows("regaddr", "command_trampoline") {
        let word: [u8; 3] = data::bytes(data::text(&row, "word")).try_into().unwrap();
        let (target, op0, n) = data::call(data::int(&row, "addr") as u32, word);
        assert_eq!((i64::from(target), op0, n), (data::int(&row, "target"), 5, 2), "{}", data::id(&row));
        assert_eq!(slots[data::int(&row, "slot") as usize], data::int(&row, "addr"));
    }
    assert_eq!(slots[3], slots[0]);
}
