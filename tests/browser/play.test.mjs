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
  await page.waitForFunction((wanted) => document.querySelector("#state .readout .said")?.textContent === wanted, { timeout: 60_000 }, state);
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

each("bundles unfold, fields on demand, arrays in full only when asked", async ({ page }) => {
  await open(page, sites.top);
  assert.equal(await page.$$eval("[data-bundle] .csrs > li", (all) => all.length), 0);
  await page.click("[data-bundle=general] > summary");
  await page.waitForSelector("[data-bundle=general][open] .csrs > li");
  const shown = () => page.$$eval("[data-bundle=general] .csrs > li", (all) => all.length);
  const some = await shown();
  assert.ok(some > 0 && some < 60, `${some} of 60 shown`);
  // The dock may lie over it: what is tested is the button, not the scrolling.
  await page.$eval("[data-bundle=general] > button", (button) => button.click());
  await page.waitForFunction(() => document.querySelectorAll("[data-bundle=general] .csrs > li").length === 60);

  await page.evaluate(() => [...document.querySelectorAll("#regs button.name")].find((b) => b.textContent === "start_ctrl").click());
  const field = await page.waitForSelector("#regs .fields li");
  assert.match(await field.evaluate((li) => li.textContent), /reset 0x0.*(RW|RO|WO)/);
}, WIDE);

each("on Sunda a register of unknown place says why", async ({ page }) => {
  await open(page, sites.sub);
  await types(page, "generation sunda");
  await page.waitForFunction(() => document.body.textContent.includes("0x00100000"));
  await page.click("[data-bundle=hw_decode] > summary");
  const row = await page.waitForSelector("[data-bundle=hw_decode] .csrs > li");
  assert.match(await row.evaluate((li) => li.textContent), /place unknown.*no page/);
  assert.equal(await row.$eval(".value", (value) => value.textContent), "?");
}, WIDE);

each("a contradiction's mark leads to its note", async ({ page }) => {
  await open(page, sites.top);
  const mark = await page.waitForSelector("#regs a.clash[href='#C08']");
  const title = await mark.evaluate((a) => a.title);
  await mark.evaluate((a) => a.click());
  const note = await page.waitForSelector("#C08:target");
  const text = await note.evaluate((li) => li.textContent);
  assert.ok(text.includes(title.replace("Sources disagree: ", "")), `${title} in ${text}`);
  assert.ok(text.includes("csr.nx.run_state"), text);
}, WIDE);

each("each engine says both of its rings", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "ring m2s engine=5 queue=3 count=6");
  await types(page, "ring s2m engine=5 queue=3 count=9");
  await page.waitForFunction(() => /M2S head 0, tail 6.*S2M head 0, tail 9/.test(document.getElementById("engine-5").getAttribute("aria-label")));
  assert.equal(await page.$$eval("#engine-5 .gauge", (all) => all.length), 2);
}, WIDE);

each("a thunk as the source of a doorbell", async ({ page }) => {
  await open(page, sites.top);
  await page.evaluate(() => [...document.querySelectorAll("#bell label")].find((label) => label.textContent.trim() === "thunk").click());
  await page.waitForSelector("#bell select[aria-label=Thunk]");
  await page.select("#bell select[aria-label=Thunk]", String(0x3968));
  await page.waitForSelector('#bell button[title^="thunk channel.0.out m2s group=1"]');
  // The dock may lie over it, and what is tested is not the scrolling.
  await page.$eval('#bell button[title^="thunk channel.0.out m2s group=1"]', (button) => button.click());
  await page.waitForFunction(() => document.querySelector(".fan").getAttribute("aria-label").includes("by the thunk channel.0.out"));
  await page.waitForFunction(() => document.getElementById("engine-16").getAttribute("aria-label").includes("tail 6"));
  // Where it aims no source says: alone, the walk ends, and the log says why.
  await types(page, "thunk channel.0.out");
  await page.waitForFunction(() => document.querySelector("#log").textContent.includes("the walk stops: "));
}, WIDE);

each("an address is decoded as it is typed, and a hole says that it is one", async ({ page }) => {
  await open(page, sites.top);
  const field = ".decode input";
  await page.type(field, "0x0010_0308_4038");
  await page.waitForFunction(() => /group1.*directionM2S.*queue3/.test(document.querySelector(".decode dl")?.textContent ?? ""));
  assert.equal(await page.$(".decode [data-hole]"), null);
  await page.type(field, "z");
  await page.waitForFunction(() => document.querySelector(".decode [data-hole]")?.textContent.includes("hex"));
}, WIDE);

each("a log is read, counted, and its bad lines have numbers", async ({ page }) => {
  await open(page, sites.top);
  const count = (name) => page.$eval(`#trace [data-count="${name}"] dd`, (dd) => dd.textContent);
  const give = (text, how) => page.evaluate((text, how) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "log.txt"));
    if (how === "drop") {
      document.querySelector("#trace .drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    } else {
      const field = document.querySelector("#trace input");
      field.files = data.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }, text, how);
  await give("0x001003084038 6\n0x001003085038 2\nnonsense\n0x001003084000 1\n0x001003084038 1\n", "drop");
  await page.waitForFunction(() => document.querySelector("#trace [data-count=lines] dd")?.textContent === "5");
  assert.deepEqual([await count("writes"), await count("doorbells"), await count("groups"), await count("bad lines")], ["4", "3", "2", "1"]);
  assert.match(await page.$eval("#trace .trace-lines:last-of-type", (ul) => ul.textContent), /line 3/);
  assert.match(await page.$eval("#trace .trace-rings", (ul) => ul.textContent), /group 1 M2S queue 3/);

  // A long one in pieces, chosen rather than dropped; no task of the page may take over 50 ms.
  await page.evaluate(() => {
    window.tasks = [];
    if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
      new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration))).observe({ type: "longtask" });
    }
  });
  await give("0x001003084038 1\n".repeat(100_000), "choose");
  await page.waitForFunction(() => document.querySelector("#trace [data-count=lines] dd")?.textContent === "100000", { timeout: 60_000 });
  assert.equal(await count("doorbells"), "100000");
  const tasks = await page.evaluate(() => window.tasks);
  // Handing over the text is the test's own task; a loaded machine is given twice the limit.
  assert.ok(tasks.slice(1).every((ms) => ms < 100), `tasks of ${tasks} ms`);
}, WIDE);

each("no accessibility violation with everything unfolded", async ({ page }) => {
  await open(page, sites.top);
  await page.click("[data-bundle=window] > summary");
  await page.click("[data-bundle=general] > summary");
  await page.evaluate(() => document.querySelector("#regs button.name").click());
  await page.type(".decode input", "0x001003084038");
  await page.waitForSelector(".decode dl");
  assert.deepEqual(await axe(page), []);
}, WIDE);

for (const scheme of ["light", "dark"]) {
  each(`no accessibility violation, ${scheme}`, async ({ page }) => {
    await open(page, sites.top);
    await types(page, "write start_ctrl 1");
    await types(page, "until state == RUNNING");
    await reaches(page, "RUNNING");
    // A value that flashes has no contrast to measure; every motion of the page ends.
    await page.evaluate(() => Promise.all(document.getAnimations().map((motion) => motion.finished.catch(() => {}))));
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
