// Live traces: the server reports their current size.

import {$} from './dom.js';
import {select} from './calls.js';
import {frames, goFrame, loadFrames} from './framelist.js';
import {loadTrace} from './trace.js';
import {state, warn} from './store.js';

let following = false, busy = false, again = false;

// follow switches whether the page selects the newest frame as it arrives.
export function follow() {
  if (!state.trace.live) return;
  following = !following;
  $('follow').setAttribute('aria-pressed', String(following));
  if (following) newest();
}

const newest = () => goFrame(frames.length - 1, select);

// grow fetches what is new, frames first so that the frames of new calls are known. Reports that arrive
// meanwhile are handled together.
async function grow() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    await loadFrames();
    const trace = await loadTrace();
    if (!trace.live) await loadFrames(); // the last ones; no more follow
    if (following) await newest();
    if (!trace.live) stop();
  } finally {
    busy = false;
    if (again) {
      again = false;
      setTimeout(() => grow().catch(warn), 200);
    }
  }
}

let events;

function stop() {
  events?.close();
  following = false;
  $('follow').setAttribute('aria-pressed', 'false');
}

// startLive listens for reports if the trace is live.
export function startLive() {
  if (!state.trace.live) return;
  $('follow').addEventListener('click', follow);
  events = new EventSource('api/live');
  events.addEventListener('message', () => grow().catch(warn));
}
