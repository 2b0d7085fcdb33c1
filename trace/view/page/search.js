// Search from the selected call, with wraparound: first the calls whose name has the text, then those of which
// an argument has it.

import {$} from './dom.js';
import {get, latest} from './api.js';
import {select} from './calls.js';
import {count} from './format.js';
import {setMessage, state, warn} from './store.js';

const parts = ['names', 'arguments'];
let current = {}; // the search of the last match: its text and list, the part that is searched, and the call found

// fetchMatch continues a search whose time limit the server reached.
const fetchMatch = latest(async (signal, q, part, from, dir, view) => {
  for (;;) {
    const answer = await get('search', {q, in: part, from, dir, view}, signal);
    if (answer.found || !answer.partial) return answer;
    from = answer.at;
    setMessage(`Searching from call ${count(from)} …`);
  }
});

// stages lists where to search: the rest of the part, the whole other part, and the part again.
function stages(part, dir, here) {
  const last = state.trace.calls - 1, from = state.call + (here ? 0 : dir), start = dir > 0 ? 0 : last;
  const other = parts[1 - parts.indexOf(part)], forward = dir > 0 === (part === 'names');
  const around = dir > 0 ? ', continued from the top' : ', continued from the end';
  return [...(from >= 0 && from <= last ? [[part, from, '']] : []),
    ...forward ? [[other, start, ''], [part, start, around]] : [[other, start, around], [part, start, around]]];
}

// find goes to the next match in a direction and wraps around at the end.
export async function find(dir, here = false) {
  const q = $('query').value.trim(), view = state.view?.view;
  if (!q) return setMessage('');
  const part = current.q === q && current.view === view ? current.part : 'names';
  if (here && part === 'names') return first(q, view);
  for (const [where, from, around] of stages(part, dir, here)) {
    const answer = await fetchMatch(q, where, from, dir, view);
    if (!answer) return;
    if (answer.found) return show({q, view, part: where, call: answer.i}, around);
  }
  missed(q);
}

// first finds the first match from the selected call on, by name if there is one in the whole recording.
async function first(q, view) {
  for (const part of parts) {
    for (const [from, around] of [[state.call, ''], [0, ', continued from the top']]) {
      const answer = await fetchMatch(q, part, from, 1, view);
      if (!answer) return;
      if (answer.found) return show({q, view, part, call: answer.i}, around);
    }
  }
  missed(q);
}

function missed(q) {
  current = {};
  $('query').classList.add('none');
  setMessage(`Nothing matches “${q}”`);
}

async function show(match, around) {
  current = match;
  $('query').classList.remove('none');
  setMessage(`Found at call ${count(match.call)}${around}`);
  await select(match.call);
  const all = await totals(match);
  if (all && current === match) setMessage(`Found at call ${count(match.call)} · ${place(match, all)}${around}`);
}

// place returns the number of the match, if it is known, and of all.
function place({part, call}, [names, args]) {
  const own = part === 'names' ? names : args, number = 1 + own.before + (part === 'names' ? 0 : names.total);
  const both = names.total && args.total, kinds = both ? ` (${count(names.total)} by name, ${count(args.total)} by argument)` : '';
  return `match ${own.at > call ? count(number) + ' ' : ''}of ${names.partial || args.partial ? 'at least ' : ''}${count(names.total + args.total)}${kinds}`;
}

const patience = 5000; // ms to count: a very long recording needs more

// totals counts the matches in each part, and those before the match.
const totals = latest(async (signal, match) => {
  const all = [], end = performance.now() + patience;
  for (const part of parts) {
    const sum = {total: 0, before: 0, at: 0, partial: true};
    do {
      const {total, before, at, partial = false} = await get('hits', {q: match.q, in: part, from: sum.at, i: match.call, view: match.view}, signal);
      Object.assign(sum, {total: sum.total + total, before: sum.before + before, at, partial});
    } while (sum.partial && performance.now() < end);
    all.push(sum);
  }
  return all;
});

const tryFind = (dir, here) => find(dir, here).catch(warn);

// startSearch connects the search box.
export function startSearch() {
  let waiting = 0, back = false;
  $('search').addEventListener('submit', event => {
    event.preventDefault();
    if (back) return; // the key was handled already
    clearTimeout(waiting);
    tryFind(1, waiting !== 0); // while typing, show the first match
    waiting = 0;
  });
  $('previous').addEventListener('click', () => tryFind(-1));
  $('query').addEventListener('input', () => {
    clearTimeout(waiting);
    $('query').classList.remove('none');
    waiting = setTimeout(() => { waiting = 0; tryFind(1, true); }, 150);
  });
  $('query').addEventListener('keydown', event => {
    back = event.key === 'Enter' && event.shiftKey;
    if (back) { event.preventDefault(); tryFind(-1); }
    if (event.key === 'Escape') { event.preventDefault(); $('calls').focus(); } // browsers would clear the field
  });
  $('query').addEventListener('keyup', () => { back = false; });
}
