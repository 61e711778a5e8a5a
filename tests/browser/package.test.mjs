// The JavaScript package: packed by npm, unpacked beside a program, used in Node and in browsers.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test as inNode } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { each as inEach } from "./each.mjs";
import { host, page as foreign } from "./host.mjs";

const dist = process.env.SEQBELL_DIST;
const [test, each] = dist ? [inNode, inEach] : [() => {}, () => {}];
const run = promisify(execFile);
const tsc = fileURLToPath(new URL("node_modules/.bin/tsc", import.meta.url));

let folder;
let server;
before(async () => {
  if (!dist) return;
  folder = await mkdtemp(join(tmpdir(), "seqbell-package-"));
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(dist, "js") });
  const unpacked = join(folder, "node_modules/seqbell");
  await mkdir(unpacked, { recursive: true });
  await run("tar", ["xzf", join(folder, stdout.trim().split("\n").at(-1)), "-C", unpacked, "--strip-components=1"]);
  server = await host(dist, { package: foreign("", { script: false }) });
});
after(async () => {
  server?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** What a program that uses the package prints, as JSON. */
async function node(program) {
  const script = `import * as seqbell from "seqbell"; await seqbell.init(); console.log(JSON.stringify(await (${program})(seqbell)));`;
  const { stdout } = await run("node", ["--input-type=module", "-e", script], { cwd: folder });
  return JSON.parse(stdout);
}

test("the example of the package runs as it is", async () => {
  const example = join(folder, "node_modules/seqbell/example.mjs");
  const { stdout } = await run("node", [example], { cwd: folder });
  assert.match(stdout, /the sequencer is RUNNING; the host reads run_state 0x2; the work goes on at 0x10002000/);
  assert.match(stdout, /same digest after 100 steps back and forth: true/);
  assert.match(stdout, /0x001003084038: TDRTP_inc of group 1/);
  assert.match(stdout, /syntax at column 7/);
});

/** What every host of the package must see alike. */
const WORK = `({ Machine, address, decode }) => {
  const machine = new Machine({ generation: "cayman", script: "until state == IDLE\\nwrite start_ctrl 1\\nuntil state == RUNNING" });
  const wide = ["0xffffffffffffffff", "0x20000000000001"].map((pc) => {
    machine.exec("pc " + pc);
    return machine.toScript().includes("pc " + pc);
  });
  const code = (work) => { try { work(); return "nothing"; } catch (error) { return [error instanceof Error, error.code, error.line, error.column]; } };
  const here = machine.digest();
  const moved = [machine.step(5).made, machine.back(5n).made];
  const back = machine.digest() === here;
  const told = {
    wide, moved, back,
    state: machine.snapshot().state,
    register: machine.peek("run_state"),
    same: machine.peek(0x04000008n).name,
    sum: address({ direction: "m2s", group: 1, queue: 3 }).address,
    found: decode(0x001003084038n).group,
    digest: machine.digest(),
    events: machine.eventsSince(0, 3).length,
    wrong: [
      code(() => machine.exec("write strat_ctrl 1")), code(() => machine.exec(7)), code(() => machine.step(1.5)), code(() => machine.step(-1n)),
      code(() => new Machine({ generation: "maverick" })), code(() => machine.script("step\\nwrite run_stat 1")),
    ],
  };
  machine.free();
  return told;
}`;

function check(told) {
  assert.deepEqual(told.wide, [true, true]);
  assert.deepEqual([told.moved, told.back, told.state], [[5, 5], true, "RUNNING"]);
  assert.deepEqual([told.register.address, told.register.value, told.same], ["0x4000008", "0x1", "nx.run_state"]);
  assert.deepEqual([told.sum, told.found, told.events], ["0x001003084038", 1, 3]);
  assert.deepEqual(told.wrong.map(([error, code]) => [error, code]), [
    [true, "syntax"], [true, "argument"], [true, "argument"], [true, "argument"], [true, "refused"], [true, "syntax"],
  ]);
  assert.deepEqual(told.wrong[0].slice(2), [1, 7]);
  assert.equal(told.wrong[5][2], 2);
}

test("in Node addresses and 64-bit values keep every digit, and errors have a place", async () => {
  check(await node(WORK));
});

each("in a browser it does the same, digest included", async ({ page }) => {
  await page.goto(`${server.url}package`);
  const version = await page.evaluate(async () => {
    const seqbell = await import("/seqbell/js/index.js");
    await Promise.all([seqbell.init(), seqbell.init()]);
    return seqbell.version();
  });
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const digest = await page.evaluate(async () => {
    const { Machine } = await import("/seqbell/js/index.js");
    const machine = new Machine({ script: "until state == IDLE\nwrite start_ctrl 1\nuntil state == RUNNING" });
    const digest = machine.digest();
    machine.free();
    return digest;
  });
  const same = await node(`({ Machine }) => new Machine({ script: "until state == IDLE\\nwrite start_ctrl 1\\nuntil state == RUNNING" }).digest()`);
  assert.equal(digest, same);
});

/** What the TypeScript compiler says about a program that uses the package; nothing is good. */
async function typed(name, program) {
  const file = join(folder, `${name}.ts`);
  await writeFile(file, program);
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"];
  return run(tsc, [...strict, file], { cwd: folder }).then(() => "", ({ stdout }) => stdout);
}

test("a strict TypeScript program compiles against its types, and a wrong one does not", async () => {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const right = `
    import init, { Machine, address, decode, version } from "seqbell";
    import type { Answer, Decoded, Event, Hex, Moved, Register, SeqbellError, Snapshot, Sum, Whole } from "seqbell";
    await init();
    const machine: Machine = new Machine({ generation: "mariana", script: "write start_ctrl 1" });
    const answer: Answer = machine.exec("step");
    const moved: Moved[] = [machine.step(5), machine.back(2n), machine.forth("0x2"), machine.run()];
    const made: number = moved.reduce((sum, part) => sum + part.made, 0);
    const seen: Snapshot = machine.snapshot();
    const value: Hex | null = machine.peek("run_state").value;
    const register: Register = machine.peek(0x4000008n);
    const events: Event[] = machine.eventsSince(0, 10);
    const sum: Sum = address({ direction: "m2s", group: 1, queue: 3 });
    const wide: Whole = 0xffffffffffffffffn;
    const found: Decoded = decode(wide, { value: 3 });
    const words: string[] = [machine.digest(), machine.toScript(), machine.link(), version()];
    try { machine.exec("writ"); } catch (error) { const { code, line, column } = error as SeqbellError; console.log(code, line, column); }
    machine.free();
    console.log(answer.leftOut, made, seen.state === "RUNNING", value, register.confidence, events[0]?.pc, sum.terms.length, found.fields.length, words);
  `;
  assert.equal(await typed("right", right), "");
  const wrong = `
    import { Machine } from "seqbell";
    const machine = new Machine({ generation: "trainium" });
    const pc: number = machine.snapshot().pc;
    machine.step(true);
    if (machine.snapshot().state === "SLEEPING") machine.exec("step");
  `;
  const said = await typed("wrong", wrong);
  const lines = [...said.matchAll(/wrong\.ts\((\d+),\d+\): error/g)].map(([, line]) => Number(line));
  assert.deepEqual(lines, [3, 4, 5, 6], said);
});
