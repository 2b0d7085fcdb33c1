// Threads and contexts over time: a lane each, as high as it was busy.

import {$, colour} from './dom.js';
import {get, latest} from './api.js';
import {Painter} from './canvas.js';
import {callAtTime, frameAt, frames, goFrame, whenFrames} from './framelist.js';
import {count, some, time} from './format.js';
import {callAt, select} from './calls.js';
import {laneOf, threadName} from './trace.js';
import {state, warn, watch} from './store.js';
import {tip} from './tip.js';

const gutter = 150, axis = 18, lane = 26;
let painter, lanes = [], span = [0, 1], cursor = null;

const ask = latest((signal, from, to, width) => get('timeline', {from, to, width}, signal));

// look shows another span of time.
function look(from, to) {
  const whole = Math.max(1, state.trace.duration), wide = Math.min(whole, Math.max(2000, to - from));
  from = Math.max(0, Math.min(from, whole - wide));
  span = [from, from + wide];
  painter.ask();
  load().catch(warn);
}

async function load() {
  const width = Math.max(50, painter.width - gutter);
  const answer = await ask(Math.floor(span[0]), Math.ceil(span[1]), Math.round(width));
  if (!answer) return;
  lanes = answer.lanes ?? [];
  $('lanes').style.setProperty('--lanes', lanes.length);
  painter.ask();
}

const x = ns => gutter + (ns - span[0]) / (span[1] - span[0]) * (painter.width - gutter);
const at = px => span[0] + (px - gutter) / (painter.width - gutter) * (span[1] - span[0]);

function draw(c, width, height) {
  c.font = '11px system-ui, sans-serif';
  scale(c, width, height);
  lanes.forEach((one, n) => drawLane(c, one, axis + n * lane, width));
  const frame = frames[state.frame];
  if (frame) band(c, x(frame.start), x(frame.start + frame.duration), height);
  if (cursor && cursor.i === state.call) stroke(c, x(cursor.start), height, 'accent', 1.5);
  c.clearRect(0, 0, gutter, height);
  lanes.forEach((one, n) => label(c, one, axis + n * lane));
}

// scale marks round times along the top.
function scale(c, width, height) {
  const step = round((span[1] - span[0]) / Math.max(2, (width - gutter) / 110));
  c.textAlign = 'left';
  for (let ns = Math.ceil(span[0] / step) * step; ns < span[1]; ns += step) {
    stroke(c, x(ns), height, 'line', 1);
    c.fillStyle = colour('dim');
    c.fillText(time(ns), x(ns) + 4, 12);
  }
}

// round is the next of 1, 2, 5, 10, ...
function round(v) {
  const decade = 10 ** Math.floor(Math.log10(v));
  return decade * [1, 2, 5, 10].find(m => m * decade >= v);
}

function stroke(c, px, height, name, width) {
  if (px < gutter) return;
  c.strokeStyle = colour(name);
  c.lineWidth = width;
  c.beginPath();
  c.moveTo(px, 0);
  c.lineTo(px, height);
  c.stroke();
}

function band(c, from, to, height) {
  c.fillStyle = colour('accent');
  c.globalAlpha = 0.12;
  c.fillRect(Math.max(gutter, from), 0, Math.max(1, to - Math.max(gutter, from)), height);
  c.globalAlpha = 1;
}

function drawLane(c, one, y, width) {
  c.fillStyle = colour('raised');
  c.fillRect(gutter, y + 2, width - gutter, lane - 4);
  const tint = colour('lane' + laneOf(one)), dark = colour('draw');
  for (const bin of one.bins ?? []) {
    const from = x(bin.start), wide = Math.max(1, x(bin.end) - from), share = busy(bin);
    const tall = Math.max(2, share * (lane - 5));
    c.fillStyle = tint;
    c.fillRect(from, y + lane - 2 - tall, wide, tall);
    if (!bin.draws) continue;
    c.fillStyle = dark;
    c.fillRect(from, y + lane - 4, wide, 2);
  }
  c.fillStyle = colour('faint');
  for (const frame of one.frames ?? []) c.fillRect(x(frame.start), y + 2, 1, lane - 4);
}

// busy is the share of a bin's time that was spent in calls; where nothing was timed, that there were any.
const busy = bin => bin.busy > 0 ? Math.min(1, bin.busy / Math.max(1, bin.end - bin.start)) : bin.calls ? 0.3 : 0;

function label(c, one, y) {
  c.fillStyle = colour('lane' + laneOf(one));
  c.fillRect(12, y + 7, 4, lane - 14);
  c.textAlign = 'left';
  c.fillStyle = colour('text');
  c.fillText(threadName(one.thread).slice(0, 14), 22, y + 17);
  c.fillStyle = colour('dim');
  c.textAlign = 'right';
  c.fillText(one.context ? `ctx ${one.context}` : 'no ctx', gutter - 8, y + 17);
}

function hover(event) {
  if (event.buttons === 1 && drag) return pan(event);
  const one = lanes[Math.floor((event.offsetY - axis) / lane)], ns = at(event.offsetX);
  if (!one || event.offsetX < gutter) return tip(null);
  const bin = one.bins?.find(b => b.start <= ns && ns <= b.end), frame = frameAt(ns);
  tip([`${threadName(one.thread)} · context ${one.context}`, time(ns) + (frame ? ` · frame ${frame.n}` : ''),
    bin ? `${some(bin.calls, 'call')}, ${some(bin.draws, 'draw')} in ${time(bin.end - bin.start)}` : 'nothing here'], event.clientX, event.clientY);
}

let drag = null;

function pan(event) {
  const shift = (drag.x - event.clientX) / (painter.width - gutter) * (drag.span[1] - drag.span[0]);
  drag.moved ||= Math.abs(drag.x - event.clientX) > 3;
  if (drag.moved) look(drag.span[0] + shift, drag.span[1] + shift);
}

function release(event) {
  const moved = drag?.moved;
  drag = null;
  if (moved || event.offsetX < gutter) return;
  callAtTime(at(event.offsetX)).then(i => select(i)).catch(warn);
}

// zoom keeps what is below a place there.
function zoom(factor, px = (painter.width + gutter) / 2) {
  const fixed = at(px);
  look(fixed - (fixed - span[0]) * factor, fixed + (span[1] - fixed) * factor);
}

const wide = () => span[1] - span[0];
const keys = {
  '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), '0': () => look(0, state.trace.duration), 'f': () => fit(1),
  ArrowLeft: () => look(span[0] - wide() / 5, span[1] - wide() / 5), ArrowRight: () => look(span[0] + wide() / 5, span[1] + wide() / 5),
};

// fit shows the selected frame and some on each side.
function fit(around) {
  const first = frames[Math.max(0, state.frame - around)], last = frames[Math.min(frames.length - 1, state.frame + around)];
  if (first) look(first.start, last.start + last.duration);
}

// follow keeps what is selected in sight.
async function follow() {
  const frame = frames[state.frame];
  if (frame && (frame.start + frame.duration < span[0] || frame.start > span[1])) look(frame.start - wide() / 2, frame.start + wide() / 2);
  cursor = await callAt(state.call);
  painter.ask();
}

// startTimeline builds it.
export function startTimeline() {
  const canvas = $('lanes');
  painter = new Painter(canvas, draw);
  canvas.addEventListener('pointerdown', event => { drag = {x: event.clientX, span: [...span]}; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener('pointermove', hover);
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointerleave', () => tip(null));
  canvas.addEventListener('dblclick', event => goFrame(frameAt(at(event.offsetX)).n, select).then(() => fit(1)));
  canvas.addEventListener('wheel', event => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.25 : 0.8, event.offsetX); }, {passive: false});
  canvas.addEventListener('keydown', event => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  new ResizeObserver(() => load().catch(warn)).observe(canvas);
  let fitted = false;
  whenFrames(() => { if (!fitted) { fitted = true; fit(3); } });
  watch('trace', () => load().catch(warn));
  watch('call frame', () => follow().catch(warn));
}
