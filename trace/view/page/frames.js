// The frame strip: a bar for the time of each frame. If there are more frames than pixels, the longest frame
// of each pixel is drawn.

import {$, color} from './dom.js';
import {Painter} from './canvas.js';
import {frames, goFrame, whenFrames} from './framelist.js';
import {count, some, time} from './format.js';
import {pointer} from './scale.js';
import {nearby} from './thumbs.js';
import {select} from './calls.js';
import {state, watch} from './store.js';
import {tip} from './tip.js';

const widest = 36;
const budget = 1e9 / 60; // length of a frame at 60 Hz
let painter;

// wide returns the width of the bar of a frame.
const wide = width => Math.min(widest, width / Math.max(1, frames.length));

// tallest returns the time of a full bar: the 98th percentile, but at most six times the median, so that slow
// frames do not flatten the others.
function tallest() {
  const times = frames.map(f => f.duration).sort((a, b) => a - b), at = share => times[Math.floor((times.length - 1) * share)];
  return Math.max(1, Math.min(1.12 * at(0.98), 6 * at(0.5)));
}

function tint(frame) {
  return frame.duration > 2 * budget ? 'slow' : frame.duration > budget ? 'late' : 'good';
}

function draw(c, width, height) {
  const w = wide(width), full = tallest(), shade = {slow: color('slow'), late: color('late'), good: color('good')}, ground = color('panel');
  const y = ns => Math.max(1, Math.min(1, ns / full) * (height - 4));
  c.fillStyle = color('band');
  const [from, to] = nearby();
  c.fillRect(from * w, 0, (to - from) * w, height);
  for (let first = 0, each = Math.max(1, Math.ceil(1 / w)); first < frames.length; first += each) {
    const longest = frames.slice(first, first + each).reduce((a, b) => a.duration >= b.duration ? a : b);
    const tall = y(longest.duration);
    c.fillStyle = shade[tint(longest)];
    const x = first * w, thick = Math.max(1, w * each - (w > 3 ? 1 : 0));
    c.fillRect(x, height - tall, thick, tall);
    if (longest.duration > full) cut(c, x, thick, ground);
  }
  line(c, width, height - y(budget), full);
  mark(c, w, height);
}

// cut marks a bar that is longer than shown by a gap near its top.
function cut(c, x, thick, ground) {
  c.fillStyle = ground;
  c.beginPath();
  for (const [dx, y] of [[0, 10], [1, 7], [1, 10], [0, 13]]) c.lineTo(x + dx * thick, y);
  c.fill();
}

// line draws the frame length at 60 Hz.
function line(c, width, y, full) {
  if (budget > full) return;
  c.strokeStyle = color('faint');
  c.setLineDash([3, 3]);
  c.beginPath();
  c.moveTo(0, y);
  c.lineTo(width, y);
  c.stroke();
  c.setLineDash([]);
  const below = Math.max(y - 3, 10);
  c.fillStyle = color('panel');
  c.fillRect(width - 46, below - 10, 46, 13); // bars may be behind it
  c.fillStyle = color('dim');
  c.font = '10px system-ui, sans-serif';
  c.textAlign = 'right';
  c.fillText('16.7 ms', width - 4, below);
}

function mark(c, w, height) {
  const x = state.frame * w;
  c.fillStyle = color('accent');
  c.fillRect(x, 0, Math.max(2, w - (w > 3 ? 1 : 0)), 3);
  c.globalAlpha = 0.25;
  c.fillRect(x, 0, Math.max(2, w - (w > 3 ? 1 : 0)), height);
  c.globalAlpha = 1;
}

const under = event => Math.min(frames.length - 1, Math.max(0, Math.floor(pointer(event).x / wide(painter.width))));

function hover(event) {
  const frame = frames[under(event)];
  if (!frame) return;
  tip([`Frame ${count(frame.n)} · ${time(frame.duration)}`, `${some(frame.last - frame.first + 1, 'call')} · ${some(frame.draws, 'draw')}`], event.clientX, event.clientY);
  if (event.buttons === 1) goFrame(frame.n, select);
}

const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity};

function key(event) {
  const step = steps[event.key];
  if (step == null) return;
  event.preventDefault();
  event.stopPropagation();
  goFrame(state.frame + step, select);
}

// describeStrip describes the strip for screen readers.
function describeStrip() {
  const bars = $('bars'), frame = frames[state.frame];
  bars.setAttribute('aria-valuemin', 0);
  bars.setAttribute('aria-valuemax', Math.max(0, frames.length - 1));
  bars.setAttribute('aria-valuenow', state.frame);
  if (frame) bars.setAttribute('aria-valuetext', `frame ${frame.n}, ${time(frame.duration)}, ${some(frame.draws, 'draw')}`);
}

// startFrames creates the strip.
export function startFrames() {
  const bars = $('bars');
  painter = new Painter(bars, draw);
  bars.addEventListener('pointermove', hover);
  bars.addEventListener('pointerleave', () => tip(null));
  bars.addEventListener('pointerdown', event => { goFrame(under(event), select); });
  bars.addEventListener('keydown', key);
  watch('frame', () => { painter.request(); describeStrip(); });
  whenFrames(() => { painter.request(); describeStrip(); });
}
