// Time in Play: the transport counts right, the clock obeys at once, the timeline is the history and can be gone along.

import assert from "node:assert/strict";
import { each, open, sites } from "./each.mjs";

const WIDE = { viewport: { width: 1440, height: 1000 } };
const RUNNING = ["write start_ctrl 1", "until state == RUNNING"];

/** Types commands into the console. */
async function types(page, ...commands) {
  for (const command of commands) {
    await page.focus("#console-field");
    await page.keyboard.type(command);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#console-field").value === "");
  }
}

const step = (page) => page.$eval("#transport .position b", (b) => Number(b.textContent));
const atStep = (page, wanted) =>
  page.waitForFunction((wanted) => Number(document.querySelector("#transport .position b").textContent) === wanted, {}, wanted);
const button = (page, name) =>
  page.evaluate((name) => {
    const all = [...document.querySelectorAll("#transport button")];
    const found = all.find((b) => b.getAttribute("aria-label") === name || b.textContent.trim() === name);
    if (!found) throw new Error(`no button ${name}`);
    found.click();
  }, name);
const speed = (page, index) =>
  page.$eval("#transport .speed input", (field, index) => {
    field.value = String(index);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, index);
const FLAT_OUT = 10;

each("twenty clicks in one task are twenty steps, and twenty back lead to the start, where Back says why it cannot", async ({ page }) => {
  await open(page, sites.top);
  const clicks = (name) => page.evaluate((name) => {
    for (let n = 0; n < 20; n += 1) [...document.querySelectorAll("#transport button")].find((b) => b.textContent.trim() === name).click();
  }, name);
  const before = await page.$eval("#regs", (regs) => regs.textContent);
  await clicks("Step");
  await atStep(page, 20);
  await clicks("Back");
  await atStep(page, 0);
  assert.equal(await page.$eval("#regs", (regs) => regs.textContent), before);
  const back = await page.evaluate(() => {
    const back = [...document.querySelectorAll("#transport button")].find((b) => b.textContent.trim() === "Back");
    return [back.getAttribute("aria-disabled"), back.title];
  });
  assert.deepEqual(back, ["true", "This is step 0."]);
}, WIDE);

each("a million steps run in slices; pause obeys at once, and the page answers meanwhile", async ({ page }) => {
  await open(page, sites.top);
  await types(page, ...RUNNING, "run 1000000");
  await page.waitForFunction(() => /to 1000/.test(document.querySelector("#transport .position .of").textContent) || Number(document.querySelector("#transport .position b").textContent) > 1_000_000, {});
  await page.waitForFunction(() => Number(document.querySelector("#transport .position b").textContent) > 1_000_000, { timeout: 50_000 });
  const far = await step(page);
  await page.focus(".plot");
  await page.keyboard.press("Home");
  await atStep(page, 0);
  await page.keyboard.press("End");
  await atStep(page, far);
}, WIDE);

each("flat out the speed is measured, and pause ends it", async ({ page }) => {
  await open(page, sites.top);
  await types(page, ...RUNNING);
  await speed(page, FLAT_OUT);
  await button(page, "Run");
  await page.waitForFunction(() => Number(document.querySelector("#transport .measured code").textContent) > 10_000);
  await button(page, "Pause");
  await page.waitForFunction(() => [...document.querySelectorAll("#transport button")].some((b) => b.textContent.trim() === "Run"));
  const here = await step(page);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  assert.equal(await step(page), here);
}, WIDE);

each("paused, the page has no timer and no frame", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    globalThis.calls = 0;
    for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
      const own = globalThis[name];
      globalThis[name] = (...given) => {
        globalThis.calls += 1;
        return own.call(globalThis, ...given);
      };
    }
  });
  await open(page, sites.top);
  await types(page, "step 5");
  await new Promise((done) => setTimeout(done, 2000));
  const before = await page.evaluate(() => globalThis.calls);
  await new Promise((done) => setTimeout(done, 1000));
  assert.equal(await page.evaluate(() => globalThis.calls), before);
}, WIDE);

each("a breakpoint stops after a reset too, and from it the machine goes on both ways", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "break state == IDLE", "run 500");
  const hit = await step(page);
  assert.ok(hit > 0 && hit < 500, String(hit));
  await types(page, "run 10");
  await atStep(page, hit + 10);
  await types(page, "back 10");
  await atStep(page, hit);
  await types(page, "back 1");
  await atStep(page, hit - 1);
  await types(page, "reset", "run 500");
  const again = await step(page);
  assert.ok(again < hit - 1 + 500, String(again));
}, WIDE);

each("the timeline goes along the history by press, keys and buttons, and keeps the future", async ({ page }) => {
  await open(page, sites.top);
  await types(page, ...RUNNING, "remote 5 4", "queue 0xa1 sync=5", "until state == PAUSED");
  const end = await step(page);
  await page.focus(".plot");
  await page.keyboard.press("Home");
  await atStep(page, 0);
  await page.keyboard.press("ArrowRight");
  await atStep(page, 1);
  await page.keyboard.press("End");
  await atStep(page, end);
  await button(page, "Previous transition");
  const previous = await step(page);
  assert.ok(previous < end, `${previous} of ${end}`);
  await button(page, "Next transition");
  await page.waitForFunction((from) => Number(document.querySelector("#transport .position b").textContent) > from, {}, previous);
  // A press somewhere in the left half goes there.
  const box = await page.$eval(".plot", (plot) => { const r = plot.getBoundingClientRect(); return { x: r.x, y: r.y, w: r.width, h: r.height }; });
  await page.mouse.click(box.x + box.w * 0.3, box.y + box.h / 2);
  await page.waitForFunction((end) => Number(document.querySelector("#transport .position b").textContent) < end, {}, end);
  const past = await step(page);
  assert.ok(past > 0 && past < end, `${past} of ${end}`);
  // Acting in the past opens a branch; the old future can be gone to.
  await types(page, "back 1000", "write start_ctrl 0", "step 1");
  await page.waitForSelector(".branches .button");
  await page.click(".branches .button");
  await atStep(page, end);
}, WIDE);

each("the window zooms, moves and shows the whole; a marker has a name; the table says the same", async ({ page }) => {
  await open(page, sites.top);
  await types(page, ...RUNNING);
  const drawn = () => page.$eval(".plot", (plot) => plot.innerHTML);
  const whole = await drawn();
  await button(page, "Zoom in");
  await page.waitForFunction((whole) => document.querySelector(".plot").innerHTML !== whole, {}, whole);
  await button(page, "The whole history");
  await page.waitForFunction((whole) => document.querySelector(".plot").innerHTML === whole, {}, whole);
  await page.type(".name-field", "here");
  await button(page, "Mark");
  await button(page, "Table");
  await page.waitForFunction(() => /here/.test(document.querySelector(".timetable").textContent));
  const said = await page.$eval(".timetable", (table) => table.textContent);
  for (const state of ["IDLE", "ENTERING_RUN", "RUNNING"]) assert.ok(said.includes(state), state);
}, WIDE);
