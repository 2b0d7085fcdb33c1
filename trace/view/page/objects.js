// The objects that exist after a call, fetched once for all panels.

import {made} from './api.js';

let last = {i: -1, answer: null};

export function objects(i) {
  if (last.i !== i) {
    last.stop?.abort();
    const stop = new AbortController(), mine = last = {i, stop, answer: made('objects', {i}, stop.signal)};
    mine.answer.catch(() => { if (last === mine) last = {i: -1, answer: null}; });
  }
  return last.answer;
}
