// Light or dark theme: that of the system, or as selected here.

import {$} from './dom.js';

const themes = ['system', 'light', 'dark'];
const key = 'theme';

// stored returns the saved selection, if the browser allows storage.
function stored() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function use(theme) {
  document.documentElement.dataset.theme = theme;
  $('theme').textContent = `Theme: ${theme}`;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // the selection lasts until the page is closed
  }
  dispatchEvent(new Event('theme')); // canvases read colors when they draw: style sheets do not update them
}

// nextTheme selects the next theme.
export function nextTheme() {
  use(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]);
}

// startTheme applies the saved selection.
export function startTheme() {
  use(themes.includes(stored()) ? stored() : 'system');
  $('theme').addEventListener('click', nextTheme);
}
