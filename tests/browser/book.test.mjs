// A book that mdBook built, with its figures: live where scripts run, still on the print page and without scripts.
// SEQBELL_BOOK is the folder of the built book; mdBook's own pages have inline scripts, so it stands on a server of its own.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { each } from "./each.mjs";

const FOLDER = process.env.SEQBELL_BOOK;
const READY_MS = 60_000;
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
  ".woff2": "font/woff2", ".png": "image/png",
};

/** The book under a sub-path, as it would stand beside other documents. */
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://book");
  try {
    if (!pathname.startsWith("/docs/book/")) throw new Error("outside the book");
    const body = await readFile(join(FOLDER, normalize(pathname.slice("/docs/book".length))));
    response.writeHead(200, { "content-type": TYPES[extname(pathname)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});

let root;

if (!FOLDER) {
  test("the book", { skip: "SEQBELL_BOOK names no built book" }, () => {});
} else {
  before(() => new Promise((done) => server.listen(0, "127.0.0.1", () => {
    root = `http://127.0.0.1:${server.address().port}/docs/book/`;
    done();
  })));
  after(() => server.close());

  for (const [chapter, count] of [["starting.html", 2], ["dma/broadcast.html", 1]]) {
    each(`${chapter} comes alive`, async ({ page }) => {
      await page.goto(root + chapter, { waitUntil: "load" });
      assert.equal(await page.$$eval("seqbell-player", (all) => all.length), count);
      for (const player of await page.$$("seqbell-player")) {
        await player.evaluate((element) => element.scrollIntoView());
        await page.waitForFunction((element) => element.shadowRoot?.childElementCount > 0, { timeout: READY_MS }, player);
      }
    });
  }

  each("a page without a player loads none", async ({ page }) => {
    await page.goto(`${root}dma/index.html`, { waitUntil: "load" });
    assert.equal(await page.evaluate(() => customElements.get("seqbell-player")), undefined);
  });

  each("the print page keeps its stills", async ({ page }) => {
    await page.evaluateOnNewDocument(() => { globalThis.print = () => {}; });
    await page.goto(`${root}print.html`, { waitUntil: "load" });
    await stills(page, [2, 1, 2], 4);
    assert.equal(await page.evaluate(() => customElements.get("seqbell-player")), undefined);
  });

  each("without scripts nothing is missing", async ({ page }) => {
    await page.setJavaScriptEnabled(false);
    await page.goto(`${root}starting.html`, { waitUntil: "load" });
    await stills(page, [2, 1], 2);
  }, { browsers: ["chromium"] });

  /** Every figure shows so many parts beside its script; all pictures together are so many and have a size. */
  async function stills(page, parts, pictures) {
    const seen = await page.$$eval(".seqbell-still", (all) => all.map((still) => still.children.length - 1));
    assert.deepEqual(seen, parts);
    const sizes = await page.$$eval(".seqbell-still svg", (all) => all.map((svg) => {
      const { width, height } = svg.getBoundingClientRect();
      return { width, height, drawn: svg.viewBox.baseVal.width > 500 };
    }));
    assert.equal(sizes.length, pictures);
    assert.ok(sizes.every(({ width, height, drawn }) => width > 300 && height > 100 && drawn), JSON.stringify(sizes));
  }
}
