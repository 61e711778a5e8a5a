//! Register maps and code through readers that are not ours.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where something is not right")]

mod common;

use common::{Scratch, scenario, session, through};
use seqbell_export::{Language, c_header, code, svd};
use seqbell_script::core::Refused;
use seqbell_script::facts::{CSRS, Generation, PLACEMENTS, generation};
use std::collections::BTreeMap;
use svd_parser::svd::{Device, ValidateLevel};
use svd_parser::{Config, expand};

const SHIPPED: [Generation; 4] = [Generation::Sunda, Generation::Cayman, Generation::Mariana, Generation::MarianaPlus];

fn parsed(g: Generation) -> Device {
    let text = svd(g).unwrap();
    svd_parser::parse_with_config(&text, &Config::default().validate_level(ValidateLevel::Strict)).unwrap()
}

/// Every register by name, with its absolute address, repetitions written out.
fn addresses(g: Generation) -> BTreeMap<String, u64> {
    let device = expand(&parsed(g)).unwrap();
    let mut found = BTreeMap::new();
    for peripheral in &device.peripherals {
        for register in peripheral.registers() {
            let name = format!("{}.{}", peripheral.name, register.name);
            found.insert(name, peripheral.base_address + u64::from(register.address_offset));
        }
    }
    found
}

#[test]
fn svd_gives_every_register_of_the_cayman_family_its_address() {
    let base = 0x0400_0000;
    let cayman = addresses(Generation::Cayman);
    assert_eq!(cayman["nx.start_ctrl"], base + 0x4);
    assert_eq!(cayman["nx.run_state"], base + 0x8);
    // lr[i] = 0x1000 + 0x20 i
    assert_eq!(cayman["general.lr3"], base + 0x1060);
    assert_eq!(cayman["general.lr59"], base + 0x1000 + 0x20 * 59);
    // 40 windows of 0x1c bytes
    assert_eq!(cayman["window.window39_control"], base + 0x2000 + 0x1c * 39);
    let atomics = |map: &BTreeMap<String, u64>| map.keys().filter(|name| name.starts_with("atomic")).count();
    assert_eq!((atomics(&cayman), atomics(&addresses(Generation::Mariana))), (0, 4 * 64));
    let of = |g: Generation| {
        CSRS.iter()
            .filter(|d| d.bundle.fact().generations.contains(&g))
            .map(|d| usize::from(d.instances))
            .sum::<usize>()
    };
    assert_eq!(cayman.len(), of(Generation::Cayman));
}

#[test]
fn svd_of_sunda_holds_what_is_known_and_nothing_else() {
    let sunda = addresses(Generation::Sunda);
    let base = u64::from(generation(Generation::Sunda).aperture_base.unwrap());
    let rows = PLACEMENTS.iter().filter(|p| p.generation == Generation::Sunda);
    let known: Vec<u64> = rows.filter_map(|p| p.at).map(|at| base + u64::from(at)).collect();
    assert!(!sunda.is_empty());
    for (name, addr) in &sunda {
        assert!(known.contains(addr), "{name} {addr:#x}");
    }
    assert!(!sunda.contains_key("nx.intr_info"));
}

#[test]
fn no_map_without_an_aperture() {
    assert!(matches!(svd(Generation::Maverick), Err(Refused::NoImage(_))));
    assert!(matches!(c_header(Generation::Maverick), Err(Refused::NoImage(_))));
}

/// Compiles and runs a C program that prints what the header says.
#[test]
fn the_header_compiles_and_computes() {
    for g in SHIPPED {
        let header = Scratch::new(&format!("{}.h", g.token()), c_header(g).unwrap().as_bytes());
        let prints = match g {
            Generation::Sunda => "SEQ_APERTURE_BASE + SEQ_NX_RUN_STATE, DMA_DOORBELL(0ull, 1, 15)",
            Generation::Cayman | Generation::Mariana | Generation::MarianaPlus | Generation::Maverick => {
                "SEQ_APERTURE_BASE + SEQ_LR(3), DMA_DOORBELL(DMA_BCAST_1, 0, 5)"
            }
        };
        let source = format!(
            "#include \"{0}\"\n#include \"{0}\"\n#include <stdio.h>\nint main(void) {{ printf(\"%x %llx\", {prints}); return 0; }}\n",
            header.path()
        );
        let program = Scratch::new(&format!("{}.out", g.token()), b"");
        let arguments = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-std=c11", "-x", "c", "-o", program.path(), "-"];
        let Some((good, _)) = through("cc", &arguments, source.as_bytes()) else { return };
        assert!(good, "{}", g.label());
        let (_, out) = through(program.path(), &[], b"").unwrap();
        let expected = match g {
            Generation::Sunda => {
                let run_state = PLACEMENTS.iter().find(|p| p.generation == g && p.register == "run_state").unwrap();
                format!("{:x} {:x}", 0x0010_0000 + u32::from(run_state.at.unwrap()), 0x2_0000 + 0x1_0000 + 0x38)
            }
            // 0x001003086038 is the doorbell of group 1, M2S, queue 5.
            Generation::Cayman | Generation::Mariana | Generation::MarianaPlus | Generation::Maverick => {
                format!("{:x} {:x}", 0x0400_1060, 0x10_0308_6038_u64)
            }
        };
        assert_eq!(String::from_utf8_lossy(&out), expected, "{}", g.label());
    }
}

#[test]
fn code_names_the_writes_of_the_host() {
    let session = session(
        "pc 0x10_0020_0000\nwrite start_ctrl 1\nuntil state == RUNNING\nring m2s group=1 queue=5 count=6\nqueue 0x45",
    );
    let c = code(session.timeline(), Language::C);
    let lines: Vec<&str> = c.lines().map(str::trim).collect();
    let at = |wanted: &str| {
        lines.iter().position(|line| line.starts_with(wanted)).unwrap_or_else(|| panic!("{wanted}\n{c}"))
    };
    let order = [
        at("writel(0x200000, local + 0x1060);"),
        at("writel(0x10, local + 0x1080);"),
        at("writel(0x1, local + 0x4);"),
        at("while (readl(local + 0x8) != 0x1) cpu_relax();"),
        at("writel(0x6, soc + 0x1003086038);"),
        at("// not a register write: queue 0x45"),
    ];
    assert!(order.is_sorted(), "{c}");
    assert!(
        code(session.timeline(), Language::Rust).contains("soc.add(0x1003086038).cast::<u32>().write_volatile(0x6)")
    );
    assert!(code(session.timeline(), Language::Python).contains("write(local, 0x4, 0x1)"));
    assert!(code(session.timeline(), Language::Shell).contains("devmem $((SOC + 0x1003086038)) 32 0x6"));
}

#[test]
fn code_is_read_by_its_own_tools() {
    for name in common::SCENARIOS {
        let timeline = scenario(name);
        let text = |language| code(timeline.timeline(), language);
        let prelude = "#define __iomem\nvoid writel(unsigned, void *); unsigned readl(void *); void cpu_relax(void);\n";
        let c = format!("{prelude}{}\nvoid *use = (void *)host;\n", text(Language::C));
        let readers: [(&str, &[&str], String); 4] = [
            ("cc", &["-Wall", "-Werror", "-std=gnu11", "-fsyntax-only", "-x", "c", "-"], c),
            (
                "rustc",
                &["--edition=2024", "--crate-type=lib", "-Aunused", "--emit=metadata=-", "-o", "/dev/null", "-"],
                text(Language::Rust),
            ),
            ("python3", &["-c", "import ast, sys; ast.parse(sys.stdin.read())"], text(Language::Python)),
            ("sh", &["-n"], text(Language::Shell)),
        ];
        for (program, arguments, source) in readers {
            let read = through(program, arguments, source.as_bytes());
            assert!(read.is_none_or(|(good, _)| good), "{program}: {name}\n{source}");
        }
    }
}
