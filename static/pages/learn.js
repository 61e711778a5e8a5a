// The course: predictions, exercises, hints, progress. The pages hold all texts; without this script they can still be read.

import * as progress from './progress.js';

const KEPT = 'Progress is kept in this browser.';
const REFUSED = 'This browser refuses storage here: progress lasts as long as this page. Export keeps it.';
const COMMANDS_MAX = 100;

const lesson = document.querySelector('.lesson');

/** Fills in everything that shows progress. */
function show() {
  for (const step of document.querySelectorAll('[data-done]')) {
    step.toggleAttribute('data-is-done', progress.isDone(step.dataset.done));
  }
  for (const entry of document.querySelectorAll('[data-steps]')) {
    const steps = entry.dataset.steps.split(' ');
    count(entry.querySelector('.count'), steps.filter(progress.isDone).length, steps.length);
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
  count(lesson.querySelector('.count'), sections.filter((s) => progress.isDone(s.dataset.done)).length, sections.length);
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

function count(place, done, all) {
  place.hidden = false;
  const said = `${done} of ${all} steps done`;
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

/** One exercise: a form around a player. */
function wire(exercise) {
  const player = exercise.querySelector('seqbell-player');
  const form = exercise.querySelector('.try');
  const verdict = exercise.querySelector('.verdict');
  const sent = exercise.querySelector('.sent');
  const hints = [...exercise.querySelectorAll('.hints > li')];
  const rules = JSON.parse(exercise.dataset.rules);
  const lines = [];
  let at = 0;

  const say = (kind, words) => {
    verdict.dataset.verdict = kind;
    verdict.textContent = words;
  };
  const open = () => {
    form.hidden = false;
  };
  const tellHints = () => {
    const given = hints.filter((hint) => !hint.hidden).length;
    form.elements.hint.textContent = given < hints.length ? `Hint ${given + 1} of ${hints.length}` : 'No more hints';
    form.elements.hint.setAttribute('aria-disabled', String(given >= hints.length));
  };

  player.addEventListener('ready', open);
  player.addEventListener('error', (event) => {
    if (event.detail?.message) say('error', event.detail.message);
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const line = form.elements.line.value.trim();
    if (!line) return;
    say('sent', '');
    try {
      await player.exec(line);
      form.elements.line.value = '';
      note(line);
    } catch (error) {
      say('error', error.message ?? String(error));
    }
  });
  form.elements.line.addEventListener('keydown', (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || lines.length === 0) return;
    event.preventDefault();
    at = Math.min(Math.max(at + by, 0), lines.length);
    form.elements.line.value = lines[at] ?? '';
  });
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
    lines.length = at = 0;
    sent.replaceChildren();
    sent.hidden = true;
    say('sent', 'The exercise begins again.');
  });

  function note(line) {
    lines.push(line);
    if (lines.length > COMMANDS_MAX) lines.shift();
    at = lines.length;
    const item = document.createElement('li');
    const code = document.createElement('code');
    code.textContent = line;
    item.append(code);
    sent.append(item);
    sent.hidden = false;
  }

  tellHints();
}

const TITLES = { passed: 'Passed.', 'not-yet': 'Not yet.', broken: 'A rule is broken.', wrong: 'Not so.' };

for (const exercise of document.querySelectorAll('.exercise')) wire(exercise);

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
