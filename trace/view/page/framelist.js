// All frames of the trace, for the frame strip and to find the frame of a time.

import {get} from './api.js';
import {state, warn} from './store.js';

const step = 4096;
export const frames = [];
const listeners = [];

// whenFrames registers a callback for new frames.
export const whenFrames = fn => { listeners.push(fn); };

const late = 64; // maximum number of frames between a frame and its image

// loadFrames fetches new frames, and the last known ones again because their images may have arrived.
export async function loadFrames() {
  for (let from = Math.max(0, frames.length - late), total = from + 1; from < total;) {
    const answer = await get('frames', {from, count: step});
    if (!answer.frames.length) break;
    frames.splice(from, answer.frames.length, ...answer.frames);
    from += answer.frames.length;
    total = answer.total;
    for (const fn of listeners) fn();
  }
}

// frameBefore returns the number of the last frame that begins at or before a call, or 0.
export const frameBefore = i => Math.max(0, last(frame => frame.first <= i));

// last returns the index of the last frame that meets a condition which all frames before it meet, or -1.
function last(holds) {
  let low = -1, high = frames.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(frames[middle])) low = middle;
    else high = middle - 1;
  }
  return low;
}

// frameAt returns the frame that is active at a time, or the one before.
export const frameAt = ns => frames[Math.max(0, last(frame => frame.start <= ns))];

// callAtTime returns the index of the first call at or after a time: calls are ordered by start.
export async function callAtTime(ns) {
  const near = frameAt(ns);
  let low = near && near.start <= ns ? near.first : 0;
  let high = near && near.start + near.duration >= ns ? Math.min(near.last + 1, state.trace.calls - 1) : state.trace.calls - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const {calls: [call]} = await get('calls', {from: middle, count: 1});
    if (call && call.start < ns) low = middle + 1;
    else high = middle;
  }
  return low;
}

// goFrame selects a frame and its first call.
export async function goFrame(n, select) {
  const frame = frames[Math.max(0, Math.min(frames.length - 1, n))];
  if (frame) await select(frame.first, {frame: frame.n}).catch(warn);
}
