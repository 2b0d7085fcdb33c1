// Light or dark theme: that of the system, or as selected here.

import {$} from './dom.js';
import {store, stored} from './stored.js';

const themes = ['system', 'light', 'dark'];
const key = 'theme';

function use(theme) {
  document.documentElement.dataset.theme = theme;
  $('theme').textContent = `Theme: ${theme}`;
  store(key, theme);
  dispatchEvent(new Event('theme')); // canvases read colors when they draw: style sheets do not update them
}

// nextTheme selects the next theme.
export function nextTheme() {
  use(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]);
}

// startTheme applies the saved selection.
export function startTheme() {
  use(themes.includes(stored(key)) ? stored(key) : 'system');
  $('theme').addEventListener('click', nextTheme);
}
