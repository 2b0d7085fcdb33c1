// A call as a row of the list.

import {el, property, span} from './dom.js';
import {count, time} from './format.js';
import {opens} from './folds.js';
import {noteOf} from './marks.js';
import {haveTimes, shareOf, timeOf} from './times.js';

// kind returns the class that sets the color of a row.
function kind(call) {
  if (call.error) return 'error';
  if (/^glPop(Debug|)Group/.test(call.name)) return 'closes';
  for (const flag of ['swap', 'draw', 'marker']) {
    if (call.flags?.includes(flag)) return flag;
  }
  return 'plain';
}

// share returns the length of the bar of a duration, on a logarithmic scale from 100 ns to 10 ms.
export const share = ns => ns > 0 ? Math.max(0.02, Math.min(1, Math.log10(ns / 50) / Math.log10(1e7 / 50))) : 0;

// argument shows an argument with its name; the color shows its kind.
function argument(a, last) {
  return [span('of', a.text === '' || a.name === '' ? a.name : a.name + '='), span('is of-' + (a.kind ?? 'none'), a.text), last ? '' : span('of', ', ')];
}

// title shows the name of the group that a call opens, more prominently than the call.
function title(call) {
  const name = call.args.find(a => /^(message|marker|buf)$/.test(a.name))?.text ?? '';
  return [span('title', name.replace(/^"(.*)"$/, '$1') || 'group'), span('of', '  ' + call.name)];
}

// words shows the call itself.
export function words(call) {
  if (opens(call)) return title(call);
  const args = call.args ?? [];
  return [span('name', call.name), span('of', '('), ...args.flatMap((a, n) => argument(a, n === args.length - 1)), span('of', ')'),
    call.result ? span('gives', ' = ' + call.result) : null];
}

// badges shows flags and errors.
function badges(call) {
  const of = [];
  if (call.error) of.push(span('badge bad', call.error));
  if (call.flags?.includes('attach')) of.push(span('badge', 'initial state', 'Added by the recorder: state at the start of the recording'));
  else if (call.flags?.includes('synthetic')) of.push(span('badge', 'recorder', 'Added by the recorder, not called by the program'));
  return of;
}

// mark shows a bookmark with the begin of its note.
function mark(call) {
  const note = noteOf(call.i);
  return note ? span('badge mark-badge', `★ ${note.text.replace(/\s+/g, ' ').slice(0, 40)}`.trim(), note.text || 'Bookmark') : '';
}

// gpu shows the measured GPU time of a draw.
function gpu(call) {
  if (!haveTimes()) return '';
  const row = timeOf(call.i);
  if (!row) return span('gpu', '');
  const {lowest, median, highest} = row.gpu;
  const bar = span('gpu' + (row.varies ? ' varies' : ''), time(median), `GPU time ${time(median)}, from ${time(lowest)} to ${time(highest)}${row.varies ? `: ${row.varies}` : ''}`);
  property(bar, 'share', shareOf(row));
  return bar;
}

// fold creates the button that folds a group.
function fold(call, under, toggle) {
  if (!opens(call)) return span('fold', '');
  return el('button', {class: 'fold', tabindex: '-1', 'aria-expanded': String(!under), title: under ? 'Unfold the group' : 'Fold the group',
    on: {click: event => { event.stopPropagation(); toggle(call); }}}, under ? '▸' : '▾');
}

// fillRow makes an element show a call; while the call is loading, it shows only the number.
export function fillRow(element, call, {index, selected, under, toggle, lanes}) {
  if (!call) {
    element.className = 'row loading';
    element.replaceChildren(span('number', index == null ? '' : count(index)), span('text', '…'));
    return;
  }
  element.className = `row ${kind(call)}${selected ? ' selected' : ''}${call.flags?.includes('synthetic') ? ' synthetic' : ''}`;
  const bar = span('cost', time(call.duration));
  property(bar, 'share', share(call.duration));
  const text = el('span', {class: 'text'}, fold(call, under, toggle), mark(call), ...words(call), under ? span('badge', count(under) + ' folded') : null, badges(call));
  property(text, 'depth', Math.min(call.depth ?? 0, 12));
  const lane = span('lane', '', `thread ${call.thread}, context ${call.context}`);
  property(lane, 'lane', `var(--lane${lanes(call)})`);
  element.replaceChildren(lane, span('number', count(call.i)), text, gpu(call), bar);
}
