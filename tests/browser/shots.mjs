// Pictures of every view at three widths in both colour schemes, in Chromium, with a sheet of all of them: to be looked at.
// Usage: SEQBELL_SITE=… SEQBELL_URL=… SEQBELL_DIST=… node shots.mjs OUTDIR [VIEW…]

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeAll, open, resize, withPage } from "./browsers.mjs";
import { CRASHED, crash, willCrash } from "./crash.mjs";
import { host, page as foreign } from "./host.mjs";

const WIDTHS = [1440, 768, 360];
const SCHEMES = ["light", "dark"];
const HEIGHT = 900;
/** Two processors make no use of more. */
const PAGES = 2;

const [folder, ...wanted] = process.argv.slice(2);
const { SEQBELL_SITE: site, SEQBELL_URL: play, SEQBELL_DIST: dist } = process.env;
if (!folder || !site || !play || !dist) {
  console.error("usage: SEQBELL_SITE=… SEQBELL_URL=… SEQBELL_DIST=… node shots.mjs OUTDIR [VIEW…]");
  process.exit(2);
}

const RUNNING = ["until state == IDLE", "write start_ctrl 1", "until state == RUNNING"];
const SCRIPT = RUNNING.join("\n");
const players = await host(dist, {
  players: foreign([
    `<seqbell-player view="diagram registers" mode="play" label="Start" script="${SCRIPT}"></seqbell-player>`,
    `<seqbell-player view="listing timeline" script="${SCRIPT}"></seqbell-player>`,
    `<seqbell-player view="fanout" mode="play" script="${SCRIPT}\nring m2s group=1 queue=3 count=6"></seqbell-player>`,
    '<seqbell-player script="write strat_ctrl 1"><p>What stands here without it.</p></seqbell-player>',
  ].join("")),
});

const press = (page, within, text) => page.evaluate((within, text) => {
  [...document.querySelectorAll(`${within} button`)].find((b) => b.textContent.includes(text)).click();
}, within, text);
const says = (page, selector, pattern) => page.waitForFunction((selector, pattern) => {
  return new RegExp(pattern).test(document.querySelector(selector)?.textContent ?? "");
}, {}, selector, pattern);
const loads = (address) => (page) => page.goto(address, { waitUntil: "load" });
/** Play, and what is done there. */
const plays = (then = async () => {}) => async (page) => {
  await open(page, play);
  await then(page);
};
const sheet = (opens, selector) => ({ whole: false, at: plays(async (page) => {
  await opens(page);
  await page.waitForSelector(selector);
}) });
const firstMinute = async (page) => {
  for (const [label, state] of [["Boot", "RUNNING"], ["Pause", "PAUSED"], ["Resume", "RUNNING"]]) {
    await press(page, "[data-bar=first]", label);
    await says(page, "#state .readout .said", state);
  }
};
const alive = async (page, count) => {
  for (let n = 0; n < count; n += 1) {
    await page.evaluate((n) => document.querySelectorAll("seqbell-player")[n].scrollIntoView(), n);
    await page.waitForFunction((n) => document.querySelectorAll("seqbell-player")[n].ready, {}, n);
  }
  await page.evaluate(() => scrollTo(0, 0));
};

/** Name to how it is reached; `whole` is the page in its full length, otherwise what stands in the window. */
const VIEWS = {
  front: { at: loads(site) },
  learn: { at: loads(`${site}learn/`) },
  docs: { at: loads(`${site}docs/embedding/`) },
  lesson: { at: async (page) => {
    await loads(`${site}learn/pause-or-halt/`)(page);
    await alive(page, await page.$$eval("seqbell-player", (all) => all.length));
  } },
  reference: { whole: false, at: async (page) => {
    await loads(`${site}reference/`)(page);
    await page.waitForSelector(".fact-card");
  } },
  embed: { whole: false, at: async (page) => {
    await loads(`${site}embed.html#${new URLSearchParams({ script: SCRIPT, view: "diagram registers", mode: "play" })}`)(page);
    await page.waitForFunction(() => document.querySelector("seqbell-player")?.ready);
  } },
  players: { at: async (page) => {
    await loads(`${players.url}players`)(page);
    await alive(page, 3);
  } },
  play: { at: plays() },
  "play-minute": { at: plays(firstMinute) },
  "play-help": sheet((page) => page.evaluate(() => document.querySelector("#main").focus()).then(() => page.keyboard.press("?")), "#help[open] .verbs"),
  "play-share": sheet((page) => press(page, ".tools", "Share"), "#share[open] #share-link"),
  "play-scenarios": sheet((page) => press(page, ".tools", "Scenarios"), ".scenario-list li"),
  "play-questions": { at: plays(async (page) => {
    await firstMinute(page);
    await press(page, "#explore .goals", "HALTED");
    await says(page, "#explore .answer", "reached with");
    await press(page, "#why", "Follow it back");
    await says(page, "#why .answer", "run_state is");
    await press(page, "#whatif", "Try every option");
    await page.waitForSelector("#whatif [data-switch=resume_republish]");
  }) },
  "play-crash": { ours: CRASHED, at: async (page) => {
    await willCrash(page);
    await open(page, play);
    await crash(page);
  } },
  parts: { at: loads(`${play}gallery/light.html`) },
};

/** One visit, all its pictures: the page changes its width and its colours while it stands. */
const take = (name, { at, whole = true, ours }) =>
  withPage("chromium", { viewport: { width: WIDTHS[0], height: HEIGHT }, motion: "reduced" }, async ({ page, watch }) => {
    if (ours) watch.expect(ours);
    if (name === "players") watch.expect(/strat_ctrl/);
    await at(page);
    for (const width of WIDTHS) {
      await resize(page, { width, height: HEIGHT });
      // A window as high as the page, so that what sticks to its edge stands where the page ends.
      if (whole) await resize(page, { width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
      for (const scheme of SCHEMES) {
        await page.emulateMediaFeatures([
          { name: "prefers-color-scheme", value: scheme },
          { name: "prefers-reduced-motion", value: "reduce" },
        ]);
        await page.evaluate(async () => {
          await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
          await Promise.all(document.getAnimations().map((motion) => motion.finished.catch(() => {})));
        });
        await page.screenshot({ path: join(folder, picture(name, width, scheme)), optimizeForSpeed: true });
      }
    }
  });

const picture = (name, width, scheme) => `${name}-${width}-${scheme}.png`;

const contact = (names) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Seqbell, every view</title>
<style>body { font: 14px system-ui; } td { vertical-align: top; padding: 4px; } img { height: 300px; border: 1px solid #888; }</style>
<table>${names.map((name) => `<tr><th>${name}</th>${WIDTHS.flatMap((width) => SCHEMES.map((scheme) => {
  const file = picture(name, width, scheme);
  return `<td><a href="${file}"><img src="${file}" alt="${name}, ${width} pixels, ${scheme}"></a></td>`;
})).join("")}</tr>`).join("\n")}</table></html>`;

const names = Object.keys(VIEWS).filter((name) => wanted.length === 0 || wanted.includes(name));
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
try {
  const waiting = [...names];
  await Promise.all(Array.from({ length: PAGES }, async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await take(name, VIEWS[name]);
  }));
  writeFileSync(join(folder, "index.html"), contact(names));
  console.log(`${names.length * WIDTHS.length * SCHEMES.length} pictures in ${folder}`);
} finally {
  await closeAll();
  players.close();
}
