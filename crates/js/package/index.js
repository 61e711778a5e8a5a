// The package in a browser: `await init()` once, then everything is synchronous.
import start from './seqbell.js';

export { Machine, address, decode, version } from './seqbell.js';

let started;

/** Loads the module, once; a failure may be tried again. */
export function init(source) {
  started ??= start({ module_or_path: source ?? new URL('./seqbell_bg.wasm', import.meta.url) }).then(
    () => undefined,
    (error) => {
      started = undefined;
      throw error;
    },
  );
  return started;
}

export default init;
