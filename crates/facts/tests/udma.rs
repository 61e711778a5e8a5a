//! uDMA: offsets and doorbells recomputed, and the two descriptions compared row by row.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod data;

use std::collections::BTreeSet;

use seqbell_facts::{
    Access, BCAST, CONSTRAINTS, DESCRIPTOR_FIELDS, DISAGREEMENTS, Direction, QUEUE_BANK, UDMA_QUEUE_REGS,
    UDMA_SW_CTRL_BITS, UDMA_UNIT_REGS, UDMA_WIKI_REGS, UNIT_LAYOUTS, UdmaReg, WIKI_DESCRIPTOR_FIELDS, limit, record,
    udma_reg, udma_reg_at,
};
use toml::Table;

/// Aspect, direction, the two ids and the two readings.
type Row = (String, Option<Direction>, String, String, String);

#[test]
fn queue_0_is_0x1000_into_its_block() {
    let wiki = data::rows("udma", "wiki_register");
    let public = data::rows("udma_public", "udma_register");
    for row in wiki.iter().chain(&public) {
        assert_eq!(data::int(row, "queue0_offset"), 0x1000 + data::int(row, "offset"), "{}", data::id(row));
    }
    for row in data::rows("generations", "data_tail").iter().filter(|row| row.contains_key("offset")) {
        assert_eq!(data::int(row, "queue0_offset"), 0x1000 + data::int(row, "offset"), "{}", data::id(row));
    }
    assert_eq!((QUEUE_BANK.first_offset, QUEUE_BANK.stride, QUEUE_BANK.queues), (0x1000, 0x1000, 16));
}

#[test]
fn the_doorbell_examples_are_the_sum() {
    let doorbell = udma_reg("tdrtp_inc").unwrap();
    assert_eq!((doorbell.offset, udma_reg("RDRTP_inc").unwrap().offset), (0x38, 0x38));
    for row in data::rows("udma", "doorbell_example") {
        let window = BCAST[data::int(&row, "group") as usize].addr;
        let block = if data::text(&row, "direction") == "S2M" { UNIT_LAYOUTS[0].s2m } else { UNIT_LAYOUTS[0].m2s };
        let bank = (data::int(&row, "queue") as u64 + 1) << 12;
        assert_eq!(
            data::int(&row, "addr") as u64,
            window + u64::from(block) + bank + u64::from(doorbell.offset),
            "{}",
            data::id(&row)
        );
    }
    let rule = data::only("udma", "doorbell_address");
    assert_eq!((data::int(&rule, "m2s_sub_block"), data::int(&rule, "s2m_sub_block")), (0, 0x2_0000));
}

#[test]
fn fields_fit_and_do_not_overlap() {
    let registers = UDMA_QUEUE_REGS.iter().chain(UDMA_WIKI_REGS).map(|reg| (reg.id, reg.fields));
    let units = UDMA_UNIT_REGS.iter().map(|reg| (reg.id, reg.fields));
    for (id, fields) in registers.chain(units) {
        let mut taken = 0u32;
        for field in fields {
            assert!(field.lsb <= field.msb && field.msb < 32, "{}", field.id);
            let mask = (u32::MAX >> (31 - (field.msb - field.lsb))) << field.lsb;
            assert_eq!(taken & mask, 0, "{id}: {}", field.id);
            taken |= mask;
            assert!(field.reset.is_none_or(|reset| reset << field.lsb & !mask == 0), "{}", field.id);
        }
    }
}

#[test]
fn offsets_are_unique_within_a_direction() {
    for direction in Direction::ALL {
        let mine: Vec<_> = UDMA_QUEUE_REGS.iter().filter(|reg| reg.direction == Some(direction)).collect();
        let offsets: BTreeSet<_> = mine.iter().map(|reg| reg.offset).collect();
        assert_eq!(offsets.len(), mine.len());
        for reg in mine {
            assert_eq!(udma_reg_at(direction, reg.offset).unwrap().id, reg.id);
            assert_eq!(reg.id, format!("udma-public.{}.{:#x}", direction.token(), reg.offset));
        }
    }
    // The data tail is transmit only, and Sunda has none.
    let absent = data::only("udma_public", "udma_register_absent");
    assert!(udma_reg_at(Direction::S2m, data::int(&absent, "offset") as u16).is_none());
    let tail = udma_reg_at(Direction::M2s, 0xe0).unwrap();
    assert!(tail.absent_on.contains(&seqbell_facts::Generation::Sunda));
    assert!(!tail.generations.contains(&seqbell_facts::Generation::Sunda));
}

#[test]
fn unit_registers_agree_between_the_descriptions() {
    let public: BTreeSet<_> = UDMA_UNIT_REGS.iter().flat_map(|reg| reg.offsets).copied().collect();
    for name in ["M2S state", "M2S change_state", "M2S err_log_mask"] {
        let row =
            data::rows("udma", "engine_register").into_iter().find(|row| data::text(row, "name") == name).unwrap();
        assert!(public.contains(&(data::int(&row, "offset") as u32)), "{name}");
    }
    let limits = data::only("udma", "limits");
    assert_eq!(data::int(&limits, "m2s_window_cayman"), i64::from(UNIT_LAYOUTS[0].m2s_window.unwrap()));
    assert_eq!(data::int(&limits, "s2m_window_cayman"), i64::from(UNIT_LAYOUTS[0].s2m_window.unwrap()));
    assert_eq!(data::int(&limits, "m2s_queues"), i64::from(QUEUE_BANK.queues));
}

#[test]
fn driver_rules_have_their_numbers() {
    assert_eq!((limit::RING_MIN_DESCRIPTORS, limit::RING_MAX_DESCRIPTORS), (32, (1 << 24) - 16));
    assert_eq!((limit::RING_ALIGN_BYTES, limit::RING_ALIGN_DESCRIPTORS), (256, 256 / limit::DESC_SIZE_BYTES));
    assert_eq!((limit::AVAILABLE_GAP, limit::RING_ID_MODULO, limit::RING_ID_START), (16, 1 << limit::RING_ID_BITS, 1));
    assert_eq!(limit::BYTES_PER_DESC_MAX, 1 << 16);
    // 2032 data descriptors and the marker's.
    assert_eq!(limit::N_FOR_A_COPY_MAX, 4096 / 2 - 16 - 1 + limit::N_FOR_A_COPY_MARKER_DESCRIPTORS + 1);
    let numbers = CONSTRAINTS.iter().find(|rule| rule.id == "ring-max").unwrap().limits;
    assert_eq!((numbers.len(), numbers[0].name, numbers[0].value), (1, "descriptors", limit::RING_MAX_DESCRIPTORS));
    assert_eq!(CONSTRAINTS.len(), 24);
}

#[test]
fn the_list_of_disagreements_is_what_the_tables_say() {
    let mut found = Vec::new();
    let wiki = data::rows("udma", "wiki_register");
    for (reg, row) in UDMA_WIKI_REGS.iter().zip(&wiki) {
        for direction in
            Direction::ALL.into_iter().filter(|direction| reg.direction.is_none_or(|only| only == *direction))
        {
            if let Some(twin) = udma_reg_at(direction, reg.offset) {
                names(direction, reg, row, twin, &mut found);
                fields(direction, reg, twin, &mut found);
            }
        }
    }
    descriptors(&mut found);
    polarity(&mut found);
    let mut listed: Vec<Row> = DISAGREEMENTS
        .iter()
        .map(|row| (row.aspect.into(), row.direction, row.a.into(), row.b.into(), row.what.into()))
        .collect();
    found.sort();
    listed.sort();
    assert_eq!(found, listed);
    assert!(DISAGREEMENTS.iter().all(|row| record(row.a).is_some() && record(row.b).is_some()));
    assert!(listed.iter().any(|row| row.0 == "access" && row.4 == "RW / WO"));
}

/// Name, alias and access of a register.
fn names(direction: Direction, reg: &UdmaReg, row: &Table, twin: &UdmaReg, found: &mut Vec<Row>) {
    let key = format!("name_{}", direction.token());
    let name = row.get(&key).and_then(|name| name.as_str()).unwrap_or(reg.name);
    let alias = row.get("seed_alias").and_then(|alias| alias.as_str());
    let mut compare = |aspect: &str, ours: &str, theirs: &str| {
        if ours != theirs {
            found.push((aspect.into(), Some(direction), reg.id.into(), twin.id.into(), format!("{ours} / {theirs}")));
        }
    };
    compare("name", name, twin.name);
    compare("alias", alias.unwrap_or(twin.name), twin.name);
    compare("access", Access::as_str(reg.access), twin.access.as_str());
}

/// Fields of a register; the bits of `q_sw_ctrl` are listed apart, without a direction.
fn fields(direction: Direction, reg: &UdmaReg, twin: &UdmaReg, found: &mut Vec<Row>) {
    let mut ours: Vec<_> =
        reg.fields.iter().map(|field| (field.id, field.name, field.msb, field.lsb, field.reset)).collect();
    if twin.name == "q_sw_ctrl" {
        ours.extend(UDMA_SW_CTRL_BITS.iter().map(|bit| (bit.id, Some(bit.name), bit.bit, bit.bit, None)));
    }
    for (id, name, msb, lsb, reset) in ours {
        let reading = format!("{} {msb}:{lsb}", name.unwrap_or("bits"));
        let hit = twin.fields.iter().find(|field| field.lsb <= msb && lsb <= field.msb);
        let Some(hit) = hit else {
            found.push(("field".into(), Some(direction), id.into(), twin.id.into(), format!("{reading} / none")));
            continue;
        };
        let same_name = name.is_none() || name == hit.name;
        let same_reset = reset.is_none() || hit.reset.is_none() || reset == hit.reset;
        if (hit.msb, hit.lsb) != (msb, lsb) || !same_name || !same_reset {
            let other = format!("{} {}:{}", hit.name.unwrap_or("bits"), hit.msb, hit.lsb);
            found.push(("field".into(), Some(direction), id.into(), hit.id.into(), format!("{reading} / {other}")));
        }
    }
}

/// Bits of a descriptor that both describe.
fn descriptors(found: &mut Vec<Row>) {
    for ours in WIKI_DESCRIPTOR_FIELDS {
        for theirs in DESCRIPTOR_FIELDS.iter().filter(|theirs| theirs.name == ours.name) {
            if (ours.msb, ours.lsb) != (theirs.msb, theirs.lsb) {
                let what = format!("{}:{} / {}:{}", ours.msb, ours.lsb, theirs.msb, theirs.lsb);
                found.push(("descriptor".into(), theirs.direction, ours.id.into(), theirs.id.into(), what));
            }
        }
    }
}

/// When a completion marker says done.
fn polarity(found: &mut Vec<Row>) {
    let ours = data::only("udma", "marker_protocol");
    let theirs = data::rows("udma_public", "misc").into_iter().find(|row| data::id(row) == "marker").unwrap();
    let (a, b) = (data::text(&ours, "done_when"), data::text(&theirs, "done_when"));
    if a != b {
        let what = format!("done when {a} / done when {b}");
        found.push(("polarity".into(), None, data::id(&ours).into(), data::id(&theirs).into(), what));
    }
    assert_eq!(data::int(&data::only("udma", "fence"), "marker"), data::int(&theirs, "value"));
}
