// The parts of Play: edges that explain themselves, a write that can be followed, registers in any radix, panels that fold
// and widen and remember it, pictures with tables beside them, and the gallery.

import assert from "node:assert/strict";
import { axe, each, open, sites } from "./each.mjs";

const WIDE = { viewport: { width: 1440, height: 1000 } };

/** Types commands into the console, and waits until the last one was answered. */
async function sends(page, ...commands) {
  for (const command of commands) {
    await page.focus("form.console input, #console input");
    await page.keyboard.type(command);
    await page.keyboard.press("Enter");
  }
}

const reaches = (page, state) =>
  page.waitForFunction((wanted) => document.querySelector("#state .readout .said")?.textContent === wanted, { timeout: 60_000 }, state);

const text = (page, selector) => page.$eval(selector, (e) => e.textContent);

/** Clicks what may lie under the dock, or in a picture. */
const clicks = (page, selector) =>
  page.$eval(selector, (e) => e.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));

/** The motions of elements that match, as they were started: name, and whether they end. */
const motions = (page, selector) => page.evaluate((selector) =>
  document.getAnimations().filter((m) => m.effect?.target?.matches?.(selector)).map((m) => {
    const { iterations, endTime } = m.effect.getComputedTiming();
    return { name: m.animationName, ends: Number.isFinite(iterations) && Number.isFinite(endTime) };
  }), selector);

/** Before the page is opened: notes every motion as it begins, since a short one may be over before a test looks. */
const notesMotion = (page) => page.evaluateOnNewDocument(() => {
  globalThis.begun = [];
  addEventListener("animationstart", ({ target, animationName }) => {
    const ends = getComputedStyle(target).animationIterationCount !== "infinite";
    if (target.matches(".wire-pulse")) globalThis.begun.push(`${animationName}, ${ends ? "ends" : "goes on"}`);
  }, true);
});

/** Waits for so many motions of wires since the page was opened; more than that are a fault. */
async function wiresMove(page, count, name) {
  await page.waitForFunction((count) => globalThis.begun.length >= count, {}, count);
  await settled(page);
  assert.deepEqual(await page.evaluate(() => globalThis.begun), Array(count).fill(`${name}, ends`));
}

const settled = (page) => page.evaluate(() => Promise.all(document.getAnimations().map((m) => m.finished.catch(() => {}))));

each("an edge opens its instructions and evidence, by mouse and by keyboard, and leads along itself", async ({ page }) => {
  await open(page, sites.top);
  await sends(page, "write start_ctrl 1", "until state == RUNNING");
  await reaches(page, "RUNNING");
  await clicks(page, ".way[data-way=T05]");
  await page.waitForSelector('.way-detail[aria-label="Transition T05"] [data-evidence=HIGH]');
  assert.match(await text(page, ".way-detail"), /0x1cee.*s32i\.n a3,a2,0/);
  assert.equal(await page.$eval(".way[data-way=T05]", (e) => e.getAttribute("aria-pressed")), "true");

  // The row is in another routine: the listing goes there, and back when asked.
  await page.evaluate(() => [...document.querySelectorAll(".way-detail li button")].find((b) => b.textContent.includes("0x1cee")).click());
  await page.waitForFunction(() => {
    const row = document.querySelector("#code [data-pointed=true]");
    const box = row?.closest(".listing").getBoundingClientRect();
    const { top, bottom } = row?.getBoundingClientRect() ?? {};
    return row?.querySelector(".pc").textContent === "0x1cee" && top >= box.top && bottom <= box.bottom;
  });
  await page.evaluate(() => [...document.querySelectorAll("#code button")].find((b) => b.textContent === "Follow the program").click());
  await page.waitForSelector("#code [aria-current=step]");

  // From the chosen edge the arrow keys go to the one beside it.
  // The driver focuses elements of HTML only.
  await page.$eval(".way[data-way=T05]", (edge) => edge.focus());
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.way), "T06");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.way-detail[aria-label="Transition T06"]');
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press(" ");
  await page.waitForSelector('.way-detail[aria-label="Transition T05"]');

  await page.evaluate(() => [...document.querySelectorAll(".way-detail button")].find((b) => b.textContent === "Go along T05").click());
  await reaches(page, "PAUSED");
  assert.equal(await page.$eval(".way[data-way=T05]", (e) => e.dataset.status), "taken");
  // Bit 2 of the word that was read is 1: that decided.
  assert.equal(await text(page, ".edge-label[data-way=T05] [data-part=guard]"), "read 1");
  assert.equal(await page.$$eval(".way[data-way=T05] .edge-pulse", (all) => all.length), 1);
}, WIDE);

each("the value of a guard stands on its edge, and the states in reach are lit", async ({ page }) => {
  await open(page, sites.top);
  await sends(page, "write start_ctrl 1", "until state == RUNNING", "queue 0xa1 sync=5");
  const edge = (id) => page.evaluate((id) => ({
    status: document.querySelector(`.way[data-way=${id}]`).dataset.status,
    guard: document.querySelector(`.edge-label[data-way=${id}] [data-part=guard]`)?.textContent,
  }), id);
  await page.waitForSelector(".way[data-way=T06][data-status=next]");
  assert.deepEqual([await edge("T05"), await edge("T06")], [{ status: "shut", guard: "now 0" }, { status: "next", guard: "now 0" }]);
  await sends(page, "remote 5 4");
  await page.waitForSelector(".way[data-way=T05][data-status=next]");
  assert.deepEqual([await edge("T05"), await edge("T06")], [{ status: "next", guard: "now 1" }, { status: "shut", guard: "now 1" }]);
  assert.equal(await page.$eval(".node[data-state=paused]", (e) => e.dataset.role), "next");
  assert.equal(await page.$eval(".node[data-state=idle]", (e) => e.dataset.role), "open");
}, WIDE);

for (const [motion, wire] of [["full", "wire"], ["reduced", "still"]]) {
  each(`a write can be followed from the host to the state, ${motion} motion`, async ({ page }) => {
    await notesMotion(page);
    await open(page, sites.top);
    await page.click('button[title="write start_ctrl 1"]');
    await page.waitForFunction(() => document.querySelectorAll(".wire-pulse[data-nth]").length === 2);
    await wiresMove(page, 2, wire);
    assert.deepEqual(await motions(page, ".wire-pulse"), []);
    assert.equal(await text(page, ".flow"), "write start_ctrl 0x1" + "0x04000004" + "start_ctrl = 0x1" + "not read yet");

    await sends(page, "until state == RUNNING");
    await page.waitForFunction(() => document.querySelectorAll(".flow-hop[data-reached=true][data-nth]").length === 5);
    // Only what is new moves.
    await wiresMove(page, 4, wire);
    assert.match(await text(page, ".flow"), /read at 0x2cb3, step \d+RUNNING, step \d+$/);
    const courses = await page.$$eval(".wire-pulse", (all) => all.map((path) => path.getAttribute("d")));
    assert.ok(courses.length === 4 && courses.every((d) => d.includes("C")), courses.join(" "));
    // Nothing repeats it when the page is drawn again.
    await sends(page, "step 3");
    await page.waitForFunction(() => document.querySelector("#code [aria-current=step]"));
    await wiresMove(page, 4, wire);
  }, { ...WIDE, motion });
}

each("a register is read in any radix, edited bit by bit, and looking at it changes nothing", async ({ page }) => {
  await open(page, sites.top);
  const actions = () => text(page, "#host .panel-head");
  const before = await actions();
  await clicks(page, '#regs [data-csr="4"] button.name');
  await page.waitForSelector('#regs [data-csr="4"] .editor');
  await page.evaluate(() => [...document.querySelectorAll('#regs [data-csr="4"] .radix button')].find((b) => b.textContent === "bin").click());
  await page.waitForFunction(() => document.querySelector('#regs [data-csr="4"] .value').textContent === "0000_0000_0000_0000_0000_0000_0000_0000");
  await clicks(page, '#regs [data-csr="4"] .switches button:last-child');
  await page.waitForFunction(() => document.querySelector('#regs [data-csr="4"] .editor code').textContent === "write start_ctrl 0x1");
  assert.equal(await actions(), before, "nothing was sent yet");
  await page.focus('#regs [data-csr="4"] .editor input');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('#regs [data-csr="4"] .value').textContent.endsWith("0001"));
  const written = await actions();
  assert.notEqual(written, before);

  // A read is an event and leaves a mark; a peek is none.
  await clicks(page, '#regs [data-csr="4"] button.read');
  await page.waitForFunction((written) => document.querySelector("#host .panel-head").textContent !== written, {}, written);
  assert.match(await text(page, '#regs [data-csr="4"] .writer'), /host, step 0, R 0/);

  await sends(page, "pc 0x20000000000001");
  await page.evaluate(() => [...document.querySelectorAll(".resume-pc .radix button")].find((b) => b.textContent === "dec").click());
  await page.waitForFunction(() => document.querySelector(".resume-pc code").textContent === "9007199254740993");
  await page.reload({ waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector('#regs [data-csr="4"] .value')?.dataset.radix === "bin");
}, WIDE);

each("panels fold and widen, and the page remembers it", async ({ page }) => {
  await open(page, sites.sub);
  const width = (id) => page.$eval(id, (e) => Math.round(e.getBoundingClientRect().width));
  await page.click("#host-fold");
  await page.waitForSelector("#host[data-folded=true]");
  assert.equal(await page.$("#host .remote-bits"), null);
  assert.equal(await width("#host"), 40);

  const usual = await width("#state");
  await page.focus("#state > .handle");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((width) => Math.round(document.querySelector("#state").getBoundingClientRect().width) === width, {}, usual + 16);
  assert.equal(await page.$eval("#state > .handle", (e) => e.getAttribute("aria-valuenow")), String(usual + 16));

  const { x, y } = await page.$eval("#regs > .handle", (e) => { const r = e.getBoundingClientRect(); return { x: r.x + 12, y: r.y + 80 }; });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 30, y, { steps: 3 });
  await page.mouse.move(x - 50, y);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("#regs > .handle").getAttribute("aria-valuenow") !== "350");
  const dragged = await width("#regs");
  assert.ok(Math.abs(dragged - 400) <= 2, `${dragged}`);

  await page.reload({ waitUntil: "load" });
  await page.waitForSelector("#host[data-folded=true]");
  assert.deepEqual([await width("#host"), await width("#state"), await width("#regs")], [40, usual + 16, dragged]);
  // A click without a drag goes on to the next of three widths.
  // What stands above may have changed with the reload, so the edge is looked for again.
  await page.evaluate(() => scrollTo(0, 0));
  const edge = await page.$eval("#regs > .handle", (e) => { const r = e.getBoundingClientRect(); return { x: r.x + 12, y: r.y + 120 }; });
  await page.mouse.click(edge.x, edge.y);
  await page.waitForFunction(() => document.querySelector("#regs > .handle").getAttribute("aria-valuenow") === "460");
}, WIDE);

each("panels fold where the storage is refused", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(window, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
  });
  await open(page, sites.top);
  await page.click("#code-fold");
  await page.waitForSelector("#code[data-folded=true]");
  await page.click("#code-fold");
  await page.waitForSelector("#code[data-folded=false] .listing");
}, WIDE);

each("each picture has a table, and each assumption says since when it is touched", async ({ page }) => {
  await open(page, sites.top);
  await sends(page, "ring m2s engine=5 queue=3 count=6");
  await page.waitForFunction(() => /^5.*0 to 6, 6 of 64/.test(document.querySelector("#engines .twin tbody tr")?.textContent ?? ""));
  assert.equal(await page.$$eval("#state .twin tbody tr", (all) => all.length), 24);
  assert.match(await text(page, ".fan figcaption"), /^A write of 6 by the host/);
  await sends(page, "write start_ctrl 1", "until state == RUNNING");
  await page.waitForFunction(() => /touched from step \d+ on/.test(document.querySelector("#assumptions [data-touched=true] .what")?.textContent ?? ""));
}, WIDE);

each("at 400 % nothing is cut off, with everything open", async ({ page }) => {
  await open(page, sites.top);
  await clicks(page, ".way[data-way=T05]");
  await clicks(page, '#regs [data-csr="4"] button.name');
  await page.waitForSelector('#regs [data-csr="4"] .editor');
  await page.$$eval("details.twin", (all) => all.forEach((details) => { details.open = true; }));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${over} px too wide`);
}, { viewport: { width: 320, height: 256 } });

for (const scheme of ["light", "dark"]) {
  each(`the parts have no accessibility violation, ${scheme}`, async ({ page }) => {
    await open(page, sites.top);
    await sends(page, "write start_ctrl 1", "until state == RUNNING");
    await reaches(page, "RUNNING");
    await clicks(page, ".way[data-way=T06]");
    await clicks(page, '#regs [data-csr="4"] button.name');
    await page.click("#log-fold");
    await page.$$eval("details.twin", (all) => all.forEach((details) => { details.open = true; }));
    await page.waitForSelector(".way-detail");
    await settled(page);
    assert.deepEqual(await axe(page), []);
  }, { ...WIDE, scheme });

  each(`the gallery shows every part and has no accessibility violation, ${scheme}`, async ({ page }) => {
    await page.goto(`${sites.sub}gallery/${scheme}.html`, { waitUntil: "load" });
    assert.equal(await page.$$eval(".specimen .diagram", (all) => all.length), 11);
    assert.equal(await page.$$eval("script", (all) => all.length), 0);
    await settled(page);
    // Many specimens of one panel have one name, which no page that is used would do.
    assert.deepEqual(await axe(page, { rules: { "landmark-unique": { enabled: false } } }), []);
  }, { ...WIDE, scheme: scheme === "light" ? "dark" : "light" });
}

each("where the system forces its colours, what is chosen, present, in doubt or unknown still shows", async ({ page }) => {
  const session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  await open(page, sites.top);
  await sends(page, "write start_ctrl 1", "until state == RUNNING", "remote 5 4");
  await reaches(page, "RUNNING");
  await page.waitForSelector("#host [aria-pressed=true]");
  assert.ok(await page.evaluate(() => matchMedia("(forced-colors: active)").matches));
  const ground = (selector) => page.$eval(selector, (e) => getComputedStyle(e).backgroundColor);
  const drawn = (selector, part) => page.$eval(selector, (e, part) => getComputedStyle(e, part).backgroundImage, part);
  for (const [one, other] of [
    ["#code li[data-phase=current]", "#code li[data-phase=done]"],
    ["#host [aria-pressed=true]", "#host [aria-pressed=false]"],
    ["#bell .segments label:has(:checked)", "#bell .segments label:not(:has(:checked))"],
    ["#bell .button[data-look=key]", "#transport .button.run"],
  ]) assert.notEqual(await ground(one), await ground(other), one);
  for (const [selector, part] of [
    ["#code li[data-kind=gap]:not([data-phase=current])"],
    ["#regs [data-known=false]"],
    [".evidence[data-evidence=MED]", "::before"],
  ]) assert.match(await drawn(selector, part), /gradient/, selector);
}, { ...WIDE, browsers: ["chromium"] });
