// Panel: shaders and their sources.

import {button, el, note, span} from './dom.js';
import {get} from './api.js';
import {highlight} from './glsl.js';
import {objects} from './objects.js';
import {keep, pair, pick} from './pick.js';
import {save} from './save.js';
import {some} from './format.js';
import {state} from './store.js';

let key, refresh;

export const panel = {id: 'shaders', words: 'Shaders', on: ['call'], tools, body};

function tools(again) {
  refresh = again;
  return [span('hint', 'State after the selected call.')];
}

const endings = {VERTEX: 'vert', FRAGMENT: 'frag', COMPUTE: 'comp', GEOMETRY: 'geom', CONTROL: 'tesc', EVALUATION: 'tese'};
const ending = type => endings[Object.keys(endings).find(word => String(type).includes(word))] ?? 'glsl';

async function body(signal) {
  const i = state.call, {shaders = []} = await objects(i);
  if (!shaders.length) return note('No shaders exist after this call.');
  const items = shaders.map(s => ({key: s.name, words: title(s), below: `${s.lines ? some(s.lines, 'line') + ' · ' : ''}${outcome[s.status] ?? ''}`}));
  key = keep(items, key, 'shaders');
  const name = key, shader = shaders.find(s => s.name === name);
  const {source} = await get('shader', {i, name}, signal);
  return pair(pick('Shaders', items, key, k => { key = k; refresh(); }),
    el('h3', {}, title(shader), button('Save', 'Save the source', () => save(`shader-${name}.${ending(shader.type)}`, source))),
    shader.log ? el('pre', {class: 'alert log'}, shader.log) : '', source ? highlight(source) : note('The recording has no source of this shader.'));
}

const outcome = {GL_TRUE: 'compiled', GL_FALSE: 'did not compile'};

const title = s => `${s.label ? s.label + ' · ' : ''}${s.name} ${String(s.type).replace(/^GL_/, '')}`;
