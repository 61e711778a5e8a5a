// Starts the app, and says in a sentence why it could not, in the place where it would have been. When the module stops
// later, it shows the session, which the app has kept here, outside the module's memory.
/** What the app keeps here: the session, the lines that are being run, and what a panic said. */
const kept = { script: '', line: '', panic: '' };
globalThis.seqbell = kept;

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

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/** The session with the lines that were being run as a comment: it can be opened again as it is. */
function session() {
  const lines = kept.line.split('\n').filter((line) => line.trim() !== '');
  const note = lines.length > 0 ? ['# This was being run when the page stopped:', ...lines.map((line) => `# ${line}`), ''] : [];
  return kept.script + note.join('\n');
}

/** No timer and no frame may call into a module that has stopped. */
function still() {
  for (let id = setTimeout(() => {}); id > 0; id -= 1) clearTimeout(id);
  for (let id = requestAnimationFrame(() => {}); id > 0; id -= 1) cancelAnimationFrame(id);
}

async function copy(area, button) {
  try {
    await navigator.clipboard.writeText(area.value);
    button.textContent = 'Copied';
  } catch {
    area.select();
    button.textContent = 'Select and copy';
  }
}

function save() {
  const href = URL.createObjectURL(new Blob([session()], { type: 'text/plain' }));
  element('a', { href, download: 'session.bell' }).click();
}

/** A fresh page that opens the session; the state of the browser's history outlives the reload where storage is refused. */
function restart() {
  history.replaceState({ seqbell: { script: kept.script, line: kept.line } }, '');
  location.reload();
}

let stopped = false;

/** The card in place of the page. A new body, since the old one still has the module's listeners. */
function stop(error) {
  if (stopped) return;
  stopped = true;
  still();
  const area = element('textarea', { id: 'crash-script', readOnly: true, rows: 14, spellcheck: false, value: session(), ariaLabel: 'Your session as a script' });
  const copies = element('button', { type: 'button', className: 'button', textContent: 'Copy' });
  copies.onclick = () => copy(area, copies);
  const saves = element('button', { type: 'button', className: 'button', textContent: 'Download .bell', onclick: save });
  const again = element('button', { type: 'button', className: 'button', textContent: 'Restart', title: 'A fresh page with this session', onclick: restart });
  again.dataset.look = 'key';
  const card = element('main', { className: 'crash', id: 'crash' },
    element('h1', { textContent: 'The simulator has stopped' }),
    element('p', { role: 'alert', textContent: 'This is a fault of Seqbell, not of the firmware that it shows. Nothing that you typed is lost: below is your session as a script.' }),
    area,
    element('div', { className: 'line' }, again, copies, saves),
    element('p', { className: 'why', textContent: kept.panic || String(error) }));
  document.documentElement.replaceChild(element('body', {}, card), document.body);
  again.focus();
}

const fatal = (error) => kept.panic !== '' || error instanceof WebAssembly.RuntimeError;
addEventListener('error', (event) => { if (fatal(event.error)) stop(event.error); });
addEventListener('unhandledrejection', (event) => { if (fatal(event.reason)) stop(event.reason); });

try {
  const { load } = await import('../seqbell-parts.js');
  (await load('play')).play();
  document.getElementById('boot')?.remove();
} catch (error) {
  explain(error);
}
