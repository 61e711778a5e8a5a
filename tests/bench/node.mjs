// The half of the benchmarks that runs under Node: the core in WebAssembly, and XState beside it.
// Prints `name value` lines. Use: node node.mjs PATH-OF-THE-MODULE

import { createRequire } from "node:module";
import { assign, createActor, createMachine } from "xstate";

const { Mix, Chart } = createRequire(import.meta.url)(process.argv[2]);

const ROUNDS = 7;
const TURNS = 1000;
const CYCLES = 2000;
const MARKER = 0x85644;

// The cycle of `chart.rs`.
const [PAUSE, HALT, DOORBELL, POLL] = ["PAUSE", "HALT", "DOORBELL", "POLL"].map((type) => ({ type }));
const WAIT = Array(8).fill(POLL);
const CYCLE = [PAUSE, ...WAIT, DOORBELL, POLL, HALT, ...WAIT, DOORBELL, POLL];

// The transitions of the fact sheet; as there, each action stores one word. No firmware.
const rung = ({ context }) => context.startCtrl !== 0;
const store = (words) => Object.entries(words).map(([name, value]) => assign({ [name]: value }));
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

const steps = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const mix = new Mix();
  let made = 0;
  const time = seconds(() => { made = mix.turns(TURNS); });
  steps.push(made / time);
  mix.free();
}
tell("wasm_steps_with_history", median(steps));

const [ours, theirs, ratio] = [[], [], []];
const core = new Chart();
const actor = createActor(chart).start();
for (let round = 0; round < ROUNDS; round += 1) {
  const own = (CYCLES * CYCLE.length) / seconds(() => {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      for (let n = 0; n < CYCLE.length; n += 1) core.next();
    }
  });
  const other = (CYCLES * CYCLE.length) / seconds(() => {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      for (const event of CYCLE) actor.send(event);
    }
  });
  ours.push(own);
  theirs.push(other);
  ratio.push(own / other);
  const { value, context } = actor.getSnapshot();
  const same = JSON.stringify([...core.seen()]) === JSON.stringify([context.runState, context.flag, context.startCtrl]);
  if (value !== "running" || !same) throw new Error("the charts do not agree");
}
tell("wasm_events_of_the_core", median(ours));
tell("events_of_xstate", median(theirs));
tell("core_over_xstate", median(ratio));
