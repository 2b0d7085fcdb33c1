// The GPU times of draws, measured by replay, and the button that measures a frame.

import {$, button} from './dom.js';
import {get, latest} from './api.js';
import {count, some, time} from './format.js';
import {canReplay, during} from './replays.js';
import {set, setMessage, state, warn} from './store.js';

const calls = new Map(); // rows by call
const frames = new Map(); // rows by frame
let longest = 1; // time of a draw

const request = latest((signal, frame) => get('replay/times', {frame}, signal));
let running = null; // the frame that is being measured

// timeOf returns the measured times of a call.
export const timeOf = i => calls.get(i);

// timesOf returns the measured times of the draws of a frame.
export const timesOf = frame => frames.get(frame);

export const haveTimes = () => calls.size > 0;

export const shareOf = row => row.gpu.median / longest;

// measure measures the selected frame. If a frame is being measured, it stops that.
export async function measure() {
  if (running != null) return request.stop();
  const frame = running = state.frame, buttons = () => document.querySelectorAll('.measure');
  const label = words => buttons().forEach(b => { b.textContent = words; });
  label('Stop');
  try {
    const answer = await during(`Measuring frame ${count(frame)}`, setMessage, () => request(frame));
    if (!answer) return;
    const rows = answer.rows.filter(row => row.gpu); // the driver has no time of the others
    keep(frame, rows);
    const sum = rows.reduce((all, row) => all + row.gpu.median, 0);
    setMessage(`Frame ${count(frame)}: ${time(sum)} of GPU time in ${some(rows.length, 'draw')}`);
  } finally {
    running = null;
    label(words);
  }
}

const words = 'Measure times';

function keep(frame, rows) {
  frames.set(frame, rows);
  for (const row of rows) calls.set(row.call, row);
  longest = Math.max(1, ...[...calls.values()].map(row => row.gpu.median));
  $('columns').hidden = false;
  set({times: frames.size + ' ' + frame});
}

// measureButton creates the button, if the server can measure.
export const measureButton = () => canReplay() ? button(running == null ? words : 'Stop', 'Measure the GPU time of each draw of this frame, by replay', () => measure().catch(warn), {class: 'quiet measure'}) : '';
