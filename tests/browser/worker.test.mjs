// What the worker does: the way to a goal, what an assumption would change, a host's log, exports. While it works, the page
// answers; what it began can be given up; where it cannot start, a sentence says so.

import assert from "node:assert/strict";
import { axe, each, open, sites } from "./each.mjs";

const WIDE = { viewport: { width: 1440, height: 1000 } };

/** Types a command into the console. */
async function types(page, command) {
  await page.focus("#console-field");
  await page.keyboard.type(command);
  await page.keyboard.press("Enter");
}

/** Waits until the true state is `state`. */
const reaches = (page, state) =>
  page.waitForFunction((wanted) => document.querySelector("#state .readout .said")?.textContent === wanted, { timeout: 60_000 }, state);

/** Clicks what `pick` finds in the page; the dock may lie over it, and what is tested is not the scrolling. */
const press = (page, within, text) =>
  page.evaluate((within, text) => {
    const button = [...document.querySelectorAll(`${within} button`)].find((b) => b.textContent.trim().startsWith(text));
    if (!button) throw new Error(`no button ${text} in ${within}`);
    button.click();
  }, within, text);

/** The text of the first element that matches, once it matches `pattern`. */
async function says(page, selector, pattern) {
  const found = await page.waitForFunction(
    (selector, source) => {
      const text = document.querySelector(selector)?.textContent ?? "";
      return new RegExp(source).test(text) && text;
    },
    { timeout: 60_000 },
    selector,
    pattern.source,
  );
  return found.jsonValue();
}

/** Sets the text of a field as typing would. */
const fill = (page, selector, text) =>
  page.$eval(selector, (field, text) => {
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, text);

each("the worker's module is fetched when it is first needed, and not before", async ({ page }) => {
  const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname.split("/").at(-1)));
  await open(page, sites.sub);
  assert.ok(!fetched.some((name) => name.includes("worker")), fetched.join(" "));
  await press(page, "#whatif", "Try every option");
  await says(page, "#whatif .answer", /steps/);
}, WIDE);

each("take me to HALTED: the way is found, sent, and the state is reached", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "write start_ctrl 1");
  await types(page, "until state == RUNNING");
  await reaches(page, "RUNNING");
  await press(page, "#explore .goals", "HALTED");
  const sentence = await says(page, "#explore .answer", /reached with/);
  assert.match(sentence, /state == HALTED: reached with \d host action/);
  const title = await page.$eval("#explore .answer button[data-look=key]", (b) => b.title);
  const listed = await page.$$eval("#explore .answer ol li", (all) => all.map((li) => li.textContent));
  assert.deepEqual(title.split("\n"), listed, "the button's title is what it sends");
  await press(page, "#explore .answer", "Send");
  await reaches(page, "HALTED");
  // An answer holds for the place where it was asked.
  await says(page, "#explore .answer", /moved on since/);
  assert.equal(await page.$eval("#explore .answer button[data-look=key]", (b) => b.getAttribute("aria-disabled")), "true");
}, WIDE);

each("a goal out of reach names the bound, a bad one its column", async ({ page }) => {
  await open(page, sites.top);
  await fill(page, "#explore input", "run_state == 7");
  await press(page, "#explore", "Find the way");
  await says(page, "#explore .answer", /not reachable within the bound: run_state == 0?x?7[^]*states seen/);
  await fill(page, "#explore input", "state = HALTED");
  await press(page, "#explore", "Find the way");
  await says(page, "#explore [role=alert]", /column \d+/);
}, WIDE);

each("why: a published pause is followed to the remote word, each link with its evidence", async ({ page }) => {
  await open(page, sites.top);
  for (const line of ["remote 5 4", "write start_ctrl 1", "until state == RUNNING", "queue 0xa1 sync=5", "until state == PAUSED"]) await types(page, line);
  await reaches(page, "PAUSED");
  await press(page, "#why", "Follow it back");
  await says(page, "#why .answer", /run_state is 0x00000002 at step/);
  const links = await page.$$eval("#why .trail li", (all) => all.map((li) => [li.dataset.cause, li.querySelector("code").textContent, li.querySelector(".evidence").textContent, li.querySelector(".said").textContent]));
  assert.deepEqual(links[0].slice(0, 3), ["made by", "0x1cee", "HIGH OBSERVED"]);
  assert.equal(links.at(-1)[3], "remote 5 4");
  assert.ok(links.every(([, , evidence]) => /^(HIGH|MED|LOW) [A-Z]+$/.test(evidence)), JSON.stringify(links));
  await fill(page, "#why input", "strat_ctrl");
  await press(page, "#why", "Follow it back");
  await says(page, "#why .job", /no register is called strat_ctrl/);
  assert.deepEqual(await axe(page, { include: "#questions" }), []);
}, WIDE);

each("what if: the switch that decides what is read after a resume is named", async ({ page }) => {
  await open(page, sites.top);
  for (const line of ["write start_ctrl 1", "until state == RUNNING", "remote 5 4", "queue 0xa1 sync=5", "until state == PAUSED", "write start_ctrl 1", "until state == RUNNING"]) {
    await types(page, line);
  }
  await reaches(page, "RUNNING");
  await press(page, "#whatif", "Try every option");
  await page.waitForSelector("#whatif [data-switch=resume_republish]", { timeout: 60_000 });
  const text = await page.$eval("#whatif [data-switch=resume_republish]", (li) => li.textContent);
  assert.match(text, /both.*From step \d+ on: nx.run_state reads 0x1/);
  assert.deepEqual(await axe(page, { include: "#questions" }), []);
  await page.$eval('#whatif [data-switch=resume_republish] button[title="assume resume_republish both"]', (b) => b.click());
  await page.waitForFunction(() => document.querySelector("select[aria-label=resume_republish]")?.value === "both");
}, WIDE);

each("while the worker works the page answers, and cancel ends it", async ({ page }) => {
  await open(page, sites.top);
  // A goal that nothing reaches, with every PC in the state: it takes long.
  await fill(page, "#explore input", "work_pc == 0x123456789abcdef and state == PAUSED");
  await press(page, "#explore", "Find the way");
  await says(page, "#explore .job-words", /states seen/);
  const slow = await page.evaluate(async () => {
    const step = [...document.querySelectorAll("button")].find((b) => b.textContent.trim() === "Step");
    let worst = 0;
    for (let n = 0; n < 10; n += 1) {
      const begun = performance.now();
      step.click();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      worst = Math.max(worst, performance.now() - begun);
    }
    return worst;
  });
  assert.ok(slow < 500, `${slow} ms for a step`);
  assert.match(await page.$eval("#state .panel-head", (h) => h.textContent), /step 10/);
  await press(page, "#explore", "Cancel");
  await says(page, "#explore .job", /Cancelled/);
  // It can be asked again.
  await press(page, "#explore .goals", "RUNNING");
  await says(page, "#explore .answer", /reached with/);
}, WIDE);

each("a log is read to its end with 64-bit addresses whole, and a second one replaces it", async ({ page }) => {
  await open(page, sites.top);
  const give = (text) => page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "log.txt"));
    document.querySelector("#trace .drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  const count = (name) => page.$eval(`#trace [data-count="${name}"] dd`, (dd) => dd.textContent);
  await give("0x001003084038 6\nnonsense\n0xffffffffffffffff 1\n");
  await says(page, "#trace [data-count=lines] dd", /^3$/);
  assert.deepEqual([await count("writes"), await count("elsewhere"), await count("bad lines")], ["2", "1", "1"]);
  await give("0x001003084038 1\n".repeat(200_000));
  await says(page, "#trace [data-count=lines] dd", /^200000$/);
  assert.equal(await count("doorbells"), "200000");
}, WIDE);

each("each export is made, is what its name says, and can be saved", async ({ page }) => {
  await open(page, sites.top);
  for (const line of ["write start_ctrl 1", "until state == RUNNING", "ring m2s group=1 queue=3 count=6", "step 20"]) await types(page, line);
  await reaches(page, "RUNNING");
  // What is saved is taken where the page hands it over; nothing has to land on this machine's disk.
  await page.evaluate(() => {
    globalThis.saved = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      globalThis.blob = blob;
      return make.call(URL, blob);
    };
    document.addEventListener("click", (event) => {
      if (event.target.matches?.("a[download]")) event.preventDefault();
    }, true);
    HTMLAnchorElement.prototype.click = function () {
      globalThis.saved.push({ name: this.download, blob: globalThis.blob });
    };
  });
  await page.click('.top button[title^="The session in other formats"]');
  await page.waitForSelector("#exports[open]");
  const holds = {
    "run.txt": /true state {2}RUNNING/,
    "run.jsonl": /"digest":"0x[0-9a-f]{16}"/,
    "run.vcd": /\$enddefinitions \$end/,
    "run.perfetto.json": /"traceEvents"/,
    "timeline.svg": /^<svg|<svg /,
    "fanout.svg": /<svg /,
    "rings.svg": /<svg /,
    "states.svg": /<svg /,
    "states.dot": /digraph/,
    "states.mmd": /stateDiagram-v2/,
    "states.scxml": /<scxml/,
    "registers.svd": /<peripheral>/,
    "registers.h": /#define/,
    "host.c": /writel/,
    "host.rs": /write_volatile/,
    "host.py": /mmap/,
    "host.sh": /devmem/,
  };
  const offered = await page.$$eval("#exports input[type=radio]", (all) => all.map((input) => input.value));
  assert.deepEqual(offered, Object.keys(holds));
  for (const [name, pattern] of Object.entries(holds)) {
    await page.$eval(`#exports input[value="${name}"]`, (input) => input.click());
    await page.waitForFunction((name) => document.querySelector("#exports .exports-name code")?.textContent === name, { timeout: 60_000 }, name);
    await press(page, "#exports", "Download");
    const file = await page.evaluate(async () => {
      const { name, blob } = globalThis.saved.at(-1);
      return { name, size: blob.size, text: await blob.text() };
    });
    assert.equal(file.name, name);
    assert.match(file.text, pattern, name);
    assert.ok(file.size > 100, `${name}: ${file.size} bytes`);
    if (name.endsWith("json")) assert.doesNotThrow(() => JSON.parse(file.text), name);
    if (name.endsWith(".svg")) await page.waitForFunction(() => document.querySelector("#exports img")?.naturalWidth > 0);
  }
  assert.deepEqual(await axe(page, { include: "#exports" }), []);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#exports:not([open])");
}, WIDE);

each("where no worker can start, a sentence says so and the page goes on", async ({ page, watch }) => {
  await page.evaluateOnNewDocument(() => {
    globalThis.Worker = function () {
      throw new DOMException("refused", "SecurityError");
    };
  });
  await open(page, sites.top);
  await press(page, "#whatif", "Try every option");
  await says(page, "#whatif [role=alert]", /starts no worker here/);
  await types(page, "step 3");
  await says(page, "#state .panel-head", /step 3/);
  assert.deepEqual(watch.complaints, []);
}, WIDE);
