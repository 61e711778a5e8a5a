// The pages around Play: the front page moves, each lesson is walked to its end by keyboard, exercises tell mistakes apart,
// progress is kept, and every fact can be found. SEQBELL_SITE is the root of the finished folder, with a slash at its end.

import assert from "node:assert/strict";
import { axe, each as inEach } from "./each.mjs";

const site = process.env.SEQBELL_SITE;
// Without the finished folder there is nothing to open.
const each = site ? inEach : () => {};
const LESSONS = ["doorbell", "pause-or-halt", "one-write-many-engines", "what-the-host-sees"];
const WAIT = { timeout: 60_000 };
const TABS_MAX = 1500;
/** The documents, as pages. */
const DOCUMENTS = ["docs/", ...["embedding", "script", "cli", "model", "implied"].map((name) => `docs/${name}/`)];

const goto = (page, path) => page.goto(new URL(path, site), { waitUntil: "load" });

/** What has the focus, in the few words that a walk needs; within a player it is the player. */
const focus = (page) => page.evaluate(() => {
  const here = document.activeElement;
  const exercise = here.closest(".exercise");
  return {
    end: here.closest("footer, nav.ways") !== null || here === document.body,
    right: here.matches(".predict details[data-right]:not([open]) > summary"),
    solution: here.matches(".solution > summary"),
    line: here.matches(".try input"),
    check: here.matches(".try [name=check]"),
    exercise: exercise?.dataset.exercise,
    passed: exercise?.querySelector(".verdict").dataset.verdict === "passed",
  };
});

const formOf = (id) => `[data-exercise="${id}"] .try:not([hidden])`;

/** Goes back from below an exercise to its line, types the solution that the page shows, and checks it. */
async function solve(page, id) {
  await page.waitForSelector(formOf(id), WAIT);
  for (let n = 0; n < 6; n += 1) {
    await page.keyboard.down("Shift");
    await page.keyboard.press("Tab");
    await page.keyboard.up("Shift");
    if ((await focus(page)).line) break;
  }
  const script = await page.$eval(`[data-exercise="${id}"] .solution pre`, (pre) => pre.textContent);
  await give(page, script);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.ok((await focus(page)).check, `${id}: Check is two stops behind the line`);
  await page.keyboard.press("Enter");
  await verdict(page, id, "passed");
}

/** Types a script into the line that has the focus, a command at a time. */
async function give(page, script) {
  for (const line of script.trim().split("\n")) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.value === "", WAIT);
  }
}

async function verdict(page, id, wanted) {
  await page.waitForFunction((id) => {
    const { dataset, textContent } = document.querySelector(`[data-exercise="${id}"] .verdict`);
    return dataset.verdict !== "sent" && /\S/.test(textContent);
  }, WAIT, id);
  const got = await page.$eval(`[data-exercise="${id}"] .verdict`, (p) => [p.dataset.verdict, p.textContent]);
  assert.equal(got[0], wanted, `${id}: ${got[1]}`);
  return got[1];
}

for (const lesson of LESSONS) {
  each(`the lesson ${lesson} is walked to its end by keyboard`, async ({ page }) => {
    await goto(page, `learn/${lesson}/`);
    let started = false;
    for (let n = 0; n < TABS_MAX; n += 1) {
      await page.keyboard.press("Tab");
      const here = await focus(page);
      if (here.right) await page.keyboard.press("Enter");
      if (here.solution && !here.passed) await solve(page, here.exercise);
      started ||= here.right;
      if (started && here.end) break;
    }
    const steps = await page.$$eval(".step", (all) => all.length);
    const exercises = await page.$$eval(".exercise", (all) => all.length);
    const wanted = `Questions answered in ${steps} of ${steps} parts, ${exercises} of ${exercises} exercises solved`;
    await page.waitForFunction((wanted) => document.querySelector(".parts .count").textContent === wanted, WAIT, wanted);
    const solved = await page.$$eval(".exercise", (all) => all.map((e) => e.hasAttribute("data-is-done")));
    assert.deepEqual(solved, solved.map(() => true));
  });
}

each("a wrong answer is explained, a hint helps, and another try passes", async ({ page }) => {
  await goto(page, "learn/pause-or-halt/#exercise-pause-it");
  await page.waitForSelector(formOf("pause-it"), WAIT);
  await page.focus(`${formOf("pause-it")} input`);
  await give(page, "queue 0xa1 sync=5\nremote 7 0x4\nwrite start_ctrl 1\nuntil state == HALTED");
  const press = (name) => page.$eval(`${formOf("pause-it")} [name=${name}]`, (button) => button.click());
  await press("check");
  assert.match(await verdict(page, "pause-it", "wrong"), /found its bit clear/);
  await press("hint");
  assert.deepEqual(await page.$$eval('[data-exercise="pause-it"] .hints > li', (all) => all.map((li) => !li.hidden).slice(0, 2)), [true, false]);
  assert.match(await page.$eval('[data-exercise="pause-it"] .hints > li', (li) => li.textContent), /number behind sync=/);
  await page.focus(`${formOf("pause-it")} input`);
  await page.keyboard.type("remote five 1");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-exercise="pause-it"] .verdict[data-verdict="error"]', WAIT);
  assert.match(await page.$eval('[data-exercise="pause-it"] .verdict', (p) => p.textContent), /for example: remote 5 0x4/);
  // A command that failed does not stay for the next try.
  await press("again");
  await page.waitForFunction((form) => document.querySelector(`${form} input`).value === "", WAIT, formOf("pause-it"));
  await give(page, "remote 5 0x4\nqueue 0xa1 sync=5\nwrite start_ctrl 1\nuntil state == PAUSED");
  await press("check");
  await verdict(page, "pause-it", "passed");
});

each("a run in an exercise stops at the goal and says so", async ({ page }) => {
  await goto(page, "learn/doorbell/#exercise-start-it");
  await page.waitForSelector(formOf("start-it"), WAIT);
  for (let round = 0; round < 2; round += 1) {
    await page.focus(`${formOf("start-it")} input`);
    await give(page, "write start_ctrl 1\nrun");
    assert.match(await page.$eval('[data-exercise="start-it"] .verdict', (p) => p.textContent), /goal is reached/);
    const at = await page.$eval('[data-exercise="start-it"] seqbell-player', (p) => p.snapshot());
    assert.equal(at.state, "RUNNING");
    assert.ok(at.step < 1000, `${at.step}`);
    await page.$eval(`${formOf("start-it")} [name=again]`, (button) => button.click());
    await page.waitForFunction(() => document.querySelector('[data-exercise="start-it"] seqbell-player').snapshot().step === 0, WAIT);
  }
});

each("a figure of a lesson takes commands, answers, and keeps its transport in sight", async ({ page }) => {
  await goto(page, "learn/doorbell/#six-registers");
  const form = await page.waitForSelector(".live .try:not([hidden])", WAIT);
  const field = await form.$("input");
  await field.focus();
  await give(page, "write start_ctrl 1\nread start_ctrl");
  assert.match(await page.$eval(".live .verdict", (p) => p.textContent), /start_ctrl/);
  const seen = await page.$eval(".live seqbell-player", (player) => {
    const stage = player.shadowRoot.querySelector(".stage").getBoundingClientRect();
    const controls = player.shadowRoot.querySelector(".controls").getBoundingClientRect();
    const names = [...player.shadowRoot.querySelectorAll(".csrs .name")].map((name) => name.textContent);
    return { height: stage.height, within: controls.bottom <= stage.bottom + 1 && controls.top >= stage.top, names };
  });
  assert.ok(seen.height <= 482 && seen.within, JSON.stringify(seen));
  assert.deepEqual(seen.names.sort(), ["instr_halt_ctrl", "intr_ctrl", "intr_info", "release_run_stall", "run_state", "start_ctrl"]);
});

each("the first use of a word says what it means and leads to the page of words", async ({ page }) => {
  await goto(page, "learn/doorbell/");
  const says = await page.$eval('.word[href$="#device-local-aperture"]', (word) => {
    word.focus();
    return [word.dataset.says, word.textContent];
  });
  assert.match(says[0], /0x04000000/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#device-local-aperture", WAIT);
  assert.equal(await page.evaluate(() => location.pathname.endsWith("/learn/words/")), true);
});

/** Answers the first question of a lesson. */
const answer = (page) => page.$eval(".predict details[data-right] > summary", (summary) => summary.click());
const said = (page, lesson) => page.$eval(`[data-lesson="${lesson}"] .count`, (p) => p.textContent);
const DONE = '[data-step="six-registers"][data-is-done]';

each("progress outlasts the page, is exported, forgotten and imported", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => { globalThis.saved = text; });
      return make.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = function click() { globalThis.savedAs = this.download; };
  });
  await goto(page, "learn/doorbell/");
  await answer(page);
  await page.waitForSelector(DONE, WAIT);
  await page.reload({ waitUntil: "load" });
  await page.waitForSelector(DONE, WAIT);
  await goto(page, "learn/");
  await page.waitForSelector("#progress-tools:not([hidden])", WAIT);
  assert.match(await said(page, "doorbell"), / in 1 of /);
  await page.click("#export");
  await page.waitForFunction(() => globalThis.saved, WAIT);
  const saved = await page.evaluate(() => [globalThis.savedAs, globalThis.saved]);
  assert.equal(saved[0], "seqbell-progress.json");
  assert.deepEqual(JSON.parse(saved[1]).done, ["doorbell/six-registers"]);
  await page.click("#forget");
  assert.match(await said(page, "doorbell"), / in 0 of /);
  const put = (text) => page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "progress.json", { type: "application/json" }));
    const input = document.getElementById("import");
    input.files = files.files;
    input.dispatchEvent(new Event("change"));
  }, text);
  await put("{}");
  await page.waitForFunction(() => /holds no progress/.test(document.getElementById("told").textContent), WAIT);
  await put(saved[1]);
  await page.waitForFunction(() => / in 1 of /.test(document.querySelector('[data-lesson="doorbell"] .count').textContent), WAIT);
});

each("with storage refused the course works, and says how long progress lasts", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
  });
  await goto(page, "learn/");
  await page.waitForFunction(() => /refuses storage/.test(document.getElementById("kept").textContent), WAIT);
  await goto(page, "learn/doorbell/");
  assert.match(await page.$eval(".kept", (p) => p.textContent), /as long as this page/);
  await answer(page);
  await page.waitForSelector(DONE, WAIT);
});

const cards = (page) => page.$$eval(".fact-card", (all) => all.map((card) => card.dataset.id));

async function ask(page, words) {
  await page.$eval("#count", (p) => { p.textContent = ""; });
  await page.$eval("#filters [name=q]", (input, words) => {
    input.value = words;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, words);
  await page.waitForFunction(() => document.getElementById("count").textContent !== "" && !document.querySelector("#facts[aria-busy]"), WAIT);
  return cards(page);
}

each("a fact is found by words and by its number in any spelling", async ({ page }) => {
  await goto(page, "reference/");
  await page.waitForSelector(".fact-card", WAIT);
  const plain = await ask(page, "0x2d22");
  assert.ok(plain.includes("run-state.enter_run.s23"), plain.join());
  for (const spelling of ["0x2D22", "2d22h", "2D22", "11554", "0x0000_2d22"]) {
    assert.ok((await ask(page, spelling)).includes("run-state.enter_run.s23"), spelling);
  }
  assert.ok((await ask(page, "start_ctrl pointer plus")).length > 0);
  assert.deepEqual(await ask(page, "no such words"), []);
  assert.match(await page.$eval("#count", (p) => p.textContent), /No fact/);
});

each("the reference opens with the registers and states, and what is called by a word comes first", async ({ page }) => {
  await goto(page, "reference/");
  await page.waitForSelector(".fact-card", WAIT);
  const first = (await cards(page)).slice(0, 20);
  assert.deepEqual(first.slice(0, 2), ["csr.nx.run_state", "csr.nx.start_ctrl"]);
  for (const id of ["csr.general.lr[3]", "IDLE", "RUNNING", "PAUSED"]) assert.ok(first.includes(id), `${id}: ${first.join()}`);
  const [top] = await ask(page, "run_state");
  assert.equal(top, "csr.nx.run_state");
  assert.match(await page.$eval(".legend", (legend) => legend.textContent), /OBSERVED.*INFERRED|HIGH.*LOW/s);
});

each("filters narrow by confidence, basis and generation", async ({ page }) => {
  await goto(page, "reference/");
  await page.waitForSelector(".fact-card", WAIT);
  const all = Number((await page.$eval("#count", (p) => p.textContent)).split(" ")[0]);
  for (const [name, value] of [["confidence", "LOW"], ["basis", "ABSENT"], ["generation", "sunda"]]) {
    await page.select(`#filters [name=${name}]`, value);
    await page.waitForFunction((all) => { const n = parseInt(document.getElementById("count").textContent, 10); return n > 0 && n < all; }, WAIT, all);
    if (name !== "generation") {
      await page.waitForFunction((value) => [...document.querySelectorAll(".fact-card .evidence")].every((e) => e.textContent.includes(value)), WAIT, value);
    }
    await page.select(`#filters [name=${name}]`, "");
    await page.waitForFunction((all) => parseInt(document.getElementById("count").textContent, 10) === all, WAIT, all);
  }
});

each("a fact has a lasting address, and leads to what it names, to the lessons and into Play", async ({ page }) => {
  await goto(page, "reference/#run-state.enter_run.s23");
  await page.waitForSelector('.fact-card[data-id="run-state.enter_run.s23"]', WAIT);
  const links = await page.$$eval(".fact-card a", (all) => all.map((a) => a.getAttribute("href")));
  assert.ok(links.includes("#csr.nx.run_state"), links.join());
  assert.ok(links.includes("../learn/doorbell/"), links.join());
  assert.ok(links.some((href) => href.startsWith("../play/#s1.")), links.join());
  await page.click('.fact-card a[href="#csr.nx.run_state"]');
  await page.waitForSelector('.fact-card[data-id="csr.nx.run_state"][data-open]', WAIT);
  assert.equal(await page.evaluate(() => location.hash), "#csr.nx.run_state");
  await goto(page, "learn/doorbell/");
  await page.click("table .fact");
  await page.waitForSelector(".fact-card[data-open]", WAIT);
  await goto(page, "reference/?again#csr.general.lr%5B3%5D");
  await page.waitForSelector('.fact-card[data-id="csr.general.lr[3]"]', WAIT);
});

each("the listing and the registers of Play lead to their records, and so do the figures of a lesson", async ({ page }) => {
  // Each opens beside the page; here its address is enough.
  const leads = async (href, id) => {
    await page.goto(href, { waitUntil: "load" });
    await page.waitForSelector(`.fact-card[data-open][data-id="${id}"]`, WAIT);
  };
  await page.goto(new URL("play/", site), { waitUntil: "load" });
  const mark = await page.waitForSelector("#code .listing li[aria-current] a.evidence", WAIT);
  const row = await mark.evaluate((a) => ({ href: a.href, title: a.title, target: a.target, rel: a.rel }));
  assert.deepEqual([row.target, row.rel], ["_blank", "noopener"]);
  // What a core does first is a step that no page prints (implied.toml).
  const id = new URL(row.href).hash.slice(1);
  assert.equal(id, "implied.power.release");
  assert.ok(row.title.includes(id), row.title);
  await page.evaluate(() => [...document.querySelectorAll(".csrs > li .name")].find((name) => name.textContent === "run_state").click());
  await page.waitForSelector(".csrs > li .editor .head a", WAIT);
  const register = await page.$eval(".csrs > li .editor .head a", (a) => a.href);
  await leads(row.href, id);
  await leads(register, "csr.nx.run_state");
  await goto(page, "learn/doorbell/");
  const player = await page.waitForSelector("seqbell-player", WAIT);
  await player.evaluate((element) => element.scrollIntoView());
  await page.waitForFunction((element) => element.ready, WAIT, player);
  const marks = await page.$$eval("seqbell-player", (all) => all.map((element) => element.getAttribute("reference")));
  assert.ok(marks.every((reference) => new URL(reference, site + "learn/doorbell/").href === new URL("reference/", site).href), marks.join());
});

each("the front page moves within a second, and can be stopped", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    globalThis.moved = [];
    addEventListener("ready", () => { globalThis.readyAt = performance.now(); });
    addEventListener("step", () => globalThis.moved.push(performance.now()));
  });
  await goto(page, "");
  await page.waitForFunction(() => globalThis.moved.length > 3, WAIT);
  const wait = await page.evaluate(() => globalThis.moved[0] - globalThis.readyAt);
  assert.ok(wait < 1000, `${wait} ms`);
  await page.click("#still");
  const stopped = await page.evaluate(() => globalThis.moved.length);
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  assert.ok(await page.evaluate(() => globalThis.moved.length) <= stopped + 1);
});

each("under reduced motion the front page is still until it is asked to move", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    globalThis.moved = 0;
    addEventListener("step", () => { globalThis.moved += 1; });
  });
  await goto(page, "");
  await page.waitForSelector("#still:not([hidden])", WAIT);
  assert.equal(await page.evaluate(() => globalThis.moved), 0);
  await page.click("#still");
  await page.waitForFunction(() => globalThis.moved > 2, WAIT);
}, { motion: "reduced" });

each("no page is wider than a small screen", async ({ page }) => {
  for (const path of ["", "learn/", "learn/words/", "reference/", ...LESSONS.map((lesson) => `learn/${lesson}/`), ...DOCUMENTS]) {
    await goto(page, path);
    if (path === "reference/") await page.waitForSelector(".fact-card", WAIT);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${path || "front"}: ${over} px`);
  }
}, { viewport: { width: 320, height: 640 } });

for (const scheme of ["light", "dark"]) {
  each(`no page is hard to use (${scheme})`, async ({ page }) => {
    for (const path of ["", "learn/", "learn/words/", "reference/", "learn/pause-or-halt/", "learn/one-write-many-engines/", ...DOCUMENTS]) {
      await goto(page, path);
      if (path === "reference/") await page.waitForSelector(".fact-card", WAIT);
      assert.deepEqual(await axe(page), [], path || "front");
    }
  }, { scheme, browsers: ["chromium"] });
}
