// The half of the benchmarks that runs under Node: the core in WebAssembly, and the native core and XState beside it.
// Prints `name value` lines. Use: node node.mjs steps|events PATH-OF-THE-MODULE PATH-OF-THE-NATIVE-PROGRAM

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { assign, createActor, createMachine } from "xstate";

const [group, module, native] = process.argv.slice(2);
const { Mix, Chart } = createRequire(import.meta.url)(module);

const ROUNDS = 11;
const TURNS = 1000;
const CYCLES = 2000;
const MARKER = 0x85644;

// The cycle of `chart.rs`.
const [PAUSE, HALT, DRAIN, DOORBELL, POLL] = ["PAUSE", "HALT", "DRAIN", "DOORBELL", "POLL"].map((type) => ({ type }));
const WORD = { type: "WORD", opcode: 0x45, sync: 0 };
const WAIT = [...Array(8).fill(POLL), DOORBELL, POLL];
const CYCLE = [WORD, PAUSE, ...WAIT, HALT, ...WAIT, DRAIN, ...WAIT];

// The transitions of the fact sheet and the words they store, one `assign` a transition. No firmware.
const rung = ({ context }) => context.startCtrl !== 0;
const store = assign;
const chart = createMachine({
  id: "run-state",
  initial: "running",
  context: { startCtrl: 0, runState: 1, flag: 1, reason: 0, pcLow: 0, pcHigh: 0, cursor: 0, sync: 0, workPc: 0 },
  on: { DOORBELL: { actions: store({ startCtrl: 1 }) } },
  states: {
    idle: { on: { POLL: { guard: rung, target: "enteringRun" } } },
    // T03
    enteringRun: {
      always: {
        target: "running",
        actions: store({
          startCtrl: 0,
          flag: 1,
          runState: 1,
          workPc: ({ context }) => context.pcHigh * 2 ** 32 + context.pcLow,
        }),
      },
    },
    running: {
      on: {
        // T04
        WORD: {
          actions: store({
            cursor: ({ event }) => event.opcode,
            sync: ({ event }) => event.sync,
            workPc: ({ context }) => context.workPc + 64,
          }),
        },
        // T05
        PAUSE: { target: "paused", actions: store({ flag: 0, runState: 2 }) },
        // T06
        HALT: {
          target: "halted.sync",
          actions: store({
            pcLow: ({ context }) => context.workPc % 2 ** 32,
            pcHigh: ({ context }) => Math.floor(context.workPc / 2 ** 32),
            flag: 0,
            reason: 0,
            runState: MARKER,
          }),
        },
        // T07
        FAULT: { target: "halted.fatal", actions: store({ flag: 0, reason: 16, runState: MARKER }) },
        // X01
        BREAK: { target: "halted.debug", actions: store({ flag: 0, reason: 4 }) },
        // T08
        DRAIN: { target: "idle", actions: store({ flag: 0 }) },
      },
    },
    // T09
    paused: { on: { POLL: { guard: rung, target: "running", actions: store({ startCtrl: 0, flag: 1 }) } } },
    // T02; a condition that names HALTED holds in all three.
    halted: {
      initial: "sync",
      states: {
        sync: { on: { POLL: { guard: rung, target: "#run-state.enteringRun" } } },
        fatal: {},
        debug: { on: { POLL: { guard: rung, target: "#run-state.enteringRun" } } },
      },
    },
  },
});

const seconds = (work) => {
  const began = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - began) / 1e9;
};

// The middle of the rounds, the first left out.
const median = (rounds) => rounds.slice(1).sort((a, b) => a - b)[(rounds.length - 1) >> 1];

const tell = (name, value) => console.log(`${name} ${value}`);

// What is compared takes turns, so that a busy machine slows both; a speed by itself is that of the fastest round.
function steps() {
  const [wasm, own, ratio] = [[], [], []];
  const turns = () => {
    const mix = new Mix();
    let made = 0;
    const time = seconds(() => { made = mix.turns(TURNS); });
    mix.free();
    return made / time;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    wasm.push(Math.max(...Array.from({ length: 3 }, turns)));
    own.push(Number(execFileSync(native, ["steps"], { encoding: "utf8" }).split(" ")[1]));
    ratio.push(wasm.at(-1) / own.at(-1));
  }
  tell("steps_with_history", Math.max(...own));
  tell("wasm_steps_with_history", Math.max(...wasm));
  tell("wasm_over_native", median(ratio));
}

function events() {
  const [ours, theirs, ratio] = [[], [], []];
  const core = new Chart();
  const actor = createActor(chart).start();
  // Two loops of their own: one that both go through would be compiled for neither. Ten times the cycles, so that both are
  // measured for about as long.
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = seconds(() => {
      for (let cycle = 0; cycle < 10 * CYCLES; cycle += 1) {
        for (let n = 0; n < CYCLE.length; n += 1) core.next();
      }
    });
    const other = seconds(() => {
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        for (let n = 0; n < CYCLE.length; n += 1) actor.send(CYCLE[n]);
      }
    });
    ours.push((10 * CYCLES * CYCLE.length) / own);
    theirs.push((CYCLES * CYCLE.length) / other);
    ratio.push(ours.at(-1) / theirs.at(-1));
    const { value, context } = actor.getSnapshot();
    const same = JSON.stringify([...core.seen()]) === JSON.stringify([context.runState, context.flag, context.startCtrl]);
    if (value !== "running" || !same) throw new Error("the charts do not agree");
  }
  tell("wasm_events_of_the_core", Math.max(...ours));
  tell("events_of_xstate", Math.max(...theirs));
  tell("core_over_xstate", median(ratio));
}

({ steps, events })[group]();
