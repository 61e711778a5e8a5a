// The built site opens wherever it is put, under the strictest policy it promises, without a word on the console.

import assert from "node:assert/strict";
import { test } from "node:test";
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
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  await assert.rejects(watch.silent(), /deliberate/);
  watch.expect(/deliberate/);
});

each("dark, still and narrow are what the page is told", async ({ page }) => {
  await open(page, sites.top);
  const media = ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(width: 360px)"];
  const told = await page.evaluate((media) => media.map((query) => matchMedia(query).matches), media);
  assert.deepEqual(told, [true, true, true]);
}, { scheme: "dark", motion: "reduced", viewport: { width: 360, height: 640 } });

test("files are served as what they are", async () => {
  const page = await (await fetch(sites.sub)).text();
  const names = [...page.matchAll(/(?:href|src)="\.\/([^"]+)"/g)].map((match) => match[1]);
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
