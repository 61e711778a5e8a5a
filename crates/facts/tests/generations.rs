//! Generations: identities, apertures, placements, CUST3 words, the control plane.

mod data;

use seqbell_facts::{
    Bundle, CODE_SITES, CONTROL_SIGNALS, CSRS, CUST3, GENERATIONS, Generation, LRS, PLACEMENTS, code_site, generation,
    placement,
};

#[test]
fn tables_stand_in_enum_order() {
    for (fact, each) in GENERATIONS.iter().zip(Generation::ALL) {
        assert_eq!(fact.generation, each);
        assert_eq!(fact.id, each.token());
    }
    assert_eq!(GENERATIONS.len(), Generation::ALL.len());
}

#[test]
fn names_are_read_in_any_case() {
    for each in Generation::ALL {
        assert_eq!(Generation::parse(each.token()), Some(each));
        assert_eq!(Generation::parse(&each.label().to_uppercase()), Some(each));
    }
    for text in ["mariana+", "Mariana-Plus", "MARIANA_PLUS"] {
        assert_eq!(Generation::parse(text), Some(Generation::MarianaPlus));
    }
    assert_eq!(Generation::parse("mariana "), None);
}

#[test]
fn arch_id_is_core_type_less_one() {
    let ids: Vec<_> = GENERATIONS.iter().map(|fact| fact.arch_id).collect();
    assert_eq!(ids, [0x05, 0x0c, 0x14, 0x1c, 0x24]);
    assert!(GENERATIONS.iter().all(|fact| fact.arch_id + 1 == fact.coretype));
}

#[test]
fn aperture_is_a_halfword_shifted() {
    for row in data::rows("generations", "generation") {
        let halfword = data::opt_int(&row, "aperture_high_halfword").map(|halfword| halfword << 16);
        assert_eq!(data::opt_int(&row, "aperture_base"), halfword, "{}", data::id(&row));
    }
    let bases: Vec<_> = GENERATIONS.iter().map(|fact| fact.aperture_base).collect();
    assert_eq!(bases, [Some(0x0010_0000), Some(0x0400_0000), Some(0x0400_0000), Some(0x0400_0000), None]);
    let shipped: Vec<_> = GENERATIONS.iter().map(|fact| fact.seq_image).collect();
    assert_eq!(shipped, [true, true, true, true, false]);
}

#[test]
fn placements_add_up() {
    for row in data::rows("generations", "placement") {
        let Some(addr) = data::opt_int(&row, "addr") else { continue };
        let base = generation(Generation::parse(data::text(&row, "generation")).unwrap()).aperture_base.unwrap();
        assert_eq!(addr, i64::from(base) + data::int(&row, "offset"), "{}", data::id(&row));
    }
    assert_eq!(PLACEMENTS.len(), 47);
}

#[test]
fn the_cayman_family_agrees_with_the_register_file() {
    for each in [Generation::Cayman, Generation::Mariana, Generation::MarianaPlus] {
        for def in CSRS.iter().filter(|def| def.bundle == Bundle::Nx) {
            assert_eq!(placement(each, def.name).unwrap().at, Some(def.offset), "{each:?} {}", def.name);
        }
        assert_eq!(placement(each, "resume_pc_lo").unwrap().at, Some(LRS[3].offset));
        assert_eq!(placement(each, "resume_pc_hi").unwrap().at, Some(LRS[4].offset));
    }
}

#[test]
fn sunda_is_elsewhere_and_knows_less() {
    let at = |name| placement(Generation::Sunda, name).unwrap().at;
    assert_eq!((at("start_ctrl"), at("run_state"), at("release_run_stall")), (Some(0x10), Some(0x14), Some(0x4)));
    for name in ["intr_info", "intr_ctrl", "dma_rx_base", "dma_tx_base", "resume_pc_lo", "resume_pc_hi"] {
        assert_eq!(at(name), None, "{name}");
    }
    assert!(placement(Generation::Maverick, "start_ctrl").is_none());
    assert_eq!(placement(Generation::Maverick, "nx").unwrap().at, Some(0));
    assert_eq!(placement(Generation::Maverick, "aperture_base").unwrap().at, None);
}

#[test]
fn code_sites_of_cayman_are_those_of_the_pages() {
    let addr = |site| code_site(Generation::Cayman, site).unwrap().addr;
    assert_eq!(
        (addr("pause_publish"), addr("run_publish"), addr("boot_poll")),
        (Some(0x1ce6), Some(0x2d1c), Some(0x2cad))
    );
    assert_eq!(code_site(Generation::Sunda, "run_publish").unwrap().addr, None);
    assert!(CODE_SITES.iter().all(|site| site.generation != Generation::Maverick));
}

#[test]
fn cust3_words_are_their_bytes() {
    for row in data::rows("generations", "cust3") {
        if !row["present"].as_bool().unwrap() {
            continue;
        }
        let bytes = data::ints(&row, "op_bytes");
        assert_eq!(data::int(&row, "word"), bytes[0] | bytes[1] << 8 | bytes[2] << 16);
        assert_eq!(data::int(&row, "t_field"), bytes[0] >> 4);
    }
    let words: Vec<_> = CUST3.iter().map(|fact| (fact.generation, fact.word)).collect();
    assert!(
        words.contains(&(Generation::Cayman, Some(0x0d_0c80)))
            && words.contains(&(Generation::Mariana, Some(0x0d_0ca0)))
    );
    assert!(words.contains(&(Generation::Sunda, None)));
}

#[test]
fn control_words_are_local_registers() {
    let base = data::only("generations", "control_plane_base");
    for signal in CONTROL_SIGNALS.iter().filter(|signal| signal.offset.is_some()) {
        let local = u32::from(signal.local_reg_offset.unwrap());
        let key = if signal.generation == Generation::Sunda { "sunda_local_reg_base" } else { "cayman_local_reg_base" };
        assert_eq!(i64::from(signal.offset.unwrap()), data::int(&base, key) + i64::from(local), "{}", signal.id);
        // Cayman's five words are lr[42], lr[43], lr[45], lr[46] and lr[47] of the TOP_SP's file.
        if signal.generation == Generation::Cayman {
            let lr = LRS.iter().find(|lr| u32::from(lr.offset) == local).unwrap();
            assert!([42, 43, 45, 46, 47].contains(&lr.index) && lr.name.is_some(), "{}", signal.id);
        }
    }
    assert_eq!(CONTROL_SIGNALS.iter().filter(|signal| signal.offset.is_some()).count(), 8);
}
