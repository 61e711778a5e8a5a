//! The hand-written loop: the listing of the mix as plain Rust, one row a turn of the loop, as somebody would write it who
//! needs nothing else. It reads and writes the same registers, memory, frames and queue as the core, takes the same
//! branches, and can stop after any step. It has no evidence, no switches, no history, and no rows that the mix never reaches.

mod at;
mod window;

use crate::mix::{ACTS, Do};
use at::At;
use seqbell_script::core::csr::Csr;
use seqbell_script::core::{Input, Item, Machine, RunState};
use seqbell_script::facts::routine::Mem;
use std::collections::VecDeque;
use window::Window;

/// Depth of the call stack.
const FRAMES: usize = 12;
/// The handler of an ordinary opcode (`dispatch.0x04`) and of the sync opcode (`dispatch.0x60`).
const BODY: u32 = 0x3064;
const SYNC: u32 = 0x2e89;

#[derive(Clone, Copy, Debug)]
struct Frame {
    back: At,
    last: u32,
    slots: [u32; 9],
}

const EMPTY: Frame = Frame { back: At::Elsewhere, last: 0, slots: [0; 9] };

/// The machine that the loop works on.
#[derive(Clone, Debug)]
pub struct Plain {
    at: At,
    steps: u64,
    a: Window,
    frames: [Frame; FRAMES],
    depth: usize,
    start_ctrl: u32,
    run_state: u32,
    flag: u32,
    exec_mode: u32,
    redirect: u32,
    remote: [u32; 39],
    cursor: [u32; 2],
    operand: u32,
    work_pc: u64,
    queue: VecDeque<Item>,
    surprises: u32,
    fault: bool,
    pause_open: bool,
    state: RunState,
}

impl Plain {
    /// The same moment as `machine`, which is at the head of its loop with nothing queued.
    pub fn of(machine: &Machine) -> Self {
        let mem = |cell| machine.mem(cell).value().unwrap_or(0);
        let csr = |csr| machine.peek(csr).value().unwrap_or(0);
        let mut remote = [0; 39];
        remote.iter_mut().zip(0..).for_each(|(word, index)| *word = machine.remote(index).unwrap_or(0));
        let mut frames = [EMPTY; FRAMES];
        for (frame, open) in frames.iter_mut().zip(machine.frames().iter()) {
            frame.last = open.last.value().unwrap_or(0);
        }
        let depth = machine.frames().depth();
        frames[depth].back = At::Boot249c;
        let mut plain = Self {
            at: At::Loop2d81,
            steps: machine.steps(),
            a: Window::new(depth),
            frames,
            depth,
            start_ctrl: csr(Csr::START_CTRL),
            run_state: csr(Csr::RUN_STATE),
            flag: mem(Mem::RunningFlag),
            exec_mode: mem(Mem::ExecMode),
            redirect: mem(Mem::RedirectContext),
            remote,
            cursor: [0; 2],
            operand: 0,
            work_pc: machine.work_pc().unwrap_or(0),
            queue: machine.queue().copied().collect(),
            surprises: machine.surprises(),
            fault: false,
            pause_open: false,
            state: machine.state(),
        };
        (0..16).for_each(|r| plain.a.put(r, machine.registers().get(r)));
        plain
    }

    /// Whether everything that both hold is equal.
    pub fn equals(&self, machine: &Machine) -> bool {
        let csr = |csr| machine.peek(csr).value();
        let top = machine.frames().top();
        (0..16).all(|r| self.a.get(r) == machine.registers().get(r))
            && machine.steps() == self.steps
            && machine.frames().depth() == self.depth
            // What a fresh frame has read is unknown there and 0 here.
            && top.last.value().unwrap_or(0) == self.seen()
            && csr(Csr::START_CTRL) == Some(self.start_ctrl)
            && csr(Csr::RUN_STATE) == Some(self.run_state)
            && machine.mem(Mem::RunningFlag).value() == Some(self.flag)
            && machine.work_pc() == Some(self.work_pc)
            && machine.queue().eq(self.queue.iter())
            && machine.state() == self.state
    }

    /// Makes turns of the mix. Returns the steps made.
    pub fn turns(&mut self, turns: u64) -> u64 {
        let before = self.steps;
        for _ in 0..turns {
            for act in ACTS {
                match act {
                    Do::Act(input) => self.apply(input),
                    Do::Steps(steps) => self.run(steps),
                }
            }
        }
        self.steps - before
    }

    /// What the host does.
    ///
    /// # Panics
    /// On an action that the mix does not have.
    pub fn apply(&mut self, input: Input) {
        if let Input::Queue(item) = input {
            self.queue.push_back(item);
        } else if let Input::Write { value, .. } = input {
            self.start_ctrl = value;
        } else {
            unreachable!("{input:?}");
        }
    }

    /// Makes steps.
    pub fn run(&mut self, steps: u64) {
        for _ in 0..steps {
            self.at = self.step();
            self.steps += 1;
        }
    }

    fn last(&mut self, value: u32) {
        self.frames[self.depth].last = value;
    }

    fn seen(&self) -> u32 {
        self.frames[self.depth].last
    }

    fn call(&mut self, to: At, back: At) -> At {
        self.depth += 1;
        self.frames[self.depth] = Frame { back, ..EMPTY };
        self.a.enter();
        to
    }

    fn leave(&mut self) -> At {
        let back = self.frames[self.depth].back;
        self.depth -= 1;
        self.a.leave();
        back
    }

    /// Returns what was read last, in the callee's a2.
    fn give_back(&mut self) -> At {
        let last = self.seen();
        self.a.set(2, last);
        let back = self.leave();
        self.last(last);
        back
    }

    fn branch(&self, taken: bool, there: At, on: At) -> At {
        if taken { there } else { on }
    }

    /// Unprinted bytes: every register but a1 is unknown.
    fn gap(&mut self, to: At) -> At {
        self.a.forget_all();
        to
    }

    /// A call that nobody printed the body of: a8 to a15 are unknown.
    fn opaque(&mut self, to: At) -> At {
        self.a.forget_results();
        to
    }

    fn set(&mut self, register: u8, value: u32, to: At) -> At {
        self.a.set(register, value);
        to
    }

    fn load(&mut self, register: u8, value: u32, to: At) -> At {
        self.last(value);
        self.set(register, value, to)
    }

    fn table(&self, opcode: u32) -> u32 {
        match opcode {
            0xa1 => SYNC,
            _ => BODY,
        }
    }

    /// One row.
    ///
    /// # Panics
    /// Where the mix does not come.
    #[allow(clippy::too_many_lines, reason = "a listing: one arm a row")]
    fn step(&mut self) -> At {
        match self.at {
            At::Loop2d81 => {
                if self.fault {
                    return At::Elsewhere;
                }
                self.call(At::Poll6af4, At::Loop2d84)
            }
            At::Poll6af4 => self.gap(At::Poll6b04),
            At::Poll6b04 => self.load(2, self.flag, At::Poll6b07),
            At::Poll6b07 => {
                self.last(self.seen() & 1);
                self.a.map(2, |v| v & 1);
                At::Poll6b0a
            }
            At::Poll6b0a | At::Check6b6c => self.give_back(),
            At::Loop2d84 => self.branch(self.seen() == 0, At::Loop31a6, At::Loop2d87),
            At::Loop2d87 => self.gap(At::Loop2d9a),
            At::Loop2d9a => self.call(At::Check6b0c, At::Loop2d9d),
            At::Check6b0c => self.gap(At::Check6b13),
            At::Check6b13 => {
                let word = std::mem::take(&mut self.surprises);
                self.last(word);
                At::Check6b2d
            }
            At::Check6b2d => self.opaque(At::Check6b33),
            At::Check6b33 => {
                if self.seen() != 0 {
                    return At::Elsewhere;
                }
                self.last(0);
                At::Check6b60
            }
            At::Check6b60 => {
                self.last(self.seen() ^ 1);
                self.gap(At::Check6b63)
            }
            At::Check6b63 => self.gap(At::Check6b6c),
            At::Loop2d9d => self.branch(self.seen() != 0, At::Loop2daa, At::Elsewhere),
            At::Loop2daa => {
                self.load(3, self.redirect, At::Loop2df5);
                self.branch(self.redirect & 1 == 0, At::Loop2df5, At::Elsewhere)
            }
            At::Loop2df5 => self.opaque(At::Loop2df8),
            At::Loop2df8 => match self.queue.front() {
                None => At::Loop31a3,
                Some(Item::Word { .. }) => At::Loop2dfb,
                Some(Item::Drain) => At::Elsewhere,
            },
            At::Loop2dfb => self.gap(At::Loop2e2c),
            At::Loop2e2c => self.opaque(At::Loop2e2f),
            At::Loop2e2f => self.gap(At::Loop2e35),
            At::Loop2e35 => self.load(5, 1, At::Loop2e35Store),
            At::Loop2e35Store => {
                self.frames[self.depth].slots[8] = self.seen();
                At::Loop2e38
            }
            At::Loop2e38 => self.gap(At::Loop2e3b),
            At::Loop2e3b => {
                self.last(self.frames[self.depth].slots[8]);
                self.a.forget_all();
                self.branch(self.seen() != 0, At::Loop2e46, At::Elsewhere)
            }
            At::Loop2e46 => self.opaque(At::Loop2e49),
            At::Loop2e49 => self.gap(At::Loop2e4e),
            At::Loop2e4e => self.load(5, 0, At::Loop2e4eTest),
            At::Loop2e4eTest => self.branch(self.seen() != 0, At::Elsewhere, At::Loop2e50),
            At::Loop2e50 => {
                let Some(Item::Word { opcode, sync }) = self.queue.pop_front() else { return At::Elsewhere };
                self.cursor[1] = sync;
                self.work_pc = self.work_pc.wrapping_add(64);
                self.load(2, opcode, At::Loop2e50Store)
            }
            At::Loop2e50Store => {
                self.cursor[0] = self.seen();
                At::Loop2e52
            }
            At::Loop2e52 => self.load(11, self.cursor[0], At::Loop2e54),
            At::Loop2e54 => self.opaque(At::Loop2e5a),
            At::Loop2e5a => self.gap(At::Loop2e5d),
            At::Loop2e5d => self.load(2, self.cursor[0], At::Loop2e5f),
            At::Loop2e5f => {
                self.a.map(2, |v| v.wrapping_sub(65));
                At::Loop2e62
            }
            At::Loop2e62 => self.set(3, 177, At::Loop2e65),
            At::Loop2e65 => self.branch(self.seen().wrapping_sub(65) <= 177, At::Loop2e6b, At::Elsewhere),
            At::Loop2e6b => self.gap(At::Loop2e74),
            At::Loop2e74 => self.load(2, self.table(self.seen()), At::Loop2e76),
            At::Loop2e76 => self.branch(self.seen() == SYNC, At::Sync2e89, At::Body),
            At::Body => self.gap(At::Loop31a3),
            At::Loop31a3 => At::Loop2d81,
            At::Loop31a6 => At::Loop31a9,
            At::Loop31a9 | At::Pause1cf3 => self.leave(),
            At::Sync2e89 => self.opaque(At::Sync2e8c),
            At::Sync2e8c => self.gap(At::Sync2e8f),
            At::Sync2e8f => {
                self.operand = self.cursor[1];
                At::Sync2e8fStore
            }
            At::Sync2e8fStore => {
                self.cursor[1] = 0;
                self.set(2, 0, At::Sync2e92)
            }
            At::Sync2e92 => self.load(2, self.operand, At::Sync2e94),
            At::Sync2e94 => self.set(3, 38, At::Sync2e96),
            At::Sync2e96 => self.branch(self.seen() > 38, At::Elsewhere, At::Sync2e99),
            At::Sync2e99 => self.gap(At::Sync2e9e),
            At::Sync2e9e => self.set(3, 145, At::Sync2ea1),
            At::Sync2ea1 => self.set(3, 145 << 13, At::Sync2ea4),
            At::Sync2ea4 => {
                // a2 is unknown after the gap, and stays so.
                let base = self.a.get(3);
                self.a.put(2, self.a.get(2).zip(base).map(|(a, b)| a.wrapping_mul(4).wrapping_add(b)));
                At::Sync2ea7
            }
            At::Sync2ea7 => self.gap(At::Sync2eab),
            At::Sync2eab => self.load(2, self.remote[self.seen() as usize], At::Sync2eae),
            At::Sync2eae => self.set(3, 4, At::Sync2eb0),
            At::Sync2eb0 => {
                self.a.map(2, |v| v & 4);
                At::Sync2eb3
            }
            At::Sync2eb3 => self.gap(At::Sync2ec1),
            At::Sync2ec1 => self.branch(self.seen() & 4 == 0, At::Elsewhere, At::Sync2ec3),
            At::Sync2ec3 => self.gap(At::Sync2ec6),
            At::Sync2ec6 => self.call(At::Pause1cc0, At::Sync2ec9),
            At::Sync2ec9 => At::Sync2ee2,
            At::Sync2ee2 => At::Loop31a3,
            At::Pause1cc0 => self.gap(At::Pause1cd3),
            At::Pause1cd3 => self.opaque(At::Pause1cd9),
            At::Pause1cd9 => self.gap(At::Pause1ce1),
            At::Pause1ce1 => self.set(3, 0, At::Pause1ce3),
            At::Pause1ce3 => {
                self.flag = 0;
                At::Pause1ce6
            }
            At::Pause1ce6 => self.set(2, 0x0400_0008, At::Pause1cec),
            At::Pause1cec => self.set(3, 2, At::Pause1cee),
            At::Pause1cee => {
                self.run_state = 2;
                self.state = RunState::Paused;
                self.pause_open = true;
                At::Pause1cf0
            }
            At::Pause1cf0 => At::Pause1cf3,
            At::Boot249c => {
                if !self.pause_open {
                    return At::Elsewhere;
                }
                self.call(At::Resume4bbe, At::Boot249c)
            }
            At::Resume4bbe => self.set(2, 0x0400_0004, At::Resume4bc4),
            At::Resume4bc4 => self.load(2, self.start_ctrl, At::Resume4bc6),
            At::Resume4bc6 => self.branch(self.seen() != 0, At::Resume4bce, At::Resume4bc8),
            At::Resume4bc8 => self.gap(At::Resume4bcb),
            At::Resume4bcb => At::Resume4bbe,
            At::Resume4bce => self.load(2, 0x400, At::Resume4bceHalf),
            At::Resume4bceHalf => self.set(2, 0x0400_0004, At::Resume4bd1),
            At::Resume4bd1 => self.gap(At::Resume4bd4),
            At::Resume4bd4 => self.set(3, 0, At::Resume4bd6),
            At::Resume4bd6 => {
                self.start_ctrl = 0;
                self.pause_open = false;
                At::Resume4bd8Flag
            }
            At::Resume4bd8Flag => {
                self.flag = 1;
                self.state = RunState::Running;
                At::Resume4bd8
            }
            At::Resume4bd8 => self.gap(At::Resume4bde),
            At::Resume4bde => self.load(2, self.exec_mode, At::Resume4be1),
            At::Resume4be1 => self.branch(self.seen() & 1 == 1, At::Loop2d81, At::Elsewhere),
            At::Elsewhere => unreachable!("the mix does not come here"),
        }
    }
}
