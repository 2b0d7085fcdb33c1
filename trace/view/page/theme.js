// Light or dark: as the system has it, or as chosen here.

import {$} from './dom.js';

const themes = ['system', 'light', 'dark'];
const key = 'theme';

// stored is what was chosen before, where browsers let a page remember.
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
    // it holds until the page is closed
  }
  dispatchEvent(new Event('theme')); // canvases ask for colors, and are not asked by style sheets
}

// nextTheme goes from one to the next.
export function nextTheme() {
  use(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]);
}

// startTheme applies what was chosen.
export function startTheme() {
  use(themes.includes(stored()) ? stored() : 'system');
  $('theme').addEventListener('click', nextTheme);
}
