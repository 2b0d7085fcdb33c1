// Panel: images of the framebuffer: after the draw, of each render target as last known or by replay, and of the frame.

import {choice, el, note, span} from './dom.js';
import {get, url} from './api.js';
import {exactImage, fillPictures} from './exact.js';
import {paint} from './pixels.js';
import {frames} from './framelist.js';
import {callAt} from './calls.js';
import {canReplay} from './replays.js';
import {pictures, renderTargets} from './targets.js';
import {state} from './store.js';

const shown = {channel: 'rgb', zoom: 'fit', key: null};
let refresh;

export const panel = {id: 'image', words: 'Image', on: ['call', 'frame', 'frames'], tools, body};

const channels = [['rgb', 'RGB'], ['rgba', 'RGBA'], ['r', 'Red'], ['g', 'Green'], ['b', 'Blue'], ['a', 'Alpha']];

function tools(again) {
  refresh = again;
  return [choice('Channels', channels, shown.channel, v => { shown.channel = v; refresh(); }),
    choice('Zoom', [['fit', 'Fit'], ['1', '1:1'], ['4', '4:1']], shown.zoom, v => { shown.zoom = v; refresh(); }),
    canReplay() ? span('hint', 'Click a pixel to see its history in the frame.') : ''];
}

// own returns the image of the call itself, or of its draw.
async function own(call, signal) {
  if (call && /^gltrace\.(Frame|Draw)Image$/.test(call.name)) return {key: 'call', words: 'This call', source: url('image.png', {i: call.i}), of: `call ${call.i}`};
  if (!call?.flags?.includes('draw')) return null;
  const {i} = await get('drawn', {i: call.i}, signal);
  return i >= 0 ? {key: 'draw', words: 'After this draw', source: url('image.png', {i}), of: `after draw ${call.i}`} : null;
}

// overdraw is the image of the draws of a pass, up to a draw.
const overdraw = call => canReplay() && call?.flags?.includes('draw') ? {key: 'overdraw', words: 'overdraw', title: 'Overdraw of the pass', what: 'overdraw'} : null;

// images returns the images to choose from: that of the call, the render targets, and that of the frame. Recorded images come after
// those of a replay.
async function images(signal) {
  const call = await callAt(state.call);
  const [first, targets] = await Promise.all([own(call, signal), renderTargets(state.call, signal)]), frame = frames[state.frame];
  const rest = targets.filter(t => t.what || !(first?.key === 'draw' && t.exact));
  const swap = frame?.image ? {key: 'frame', words: `Frame ${frame.n}`, source: url('image.png', {frame: frame.n}), of: `frame ${frame.n}, at its swap`} : null;
  return (canReplay() ? [...rest, overdraw(call), first, swap] : [first, ...rest, swap]).filter(Boolean);
}

// initial returns the image to show: that which the user chose, or that of a replay, of the call, or of the frame.
const initial = all => all.find(image => image.key === shown.key) ?? all.find(image => image.what) ?? all.find(image => image.key === 'call' || image.key === 'draw') ??
  all.find(image => image.key === 'frame') ?? all.find(image => image.source) ?? all[0];

async function body(signal) {
  const all = await images(signal), image = initial(all);
  if (!all.some(one => one.source || one.what)) return note('This frame has no image. Record images with --frame-images or --draw-images. Even then, some frames can lack an image, such as the last ones.');
  const strip = all.length > 1 ? pictures(all, image, key => { shown.key = key; refresh(); }) : '';
  if (image.what) {
    const content = await exactImage(image, shown, signal);
    if (strip && !content.failed && !signal.aborted) fillPictures(strip, all, content.image, signal);
    return [strip, ...content.elements];
  }
  if (!image.source) return [strip, note(`${image.words}: ${image.lack}.`)];
  const canvas = el('canvas', {class: 'picture zoom-' + shown.zoom, role: 'img', 'aria-label': `${image.words}, ${image.of}`}), under = el('p', {class: 'texel mono'}, ' ');
  await paint(canvas, image.source, shown, under);
  return [strip, el('h3', {}, image.title ?? 'Framebuffer', span('dim', `${image.of} · ${canvas.width} × ${canvas.height}`), el('a', {class: 'quiet', href: image.source, download: 'image.png'}, 'Save')),
    image.late ? el('p', {class: 'lack'}, image.late) : '', el('figure', {class: 'frame'}, canvas, under)];
}
