// The built site opens wherever it is put, under the strictest policy it promises, without a word on the console.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { each, open, sites, standing } from "./each.mjs";

for (const [place, url] of [["/", sites.top], ["a sub-path", sites.sub]]) {
  each(`the site opens at ${place} under the strict policy`, async ({ page }) => {
    const response = await open(page, url);
    assert.equal(response.status(), 200);
    assert.match(response.headers()["content-security-policy"], /script-src 'self' 'wasm-unsafe-eval';/);
    assert.match(await page.title(), /Seqbell/);
  });

  each(`the site opens again after a reload at ${place}`, async ({ page }) => {
    await open(page, url);
    await page.reload({ waitUntil: "load" });
    await standing(page);
  });
}

each("a refused policy does not go unnoticed", async ({ page, watch }) => {
  await open(page, sites.top);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.head.append(script);
  });
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  await assert.rejects(watch.silent(), /script-src/);
  watch.expect(/script-src/);
});

each("a console message does not go unnoticed", async ({ page, watch }) => {
  await open(page, sites.top);
  await page.evaluate(() => console.warn("deliberate"));
  await noticed(watch, /deliberate/);
  watch.expect(/deliberate/);
});

/** A server under no policy: two pages, one answer that never comes, and everything else breaks off. */
const rough = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://rough");
  if (pathname === "/" || pathname === "/other") {
    response.writeHead(200, { "content-type": "text/html" });
    response.end('<!doctype html><html lang="en"><title>Rough</title><link rel="icon" href="data:,"><p>Rough</p></html>');
  } else if (pathname !== "/never") {
    request.socket.destroy();
  }
});
before(() => new Promise((done) => rough.listen(0, "127.0.0.1", done)));
after(() => {
  rough.closeAllConnections();
  rough.close();
});
const roughly = (path) => `http://127.0.0.1:${rough.address().port}/${path}`;

each("a request that fails does not go unnoticed, of a font either", async ({ page, watch }) => {
  await page.goto(roughly(""), { waitUntil: "load" });
  await page.evaluate(() => fetch("broken").catch(() => {}));
  await noticed(watch, /request failed: .*\/broken/);
  await page.evaluate(() => new FontFace("Broken", "url(broken.woff2)").load().catch(() => {}));
  await noticed(watch, /request failed: .*\/broken\.woff2/);
  watch.expect(/broken|ERR_EMPTY_RESPONSE/);
});

each("a page that is left may leave requests behind; one that stays may not", async ({ page, watch }) => {
  await page.goto(roughly(""), { waitUntil: "load" });
  const asks = () => { fetch("never").catch(() => {}); };
  const asked = () => page.waitForRequest((request) => request.url().endsWith("/never"));
  await Promise.all([asked(), page.evaluate(asks)]);
  await page.goto(roughly("other"), { waitUntil: "load" });
  await watch.silent();
  await Promise.all([asked(), page.evaluate(() => {
    globalThis.stop = new AbortController();
    fetch("never", { signal: globalThis.stop.signal }).catch(() => {});
  })]);
  await page.evaluate(() => globalThis.stop.abort());
  await noticed(watch, /request failed: .*\/never/);
  watch.expect(/never/);
});

/** Waits for a complaint: what the browser tells comes in its own time. */
async function noticed(watch, pattern) {
  while (!watch.complaints.some((line) => pattern.test(line))) await new Promise((done) => setTimeout(done, 20));
  await assert.rejects(watch.silent(), pattern);
}

each("dark, still and narrow are what the page is told", async ({ page }) => {
  await open(page, sites.top);
  const media = ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(width: 360px)"];
  const told = await page.evaluate((media) => media.map((query) => matchMedia(query).matches), media);
  assert.deepEqual(told, [true, true, true]);
}, { scheme: "dark", motion: "reduced", viewport: { width: 360, height: 640 } });

test("files are served as what they are", async () => {
  const page = await (await fetch(sites.sub)).text();
  const names = [...page.matchAll(/(?:href|src)="([^":#]+\.\w+)"/g)].map((match) => match[1]);
  const types = { wasm: "application/wasm", js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", svg: "image/svg+xml" };
  assert.ok(names.some((name) => name.endsWith(".wasm")), `no wasm among ${names}`);
  for (const name of names) {
    const response = await fetch(new URL(name, sites.sub));
    assert.equal(response.status, 200, name);
    const type = types[name.split(".").at(-1)];
    if (type) assert.equal(response.headers.get("content-type"), type, name);
    assert.equal(response.headers.get("access-control-allow-origin"), "*", name);
    await response.arrayBuffer();
  }
});

test("what is not there is not found", async () => {
  for (const name of ["nothing", "nothing/", "..%2fCargo.toml", "%2e%2e/Cargo.toml"]) {
    assert.equal((await fetch(sites.sub + name)).status, 404, name);
  }
  assert.equal((await fetch(new URL("/", sites.sub))).status, 404);
});
