// The machine can be disposed of by `using`, which older sets of types do not know.
/// <reference lib="esnext.disposable" />
export * from "./seqbell.js";

/**
 * Loads the WebAssembly module, once. Call it before anything else; in Node it does nothing, since the module is loaded already.
 * @param source Where the module is, if not beside this file: an address, a response, bytes, or a compiled module.
 */
export function init(source?: string | URL | Request | Response | BufferSource | WebAssembly.Module): Promise<void>;
export default init;
