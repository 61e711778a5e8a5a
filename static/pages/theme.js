// The theme of the last visit, before anything is drawn, and the button that changes it. Play keeps it under the same key.
(() => {
  const KEY = 'seqbell.theme';
  const WORDS = ['system', 'light', 'dark'];
  const root = document.documentElement;

  function load() {
    try {
      return localStorage.getItem(KEY) ?? 'system';
    } catch {
      return 'system';
    }
  }

  function save(word) {
    try {
      localStorage.setItem(KEY, word);
    } catch {
      // It lasts as long as the page.
    }
  }

  function apply(word) {
    if (word === 'light' || word === 'dark') root.dataset.theme = word;
    else delete root.dataset.theme;
    for (const player of document.querySelectorAll('seqbell-player')) {
      player.setAttribute('theme', word === 'system' ? 'auto' : word);
    }
  }

  let theme = load();
  apply(theme);
  addEventListener('DOMContentLoaded', () => {
    apply(theme);
    const button = document.getElementById('theme');
    if (!button) return;
    const tell = () => button.setAttribute('aria-label', `Theme: ${theme === 'system' ? 'as the system' : theme}`);
    button.hidden = false;
    tell();
    button.addEventListener('click', () => {
      theme = WORDS[(WORDS.indexOf(theme) + 1) % WORDS.length];
      save(theme);
      apply(theme);
      tell();
    });
  });
})();
