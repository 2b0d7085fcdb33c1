// Panel: programs, their uniforms and attributes.

import {el, note, span} from './dom.js';
import {objects} from './objects.js';
import {keep, pair, pick} from './pick.js';
import {glslType} from './glsl.js';
import {some} from './format.js';
import {state} from './store.js';

let key, current, refresh;

export const panel = {id: 'uniforms', words: 'Uniforms', on: ['call'], tools, body};

function tools(again) {
  refresh = again;
  return [span('hint', 'Values after the selected call. Changed values are marked.')];
}

async function body() {
  const {programs = []} = await objects(state.call);
  if (!programs.length) return note('No programs exist after this call.');
  const items = programs.map(p => ({key: p.name, words: `${p.label ? p.label + ' · ' : ''}program ${p.name}`, below: `${p.current ? 'in use · ' : ''}${some(p.uniforms?.length ?? 0, 'uniform')}`}));
  const used = programs.find(p => p.current)?.name;
  if (used !== current) [current, key] = [used, used ?? key]; // the program in use, unless another one was selected
  key = keep(items, key, 'uniforms');
  const program = programs.find(p => p.name === key);
  return pair(pick('Programs', items, key, k => { key = k; refresh(); }),
    table('Uniforms', program.uniforms), table('Attributes', program.attributes), table('Uniform blocks', program.blocks));
}

const heads = {Uniforms: ['Location', 'Name', 'Type', 'Value'], Attributes: ['Location', 'Name', 'Type'], 'Uniform blocks': ['Index', 'Name', 'Binding']};

// place shows a location; uniforms in a block have none.
const place = u => (u.location ?? u.index) < 0 ? '' : String(u.location ?? u.index ?? '');

function table(title, rows) {
  if (!rows?.length) return title === 'Uniforms' ? note('The program has no active uniforms.') : '';
  return el('section', {class: 'datum'}, el('h3', {}, title), el('table', {class: 'sheetlike'},
    el('thead', {}, el('tr', {}, heads[title].map(h => el('th', {scope: 'col'}, h)))),
    rows.map(u => el('tbody', {class: u.changed ? 'changed' : ''}, cells(title, u)))));
}

// cells creates the row of a uniform; a matrix has its own row below.
function cells(title, u) {
  const large = matrix(u), type = title === 'Uniform blocks' ? String(u.binding) : glslType(u.type);
  const kind = u.changed ? 'changed' : '';
  return [el('tr', {class: kind + (large ? ' above' : '')}, el('td', {class: 'dim'}, place(u)), el('th', {scope: 'row', class: 'mono'}, u.name), el('td', {class: 'dim mono'}, type),
    heads[title][3] && el('td', {class: 'mono value'}, large ? '' : String(u.value ?? ''))),
  large && el('tr', {class: kind}, el('td'), el('td', {class: 'mono value', colspan: 3}, large))];
}

// matrix shows a matrix by rows; OpenGL ES stores it by columns.
function matrix({type, value}) {
  const [, columns, rows = columns] = /MAT(\d)(?:x(\d))?/.exec(type ?? '') ?? [], all = String(value ?? '').split(', ');
  if (!columns || all.length !== columns * rows) return null;
  const texts = aligned(all.map(v => String(Number(Number(v).toPrecision(6)))));
  return Array.from({length: rows}, (_, row) => el('div', {class: 'numbers'}, texts.filter((_, n) => n % rows === row).map(text => span('', text))));
}

// aligned pads numbers with spaces, so that their decimal points are below each other.
function aligned(numbers) {
  const parts = numbers.map(text => /^(-?[^.e]*)(.*)$/.exec(text).slice(1)), most = n => Math.max(...parts.map(part => part[n].length));
  return parts.map(([whole, rest]) => whole.padStart(most(0)) + rest.padEnd(most(1)));
}
