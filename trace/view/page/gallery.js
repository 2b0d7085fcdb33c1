// Small pictures of all levels and layers of a texture.

import {el, span} from './dom.js';
import {url} from './api.js';

const most = 96;
const side = 128;
const faces = ['+X', '−X', '+Y', '−Y', '+Z', '−Z'];

export const isCube = t => /CUBE_MAP$/.test(t.target);

// layers returns the number of layers of an array, faces of a cube, or slices of a 3D texture.
export const layers = t => isCube(t) ? faces.length : t.depth || 1;

export const layerName = (t, n) => isCube(t) ? faces[n] : /CUBE_MAP_ARRAY/.test(t.target) ? `${Math.floor(n / 6)} ${faces[n % 6]}` : String(n);

// gallery shows the pictures; chosen is called with the level and layer of a click.
export function gallery(t, i, flip, chosen) {
  const all = t.contents.flatMap(level => Array.from({length: layers(t)}, (_, layer) => [level, layer])).slice(0, most);
  return el('div', {class: 'gallery'}, all.map(([level, layer]) => el('button', {type: 'button', class: 'part', on: {click: () => chosen(level, layer)}},
    el('img', {class: 'checked' + (flip ? ' flip' : ''), loading: 'lazy', alt: '', src: url('texture.png', {i, name: t.name, level, layer, size: side})}),
    span('dim', `level ${level}` + (layers(t) > 1 ? ` · ${layerName(t, layer)}` : '')))));
}
