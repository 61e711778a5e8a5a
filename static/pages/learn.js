// The course: predictions, exercises, hints, progress. The pages hold all texts; without this script they can still be read.

import * as progress from './progress.js';

const KEPT = 'Progress is kept in this browser.';
const REFUSED = 'This browser refuses storage here: progress lasts as long as this page. Export keeps it.';
const COMMANDS_MAX = 100;
const REACHED = 'The goal is reached: Check says whether the rules were kept. A run stops here.';

const lesson = document.querySelector('.lesson');

/** Fills in everything that shows progress. */
function show() {
  for (const step of document.querySelectorAll('[data-done]')) {
    step.toggleAttribute('data-is-done', progress.isDone(step.dataset.done));
  }
  for (const entry of document.querySelectorAll('[data-steps]')) {
    const exercises = [...entry.querySelectorAll('.exercises > li')].map((item) => item.dataset.done);
    count(entry.querySelector('.count'), entry.dataset.steps.split(' '), exercises);
  }
  if (!lesson) {
    document.getElementById('kept').textContent = progress.isKept() ? KEPT : REFUSED;
    return;
  }
  const sections = [...lesson.querySelectorAll('.step')];
  for (const link of lesson.querySelectorAll('[data-step]')) {
    const done = progress.isDone(`${lesson.dataset.lesson}/${link.dataset.step}`);
    link.toggleAttribute('data-is-done', done);
    word(link, done);
  }
  for (const exercise of lesson.querySelectorAll('.exercise')) {
    const done = progress.isDone(`exercise/${exercise.dataset.exercise}`);
    exercise.toggleAttribute('data-is-done', done);
  }
  const exercises = [...lesson.querySelectorAll('.exercise')].map((exercise) => `exercise/${exercise.dataset.exercise}`);
  count(lesson.querySelector('.count'), sections.map((section) => section.dataset.done), exercises);
  const note = lesson.querySelector('.kept');
  note.hidden = progress.isKept();
  note.textContent = progress.isKept() ? '' : REFUSED;
}

/** A mark is for the eye; a word goes with it. */
function word(item, done) {
  let text = item.querySelector('.sr');
  if (!text && done) {
    text = document.createElement('span');
    text.className = 'sr';
    item.append(text);
  }
  if (text) text.textContent = done ? ' (done)' : '';
}

/** How many parts have their questions answered, and how many exercises are solved. */
function count(place, parts, exercises) {
  place.hidden = false;
  const of = (ids) => `${ids.filter(progress.isDone).length} of ${ids.length}`;
  const said = `Questions answered in ${of(parts)} parts, ${of(exercises)} exercises solved`;
  if (place.textContent !== said) place.textContent = said;
}

/** A step is done once every question in it was answered right; where it has none, once its exercises are solved. */
function settle(step) {
  const questions = [...step.querySelectorAll('.predict')];
  const exercises = [...step.querySelectorAll('.exercise')];
  const done = questions.length > 0
    ? questions.every((question) => question.hasAttribute('data-answered'))
    : exercises.every((exercise) => progress.isDone(`exercise/${exercise.dataset.exercise}`));
  if (done) progress.mark(step.dataset.done);
  show();
}

for (const option of document.querySelectorAll('.predict details')) {
  option.addEventListener('toggle', () => {
    if (!option.open) return;
    option.dataset.tried = '';
    if (!option.hasAttribute('data-right')) return;
    option.closest('.predict').dataset.answered = '';
    settle(option.closest('.step'));
  });
}

/** A line for commands at a player: it shows itself once the player is live, and keeps what was sent. */
function line(place, { carryOut, sent }) {
  const player = place.querySelector('seqbell-player');
  const form = place.querySelector('.try');
  const field = form.elements.line;
  const verdict = place.querySelector('.verdict');
  const lines = [];
  let at = 0;
  const say = (kind, words) => {
    verdict.dataset.verdict = kind;
    verdict.textContent = words;
  };
  const open = () => {
    form.hidden = false;
  };
  player.addEventListener('ready', open);
  if (player.ready) open();
  player.addEventListener('error', (event) => {
    if (event.detail?.message) say('error', event.detail.message);
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const command = field.value.trim();
    if (!command) return;
    say('sent', '');
    try {
      const answer = await carryOut(player, command);
      field.value = '';
      lines.push(command);
      if (lines.length > COMMANDS_MAX) lines.shift();
      at = lines.length;
      say('sent', answer);
      sent(command);
    } catch (error) {
      say('error', error.message ?? String(error));
    }
  });
  field.addEventListener('keydown', (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || lines.length === 0) return;
    event.preventDefault();
    at = Math.min(Math.max(at + by, 0), lines.length);
    field.value = lines[at] ?? '';
  });
  const forget = () => {
    field.value = '';
    lines.length = at = 0;
  };
  return { player, form, say, forget };
}

/** Carries a command out; a run stops where the goal is reached. Answers whether it is reached. */
async function towards(goal, player, command) {
  const runs = /^run\b/i.test(command);
  if (runs) await player.exec(`break ${goal}`);
  try {
    await player.exec(command);
  } finally {
    if (runs) await player.exec(`clear ${goal}`);
  }
  const { verdict } = await player.grade({ goal, never: [], wrong: [] });
  return verdict === 'passed' ? REACHED : '';
}

/** One exercise: a form around a player. */
function wire(exercise) {
  const sent = exercise.querySelector('.sent');
  const hints = [...exercise.querySelectorAll('.hints > li')];
  const rules = JSON.parse(exercise.dataset.rules);
  const { player, form, say, forget } = line(exercise, { carryOut: (player, command) => towards(rules.goal, player, command), sent: note });
  // The clock stops there as well.
  player.addEventListener('goal', () => {
    player.pause();
    say('sent', REACHED);
  });
  const tellHints = () => {
    const given = hints.filter((hint) => !hint.hidden).length;
    form.elements.hint.textContent = given < hints.length ? `Hint ${given + 1} of ${hints.length}` : 'No more hints';
    form.elements.hint.setAttribute('aria-disabled', String(given >= hints.length));
  };

  form.elements.check.addEventListener('click', async () => {
    try {
      const grade = await player.grade(rules);
      const cost = grade.verdict === 'passed' ? ` Host writes: ${grade.writes}. Steps: ${grade.steps}.` : '';
      say(grade.verdict, `${TITLES[grade.verdict] ?? ''} ${grade.says}${cost}`.trim());
      if (grade.verdict === 'passed') {
        progress.mark(`exercise/${exercise.dataset.exercise}`);
        settle(exercise.closest('.step'));
      }
    } catch (error) {
      say('error', error.message ?? String(error));
    }
  });
  form.elements.hint.addEventListener('click', () => {
    const next = hints.find((hint) => hint.hidden);
    if (next) next.hidden = false;
    tellHints();
  });
  form.elements.again.addEventListener('click', async () => {
    await player.restart();
    forget();
    sent.replaceChildren();
    sent.hidden = true;
    say('sent', 'The exercise begins again.');
  });

  function note(command) {
    const item = document.createElement('li');
    const code = document.createElement('code');
    code.textContent = command;
    item.append(code);
    sent.append(item);
    sent.hidden = false;
  }

  tellHints();
}

const TITLES = { passed: 'Passed.', 'not-yet': 'Not yet.', broken: 'A rule is broken.', wrong: 'Not so.' };

for (const exercise of document.querySelectorAll('.exercise')) wire(exercise);
for (const live of document.querySelectorAll('.live')) line(live, { carryOut: (player, command) => player.exec(command), sent: () => {} });

/** Export, import and forget, on the index of the course. */
function tools() {
  const bar = document.getElementById('progress-tools');
  if (!bar) return;
  const told = document.getElementById('told');
  bar.hidden = false;
  document.getElementById('export').addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([progress.text()], { type: 'application/json' }));
    link.download = 'seqbell-progress.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    told.textContent = 'Progress was saved as seqbell-progress.json.';
  });
  document.getElementById('import').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      const ids = progress.add(await file.text());
      told.textContent = `${ids} entries were read and added.`;
    } catch (error) {
      told.textContent = error.message;
    }
    event.target.value = '';
    show();
  });
  document.getElementById('forget').addEventListener('click', () => {
    progress.forget();
    told.textContent = 'All progress is forgotten.';
    show();
  });
}

tools();
show();
