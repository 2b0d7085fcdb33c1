// The list of calls: all of them, or those of a filter.

import {$} from './dom.js';
import {get} from './api.js';
import {count, some} from './format.js';
import {List} from './list.js';
import {Pages} from './pages.js';
import {Folds, around, groups, opens} from './folds.js';
import {frameBefore, frames, whenFrames} from './framelist.js';
import {fillRow} from './row.js';
import {laneOf} from './trace.js';
import {set, state, warn, watch} from './store.js';

const height = 21;
const all = new Pages({}, redraw);
let source = all;
let folds = new Folds();
let list;
let cursor = 0; // row of the selected call, or the row before which it would be

// callAt fetches a call by its row.
export const callAt = i => all.load(i);

// select selects a call; its frame follows when it is known. A call outside of all frames selects the one before.
export async function select(i, more = {}) {
  set({call: i, ...more});
  if (more.frame != null) return;
  const call = await all.load(i);
  if (call && state.call === i) set({frame: call.frame >= 0 ? call.frame : frameBefore(i)});
}

// toggle folds or unfolds the group that a call opens.
async function toggle(call) {
  if (folds.under(call.i)) folds.unfold(call.i);
  else folds.fold((await around(call)).find(g => g.first === call.i) ?? {first: 0, last: 0});
  refold();
}

// foldFrame folds all groups of the selected frame, or unfolds them if all are folded.
export async function foldFrame() {
  const of = await groups(state.frame);
  const folded = of.some(g => folds.under(g.first));
  for (const group of of) folded ? folds.unfold(group.first) : folds.fold(group);
  refold();
}

// foldHere handles the left and right arrow keys.
export async function foldHere(shut) {
  const call = await all.load(state.call);
  if (call && opens(call) && !state.view && shut === !folds.under(call.i)) await toggle(call);
}

const rowCall = row => state.view ? source.at(row)?.i : folds.call(row);
const length = () => state.view ? state.view.total : state.trace.calls - folds.hidden;

function refold() {
  list.resize(length());
  cursor = folds.row(state.call);
  list.reveal(cursor);
}

function redraw() { list?.draw(); }

function render(element, row) {
  const index = state.view ? row : folds.call(row);
  const call = source.at(index);
  const selected = call ? call.i === state.call : false;
  element.id = 'row-' + row;
  element.setAttribute('role', 'option');
  element.setAttribute('aria-selected', String(selected));
  element.setAttribute('aria-posinset', row + 1);
  element.setAttribute('aria-setsize', list.total);
  element.dataset.row = row;
  fillRow(element, call, {index: state.view ? null : index, selected, under: state.view ? 0 : folds.under(index), toggle: call => toggle(call).catch(warn), lanes: laneOf});
}

function shown(first, last) {
  source.want(state.view ? first : folds.call(first), state.view ? last : folds.call(last));
}

// place finds the row of a call in a filtered list, or of the next call: the list is in order.
async function place(i) {
  let low = 0, high = state.view.total;
  while (low < high) {
    const middle = (low + high) >> 1;
    const {calls: [call]} = await get('calls', {view: state.view.view, from: middle, count: 1});
    if (call && call.i < i) low = middle + 1;
    else high = middle;
  }
  return low;
}

// outside reports whether the selected call is not in the selected frame.
function outside() {
  const of = frames[state.frame];
  return Boolean(of) && (state.call < of.first || state.call > of.last);
}

// follow scrolls to the selected call.
async function follow() {
  const i = state.call;
  $('place').textContent = `call ${count(i)} of ${count(state.trace.calls)}` + (outside() ? '' : ` · frame ${count(state.frame)}`);
  if (!state.view) {
    if (folds.open(i)) list.resize(length());
    cursor = folds.row(i);
  } else if (rowCall(cursor) !== i) {
    const row = await place(i);
    if (i !== state.call || !state.view) return;
    cursor = Math.min(row, state.view.total - 1);
  }
  $('calls').setAttribute('aria-activedescendant', 'row-' + cursor);
  list.reveal(cursor, true);
}

// move moves the selection by rows.
export async function move(by) {
  if (!list.total) return;
  const row = Math.max(0, Math.min(list.total - 1, cursor + by));
  const i = state.view ? (await source.load(row)).i : folds.call(row);
  cursor = row;
  select(i).catch(warn);
}

export const page = () => list.rows - 1;

// startCalls creates the list.
export function startCalls() {
  list = new List($('calls'), {height, render, shown});
  $('calls').addEventListener('click', event => {
    const row = event.target.closest('.row')?.dataset.row;
    const i = row == null ? undefined : rowCall(Number(row));
    if (i == null) return;
    cursor = Number(row);
    select(i).catch(warn);
  });
  $('calls').setAttribute('aria-label', `Calls: ${some(state.trace.calls, 'call')}`);
  list.resize(length());
  watch('call frame', () => { list.draw(); follow().catch(warn); });
  watch('view', () => {
    source = state.view ? new Pages({view: state.view.view}, redraw) : all;
    cursor = -1;
    list.resize(length());
    follow().catch(warn);
  });
  watch('notes times', redraw);
  watch('trace', () => {
    all.forget(all.total);
    list.resize(length());
  });
  whenFrames(() => { if (outside()) set({frame: frameBefore(state.call)}); });
  follow().catch(warn);
}
