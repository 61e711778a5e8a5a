// Somebody else's pages: a server of its own with pages given as text, and the finished folder beside them under /seqbell/.
// All under the strict policy that a player promises to live with.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; frame-src http:; object-src 'none'";
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

/** Starts a server; gives its address, with a slash at its end, and how to stop it, and counts what was fetched. */
export async function host(dist, pages, { policy = POLICY } = {}) {
  const fetched = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    fetched.set(pathname, (fetched.get(pathname) ?? 0) + 1);
    const headers = { "content-security-policy": policy, "access-control-allow-origin": "*", "cache-control": "no-cache" };
    try {
      const inside = pathname.startsWith("/seqbell/");
      const body = inside ? await readFile(join(dist, normalize(pathname.slice("/seqbell".length)))) : pages[pathname.slice(1)];
      if (body === undefined) throw new Error("no such page");
      response.writeHead(200, { ...headers, "content-type": TYPES[extname(pathname)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, fetched, close: () => server.close() };
}

/** A page of somebody else with `body` in it. */
export const page = (body, { script = true } = {}) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page of somebody else</title><link rel="icon" href="/seqbell/favicon.svg">
${script ? '<script type="module" src="/seqbell/seqbell-player.js"></script>' : ""}</head>
<body><main><h1>A page of somebody else</h1>${body}</main></body></html>`;
