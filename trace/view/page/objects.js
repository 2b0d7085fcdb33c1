// What objects there are after a call: asked for once, however many panels want to know.

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
