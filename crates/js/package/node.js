// The package in Node: the module lies beside this file and is loaded at once; `init()` is there so that one program runs in both.
import { readFileSync } from 'node:fs';
import { initSync } from './seqbell.js';

initSync({ module: readFileSync(new URL('./seqbell_bg.wasm', import.meta.url)) });

export { Machine, address, decode, version } from './seqbell.js';

export async function init() {}

export default init;
