// Starts the app, and says in a sentence why it could not, in the place where it would have been.
const name = './seqbell-web';

function explain(error) {
  const text = document.getElementById('boot-text');
  if (!text) return;
  const why = typeof WebAssembly !== 'object'
    ? 'This browser has no WebAssembly.'
    : error instanceof WebAssembly.CompileError || /content security|unsafe-eval/i.test(String(error))
      ? 'WebAssembly was refused, most likely by the content security policy of this site: it needs wasm-unsafe-eval in script-src.'
      : 'A file of the app could not be loaded. Reloading the page may help.';
  text.textContent = `The simulator could not start. ${why} (${error})`;
}

try {
  const { default: init } = await import(`${name}.js`);
  await init({ module_or_path: new URL(`${name}_bg.wasm`, import.meta.url) });
  document.getElementById('boot')?.remove();
} catch (error) {
  explain(error);
}
