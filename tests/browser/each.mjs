// A test in every browser. What the browsers can do is in `browsers.mjs`, which is passed on from here.

import { after, test } from "node:test";
import { browserNames, closeAll, withPage } from "./browsers.mjs";

export * from "./browsers.mjs";

/** Only a test that hangs takes so long. */
const TIMEOUT_MS = 180_000;

/** The servers that `cargo xtask test` started, both under the strict policy; each address ends with a slash. */
export const sites = {
  /** At the root of its host. */
  top: process.env.SEQBELL_URL,
  /** Under a sub-path. */
  sub: process.env.SEQBELL_URL_SUB,
};

after(closeAll);

/**
 * Registers `body({ page, watch, name })` as a test in each browser. `watch` holds the complaints of the page so far; a test
 * that provokes one on purpose says so with `watch.expect(/pattern/)`.
 * @param {string} title
 * @param {(given: { page: import("puppeteer-core").Page, watch: import("./browsers.mjs").Watch, name: string }) => Promise<void>} body
 * @param {import("./browsers.mjs").Wishes & { browsers?: string[] }} [options]
 */
export function each(title, body, { browsers = browserNames, ...wishes } = {}) {
  for (const name of browsers) {
    test(`${title} [${name}]`, { timeout: TIMEOUT_MS }, () => withPage(name, wishes, body));
  }
}
