// The machine can be disposed of by `using`, which older sets of types do not know.
/// <reference lib="esnext.disposable" />
export { Machine, address, decode, version } from "./seqbell.js";
export type {
  Answer, Decoded, Event, Evidence, Generation, Hex, Moved, Register, Ring, RunState, SeqbellError, Snapshot, Sum, Term, Whole,
} from "./seqbell.js";

/**
 * Loads the WebAssembly module, once. Call it before anything else; in Node it does nothing, since the module is loaded already.
 * @param source Where the module is, if not beside this file: an address, a response, bytes, or a compiled module.
 */
export function init(source?: string | URL | Request | Response | BufferSource | WebAssembly.Module): Promise<void>;
export default init;
