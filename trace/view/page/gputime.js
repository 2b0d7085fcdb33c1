// Panel: the GPU time of the passes of a frame, and of their draws and dispatches.

import {el, note, property, span} from './dom.js';
import {get} from './api.js';
import {count, some, time} from './format.js';
import {select} from './calls.js';
import {frames} from './framelist.js';
import {canReplay} from './replays.js';
import {state, warn} from './store.js';
import {measureButton, timesOf} from './times.js';

export const panel = {id: 'gpu', words: 'GPU time', on: ['frame', 'frames', 'call', 'times'], body};

let last;

async function body(signal) {
  const frame = frames[state.frame];
  if (!frame) return note('This call belongs to no frame.');
  const measured = timesOf(frame.n);
  if (measured) return list(passesOf(measured), 'measured by replay', measureButton());
  const key = `${frame.n} ${state.trace.calls}`;
  if (last?.key !== key) last = {key, answer: await get('passes', {frame: frame.n}, signal)};
  const {recorded, passes} = last.answer;
  if (!recorded && canReplay()) return el('div', {class: 'note'}, el('p', {}, 'The recording has no GPU times.'), measureButton());
  if (!recorded) return note('The recording has no GPU times. Record with --gpu-time.');
  if (!passes.length) return note('This frame has no GPU times. It has no draws, or the recording ended before the driver had their times.');
  return list(passes, 'recorded', measureButton());
}

// list shows passes; of says where their times are from.
function list(passes, of, more) {
  const total = passes.reduce((sum, pass) => sum + pass.total, 0);
  return [el('p', {}, `${time(total)} in ${some(passes.length, 'pass', 'passes')}, ${of}. A GPU that draws in tiles does much of the work at the end of a pass.`, more),
    ...passes.map((pass, n) => table(pass, n, total))];
}

// passesOf returns the passes of measured draws.
function passesOf(rows) {
  const passes = [];
  for (const row of rows) {
    const pass = passes[row.pass] ??= {framebuffer: row.framebuffer, total: 0, calls: 0, work: []};
    pass.total += row.gpu.median;
    pass.calls++;
    pass.work.push({call: row.call, name: row.function, time: row.gpu.median, varies: row.varies});
  }
  return passes.filter(Boolean);
}

function table(pass, n, total) {
  const name = pass.framebuffer ? `framebuffer ${pass.framebuffer}` : 'default framebuffer';
  const longest = Math.max(1, ...pass.work.map(w => w.time));
  return el('section', {class: 'pass'}, el('h3', {}, `Pass ${n + 1}: ${name}`, span('dim', ` ${pass.context == null ? '' : `context ${pass.context}, `}${some(pass.calls, 'call')}, `),
    time(pass.total), span('dim', ` (${Math.round(100 * pass.total / Math.max(1, total))} %)`), doubt(pass)),
  el('table', {class: 'sheetlike figures'}, el('thead', {}, el('tr', {}, ['Call', 'GPU time', 'Number'].map(h => el('th', {scope: 'col'}, h)))),
    el('tbody', {}, pass.work.map(w => row(w, longest)))),
  pass.calls > pass.work.length ? note(`The table shows the first ${count(pass.work.length)} calls of the pass.`) : null);
}

function row(work, longest) {
  const go = () => select(work.call).catch(warn);
  const here = work.call === state.call;
  const made = el('tr', {'aria-current': here ? 'true' : false},
    el('th', {scope: 'row'}, el('button', {class: 'plain mono', title: 'Select this call', on: {click: go}}, work.name), doubt(work)),
    el('td', {}, time(work.time)), el('td', {}, count(work.call)));
  property(made, 'share', work.time / longest);
  return made;
}

const doubt = of => of.varies ? span('badge bad', 'varies', of.varies) : of.disjoint ? span('badge bad', 'disjoint', 'The time can be wrong: for example, the clock of the GPU changed') : null;
