//! The register file: offsets, counts, resets, no overlaps.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod data;

use seqbell_facts::{Access, BUNDLES, Bundle, CSRS, CsrDef, LRS, csr_at};

const CAYMAN: i64 = 0x0400_0000;

fn find(bundle: Bundle, name: &str) -> &'static CsrDef {
    CSRS.iter().find(|def| def.bundle == bundle && def.name == name).unwrap()
}

#[test]
fn lr_words_are_0x20_apart() {
    assert_eq!(LRS.len(), 60);
    for (index, lr) in LRS.iter().enumerate() {
        assert_eq!((usize::from(lr.index), usize::from(lr.offset)), (index, 0x1000 + 0x20 * index));
    }
    assert_eq!((LRS[3].name, LRS[4].name, LRS[5].name), (Some("resume_pc_lo"), Some("resume_pc_hi"), None));
}

#[test]
fn absolute_is_aperture_plus_offset() {
    for row in data::rows("csr", "lr")
        .iter()
        .chain(data::rows("csr", "register").iter().filter(|row| row.contains_key("addr")))
    {
        assert_eq!(data::int(row, "addr"), CAYMAN + data::int(row, "offset"), "{}", data::id(row));
    }
    for row in data::rows("csr", "csr_site") {
        assert_eq!(data::int(&row, "addr"), CAYMAN + data::int(&row, "offset"), "{}", data::id(&row));
    }
}

#[test]
fn cayman_has_55_registers_and_84_bitfields() {
    let cayman = |def: &&CsrDef| def.bundle.fact().generations.contains(&seqbell_facts::Generation::Cayman);
    let documented = |def: &CsrDef| def.fields.iter().filter(|field| !field.name.starts_with("undocumented")).count();
    let regfile = data::only("csr", "regfile");
    assert_eq!(CSRS.iter().filter(cayman).count(), 55);
    assert_eq!(data::int(&regfile, "registers"), 55);
    // The one field of `lr` has no row.
    assert_eq!(CSRS.iter().filter(cayman).map(documented).sum::<usize>() + 1, 84);
    assert_eq!(data::int(&regfile, "bitfields"), 84);
}

#[test]
fn bundles_hold_as_many_registers_as_they_say() {
    for (bundle, row) in BUNDLES.iter().zip(data::rows("csr", "bundle")) {
        assert_eq!(bundle.bundle.name(), data::text(&row, "name"));
        let mine: Vec<_> = CSRS.iter().filter(|def| def.bundle == bundle.bundle).collect();
        assert_eq!(mine.len() as i64, data::int(&row, "registers"), "{}", bundle.id);
        assert!(mine.iter().all(|def| def.instances == bundle.instances && def.stride == bundle.stride));
        assert!(mine.iter().all(|def| def.offset >= bundle.base && def.offset - bundle.base < bundle.stride));
        let last = bundle.base + (bundle.instances - 1) * bundle.stride;
        assert!(data::opt_int(&row, "last_instance_base").is_none_or(|said| said == i64::from(last)), "{}", bundle.id);
    }
    let window = Bundle::Window.fact();
    assert_eq!(window.base + window.instances * window.stride, 0x2460);
}

#[test]
fn no_two_registers_share_an_offset() {
    let mut offsets: Vec<u16> =
        CSRS.iter().flat_map(|def| (0..def.instances).map(|i| def.offset_of(i).unwrap())).collect();
    let all = offsets.len();
    offsets.sort_unstable();
    offsets.dedup();
    assert_eq!(offsets.len(), all);
    assert_eq!(all, 8 + 60 + 7 * 40 + 19 + 14 + 4 * 32 + 2 + 4 * 64);
    assert!(offsets.iter().all(|offset| offset % 4 == 0));
}

#[test]
fn an_offset_leads_back_to_its_register() {
    for def in CSRS {
        for instance in 0..def.instances {
            let (hit, at) = csr_at(def.offset_of(instance).unwrap()).unwrap();
            assert_eq!((hit.bundle, hit.name, at), (def.bundle, def.name, instance));
        }
        assert_eq!(def.offset_of(def.instances), None);
    }
    assert!(csr_at(0x20).is_none() && csr_at(0x1004).is_none() && csr_at(0x1780).is_none() && csr_at(0x2460).is_none());
}

#[test]
fn nx_bundle_comes_first_and_in_order() {
    let nx: Vec<_> = CSRS[..8].iter().map(|def| (def.name, def.offset, def.reset)).collect();
    let expected = [
        ("release_run_stall", 0, 1),
        ("start_ctrl", 4, 0),
        ("run_state", 8, 0),
        ("dma_rx_base", 0xc, 0),
        ("dma_tx_base", 0x10, 0),
        ("instr_halt_ctrl", 0x14, 0),
        ("intr_ctrl", 0x18, 0),
        ("intr_info", 0x1c, 0),
    ];
    assert_eq!(nx, expected);
    assert_eq!((CSRS[8].bundle, CSRS[8].name, CSRS[8].instances), (Bundle::General, "lr", 60));
    assert!(CSRS.iter().all(|def| def.access == Access::Rw));
}

#[test]
fn fields_do_not_overlap_and_resets_are_composed() {
    for def in CSRS {
        let mut taken = 0u32;
        for field in def.fields {
            let mask = (u32::MAX >> (31 - (field.msb - field.lsb))) << field.lsb;
            assert_eq!(taken & mask, 0, "{}", field.id);
            taken |= mask;
            assert_eq!(def.reset & mask, field.reset << field.lsb, "{}", field.id);
        }
        assert_eq!(def.reset & !taken, 0, "{}", def.id);
    }
    // By hand: 13 bits of ones from bit 2, and the four CAM bytes.
    assert_eq!(find(Bundle::HwDecode, "control").reset & 0x7_fffc, 0x7ffc);
    assert_eq!(find(Bundle::HwDecode, "profile_cam_search_vector").reset, 0x0302_0100);
    assert_eq!(find(Bundle::Q7, "release_run_stall").reset, 0xff);
}

#[test]
fn remote_status_words_start_at_145_shl_13() {
    let remote = data::rows("csr", "external").into_iter().find(|row| row.contains_key("base")).unwrap();
    assert_eq!(data::int(&remote, "base"), 145 << 13);
    assert_eq!(145 << 13, 0x12_2000);
}
