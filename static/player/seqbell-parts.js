// The simulator and what shows it: one module in parts that share a memory. A page names the parts that it needs beyond the
// simulator; each is fetched and started once, in the order in which they build on each other.

import * as bindings from './js/seqbell.js';

const HERE = import.meta.url;
const FIRST = './js/seqbell_bg.wasm';
const PARTS = [
  ['player', './seqbell_player.wasm'],
  ['play', './play/seqbell_play.wasm'],
];

/** What the started parts hand to the next ones, by name; or a promise of it. */
let started = Promise.resolve();
const exported = {};

async function compiled(file) {
  const answer = await fetch(new URL(file, HERE));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const typed = answer.headers.get('content-type')?.startsWith('application/wasm');
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

async function start(parts) {
  // All are fetched at once; a failure is told by whoever waits for it.
  const modules = parts.map(([, file]) => compiled(file));
  for (const module of modules) module.catch(() => {});
  exported.js ??= await bindings.default({ module_or_path: new URL(FIRST, HERE) });
  for (const [at, [name]] of parts.entries()) {
    exported[name] = (await WebAssembly.instantiate(await modules[at], exported)).exports;
  }
}

/** Starts the simulator with its parts up to the one of this name; gives what scripts call. After a failure it may be tried again. */
export async function load(last) {
  const wanted = PARTS.slice(0, PARTS.findIndex(([name]) => name === last) + 1);
  // One after the other, so that nothing is started twice.
  started = started.catch(() => {}).then(() => start(wanted.filter(([name]) => !(name in exported))));
  await started;
  return bindings;
}
