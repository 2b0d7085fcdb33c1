// Search by function and argument from the selected call, with wraparound.

import {$} from './dom.js';
import {get, latest} from './api.js';
import {select} from './calls.js';
import {setMessage, state, warn} from './store.js';

// fetchMatch continues a search whose time limit the server reached.
const fetchMatch = latest(async (signal, q, from, dir, view) => {
  for (;;) {
    const answer = await get('search', {q, from, dir, view}, signal);
    if (answer.found || !answer.partial) return answer;
    from = answer.at;
    setMessage(`Searching from call ${from} …`);
  }
});

// find goes to the next match in a direction and wraps around at the end.
export async function find(dir, here = false) {
  const q = $('query').value.trim();
  if (!q) return setMessage('');
  const view = state.view?.view, last = state.trace.calls - 1;
  const from = state.call + (here ? 0 : dir);
  let answer = from >= 0 && from <= last ? await fetchMatch(q, from, dir, view) : {found: false};
  let around = '';
  if (answer && !answer.found) {
    answer = await fetchMatch(q, dir > 0 ? 0 : last, dir, view);
    around = dir > 0 ? ', continued from the top' : ', continued from the end';
  }
  if (!answer) return;
  $('query').classList.toggle('none', !answer.found);
  if (!answer.found) return setMessage(`Nothing matches “${q}”`);
  setMessage(`Found at call ${answer.i}${around}`);
  await select(answer.i);
}

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
