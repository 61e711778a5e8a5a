// What a learner has done: ids of steps and exercises, in this browser, or in memory where storage is refused.

const KEY = 'seqbell.progress';
const KIND = 'seqbell progress';
const VERSION = 1;
const IDS_MAX = 1000;

/** The text under our key; `undefined` where storage is refused. */
function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return undefined;
  }
}

/** The ids in a file of progress. Throws a sentence where it is none. */
function read(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('This file is not JSON.');
  }
  if (value?.kind !== KIND || !Array.isArray(value.done)) throw new Error('This file holds no progress of Seqbell.');
  if (value.version !== VERSION) throw new Error(`This file has version ${value.version}; this page reads ${VERSION}.`);
  return value.done.filter((id) => typeof id === 'string' && id.length < 200).slice(0, IDS_MAX);
}

const before = stored();
let kept = before !== undefined;
let done = new Set();
try {
  if (before) done = new Set(read(before));
} catch {
  // Somebody else's text under our key: we begin anew.
}

/** Whether it outlasts the page. */
export const isKept = () => kept;
export const isDone = (id) => done.has(id);
export const text = () => `${JSON.stringify({ kind: KIND, version: VERSION, done: [...done].sort() }, null, 1)}\n`;

export function mark(id) {
  if (done.has(id)) return;
  done.add(id);
  save();
}

export function forget() {
  done.clear();
  save();
}

/** Adds what a file holds. Throws a sentence where it holds none. */
export function add(file) {
  const ids = read(file);
  for (const id of ids) done.add(id);
  save();
  return ids.length;
}

function save() {
  try {
    localStorage.setItem(KEY, text());
    kept = true;
  } catch {
    kept = false;
  }
}
