// Panel: time in each function, sorted by any column.

import {choice, el, note, property, span} from './dom.js';
import {get} from './api.js';
import {count, time} from './format.js';
import {frames} from './framelist.js';
import {filterBy} from './filter.js';
import {state} from './store.js';

const shown = {range: 'frame', by: 'total', up: false};
let refresh, last;

export const panel = {id: 'stats', words: 'Statistics', on: ['frame', 'frames', 'trace'], tools, body};

function tools(again) {
  refresh = again;
  return [choice('Range', [['frame', 'This frame'], ['trace', 'Whole recording']], shown.range, v => { shown.range = v; refresh(); }),
    span('hint', 'Select a function name to filter the list of calls.')];
}

const columns = [['name', 'Function'], ['count', 'Calls', count], ['total', 'Total', time], ['mean', 'Mean', time], ['p50', 'Median', time], ['p99', '99 %', time],
  ['max', 'Longest', time], ['errors', 'Errors', n => n ? count(n) : '']];

// range returns what to request: a frame, or the whole trace.
function range() {
  return shown.range === 'frame' && frames[state.frame] ? {frame: state.frame} : {};
}

async function body(signal) {
  const of = range(), key = `${of.frame} ${state.trace.calls}`;
  if (last?.key !== key) last = {key, functions: (await get('stats', of, signal)).functions ?? []};
  if (!last.functions.length) return note('The range has no calls.');
  const sign = shown.up ? 1 : -1, total = Math.max(1, ...last.functions.map(f => f.total));
  const rows = last.functions.toSorted((a, b) => sign * (shown.by === 'name' ? a.name.localeCompare(b.name) : (a[shown.by] ?? 0) - (b[shown.by] ?? 0)));
  return el('table', {class: 'sheetlike figures'}, el('thead', {}, el('tr', {}, columns.map(head))), el('tbody', {}, rows.map(f => row(f, total))));
}

function head([name, words]) {
  const sort = () => {
    shown.up = shown.by === name ? !shown.up : name === 'name';
    shown.by = name;
    refresh();
  };
  const here = shown.by === name;
  return el('th', {scope: 'col', 'aria-sort': here ? (shown.up ? 'ascending' : 'descending') : 'none'},
    el('button', {class: 'plain', 'data-sort': name, on: {click: sort}}, words, here ? (shown.up ? ' ▴' : ' ▾') : ''));
}

function row(f, total) {
  const made = el('tr', {class: f.errors ? 'faulty' : ''}, columns.map(([name, , words]) => name === 'name'
    ? el('th', {scope: 'row'}, el('button', {class: 'plain mono', title: 'Show only these calls', on: {click: () => filterBy({function: f.name})}}, f.name))
    : el('td', {class: name}, words(f[name] ?? 0))));
  property(made, 'share', f.total / total);
  return made;
}
