// Filters: a list of only the matching calls.

import {$, button, choice, el, span, tick} from './dom.js';
import {get, post} from './api.js';
import {some} from './format.js';
import {threadName} from './trace.js';
import {foldFrame} from './calls.js';
import {trySaveFrame} from './save.js';
import {measureButton} from './times.js';
import {set, state, warn, watch} from './store.js';

const none = {function: '', argument: '', thread: '', context: '', group: '', frame: false, errors: false, draws: false};
let wanted = {...none};
let asked = 0, waiting = 0;

const idle = () => Object.keys(none).every(name => wanted[name] === none[name]);

// request returns the filter in the format of the server.
function request() {
  const of = {};
  for (const name of ['function', 'argument']) if (wanted[name]) of[name] = wanted[name];
  for (const name of ['thread', 'context', 'group']) if (wanted[name] !== '') of[name] = Number(wanted[name]);
  for (const name of ['errors', 'draws']) if (wanted[name]) of[name] = true;
  if (wanted.frame) of.frame = state.frame;
  return of;
}

// apply requests the list and shows it as it grows.
async function apply() {
  const mine = ++asked;
  if (idle()) return show(null);
  const view = await post('views', request());
  if (mine !== asked) return;
  show(view);
  for (let partial = view.partial; partial && mine === asked;) {
    await new Promise(resume => setTimeout(resume, 150));
    const {total, done} = await get('views/' + view.view);
    partial = !done;
    if (mine === asked) show({...view, total, partial});
  }
}

function show(view) {
  $('matches').textContent = view ? some(view.total, 'call') + (view.partial ? ' so far' : '') : '';
  $('clear').hidden = !view;
  $('fold').hidden = view != null; // the calls of a group may not be in the list
  set({view});
}

// soon waits for a pause in typing.
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => apply().catch(warn), 180);
}

// filterBy replaces the filter.
export function filterBy(by) {
  wanted = {...none, ...by};
  build();
  apply().catch(warn);
}

export const clear = () => filterBy({});

function text(name, words) {
  const input = el('input', {type: 'search', name, placeholder: words, 'aria-label': words, value: wanted[name], autocomplete: 'off', spellcheck: 'false',
    on: {input: () => { wanted[name] = input.value.trim(); soon(); }}});
  return input;
}

const of = (name, words, values) => choice(words, [['', words], ...values], wanted[name], v => { wanted[name] = v; soon(); });
const box = (name, words) => tick(words, wanted[name], on => { wanted[name] = on; soon(); }, name);

let offered = ''; // threads and contexts to choose from

// choices creates the selects of threads and contexts, if there are several.
function choices() {
  const {threads = [], contexts = []} = state.trace;
  offered = `${threads.length} ${contexts.length}`;
  return [threads.length > 1 ? of('thread', 'Thread', threads.map(t => [t.number, threadName(t.number)])) : '',
    contexts.length > 1 ? of('context', 'Context', contexts.map(c => [c.number, `Context ${c.number}`])) : ''];
}

// addChoices adds new threads and contexts of a live trace.
function addChoices() {
  const before = offered, now = choices();
  if (offered !== before) $('filter').querySelector('.choices').replaceChildren(...now);
}

function build() {
  $('filter').replaceChildren(text('function', 'Function'), text('argument', 'Argument'), el('span', {class: 'choices'}, choices()),
    box('frame', 'This frame'), box('draws', 'Draws'), box('errors', 'Errors'),
    button('Clear', 'Show all calls (Escape)', clear, {id: 'clear', hidden: true}), el('span', {id: 'matches', class: 'hint', role: 'status'}), span('room', ''),
    measureButton(), button('Fold', 'Fold or unfold the groups of this frame (f)', () => foldFrame().catch(warn), {id: 'fold'}),
    button('Save', 'Save the calls of this frame as text (s)', trySaveFrame, {id: 'save'}));
}

// startFilter creates the row above the list.
export function startFilter() {
  $('filter').addEventListener('submit', event => event.preventDefault());
  build();
  watch('frame', () => { if (wanted.frame) soon(); });
  watch('trace', () => { addChoices(); if (state.view) apply().catch(warn); }); // the list has grown
}
