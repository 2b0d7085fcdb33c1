// Keyboard shortcuts, and the dialog that lists them.

import {$, el} from './dom.js';
import {get} from './api.js';
import {foldFrame, foldHere, move, page, select} from './calls.js';
import {clear} from './filter.js';
import {frames, goFrame} from './framelist.js';
import {follow} from './live.js';
import {copyLink, goMark, toggleMark} from './marks.js';
import {find} from './search.js';
import {trySaveFrame} from './save.js';
import {tabNumber, switchTab} from './tabs.js';
import {nextTheme} from './theme.js';
import {state, warn} from './store.js';

// Each row: keys, description, action.
const table = [
  [['ArrowDown', 'j'], 'next call', () => move(1)],
  [['ArrowUp', 'k'], 'previous call', () => move(-1)],
  [['PageDown'], 'next page', () => move(page())],
  [['PageUp'], 'previous page', () => move(-page())],
  [['Home'], 'first call', () => move(-Infinity)],
  [['End'], 'last call', () => move(Infinity)],
  [['n'], 'next frame', () => goFrame(state.frame + 1, select)],
  [['p'], 'previous frame', () => goFrame(state.frame - 1, select)],
  [['d'], 'next draw of the frame', () => draw(1)],
  [['D'], 'previous draw', () => draw(-1)],
  [['ArrowLeft'], 'fold the group', () => foldHere(true)],
  [['ArrowRight'], 'unfold the group', () => foldHere(false)],
  [['f'], 'fold or unfold all groups of the frame', foldFrame],
  [['/'], 'search', () => $('query').select()],
  [['F3'], 'next match', () => find(1)],
  [['Shift+F3'], 'previous match', () => find(-1)],
  [['g'], 'filter by function', () => $('filter').elements.function.select()],
  [['Escape'], 'show all calls', clear],
  [['[', ']'], 'previous tab, next tab', event => switchTab(event.key === '[' ? -1 : 1)],
  [['1', '2', '3', '4', '5', '6', '7', '8', '9'], 'tab by number', event => tabNumber(Number(event.key) - 1)],
  [['b'], 'set or remove a bookmark', toggleMark],
  [['.'], 'next bookmark', () => goMark(1)],
  [[','], 'previous bookmark', () => goMark(-1)],
  [['c'], 'copy a link to the call', copyLink],
  [['s'], 'save the calls of the frame', trySaveFrame],
  [['l'], 'follow a live recording', follow],
  [['t'], 'switch between light, dark and system theme', nextTheme],
  [['?'], 'show this list of keys', () => $('keys').showModal()],
];

const lists = '[role=listbox], [role=tree], [role=slider], [role=separator]';
const walking = /^(Arrow|Page|Home|End)/;

const step = 1000;

let before = Promise.resolve(); // the last requested step

// draw goes to another draw, from the target of the previous step.
export const draw = by => before = before.catch(() => {}).then(() => nextDraw(by));

// nextDraw finds the draw. A frame may have many calls, of which few draw.
async function nextDraw(by) {
  const frame = frames[state.frame];
  if (!frame) return;
  let from = Math.max(frame.first, by > 0 ? state.call + 1 : state.call - step);
  let to = Math.min(frame.last + 1, by > 0 ? from + step : state.call);
  while (from < to) {
    const {calls} = await get('calls', {from, count: to - from});
    const draws = calls.filter(c => c.flags?.includes('draw') && c.frame === frame.n);
    if (draws.length) return select(draws.at(by > 0 ? 0 : -1).i);
    [from, to] = by > 0 ? [to, Math.min(frame.last + 1, to + step)] : [Math.max(frame.first, from - step), from];
  }
}

// typing reports whether a key is text input, or belongs to the focused element.
function typing(event) {
  const at = event.target;
  if (event.key === 'F3') return false;
  if (at.matches('input:not([type=checkbox]), select, textarea') || document.querySelector('dialog[open]')) return true;
  return walking.test(event.key) && at.id !== 'calls' && (at.closest(lists) != null || at.closest('.panel') != null);
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === 'Escape' && $('keys').open) return $('keys').close();
  if (event.key === 'Escape' && event.target.closest('#filter')) {
    event.preventDefault(); // browsers would clear it
    return $('calls').focus();
  }
  if (typing(event)) return;
  const key = event.key === 'F3' && event.shiftKey ? 'Shift+F3' : event.key;
  const row = table.find(([keys]) => keys.includes(key));
  if (!row) return;
  event.preventDefault();
  Promise.resolve(row[2](event)).catch(warn);
}

const shapes = {ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→', PageDown: 'PgDn', PageUp: 'PgUp', Escape: 'Esc'};

function cap(keys) {
  const shown = keys.length > 3 ? [keys[0], '…', keys.at(-1)] : keys;
  return shown.map(k => k === '…' ? '…' : el('kbd', {}, shapes[k] ?? k));
}

// startKeys listens for keys and fills the dialog.
export function startKeys() {
  const sheet = $('keys');
  sheet.append(el('h2', {}, 'Keys'), el('dl', {}, table.map(([keys, words]) => el('div', {}, el('dt', {}, cap(keys)), el('dd', {}, words)))),
    el('p', {class: 'dim'}, 'When the timeline has the focus: + and − zoom, < and > change the height of the rows, 0 shows the whole recording, f shows the frame, Enter folds or unfolds the group of the selected call, and the arrow keys move. You can also click, drag, and turn the wheel, with Shift for the rows.'),
    el('button', {class: 'quiet', autofocus: true, on: {click: () => sheet.close()}}, 'Close'));
  sheet.addEventListener('click', event => { if (event.target === sheet) sheet.close(); });
  $('help').addEventListener('click', () => sheet.showModal());
  addEventListener('keydown', press);
}
