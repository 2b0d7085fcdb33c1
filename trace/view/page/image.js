// Panel: the framebuffer, as the recorder read it after the draw or before the swap.

import {el, note, span} from './dom.js';
import {get, url} from './api.js';
import {paint} from './pixels.js';
import {frames} from './framelist.js';
import {callAt} from './calls.js';
import {choice} from './dom.js';
import {state} from './store.js';

const shown = {channel: 'rgb', zoom: 'fit'};
let refresh;

export const panel = {id: 'image', words: 'Image', on: ['call', 'frame', 'frames'], tools, body};

const channels = [['rgb', 'RGB'], ['rgba', 'RGBA'], ['r', 'Red'], ['g', 'Green'], ['b', 'Blue'], ['a', 'Alpha']];

function tools(again) {
  refresh = again;
  return [choice('Channels', channels, shown.channel, v => { shown.channel = v; refresh(); }),
    choice('Zoom', [['fit', 'Fit'], ['1', '1:1'], ['4', '4:1']], shown.zoom, v => { shown.zoom = v; refresh(); })];
}

// find returns the image of a call: its own, that of its draw, or that of its frame.
async function find(signal) {
  const call = await callAt(state.call);
  if (call && /^gltrace\.(Frame|Draw)Image$/.test(call.name)) return {source: url('image.png', {i: call.i}), of: `call ${call.i}`};
  if (call?.flags?.includes('draw')) {
    const {i} = await get('drawn', {i: call.i}, signal);
    if (i >= 0) return {source: url('image.png', {i}), of: `after draw ${call.i}`};
  }
  const frame = frames[state.frame];
  return frame?.image ? {source: url('image.png', {frame: frame.n}), of: `frame ${frame.n}, at its swap`} : null;
}

async function body(signal) {
  const image = await find(signal);
  if (!image) return note('This frame has no image. Record images with --frame-images or --draw-images. Even then, some frames can lack an image, such as the last ones.');
  const canvas = el('canvas', {class: 'picture zoom-' + shown.zoom, role: 'img', 'aria-label': `Framebuffer, ${image.of}`}), under = el('p', {class: 'texel mono'}, ' ');
  await paint(canvas, image.source, shown, under);
  return [el('h3', {}, 'Framebuffer', span('dim', `${image.of} · ${canvas.width} × ${canvas.height}`), el('a', {class: 'quiet', href: image.source, download: 'image.png'}, 'Save')),
    el('figure', {class: 'frame'}, canvas, under)];
}
