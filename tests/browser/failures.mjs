// A reporter of Node's test runner: a line for each test that failed, `file<tab>name`. `cargo xtask test` reads it and runs those files again.

import { relative } from "node:path";

export default async function* failures(source) {
  for await (const { type, data } of source) {
    if (type === "test:fail") yield `${relative(process.cwd(), data.file ?? data.name)}\t${data.name.replaceAll(/\s+/g, " ")}\n`;
  }
}
