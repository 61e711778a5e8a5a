// Starts the worker's module. The page learns of a failure by the error event.
import init from './seqbell-worker.js';

await init({ module_or_path: new URL('seqbell-worker_bg.wasm', import.meta.url) });
