// Panel: the inputs of a draw and, by replay, the outputs of its vertex shader, as a table and as a mesh.

import {choice, el, note, property, span} from './dom.js';
import {get, made} from './api.js';
import {count} from './format.js';
import {List} from './list.js';
import {meshOf, outputMesh} from './mesh.js';
import {noOutputs, outputsOf} from './outputs.js';
import {canReplay, failed} from './replays.js';
import {state, warn} from './store.js';

const shown = {as: 'table', call: -1, part: 0, instance: 0, array: null, values: 'both'};
let refresh;

export const panel = {id: 'vertices', words: 'Vertices', on: ['call'], tools, body};

function tools(again) {
  refresh = again;
  return [choice('Show', [['table', 'Table'], ['mesh', 'Mesh']], shown.as, v => { shown.as = v; refresh(); }),
    canReplay() ? choice('Values', [['both', 'Before and after'], ['before', 'Before the shader'], ['after', 'After the shader']], shown.values, v => { shown.values = v; refresh(); }) :
      span('hint', 'Inputs of the selected draw.')];
}

async function body(signal) {
  const i = state.call;
  if (shown.call !== i) Object.assign(shown, {call: i, part: 0, instance: 0});
  const d = await made('drawing', {i}, signal);
  if (d.kind !== 'draw') return note('The selected call is not a draw.');
  if (!d.parts?.length) return note(`The vertices are not known: ${d.unknown ?? 'the call has no vertices'}.`);
  const arrays = d.attributes.filter(a => a.array), part = d.parts[shown.part];
  const content = shown.as === 'mesh' ? await meshes(d, arrays, signal) : await table(d, arrays, signal);
  return [controls(d, part), ...[content].flat()];
}

const after = () => canReplay() && shown.values !== 'before';
const before = () => !after() || shown.values !== 'after';

// meshes shows the mesh of the inputs and, beside it, that of the outputs.
async function meshes(d, arrays, signal) {
  const inputs = before() ? await meshOf(d, arrays, shown, again) : '';
  if (!after()) return inputs;
  const outputs = await outputMesh(d, shown, signal).catch(error => {
    if (error.name === 'AbortError') throw error;
    return failed(error);
  });
  const side = (title, content) => el('section', {class: 'meshside'}, el('h3', {}, title), [content].flat());
  return el('div', {class: 'meshes'}, inputs && side('Before the vertex shader', inputs), side('After the vertex shader, divided by w', outputs));
}

const again = () => refresh();

// controls choose the draw of a multi-draw and the instance.
function controls(d, part) {
  const number = (label, value, most, changed) => el('label', {}, label + ' ', el('input', {type: 'number', class: 'short', min: 0, max: most, value, 'aria-label': label, on: {
    change: event => { changed(Math.max(0, Math.min(most, Number.parseInt(event.target.value, 10) || 0))); refresh(); }}}));
  return el('div', {class: 'inputs'}, span('', `${String(d.mode).replace(/^GL_/, '')} · ${count(part.count)} vertices` + (part.instances === 1 ? '' : ` · ${count(part.instances)} instances`)),
    d.parts.length > 1 ? number('Draw', shown.part, d.parts.length - 1, v => { shown.part = v; }) : '',
    part.instances > 1 ? number('Instance', shown.instance, part.instances - 1, v => { shown.instance = v; }) : '');
}

const step = 64;
const wide = 98; // width of a value

const nameOf = a => a.name || `attribute ${a.location}`;

async function table(d, all, signal) {
  const fetchInputs = from => get('vertices', {i: state.call, part: shown.part, instance: shown.instance, from, count: step}, signal);
  const [first, outputs] = await Promise.all([fetchInputs(0), after() ? outputsOf(d, shown, step, signal) : noOutputs]);
  const arrays = before() ? all : [], columns = [...arrays, ...outputs.apart && before() ? [] : outputs.list], alone = outputs.apart && !before();
  const join = (rows, others) => alone ? others.map(row => ({...row, index: row.n})) : joined(rows, outputs.apart ? [] : others, arrays.length);
  const fetchRows = async from => {
    const [rows, others] = await Promise.all([alone ? [] : fetchInputs(from).then(answer => answer.rows), outputs.fetchRows(from)]);
    return join(rows, others);
  };
  const blocks = new Map([[0, join(first.rows, outputs.rows)]]);
  const heads = el('div', {class: 'vertexheads', 'aria-hidden': 'true'}, span('number', 'Vertex'), span('index', d.indexType ? 'Index' : 'Number'), arrays.map(a => sized(span('values', nameOf(a), describe(a)), a)),
    columns.slice(arrays.length).map(o => sized(span('values after', o.name, `output ${o.type} ${o.name}`), o)));
  const root = el('div', {class: 'rows vertices', tabindex: '0', role: 'group', 'aria-label': 'Vertices'});
  const list = new List(root, {height: 20, render: (row, n) => fill(row, blocks.get(Math.floor(n / step))?.[n % step], columns, arrays.length), shown: (from, to) => {
    for (let n = Math.floor(from / step); n <= Math.floor(to / step); n++) {
      if (blocks.has(n)) continue;
      blocks.set(n, null);
      fetchRows(n * step).then(rows => { blocks.set(n, rows); list.draw(); }).catch(warn);
    }
  }});
  property(root, 'across', 150 + columns.reduce((all, a) => all + a.size * wide + 12, 0) + 'px');
  root.addEventListener('scroll', () => { heads.scrollLeft = root.scrollLeft; });
  list.resize(alone ? outputs.total : first.total);
  const missing = arrays.filter((_, n) => first.rows.some(row => row.index >= 0 && !row.values[n]?.length)).map(nameOf);
  return [outputs.lack, outputs.apart && before() ? el('p', {class: 'lack'}, 'The draw uses primitive restart: to see the outputs of the vertex shader, select “After the shader”.') : '', missing.length ? el('p', {class: 'lack'}, `Not captured, or outside of the buffer: ${missing.join(', ')}.`) : '',
    first.partial ? el('p', {class: 'lack'}, 'Parts of the buffers were not captured: their values are shown as 0.') : '',
    all.length || after() ? '' : note('The draw reads no arrays.'), heads, root];
}

// joined returns vertices with some of their inputs and their outputs.
const joined = (rows, outputs, inputs) => rows.map((row, n) => ({...row, values: [...row.values.slice(0, inputs), ...outputs[n]?.values ?? []]}));

const describe = a => `location ${a.location}: ${a.size} × ${String(a.type).replace(/^GL_/, '')}${a.normalized ? ', normalized' : ''}${a.divisor ? `, divisor ${a.divisor}` : ''}`;

function sized(e, a) {
  property(e, 'wide', a.size * wide + 12 + 'px');
  return e;
}

// fill shows a vertex. The first columns are the inputs.
function fill(row, vertex, columns, inputs) {
  if (!vertex) return row.replaceChildren(span('number', '…'));
  if (vertex.index < 0) return row.replaceChildren(span('number', count(vertex.n)), span('index dim', 'restart'));
  row.replaceChildren(span('number', count(vertex.n)), span('index', count(vertex.index)), ...columns.map((a, n) => sized(el('span', {class: n < inputs ? 'values' : 'values after'},
    (vertex.values[n]?.length ? vertex.values[n] : ['?']).map(value => span('value', value))), a)));
}
