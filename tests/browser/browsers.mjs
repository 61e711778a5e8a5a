// Real browsers: Debian's Chromium and Firefox through one driver (CDP and BiDi).
// Every page must stay silent: a console error or warning, an uncaught error, a refusal by the policy or a failed
// request is an error. This file refuses to know what is on the pages; `each.mjs` makes tests of it.

import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import puppeteer from "puppeteer-core";

/** Only a page that hangs takes so long. */
const START_MS = 60_000;
/** What the browsers call a request that they gave up themselves. */
const CANCELLED = ["net::ERR_ABORTED", "NS_BINDING_ABORTED"];
/** What the drivers say when the page that was asked is gone. */
const LEFT = /Execution context was destroyed|Cannot find context with specified id|DiscardedBrowsingContextError|no such frame/;
/**
 * What Firefox's own agent says at times when it brings the driver's script into a frame of no origin, before any script of the page is
 * fetched: a line without a place. An error of the page has one.
 */
const AGENT = 'Permission denied to access property "length"';
const VIEWPORT = { width: 1440, height: 900 };

/** Name to launch options. `crates/xtask/src/setup/debian.rs` looks in the same places. */
const BROWSERS = {
  chromium: {
    browser: "chrome",
    executable: () => find("SEQBELL_CHROMIUM", ["chromium", "chromium-browser"]),
    // Root has no sandbox of its own to offer; containers often have a tiny /dev/shm.
    launch: () => ({ args: ["--disable-dev-shm-usage", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])] }),
    emulate: (page, wishes) => page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: wishes.scheme },
      { name: "prefers-reduced-motion", value: wishes.motion === "reduced" ? "reduce" : "no-preference" },
    ]),
  },
  firefox: {
    browser: "firefox",
    executable: () => find("SEQBELL_FIREFOX", ["firefox-esr", "firefox"]),
    // BiDi cannot change these on a running browser, so each combination is a browser of its own.
    launch: (wishes) => ({
      extraPrefsFirefox: {
        "layout.css.prefers-color-scheme.content-override": wishes.scheme === "dark" ? 0 : 1,
        "ui.prefersReducedMotion": wishes.motion === "reduced" ? 1 : 0,
      },
    }),
    emulate: async () => {},
  },
};

export const browserNames = Object.keys(BROWSERS);

/** A typeface; only one of the drivers knows what kind of thing is asked for. */
const FACE = /\.woff2?(\?|$)/;

/**
 * What the user of the page would have set.
 * @typedef {{ viewport?: { width: number, height: number }, scheme?: "light" | "dark", motion?: "full" | "reduced" }} Wishes
 */

/** Running browsers of this process; each is started once. */
const running = new Map();

/** Starts browser `name` with these wishes, or gives the one that runs already. */
function launch(name, wishes) {
  const { browser, executable, launch } = BROWSERS[name];
  const options = launch(wishes);
  const key = JSON.stringify([name, options]);
  if (!running.has(key)) running.set(key, puppeteer.launch({ browser, executablePath: executable(), headless: true, ...options }));
  return running.get(key);
}

/** Ends all browsers; the process cannot end before. */
export async function closeAll() {
  for (const browser of running.values()) await browser.then((started) => started.close(), () => {});
  running.clear();
}

/**
 * A fresh page in a context of its own in browser `name`, for as long as `body` takes; it must have been silent.
 * Keys: name them as both drivers do, so `page.keyboard.press(" ")` and not `"Space"`.
 * @template T
 * @param {string} name
 * @param {Wishes} wishes
 * @param {(given: { page: import("puppeteer-core").Page, watch: Watch, name: string }) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function withPage(name, wishes, body) {
  const wanted = { viewport: VIEWPORT, scheme: "light", motion: "full", ...wishes };
  const browser = await launch(name, wanted);
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(START_MS);
    page.waitForFunction = (condition, options, ...values) => until(page, condition, options?.timeout ?? START_MS, values);
    const watch = await Watch.over(page);
    await resize(page, wanted.viewport);
    await BROWSERS[name].emulate(page, wanted);
    const result = await body({ page, watch, name });
    await watch.silent();
    return result;
  } finally {
    await context.close();
  }
}

/** Gives a page a size. The driver also sets an orientation, which Firefox before 144 does not know; the size is set all the same. */
export async function resize(page, viewport) {
  await page.setViewport(viewport).catch((error) => {
    if (!/unknown command emulation\.setScreenOrientationOverride/.test(error.message)) throw error;
  });
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, {}, viewport);
}

/**
 * Asks the page with every frame until `condition` of `values` holds; gives a handle to what it said.
 * The driver's own way builds the condition from text inside the page, which Firefox 140 refuses under a policy without `unsafe-eval`;
 * here the text is built into the function that is called.
 */
async function until(page, condition, timeout, values) {
  const asked = (0, eval)(`async (...values) => {
    for (;;) {
      const said = await (${condition})(...values);
      if (said) return said;
      await new Promise(requestAnimationFrame);
    }
  }`);
  let clock;
  const late = new Promise((_, reject) => {
    const error = new Error(`after ${timeout} ms this does not hold: ${condition}`);
    clock = setTimeout(() => reject(error), timeout);
  });
  try {
    // A page that is left takes the question with it; the next one is asked again.
    const ask = () => page.evaluateHandle(asked, ...values).catch((error) => (LEFT.test(error.message) ? ask() : Promise.reject(error)));
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(clock);
  }
}

/** What a page complained about. */
export class Watch {
  #notes = [];
  /** Requests that the browser itself gave up, and of which visit they were. */
  #given = [];
  #visits = 0;
  #page;
  #expected = [];

  constructor(page) {
    this.#page = page;
  }

  static async over(page) {
    const watch = new Watch(page);
    const note = (line) => watch.#notes.push(line);
    page.on("console", (message) => {
      if (["error", "warn", "warning", "assert"].includes(message.type())) note(`console ${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => {
      const text = error.message ?? String(error);
      if (!(text.endsWith(AGENT) && !error.stack?.includes("\n"))) note(`uncaught: ${text}`);
    });
    // A face that is not needed any more, or anything of a page that is left: the browser may give that up, and no page can help it.
    // Which page a request was of is settled later: Firefox tells of the end of a page's requests before it tells of the next page.
    const began = new Map();
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) watch.#visits += 1;
      began.set(request, watch.#visits);
    });
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "";
      const line = `request failed: ${request.url()} ${why}`;
      if (!CANCELLED.includes(why)) note(line);
      else if (!FACE.test(request.url())) watch.#given.push({ line, visit: began.get(request) ?? watch.#visits });
    });
    page.on("response", (response) => {
      if (response.status() >= 400) note(`status ${response.status()}: ${response.url()}`);
    });
    // Firefox reports a refusal of the policy nowhere that a driver can see, but the document does.
    await page.evaluateOnNewDocument(() => {
      globalThis.refusals = [];
      addEventListener("securitypolicyviolation", (event) => {
        globalThis.refusals.push(`${event.violatedDirective} refused ${event.blockedURI || "inline code"}`);
      });
    });
    return watch;
  }

  /** All so far, as lines. */
  get complaints() {
    const given = this.#given.filter(({ visit }) => visit === this.#visits);
    return [...this.#notes, ...given.map(({ line }) => line)];
  }

  /** Complaints that match are wanted by the test. */
  expect(pattern) {
    this.#expected.push(pattern);
  }

  /** Throws when there was any complaint that no pattern expects. */
  async silent() {
    const refusals = await this.#page.evaluate(() => globalThis.refusals ?? []).catch(() => []);
    const all = [...this.complaints, ...refusals.map((line) => `policy: ${line}`)];
    const left = all.filter((line) => !this.#expected.some((pattern) => pattern.test(line)));
    if (left.length > 0) throw new Error(`the page was not silent:\n  ${left.join("\n  ")}`);
  }
}

/** Opens `url` and waits until the app stands in place of the text that the shell shows while it loads. */
export async function open(page, url) {
  const response = await page.goto(url, { waitUntil: "load" });
  await standing(page);
  return response;
}

/** Waits until the app stands; when it does not, the error quotes what the page says instead. */
export async function standing(page) {
  const stands = () => !document.getElementById("boot") && (document.querySelector("main")?.childElementCount ?? 0) > 0;
  try {
    await page.waitForFunction(stands, { timeout: START_MS });
  } catch (error) {
    const text = await page.evaluate(() => document.body.innerText.slice(0, 500)).catch(() => "nothing");
    throw new Error(`the app does not stand; the page says: ${text}`, { cause: error });
  }
}

const require = createRequire(import.meta.url);
let axeSource;

/**
 * Accessibility violations of the page as it is now, one line each; empty is good.
 * @param {import("puppeteer-core").Page} page
 * @param {{ include?: string, rules?: object }} [options]
 * @returns {Promise<string[]>}
 */
export async function axe(page, { include, rules } = {}) {
  axeSource ??= readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async (include, rules) => {
      const outcome = await globalThis.axe.run(include ?? document, { rules: rules ?? {}, resultTypes: ["violations"] });
      return outcome.violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, where: nodes.map((node) => node.target.join(" ")) }));
    },
    include ?? null,
    rules ?? null,
  );
  return violations.map(({ id, impact, help, where }) => `${id} (${impact}): ${help}: ${where.slice(0, 5).join(", ")}`);
}

function find(variable, programs) {
  if (process.env[variable]) return process.env[variable];
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const program of programs) {
      const path = join(folder, program);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here; the next place may have it.
      }
    }
  }
  throw new Error(`no ${programs[0]} on PATH: install it, or point ${variable} at it`);
}
