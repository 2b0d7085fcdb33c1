// The vertices of a draw as a wireframe: drag to orbit, scroll to zoom.

import {choice, color, el, note, span} from './dom.js';
import {checked, url} from './api.js';
import {Painter} from './canvas.js';
import {count} from './format.js';
import {apart, place} from './outputs.js';
import {inPanel} from './replays.js';
import {box, edges} from './wire.js';
import {state} from './store.js';

const home = {yaw: 0.6, pitch: 0.4, zoom: 1};
const front = {yaw: 0, pitch: 0, zoom: 1};

// position returns the index of the array that most likely has positions.
function position(arrays) {
  const fits = a => a.size >= 2 && a.size <= 4;
  const named = arrays.findIndex(a => fits(a) && /pos|vert/i.test(a.name ?? ''));
  return Math.max(0, named >= 0 ? named : arrays.findIndex(fits));
}

async function load(path, parameters, signal) {
  const response = await fetch(url(path, parameters), {signal}).then(checked);
  return {total: Number(response.headers.get('X-Total')), positions: new Float32Array(await response.arrayBuffer())};
}

// meshOf shows the mesh of a draw.
export async function meshOf(d, arrays, shown, again) {
  if (!arrays.length) return note('The draw reads no arrays.');
  const array = arrays.findIndex(a => a.location === shown.array);
  const chosen = array >= 0 ? array : position(arrays);
  const loaded = await load('mesh', {i: state.call, part: shown.part, instance: shown.instance, array: chosen}).catch(error => ({lack: error.message, positions: []}));
  return [pick(arrays, chosen, shown, again), inputs.show(d.mode, loaded, [shown.call, shown.part, chosen].join())].flat();
}

// outputMesh shows the positions after the vertex shader, in normalized device coordinates.
export async function outputMesh(d, shown, signal) {
  const part = place(d, shown), loaded = await inPanel('Replaying the draw', () => load('replay/mesh', {i: state.call, instance: shown.instance, ...part}, signal));
  const mixed = apart(d, loaded.total); // the primitives are unknown then
  return outputs.show(mixed ? 'GL_POINTS' : d.mode, {...loaded, total: mixed ? loaded.total : part.count}, [shown.call, shown.part].join());
}

const range = (b, axis) => `${Number(b.least[axis].toPrecision(4))} to ${Number(b.most[axis].toPrecision(4))}`;

const pick = (arrays, chosen, shown, again) => el('div', {class: 'inputs'}, el('label', {}, 'Positions ', choice('Positions', arrays.map((a, n) => [n, a.name || `attribute ${a.location}`]), chosen,
  n => { shown.array = arrays[n].location; again(); })));

const near = v => v > -1e5 && v < 1e5; // false for NaN

// viewport has the edges of the viewport in normalized device coordinates.
const viewport = {positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], edges: [0, 1, 1, 2, 2, 3, 3, 0]};

class Mesh {
  constructor(name, {from, frame}) {
    Object.assign(this, {name, from, frame, view: {...from}, mesh: null, key: null, moving: 0});
    this.canvas = el('canvas', {class: 'mesh', tabindex: '0', role: 'img'});
    this.painter = new Painter(this.canvas, (...args) => this.#draw(...args));
    this.#listen();
  }

  // show returns the elements of a mesh. A mesh with another key is shown from the initial direction.
  show(mode, {total, positions}, key) {
    const known = box(positions);
    if (!known) return note('The mesh has no finite positions: they were not captured, or are not numbers.');
    const first = this.key !== key, vertices = positions.length / 3;
    Object.assign(this, {key, mesh: {positions, box: known, edges: edges(mode, positions)}});
    if (first) Object.assign(this.view, this.from, known.size[2] === 0 ? front : {});
    this.canvas.setAttribute('aria-label', `${this.name} of ${count(vertices)} vertices`);
    this.painter.request();
    return [vertices < total ? el('p', {class: 'lack'}, `The mesh has the first ${count(vertices)} of ${count(total)} vertices.`) : '', this.canvas,
      el('p', {class: 'texel'}, span('', `x ${range(known, 0)}   y ${range(known, 1)}   z ${range(known, 2)}`), span('hint', '   drag or arrow keys: turn · scroll or + −: zoom · 0: reset'))];
  }

  // draw projects the positions: the box fits into the canvas at zoom 1.
  #draw(context, width, height) {
    context.clearRect(0, 0, width, height);
    if (!this.mesh) return;
    const {positions, edges: lines} = this.mesh, points = this.#project(positions, width, height);
    const fine = lines.length > 40_000;
    context.strokeStyle = context.fillStyle = color('accent');
    context.globalAlpha = fine ? 0.45 : 0.8;
    context.lineWidth = fine ? 0.5 : 1;
    if (lines.length) strokes(context, points, lines, this.moving ? Math.ceil(lines.length / 120_000) : 1);
    else dots(context, points);
    if (!this.frame) return;
    context.strokeStyle = color('faint');
    context.setLineDash([4, 4]);
    strokes(context, this.#project(viewport.positions, width, height), viewport.edges, 1);
    context.setLineDash([]);
  }

  #project(positions, width, height) {
    const {view, mesh: {box: {center, radius}}} = this, points = new Float32Array(positions.length / 3 * 2);
    const [sy, cy, sp, cp] = [Math.sin(view.yaw), Math.cos(view.yaw), Math.sin(view.pitch), Math.cos(view.pitch)];
    const scale = Math.min(width, height) * 1.35 * view.zoom, away = 3;
    for (let n = 0; n < points.length / 2; n++) {
      const x = (positions[3 * n] - center[0]) / radius, y = (positions[3 * n + 1] - center[1]) / radius, z = (positions[3 * n + 2] - center[2]) / radius;
      const forward = cy * z - sy * x, right = cy * x + sy * z, up = cp * y - sp * forward, depth = away - (cp * forward + sp * y);
      points[2 * n] = depth > 0.05 ? width / 2 + right / depth * scale : NaN; // behind the camera
      points[2 * n + 1] = height / 2 - up / depth * scale;
    }
    return points;
  }

  // move draws fewer lines until the movement ends.
  #move() {
    clearTimeout(this.moving);
    this.moving = setTimeout(() => { this.moving = 0; this.painter.request(); }, 150);
    this.painter.request();
  }

  #turn(yaw, pitch) {
    this.view.yaw += yaw;
    this.view.pitch = Math.max(-1.57, Math.min(1.57, this.view.pitch + pitch));
    this.#move();
  }

  #zoom(by) {
    this.view.zoom = Math.max(0.05, Math.min(200, this.view.zoom * by));
    this.#move();
  }

  #listen() {
    const {canvas} = this, keys = {
      ArrowLeft: () => this.#turn(-0.1, 0), ArrowRight: () => this.#turn(0.1, 0), ArrowUp: () => this.#turn(0, -0.1), ArrowDown: () => this.#turn(0, 0.1),
      '+': () => this.#zoom(1.2), '=': () => this.#zoom(1.2), '-': () => this.#zoom(1 / 1.2), 0: () => { Object.assign(this.view, this.from); this.painter.request(); },
    };
    canvas.addEventListener('pointerdown', event => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener('pointermove', event => { if (canvas.hasPointerCapture(event.pointerId)) this.#turn(event.movementX * 0.01, event.movementY * 0.01); });
    canvas.addEventListener('wheel', event => { event.preventDefault(); this.#zoom(Math.exp(-event.deltaY * 0.0015)); }, {passive: false});
    canvas.addEventListener('keydown', event => {
      if (!keys[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    });
  }
}

const inputs = new Mesh('Mesh', {from: home});
const outputs = new Mesh('Mesh after the vertex shader', {from: front, frame: true});

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
