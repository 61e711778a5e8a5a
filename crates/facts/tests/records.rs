//! Every record: none lost, none twice, all tagged.

mod data;

use std::collections::BTreeSet;

use seqbell_facts::{Basis, Confidence, Evidence, RECORDS, record};

/// How many records of each kind the fact sheets hold: counted there, not here.
const COUNTS: &[(&str, &[(&str, usize)])] = &[
    // The sheets' register (43), window_register (7) and tensor_replace_register (4) are one kind.
    (
        "csr",
        &[
            ("regfile", 1),
            ("bundle", 11),
            ("register", 54),
            ("lr", 60),
            ("window_rules", 1),
            ("csr_site", 6),
            ("csr_view", 8),
            ("external", 4),
        ],
    ),
    (
        "dispatch",
        &[
            ("dispatch_table", 2),
            ("dispatch_table_pair", 3),
            ("opcode", 55),
            ("default_run", 19),
            ("sync_slot", 1),
            ("dispatch_thunk", 2),
            ("hop_chain", 1),
            ("family_tally", 1),
            ("reject_rule", 1),
            ("operand_rule", 1),
        ],
    ),
    (
        "doorbell",
        &[
            ("thunk_array", 1),
            ("length_rule", 3),
            ("call_rule", 1),
            ("thunk_family", 4),
            ("thunk", 22),
            ("unlisted_thunks", 1),
            ("thunk_helper", 2),
            ("helper_diff", 5),
            ("tail_chain", 4),
            ("caller", 3),
            ("binding", 5),
            ("cust3_word", 1),
            ("own_observation", 4),
            ("length_walk", 5),
            ("channel_descriptor", 1),
            ("ring_recipe", 1),
        ],
    ),
    ("gaps", &[("gap", 44), ("contradiction", 37)]),
    (
        "generations",
        &[
            ("generation", 5),
            ("placement", 47),
            ("image", 8),
            ("code_site", 36),
            ("seq_feature", 11),
            ("cust3", 5),
            ("cust3_cross_check", 1),
            ("ncfw_image", 5),
            ("regaddr_table", 5),
            ("control_signal", 25),
            ("control_plane_base", 1),
            ("data_tail", 5),
            ("census", 10),
        ],
    ),
    (
        "regaddr",
        &[
            ("table_location", 1),
            ("regaddr", 20),
            ("band", 3),
            ("bcast", 8),
            ("bcast_delta", 1),
            ("address_bit", 6),
            ("algo_type", 12),
            ("algo_type_read", 1),
            ("command_vector", 4),
            ("command_trampoline", 3),
            ("ctx_log_key", 14),
            ("resolver", 18),
            ("alloc_bitmap", 8),
            ("alloc_bitmap_sunda", 1),
            ("evt_sem", 1),
            ("evt_sem_window", 5),
            ("named_event", 12),
        ],
    ),
    (
        "runstate",
        &[
            ("seq_image", 1),
            ("state", 8),
            ("halt_reason", 5),
            ("halt_marker", 1),
            ("memory_cell", 15),
            ("log_string", 51),
            ("error_record", 1),
            ("helper", 32),
            ("transition", 24),
            ("trigger_source", 5),
            ("surprise_bit", 4),
            ("polling_model", 1),
        ],
    ),
    // The sheets' csr (9) and csr_extra (9) are one kind.
    (
        "udma",
        &[
            ("queue_base", 1),
            ("wiki_register", 18),
            ("sw_ctrl_bit", 6),
            ("doorbell_address", 1),
            ("doorbell_example", 3),
            ("plane", 2),
            ("value_rule", 3),
            ("broadcast", 1),
            ("group_mask_register", 1),
            ("broadcast_split", 4),
            ("fence", 1),
            ("marker_protocol", 1),
            ("semaphore_op", 4),
            ("handshake", 3),
            ("engine_step", 5),
            ("doorbell_barrier", 1),
            ("descriptor", 1),
            ("ring", 1),
            ("limits", 1),
            ("engine_register", 4),
            ("rearm_step", 4),
            ("control_extra", 5),
        ],
    ),
    // The sheet's layout (9) is six kinds.
    (
        "udma_public",
        &[
            ("snapshot", 1),
            ("settled", 3),
            ("queue_bank", 1),
            ("unit_layout", 2),
            ("slot_layout", 1),
            ("engine_layout", 3),
            ("event_layout", 1),
            ("bar0_layout", 1),
            ("udma_register", 36),
            ("udma_register_absent", 1),
            ("unit_register", 5),
            ("constraint", 24),
            ("misc", 6),
            ("trace_format", 3),
        ],
    ),
];

#[test]
fn no_record_of_the_fact_sheets_is_lost() {
    for (file, kinds) in COUNTS {
        for (kind, count) in *kinds {
            assert_eq!(data::rows(file, kind).len(), *count, "{file}.toml [[{kind}]]");
        }
    }
}

#[test]
fn fields_and_steps_of_the_fact_sheets_are_all_there() {
    let nested = |file, kind, key| data::rows(file, kind).iter().map(|row| data::nested(row, key).len()).sum::<usize>();
    assert_eq!(nested("csr", "register", "field"), 64 + 12 + 8);
    assert_eq!(nested("udma_public", "udma_register", "field"), 81);
    assert_eq!(nested("udma_public", "unit_register", "field"), 9);
    assert_eq!(nested("doorbell", "thunk", "bytes"), 31);
    assert_eq!(data::rows("routines", "routine").len(), 34);
    assert_eq!(nested("routines", "routine", "step"), 304);
}

#[test]
fn ids_are_sorted_unique_and_found() {
    assert!(RECORDS.windows(2).all(|pair| pair[0].id < pair[1].id));
    for row in RECORDS {
        assert_eq!(record(row.id).map(|hit| hit.id), Some(row.id));
    }
    assert!(record("no such record").is_none());
    let known: BTreeSet<&str> = RECORDS.iter().map(|row| row.id).collect();
    let samples = [
        "G11",
        "C01",
        "T05",
        "RUNNING",
        "enter_run",
        "run-state.enter_run.s09",
        "csr.nx.start_ctrl",
        "csr.nx.start_ctrl.ctrl",
        "csr.general.lr[3]",
        "thunk.0x3948",
        "dispatch.0x60",
        "gen.sunda.nx.run_state",
        "gen.mariana.site.pause_publish",
        "helper.0x18b84",
        "log.0x12ec",
        "udma-public.m2s.0x38",
    ];
    for id in samples {
        assert!(known.contains(id), "{id}");
    }
}

#[test]
fn a_record_carries_the_tags_of_the_data() {
    let evidence = |id: &str| record(id).unwrap().evidence;
    assert_eq!(evidence("csr.nx.start_ctrl"), Evidence::OBSERVED);
    assert_eq!(evidence("G11"), Evidence::new(Confidence::Med, Basis::Inferred));
    assert_eq!(evidence("gen.sunda.nx.intr_info"), Evidence::new(Confidence::Med, Basis::Absent));
    // Rule R5: what the public drivers give, what one of them gives, what only the wiki gives.
    assert_eq!(evidence("udma-public.m2s.0x38"), Evidence::OBSERVED);
    assert_eq!(evidence("udma-public.m2s.0xc0"), Evidence::new(Confidence::Med, Basis::Observed));
    assert_eq!(evidence("udma-public.m2s.0xe0"), Evidence::new(Confidence::Med, Basis::Carried));
    // A row with parts of different grades has the weakest, its fields their own.
    assert_eq!(evidence("udma-public.m2s.0xb0"), Evidence::new(Confidence::Med, Basis::Carried));
    assert_eq!(evidence("udma-public.m2s.0xb0.rst_q"), Evidence::OBSERVED);
    assert_eq!(evidence("udma-public.m2s.0xb0.rst_tail_ptr"), Evidence::new(Confidence::Med, Basis::Observed));
}

#[test]
fn absent_goes_with_no_value() {
    for row in data::rows("generations", "placement").iter().chain(&data::rows("generations", "code_site")) {
        let known = row["known"].as_bool().unwrap();
        assert_eq!(known, row.contains_key("offset") || row.contains_key("addr"), "{}", data::id(row));
        assert_eq!(known, data::text(row, "basis") != "ABSENT", "{}", data::id(row));
    }
}

#[test]
fn weakest_joins_each_of_the_two_separately() {
    let a = Evidence::new(Confidence::High, Basis::Inferred);
    let b = Evidence::new(Confidence::Low, Basis::Carried);
    let joined = Evidence::new(Confidence::Low, Basis::Inferred);
    assert_eq!((a.weakest(b), b.weakest(a)), (joined, joined));
    assert_eq!(Evidence::OBSERVED.weakest(a), a);
    assert!(Confidence::Low < Confidence::Med && Confidence::Med < Confidence::High);
    assert!(Basis::Absent < Basis::Inferred && Basis::Inferred < Basis::Carried && Basis::Carried < Basis::Observed);
    assert_eq!(joined.to_string(), "LOW/INFERRED");
}
