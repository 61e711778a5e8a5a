// The benchmarks of the player and of the finished folder, in Chromium.
// Prints `name value` lines. Use: SEQBELL_DIST=FOLDER node player.mjs weight|twenty|cycles

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { closeAll, withPage } from "../browser/browsers.mjs";
import { host } from "../browser/host.mjs";
import { fetched, kilobytes } from "./weigh.mjs";

const WIDE = { viewport: { width: 1440, height: 1000 } };
const COUNT = 20;
const LOADS = 5;
const CYCLES = 100;
/** From here on nothing that is made once is made any more. */
const WARM = 20;
/** Fetched by themselves, when a question is asked. */
const WORKER = /(^|\/)(seqbell-)?worker/;

const dist = process.env.SEQBELL_DIST;
const tell = (name, value) => console.log(`${name} ${value}`);

const PLAYER = '<seqbell-player script="until state == IDLE&#10;write start_ctrl 1&#10;until state == RUNNING"></seqbell-player>';
const page = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Players</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/grid.css"><script type="module" src="/seqbell/seqbell-player.js"></script></head><body>${body}</body></html>`;
const PAGES = {
  one: page(PLAYER),
  twenty: page(PLAYER.repeat(COUNT)),
  none: page(""),
  // All within sight, so that all begin.
  "grid.css": "body { display: grid; grid-template-columns: repeat(5, 1fr); gap: 4px; margin: 0 } seqbell-player { height: 240px; overflow: hidden }",
};
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:";

const visit = async (work) => {
  const server = await host(dist, PAGES, { policy: POLICY });
  try {
    return await withPage("chromium", WIDE, ({ page }) => work(page, server));
  } finally {
    server.close();
  }
};

/** Every file below a folder. */
const files = (folder) => readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? files(path) : [path];
});

/** What a page with one player fetches, the page itself apart; the package; and all code and style of the folder. */
const weight = async () => {
  await visit(async (page, { url }) => {
    const bodies = fetched(page);
    await page.goto(`${url}one`, { waitUntil: "load" });
    await page.waitForFunction(() => document.querySelector("seqbell-player").ready);
    await page.waitForNetworkIdle({ idleTime: 500 });
    const own = [PAGES.one, PAGES["grid.css"]];
    const all = (await Promise.all(bodies)).filter((body) => !own.includes(body.toString()));
    tell("player_files", all.length);
    tell("player_kilobytes", kilobytes(all));
  });
  const code = files(dist).filter((path) => /\.(wasm|js|css)$/.test(path) && !WORKER.test(path.slice(dist.length)));
  const weigh = (paths) => kilobytes(paths.map((path) => readFileSync(path)));
  tell("js_kilobytes", weigh(code.filter((path) => path.startsWith(join(dist, "js/")))));
  tell("dist_kilobytes", weigh(code));
};

/** In the page, before anything else: notes when the last player has answered a step. */
function stepAtOnce(count) {
  let ready = 0;
  document.addEventListener("ready", ({ target }) => {
    target.step(1);
    ready += 1;
    if (ready === count) requestAnimationFrame(() => { globalThis.answered = performance.now(); });
  }, true);
}

const twenty = async () => {
  const times = [];
  for (let n = 0; n < LOADS; n += 1) {
    times.push(await visit(async (page, { url, fetched }) => {
      await page.evaluateOnNewDocument(stepAtOnce, COUNT);
      await page.goto(`${url}twenty`, { waitUntil: "load" });
      const answered = await page.waitForFunction(() => globalThis.answered);
      const modules = fetched.get("/seqbell/seqbell_player.wasm");
      if (modules !== 1) throw new Error(`the module was fetched ${modules} times`);
      return answered.jsonValue();
    }));
  }
  tell("players_seconds", times.sort((a, b) => a - b)[LOADS >> 1] / 1000);
};

/** In the page, before anything else: keeps the module's memory in reach. */
function keepMemory() {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const genuine = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await genuine(...given);
      // Only the first part has it.
      globalThis.memory ??= (made.instance ?? made).exports.memory;
      return made;
    };
  }
}

/** In the page: players that come, play and go, one after the other. */
async function comeAndGo(count) {
  for (let n = 0; n < count; n += 1) {
    const one = document.createElement("seqbell-player");
    one.script = "until state == IDLE";
    document.body.append(one);
    await new Promise((done) => { one.addEventListener("ready", done, { once: true }); });
    one.play();
    await new Promise(requestAnimationFrame);
    one.remove();
    await new Promise((done) => { setTimeout(done); });
  }
}

const cycles = () => visit(async (page, { url }) => {
  await page.evaluateOnNewDocument(keepMemory);
  await page.goto(`${url}none`, { waitUntil: "load" });
  const session = await page.createCDPSession();
  const used = async () => {
    // What is found dead the first time may hold more.
    for (let n = 0; n < 3; n += 1) await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize + await page.evaluate(() => memory.buffer.byteLength);
  };
  await page.evaluate(comeAndGo, WARM);
  const before = await used();
  await page.evaluate(comeAndGo, CYCLES - WARM);
  tell("players_megabytes", (await used() - before) / 1e6);
});

try {
  await { weight, twenty, cycles }[process.argv[2]]();
} finally {
  await closeAll();
}
