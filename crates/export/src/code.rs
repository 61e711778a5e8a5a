//! What a host did, as code in its own language: the device writes, and a wait wherever the firmware answered in between.
//!
//! Two pointers are left to the reader: `local` to the mapped register aperture, `soc` to the mapped SoC address space.

use crate::walk::walk;
use seqbell_script::core::csr::{self, Csr};
use seqbell_script::core::event::Detail;
use seqbell_script::core::{Input, Machine, Timeline, bus};
use seqbell_script::{describe, input_text};
use std::convert::Infallible;

/// A language that hosts speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C, with the kernel's `writel` and `readl`.
    C,
    /// Rust, with `write_volatile` and `read_volatile`.
    Rust,
    /// Python, over an `mmap`.
    Python,
    /// A shell, with `devmem`.
    Shell,
}

/// A place that the host maps.
#[derive(Clone, Copy)]
enum Space {
    /// Offset in the register aperture.
    Local,
    /// 48-bit SoC address.
    Soc,
}

enum Act {
    Write(Space, u64, u32, String),
    Read(u64, String),
    /// Wait until the register reads so.
    Await(u64, u32, String),
    Note(String),
}

/// What the host did in a history, in this language.
pub fn code(timeline: &Timeline, language: Language) -> String {
    let generation = timeline.machine().generation();
    let base = bus::aperture_base(generation).unwrap_or(0);
    let mut lines = opening(language, generation.label(), base);
    for act in acts(timeline) {
        lines.push(line(language, &act));
    }
    lines.extend(closing(language).iter().map(|line| (*line).to_owned()));
    lines.push(String::new());
    lines.join("\n")
}

fn acts(timeline: &Timeline) -> Vec<Act> {
    let mut acts = Vec::new();
    // The step and the published state after the newest host action.
    let mut since: (u64, Option<u32>) = (0, None);
    let mut before: Option<u32> = None;
    let told = walk(timeline, |machine, event| {
        let published = machine.published().value();
        if let Some(event) = event
            && let Detail::Host(_) | Detail::HostRead(..) | Detail::Landed(_) = event.detail
        {
            wait(machine, since, before, &mut acts);
            acts.extend(of(machine, event.detail, describe(event)));
            since = (machine.steps(), published);
        }
        before = published;
        Ok::<(), Infallible>(())
    });
    match told {
        Ok(()) => acts,
    }
}

/// The firmware made steps since the host acted last: a host sees that only where it published something.
fn wait(machine: &Machine, (step, then): (u64, Option<u32>), now: Option<u32>, acts: &mut Vec<Act>) {
    let steps = machine.steps() - step;
    if steps == 0 {
        return;
    }
    match (now, place(machine, Csr::RUN_STATE)) {
        (Some(value), Some(offset)) if now != then => acts.push(Act::Await(offset, value, "nx.run_state".to_owned())),
        _ => acts.push(Act::Note(format!("the firmware makes {steps} steps here, and publishes nothing new"))),
    }
}

/// Offset in the aperture, where the generation is known to have the register.
fn place(machine: &Machine, csr: Csr) -> Option<u64> {
    let generation = machine.generation();
    let (addr, _) = bus::place(generation, machine.assumptions(), csr).ok()?;
    Some(u64::from(addr.checked_sub(bus::aperture_base(generation).ok()?)?))
}

fn of(machine: &Machine, detail: Detail, words: String) -> Vec<Act> {
    let write = |csr: Csr, value| place(machine, csr).map(|at| Act::Write(Space::Local, at, value, csr::name(csr)));
    match detail {
        Detail::Landed(landing) => vec![Act::Write(Space::Soc, landing.addr, landing.value, words)],
        Detail::HostRead(csr, _) => place(machine, csr).map(|at| Act::Read(at, csr::name(csr))).into_iter().collect(),
        Detail::Host(Input::Write { csr, value }) => write(csr, value).into_iter().collect(),
        Detail::Host(Input::Pc(pc)) => {
            let halves = [(Csr::RESUME_PC_LO, pc as u32), (Csr::RESUME_PC_HI, (pc >> 32) as u32)];
            halves.into_iter().filter_map(|(csr, half)| write(csr, half)).collect()
        }
        Detail::Host(input) => vec![Act::Note(format!("not a register write: {}", input_text(input)))],
        Detail::None
        | Detail::Read(..)
        | Detail::Write(..)
        | Detail::Nowhere(..)
        | Detail::Log(..)
        | Detail::Decided(_)
        | Detail::Register(..)
        | Detail::Fetched { .. }
        | Detail::Opcode(_)
        | Detail::Called(..)
        | Detail::Bytes(_) => Vec::new(),
    }
}

fn opening(language: Language, label: &str, base: u32) -> Vec<String> {
    let what =
        format!("{label}: local maps the register aperture ({base:#010x}, device-local), soc the SoC address space.");
    let lines: &[&str] = match language {
        Language::C => &["static void host(void __iomem *local, void __iomem *soc)", "{"],
        Language::Rust => &["unsafe fn host(local: *mut u8, soc: *mut u8) {"],
        Language::Python => &[
            "import struct, time",
            "",
            "",
            "def host(local, soc):  # two mmap objects",
            "    def write(space, at, value):",
            "        space[at : at + 4] = struct.pack(\"<I\", value)",
            "",
            "    def read(space, at):",
            "        return struct.unpack(\"<I\", space[at : at + 4])[0]",
            "",
        ],
        Language::Shell => {
            &[": \"${LOCAL:?physical address of the register aperture}\" \"${SOC:?physical address of SoC address 0}\""]
        }
    };
    let mark = match language {
        Language::C | Language::Rust => "//",
        Language::Python | Language::Shell => "#",
    };
    let shebang = (language == Language::Shell).then(|| "#!/bin/sh -e".to_owned());
    shebang.into_iter().chain([format!("{mark} {what}")]).chain(lines.iter().map(|line| (*line).to_owned())).collect()
}

const fn closing(language: Language) -> &'static [&'static str] {
    match language {
        Language::C | Language::Rust => &["}"],
        Language::Python => &["    return"],
        Language::Shell => &[],
    }
}

fn line(language: Language, act: &Act) -> String {
    match language {
        Language::C => c(act),
        Language::Rust => rust(act),
        Language::Python => python(act),
        Language::Shell => shell(act),
    }
}

const fn pointer(space: Space) -> &'static str {
    match space {
        Space::Local => "local",
        Space::Soc => "soc",
    }
}

fn c(act: &Act) -> String {
    match act {
        Act::Write(space, at, value, name) => {
            format!("    writel({value:#x}, {} + {at:#x}); // {name}", pointer(*space))
        }
        Act::Read(at, name) => format!("    (void)readl(local + {at:#x}); // {name}"),
        Act::Await(at, value, name) => {
            format!("    while (readl(local + {at:#x}) != {value:#x}) cpu_relax(); // {name}")
        }
        Act::Note(text) => format!("    // {text}"),
    }
}

fn rust(act: &Act) -> String {
    match act {
        Act::Write(space, at, value, name) => {
            format!(
                "    unsafe {{ {}.add({at:#x}).cast::<u32>().write_volatile({value:#x}) }}; // {name}",
                pointer(*space)
            )
        }
        Act::Read(at, name) => {
            format!("    let _ = unsafe {{ local.add({at:#x}).cast::<u32>().read_volatile() }}; // {name}")
        }
        Act::Await(at, value, name) => format!(
            "    while unsafe {{ local.add({at:#x}).cast::<u32>().read_volatile() }} != {value:#x} {{ std::hint::spin_loop() }} // {name}"
        ),
        Act::Note(text) => format!("    // {text}"),
    }
}

fn python(act: &Act) -> String {
    match act {
        Act::Write(space, at, value, name) => format!("    write({}, {at:#x}, {value:#x})  # {name}", pointer(*space)),
        Act::Read(at, name) => format!("    read(local, {at:#x})  # {name}"),
        Act::Await(at, value, name) => {
            format!("    while read(local, {at:#x}) != {value:#x}:  # {name}\n        time.sleep(0)")
        }
        Act::Note(text) => format!("    # {text}"),
    }
}

fn shell(act: &Act) -> String {
    match act {
        Act::Write(space, at, value, name) => {
            format!("devmem $(({} + {at:#x})) 32 {value:#x} # {name}", pointer(*space).to_uppercase())
        }
        Act::Read(at, name) => format!("devmem $((LOCAL + {at:#x})) 32 # {name}"),
        Act::Await(at, value, name) => {
            format!("until [ $(($(devmem $((LOCAL + {at:#x})) 32))) -eq $(({value:#x})) ]; do :; done # {name}")
        }
        Act::Note(text) => format!("# {text}"),
    }
}
