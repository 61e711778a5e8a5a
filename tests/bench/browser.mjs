// The benchmarks that need a browser: what Play weighs, how soon it answers, whether it stays smooth, whether it rests.
// Prints `name value` lines. Use: SEQBELL_URL=ADDRESS-OF-PLAY node browser.mjs size|start|frames|rest|full|events
// Chromium only: throttling and traces are its own. A page that complains makes the run fail, as in the tests.

import { closeAll, open, withPage } from "../browser/browsers.mjs";
import { fetched, kilobytes } from "./weigh.mjs";

const WIDE = { viewport: { width: 1440, height: 1000 } };
const THROTTLED = 4;
const STARTS = 5;
const ROUNDS = 5;
const SPAN_MS = 3000;
/** How long a doorbell travels: `--motion` in the page's tokens. */
const MOTION_MS = 620;

const url = process.env.SEQBELL_URL;
const tell = (name, value) => console.log(`${name} ${value}`);
const inBrowser = (body) => withPage("chromium", WIDE, ({ page }) => body(page));
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const pause = (page, ms) => page.evaluate((ms) => new Promise((done) => { setTimeout(done, ms); }), ms);

async function throttle(page, rate) {
  const session = await page.createCDPSession();
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return session;
}

// -- what it weighs

/** Every file that the page asks for until it stands and the network is quiet, each compressed by itself. */
const size = () => inBrowser(async (page) => {
  const bodies = fetched(page);
  await open(page, url);
  await page.waitForNetworkIdle({ idleTime: 500 });
  const files = await Promise.all(bodies);
  tell("play_files", files.length);
  tell("play_kilobytes", kilobytes(files));
});

// -- how soon it answers

/** In the page: presses Step as soon as there is one, and notes when the page shows that the step was made. */
function pressAtOnce() {
  const button = () => [...document.querySelectorAll("#transport button")].find((b) => b.textContent.trim() === "Step");
  let pressed = false;
  const look = () => {
    if (!pressed && button()) {
      pressed = true;
      button().click();
    }
    if (pressed && document.querySelector("#state .panel-head")?.textContent.includes("step 1")) {
      watch.disconnect();
      requestAnimationFrame(() => { globalThis.answered = performance.now(); });
    }
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Milliseconds from the navigation to the frame that shows the first step; a fresh profile each time. */
const start = async () => {
  const times = async (rate) => {
    const all = [];
    for (let n = 0; n < STARTS; n += 1) {
      all.push(await inBrowser(async (page) => {
        await throttle(page, rate);
        await page.evaluateOnNewDocument(pressAtOnce);
        await page.goto(url);
        const answered = await page.waitForFunction(() => globalThis.answered, { timeout: 30_000 });
        return answered.jsonValue();
      }));
    }
    return median(all);
  };
  tell("start_seconds", await times(1) / 1000);
  tell("start_throttled_seconds", await times(THROTTLED) / 1000);
};

// -- whether it stays smooth

/**
 * In the page: a doorbell to every engine, all in one go through the console as one would type them, then the motion to its end; some
 * rounds, of which the first warms up. Counts the frames from the first that shows the doorbells, and the time until then.
 */
async function ringAll(rounds, motion) {
  const lines = [
    ...Array.from({ length: 8 }, (_, group) => `ring m2s group=${group} queue=3 count=3`),
    ...Array.from({ length: 4 }, (_, n) => `ring m2s engine=${128 + n} queue=3 count=3`),
  ];
  const field = document.getElementById("console-field");
  const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const ring = (line) => {
    type.call(field, line);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.form.requestSubmit();
  };
  const frame = () => new Promise(requestAnimationFrame);
  let [frames, time, writes] = [0, 0, []];
  for (let round = 0; round <= rounds; round += 1) {
    const before = performance.now();
    lines.forEach(ring);
    await frame();
    const began = await frame();
    if (round > 0) writes.push(performance.now() - before);
    let now = began;
    while (now - began < motion) {
      now = await frame();
      frames += round > 0;
    }
    if (round > 0) time += now - began;
  }
  return { rate: (frames * 1000) / time, writes: writes.sort((a, b) => a - b)[writes.length >> 1] };
}

/** In the page: frames a second when nothing happens at all. */
async function display(span) {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const began = performance.now();
  let frames = 0;
  while (performance.now() - began < span) {
    await frame();
    frames += 1;
  }
  return (frames * 1000) / (performance.now() - began);
}

/** Frames a second of a display that makes 60. */
const frames = async () => {
  for (const [name, rate] of [["fan_frames", 1], ["fan_frames_throttled", THROTTLED]]) {
    await inBrowser(async (page) => {
      const most = await page.evaluate(display, 1000);
      await open(page, url);
      await throttle(page, rate);
      const { rate: made, writes } = await page.evaluate(ringAll, ROUNDS, MOTION_MS);
      const engines = await page.$$eval("[id^=engine-]", (all) => all.filter((e) => !/M2S sample ring, untouched/.test(e.getAttribute("aria-label"))).length);
      if (engines !== 132) throw new Error(`${engines} engines heard a doorbell, not 132`);
      tell(name, Math.min(60, Math.round((60 * made) / most)));
      tell(`${name}_writes_ms`, writes);
    });
  }
};

// -- whether it rests

/** In the page, before anything else: counts what is scheduled and what runs. */
function count() {
  globalThis.counted = { calls: 0, intervals: new Set() };
  const wrap = (name, repeats) => {
    const original = globalThis[name].bind(globalThis);
    globalThis[name] = (work, ...rest) => {
      counted.calls += 1;
      const id = original((...given) => {
        counted.calls += 1;
        return work(...given);
      }, ...rest);
      if (repeats) counted.intervals.add(id);
      return id;
    };
  };
  for (const name of ["requestAnimationFrame", "setTimeout", "requestIdleCallback"]) wrap(name, false);
  wrap("setInterval", true);
  const clear = globalThis.clearInterval.bind(globalThis);
  globalThis.clearInterval = (id) => {
    counted.intervals.delete(id);
    clear(id);
  };
}

/** What was under way before may end: motion, and saving once the user rests. */
const settled = () => new Promise((done) => { setTimeout(done, 2000); });

/** Timers that exist, and calls and animations during a second. */
async function second(page) {
  const now = () => page.evaluate(() => counted.calls + document.getAnimations().filter((a) => a.playState === "running").length);
  const before = await page.evaluate(() => counted.calls);
  await new Promise((done) => { setTimeout(done, 1000); });
  return await now() - before + await page.evaluate(() => counted.intervals.size);
}

const rest = () => inBrowser(async (page) => {
  await page.evaluateOnNewDocument(count);
  await open(page, url);
  const run = () => page.click("#transport button.run");
  await run();
  await page.waitForFunction(() => /step [1-9]/.test(document.querySelector("#state .panel-head")?.textContent));
  const playing = await second(page);
  if (playing === 0) throw new Error("nothing is counted while the clock runs");
  await run();
  await settled();
  tell("paused_calls", await second(page));
  await run();
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await settled();
  tell("hidden_calls", await second(page));
});

// -- at full speed

/** Where the page gets the main thread by itself: a timer, a frame, a message. Rendering that it causes in the same turn is in it. */
const TURNS = new Set(["TimerFire", "FireAnimationFrame", "HandlePostMessage", "RunMicrotasks"]);

const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

/** What Chromium tells of the time until the trace is taken. */
async function trace(page, work) {
  await page.tracing.start({ categories: CATEGORIES });
  await work();
  return JSON.parse(new TextDecoder().decode(await page.tracing.stop())).traceEvents;
}

/** How long it had the thread each time, by the thread's own clock: other programs do not count. */
function slices(events, turns = TURNS) {
  const main = new Set(events.filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain").map((e) => `${e.pid} ${e.tid}`));
  return events.filter((e) => turns.has(e.name) && e.tdur !== undefined && main.has(`${e.pid} ${e.tid}`)).map((e) => e.tdur / 1000);
}

const full = () => inBrowser(async (page) => {
  await open(page, url);
  await page.evaluate(() => {
    const range = document.querySelector("#transport input[type=range]");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(range, range.max);
    range.dispatchEvent(new InputEvent("input", { bubbles: true }));
    globalThis.slow = [];
    new PerformanceObserver((list) => slow.push(...list.getEntries().map((e) => e.duration))).observe({ type: "event", durationThreshold: 16 });
  });
  await page.click("#transport button.run");
  await pause(page, 1000);
  const all = slices(await trace(page, () => pause(page, SPAN_MS)));
  if (all.length === 0) throw new Error("the page does nothing in the trace");
  tell("slice_ms", Math.max(...all));
  const step = () => page.$eval("#state .panel-head", (head) => Number(head.textContent.match(/step ([\d,_ ]+)/)?.[1].replace(/\D/g, "")));
  const [before, began] = [await step(), performance.now()];
  for (let n = 0; n < 20; n += 1) {
    await page.click("#console-field");
    await page.keyboard.type("a");
  }
  tell("page_steps", ((await step() - before) * 1000) / (performance.now() - began));
  // An event that took less than the threshold is not told: it is at most that.
  tell("input_ms", await page.evaluate(() => Math.max(16, ...slow)));
});

// -- with a long past

/** Anything that the main thread does in one go. */
const TASKS = new Set(["ThreadControllerImpl::RunTask", "RunTask"]);
const EVENTS = 100_000;

/** So many steps, each an event, on the timeline as a whole; then what one does with them. Parsing and compiling the page are not in it. */
const events = () => inBrowser(async (page) => {
  await open(page, url);
  const stands = (step) => page.waitForFunction((step) => document.querySelector(".position b").textContent === String(step)
    && document.querySelector(".button.run").textContent.trim() === "Run", {}, step);
  const types = async (line) => {
    await page.focus("#console-field");
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  };
  const all = slices(await trace(page, async () => {
    for (const line of ["write start_ctrl 1", "remote 5 4", "queue 0xa1 sync=5", `run ${EVENTS}`]) await types(line);
    await stands(EVENTS);
    await page.focus(".plot");
    await page.keyboard.type("0");
    for (const [key, step] of [[",", EVENTS - 1], [".", EVENTS], ["Home", 0], ["End", EVENTS], ["<", null], [">", null]]) {
      await page.keyboard.press(key);
      if (step !== null) await stands(step);
    }
    for (const key of ["+", "+", "-", "h", "l", "0"]) await page.keyboard.type(key);
    await types("write start_ctrl 1");
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  }), TASKS);
  if (all.length === 0) throw new Error("there is no task in the trace");
  tell("events_task_ms", Math.max(...all));
  tell("events_tasks_over", all.filter((ms) => ms > 50).length);
});

try {
  await { size, start, frames, rest, full, events }[process.argv[2]]();
} finally {
  await closeAll();
}
