// Panel: buffers, their bytes as rows of a type.

import {el, note, span} from './dom.js';
import {url} from './api.js';
import {bytes} from './format.js';
import {objects} from './objects.js';
import {keep, pair, pick} from './pick.js';
import {rowsOf, types} from './typed.js';
import {state} from './store.js';

const shown = {key: undefined, as: 'f32'};
let refresh;

export const panel = {id: 'buffers', words: 'Buffers', on: ['call'], tools, body};

function tools(again) {
  refresh = again;
  return [types(shown.as, v => { shown.as = v; refresh(); }, false), span('hint', 'State after the selected call.')];
}

async function body() {
  const i = state.call, {buffers = []} = await objects(i);
  if (!buffers.length) return note('No buffers exist after this call.');
  const items = buffers.map(b => ({key: b.name, words: b.label || `buffer ${b.name}`, below: `${b.label ? b.name + ' · ' : ''}${bytes(b.size ?? 0)} ${String(b.usage ?? '').replace(/^GL_/, '')}`}));
  shown.key = keep(items, shown.key, 'buffers');
  const buffer = buffers.find(b => b.name === shown.key);
  return pair(pick('Buffers', items, shown.key, k => { shown.key = k; refresh(); }),
    el('h3', {}, `Buffer ${buffer.name}`, span('dim', bytes(buffer.size ?? 0)),
      el('a', {class: 'quiet', href: url('buffer', {i, name: buffer.name, as: 'raw'}), download: `buffer-${buffer.name}.bin`}, 'Save')),
    await rowsOf('buffer', {i, name: buffer.name}, shown.as, buffer.size));
}
