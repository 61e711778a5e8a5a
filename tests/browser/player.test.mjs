// <seqbell-player> on pages of other people, and embed.html in their frames.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { axe, each as inEach } from "./each.mjs";
import { host, page as foreign } from "./host.mjs";

const dist = process.env.SEQBELL_DIST;
const each = dist ? inEach : () => {};
const WAIT = { timeout: 60_000 };
const RUNNING = "until state == IDLE&#10;write start_ctrl 1&#10;until state == RUNNING";
const player = (attributes, still = "<p class=still>A still picture.</p>") => `<seqbell-player ${attributes}>${still}</seqbell-player>`;

const frame = (options, sandbox) =>
  `<iframe id="frame" title="A figure" width="600" height="300" ${sandbox} src="/seqbell/embed.html#${new URLSearchParams(options)}"></iframe>`;

const PAGES = {
  one: foreign(`<p><input id="field" aria-label="Yours"></p>${player(`id="p" view="diagram registers" mode="play" label="Start" script="${RUNNING}"`)}`),
  all: foreign(player(`id="p" view="diagram registers listing timeline fanout" mode="play" script="${RUNNING}&#10;ring m2s group=1 queue=3 count=6"`)),
  twenty: foreign(Array.from({ length: 20 }, () => player(`script="${RUNNING}"`)).join("")),
  far: foreign(`<div id="gap"></div>${player('id="p"')}`).replace("</head>", '<link rel="stylesheet" href="/gap.css"></head>'),
  "gap.css": "#gap { height: 6000px }",
  wrong: foreign(player('id="p" script="write start_ctrl 1&#10;write strat_ctrl 1"')),
  replay: foreign(player(`id="p" at="0" view="timeline" script="${RUNNING}"`)),
  room: foreign(`${player(`id="p" height="300" view="diagram registers" script="${RUNNING}"`)}<p id="below">Below.</p>`),
  few: foreign(player(`id="p" view="registers" registers="run_state lr[3]" script="${RUNNING}"`)),
  linked: foreign(player(`id="p" view="listing" reference="/seqbell/reference/" script="${RUNNING}"`)),
  scheme: foreign(player('id="p" view="listing" reference="javascript:alert(1)"')),
  empty: foreign(""),
  framed: foreign(frame({ script: "until state == IDLE", view: "diagram", origin: "ORIGIN" }, 'sandbox="allow-scripts"'), { script: false }),
  hostile: foreign(
    `${frame({ script: "until state == IDLE", view: "diagram", origin: "ORIGIN" }, 'sandbox="allow-scripts"')}<iframe title="Hostile" src="/sibling"></iframe>`,
    { script: false },
  ),
  sibling: foreign("").replace("seqbell-player.js", "none.js").replace("/seqbell/none.js", "/hostile.js"),
  "hostile.js": `let sent = 0;
setInterval(() => {
  parent.frames[0].postMessage({ seqbell: 1, id: 66, method: "exec", args: ["step 5"] }, "*");
  parent.postMessage({ hostile: ++sent }, "*");
}, 50);`,
  closed: foreign(frame({ script: "until state == IDLE" }, 'sandbox="allow-scripts"'), { script: false }),
};

let server;
before(async () => {
  if (!dist) return;
  server = await host(dist, PAGES);
  for (const name of ["framed", "hostile"]) PAGES[name] = PAGES[name].replace("ORIGIN", encodeURIComponent(new URL(server.url).origin));
});
after(() => server?.close());

const open = (page, name) => page.goto(`${server.url}${name}`, { waitUntil: "load" });
const ready = (page, count = 1) =>
  page.waitForFunction((count) => [...document.querySelectorAll("seqbell-player")].filter((p) => p.ready).length >= count, WAIT, count);
const ask = (page, work, ...given) => page.$eval("#p", work, ...given);

each("on paper the still stands in place of the live figure", async ({ page }) => {
  await open(page, "one");
  await ready(page);
  const shown = () => ask(page, (p) => [p.querySelector(".still"), p.shadowRoot.querySelector(".stage")].map((e) => e.getBoundingClientRect().height > 0));
  assert.deepEqual(await shown(), [false, true]);
  await page.emulateMediaType("print");
  assert.deepEqual(await shown(), [true, false]);
}, { browsers: ["chromium"] });

each("a figure of a given height comes without moving what stands below", async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    globalThis.tops = new Set();
    const look = () => {
      const below = document.getElementById("below");
      if (below) globalThis.tops.add(Math.round(below.getBoundingClientRect().top + scrollY));
      requestAnimationFrame(look);
    };
    look();
  });
  await open(page, "room");
  await ready(page);
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  const tops = await page.evaluate(() => [...globalThis.tops]);
  // The module of the element comes after the first frame; from then on nothing moves.
  assert.ok(tops.length <= 2, tops.join());
  assert.equal(tops.at(-1) - (await ask(page, (p) => p.getBoundingClientRect().top + scrollY)) >= 300, true);
});

each("only the registers that the page names are shown, at once where the attribute changes", async ({ page }) => {
  const shown = (wanted) => page.waitForFunction((wanted) => {
    const stage = document.querySelector("#p").shadowRoot.querySelector(".stage");
    const names = [...stage.querySelectorAll(".csrs .name, .resume-pc .key b")].map((name) => name.textContent);
    return `${names.join()}, ${stage.querySelectorAll(".bundle").length > 0}` === wanted;
  }, WAIT, wanted);
  await open(page, "few");
  await ready(page);
  await shown("run_state,lr[4],lr[3], false");
  await ask(page, (p) => { p.registers = "start_ctrl,run_state"; });
  await shown("start_ctrl,run_state, false");
  await ask(page, (p) => { p.registers = null; });
  await ready(page);
  await page.waitForFunction(() => document.querySelector("#p").shadowRoot.querySelectorAll(".bundle").length > 0, WAIT);
});

each("the marks of evidence lead into the reference that the page names, and never to a script", async ({ page }) => {
  await open(page, "linked");
  await ready(page);
  const links = await ask(page, (p) => [...p.shadowRoot.querySelectorAll("a.evidence")].map((a) => a.href));
  assert.ok(links.length > 5, `${links.length}`);
  assert.ok(links.every((href) => new URL(href).pathname === "/seqbell/reference/" && new URL(href).hash.length > 3), links.join());
  await open(page, "scheme");
  await page.waitForFunction(() => document.querySelector("#p").shadowRoot.querySelector(".refused:not([hidden])"), WAIT);
  assert.match(await ask(page, (p) => p.shadowRoot.querySelector(".refused").textContent), /no address of a page/);
  assert.equal(await ask(page, (p) => p.shadowRoot.querySelectorAll("a").length), 0);
});

each("a player shows where its script leads, and acts through its methods", async ({ page }) => {
  await open(page, "one");
  await ready(page);
  assert.equal(await ask(page, (p) => p.snapshot().state), "RUNNING");
  const told = await ask(page, (p) => {
    const told = [];
    for (const kind of ["step", "state"]) p.addEventListener(kind, ({ detail }) => told.push([kind, detail.to ?? detail.step]));
    p.exec("remote 5 4");
    p.exec("queue 0xa1 sync=5");
    p.run(500);
    return told;
  });
  assert.ok(told.some(([kind, to]) => kind === "state" && to === "PAUSED"), JSON.stringify(told));
  assert.ok(told.some(([kind]) => kind === "step"));
  const thrown = await ask(page, (p) => {
    try {
      p.exec("write strat_ctrl 1");
      return undefined;
    } catch (error) {
      return [error instanceof Error, error.code, error.line, error.column];
    }
  });
  assert.deepEqual(thrown, [true, "syntax", 1, 7]);
  const [script, same] = await ask(page, (p) => {
    const before = p.snapshot();
    p.back(3);
    p.exec("forth 3");
    return [p.toScript(), JSON.stringify(before) === JSON.stringify(p.snapshot())];
  });
  assert.match(script, /queue 0xa1 sync=5/);
  assert.ok(same);
});

each("64-bit values keep every digit on the way through a player", async ({ page }) => {
  await open(page, "one");
  await ready(page);
  for (const wide of ["0xffffffffffffffff", "0x20000000000001"]) {
    const script = await ask(page, (p, wide) => {
      p.exec(`pc ${wide}`);
      return p.toScript();
    }, wide);
    assert.ok(script.includes(`pc ${wide}`), script);
  }
});

each("every view is drawn, and nothing in it is hard to use", async ({ page }) => {
  await open(page, "all");
  await ready(page);
  await page.waitForFunction(() => document.querySelector("#p").shadowRoot.querySelectorAll(".panel").length >= 6, WAIT);
  const panels = await ask(page, (p) => [...p.shadowRoot.querySelectorAll(".panel")].map((panel) => panel.id));
  for (const id of ["state", "regs", "code", "time", "fan", "host"]) assert.ok(panels.includes(id), `${id} of ${panels}`);
  assert.deepEqual(await axe(page, { rules: { "landmark-unique": { enabled: false } } }), []);
});

each("a player leaves the page's focus, scroll, history, address and keys alone", async ({ page }) => {
  await open(page, "one");
  const state = () => page.evaluate(() => [document.activeElement.id, scrollY, history.length, location.href]);
  await page.focus("#field");
  const before = await state();
  await ready(page);
  await ask(page, (p) => p.run(200));
  assert.deepEqual(await state(), before);
  const step = await ask(page, (p) => p.snapshot().step);
  await page.keyboard.type(". , ");
  assert.equal(await page.$eval("#field", (field) => field.value), ". , ");
  assert.equal(await ask(page, (p) => p.snapshot().step), step);
});

each("inside, single keys step and play, and stay inside", async ({ page }) => {
  await open(page, "replay");
  await ready(page);
  await page.waitForFunction(() => document.querySelector("#p").shadowRoot.querySelector(".controls button"), WAIT);
  await page.evaluate(() => {
    globalThis.heard = 0;
    addEventListener("keydown", () => (globalThis.heard += 1));
    document.querySelector("#p").shadowRoot.querySelectorAll(".controls button")[1].focus();
  });
  await page.keyboard.press(".");
  await page.waitForFunction(() => document.querySelector("#p").snapshot().step === 1, WAIT);
  await page.keyboard.press(",");
  await page.waitForFunction(() => document.querySelector("#p").snapshot().step === 0, WAIT);
});

each("what a script did can be played again from its beginning", async ({ page }) => {
  await open(page, "replay");
  await ready(page);
  assert.equal(await ask(page, (p) => p.snapshot().step), 0);
  await ask(page, (p) => p.exec("forth 100000"));
  assert.equal(await ask(page, (p) => p.snapshot().state), "RUNNING");
});

each("twenty players: one module, each alive when it comes near", async ({ page }) => {
  server.fetched.clear();
  await open(page, "twenty");
  await page.evaluate(async () => {
    for (const one of document.querySelectorAll("seqbell-player")) {
      one.scrollIntoView();
      await new Promise((done) => requestAnimationFrame(done));
    }
  });
  await ready(page, 20);
  for (const part of ["js/seqbell_bg", "seqbell_player"]) assert.equal(server.fetched.get(`/seqbell/${part}.wasm`), 1, part);
});

each("a player far below the view fetches nothing", async ({ page }) => {
  server.fetched.clear();
  await open(page, "far");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  assert.equal(server.fetched.get("/seqbell/js/seqbell_bg.wasm"), undefined);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await ready(page);
});

each("a hundred players come and go without a trace", async ({ page }) => {
  await open(page, "empty");
  const [left, errors] = await page.evaluate(async () => {
    const errors = [];
    addEventListener("error", (event) => errors.push(event.message));
    for (let n = 0; n < 100; n += 1) {
      const one = document.createElement("seqbell-player");
      document.body.append(one);
      await new Promise((done) => one.addEventListener("ready", done, { once: true }));
      one.play();
      one.remove();
      await new Promise((done) => setTimeout(done));
      if (one.ready || one.shadowRoot.querySelector(".player")) errors.push("a removed player lives on");
    }
    return [document.querySelectorAll("seqbell-player").length, errors];
  });
  assert.deepEqual([left, errors], [0, []]);
});

each("a moved player goes on, a changed one begins anew", async ({ page }) => {
  await open(page, "one");
  await ready(page);
  await ask(page, (p) => p.step(7));
  const before = await ask(page, (p) => p.snapshot().step);
  await ask(page, (p) => document.body.prepend(p));
  assert.equal(await ask(page, (p) => p.ready && p.snapshot().step), before);
  await ask(page, (p) => { p.script = "step 3"; });
  await ready(page);
  await page.waitForFunction(() => document.querySelector("#p").ready && document.querySelector("#p").snapshot().step === 3, WAIT);
});

each("a wrong script says so, and what stood there stays", async ({ page }) => {
  await open(page, "wrong");
  await page.waitForFunction(() => !document.querySelector("#p").shadowRoot.querySelector(".refused").hidden, WAIT);
  const [says, still] = await ask(page, (p) => [
    p.shadowRoot.querySelector(".refused").textContent,
    p.querySelector(".still").getBoundingClientRect().height > 0,
  ]);
  assert.match(says, /strat_ctrl/);
  assert.ok(still);
});

each("where WebAssembly is refused, a sentence says so and the still picture stays", async ({ page, watch }) => {
  const strict = await host(dist, PAGES, { policy: "default-src 'self'; script-src 'self'; style-src 'self'" });
  try {
    await page.goto(`${strict.url}one`, { waitUntil: "load" });
    await page.waitForFunction(() => !document.querySelector("#p").shadowRoot.querySelector(".refused").hidden, WAIT);
    assert.match(await ask(page, (p) => p.shadowRoot.querySelector(".refused").textContent), /WebAssembly was refused/);
    assert.ok(await ask(page, (p) => p.querySelector(".still").getBoundingClientRect().height > 0));
    watch.expect(/wasm|WebAssembly|script-src|Content.Security/i);
  } finally {
    strict.close();
  }
});

/** Sends requests to the frame and gives the answers and events that came within a while. */
const talk = (page, requests) => page.evaluate(async (requests) => {
  const heard = [];
  addEventListener("message", ({ data }) => heard.push(data));
  const frame = document.getElementById("frame");
  const answer = (id) => new Promise((done) => {
    const look = () => (heard.some((data) => data.id === id) ? done() : setTimeout(look, 20));
    look();
  });
  for (const request of requests) {
    frame.contentWindow.postMessage(request, "*");
    if (request?.seqbell === 1 && typeof request.method === "string" && request.wait !== false) {
      await Promise.race([answer(request.id), new Promise((done) => setTimeout(done, 3000))]);
    }
  }
  await new Promise((done) => setTimeout(done, 400));
  return heard;
}, requests);

/** Says hello until the player behind it is ready. */
const greets = (page) => page.evaluate(() => new Promise((done) => {
  const frame = document.getElementById("frame");
  addEventListener("message", ({ data }) => {
    if (data?.id === "hello" && data.result.ready) done();
  });
  const hello = () => frame.contentWindow.postMessage({ seqbell: 1, id: "hello", method: "hello" }, "*");
  const timer = setInterval(hello, 100);
  addEventListener("message", ({ data }) => data?.id === "hello" && data.result.ready && clearInterval(timer));
}));

each("a sandboxed frame answers its page by the contract", async ({ page }) => {
  await open(page, "framed");
  await greets(page);
  const heard = await talk(page, [
    { seqbell: 1, id: 1, method: "exec", args: ["write start_ctrl 1"] },
    { seqbell: 1, id: 2, method: "run", args: ["500"] },
    { seqbell: 1, id: 3, method: "snapshot" },
    { seqbell: 1, id: 4, method: "exec", args: ["write strat_ctrl 1"] },
    { seqbell: 1, id: 5, method: "constructor" },
  ]);
  const of = (id) => heard.find((data) => data.id === id);
  assert.equal(of(3).result.state, "RUNNING");
  assert.deepEqual([of(4).error.code, of(4).error.column], ["syntax", 7]);
  assert.equal(of(5).error.code, "argument");
  assert.ok(heard.some((data) => data.event === "state" && data.detail.to === "RUNNING"));
  const heights = heard.filter((data) => data.event === "height");
  assert.ok(heights.length <= 3 && heights.every(({ detail }) => detail.height >= 120 && detail.height <= 4000), JSON.stringify(heights));
});

each("malformed messages are passed over, and a frame without an allowed origin answers nobody", async ({ page }) => {
  await open(page, "framed");
  await greets(page);
  const nonsense = [null, 1, "x", [], {}, { seqbell: 2, id: 1, method: "exec" }, { seqbell: 1, method: "exec" },
    { seqbell: 1, id: {}, method: "exec" }, { seqbell: 1, id: 7, method: 3 }, { seqbell: 1, id: 8, method: "exec", args: "x", wait: false }];
  const heard = await talk(page, [...nonsense, { seqbell: 1, id: 9, method: "snapshot" }]);
  assert.deepEqual(heard.filter((data) => data.id !== undefined).map((data) => data.id), [9]);
  await open(page, "closed");
  const closed = await talk(page, [{ seqbell: 1, id: 1, method: "hello" }, { seqbell: 1, id: 2, method: "exec", args: ["step"] }]);
  assert.deepEqual(closed.filter((data) => data.id !== undefined), []);
});

each("a hostile second frame is ignored", async ({ page }) => {
  await open(page, "hostile");
  await greets(page);
  const snapshot = { seqbell: 1, id: "before", method: "snapshot" };
  const before = (await talk(page, [snapshot])).find((data) => data.id === "before");
  // The sibling is of the same origin as the page, and has sent its commands by now and goes on sending them.
  const heard = await talk(page, [{ ...snapshot, id: "after" }]);
  assert.ok(heard.some((data) => data.hostile > 0), "the hostile frame never spoke");
  assert.deepEqual(heard.find((data) => data.id === "after").result, before.result);
  assert.ok(!heard.some((data) => data.id === 66));
});
