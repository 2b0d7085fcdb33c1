// The vertices of a draw as a wireframe: drag to orbit, scroll to zoom.

import {choice, color, el, note, span} from './dom.js';
import {Failure, url} from './api.js';
import {Painter} from './canvas.js';
import {count} from './format.js';
import {box, edges} from './wire.js';
import {state} from './store.js';

const home = {yaw: 0.6, pitch: 0.4, zoom: 1};
const view = {...home};
const canvas = el('canvas', {class: 'mesh', tabindex: '0', role: 'img'});
const painter = new Painter(canvas, draw);
let mesh = null; // positions, edges and the box of the positions

// position returns the index of the array that most likely has positions.
function position(arrays) {
  const fits = a => a.size >= 2 && a.size <= 4;
  const named = arrays.findIndex(a => fits(a) && /pos|vert/i.test(a.name ?? ''));
  return Math.max(0, named >= 0 ? named : arrays.findIndex(fits));
}

async function load(shown, array) {
  const response = await fetch(url('mesh', {i: state.call, part: shown.part, instance: shown.instance, array}));
  if (!response.ok) throw new Failure((await response.json().catch(() => ({}))).error ?? response.statusText);
  return {total: Number(response.headers.get('X-Total')), positions: new Float32Array(await response.arrayBuffer())};
}

// meshOf shows the mesh of a draw.
export async function meshOf(d, arrays, shown, again) {
  if (!arrays.length) return note('The draw reads no arrays.');
  const array = arrays.findIndex(a => a.location === shown.array);
  const chosen = array >= 0 ? array : position(arrays);
  const {total, positions} = await load(shown, chosen).catch(error => ({lack: error.message, positions: []}));
  const known = box(positions);
  if (!known) return [pick(arrays, chosen, shown, again), note('The mesh has no finite positions: they were not captured, or are not numbers.')];
  const flat = known.size[2] === 0, first = mesh?.key !== key(shown, chosen);
  mesh = {key: key(shown, chosen), positions, box: known, edges: edges(d.mode, positions)};
  if (first) Object.assign(view, home, flat ? {yaw: 0, pitch: 0} : {});
  const vertices = positions.length / 3;
  canvas.setAttribute('aria-label', `Mesh of ${count(vertices)} vertices`);
  painter.request();
  return [pick(arrays, chosen, shown, again), vertices < total ? el('p', {class: 'lack'}, `The mesh has the first ${count(vertices)} of ${count(total)} vertices.`) : '', canvas,
    el('p', {class: 'texel'}, span('', `x ${range(known, 0)}   y ${range(known, 1)}   z ${range(known, 2)}`), span('hint', '   drag or arrow keys: turn · scroll or + −: zoom · 0: reset'))];
}

const key = (shown, array) => [shown.call, shown.part, array].join();
const range = (b, axis) => `${Number(b.least[axis].toPrecision(4))} to ${Number(b.most[axis].toPrecision(4))}`;

const pick = (arrays, chosen, shown, again) => el('div', {class: 'inputs'}, el('label', {}, 'Positions ', choice('Positions', arrays.map((a, n) => [n, a.name || `attribute ${a.location}`]), chosen,
  n => { shown.array = arrays[n].location; again(); })));

// draw projects the positions: the box fits into the canvas at zoom 1.
function draw(context, width, height) {
  context.clearRect(0, 0, width, height);
  if (!mesh) return;
  const {positions, edges: lines, box: {center, radius}} = mesh, points = new Float32Array(positions.length / 3 * 2);
  const [sy, cy, sp, cp] = [Math.sin(view.yaw), Math.cos(view.yaw), Math.sin(view.pitch), Math.cos(view.pitch)];
  const scale = Math.min(width, height) * 1.35 * view.zoom, away = 3;
  for (let n = 0; n < points.length / 2; n++) {
    const x = (positions[3 * n] - center[0]) / radius, y = (positions[3 * n + 1] - center[1]) / radius, z = (positions[3 * n + 2] - center[2]) / radius;
    const forward = cy * z - sy * x, right = cy * x + sy * z, up = cp * y - sp * forward, depth = away - (cp * forward + sp * y);
    points[2 * n] = depth > 0.05 ? width / 2 + right / depth * scale : NaN; // behind the camera
    points[2 * n + 1] = height / 2 - up / depth * scale;
  }
  const fine = lines.length > 40_000;
  context.strokeStyle = context.fillStyle = color('accent');
  context.globalAlpha = fine ? 0.45 : 0.8;
  context.lineWidth = fine ? 0.5 : 1;
  if (lines.length) strokes(context, points, lines, moving ? Math.ceil(lines.length / 120_000) : 1);
  else dots(context, points);
}

const near = v => v > -1e5 && v < 1e5; // false for NaN

// strokes draws every n-th primitive.
function strokes(context, points, lines, every) {
  context.beginPath();
  for (let n = 0; n < lines.length; n += 2) {
    if (every > 1 && Math.floor(n / 6) % every) continue;
    const a = 2 * lines[n], b = 2 * lines[n + 1];
    if (!near(points[a]) || !near(points[a + 1]) || !near(points[b]) || !near(points[b + 1])) continue;
    context.moveTo(points[a], points[a + 1]);
    context.lineTo(points[b], points[b + 1]);
  }
  context.stroke();
}

function dots(context, points) {
  for (let n = 0; n < points.length; n += 2) {
    if (near(points[n]) && near(points[n + 1])) context.fillRect(points[n] - 1, points[n + 1] - 1, 2, 2);
  }
}

let moving = 0; // the timer that draws all lines after the last movement

function move() {
  clearTimeout(moving);
  moving = setTimeout(() => { moving = 0; painter.request(); }, 150);
  painter.request();
}

function turn(yaw, pitch) {
  view.yaw += yaw;
  view.pitch = Math.max(-1.57, Math.min(1.57, view.pitch + pitch));
  move();
}

function zoom(by) {
  view.zoom = Math.max(0.05, Math.min(200, view.zoom * by));
  move();
}

const keys = {
  ArrowLeft: () => turn(-0.1, 0), ArrowRight: () => turn(0.1, 0), ArrowUp: () => turn(0, -0.1), ArrowDown: () => turn(0, 0.1),
  '+': () => zoom(1.2), '=': () => zoom(1.2), '-': () => zoom(1 / 1.2), 0: () => { Object.assign(view, home); painter.request(); },
};

canvas.addEventListener('pointerdown', event => canvas.setPointerCapture(event.pointerId));
canvas.addEventListener('pointermove', event => { if (canvas.hasPointerCapture(event.pointerId)) turn(event.movementX * 0.01, event.movementY * 0.01); });
canvas.addEventListener('wheel', event => { event.preventDefault(); zoom(Math.exp(-event.deltaY * 0.0015)); }, {passive: false});
canvas.addEventListener('keydown', event => {
  if (!keys[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
});
