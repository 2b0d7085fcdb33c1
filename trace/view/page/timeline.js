// The timeline: its time span, and the pointer and key handlers.

import {$, painted, property} from './dom.js';
import {get, latest} from './api.js';
import {Painter} from './canvas.js';
import {callAtTime, frameAt, frames, goFrame, whenFrames} from './framelist.js';
import {count, some, time} from './format.js';
import {callAt, select} from './calls.js';
import {axis, drawLanes, gutter, Scale} from './lanes.js';
import {isLane, learnLanes, rowsOf, toggleGroup, toggleIdle} from './lanerows.js';
import {pointer} from './scale.js';
import {laneName} from './trace.js';
import {state, warn, watch} from './store.js';
import {tip} from './tip.js';

const lowest = 10, highest = 90;
let painter, lanes = [], rows = [], tall = 26, span = [0, 1], cursor = null, drag = null, sought = false, learned = Promise.resolve(), loads = 0;

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
  learnLanes(answer.lanes);
  lanes = answer.lanes;
  arrange();
  if (sought) reveal();
}

// arrange shows the rows of the current lanes.
function arrange() {
  const of = rowsOf(lanes);
  rows = of.rows;
  property($('timeline'), 'tall', axis + 4 + tall * Math.max(1, rows.length) + 'px');
  $('idle').hidden = !of.idle;
  $('idle').textContent = `${of.hidden ? 'Show' : 'Hide'} ${count(of.idle)} idle`;
  $('lanes').setAttribute('aria-label', `Threads and contexts from ${time(span[0]) || '0'} to ${time(span[1])}: ` + rows.slice(0, spoken).map(words).join('; ') +
    (rows.length > spoken ? `; and ${rows.length - spoken} more` : ''));
  painter.request();
}

const spoken = 12; // rows in the label for screen readers

// words describes a row.
const words = row => row.group ? `${some(row.lanes.length, 'lane')} of ${row.group}` : `${laneName(row.lanes[0])}, context ${row.lanes[0].context}`;

// learn requests the whole recording once, at low resolution, to find all lanes.
async function learn() {
  learnLanes((await get('timeline', {from: 0, to: Math.max(1000, state.trace.duration), width: 64})).lanes);
  await load();
}

const draw = (c, width, height) => drawLanes(c, width, height,
  {scale: scale(), rows, tall, top: $('timeline').scrollTop, frame: frames[state.frame], cursor: cursor?.i === state.call ? cursor : null});

const rowAt = y => y < axis ? undefined : rows[Math.floor((y - axis + $('timeline').scrollTop) / tall)];

function hover(event) {
  if (event.buttons === 1 && drag) return pan(event);
  const {x, y} = pointer(event), row = rowAt(y), ns = scale().at(x);
  $('lanes').classList.toggle('folds', x < gutter && Boolean(row?.group));
  if (!row || x < gutter) return tip(null);
  const bin = row.bins.find(b => b.start <= ns && ns <= b.end), frame = frameAt(ns);
  tip([words(row), time(ns) + (frame ? ` · frame ${frame.n}` : ''),
    bin && row.lanes[0].gpu ? `${some(bin.draws, 'draw')}, ${time(bin.busy)} of GPU time in ${time(bin.end - bin.start)}`
      : bin ? `${some(bin.calls, 'call')}, ${some(bin.draws, 'draw')} in ${time(bin.end - bin.start)}` : 'no calls'], event.clientX, event.clientY);
}

// fold folds or unfolds the group of a row.
function fold(row) {
  toggleGroup(row);
  arrange();
}

// stretch changes the height of the rows and keeps the first visible one.
function stretch(factor) {
  const before = tall, at = $('timeline').scrollTop;
  tall = Math.round(Math.max(lowest, Math.min(highest, tall * factor)));
  arrange();
  $('timeline').scrollTop = at * tall / before;
}

function pan(event) {
  const shift = (drag.x - event.clientX) / (painter.width - gutter) * wide();
  drag.moved ||= Math.abs(drag.x - event.clientX) > 3;
  if (drag.moved) showSpan(drag.from + shift, drag.from + shift + wide());
}

// release selects the call at the pointer or folds a group, unless the pointer moved the timeline.
function release(event) {
  const moved = drag?.moved, {x, y} = pointer(event);
  drag = null;
  if (moved) return;
  if (x < gutter) fold(rowAt(y));
  else callAtTime(scale().at(x)).then(i => select(i)).catch(warn);
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

// wheel zooms the time, or with Shift the rows. Over the names, it scrolls.
function wheel(event) {
  const {x} = pointer(event), more = (event.deltaY || event.deltaX) > 0; // some systems swap the axes for Shift
  if (x < gutter && !event.shiftKey) return;
  event.preventDefault();
  event.shiftKey ? stretch(more ? 1 / 1.1 : 1.1) : zoom(more ? 1.25 : 0.8, x);
}

const keys = {
  '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), '0': () => showSpan(0, state.trace.duration), 'f': () => fit(0),
  '<': () => stretch(1 / 1.3), '>': () => stretch(1.3), Enter: () => fold(cursor && rows.find(row => row.group && isLane(row, cursor))),
  ArrowUp: () => $('timeline').scrollBy(0, -tall), ArrowDown: () => $('timeline').scrollBy(0, tall),
  ArrowLeft: () => showSpan(span[0] - wide() / 5, span[1] - wide() / 5), ArrowRight: () => showSpan(span[0] + wide() / 5, span[1] + wide() / 5),
};

function key(event) {
  if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
}

// follow scrolls to the selected call.
async function follow() {
  painter.request();
  const i = state.call, call = await callAt(i);
  if (!call || i !== state.call) return;
  cursor = call;
  if (call.start < span[0] || call.start > span[1]) showSpan(call.start - wide() / 3, call.start + wide() * 2 / 3);
  reveal();
  painter.request();
}

// reveal scrolls to the row of the selected call: its own, or that of its folded group.
function reveal() {
  const n = cursor ? rows.findLastIndex(row => isLane(row, cursor)) : -1, box = $('timeline'), y = n * tall;
  sought = n < 0; // its lane may be shown after the next answer
  if (n < 0) return;
  if (y < box.scrollTop) box.scrollTop = y;
  else if (y + tall > box.scrollTop + box.clientHeight - axis) box.scrollTop = y + tall - box.clientHeight + axis;
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
  canvas.addEventListener('dblclick', event => goFrame(frameAt(scale().at(pointer(event).x))?.n ?? 0, select).then(() => fit(1)));
  canvas.addEventListener('wheel', wheel, {passive: false});
  $('timeline').addEventListener('scroll', () => painter.request());
  $('idle').addEventListener('click', () => { toggleIdle(); arrange(); });
  $('lower').addEventListener('click', () => stretch(1 / 1.3));
  $('taller').addEventListener('click', () => stretch(1.3));
  canvas.addEventListener('keydown', key);
  let seen = 0;
  new ResizeObserver(() => { if (seen !== canvas.clientWidth) { seen = canvas.clientWidth; load().catch(warn); } }).observe(canvas);
  let fitted = false;
  whenFrames(() => { if (!fitted) { fitted = true; fit(3); learned = learn().catch(warn); } });
  watch('trace', () => load().catch(warn));
  watch('call frame', () => follow().catch(warn));
}
