// Play, driven as a person would: by mouse and by keyboard, through RUNNING, PAUSED, RUNNING, HALTED and a doorbell.

import assert from "node:assert/strict";
import { axe, each, open, sites } from "./each.mjs";

const WIDE = { viewport: { width: 1440, height: 1000 } };

/** What the page says of the machine. */
const reading = (page) =>
  page.evaluate(() => {
    const said = [...document.querySelectorAll("#state .readout .said")].map((p) => p.textContent);
    return { state: said[0], published: said[1], flag: said[2], step: document.querySelector("#state .panel-head")?.textContent };
  });

/** Waits until the true state is `state`. */
async function reaches(page, state) {
  await page.waitForFunction((wanted) => document.querySelector("#state .readout .said")?.textContent === wanted, { timeout: 20_000 }, state);
}

/** A button by the command it sends. */
const sends = (page, command) => page.click(`button[title="${command}"]`);

/** Types a command into the console. */
async function types(page, command) {
  await page.focus("form.console input, #console input");
  await page.keyboard.type(command);
  await page.keyboard.press("Enter");
}

each("by mouse: RUNNING, PAUSED, RUNNING, HALTED and a doorbell", async ({ page }) => {
  await open(page, sites.top);
  await sends(page, "write start_ctrl 1");
  await types(page, "until state == RUNNING");
  await reaches(page, "RUNNING");
  assert.equal((await reading(page)).published, "1RUNNING");

  await sends(page, "remote 5 0x4");
  await types(page, "queue 0xa1 sync=5");
  await types(page, "until state == PAUSED");
  await reaches(page, "PAUSED");
  assert.deepEqual({ published: "2PAUSED", flag: "0" }, pick(await reading(page), "published", "flag"));

  await sends(page, "write start_ctrl 1");
  await types(page, "until state == RUNNING");
  await reaches(page, "RUNNING");
  // Nothing stores 1 again after a resume: the host still reads 2.
  assert.deepEqual({ published: "2PAUSED", flag: "1" }, pick(await reading(page), "published", "flag"));

  await types(page, "queue 0xa1 sync=7");
  await types(page, "until state == HALTED");
  await reaches(page, "HALTED");
  assert.match((await reading(page)).published, /^0x0*85644/);

  await sends(page, "ring m2s group=1 queue=3 count=6");
  for (const engine of [16, 31]) {
    await page.waitForFunction((id) => / 6 of 64|tail 6|6 /.test(document.getElementById(id)?.getAttribute("aria-label") ?? ""), {}, `engine-${engine}`);
  }
  const beside = await page.$eval("#engine-15", (e) => e.getAttribute("aria-label"));
  assert.match(beside, /untouched/);
}, WIDE);

each("by keyboard alone: step, back, run and pause", async ({ page }) => {
  await open(page, sites.sub);
  for (const command of ["step 40", "pc 0x1000200000", "write start_ctrl 1", "until state == RUNNING"]) {
    await types(page, command);
  }
  await reaches(page, "RUNNING");
  const here = await reading(page);
  await types(page, "step 7");
  await types(page, "back 7");
  assert.deepEqual(await reading(page), here);
  await types(page, "back 1000000");
  await reaches(page, "RESET");
  const back = await page.$$eval("button", (all) => all.find((b) => b.textContent.trim() === "Back")?.getAttribute("aria-disabled"));
  assert.equal(back, "true", "Back has nothing to go back to at step 0");
}, WIDE);

each("a refused line says why and loses nothing", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "step 5");
  const before = await reading(page);
  await types(page, "write nosuch 1");
  await page.waitForFunction(() => document.body.textContent.includes("no register is called nosuch"));
  assert.deepEqual(await reading(page), before);
  assert.equal(await page.$eval("form.console input, #console input", (i) => i.value), "write nosuch 1");
}, WIDE);

each("twenty clicks in one task are twenty steps", async ({ page }) => {
  await open(page, sites.top);
  await page.evaluate(() => {
    const step = [...document.querySelectorAll("button")].find((b) => b.textContent.trim() === "Step");
    for (let n = 0; n < 20; n += 1) step.click();
  });
  await page.waitForFunction(() => document.querySelector("#state .panel-head")?.textContent.includes("step 20"));
}, WIDE);

each("another generation: its aperture, its refusals, its engines", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "generation sunda");
  await page.waitForFunction(() => document.body.textContent.includes("0x00100000"));
  await types(page, "write intr_info 1");
  await page.waitForFunction(() => /unknown/.test(document.querySelector("form.console, #console")?.closest("footer, section, div")?.textContent ?? ""));
  assert.equal(await page.$("#engine-34"), null);
  assert.notEqual(await page.$("#engine-33"), null);
}, WIDE);

for (const scheme of ["light", "dark"]) {
  each(`no accessibility violation, ${scheme}`, async ({ page }) => {
    await open(page, sites.top);
    await types(page, "write start_ctrl 1");
    await types(page, "until state == RUNNING");
    await reaches(page, "RUNNING");
    assert.deepEqual(await axe(page), []);
  }, { ...WIDE, scheme });
}

for (const width of [320, 360, 768, 1440]) {
  each(`nothing is wider than a page of ${width} px`, async ({ page }) => {
    await open(page, sites.top);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${over} px too wide`);
  }, { viewport: { width, height: 800 }, browsers: ["chromium"] });
}

function pick(object, ...keys) {
  return Object.fromEntries(keys.map((key) => [key, object[key]]));
}
