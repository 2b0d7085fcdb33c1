// The timeline: its time span, and the pointer and key handlers.

import {$, painted, property} from './dom.js';
import {get, latest} from './api.js';
import {Painter} from './canvas.js';
import {callAtTime, frameAt, frames, goFrame, whenFrames} from './framelist.js';
import {some, time} from './format.js';
import {callAt, select} from './calls.js';
import {axis, drawLanes, gutter, lane, Scale} from './lanes.js';
import {threadName} from './trace.js';
import {state, warn, watch} from './store.js';
import {tip} from './tip.js';

let painter, lanes = [], span = [0, 1], cursor = null, drag = null, learned = Promise.resolve(), loads = 0;

const scale = () => new Scale(span, painter.width);
const wide = () => span[1] - span[0];
const fetchTimeline = latest((signal, from, to, width) => get('timeline', {from, to, width}, signal));

// showSpan shows another time span.
function showSpan(from, to) {
  const whole = Math.max(1000, state.trace.duration), width = Math.min(whole, Math.max(1000, to - from));
  from = Math.max(0, Math.min(from, whole - width));
  span = [from, from + width];
  painter.request();
  load().catch(warn);
}

async function load() {
  loads++;
  const answer = await fetchTimeline(Math.floor(span[0]), Math.ceil(span[1]), Math.max(50, Math.round(painter.width - gutter))).finally(() => { loads--; });
  if (!answer) return;
  lanes = together(answer.lanes);
  property($('lanes'), 'lanes', Math.max(1, lanes.length));
  $('lanes').setAttribute('aria-label', `Threads and contexts from ${time(span[0]) || '0'} to ${time(span[1])}: ` +
    lanes.map(one => `${threadName(one.thread)}, context ${one.context}`).join('; '));
  painter.request();
}

const known = new Map();

// together adds the lanes without calls in this span, so that lanes keep their position.
function together(now) {
  const key = one => `${one.thread} ${one.context}`, here = new Map(now.map(one => [key(one), one]));
  for (const one of now) known.set(key(one), {thread: one.thread, context: one.context, bins: [], frames: []});
  return [...known].map(([k, none]) => here.get(k) ?? none).filter(one => one.context || one.bins.length).sort((a, b) => a.thread - b.thread || a.context - b.context);
}

// learn requests the whole recording once, at low resolution, to find all lanes.
async function learn() {
  together((await get('timeline', {from: 0, to: Math.max(1000, state.trace.duration), width: 64})).lanes);
  await load();
}

const draw = (c, width, height) => drawLanes(c, width, height, {scale: scale(), lanes, frame: frames[state.frame], cursor: cursor?.i === state.call ? cursor : null});

function hover(event) {
  if (event.buttons === 1 && drag) return pan(event);
  const one = lanes[Math.floor((event.offsetY - axis) / lane)], ns = scale().at(event.offsetX);
  if (!one || event.offsetX < gutter) return tip(null);
  const bin = one.bins.find(b => b.start <= ns && ns <= b.end), frame = frameAt(ns);
  tip([`${threadName(one.thread)} · context ${one.context}`, time(ns) + (frame ? ` · frame ${frame.n}` : ''),
    bin ? `${some(bin.calls, 'call')}, ${some(bin.draws, 'draw')} in ${time(bin.end - bin.start)}` : 'no calls'], event.clientX, event.clientY);
}

function pan(event) {
  const shift = (drag.x - event.clientX) / (painter.width - gutter) * wide();
  drag.moved ||= Math.abs(drag.x - event.clientX) > 3;
  if (drag.moved) showSpan(drag.from + shift, drag.from + shift + wide());
}

// release selects the call at the pointer, unless the pointer moved the timeline.
function release(event) {
  const moved = drag?.moved;
  drag = null;
  if (moved || event.offsetX < gutter) return;
  callAtTime(scale().at(event.offsetX)).then(i => select(i)).catch(warn);
}

// zoom changes the scale and keeps the time at a position.
function zoom(factor, px = (painter.width + gutter) / 2) {
  const fixed = scale().at(px);
  showSpan(fixed - (fixed - span[0]) * factor, fixed + (span[1] - fixed) * factor);
}

// fit shows the selected frame and its neighbors.
function fit(around) {
  const first = frames[Math.max(0, state.frame - around)], last = frames[Math.min(frames.length - 1, state.frame + around)];
  if (first) showSpan(first.start, last.start + last.duration);
}

const keys = {
  '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), '0': () => showSpan(0, state.trace.duration), 'f': () => fit(0),
  ArrowLeft: () => showSpan(span[0] - wide() / 5, span[1] - wide() / 5), ArrowRight: () => showSpan(span[0] + wide() / 5, span[1] + wide() / 5),
};

function key(event) {
  if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
}

// follow keeps the selection visible.
async function follow() {
  const frame = frames[state.frame];
  if (frame && (frame.start + frame.duration < span[0] || frame.start > span[1])) showSpan(frame.start - wide() / 2, frame.start + wide() / 2);
  painter.request();
  cursor = await callAt(state.call);
  painter.request();
}

// laid waits until the first lanes are on the screen.
export async function laid() {
  await learned;
  while (loads) await new Promise(requestAnimationFrame);
  await painted();
}

// startTimeline creates the timeline around the first selected frame.
export function startTimeline() {
  const canvas = $('lanes');
  painter = new Painter(canvas, draw);
  span = [0, Math.max(1000, state.trace.duration)];
  canvas.addEventListener('pointerdown', event => { drag = {x: event.clientX, from: span[0]}; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener('pointermove', hover);
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointerleave', () => tip(null));
  canvas.addEventListener('dblclick', event => goFrame(frameAt(scale().at(event.offsetX))?.n ?? 0, select).then(() => fit(1)));
  canvas.addEventListener('wheel', event => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.25 : 0.8, event.offsetX); }, {passive: false});
  canvas.addEventListener('keydown', key);
  let seen = 0;
  new ResizeObserver(() => { if (seen !== canvas.clientWidth) { seen = canvas.clientWidth; load().catch(warn); } }).observe(canvas);
  let fitted = false;
  whenFrames(() => { if (!fitted) { fitted = true; fit(3); learned = learn().catch(warn); } });
  watch('trace', () => load().catch(warn));
  watch('call frame', () => follow().catch(warn));
}
