// Panel: textures, by level, layer and channel.

import {choice, el, note, span} from './dom.js';
import {url} from './api.js';
import {objects} from './objects.js';
import {paint} from './pixels.js';
import {keep, pair, pick} from './pick.js';
import {state, warn} from './store.js';

const shown = {key: undefined, level: 0, layer: 0, channel: 'rgba', zoom: 'fit'};
let refresh;

export const panel = {id: 'textures', words: 'Textures', on: ['call'], tools, body};

const channels = [['rgba', 'RGBA'], ['rgb', 'RGB'], ['r', 'Red'], ['g', 'Green'], ['b', 'Blue'], ['a', 'Alpha']];

function tools(again) {
  refresh = again;
  return [choice('Channels', channels, shown.channel, v => { shown.channel = v; refresh(); }),
    choice('Zoom', [['fit', 'Fit'], ['1', '1:1'], ['4', '4:1'], ['16', '16:1']], shown.zoom, v => { shown.zoom = v; refresh(); }),
    span('hint', 'State after the selected call.')];
}

const has = (t, level) => t.contents.includes(level);
const tiny = t => t.image ? el('img', {class: 'tiny', alt: '', loading: 'lazy', src: t.image}) : el('span', {class: 'tiny'});
const size = t => [t.width, t.height, t.depth > 1 ? t.depth : null].filter(n => n != null).join(' × ');
const short = name => String(name ?? '').replace(/^GL_(COMPRESSED_)?/, '');
const steps = n => Array.from({length: Math.max(1, n)}, (_, k) => [k, String(k)]);

// layers returns the labels of array layers, cube faces, or slices of a 3D texture.
const layers = t => /CUBE_MAP$/.test(t.target) ? 6 : t.depth || 1;

async function body() {
  const i = state.call, {textures = []} = await objects(i);
  if (!textures.length) return note('No textures exist after this call.');
  const items = textures.map(t => ({key: t.name, words: t.label || `texture ${t.name}`, below: `${t.label ? t.name + ' · ' : ''}${size(t)} ${short(t.format)}`,
    picture: tiny(t)}));
  shown.key = keep(items, shown.key, 'textures');
  const texture = textures.find(t => t.name === shown.key);
  shown.level = Math.min(shown.level, Math.max(1, texture.levels || 1) - 1);
  shown.layer = Math.min(shown.layer, layers(texture) - 1);
  return pair(pick('Textures', items, shown.key, k => { Object.assign(shown, {key: k, level: 0, layer: 0}); refresh(); }), head(texture, i), picture(texture, i));
}

function head(t, i) {
  const again = (name, v) => { shown[name] = Number(v); refresh(); };
  return el('h3', {}, `Texture ${t.name}`, span('dim', `${short(t.target)} ${size(t)} ${short(t.format)}`),
    t.levels > 1 ? el('label', {}, 'Level ', choice('Level', steps(t.levels), shown.level, v => again('level', v))) : '',
    layers(t) > 1 ? el('label', {}, 'Layer ', choice('Layer', steps(layers(t)), shown.layer, v => again('layer', v))) : '',
    has(t, shown.level) && el('a', {class: 'quiet', href: source(t, i), download: `texture-${t.name}-${shown.level}.png`}, 'Save'));
}

const source = (t, i) => url('texture.png', {i, name: t.name, level: shown.level, layer: shown.layer});

// picture draws the texture and shows the value at the pointer.
function picture(t, i) {
  if (!has(t, shown.level)) return note(t.lack ? `Cannot show this texture: ${t.lack}.` : 'The recording has no contents of this level: the program rendered to the texture, or the contents were not captured.');
  const canvas = el('canvas', {class: 'picture checked zoom-' + shown.zoom, role: 'img', 'aria-label': `Texture ${t.name}`});
  const under = el('p', {class: 'texel mono', 'aria-live': 'off'}, ' ');
  paint(canvas, source(t, i), shown, under).catch(error => { warn(error); canvas.replaceWith(note('Contents not available: ' + error.message)); });
  return el('figure', {class: 'frame'}, canvas, under);
}
