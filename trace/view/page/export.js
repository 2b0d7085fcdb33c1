// The dialog that saves the whole recording as text.

import {$, button, el} from './dom.js';
import {url} from './api.js';
import {some} from './format.js';
import {state} from './store.js';

// Each row: the format of the server, the end of the file name, the label.
const formats = [['text', 'txt', 'Text'], ['json', 'jsonl', 'JSON, an object a line']];

function open() {
  const sheet = $('exports'), name = (state.trace.name || 'recording').replace(/\.gltrace$/, '');
  sheet.replaceChildren(el('h2', {}, 'Export'), el('p', {}, `Saves ${some(state.trace.calls, 'call')}, one a line, as “gleslayergen trace dump” prints them.`),
    el('div', {class: 'buttons'}, formats.map(([as, end, words]) => el('a', {class: 'quiet', id: 'export-' + as, href: url('export', {as}), download: `${name}.${end}`, on: {click: () => sheet.close()}}, words)),
      button('Close', 'Close (Escape)', () => sheet.close())));
  sheet.showModal();
}

// startExport connects the button.
export function startExport() {
  $('export').addEventListener('click', open);
  $('exports').addEventListener('click', event => { if (event.target === $('exports')) $('exports').close(); });
}
