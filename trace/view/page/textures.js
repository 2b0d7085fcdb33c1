// Panel: textures, by level, layer, channel and range.

import {button, choice, el, note, span, tick} from './dom.js';
import {url} from './api.js';
import {count} from './format.js';
import {gallery, isCube, layerName, layers} from './gallery.js';
import {objects} from './objects.js';
import {paint} from './pixels.js';
import {keep, pair, pick} from './pick.js';
import {rangeOf} from './range.js';
import {canReplay, failed, inPanel} from './replays.js';
import {savePicture} from './save.js';
import {extent, loadImage, loadReplayed, loadTexels} from './texels.js';
import {state, warn} from './store.js';

const shown = {key: undefined, level: 0, layer: 0, channel: 'rgba', zoom: 'fit', flip: false, bound: false, all: false, range: null};
let refresh;

export const panel = {id: 'textures', words: 'Textures', on: ['call'], tools, body};

const channels = [['rgba', 'RGBA'], ['rgb', 'RGB'], ['r', 'Red'], ['g', 'Green'], ['b', 'Blue'], ['a', 'Alpha']];

function tools(again) {
  refresh = again;
  const use = name => v => { shown[name] = v; refresh(); };
  return [choice('Channels', channels, shown.channel, use('channel')),
    choice('Zoom', [['fit', 'Fit'], ['1', '1:1'], ['4', '4:1'], ['16', '16:1']], shown.zoom, use('zoom')),
    tick('Flip', shown.flip, use('flip'), 'flip'), tick('Bound only', shown.bound, use('bound'), 'bound-only'),
    span('hint', 'State after the selected call. Row 0 is at the bottom.')];
}

const has = (t, level) => t.contents.includes(level);
const tiny = t => t.image ? el('img', {class: 'tiny' + (shown.flip ? ' flip' : ''), alt: '', loading: 'lazy', src: t.image}) : el('span', {class: 'tiny'});
const size = t => [t.width, t.height, t.depth > 1 ? t.depth : null].filter(n => n != null).join(' × ');
const short = name => String(name ?? '').replace(/^GL_(COMPRESSED_)?/, '');
const units = t => t.units.length ? ` · unit ${t.units.join(', ')}` : '';

async function body(signal) {
  const i = state.call, {textures = []} = await objects(i), some = shown.bound ? textures.filter(t => t.units.length) : textures;
  if (!some.length) return note(textures.length ? 'No texture is bound after this call.' : 'No textures exist after this call.');
  const items = some.map(t => ({key: t.name, words: t.label || `texture ${t.name}`, below: `${t.label ? t.name + ' · ' : ''}${size(t)} ${short(t.format)}${units(t)}`,
    picture: tiny(t)}));
  choose(keep(items, shown.key, 'textures'));
  const texture = some.find(t => t.name === shown.key);
  shown.level = Math.min(shown.level, Math.max(1, texture.levels || 1) - 1);
  shown.layer = Math.min(shown.layer, layers(texture) - 1);
  return pair(pick('Textures', items, shown.key, k => { choose(k); refresh(); }), head(texture, i), shown.all ? parts(texture, i) : canReplay() ? await replayed(texture, i, signal) : picture(texture, i));
}

// choose selects a texture.
function choose(key) {
  if (key !== shown.key) Object.assign(shown, {key, level: 0, layer: 0, range: null});
}

const labels = (n, name) => Array.from({length: Math.max(1, n)}, (_, k) => [k, name(k)]);

function head(t, i) {
  const again = (name, v) => { shown[name] = Number(v); refresh(); };
  const part = isCube(t) ? 'Face' : 'Layer', many = t.levels > 1 || layers(t) > 1;
  return el('h3', {}, `Texture ${t.name}`, span('dim', `${short(t.target)} ${size(t)} ${short(t.format)}${units(t)}`),
    t.levels > 1 ? el('label', {}, 'Level ', choice('Level', labels(t.levels, String), shown.level, v => again('level', v))) : '',
    layers(t) > 1 ? el('label', {}, part + ' ', choice(part, labels(layers(t), n => layerName(t, n)), shown.layer, v => again('layer', v))) : '',
    many ? button('All', 'Show all levels and layers', () => { shown.all = !shown.all; refresh(); }, {'aria-pressed': String(shown.all), id: 'all-parts'}) : '',
    has(t, shown.level) && !canReplay() && el('a', {class: 'quiet', href: url('texture.png', place(t, i)), download: `texture-${t.name}-${shown.level}.png`}, 'Save'));
}

const place = (t, i) => ({i, name: t.name, level: shown.level, layer: shown.layer});
const parts = (t, i) => gallery(t, i, shown.flip, (level, layer) => { Object.assign(shown, {level, layer, all: false}); refresh(); });

// picture draws the texture and shows the value at the pointer.
function picture(t, i) {
  if (!has(t, shown.level)) return note(t.lack ? `Cannot show this texture: ${t.lack}.` : 'The recording has no contents of this level: the program rendered to the texture, or the contents were not captured.');
  const canvas = canvasOf(t), {under, figure} = framed(canvas);
  draw(t, i, canvas, under, figure).catch(error => { warn(error); canvas.replaceWith(note('Contents not available: ' + error.message)); });
  return figure;
}

// replayed shows the texture by replay. If the driver cannot read it, it shows the contents that the recording has.
async function replayed(t, i, signal) {
  const of = await inPanel(`Replaying up to call ${count(i)}`, () => loadReplayed('texture', place(t, i), signal)).catch(error => {
    if (error.name === 'AbortError') throw error;
    return {lack: error};
  });
  if (!of) return note('The texture does not have this level.');
  if (of.lack) return [failed(of.lack), has(t, shown.level) ? el('p', {class: 'dim'}, 'These are the contents that the program uploaded:') : '', has(t, shown.level) ? picture(t, i) : ''];
  const canvas = canvasOf(t), {figure, under} = framed(canvas), saved = () => savePicture(`texture-${t.name}-${shown.level}.png`, canvas);
  await show(t, of, canvas, under, figure);
  return [el('p', {class: 'source-of'}, span('badge good', 'exact, by replay'), span('dim', `after call ${count(i)} · ${of.width} × ${of.height}`), button('Save', 'Save the picture', saved)), figure];
}

const canvasOf = t => el('canvas', {class: 'picture checked zoom-' + shown.zoom, role: 'img', 'aria-label': `Texture ${t.name}`});

function framed(canvas) {
  const under = el('p', {class: 'texel mono', 'aria-live': 'off'}, ' ');
  return {under, figure: el('figure', {class: 'frame'}, canvas, under)};
}

// load fetches exact values if 8 bits are not enough; of a very large texture, only a picture.
function load(t, i) {
  const png = () => loadImage(url('texture.png', place(t, i)));
  return t.exact ? loadTexels(place(t, i)).catch(error => { warn(error); return png(); }) : png();
}

const draw = async (t, i, ...elements) => show(t, await load(t, i), ...elements);

// show paints the values of a texture, with the controls of its range.
async function show(t, image, canvas, under, figure) {
  const ends = extent(image, shown.channel);
  shown.range ??= /\dU?I$|DEPTH|STENCIL/.test(t.format) ? ends : [0, 1]; // integers have no usual range
  const again = () => paint(canvas, image, shown, under);
  figure.prepend(rangeOf(ends, shown.range, () => again().catch(warn)));
  await again();
}
