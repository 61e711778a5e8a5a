// What files weigh on their way: each by itself, with brotli at its best; one that would grow goes as it is.

import { brotliCompressSync, constants } from "node:zlib";

const small = (body) => Math.min(body.length, brotliCompressSync(body, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
}).length);

/** Kilobytes, of 1,000 bytes, of all of them together. */
export const kilobytes = (bodies) => bodies.reduce((sum, body) => sum + small(body), 0) / 1000;

/** The bodies of what `page` fetches from now on. */
export function fetched(page) {
  const bodies = [];
  page.on("response", (response) => bodies.push(response.buffer()));
  return bodies;
}
