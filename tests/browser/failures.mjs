// A reporter of Node's test runner: a line for each test that ran, `pass<tab>name` or `fail<tab>name`. `cargo xtask test` reads
// it and runs what failed again.

export default async function* failures(source) {
  for await (const { type, data } of source) {
    const word = { "test:pass": "pass", "test:fail": "fail" }[type];
    // What was left out has neither passed nor failed.
    if (word && data.skip === undefined) yield `${word}\t${data.name.replaceAll(/\s+/g, " ")}\n`;
  }
}
