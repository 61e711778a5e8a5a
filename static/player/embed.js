// The page inside an iframe: one player that fills it, and a narrow door for messages. The contract is docs/embedding.md.
import './seqbell-player.js';

const PROTOCOL = 1;
const OPTIONS = ['script', 'src', 'generation', 'view', 'registers', 'mode', 'theme', 'goal', 'label', 'at', 'autoplay'];
const METHODS = ['exec', 'step', 'back', 'run', 'restart', 'play', 'pause', 'snapshot', 'toScript', 'grade'];
const EVENTS = ['ready', 'step', 'state', 'goal', 'error'];
const HEIGHT = { least: 120, most: 4000 };
const CALLS_MAX = 4;

const options = new URLSearchParams(location.hash.slice(1));
const allowed = new Set((options.get('origin') ?? '').split(/[\s,]+/).filter(Boolean));
const framed = window.parent !== window;
const player = document.createElement('seqbell-player');
for (const name of OPTIONS) if (options.has(name)) player.setAttribute(name, options.get(name));
// Beside this page in the finished folder; no link of somebody else's.
player.setAttribute('reference', 'reference/');
player.append(document.getElementById('still'));
document.body.append(player);

// Whom events go to: the parent, once it has said hello from an allowed origin.
let friend;

function send(message) {
  if (friend !== undefined) window.parent.postMessage({ seqbell: PROTOCOL, ...message }, friend);
}

/** A message that is ours and well formed, or nothing. Everything else is passed over in silence. */
function request({ source, origin, data }) {
  if (!framed || source !== window.parent || !allowed.has(origin)) return undefined;
  if (typeof data !== 'object' || data === null || data.seqbell !== PROTOCOL) return undefined;
  const { id, method, args = [] } = data;
  const named = typeof id === 'string' || Number.isSafeInteger(id);
  const plain = Array.isArray(args) && args.length <= CALLS_MAX;
  return named && typeof method === 'string' && plain ? { id, method, args } : undefined;
}

function answer(method, args) {
  if (method === 'hello') return { protocol: PROTOCOL, ready: player.ready };
  if (!METHODS.includes(method)) throw Object.assign(new Error(`there is no method ${method}`), { code: 'argument' });
  return player[method](...args) ?? null;
}

addEventListener('message', (event) => {
  const asked = request(event);
  if (!asked) return;
  if (asked.method === 'hello') friend = event.origin;
  if (friend !== event.origin) return;
  try {
    send({ id: asked.id, result: answer(asked.method, asked.args) });
  } catch (error) {
    const { code = 'argument', line = 0, column = 0 } = error;
    send({ id: asked.id, error: { code, message: String(error.message ?? error), line, column } });
  }
  if (asked.method === 'hello') tellHeight();
});

for (const kind of EVENTS) player.addEventListener(kind, (event) => send({ event: kind, detail: event.detail }));

// The height that the content wants. It never depends on the height of the frame, so it settles.
let told = 0;
function tellHeight() {
  const height = Math.min(Math.max(Math.ceil(document.body.getBoundingClientRect().height), HEIGHT.least), HEIGHT.most);
  if (friend !== undefined && height !== told) {
    told = height;
    send({ event: 'height', detail: { height } });
  }
}
let due = false;
new ResizeObserver(() => {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    tellHeight();
  });
}).observe(document.body);

// The only message without a known receiver; it holds nothing but that somebody may say hello now.
if (framed) window.parent.postMessage({ seqbell: PROTOCOL, event: 'open' }, '*');
