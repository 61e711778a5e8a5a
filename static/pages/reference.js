// The reference: every fact, searched by words and by numbers in any spelling, filtered, and linked by its id.
// The index is loaded at once, what the facts say when somebody wants to read or search it.

const PAGE = 40;
const LINKS_SHOWN = 12;
const MARKS = { HIGH: 'high', MED: 'med', LOW: 'low' };

const form = document.getElementById('filters');
const list = document.getElementById('facts');
const status = document.getElementById('count');
const more = document.getElementById('more');

/** Facts by id: { id, kind, file, confidence, basis, generations } and, once loaded, `full`, `text`, `numbers`. */
const facts = new Map();
const topics = new Map();
let found = [];
let shown = 0;

/** Every reading of a word as a number: 0x2d22, 2d22h, 2d22, 11554. */
export function numbers(word) {
  const bare = word.toLowerCase().replaceAll('_', '');
  const hex = /^(?:0x([0-9a-f]+)|([0-9a-f]+)h|([0-9a-f]*[0-9][0-9a-f]*))$/.exec(bare);
  const readings = [];
  if (hex) readings.push(BigInt(`0x${hex[1] ?? hex[2] ?? hex[3]}`).toString(16));
  if (/^[0-9]+$/.test(bare)) readings.push(BigInt(bare).toString(16));
  return readings;
}

/** Loads what the facts of a topic say, once. */
function load(topic) {
  if (!topics.has(topic)) {
    topics.set(topic, fetch(`facts/${topic}.json`).then((answer) => answer.json()).then((records) => {
      for (const record of records) {
        const fact = facts.get(record.id);
        if (!fact) continue;
        fact.full = record;
        const said = JSON.stringify([record.id, record.kind, record.source, record.note, record.fields]);
        fact.text = said.toLowerCase();
        fact.numbers = new Set();
        for (const [, digits] of said.matchAll(/0x([0-9a-f_]+)/gi)) fact.numbers.add(BigInt(`0x${digits.replaceAll('_', '')}`).toString(16));
        for (const [digits] of said.matchAll(/(?<![0-9a-fx_.])[0-9]+(?![0-9a-fx_])/gi)) fact.numbers.add(BigInt(digits).toString(16));
      }
    }));
  }
  return topics.get(topic);
}

const all = () => Promise.all([...new Set([...facts.values()].map((fact) => fact.file))].map(load));

function passes(fact, wanted) {
  const generation = wanted.generation === ''
    || (wanted.generation === 'none' ? fact.generations.length === 0 : fact.generations.includes(wanted.generation));
  return generation
    && (wanted.confidence === '' || fact.confidence === wanted.confidence)
    && (wanted.basis === '' || fact.basis === wanted.basis)
    && (wanted.topic === '' || fact.file === wanted.topic);
}

/** A word is in a fact as text, or as a number however it is written. */
const has = (fact, { word, readings }) => fact.text.includes(word) || readings.some((reading) => fact.numbers.has(reading));

let asked = 0;
async function search() {
  const wanted = Object.fromEntries(new FormData(form));
  const words = wanted.q.trim().toLowerCase().split(/\s+/).filter(Boolean).map((word) => ({ word, readings: numbers(word) }));
  const turn = ++asked;
  list.setAttribute('aria-busy', 'true');
  if (words.length > 0) await all();
  if (turn !== asked) return;
  found = [...facts.values()].filter((fact) => passes(fact, wanted) && words.every((word) => has(fact, word)));
  if (words.length > 0) found.sort((a, b) => rank(a, words) - rank(b, words));
  else found.sort((a, b) => place(a) - place(b));
  status.textContent = found.length === 0
    ? 'No fact has all of this.'
    : `${found.length} of ${facts.size} facts`;
  list.replaceChildren();
  shown = 0;
  await showMore();
}

/** Facts whose title has the words come first, whole before in part; then those whose id has them, then numbers, then text. */
function rank(fact, words) {
  const [id, title] = [fact.id.toLowerCase(), titleOf(fact).toLowerCase()];
  const said = words.map(({ word }) => word).join(' ');
  if (title === said) return 0;
  if (id === said) return 1;
  if (words.every(({ word }) => title.includes(word))) return 2;
  if (words.every(({ word }) => id.includes(word))) return 3;
  if (words.every(({ readings }) => readings.some((r) => fact.numbers.has(r)))) return 4;
  return 5;
}

/** What a fact is called where it says so. */
const titleOf = ({ full }) => String(full?.fields.name ?? full?.fields.title ?? '');

/** Without a question the registers and the states of the story come first. */
const FIRST = [
  ...['run_state', 'start_ctrl', 'release_run_stall', 'instr_halt_ctrl', 'intr_ctrl', 'intr_info'].map((name) => `csr.nx.${name}`),
  'csr.general.lr[3]', 'csr.general.lr[4]',
  'RESET', 'IDLE', 'ENTERING_RUN', 'RUNNING', 'PAUSED', 'HALTED', 'HALTED_FATAL',
];
function place({ id }) {
  const found = FIRST.indexOf(id);
  return found < 0 ? FIRST.length : found;
}

async function showMore() {
  const turn = asked;
  const next = found.slice(shown, shown + PAGE);
  await Promise.all([...new Set(next.map((fact) => fact.file))].map(load));
  if (turn !== asked) return;
  list.append(...next.map((fact) => card(fact, false)));
  shown += next.length;
  more.hidden = shown >= found.length;
  list.removeAttribute('aria-busy');
}

/** The fact of the address, alone, with what is inside it. */
async function showOne(id) {
  const fact = facts.get(id);
  asked += 1;
  list.removeAttribute('aria-busy');
  if (!fact) {
    status.textContent = `No fact is called ${id}. It may have been renamed: search for a part of it.`;
    list.replaceChildren();
    more.hidden = true;
    return;
  }
  await load(fact.file);
  found = [fact, ...[...facts.values()].filter((other) => other.full?.parent === id)];
  status.textContent = found.length === 1 ? 'One fact.' : `One fact, and ${found.length - 1} inside it.`;
  const back = element('p', {}, anchor('./', 'All facts'));
  list.replaceChildren(back, ...found.map((one) => card(one, one === fact)));
  more.hidden = true;
  shown = found.length;
  list.querySelector('article')?.focus();
}

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const anchor = (href, text) => element('a', { href }, text);
const link = (id) => anchor(`#${encodeURIComponent(id)}`, id);

function card(fact, open) {
  const { full } = fact;
  const kind = fact.kind.replaceAll('_', ' ');
  const named = titleOf(fact);
  const title = element('h2', {}, link(fact.id), ...(named && !fact.id.endsWith(named) ? [element('span', { class: 'title' }, ` ${named}`)] : []));
  const evidence = element('p', { class: 'evidence', 'data-confidence': MARKS[fact.confidence] },
    element('span', { class: 'dot', 'aria-hidden': 'true' }), `${fact.confidence} ${fact.basis}`);
  const head = element('header', {}, title, element('p', { class: 'quiet' }, kind), evidence);
  const table = element('dl', {});
  for (const [key, value] of Object.entries(full.fields)) row(table, key, value);
  if (full.note) row(table, 'note', full.note);
  row(table, 'source', full.source);
  if (full.parent) row(table, 'inside', full.parent);
  links(table, 'names', full.to);
  links(table, 'named by', full.from);
  if (full.lessons) table.append(element('dt', {}, 'lessons'), element('dd', {}, ...commas(full.lessons.map((id) => anchor(`../learn/${id}/`, id)))));
  const ways = element('p', { class: 'ways' });
  if (full.play) ways.append(anchor(`../play/#${full.play}`, 'Show in Play'));
  const made = element('article', { class: 'fact-card', tabindex: '-1', 'data-id': fact.id }, head, table);
  if (ways.childElementCount > 0) made.append(ways);
  if (open) made.dataset.open = '';
  return made;
}

function row(table, key, value) {
  table.append(element('dt', {}, key.replaceAll('_', ' ')), element('dd', {}, ...words(value)));
}

function links(table, key, ids) {
  if (!ids) return;
  const some = commas(ids.slice(0, LINKS_SHOWN).map(link));
  if (ids.length > LINKS_SHOWN) {
    const rest = commas(ids.slice(LINKS_SHOWN).map(link));
    some.push(element('details', {}, element('summary', {}, `${ids.length - LINKS_SHOWN} more`), ...rest));
  }
  table.append(element('dt', {}, key), element('dd', {}, ...some));
}

const commas = (parts) => parts.flatMap((part, n) => (n === 0 ? [part] : [', ', part]));

/** A value for reading; whatever is the id of a fact is a link. */
function words(value) {
  if (Array.isArray(value)) return commas(value.map((part) => element('span', {}, ...words(part))));
  if (value !== null && typeof value === 'object') {
    return commas(Object.entries(value).map(([key, part]) => element('span', {}, `${key} `, ...words(part))));
  }
  const text = String(value);
  if (facts.has(text) && text.length > 2) return [link(text)];
  return /^0x[0-9a-f_]+$/i.test(text) ? [element('code', {}, text)] : [text];
}

function follow() {
  const id = decodeURIComponent(location.hash.slice(1));
  return id && id !== 'main' ? showOne(id) : search();
}

async function start() {
  const index = await fetch('facts/index.json').then((answer) => answer.json());
  for (const [id, kind, file, confidence, basis, generations] of index) {
    facts.set(id, { id, kind, file, confidence, basis, generations });
  }
  form.elements.q.value = new URLSearchParams(location.search).get('q') ?? '';
  await follow();
}

let waits = 0;
form.addEventListener('input', () => {
  clearTimeout(waits);
  waits = setTimeout(search, 120);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  search();
});
list.addEventListener('click', (event) => {
  const to = event.target.closest('a')?.getAttribute('href');
  if (to !== './') return;
  event.preventDefault();
  history.pushState(null, '', location.pathname);
  search();
});
more.addEventListener('click', showMore);
addEventListener('hashchange', follow);
addEventListener('popstate', () => {
  if (location.hash === '') search();
});

start().catch((error) => {
  status.textContent = `The facts could not be loaded. Reloading the page may help. (${error})`;
});
