// Panel: two frames side by side, of this trace or of another one.

import {button, choice, el, note, span, tick} from './dom.js';
import {get} from './api.js';
import {opens} from './folds.js';
import {words} from './row.js';
import {List} from './list.js';
import {count, plainCall, some} from './format.js';
import {select} from './calls.js';
import {state, warn} from './store.js';

const shown = {a: null, b: null, other: '', differ: true};
let refresh, rows = [], list, at = -1;

export const panel = {id: 'compare', words: 'Compare', on: [], tools, body};

function tools(again) {
  refresh = again;
  shown.a ??= Math.max(0, state.frame - 1);
  shown.b ??= Math.min(shown.a + 1, state.trace.frames - 1);
  const others = (state.trace.others ?? []).map(o => [o.id, o.name]);
  return [frame('a', 'Frame'), span('hint', 'with'), frame('b', 'frame'),
    others.length ? choice('Recording', [['', 'of this recording'], ...others], shown.other, turnTo) : '',
    tick('Differences', shown.differ, on => { shown.differ = on; refresh(); }, 'differences'),
    button('↑', 'Previous difference', () => step(-1)), button('↓', 'Next difference', () => step(1))];
}

// turnTo selects the trace to compare with: the next frame of this one, or the same frame of another one.
function turnTo(other) {
  if (other && shown.b === shown.a + 1) shown.a = shown.b;
  else if (!other && shown.b === shown.a && shown.a > 0) shown.a--;
  else if (!other && shown.b === shown.a) shown.b++;
  shown.other = other;
  bound();
  refresh();
}

function frame(name, label) {
  const input = el('input', {type: 'number', class: 'short', min: 0, value: shown[name], id: 'compare-' + name,
    on: {change: () => {
      shown[name] = Math.max(0, Math.floor(Number(input.value)) || 0);
      bound();
      refresh();
    }}});
  return el('label', {}, label + ' ', input);
}

// bound limits the frame numbers to existing frames.
function bound() {
  const other = state.trace.others?.find(o => o.id === shown.other);
  for (const [name, frames] of [['a', state.trace.frames], ['b', (other ?? state.trace).frames]]) {
    shown[name] = Math.max(0, Math.min(shown[name], frames - 1));
    const input = document.getElementById('compare-' + name);
    [input.value, input.max] = [shown[name], frames - 1];
  }
}

async function body(signal) {
  const answer = await get('compare', {a: shown.a, b: shown.b, other: shown.other}, signal);
  rows = (answer.rows ?? []).filter(row => !shown.differ || row.kind !== 'same');
  at = -1;
  if (!rows.length) return [summary(answer), note('The calls are identical.')];
  const root = el('div', {class: 'rows pairs', tabindex: '0', role: 'listbox', 'aria-label': 'Calls of both frames'});
  const these = rows; // a later answer belongs to another list
  list = new List(root, {height: 21, render: (element, n) => render(element, these[n], n)});
  list.resize(rows.length);
  return [summary(answer), el('div', {class: 'sides'}, span('', `Frame ${shown.a}`), span('', `Frame ${shown.b}${shown.other && ' of the other recording'}`)), root];
}

// summary shows the number of rows of each kind.
function summary({rows = [], partial}) {
  const of = kind => rows.filter(row => row.kind === kind).length;
  return el('p', {class: 'summary'}, span('same', some(of('same'), 'call') + ' the same'), span('changed', count(of('changed')) + ' changed'),
    span('added', count(of('added')) + ' added'), span('removed', count(of('removed')) + ' removed'), partial ? span('badge bad', 'comparison incomplete') : '');
}

function render(element, row, n) {
  element.className = `row pairrow ${row.kind}${n === at ? ' selected' : ''}`;
  element.setAttribute('role', 'option');
  element.setAttribute('aria-selected', String(n === at));
  element.replaceChildren(side(row.a, row.b, row.kind === 'changed', true), side(row.b, row.a, row.kind === 'changed', !shown.other));
}

// Texts of data longer than this are replaced by the part that differs.
const short = 28;
const brief = 4;

// differing keeps the arguments that differ, and the value of the first one if it is short: a location, an
// object.
function differing(call, other) {
  if (opens(call)) return {...call, differs: [true]}; // only its title is shown
  const differs = call.args.map((a, n) => !(a.strange && other.args[n]?.strange) && (Boolean(a.part) || a.text !== other.args[n]?.text));
  if (!differs.includes(true)) return {...call, differs};
  const args = call.args.map((a, n) => differs[n] ? shortened(a) : {...a, name: ''});
  const kept = args.map((a, n) => n).filter(n => differs[n] || n === 0 && args[n].text.length <= brief);
  return {...call, args: kept.map(n => args[n]), differs: kept.map(n => differs[n])};
}

const shortened = a => a.part && (a.text.length > short || a.kind !== 'text' && !a.text.startsWith('[')) ? {...a, name: '', text: a.part} : a;

// side shows the call of one frame; in a changed call, different arguments are marked.
function side(call, other, changed, here) {
  if (!call) return el('span', {class: 'side-call none'});
  const marked = changed ? differing(call, other) : call;
  const text = el('span', {class: 'side-call', title: plainCall(call), on: {click: () => here && select(call.i).catch(warn)}}, ...words(marked));
  text.querySelectorAll('.is, .title').forEach((e, n) => { if (marked.differs?.[n] && e.textContent) e.classList.add('differs'); });
  return text;
}

function step(by) {
  for (let n = at + by; n >= 0 && n < rows.length; n += by) {
    if (rows[n].kind === 'same') continue;
    at = n;
    list.reveal(n, true);
    return;
  }
}
