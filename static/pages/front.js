// Moves the player of the front page: a step at a time, up to a pause, a resume, and from the start again.
// Nothing moves under reduced motion, in a hidden tab or out of view; a button stops it for good.

const PACE_MS = 40;
const REST_MS = 1600;
const AFTER_RESUME = 60;

const player = document.querySelector('#moves seqbell-player');
const button = document.getElementById('still');
const calm = matchMedia('(prefers-reduced-motion: reduce)');

let wanted = !calm.matches;
let inView = false;
let ready = false;
let timer = 0;
let left = Infinity;
let next = step;

function step() {
  player.step(1);
  left -= 1;
  if (left > 0) return PACE_MS;
  next = begin;
  return REST_MS;
}

function resume() {
  player.exec('write start_ctrl 1');
  next = step;
  return PACE_MS;
}

function begin() {
  player.restart();
  left = Infinity;
  next = step;
  return PACE_MS;
}

function turn() {
  timer = 0;
  const wait = next();
  if (moving()) timer = setTimeout(turn, wait);
}

const moving = () => ready && wanted && inView && !document.hidden;

/** Starts or stops the only timer, as things are. */
function settle() {
  button.textContent = wanted ? 'Stop the motion' : 'Move';
  if (moving() && timer === 0) timer = setTimeout(turn, PACE_MS);
  if (!moving()) {
    clearTimeout(timer);
    timer = 0;
  }
}

player?.addEventListener('ready', () => {
  ready = true;
  button.hidden = false;
  settle();
});
player?.addEventListener('state', (event) => {
  const to = String(event.detail?.to).toUpperCase();
  if (to === 'PAUSED') {
    // The pause is looked at for a while before the host rings again.
    left = Infinity;
    next = () => {
      next = resume;
      return REST_MS;
    };
  } else if (to === 'RUNNING' && String(event.detail?.from).toUpperCase() === 'PAUSED') {
    left = AFTER_RESUME;
  }
});
button?.addEventListener('click', () => {
  wanted = !wanted;
  settle();
});
document.addEventListener('visibilitychange', settle);
if (player) {
  new IntersectionObserver((entries) => {
    inView = entries[entries.length - 1].isIntersecting;
    settle();
  }).observe(player);
}
