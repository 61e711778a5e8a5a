// The session as a whole: typed, undone, given away, kept, and not lost when the module stops.

import assert from "node:assert/strict";
import { CRASHED, crash, willCrash } from "./crash.mjs";
import { axe, each, open, sites, standing } from "./each.mjs";

const WIDE = { viewport: { width: 1440, height: 1000 } };
const FIELD = "#console-field";

const step = (page) => page.$eval(".position b", (b) => Number(b.textContent));
const state = (page) => page.$eval("#state .readout .said", (p) => p.textContent);
const value = (page, selector) => page.$eval(selector, (field) => field.value);
const says = (page, selector, text) =>
  page.waitForFunction((selector, text) => document.querySelector(selector)?.textContent.includes(text), { timeout: 60_000 }, selector, text);
const atStep = (page, wanted) =>
  page.waitForFunction((wanted) => document.querySelector(".position b")?.textContent === String(wanted), { timeout: 60_000 }, wanted);
const press = (page, selector, text) =>
  page.evaluate((selector, text) => [...document.querySelectorAll(`${selector} button`)].find((b) => b.textContent.includes(text)).click(), selector, text);

async function types(page, line) {
  await page.focus(FIELD);
  await page.keyboard.type(line);
  await page.keyboard.press("Enter");
  await page.waitForFunction((field) => document.querySelector(field).value === "", {}, FIELD);
}

/** Gives the console several lines at once, as a paste does. */
const pastes = (page, text) => page.evaluate((field, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  // Firefox makes the event without its data; it is handed over as a page that pastes would see it.
  if (!event.clipboardData?.getData("text/plain")) Object.defineProperty(event, "clipboardData", { value: clipboardData });
  document.querySelector(field).dispatchEvent(event);
}, FIELD, text);

const shared = async (page) => {
  await press(page, ".tools", "Share");
  await page.waitForSelector("#share-link");
  const both = { link: await value(page, "#share-link"), script: await value(page, "#share-script") };
  await page.keyboard.press("Escape");
  await page.waitForSelector("#share:not([open])");
  return both;
};

each("a command is completed by keyboard alone", async ({ page }) => {
  await open(page, sites.top);
  await page.focus(FIELD);
  await page.keyboard.type("until state == RUNN");
  await page.waitForSelector("[role=listbox] [role=option]");
  assert.equal(await page.$eval(FIELD, (f) => f.getAttribute("aria-expanded")), "true");
  await page.keyboard.press("Tab");
  await page.waitForFunction((f) => document.querySelector(f).value === "until state == RUNNING ", {}, FIELD);
  await page.evaluate((f) => { document.querySelector(f).value = ""; document.querySelector(f).dispatchEvent(new Event("input", { bubbles: true })); }, FIELD);
  await page.keyboard.type("r");
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length > 2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const chosen = await page.waitForFunction((f) => {
    const id = document.querySelector(f).getAttribute("aria-activedescendant");
    const option = id && document.getElementById(id);
    return option?.getAttribute("aria-selected") === "true" && option.textContent;
  }, {}, FIELD);
  const second = await page.$$eval("[role=option]", (all) => all[1].textContent);
  assert.equal(await chosen.jsonValue(), second);
  assert.deepEqual(await axe(page, { include: ".console" }), []);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("[role=listbox]") === null);
  // Up is history now that nothing is offered; what was typed is there again below it.
  await page.keyboard.press("ArrowDown");
  assert.equal(await value(page, FIELD), "r");
  assert.equal(await step(page), 0);
}, WIDE);

each("a refusal points at its column, and pasted lines wait behind it", async ({ page }) => {
  await open(page, sites.top);
  await pastes(page, "step 2\nwrite nosuch 1\nstep 3\nstep 4\n");
  await says(page, "#console-echo", "no register is called nosuch");
  await says(page, "#console-echo", "2 pasted lines wait");
  assert.deepEqual([await value(page, FIELD), await step(page)], ["write nosuch 1", 2]);
  const caret = await page.$eval(".caret", (pre) => pre.textContent);
  assert.equal(caret.indexOf("^"), "write nosuch 1".indexOf("nosuch"));
  await page.evaluate((f) => { document.querySelector(f).focus(); document.querySelector(f).select(); }, FIELD);
  await page.keyboard.type("step 1");
  await page.keyboard.press("Enter");
  await atStep(page, 10);
  assert.equal(await page.$(".caret"), null);
}, WIDE);

each("the console's lines are there again after a reload", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "step 11");
  await page.reload({ waitUntil: "load" });
  await standing(page);
  await page.focus(FIELD);
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction((f) => document.querySelector(f).value === "step 11", {}, FIELD);
}, WIDE);

each("undo takes back the last action, redo does it again, and nothing is lost", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "step 3");
  await types(page, "write start_ctrl 1");
  await types(page, "until state == RUNNING");
  const there = await step(page);
  const title = () => page.$$eval(".deeds button", (all) => all.map((b) => b.title));
  assert.match((await title())[1], /^undo: write start_ctrl 1 \(Ctrl\+Z\)$/);
  // In a field the keys belong to the field.
  await page.focus(FIELD);
  await page.keyboard.down("Control");
  await page.keyboard.press("z");
  await page.keyboard.up("Control");
  assert.equal(await step(page), there);
  await page.focus("#main");
  const chord = async (...keys) => {
    for (const key of keys) await page.keyboard.down(key);
    for (const key of keys.reverse()) await page.keyboard.up(key);
  };
  await chord("Control", "z");
  await atStep(page, 3);
  assert.equal(await state(page), "RESET");
  assert.match((await title())[2], /^redo: write start_ctrl 1/);
  await chord("Control", "Shift", "Z");
  await page.waitForFunction(() => /undo: write/.test(document.querySelectorAll(".deeds button")[1].title));
  await types(page, "until state == RUNNING");
  await atStep(page, there);
  assert.equal(await page.$$eval(".deeds button", (all) => all[2].getAttribute("aria-disabled")), "true");
}, WIDE);

each("a link holds the session, every digit of it, and leaves the browser's history alone", async ({ page }) => {
  await open(page, sites.sub);
  const before = await page.evaluate(() => history.length);
  for (const line of ["pc 0xFFFFFFFFFFFFFFFF", "pc 9007199254740993", "write start_ctrl 1", "step 5000", "undo", "redo", "until state == RUNNING"]) await types(page, line);
  const { link, script } = await shared(page);
  assert.match(script, /^pc 0xffffffffffffffff$/m);
  assert.match(script, /^pc 0x20000000000001$/m);
  assert.ok(link.startsWith(`${sites.sub}#s1.`), link);
  assert.equal(await page.evaluate(() => location.href), link);
  assert.equal(await page.evaluate(() => history.length), before);
  const here = { step: await step(page), state: await state(page) };

  await page.goto("about:blank");
  await open(page, link);
  await says(page, "[data-bar=notice]", "Opened the link");
  const lengthThen = await page.evaluate(() => history.length);
  assert.deepEqual({ step: await step(page), state: await state(page) }, here);
  const again = await shared(page);
  assert.equal(again.script, script);
  const shown = await page.$eval("#regs", (panel) => panel.textContent);
  assert.match(shown, /0x0020000000000001|0x00200000/);

  // The address follows what is done from now on, and a reload is about that.
  await types(page, "step 7");
  await atStep(page, here.step + 7);
  await page.waitForFunction((old) => location.href !== old && location.hash.startsWith("#s1."), {}, link);
  assert.equal(await page.evaluate(() => history.length), lengthThen);
  await page.reload({ waitUntil: "load" });
  await says(page, "[data-bar=notice]", "Opened the link");
  await atStep(page, here.step + 7);
}, WIDE);

each("an address without a session gets none while somebody acts", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "step 7");
  await atStep(page, 7);
  // Longer than the address waits: what is saved beside it waits longer still.
  await page.waitForFunction(() => [localStorage, sessionStorage].some((store) => Object.values(store).some((kept) => kept.includes("step 7"))));
  assert.equal(await page.evaluate(() => location.hash), "");
}, WIDE);

each("a damaged, cut off or newer link gives a sentence and leaves everything as it was", async ({ page }) => {
  await open(page, sites.top);
  await types(page, "write start_ctrl 1");
  await types(page, "step 25");
  const { link, script } = await shared(page);
  const good = link.split("#")[1];
  const flipped = good.slice(0, 12) + (good[12] === "A" ? "B" : "A") + good.slice(13);
  for (const [broken, why] of [
    [flipped, "damaged"],
    [good.slice(0, -3), "damaged"],
    [good.slice(0, 2), "no version"],
    [good.replace("s1.", "s2."), "version `s2`"],
    [good.replace(".", "x"), "no version"],
    [`s1.${"A".repeat(17_000)}`, "longer than any"],
  ]) {
    await page.evaluate((fragment) => { location.hash = fragment; }, broken);
    await says(page, "[data-bar=notice][data-bad=true]", why);
    assert.equal(await step(page), 25, broken.slice(0, 40));
    await press(page, "[data-bar=notice]", "Dismiss");
    await page.waitForFunction(() => document.querySelector("[data-bar=notice]") === null);
  }
  assert.equal((await shared(page)).script, script);
  // A part of the page is no link; a whole link opens at once.
  await page.evaluate(() => { location.hash = "state"; });
  await types(page, "step 5");
  assert.equal(await page.$("[data-bar=notice]"), null);
  await page.evaluate((fragment) => { location.hash = fragment; }, good);
  await says(page, "[data-bar=notice]", "Opened the link");
  await atStep(page, 25);
  // What stood here can be had back.
  await press(page, "[data-bar=kept]", "Back to the session before");
  await atStep(page, 30);
}, WIDE);

each("a script that is opened is whole or not at all", async ({ page }) => {
  await open(page, sites.top);
  const give = async (text) => {
    await press(page, ".tools", "Share");
    await page.waitForSelector("#share-open");
    await page.evaluate((text) => { document.querySelector("#share-open").value = text; }, text);
    await press(page, "#share", "Open this text");
  };
  await give("step 4\nwrite nosuch 1\n");
  await says(page, "[data-bar=notice][data-bad=true]", "Line 2");
  assert.equal(await step(page), 0);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#share:not([open])");
  await give("run 60000\nstep 7\n");
  await says(page, "[data-bar=notice]", "step 60007");
  // A file.
  await press(page, ".tools", "Share");
  await page.waitForSelector("#share input[type=file]");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["generation mariana\nstep 9\n"], "a.bell"));
    const field = document.querySelector("#share input[type=file]");
    field.files = data.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await atStep(page, 9);
}, WIDE);

each("the last session is offered, never forced, and not over a link", async ({ page }) => {
  await open(page, sites.top);
  for (const line of ["write start_ctrl 1", "until state == RUNNING"]) await types(page, line);
  const { link } = await shared(page);
  await types(page, "step 5");
  const there = await step(page);
  await page.goto(sites.top);
  await standing(page);
  await says(page, "[data-bar=kept]", "Restore last session (3 commands, RUNNING)");
  assert.equal(await step(page), 0);
  // Over a link it is offered as well, and opening the link does not take its place.
  await page.goto("about:blank");
  await open(page, link);
  await says(page, "[data-bar=notice]", "Opened the link");
  await says(page, "[data-bar=kept]", "3 commands");
  await atStep(page, there - 5);
  await press(page, "[data-bar=kept]", "Restore");
  await atStep(page, there);
  await page.waitForFunction(() => document.querySelector("[data-bar=kept]") === null);
}, WIDE);

each("with storage denied everything works as long as the page lives", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
  });
  await open(page, sites.top);
  await types(page, "step 6");
  await page.focus(FIELD);
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction((f) => document.querySelector(f).value === "step 6", {}, FIELD);
  const { link } = await shared(page);
  await page.goto("about:blank");
  await open(page, link);
  await atStep(page, 6);
  assert.equal(await page.$("[data-bar=kept]"), null);
}, WIDE);

each("when the module stops, the page says so and the session goes on", async ({ page, watch }) => {
  watch.expect(CRASHED);
  await willCrash(page);
  await open(page, sites.top);
  for (const line of ["write start_ctrl 1", "step 12"]) await types(page, line);
  await crash(page);
  const script = await value(page, "#crash-script");
  assert.match(script, /^write start_ctrl 1$/m);
  assert.match(script, /^step 12$/m);
  assert.match(script, /^# remote 5 0x4$/m);
  assert.deepEqual(await axe(page), []);
  await Promise.all([page.waitForNavigation(), press(page, "#crash", "Restart")]);
  await standing(page);
  await says(page, "[data-bar=notice]", "is left out: remote 5 0x4");
  await atStep(page, 12);
}, WIDE);

each("the first minute: boot, pause, resume, and run_state still reads 2", async ({ page }) => {
  await open(page, sites.top);
  for (const [label, reached] of [["Boot", "RUNNING"], ["Pause", "PAUSED"], ["Resume", "RUNNING"]]) {
    await press(page, "[data-bar=first]", label);
    await says(page, "#state .readout .said", reached);
  }
  await says(page, "[data-bar=first] .said", "still reads 2");
  await press(page, "[data-bar=first]", "Hide");
  await page.waitForFunction(() => document.querySelector("[data-bar=first]") === null);
  await page.reload({ waitUntil: "load" });
  await standing(page);
  assert.equal(await page.$("[data-bar=first]"), null);
}, WIDE);

each("a scenario of the gallery is found and opened", async ({ page }) => {
  await open(page, sites.sub);
  await press(page, ".tools", "Scenarios");
  await page.waitForSelector(".scenario-list li");
  const all = await page.$$eval(".scenario-list li", (rows) => rows.length);
  assert.ok(all > 50, `${all} scenarios`);
  await page.type("#scenarios input[type=search]", "pause and resume");
  await page.waitForFunction((all) => document.querySelectorAll(".scenario-list li").length < all, {}, all);
  assert.deepEqual(await axe(page, { include: "#scenarios" }), []);
  await page.click(".scenario-list li button[title='Open pause-and-resume.bell']");
  await says(page, "[data-bar=notice][data-bad=false]", "Opened the scenario pause and resume: RUNNING");
}, WIDE);

each("the help has every key and verb, and single keys can be turned off for good", async ({ page }) => {
  await open(page, sites.top);
  await page.focus("#main");
  await page.keyboard.press("?");
  await page.waitForSelector("#help[open] .verbs");
  const text = await page.$eval("#help", (help) => help.textContent);
  for (const word of ["In one minute", "Ctrl+Shift+Z", "generation sunda|", "undo", "resume_republish"]) assert.ok(text.includes(word), word);
  assert.deepEqual(await axe(page, { include: "#help" }), []);
  await page.click("#help input[type=checkbox]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#help:not([open])");
  const quiet = async () => {
    await page.focus("#main");
    await page.keyboard.press(".");
    await types(page, "step 2");
  };
  await quiet();
  await atStep(page, 2);
  await page.reload({ waitUntil: "load" });
  await standing(page);
  await quiet();
  await atStep(page, 2);
}, WIDE);

each("at most one announcement a second, and the last one is true", async ({ page }) => {
  await open(page, sites.top);
  await page.evaluate(() => {
    window.heard = [];
    const region = document.getElementById("announcer");
    new MutationObserver(() => window.heard.push([performance.now(), region.textContent])).observe(region, { childList: true, characterData: true, subtree: true });
    const again = () => {
      const button = [...document.querySelectorAll("button")].find((b) => b.textContent.trim() === "Step");
      button.click();
      if (Number(document.querySelector(".position b").textContent) < 30) requestAnimationFrame(again);
    };
    again();
  });
  await page.waitForFunction(() => window.heard.at(-1)?.[1].endsWith(`step ${document.querySelector(".position b").textContent}.`)
    && Number(document.querySelector(".position b").textContent) >= 30, { timeout: 60_000 });
  const heard = await page.evaluate(() => window.heard);
  const gaps = heard.slice(1).map(([at], index) => at - heard[index][0]);
  assert.ok(gaps.every((gap) => gap > 900), `announcements ${gaps} ms apart`);
}, WIDE);

each("the share sheet has no accessibility violation", async ({ page }) => {
  await open(page, sites.top);
  await press(page, ".tools", "Share");
  await page.waitForSelector("#share[open] #share-link");
  assert.deepEqual(await axe(page, { include: "#share" }), []);
}, { viewport: { width: 360, height: 700 }, scheme: "dark" });
