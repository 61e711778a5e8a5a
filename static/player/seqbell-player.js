// <seqbell-player>: a live figure for any page. This file is the element; the simulator behind it is a WebAssembly module in
// parts, loaded once for all players of a page, and only when the first of them comes near the view.
// The contract is docs/embedding.md.

const HERE = import.meta.url;
const OPTIONS = ['script', 'src', 'generation', 'view', 'registers', 'mode', 'theme', 'height', 'goal', 'label', 'at', 'autoplay', 'reference'];
const NEAR = '300px';
const HEIGHT = { least: 120, most: 4000 };
const SCRIPT_MAX = 1 << 20;

let module;
let style;

/** The module and the style sheet, once; after a failure it may be tried again. */
function load() {
  module ??= Promise.all([
    import('./seqbell-parts.js').then(({ load }) => load('player')),
    sheet(),
  ]).then(
    ([bindings]) => bindings,
    (error) => {
      module = undefined;
      throw error;
    },
  );
  return module;
}

async function sheet() {
  if (style) return;
  const answer = await fetch(new URL('./seqbell.css', HERE));
  if (!answer.ok) throw new Error(`seqbell.css: ${answer.status}`);
  const made = new CSSStyleSheet();
  made.replaceSync(await answer.text());
  style = made;
}

/** Why a player could not start, in a sentence. */
function reason(error) {
  if (typeof WebAssembly !== 'object') return 'This browser has no WebAssembly, so this is a still picture.';
  const refused = error instanceof WebAssembly.CompileError || /content security|unsafe-eval/i.test(String(error));
  return refused
    ? 'WebAssembly was refused, most likely by the content security policy of this site, so this is a still picture.'
    : 'The live figure could not be loaded, so this is a still picture.';
}

// One observer for all players: it starts those that come near, and stops the clocks of those that leave.
const watched = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) target.near(isIntersecting);
  },
  { rootMargin: NEAR },
);

class SeqbellPlayer extends HTMLElement {
  static observedAttributes = OPTIONS;

  #root = this.attachShadow({ mode: 'open' });
  #stage = document.createElement('div');
  #slot = document.createElement('slot');
  #note = document.createElement('p');
  #player;
  #starting;
  #near = false;
  #round = 0;

  constructor() {
    super();
    this.#stage.className = 'stage';
    this.#note.className = 'refused';
    this.#note.hidden = true;
    this.#root.append(this.#slot, this.#note, this.#stage);
  }

  connectedCallback() {
    // Properties that were set before the element was defined.
    for (const name of OPTIONS) {
      if (Object.hasOwn(this, name)) {
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
    }
    watched.observe(this);
  }

  disconnectedCallback() {
    watched.unobserve(this);
    // An element that is only moved is connected again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === 'height') this.#fit();
    else if (name === 'theme') this.#dress();
    else if (this.#player || this.#starting) this.#restart();
  }

  /** Called when the player comes near the view, or leaves it. */
  near(near) {
    this.#near = near;
    this.#player?.visible(near);
    if (near && !this.#player && !this.#starting) this.#start();
  }

  // What the machine does. Before `ready` there is none, and these say so.

  /** Carries out one command line; answers in words. */
  exec(line) { return this.#live().exec(line); }
  /** Makes steps; gives the state. */
  step(count = 1) { return this.#live().exec(`step ${whole(count)}`); }
  /** Goes back. */
  back(count = 1) { return this.#live().exec(`back ${whole(count)}`); }
  /** Runs until a breakpoint, or until the machine cannot go on. */
  run(max = 100000) { return this.#live().exec(`run ${whole(max)}`); }
  /** From the beginning, as the page has it. */
  restart() { this.#live().restart(); }
  /** Lets the clock run, or stops it. */
  play() { this.#live().play(true); }
  pause() { this.#live().play(false); }
  /** The machine at this moment, as plain values; addresses and words are hex text. */
  snapshot() { return this.#live().snapshot(); }
  /** The session as a script. */
  toScript() { return this.#live().script(); }
  /** Judges what was done since the beginning. */
  grade(rules) { return this.#live().grade(rules); }
  /** Whether it is live. */
  get ready() { return this.#player !== undefined; }

  #live() {
    if (!this.#player) throw new Error('the player is not ready: wait for its `ready` event');
    return this.#player;
  }

  /** Where the reference is, as a whole address; only one that a browser fetches. */
  #reference() {
    const given = this.getAttribute('reference');
    if (!given) return undefined;
    const { protocol, href } = new URL(given, this.baseURI);
    if (!['http:', 'https:', 'file:'].includes(protocol)) throw Object.assign(new Error(`reference="${given}" is no address of a page`), { code: 'argument' });
    return href;
  }

  async #start() {
    const round = ++this.#round;
    const current = () => round === this.#round && this.isConnected;
    this.#starting = true;
    try {
      const [bindings, script] = await Promise.all([load(), this.#script()]);
      if (!current()) return;
      this.#root.adoptedStyleSheets = [style];
      this.#dress();
      this.#fit();
      const options = Object.fromEntries(OPTIONS.map((name) => [name, this.getAttribute(name) ?? undefined]));
      this.#player = bindings.Player.mount(this.#stage, { ...options, script, reference: this.#reference() }, (kind, detail) => this.#tell(kind, detail));
      this.#player.visible(this.#near);
      this.#slot.hidden = true;
      // On paper the still says more than a machine that nobody can step.
      this.#stage.toggleAttribute('data-still', this.childElementCount > 0);
      this.#note.hidden = true;
      this.#tell('ready', {});
    } catch (error) {
      if (current()) this.#refuse(error);
    } finally {
      if (round === this.#round) this.#starting = false;
    }
  }

  async #script() {
    const inline = this.getAttribute('script');
    const source = this.getAttribute('src');
    if (inline !== null || source === null) return inline ?? '';
    const answer = await fetch(new URL(source, this.baseURI));
    if (!answer.ok) throw new Error(`the script ${source} could not be loaded (${answer.status})`);
    const text = await answer.text();
    if (text.length > SCRIPT_MAX) throw new Error(`the script ${source} is too long`);
    return text;
  }

  /** What stands in the page stays; a sentence below says why nothing moves. */
  #refuse(error) {
    this.#slot.hidden = false;
    this.#slot.style.minHeight = '';
    // A script that is wrong says so itself; anything else is about loading.
    this.#note.textContent = error?.code ? `${error.message}` : reason(error);
    this.#note.hidden = false;
    this.#tell('error', { message: String(error?.message ?? error), line: error?.line ?? 0, column: error?.column ?? 0 });
  }

  #restart() {
    this.#end();
    if (this.isConnected && this.#near) this.#start();
  }

  #end() {
    this.#round += 1;
    this.#starting = false;
    this.#player?.end();
    this.#player = undefined;
    this.#stage.replaceChildren();
    this.#slot.hidden = false;
  }

  #dress() {
    const theme = this.getAttribute('theme');
    if (theme === 'light' || theme === 'dark') this.#stage.dataset.theme = theme;
    else delete this.#stage.dataset.theme;
  }

  #fit() {
    const height = Number(this.getAttribute('height'));
    const clamped = Math.min(Math.max(height, HEIGHT.least), HEIGHT.most);
    this.#stage.style.maxHeight = height > 0 ? `${clamped}px` : '';
    // The still keeps the place, so that nothing below moves when the figure comes.
    this.#slot.style.minHeight = this.#stage.style.maxHeight;
  }

  #tell(kind, detail) {
    if (kind === 'ready' || this.isConnected) {
      this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, composed: true }));
    }
  }
}

// Each option is a property as well.
for (const name of OPTIONS) {
  Object.defineProperty(SeqbellPlayer.prototype, name, {
    configurable: true,
    enumerable: true,
    get() { return this.getAttribute(name); },
    set(value) {
      if (value === null || value === undefined || value === false) this.removeAttribute(name);
      else this.setAttribute(name, value === true ? '' : String(value));
    },
  });
}

/** A count as the command language has it; BigInt and hex text too. */
function whole(count) {
  const text = String(count).trim();
  if (!/^(0x[0-9a-f]{1,16}|[0-9]{1,20})$/i.test(text)) throw new TypeError(`${text} is no whole number`);
  return text;
}

if (!customElements.get('seqbell-player')) customElements.define('seqbell-player', SeqbellPlayer);
