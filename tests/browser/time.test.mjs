// Time on Play: the transport, its speeds, long runs, and the timeline, as a user meets them.

import assert from "node:assert/strict";
import { axe, each, open, sites } from "./each.mjs";

const WIDE = { viewport: { width: 1440, height: 1000 } };

/** The present step. */
const step = (page) => page.$eval(".position b", (b) => Number(b.textContent));

/** Waits until the present step is as wanted. */
const atStep = (page, wanted, timeout = 60_000) =>
  page.waitForFunction((wanted) => Number(document.querySelector(".position b")?.textContent) === wanted, { timeout }, wanted);

const state = (page) => page.$eval("#state .readout .said", (p) => p.textContent);

/** Types a command into the console. */
async function types(page, command) {
  await page.focus("#console-field");
  await page.keyboard.type(command);
  await page.keyboard.press("Enter");
}

/** Sends commands one after the other. */
async function send(page, ...commands) {
  for (const command of commands) await types(page, command);
}

/** A button by what it says. */
const press = (page, name) =>
  page.evaluate((name) => [...document.querySelectorAll("#transport button")].find((b) => b.textContent.trim() === name).click(), name);

const speed = (page, index) =>
  page.$eval(".speed input", (input, index) => {
    input.value = index;
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, String(index));

/** Takes the focus out of fields, so that single keys act. */
const unfocus = (page) => page.focus(".plot");

each("a million steps, back to the start and forth again: the same", async ({ page }) => {
  await open(page, sites.top);
  const fresh = await page.$eval("main", (main) => main.innerText);
  await types(page, "run 1000000");
  await atStep(page, 1_000_000);
  await page.waitForFunction(() => document.querySelector(".button.run").textContent.trim() === "Run");
  await page.focus(".plot");
  const there = await page.$eval("main", (main) => main.innerText);
  await page.keyboard.press("Home");
  await atStep(page, 0);
  assert.equal(await page.$eval("main", (main) => main.innerText), fresh);
  const back = await page.$$eval("#transport button", (all) => all.find((b) => b.textContent.trim() === "Back").getAttribute("aria-disabled"));
  assert.equal(back, "true");
  await page.keyboard.press("End");
  await atStep(page, 1_000_000);
  assert.equal(await page.$eval("main", (main) => main.innerText), there);
}, WIDE);

each("flat out the page answers, and pause works at once at every speed", async ({ page }) => {
  await open(page, sites.top);
  for (const index of [0, 5, 8, 10]) {
    await speed(page, index);
    await press(page, "Run");
    await page.waitForFunction(() => document.querySelector(".button.run").textContent.trim() === "Pause");
    if (index > 0) {
      const from = await step(page);
      await page.waitForFunction((from) => Number(document.querySelector(".position b").textContent) > from, {}, from);
    }
    // In frames, not in milliseconds, so that a busy machine does not decide; the benchmarks have the time.
    const frames = await page.evaluate(async () => {
      const run = document.querySelector(".button.run");
      run.click();
      let frames = 0;
      while (run.textContent.trim() !== "Run") {
        await new Promise(requestAnimationFrame);
        frames += 1;
      }
      return frames;
    });
    assert.ok(frames <= 2, `${frames} frames until pause shows at speed ${index}`);
    const [one, two] = await page.evaluate(async () => {
      const read = () => document.querySelector(".position b").textContent;
      const one = read();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return [one, read()];
    });
    assert.equal(one, two);
  }
}, WIDE);

each("flat out the number goes on with every frame, and the panels every now and then", async ({ page }) => {
  await open(page, sites.top);
  await speed(page, 10);
  await press(page, "Run");
  await page.waitForFunction(() => Number(document.querySelector(".position b").textContent) > 0);
  // What shows at a frame that shows one of them for the first time: no frame makes steps and draws.
  const seen = await page.evaluate(async () => {
    const read = () => [document.querySelector(".position b").textContent, document.querySelector("#state .panel-head").textContent];
    const seen = { number: 0, panels: 0, both: 0 };
    let before = read();
    while (seen.panels < 5) {
      await new Promise(requestAnimationFrame);
      const now = read();
      const [number, panels] = now.map((text, n) => text !== before[n]);
      seen.number += number;
      seen.panels += panels;
      seen.both += number && panels;
      before = now;
    }
    return seen;
  });
  assert.ok(seen.number >= seen.panels, JSON.stringify(seen));
  assert.equal(seen.both, 0);
  await page.focus("#console-field");
  await page.keyboard.type("wri");
  await page.waitForSelector("#console-words [role=option]");
}, WIDE);

each("paused there is no timer and no frame; running there is one of them", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    globalThis.asked = { timers: 0, frames: 0 };
    const [interval, frame] = [globalThis.setInterval.bind(globalThis), globalThis.requestAnimationFrame.bind(globalThis)];
    globalThis.setInterval = (...rest) => ((globalThis.asked.timers += 1), interval(...rest));
    globalThis.requestAnimationFrame = (...rest) => ((globalThis.asked.frames += 1), frame(...rest));
  });
  await open(page, sites.top);
  await send(page, "step 30", "back 10");
  // What was asked for in a stretch of time in which nothing is done.
  const quiet = () => page.evaluate(async () => {
    const before = { ...globalThis.asked };
    await new Promise((done) => setTimeout(done, 120));
    return { timers: globalThis.asked.timers - before.timers, frames: globalThis.asked.frames - before.frames };
  });
  assert.deepEqual(await quiet(), { timers: 0, frames: 0 });
  await speed(page, 10);
  await press(page, "Run");
  assert.ok((await quiet()).frames > 2);
  await press(page, "Pause");
  await page.waitForFunction(() => document.querySelector(".button.run").textContent.trim() === "Run");
  assert.deepEqual(await quiet(), { timers: 0, frames: 0 });
}, WIDE);

each("the speed that is shown is the speed that is", async ({ page }) => {
  await open(page, sites.top);
  await speed(page, 7);
  await press(page, "Run");
  await page.waitForFunction(() => Number(document.querySelector(".measured code").textContent) > 0);
  const [made, shown] = await page.evaluate(async () => {
    const read = (selector) => Number(document.querySelector(selector).textContent);
    const [from, began] = [read(".position b"), performance.now()];
    await new Promise((done) => setTimeout(done, 1500));
    return [((read(".position b") - from) * 1000) / (performance.now() - began), read(".measured code")];
  });
  assert.ok(Math.abs(made - shown) < shown * 0.35, `${made} made, ${shown} shown`);
  assert.ok(made <= 512 * 1.2, `${made} where 512 were asked for`);
}, WIDE);

each("a hidden page rests and comes back without a burst", async ({ page }) => {
  await open(page, sites.top);
  await speed(page, 8);
  await press(page, "Run");
  await page.waitForFunction(() => Number(document.querySelector(".position b").textContent) > 0);
  const [hidden, later, shown] = await page.evaluate(async () => {
    const read = () => Number(document.querySelector(".position b").textContent);
    const show = (value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    show("hidden");
    await new Promise((done) => setTimeout(done, 50));
    const hidden = read();
    await new Promise((done) => setTimeout(done, 1000));
    const later = read();
    show("visible");
    await new Promise((done) => setTimeout(done, 100));
    return [hidden, later, read()];
  });
  assert.equal(later, hidden);
  assert.ok(shown - later <= 2048 * 0.4, `${shown - later} steps in the first 100 ms`);
}, WIDE);

each("twenty clicks in one task are twenty steps, and n steps are run n", async ({ page }) => {
  await open(page, sites.top);
  await page.evaluate(() => {
    const step = [...document.querySelectorAll("#transport button")].find((b) => b.textContent.trim() === "Step");
    for (let n = 0; n < 20; n += 1) step.click();
  });
  await atStep(page, 20);
  const stepped = await page.$eval("#regs", (regs) => regs.innerText);
  await open(page, sites.top);
  await types(page, "run 20");
  await atStep(page, 20);
  assert.equal(await page.$eval("#regs", (regs) => regs.innerText), stepped);
}, WIDE);

each("from a breakpoint on and back, and again after a reset", async ({ page }) => {
  await open(page, sites.top);
  await send(page, "break pc == 0x2cb3", "write start_ctrl 1", "run 5000");
  await page.waitForFunction(() => Number(document.querySelector(".position b").textContent) > 0);
  const here = await step(page);
  await press(page, "Step");
  await atStep(page, here + 1);
  await send(page, "back 2");
  await atStep(page, here - 1);
  await types(page, "run 5000");
  await atStep(page, here);
  await send(page, "reset", "write start_ctrl 1", "run 5000");
  await page.waitForFunction((here) => Number(document.querySelector(".position b").textContent) > here, {}, here);
  assert.match(await page.$eval("#console-echo", (echo) => echo.textContent), /breakpoint/);
}, WIDE);

each("until: the next transition, or a condition; and from transition to transition by keys", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "write start_ctrl 1");
  await press(page, "Until");
  await page.waitForFunction(() => document.querySelector("#state .readout .said").textContent === "IDLE");
  const idle = await step(page);
  await page.focus(".transport .until-field");
  await page.keyboard.type("state == RUNNING");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#state .readout .said").textContent === "RUNNING");
  const running = await step(page);
  await unfocus(page);
  await page.keyboard.type("<");
  await page.keyboard.type("<");
  await atStep(page, idle);
  assert.equal(await state(page), "IDLE");
  await page.keyboard.type(">");
  await page.keyboard.type(">");
  await atStep(page, running);
  // Keys step, too.
  await page.keyboard.type(".");
  await atStep(page, running + 1);
  await page.keyboard.type(",");
  await atStep(page, running);
}, WIDE);

each("two keys in one task are two keys", async ({ page }) => {
  await open(page, sites.top);
  const keys = (...keys) => page.$eval(".plot", (plot, keys) => {
    for (const key of keys) plot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }, keys);
  await send(page, "write start_ctrl 1", "until state == IDLE");
  await page.waitForFunction(() => document.querySelector("#state .readout .said").textContent === "IDLE");
  const idle = await step(page);
  await types(page, "until state == RUNNING");
  await page.waitForFunction(() => document.querySelector("#state .readout .said").textContent === "RUNNING");
  const running = await step(page);
  await keys("<", "<");
  await atStep(page, idle);
  await keys(">", ">");
  await atStep(page, running);
  await keys("ArrowLeft", "ArrowLeft", ",", ",");
  await atStep(page, running - 4);
  await keys("ArrowRight", ".", " ", " ");
  await atStep(page, running - 2);
  assert.equal(await page.$eval(".button.run", (run) => run.textContent.trim()), "Run");
}, WIDE);

each("the timeline: press, drag, arrow keys; zoom by wheel, button and key; what has not run is hatched", async ({ page }) => {
  await open(page, sites.top);
  await send(page, "step 20", "write start_ctrl 1", "step 30");
  await atStep(page, 50);
  // 64 steps over the columns right of the names.
  const box = await page.$eval(".plot", (plot) => { const { left, top, width, height } = plot.getBoundingClientRect(); return { left, top, width, height }; });
  const x = (at) => box.left + 112 + ((box.width - 112) * at) / 64;
  const y = box.top + box.height / 2;
  await page.mouse.click(x(10), y);
  await atStep(page, 10);
  await page.mouse.move(x(10), y);
  await page.mouse.down();
  await page.mouse.move(x(30), y, { steps: 4 });
  await page.mouse.up();
  await atStep(page, 30);
  assert.equal(await page.$$eval(".plot .ahead", (all) => all.length), 1);
  assert.equal(await page.$$eval(".plot .action", (all) => all.map((g) => g.textContent).join()), "step 20: write start_ctrl 1");
  await page.focus(".plot");
  await page.keyboard.press("ArrowLeft");
  await atStep(page, 29);
  await page.keyboard.press("End");
  await atStep(page, 50);
  const drawn = () => page.$eval(".plot", (plot) => plot.innerHTML);
  const becomes = (same, picture) =>
    page.waitForFunction((same, picture) => (document.querySelector(".plot").innerHTML === picture) === same, {}, same, picture);
  const whole = await drawn();
  await page.mouse.move(x(0) + 1, y);
  await page.mouse.wheel({ deltaY: -100 });
  await becomes(false, whole);
  const near = await drawn();
  await page.focus(".plot");
  await page.keyboard.type("-");
  await becomes(false, near);
  await page.click("[aria-label='The whole history']");
  await becomes(true, whole);
  await page.click("[aria-label='Zoom in']");
  await becomes(false, whole);
  await page.keyboard.type("0");
  await becomes(true, whole);
}, WIDE);

each("acting in the past opens a branch, and a button leads to the old future", async ({ page }) => {
  await open(page, sites.top);
  await send(page, "step 20", "write start_ctrl 1", "step 30", "back 40", "remote 5 0x4");
  await page.waitForSelector(".branches button[title='branch main']");
  assert.equal(await page.$$eval(".plot .branch", (all) => all.length), 1);
  await page.click(".branches button[title='branch main']");
  await atStep(page, 50);
  assert.equal(await page.$$eval(".plot .action", (all) => all.map((g) => g.textContent).join()), "step 20: write start_ctrl 1");
}, WIDE);

each("markers have names; tracks and fold are remembered; the table says what the picture shows", async ({ page }) => {
  await open(page, sites.sub);
  await send(page, "step 20", "write start_ctrl 1", "step 10");
  await page.focus(".name-field");
  await page.keyboard.type("<b>here");
  await page.click("button[title='note <b>here']");
  await page.waitForFunction(() => [...document.querySelectorAll(".plot .name")].some((t) => t.textContent === "<b>here"));
  await press(page, "Table");
  const rows = await page.$$eval(".timetable tbody tr", (all) => all.map((tr) => tr.innerText.replace(/\s+/g, " ").trim()));
  assert.ok(rows.includes("20 host write start_ctrl 1"), rows.join("; "));
  assert.ok(rows.includes("30 marker <b>here"), rows.join("; "));
  assert.deepEqual(await axe(page, { include: "#transport" }), []);
  await page.click(".tracks summary");
  await page.evaluate(() => [...document.querySelectorAll(".tracks-body label")].find((l) => l.textContent === "flag").querySelector("input").click());
  await page.waitForFunction(() => ![...document.querySelectorAll(".plot .lane")].some((t) => t.textContent === "flag"));
  await open(page, sites.sub);
  assert.deepEqual(await page.$$eval(".plot .lane", (all) => all.map((t) => t.textContent)), ["state", "start_ctrl", "run_state", "routine"]);
  await page.click(".timeline-bar .fold");
  await open(page, sites.sub);
  assert.deepEqual(await page.$$eval(".plot .lane", (all) => all.map((t) => t.textContent)), ["state"]);
}, WIDE);
