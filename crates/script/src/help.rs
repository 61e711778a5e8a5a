//! What each verb does, in a line or two, with an example: for the console, the command line and the guide.

/// The help of one verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Help {
    /// The verb.
    pub verb: &'static str,
    /// How it is written; `[]` may be left out, `|` separates choices.
    pub usage: &'static str,
    /// What it does.
    pub what: &'static str,
}

impl Help {
    /// A line that can be typed.
    pub fn example(&self) -> &'static str {
        example(self.verb).unwrap_or(self.verb)
    }
}

/// A line of each verb that can be typed. They stand apart from the help, since an error wants no more than this.
const EXAMPLES: &[(&str, &str)] = &[
    ("generation", "generation mariana"),
    ("assume", "assume resume_republish both"),
    ("reset", "reset"),
    ("write", "write start_ctrl 1"),
    ("read", "read run_state"),
    ("pc", "pc 0x10_0020_0000"),
    ("queue", "queue 0xa1 sync=5"),
    ("remote", "remote 5 0x4"),
    ("drain", "drain"),
    ("surprise", "surprise 0x100"),
    ("fault", "fault signal 11"),
    ("step", "step 5"),
    ("over", "over"),
    ("out", "out"),
    ("back", "back 10"),
    ("undo", "undo"),
    ("redo", "redo"),
    ("forth", "forth 10"),
    ("run", "run 200"),
    ("until", "until state == RUNNING max 500"),
    ("break", "break writes(run_state)"),
    ("clear", "clear writes(run_state)"),
    ("branch", "branch retry"),
    ("ring", "ring m2s group=1 queue=3 count=6"),
    ("poke", "poke 0x001003084038 6"),
    ("setup", "setup m2s engine=0 queue=1 base=0x10000 length=64"),
    ("consume", "consume 4"),
    ("rate", "rate 2 engine=5"),
    ("driver", "driver ring m2s engine=0 queue=1 count=4"),
    ("trigger", "trigger start"),
    ("thunk", "thunk group.1.2 group=1 queue=3 count=1"),
    ("expect", "expect state == RUNNING and run_state == 1"),
    ("refused", "refused read 0x1"),
    ("note", "note The poll has seen the doorbell."),
];

/// A line of a verb that can be typed.
pub(crate) fn example(verb: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(name, _)| *name == verb).map(|(_, line)| *line)
}

const fn help_of(verb: &'static str, usage: &'static str, what: &'static str) -> Help {
    Help { verb, usage, what }
}

/// The help of every verb, in the order in which a newcomer meets them.
pub const HELP: &[Help] = &[
    help_of(
        "generation",
        "generation sunda|cayman|mariana|mariana_plus|maverick",
        "Chooses the hardware. A session holds one; a change restarts the machine.",
    ),
    help_of(
        "assume",
        "assume NAME OPTION",
        "Chooses a reading of something nobody knows. A change restarts the machine.",
    ),
    help_of("reset", "reset", "Resets the core. Remote words and rings stay as they are."),
    help_of("write", "write REG VALUE", "The host writes a register, named or by its address in the aperture."),
    help_of("read", "read REG", "The host reads a register: an event, unlike a look in `expect`."),
    help_of("pc", "pc VALUE", "The host seeds the resume PC pair lr[3], lr[4]."),
    help_of(
        "queue",
        "queue OPCODE [sync=INDEX]",
        "Queues a work item for the fetch cursor. A sync item looks at the remote word with the index of `sync`.",
    ),
    help_of(
        "remote",
        "remote INDEX VALUE",
        "A remote engine sets its status word, index 0 to 38: what a sync item with that index looks at.",
    ),
    help_of("drain", "drain", "Marks the end of the program at the end of the queue."),
    help_of("surprise", "surprise NAME|WORD", "Raises surprise bits; the next pass of the loop takes them."),
    help_of(
        "fault",
        "fault bad-opcode|illegal-instruction|out-of-bounds|divide-by-zero|floating-point|signal [N]|assert",
        "Injects a fault; the next pass of the loop takes it. A signal is 2, 4, 6, 8, 11 or 15.",
    ),
    help_of("step", "step [N]", "Makes one step, or N."),
    help_of("over", "over", "Makes a step, and runs through a call that it opens."),
    help_of("out", "out", "Runs until the current routine has returned."),
    help_of("back", "back [N]", "Goes back one step, or N, and undoes the host actions that it passes."),
    help_of("undo", "undo", "Takes back the last action and every step made since. They are kept."),
    help_of("redo", "redo", "Does again what `undo` took back, at the step where it was done."),
    help_of(
        "forth",
        "forth [N]",
        "After `back`: goes on one step, or N, along the future that was kept, and does its host actions again.",
    ),
    help_of("run", "run [MAX]", "Runs MAX steps, 100000 where no number is given."),
    help_of(
        "until",
        "until COND [max N]",
        "Runs until the condition holds. A check: it fails after N steps, 100000 where no number is given.",
    ),
    help_of("break", "break COND", "Stops later runs at each step where the condition becomes true."),
    help_of("clear", "clear [COND]", "Removes the breakpoints with this condition; without one, every breakpoint."),
    help_of(
        "branch",
        "branch [NAME]",
        "Goes to a branch of the history, or begins one here; without a name, lists them.",
    ),
    help_of(
        "ring",
        "ring m2s|s2m (group=G [bitmap=MASK] | engine=E) queue=Q count=N",
        "Rings a doorbell: raw hardware, no rule of the driver is applied.",
    ),
    help_of("poke", "poke ADDRESS VALUE", "Any write to the 48-bit SoC space, wrong ones included."),
    help_of(
        "setup",
        "setup m2s|s2m engine=E queue=Q base=ADDR length=N",
        "Gives a ring its base address and its length in descriptors.",
    ),
    help_of("consume", "consume N [engine=E]", "Engines take at most N descriptors from each of their rings."),
    help_of(
        "rate",
        "rate N [engine=E]",
        "Engines take N descriptors from each of their rings with every step; 0 stops that.",
    ),
    help_of(
        "driver",
        "driver setup|ring|copy|pause|resume|reset|marker|wait ...",
        "The same by the rules of the driver layer, which may refuse.",
    ),
    help_of("trigger", "trigger init|tsync|start|stop|switch", "A write to the control plane. It touches no ring."),
    help_of(
        "thunk",
        "thunk ADDRESS|NAME [[m2s|s2m] (group=G [bitmap=MASK] | engine=E) queue=Q count=N]",
        "Walks one doorbell thunk of the NCFW. Where its write lands is not known: the destination is yours.",
    ),
    help_of("expect", "expect COND", "A check: passes if the condition holds now. What is unknown fails it."),
    help_of("refused", "refused COMMAND", "A check: passes if the command is refused. Nothing changes."),
    help_of("note", "note TEXT", "Says something to the reader of the trace."),
];

/// The help of a verb, in any case.
pub fn help(verb: &str) -> Option<&'static Help> {
    HELP.iter().find(|help| help.verb.eq_ignore_ascii_case(verb))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::VERBS;
    use crate::parse_line;

    #[test]
    fn every_verb_has_help_and_no_other_word() {
        let mut helped: Vec<&str> = HELP.iter().map(|h| h.verb).collect();
        let mut verbs: Vec<&str> = VERBS.iter().copied().chain(["note"]).collect();
        helped.sort_unstable();
        verbs.sort_unstable();
        assert_eq!(helped, verbs);
    }

    #[test]
    fn examples_are_commands_of_their_verb() {
        for help in HELP {
            let line = example(help.verb).unwrap_or_else(|| panic!("{} has no example", help.verb));
            let command = parse_line(line).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert!(command.is_some(), "{line}");
            assert_eq!(line.split(' ').next(), Some(help.verb));
            assert!(help.usage.starts_with(help.verb), "{}", help.usage);
        }
    }
}
