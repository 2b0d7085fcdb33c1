// Answers by replay: their progress and their errors.

import {button, el} from './dom.js';
import {select} from './calls.js';
import {count} from './format.js';
import {state, warn} from './store.js';

// canReplay reports whether the server answers by replay.
export const canReplay = () => Boolean(state.trace.replay);

// during calls show with a progress text while a replay runs, and with an empty text at its end.
export async function during(words, show, run) {
  const began = performance.now();
  const tell = () => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    show(`${words} …${seconds ? ` ${seconds} s` : ''}`);
  };
  tell();
  const timer = setInterval(tell, 250);
  try {
    return await run();
  } finally {
    clearInterval(timer);
    show('');
  }
}

// inPanel shows the progress above the panel.
export function inPanel(words, run) {
  const panel = document.getElementById('panel');
  return during(words, text => {
    if (text) panel.dataset.waiting = text;
    else delete panel.dataset.waiting;
  }, run);
}

// failed shows an error of a replay in the place of its answer, with what to do.
export function failed(error) {
  return el('div', {class: 'alert failed', role: 'alert'}, el('div', {}, error.message), error.hint ? el('div', {class: 'dim'}, `What to do: ${error.hint}.`) : '',
    error.call == null ? '' : button(`Go to call ${count(error.call)}`, 'Select the call that cannot be replayed', () => select(error.call).catch(warn)));
}
