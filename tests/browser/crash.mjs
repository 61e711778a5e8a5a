// A Play page whose module stops, as it would over a fault of ours.

const FIELD = "#console-field";

/** Before the page is opened: the module's memory comes within reach, and nothing is kept from page to page. */
export const willCrash = (page) => page.evaluateOnNewDocument(() => {
  Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const genuine = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await genuine(...given);
      // The later parts take the memory from the first.
      const { memory } = (made.instance ?? made).exports;
      if (memory) globalThis.spoil = () => new Uint8Array(memory.buffer).fill(0xff);
      return made;
    };
  }
});

/** What the browsers say of it. */
export const CRASHED = /uncaught|RuntimeError|unreachable|memory access|index out of bounds|table|null function|closure invoked/i;

/** Sends a line, over which the memory goes: the app notes each line before it runs it, and that is the moment. Gives the line. */
export async function crash(page) {
  const line = "remote 5 0x4";
  await page.evaluate(() => {
    let line = "";
    Object.defineProperty(globalThis.seqbell, "line", {
      get: () => line,
      set: (noted) => {
        line = noted;
        if (noted.startsWith("remote")) globalThis.spoil();
      },
    });
  });
  await page.focus(FIELD);
  await page.keyboard.type(line);
  await page.waitForFunction((field, line) => document.querySelector(field).value === line, {}, FIELD, line);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#crash");
  return line;
}
